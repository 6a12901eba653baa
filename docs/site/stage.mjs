import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, normalize } from "node:path";
import { importSource } from "../../.ci/import-source.mjs";

const root = join(import.meta.dirname, "../..");

const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md") && !path.startsWith("docs/site/"));

/** A folder's README is its first page. */
const pageOf = (path) => path.replace(/(^|\/)README\.md$/, "$1index.md");

/** Addresses of files that are not pages get a page that shows the file. */
function withPages(text, path, shown) {
  return text.replace(/\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]+)?\)/g, (_, link, anchor = "") => {
    const file = normalize(join(dirname(path), link)).replaceAll("\\", "/");
    if (link.endsWith(".md")) return `](${pageOf(link)}${anchor})`;
    if (existsSync(join(root, file)) && statSync(join(root, file)).isFile()) shown.add(file);
    return `](${link}.md${anchor})`;
  });
}

/** The reader can choose light or dark, whatever the system prefers: both pictures are in the page. */
const withPictures = (text) =>
  text.replace(
    /<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img alt="([^"]*)" src="([^"]+)">\s*<\/picture>/g,
    (_, dark, title, light) =>
      `<img class="in-dark" alt="${title}" src="./${dark}"><img class="in-light" alt="${title}" src="./${light}">`,
  );

/** Writes the pages of the project and of the commands into the folder that the generator reads. */
export async function stagePages(folder) {
  rmSync(folder, { recursive: true, force: true });
  const pages = new Map();
  const shown = new Set();
  const paths = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ...filesBelow("docs"),
    ...filesBelow("src"),
  ];
  for (const path of paths)
    pages.set(pageOf(path), withPictures(withPages(readFileSync(join(root, path), "utf8"), path, shown)));
  for (const path of shown)
    pages.set(
      `${path}.md`,
      `# ${path}\n\n\`\`\`\`text\n${readFileSync(join(root, path), "utf8")}\n\`\`\`\`\n`,
    );
  const { commandPages } = await importSource("docs/scripts/command-pages.ts");
  for (const [name, text] of await commandPages(root)) pages.set(`commands/${name}.md`, text);
  for (const [path, text] of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  cpSync(join(root, "docs/images"), join(folder, "docs/images"), { recursive: true });
}
