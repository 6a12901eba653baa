import { seededRandom } from "../../../../src/sandbox/simulation/random.ts";

/** Forms of all kinds, encoded according to the RFCs without any code of the sandbox's parser. */

export interface Field {
  readonly name: string;
  readonly value: string;
}

const alphabet = [
  ..."aZ09 =&+%;,:'\"\\/?#[]{}<>~|\t\r\n-_.",
  ...["ü", "日", "\u{1f600}", "\u00a0", "--b", "\r\n--b", "=3D"],
];

export function randomFields(seed: number): Field[] {
  const random = seededRandom({ value: seed });
  const text = (length: number) =>
    Array.from({ length: random.integer(0, length) }, () => random.pick(alphabet)).join("");
  return Array.from({ length: random.integer(0, 8) }, () => ({
    name: random.pick([
      "a",
      "b",
      "tags",
      "power_parameters_x",
      `n${text(3).replace(/["\\\r\n\t\u00a0]/g, "")}`,
    ]),
    value: text(30),
  }));
}

const percent = (text: string, spaceIsPlus: boolean): string => {
  const encoded = [...Buffer.from(text)]
    .map((byte) =>
      /[A-Za-z0-9._~-]/.test(String.fromCharCode(byte)) && byte < 128
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, "0")}`,
    )
    .join("");
  return spaceIsPlus ? encoded.replaceAll("%20", "+") : encoded;
};

export const urlencoded = (fields: readonly Field[], spaceIsPlus = true): string =>
  fields.map(({ name, value }) => `${percent(name, spaceIsPlus)}=${percent(value, spaceIsPlus)}`).join("&");

/** RFC 2045, section 6.7, with lines of at most 76 characters. */
function quotedPrintable(text: string): string {
  const pieces = [...Buffer.from(text)].map((byte) => {
    const isPlain = byte > 32 && byte < 127 && byte !== 61;
    return isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  let line = "";
  const lines: string[] = [];
  for (const piece of pieces) {
    if (line.length + piece.length > 75) {
      lines.push(`${line}=`);
      line = "";
    }
    line += piece;
  }
  return [...lines, line].join("\r\n");
}

const encodings = {
  none: (value: string) => value,
  binary: (value: string) => value,
  base64: (value: string) =>
    (
      Buffer.from(value)
        .toString("base64")
        .match(/.{1,76}/g) ?? []
    ).join("\r\n"),
  "Quoted-Printable": quotedPrintable,
} as const;

export type Encoding = keyof typeof encodings;
export const encodingNames = Object.keys(encodings) as readonly Encoding[];

export function multipart(fields: readonly Field[], boundary: string, encoding: Encoding): Buffer {
  const parts = fields.map(({ name, value }) => {
    const head = [
      `Content-Disposition: form-data; name="${name}"`,
      ...(encoding === "none" ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
      ...(encoding === "base64" ? ['Content-Type: text/plain; charset="utf-8"', "MIME-Version: 1.0"] : []),
    ];
    return `--${boundary}\r\n${head.join("\r\n")}\r\n\r\n${encodings[encoding](value)}\r\n`;
  });
  return Buffer.from(`${parts.join("")}--${boundary}--\r\n`);
}
