const sea = require("node:sea");
const vm = require("node:vm");

/**
 * What bin/svc.js is to an installation, in the standalone executable: it runs the build that is in there, with the compiled
 * code that was put beside it.
 */
const definitions = new Map();
const loaded = new Map();

function runScript(name) {
  const source = Buffer.from(sea.getRawAsset(name)).latin1Slice();
  const cachedData = Buffer.from(sea.getRawAsset(`${name}.code`));
  new vm.Script(source, { filename: name, cachedData }).runInThisContext()(svc);
}

const svc = {
  scripts: {},
  define: (name, definition) => definitions.set(name, definition),
  load(name) {
    if (!loaded.has(name)) {
      if (!definitions.has(name)) runScript(svc.scripts[name] ?? name);
      loaded.set(name, definitions.get(name)());
    }
    return loaded.get(name);
  },
  importFile: async (name) => svc.load(name),
};

// Node repeats the executable where an installation has its launcher, and tells of the options that are in the executable.
process.argv[1] = "";
process.execArgv = [];
// Nothing is left to do then, and Node spares itself to take its heap apart.
process.once("beforeExit", () => process.exit());
runScript("start.js");
svc.load("main.js");
