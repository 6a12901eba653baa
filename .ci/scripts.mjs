import { createHash } from "node:crypto";
import { basename } from "node:path";
import { transform } from "esbuild";

/** The files of src/ whose outputs make a script each, with all that they import statically and that no earlier one has. */
const scriptsOf = {
  "start.js": [
    "src/main.ts",
    "src/cli/run.ts",
    "src/cli/line/help.ts",
    "src/cli/reference/sandbox-answers.ts",
    "src/catalogue/groups/machines.ts",
  ],
  "connection.js": ["src/client/profiles/connection.ts", "src/cli/names-cache/freshness.ts"],
  "completing.js": ["src/cli/completing/answer.ts"],
  "described.js": ["src/cli/described/scan-described.ts"],
  "call.js": [
    "src/cli/dispatch.ts",
    "src/client/http/transport.ts",
    "src/cli/operation/once.ts",
    "src/cli/operation/read-many.ts",
  ],
  "names.js": ["src/cli/operation/name-watch.ts"],
};

const staticImport = /^import(?:\{([^{}]*)\}from)?"\.\/([^"]+)";\s*/;
const exported = /export\{([^{}]*)\};\s*$/;
const pairs = (names, from, to) =>
  names
    .split(",")
    .filter((name) => name !== "")
    .map((name) => [...name.split(" as "), name].slice(0, 2))
    .map((pair) => `${pair[from]}:${pair[to]}`)
    .join();

/** The static imports at the head of an output, and what follows them. */
function takeImports(text) {
  const imports = [];
  let rest = text.trimStart();
  for (let found = staticImport.exec(rest); found !== null; found = staticImport.exec(rest)) {
    imports.push({ names: found[1] ?? "", file: found[2] });
    rest = rest.slice(found[0].length);
  }
  return { imports, rest };
}

/** An output as the definition of a module in a script, and the names that it exports. */
function definitionOf(file, output, importOf) {
  const { imports, rest } = takeImports(output);
  const [, given = ""] = exported.exec(rest) ?? [];
  const taken = imports.map(({ names, file: other }) => `const{${pairs(names, 0, 1)}}=svc.load("${other}");`);
  const body = rest.replace(exported, "").replace(/import\("\.\/([^"]+)"\)/g, (_, other) => importOf(other));
  const head = file === "main.js" ? "async " : "";
  const text = `svc.define("${file}",${head}()=>{${taken.join("")}${body};return{${pairs(given, 1, 0)}}});`;
  return { text, given };
}

/** What the launcher offers to scripts and modules. */
const modules = `globalThis[Symbol.for("svc.modules")]`;

/** A script for each module of a build that is in none of its scripts, by name; takes the texts of its files by name. */
export async function moduleScripts(texts) {
  const isModule = ([, text]) => !text.includes(`=${modules}.load(`) && !text.startsWith("/*");
  const made = [...texts].filter(isModule).map(async ([file, text]) => {
    const { text: definition } = definitionOf(file, text, (other) => `svc.importFile("${other}")`);
    return [file, await checked(`(function(svc){"use strict";${definition}})`)];
  });
  return new Map(await Promise.all(made));
}

/**
 * Puts outputs that most commands need into scripts, as functions that are called when what they define is loaded. Each leaves a
 * file of its name, for the modules that import it. Throws where an output cannot be a function.
 */
export async function withScripts(files, { outputs }) {
  const textOf = new Map(files.map(({ path, text }) => [basename(path), text]));
  const outputOf = new Map(
    Object.entries(outputs).flatMap(([path, { inputs }]) =>
      Object.keys(inputs).map((input) => [input, basename(path)]),
    ),
  );
  const scriptOf = new Map();
  const visit = (file, script) => {
    if (scriptOf.has(file)) return;
    for (const { file: other } of takeImports(textOf.get(file)).imports) visit(other, script);
    scriptOf.set(file, script);
  };
  for (const [script, entries] of Object.entries(scriptsOf))
    for (const entry of entries) {
      const output = outputOf.get(entry);
      if (!textOf.has(output)) throw new Error(`${entry} has no output of its own`);
      visit(output, script);
    }
  const scripts = new Map(Object.keys(scriptsOf).map((script) => [script, []]));
  const shims = new Map();
  for (const [file, script] of scriptOf) {
    const { text, given } = definitionOf(file, textOf.get(file), (other) =>
      scriptOf.has(other) ? `Promise.resolve().then(()=>svc.load("${other}"))` : `svc.importFile("${other}")`,
    );
    scripts.get(script).push(text);
    const names = given.split(",").map((name) => name.split(" as ").at(-1));
    const members = names.map((name, index) => `${name}:_${index}`);
    const exports = names.map((name, index) => `_${index} as ${name}`);
    if (given !== "") shims.set(file, `const{${members}}=${modules}.load("${file}");export{${exports}};`);
  }
  const made = await Promise.all(
    [...scripts].map(async ([script, definitions]) => {
      const where = Object.fromEntries([...scriptOf].filter(([, one]) => one !== "start.js"));
      const first = script === "start.js" ? `svc.scripts=${JSON.stringify(where)};` : "";
      const text = `(function(svc){"use strict";${first}${definitions.join("\n")}})`;
      return { path: script, text: await checked(text) };
    }),
  );
  return [
    ...files
      .filter(({ path }) => !scriptOf.has(basename(path)))
      .concat([...shims].map(([path, text]) => ({ path, text }))),
    ...made,
  ];
}

/** The script in ASCII after its fingerprint, so that it is read without decoding; fails where it has an error, such as a left import. */
async function checked(text) {
  const { code } = await transform(text, { charset: "ascii", minifyWhitespace: true, target: "node20.19" });
  return `/*${createHash("sha256").update(code).digest("hex")}*/${code}`;
}
