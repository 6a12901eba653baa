import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The name of the notices' file, in dist/ beside the bundle. */
export const noticesFile = "THIRD-PARTY-NOTICES.txt";

/** The folder of the package that a bundled file belongs to: the innermost, as packages are nested. What a plugin made has a colon. */
const packageFolder = /^[^:]*\bnode_modules\/(?:@[^/]+\/)?[^/]+/;

/** Work of others inside a package, which the package's own licence does not name. */
const contained = { undici: "It contains llhttp: Copyright Fedor Indutny, 2018; MIT License, as above." };

const rule = "-".repeat(80);

/**
 * The licences of all packages of which esbuild put something into the outputs, by the metafile of the build; names,
 * versions and licences stand in a list at the top. Throws where a package has no licence text.
 */
export function thirdPartyNotices({ outputs }) {
  const folders = new Set();
  for (const { inputs } of Object.values(outputs))
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = packageFolder.exec(path) ?? [];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  const packages = [...folders].map(readPackage).sort(byTitle);
  const isRepeated = ({ title }, index) => packages[index - 1]?.title === title;
  const distinct = packages.filter((one, index) => !isRepeated(one, index));
  return [
    "The files beside this one contain the following packages, some of them in part.",
    "",
    ...distinct.map(({ title, license }) => `${title} (${license})`),
    ...distinct.flatMap(({ title, license, source, text, name }) => [
      "",
      rule,
      title,
      `License: ${license}`,
      `Source: ${source}`,
      "",
      text,
      ...(contained[name] === undefined ? [] : ["", contained[name]]),
    ]),
    "",
  ].join("\n");
}

const byTitle = (one, other) => (one.title < other.title ? -1 : Number(one.title > other.title));

function readPackage(folder) {
  const { name, version, license, repository } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  if (license === undefined || texts.length === 0) throw new Error(`${name} ${version} has no licence text`);
  return {
    name,
    title: `${name} ${version}`,
    license,
    source: sourceAddress(repository) ?? `npm package ${name}`,
    text: texts.join("\n\n"),
  };
}

/** The address of a repository as package.json has it: an object, an address, or `owner/name` on GitHub. */
function sourceAddress(repository) {
  const address = typeof repository === "object" ? repository.url : repository;
  if (address === undefined) return undefined;
  if (/^[^/:]+\/[^/]+$/.test(address)) return `https://github.com/${address}`;
  return address.replace(/^(git\+)?(https?|git|ssh):\/\/(git@)?/, "https://").replace(/\.git$/, "");
}
