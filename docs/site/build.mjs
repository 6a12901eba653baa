import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { importSource } from "../../.ci/import-source.mjs";
import { stagePages } from "./stage.mjs";

/** Builds the website in docs/site/dist: the manual, the commands and the library. Fails if a link is broken. */
const site = import.meta.dirname;

function run(program, ...words) {
  const { status, error } = spawnSync(program, words, { cwd: site, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${words.join(" ")} ends with ${status}`);
}

const tool = (path, ...words) => run(process.execPath, join(site, "node_modules", path), ...words);

try {
  if (!existsSync(join(site, "node_modules")))
    run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
  await stagePages(join(site, "pages"));
  tool("typedoc/bin/typedoc", "--logLevel", "Warn", "--treatWarningsAsErrors");
  tool("vitepress/bin/vitepress.js", "build");
  const { siteFaults } = await importSource("docs/scripts/site-faults.ts");
  const base = process.env["SVC_DOCS_BASE"] ?? "/";
  const faults = siteFaults(join(site, "dist"), { root: join(site, "../.."), base });
  if (faults.length > 0) throw new Error(`\n${faults.join("\n")}`);
  console.error("website: docs/site/dist; to look at it: npx --prefix docs/site vitepress preview docs/site");
} catch (error) {
  console.error(`website: not built: ${error.message}`);
  process.exitCode = 1;
}
