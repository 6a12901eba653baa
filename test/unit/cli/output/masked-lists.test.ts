import { expect, test } from "vitest";
import { maskFor, maskSecrets } from "../../../../src/cli/output/mask.ts";
import { createRandom, type SeededRandom, seedsOfRun } from "../../random.ts";
import { settings, shownBytes } from "./printed.ts";

/**
 * svc rewrites a list only if it finds traces of secrets; the result must be as if every element were masked.
 */
const plain = { identity: "id", columns: [] };

const parts =
  `pass word Pass WORD passed wd pw psk pem key keys Key token tokens to\u212Aen cook ie jwt author ization secret
  credential private priv ip_address snmp community k g K G oauth signature data x id disk weight`.split(
    /\s+/,
  );
const joints = ["", "", "_", "-", ".", " ", "__", "\u00a0", "é", '"', "\\"];
const words = "abcdefghijkl MNOPQRSTUVWX012345 aaaabbbbccccddddeeee a 1f 52".split(" ");
const marks = [":", "%3A", "':'", '": "', " : ", ":\t", "\u00a0:", ":\u2003", "://", "@", "/", "$6$", "-"];
const forms =
  `eyJhbGciOiJI.eyJzdWIiOiIx.eyJzdWIiOiIx AGE-SECRET-KEY-1AAAABBBBCCCCDDDDEEEE ghp_aaaabbbbccccdddd xoxb-aaaabbbbccccdddd
  github_pat_aaaabbbbccccdddd glpat-aaaabbbbccccdddd $6$salt$aaaabbbbccccdddd -----BEGIN-PRIVATE-KEY----- http://u:p@h/
  https://host/path`.split(/\s+/);

const several = ({ below }: SeededRandom, most: number, piece: () => string): string =>
  Array.from({ length: below(most) + 1 }, piece).join("");

function nameFrom(random: SeededRandom): string {
  const padding = random.below(40) === 0 ? "x".repeat(195 + random.below(8)) : "";
  return padding + several(random, 3, () => random.pick(parts) + random.pick(joints));
}

function textFrom(random: SeededRandom): string {
  const piece = () => random.pick([words, words, marks, marks, forms, parts][random.below(6)] ?? words);
  return several(random, 8, piece).replace("BEGIN-PRIVATE-KEY", "BEGIN PRIVATE KEY");
}

function valueFrom(random: SeededRandom, depth: number): unknown {
  const items = () => Array.from({ length: random.below(4) }, () => valueFrom(random, depth - 1));
  const kind = random.below(depth > 0 ? 6 : 4);
  if (kind < 2) return textFrom(random);
  if (kind < 4) return random.pick([0, 17, -1.5, true, false, null, ""]);
  if (kind === 4) return items();
  return Object.fromEntries(items().map((item) => [nameFrom(random), item]));
}

/** Escapes some characters of names and texts, as services may do. */
function escaped(json: string, { below }: SeededRandom, oneIn: number): string {
  const escapedText = (text: string) =>
    text.replaceAll(/\\u....|\\.|[A-Za-z$:@/%-]/g, (character) => {
      if (character.length > 1 || below(oneIn) > 0) return character;
      const code = character.charCodeAt(0).toString(16).padStart(4, "0");
      return `\\u${below(2) === 0 ? code : code.toUpperCase()}`;
    });
  return json.replaceAll(/"(?:\\.|[^"\\])*"/g, escapedText);
}

test.each(seedsOfRun(6, [1, 20_781_001]))(
  "a generated list is masked like its whole value, seed %i",
  async (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 250; round += 1) {
      const list = Array.from({ length: 4 }, () => ({ [nameFrom(random)]: valueFrom(random, 2) }));
      const json = random.pick([
        (text: string) => text,
        (text: string) => escaped(text, random, 8),
        (text: string) => text.replaceAll("/", "\\/"),
        (text: string) => escaped(text, random, 1),
      ])(JSON.stringify(list, undefined, random.below(2)));
      const output = await shownBytes([json], { format: "json", shape: plain });
      expect(JSON.parse(output), json).toEqual(maskSecrets(list, maskFor(plain, settings)));
    }
  },
);
