import { Failure } from "../../../core/failure.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";

/** What a variable may hold, and the end of the name that it has behind a prefix. */
const suffixes = { url: "_URL", key: "_API_KEY", "user-key": "_USER_KEY" } as const;

type Held = keyof typeof suffixes;

const name = "[A-Za-z_][A-Za-z0-9_]*";
const form = new RegExp(`^(${name})(?:=(${Object.keys(suffixes).join("|")}))?$`);

/**
 * The variables that `--env` asks for: `PREFIX` stands for `PREFIX_URL`, `PREFIX_API_KEY` and `PREFIX_USER_KEY`, and
 * `NAME=url`, `NAME=key` and `NAME=user-key` for a single one. A usage `Failure` for anything else; of two for one name
 * the last counts.
 */
export function furtherVariables(
  typed: readonly string[],
  { url, keys }: Pick<Sandbox, "url" | "keys">,
): Readonly<Record<string, string>> {
  const held: Readonly<Record<Held, string>> = { url, key: keys.administrator, "user-key": keys.user };
  return Object.fromEntries(
    typed.flatMap((text) => {
      const [, variable = "", what] = form.exec(text) ?? [];
      if (variable === "") throw misspelt(text);
      if (isHeld(what)) return [[variable, held[what]]];
      const prefix = variable.replace(/(?<!_)_+$/, "");
      return Object.entries(suffixes).map(([each, suffix]) => [prefix + suffix, held[each as Held]]);
    }),
  );
}

/** Throws the usage `Failure` of the first text that `furtherVariables` would refuse. */
export function checkVariables(typed: readonly string[]): void {
  const wrong = typed.find((text) => !form.test(text));
  if (wrong !== undefined) throw misspelt(wrong);
}

const isHeld = (what: string | undefined): what is Held => what !== undefined;

const misspelt = (text: string): Failure =>
  new Failure("usage", `--env takes PREFIX or NAME=url, NAME=key, NAME=user-key, not '${text}'`, {
    hint: "names are letters, digits and '_', such as --env PROVISION or --env LAB_TOKEN=key",
  });
