import { builtinModules } from "node:module";

/** Node's own modules by both of their names; an import that Node alone understands is left to it. */
const names = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

/** The functions of `node:fs/promises` and its kind load their module when one of them is called. */
const whenCalled = (taken, all) =>
  Object.keys(all)
    .filter((member) => /^[a-z]/.test(member) && member !== "default" && typeof all[member] === "function")
    .map((member) => `export const ${member} = (...values) => ${taken}.${member}(...values);`)
    .join("\n");

/**
 * Takes Node's modules by `process.getBuiltinModule`. An `import` of one makes a copy of all its exports, and what a module
 * loads only when asked for it is loaded by that: `import "node:fs"` alone loads more than thirty modules.
 */
export const builtIns = {
  name: "built-ins",
  setup(bundle) {
    bundle.onResolve({ filter: /^(node:)?[a-z0-9_/]+$/ }, ({ path, kind, importer }) => {
      if (!names.has(path)) return undefined;
      // One for each importer: a shared one would be a file of its own, which costs more than what is in it.
      const pluginData = { name: path.replace(/^(node:)?/, "node:"), isRequired: kind === "require-call" };
      return { path: `${pluginData.name} of ${importer} by ${kind}`, namespace: "built-in", pluginData };
    });
    bundle.onLoad({ filter: /./, namespace: "built-in" }, async ({ pluginData: { name, isRequired } }) => {
      const taken = `process.getBuiltinModule(${JSON.stringify(name)})`;
      if (isRequired) return { contents: `module.exports = ${taken};`, loader: "js" };
      if (name.endsWith("/promises"))
        return { contents: whenCalled(taken, await import(name)), loader: "js" };
      const members = Object.keys(await import(name)).filter((member) => member !== "default");
      const each = members.map((member) => `export const ${member} = /* @__PURE__ */ member("${member}");`);
      return {
        contents: `const all = /* @__PURE__ */ ${taken}; const member = (name) => all[name]; export default all;\n${each.join("\n")}`,
        loader: "js",
      };
    });
  },
};
