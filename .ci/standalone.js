const { Writable } = require("node:stream");
const { startupSnapshot } = require("node:v8");

/**
 * The program of the standalone executable, in place of bin/svc.js. It runs once, while the executable is made, and ends in a
 * snapshot of its memory: each run of the executable starts with that, and with `start`. The build puts `runScripts` before it,
 * which runs the scripts of the build with a `process` and with `svc`, by which they define modules.
 */
const real = process;

/** The command that runs before the snapshot, so that its functions are compiled. Each function makes all runs a little slower. */
const training = "machines get web-01 -o json";

/** Modules that see a `process`, none of them evaluated yet. */
function createModules(itsProcess) {
  const definitions = new Map();
  const loaded = new Map();
  const svc = {
    scripts: {},
    define: (name, definition) => definitions.set(name, definition),
    load(name) {
      if (!loaded.has(name)) {
        if (!definitions.has(name)) runAsset(name, svc);
        loaded.set(name, definitions.get(name)());
      }
      return loaded.get(name);
    },
    importFile: async (name) => svc.load(name),
  };
  // The build puts it before this.
  runScripts(itsProcess, svc);
  return { svc, loaded };
}

/** Runs one of the scripts that lie in the executable as they are. */
function runAsset(name, svc) {
  const source = Buffer.from(real.getBuiltinModule("node:sea").getRawAsset(name)).latin1Slice();
  new (real.getBuiltinModule("node:vm").Script)(source, { filename: name }).runInThisContext()(svc);
}

/** A process with some members of its own; the others are those of the real one. */
const standIn = (members) =>
  Object.create(
    real,
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { value, writable: true }])),
  );

/**
 * Does something, and cancels all timers that it has set. Node keeps the list of a cancelled timer that was unreferenced, and the time
 * when the next timer ends. A process that starts with either does not set a timer that ends later: its first one would never
 * fire. So all timers here are referenced ones, and one fires at the end.
 */
async function withoutTimers(work) {
  const timers = [];
  const kept = { setTimeout, setInterval };
  for (const [name, set] of Object.entries(kept))
    globalThis[name] = (...values) => {
      const timer = set(...values);
      timers.push(timer);
      return Object.assign(timer, { unref: () => timer });
    };
  try {
    return await work();
  } finally {
    Object.assign(globalThis, kept);
    for (const timer of timers) clearTimeout(timer);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Runs a command line against the service of the environment, and gives the modules that it loaded. */
async function train(words) {
  const said = [];
  const atExit = [];
  const output = (fd) => {
    const write = (chunk, _encoding, done) => {
      said.push(chunk);
      done();
    };
    return Object.assign(new Writable({ write }), { fd });
  };
  const listen = (event, listener) => {
    if (event === "exit") atExit.push(listener);
  };
  const { SVC_URL, SVC_API_KEY, HOME } = real.env;
  const itsProcess = standIn({
    argv: ["", "", ...words],
    env: { SVC_URL, SVC_API_KEY, HOME },
    stdout: output(1),
    stderr: output(2),
    exitCode: undefined,
    on: listen,
    once: listen,
    off: () => undefined,
  });
  const { svc, loaded } = createModules(itsProcess);
  await svc.load("main.js");
  for (const listener of atExit) listener();
  if (itsProcess.exitCode !== 0) throw new Error(`svc ${words.join(" ")}: ${Buffer.concat(said)}`);
  return [...loaded.keys()];
}

/** What modules may ask of the process while they are evaluated: what is the same in each run of one executable. */
const lasting = new Set(["versions", "platform"]);

/** Modules of Node that tell of the machine: their functions are not called while modules are evaluated. */
const ofTheMachine = new Set(["node:child_process", "node:crypto", "node:dns", "node:fs", "node:os"]);

const refuse = (name) => {
  throw new Error(`a module asks for ${name} when it is evaluated: the answer would be that of the build`);
};

const withoutCalls = (module, name) =>
  new Proxy(module, {
    get: (_, member) => {
      const value = module[member];
      return typeof value === "function" ? () => refuse(`${name}.${String(member)}()`) : value;
    },
  });

/** A process that tells nothing of this run. */
const timeless = new Proxy(real, {
  get(_, name) {
    if (name === "getBuiltinModule")
      return (id) => {
        const module = real.getBuiltinModule(id);
        return ofTheMachine.has(id) ? withoutCalls(module, id) : module;
      };
    return lasting.has(name) ? real[name] : refuse(`process.${String(name)}`);
  },
});

/** Calls something that may ask neither for the time nor for random numbers; throws where it does. */
function withoutTime(work) {
  const { Date: itsDate } = globalThis;
  const { random } = Math;
  globalThis.Date = new Proxy(itsDate, {
    get: (_, name) => (name === "now" ? refuse("Date.now") : itsDate[name]),
    construct: (_, values) => (values.length === 0 ? refuse("new Date") : new itsDate(...values)),
  });
  Math.random = () => refuse("Math.random");
  try {
    work();
  } finally {
    globalThis.Date = itsDate;
    Math.random = random;
  }
}

/** Evaluates modules but the entry, which asks the process. */
function evaluate(names, itsProcess) {
  const { svc } = createModules(itsProcess);
  for (const name of names) if (name !== "main.js") svc.load(name);
  return svc;
}

function start(svc) {
  // Node repeats the executable where an installation has its launcher, and tells of the options that are in the executable.
  real.argv[1] = "";
  real.execArgv = [];
  // Nothing is left to do then, and Node spares itself to take its heap apart.
  real.once("beforeExit", () => real.exit());
  svc.load("main.js");
}

async function build() {
  const names = await withoutTimers(() => train(training.split(" ")));
  withoutTime(() => evaluate(names, timeless));
  startupSnapshot.setDeserializeMainFunction(start, evaluate(names, real));
}

build().catch((error) => {
  console.error(error);
  real.exit(1);
});
