import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const pages = join(import.meta.dirname, "../pages");

/** The entries of a list of links in a page, with their text. */
const linksIn = (text, folder) =>
  [...text.matchAll(/\[([^\]]+)\]\(([^):#]+)\.md\)/g)].map(([, title, link]) => ({
    text: title.replaceAll("`", ""),
    link: `/${join(folder, link)
      .replaceAll("\\", "/")
      .replace(/(^|\/)index$/, "$1")}`,
  }));

/** The manual's first page has two lists of pages. */
function manual() {
  const text = readFileSync(join(pages, "docs/index.md"), "utf8");
  const [using = "", looking = ""] = text.split(/^Looking things up:$/m);
  return [
    { text: "Using svc", items: linksIn(using, "docs") },
    { text: "Looking things up", items: linksIn(looking.split("\n\nThe manual page")[0], "docs") },
  ];
}

const commands = readdirSync(join(pages, "commands"))
  .map((name) => name.replace(/\.md$/, ""))
  .sort()
  .map((name) => ({ text: name, link: `/commands/${name}` }));

const library = [
  { text: "Using the library", link: "/docs/library" },
  ...linksIn(readFileSync(join(pages, "library/index.md"), "utf8"), "library"),
];

/** The fragment of a heading's address, as forges make it: pages are read there too. */
const slugify = (title) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");

const config = {
  title: "svc",
  description: "Operate a bare-metal fleet through the Provisioning Service API",
  lang: "en",
  srcDir: "pages",
  outDir: "dist",
  base: process.env["SVC_DOCS_BASE"] ?? "/",
  // Addresses work on any host of files, and pages are the same in every build.
  cleanUrls: false,
  lastUpdated: false,
  markdown: { anchor: { slugify } },
  head: [
    ["link", { rel: "icon", href: "data:," }],
    // One picture for each appearance; tables without titles.
    [
      "style",
      {},
      "html.dark .in-light, html:not(.dark) .in-dark, thead:not(:has(th:not(:empty))) { display: none }",
    ],
  ],
  themeConfig: {
    search: {
      provider: "local",
      // The manual first, then commands, then the hundreds of types of the library.
      options: {
        miniSearch: {
          searchOptions: {
            boostDocument: (page) =>
              page.includes("/library/") ? 0.2 : page.includes("/commands/") ? 0.6 : 1,
          },
        },
      },
    },
    nav: [
      { text: "Manual", link: "/docs/", activeMatch: "^/docs/" },
      { text: "Commands", link: "/commands/svc", activeMatch: "^/commands/" },
      { text: "Library", link: "/library/", activeMatch: "^/library/" },
      { text: "Changes", link: "/CHANGELOG" },
      { text: "Contributing", link: "/CONTRIBUTING" },
    ],
    sidebar: {
      "/commands/": [{ text: "Commands", items: commands }],
      "/library/": [{ text: "Library", items: library }],
      "/": [...manual(), { text: "Library", items: library.slice(1) }],
    },
    outline: [2, 3],
    docFooter: { prev: false, next: false },
  },
};

export default config;
