import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { quotedFor, unquoted } from "../../../../src/cli/completing/shell-protocol.ts";
import { wordOf } from "../../../../src/cli/names-cache/names.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { seeded } from "../../random.ts";

describe("words for bash", () => {
  test("mean the same words after any quoting", () => {
    const chance = seeded(21);
    const letters = [
      ...["a", " ", "$", "`", "'", '"', "\\", "(", ")", ";", "&", "!", "*", "~", "é", "漢", "{", ",", "="],
    ];
    const texts = Array.from({ length: 400 }, () =>
      Array.from(
        { length: 1 + Math.floor(chance() * 6) },
        () => letters[Math.floor(chance() * letters.length)],
      ).join(""),
    ).filter((text) => wordOf(text) !== "");
    for (const quote of ["", "'", '"']) {
      const words = texts.map((text) => `${quote}${quotedFor(quote, text)}${quote}`);
      const { stdout } = spawnSync("bash", ["-c", `printf '%s\\n' ${words.join(" ")}`], {
        encoding: "utf8",
        cwd: folderOfTest(),
      });
      expect(stdout.split("\n").slice(0, -1)).toEqual(texts);
      for (const [index, word] of words.entries()) expect(unquoted(word)).toBe(texts[index]);
    }
  });
});
