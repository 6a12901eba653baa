import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { nextVersion, releasedChangelog, textOfVersion, unreleasedText } from "./changelog.mjs";

/**
 * Makes a release: version, changelog, commit, tag and tarball. `--dry-run` says what it would do and changes nothing. Nothing is
 * pushed. It stops before the first change if something is missing, and takes its changes back if a later step fails.
 */
const root = join(import.meta.dirname, "../..");
const pages = ["README.md", "docs/installation.md"];

/** The text that a program prints. Its errors go to the terminal. */
const run = (program, ...words) =>
  execFileSync(program, words, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trimEnd();
const read = (path) => readFileSync(join(root, path), "utf8");
const write = (path, text) => writeFileSync(join(root, path), text);

/** What keeps a release from being made. */
class Refusal extends Error {}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { "dry-run": { type: "boolean" } },
      allowPositionals: true,
    });
    return { isDryRun: values["dry-run"] === true, words: positionals };
  } catch (error) {
    throw new Refusal(error.message);
  }
}

const isTagged = (version) => run("git", "tag", "--list", `v${version}`) !== "";

const isLater = (version, other) => {
  const [parts, others] = [version, other].map((text) => text.split(".").map(Number));
  const differing = parts.findIndex((part, index) => part !== others[index]);
  return differing >= 0 && parts[differing] > others[differing];
};

function readVersion([typed, ...more], current, text) {
  const version = typed ?? nextVersion(current, text, isTagged(current));
  if (more.length > 0 || !/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version))
    throw new Refusal("usage: npm run release -- [--dry-run] [VERSION], such as 0.2.0");
  if (isTagged(version)) throw new Refusal(`the tag v${version} exists already`);
  if (version !== current && !isLater(version, current))
    throw new Refusal(`${version} is not later than ${current}, the version in package.json`);
  return version;
}

function withVersion(path, change) {
  const value = JSON.parse(read(path));
  change(value);
  write(path, `${JSON.stringify(value, null, 2)}\n`);
}

function writeRelease(current, version, changelog) {
  withVersion("package.json", (value) => {
    value.version = version;
  });
  withVersion("package-lock.json", (value) => {
    value.version = version;
    value.packages[""].version = version;
  });
  write("CHANGELOG.md", changelog);
  const inNames = new RegExp(
    `(?<=svc(?:-standalone)?[-_])${current.replaceAll(".", "\\.")}(?=-1|\\.tgz)`,
    "g",
  );
  for (const path of pages) write(path, read(path).replaceAll(inNames, version));
}

function pack() {
  const [{ filename, files, size, shasum }] = JSON.parse(run("npm", "pack", "--json", "--ignore-scripts"));
  return `${filename}: ${files.length} files, ${Math.round(size / 1024)} KiB, sha1 ${shasum}`;
}

try {
  const { isDryRun, words } = readArguments();
  const { version: current } = JSON.parse(read("package.json"));
  const changelog = read("CHANGELOG.md");
  const text = unreleasedText(changelog);
  const dirty = run("git", "status", "--porcelain");
  if (dirty !== "")
    throw new Refusal(`the tree has uncommitted changes:\n${dirty.split("\n").slice(0, 10).join("\n")}`);
  if (text === "") throw new Refusal('"Unreleased" in CHANGELOG.md is empty: there is nothing to release');
  const version = readVersion(words, current, text);
  const date = new Date().toISOString().slice(0, 10);
  const released = releasedChangelog(changelog, version, date);
  const section = textOfVersion(released, version);
  console.log(`version    ${version} (package.json has ${current})`);
  console.log(
    `tag        v${version} on ${run("git", "rev-parse", "--short", "HEAD")} and the commit of the release`,
  );
  console.log(`changelog  ## ${version} (${date})\n\n${section}\n`);
  if (isDryRun) {
    console.log(`tarball    svc-${version}.tgz\nnothing was changed: --dry-run`);
  } else {
    const head = run("git", "rev-parse", "HEAD");
    try {
      writeRelease(current, version, released);
      run(process.execPath, ".ci/build.mjs");
      run(process.execPath, ".ci/reference.mjs");
      const tarball = pack();
      run("git", "commit", "--quiet", "--all", "--message", `Release ${version}`);
      // Lines of the changelog that begin with # are headings, not comments.
      run(
        "git",
        "tag",
        "--annotate",
        "--cleanup=verbatim",
        `v${version}`,
        "--message",
        `svc ${version}\n\n${section}`,
      );
      console.log(`tarball    ${tarball}\nto publish: git push --atomic origin HEAD v${version}`);
    } catch (error) {
      run("git", "reset", "--quiet", "--hard", head);
      throw error;
    }
  }
} catch (error) {
  if (!(error instanceof Refusal)) console.error("release: a step failed, and nothing was released");
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}
