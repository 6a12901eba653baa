import { join } from "node:path";
import { leftOut } from "./left-out.mjs";

const root = join(import.meta.dirname, "..");

/**
 * Puts what svc needs less of in the place of modules of packages. What is imported of undici's modules is taken as it is:
 * an import of a CommonJS module makes a getter for each of its members.
 */
export const leaner = {
  name: "leaner",
  setup(bundle) {
    bundle.onResolve({ filter: /./ }, ({ path, importer }) => {
      const index = leftOut.findIndex((part) => part.path === path && importer.includes(part.by));
      return index < 0 ? undefined : { path: String(index), namespace: "left-out" };
    });
    bundle.onLoad({ filter: /./, namespace: "left-out" }, ({ path }) => ({
      contents: leftOut[Number(path)].contents,
      resolveDir: root,
      loader: "js",
    }));
    bundle.onResolve({ filter: /^undici\/lib\// }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "as-it-is" } : undefined,
    );
    bundle.onLoad({ filter: /./, namespace: "as-it-is" }, ({ path }) => ({
      contents: `export default require(${JSON.stringify(path)});`,
      resolveDir: root,
      loader: "js",
    }));
  },
};
