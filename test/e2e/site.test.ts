import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { siteFaults } from "../../docs/scripts/site-faults.ts";
import { folderOfTest } from "../temporary-folder.ts";

const pages = {
  "index.html": `<h1 id="top"></h1><a href="/SVC/docs/a.html#here">a</a> <a href="https://example.org/">b</a>`,
  "docs/a.html": `<h2 id="here"></h2><a href="../">c</a> <a href="#here">d</a> <img src="../index.html#top">`,
};

/** Faults of a website with these files, served below /SVC/. */
function faultsWith(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = folderOfTest();
  mkdirSync(join(folder, "docs"));
  for (const [name, text] of Object.entries({ ...pages, ...files })) writeFileSync(join(folder, name), text);
  return siteFaults(folder, { root: "/home/builder", base: "/SVC/", expected: ["index", "docs/a"] });
}

test("npm run docs accepts a website whose links all lead somewhere", () => {
  expect(faultsWith({})).toEqual([]);
});

test.each([
  [`<a href="../b.html">`, "broken link ../b.html"],
  [`<a href="a.html#nowhere">`, "broken link a.html#nowhere"],
  [`<a href="/docs/a.html">`, "broken link /docs/a.html"],
  [`<script src="https://example.org/a.js">`, "loads https://example.org/a.js"],
  [`<link rel="icon" href="//example.org/a">`, "loads //example.org/a"],
  [`<style>@import "https://example.org/a"</style>`, `loads @import "https://example.org/a`],
  ["<p>/home/builder/src", "contains /home/builder"],
])("npm run docs refuses a website with %s", (text, fault) => {
  expect(faultsWith({ "docs/b.html": text })).toEqual([`docs/b.html: ${fault}`]);
});

test("npm run docs refuses a website that lacks a part", () => {
  const folder = folderOfTest();
  expect(siteFaults(folder, { root: "/" })).toContain("docs/output.html is missing");
});
