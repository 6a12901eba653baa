import type { Block, Page, Row } from "./page.ts";

export interface Manual {
  readonly name: string;
  readonly section: 1 | 5 | 7;
  readonly summary: string;
  readonly parts: readonly ManualPart[];
  readonly seeAlso: readonly (readonly [name: string, section: number])[];
}

export interface ManualPart {
  readonly title: string;
  readonly blocks: readonly (
    | Block
    | { readonly page: Page }
    | { readonly commands: readonly string[] }
    | { readonly bullets: readonly string[] }
  )[];
}

/** The day of the release, so that every run gives the same pages. */
const date = "November 20, 2026";

export function manualText(manual: Manual): string {
  return [
    ".\\\" Written by 'npm run reference'.",
    `.Dd ${date}`,
    // Read by groff, which puts BSD there otherwise.
    ".ds doc-volume-operating-system svc",
    `.Dt ${manual.name.toUpperCase()} ${manual.section}`,
    ".Os svc",
    ".Sh NAME",
    `.Nm ${manual.name}`,
    `.Nd ${argument(uncapitalised(manual.summary))}`,
    ...manual.parts.flatMap(({ title, blocks }) => [
      `.Sh ${title.toUpperCase()}`,
      ...spaced(blocks.map(blockLines)),
    ]),
    ".Sh SEE ALSO",
    ...[...manual.seeAlso]
      .sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
      .map(([name, section], index, all) => `.Xr ${name} ${section}${index < all.length - 1 ? " ," : ""}`),
    "",
  ].join("\n");
}

function blockLines(block: ManualPart["blocks"][number]): readonly string[] {
  if (typeof block === "string") return textLines(block);
  if ("page" in block) return pageLines(block.page);
  if ("commands" in block) return literal(block.commands);
  if ("bullets" in block)
    return [".Bl -bullet", ...block.bullets.flatMap((text) => [".It", ...textLines(text)]), ".El"];
  return [...(block.title === "" ? [] : [`.Ss ${argument(block.title)}`]), ...list(block.rows)];
}

function pageLines(page: Page): readonly string[] {
  return [
    `.Ss ${argument(page.command.join(" "))}`,
    ...spaced([
      literal([page.usage, ...page.aliases]),
      textLines(`${page.summary}.`),
      ...page.sections.flatMap(({ title, rows }) => [textLines(`${title}:`), list(rows)]),
      ...page.notes.map((note) => textLines(note.endsWith(".") ? note : `${note}.`)),
      ...(page.example === undefined
        ? []
        : [
            [
              ...textLines("Example:"),
              ...literal([...(page.preparation === undefined ? [] : [page.preparation]), page.example]),
            ],
          ]),
    ]),
  ];
}

/** Adds a paragraph break before each later block that begins with text. */
function spaced(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap((lines, index) => {
    const [first = ""] = lines;
    const needsBreak = index > 0 && !/^\.(?:Ss|Bl|Bd)\b/.test(first);
    return needsBreak ? [".Pp", ...lines] : lines;
  });
}

const list = (rows: readonly Row[]): readonly string[] =>
  rows.every(([, meaning]) => meaning === "")
    ? textLines(rows.map(([term]) => term).join(", "))
    : [
        ".Bl -tag -width Ds",
        ...rows.flatMap(([term, meaning]) => [`.It ${termOf(term)}`, ...textLines(meaning)]),
        ".El",
      ];

const literal = (lines: readonly string[]): readonly string[] => [
  ".Bd -literal -offset indent",
  ...lines.map(escaped),
  ".Ed",
];

function termOf(term: string): string {
  return term
    .split(" ")
    .map((word) => {
      const [, flag, comma] = /^-(\S*?)(,?)$/.exec(word) ?? [];
      if (flag !== undefined) return `Fl ${argument(flag)}${comma ? " ," : ""}`;
      return `${/^[[<]/.test(word) ? "Ar" : "Cm"} ${argument(word)}`;
    })
    .join(" ");
}

/** One line for each sentence. */
const textLines = (text: string): readonly string[] => text.split(/(?<=[.:;]) (?=[A-Z])/).map(escaped);

/** Escapes text for roff, with dashes that can be copied and no line read as a request. */
const escaped = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/, "\\&");

/** Quotes words that mdoc would read as macros or punctuation. */
const argument = (text: string): string =>
  escaped(text)
    .split(" ")
    .map((word) =>
      /^(?:[A-Z][a-z]|[A-Z][a-z][a-z]?|[|.,;:()[\]?!])$/.test(word)
        ? `\\&${word}`
        : word.replaceAll('"', "\\(dq"),
    )
    .join(" ");

const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
