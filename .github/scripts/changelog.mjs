const unreleased = "## Unreleased";

/** The lines of a section without its heading; undefined if there is none. `heading`: `## ` and the start of its title. */
function sectionOf(changelog, heading) {
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `));
  if (start < 0) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith("## "));
  const end = length < 0 ? lines.length : start + 1 + length;
  return {
    text: lines
      .slice(start + 1, end)
      .join("\n")
      .trim(),
    before: lines.slice(0, start).join("\n"),
    after: lines.slice(end).join("\n"),
  };
}

/** What is noted since the latest release; empty if nothing is. */
export const unreleasedText = (changelog) => sectionOf(changelog, unreleased)?.text ?? "";

/** What a version brings. */
export const textOfVersion = (changelog, version) => sectionOf(changelog, `## ${version}`)?.text;

/** A change that breaks users: a minor version before 1.0.0, and a major one after it. */
const isBreaking = (text) => text.includes("**Breaking");

/** The version after `current`, by what the changelog lists; `current` itself if it was never released. */
export function nextVersion(current, text, isReleased) {
  if (!isReleased) return current;
  const [major = 0, minor = 0, patch = 0] = current.split(".").map(Number);
  if (isBreaking(text)) return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** The changelog with the unreleased lines as a dated version; lines that the version has already come first. */
export function releasedChangelog(changelog, version, date) {
  const written = sectionOf(changelog, `## ${version}`);
  const others = written === undefined ? changelog : `${written.before}\n${written.after}`;
  const { text, before, after } = sectionOf(others, unreleased);
  const lines = [written?.text ?? "", text].filter((part) => part !== "").join("\n");
  return `${[before.trimEnd(), unreleased, `## ${version} (${date})`, lines, after.trim()]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}
