import { serviceOptions } from "../../catalogue/commands/options.ts";
import { countOption, fileOption, option, rowOptions } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { faultNotes, printKeyOption } from "./options.ts";

const refusedGlobals = [...serviceOptions, "show-secrets"] as const;

const statusShape: Shape = {
  identity: "url",
  columns: [
    { header: "URL", path: "url", rank: "key" },
    { header: "PROCESS", path: "pid" },
    { header: "STARTED", path: "started" },
    { header: "MACHINES", path: "machine_count" },
    { header: "FAULTS", path: "faults" },
    { header: "ANSWERS", path: "answers" },
    { header: "STATE", path: "state_file" },
    { header: "LOG", path: "log" },
    { header: "TIME", path: "time", wide: true },
    { header: "SEED", path: "seed", wide: true },
    { header: "EVENTS", path: "events", wide: true },
  ],
};

export const sandboxStatus = command({
  refusedGlobals,
  command: ["sandbox", "status"],
  summary: "Show the running sandbox",
  options: [
    printKeyOption,
    option("user", "print the key of this user instead", { value: "name", needs: ["print-key"] }),
  ],
  notes: [
    "A sandbox starts with the users admin, bob and carol; --user also takes users that were created later.",
    "Exit code 0 if a sandbox is running, 3 if not, 11 if it does not answer.",
  ],
  shape: statusShape,
  run: async (invocation) => {
    const { readStatus, requireRunning } = await import("./sandbox/running.ts");
    if (invocation.options["print-key"] !== true) return await readStatus(invocation);
    await requireRunning(invocation);
    const { printKey } = await import("./sandbox/folder.ts");
    return await printKey(invocation, { user: invocation.options.user });
  },
});

export const stopSandbox = command({
  command: ["sandbox", "stop"],
  summary: "Stop the running sandbox and wait until it has ended",
  notes: ["Does nothing if no sandbox is running; files left by a killed one are removed."],
  refusedGlobals: [...serviceOptions, ...rowOptions],
  run: async (invocation) => (await import("./sandbox/running.ts")).endSandbox(invocation),
});

export const resetSandbox = command({
  refusedGlobals,
  command: ["sandbox", "reset"],
  summary: "Reset the running sandbox to its seed",
  notes: [
    "Everything returns to the state of the first start, including faults; address and keys do not change.",
  ],
  shape: statusShape,
  run: async (invocation) => (await import("./sandbox/running.ts")).changeState("reset", [], invocation),
});

const pointArgument = { name: "name", help: "name of the saved point", required: true } as const;

export const savePoint = command({
  refusedGlobals,
  command: ["sandbox", "save"],
  summary: "Save the running sandbox under a name",
  arguments: [pointArgument],
  options: [fileOption("file", "also write everything to this file, for --state")],
  notes: [
    "A saved point contains everything: the objects of the service, work in progress, simulated time, faults and answer style. It replaces an earlier one of the same name.",
    "A sandbox keeps at most 16 saved points, with at most 25,000 machines and devices in total. They are lost when it ends, unless --state keeps them.",
    "With --file everything, including saved points and keys, is also written to a file for svc sandbox start --state, here or on another computer.",
    "Other programs send POST /_sandbox/save with the name as text.",
  ],
  example: "svc sandbox save clean",
  shape: statusShape,
  run: async (invocation) => {
    const { changeState, writeState } = await import("./sandbox/running.ts");
    const status = await changeState("save", [invocation.arguments.name], invocation);
    const { file } = invocation.options;
    if (file !== undefined) await writeState(file, invocation);
    return status;
  },
});

export const restorePoint = command({
  refusedGlobals,
  command: ["sandbox", "restore"],
  summary: "Return the running sandbox to a saved point",
  arguments: [pointArgument],
  notes: [
    "Everything is as it was when the point was saved, including keys and event numbers; simulated time goes back, and work that was in progress continues. What happened since is lost. Nonces that were used stay refused.",
    "Other programs send POST /_sandbox/restore with the name as text, between two tests for example.",
  ],
  example: "svc sandbox restore clean",
  shape: statusShape,
  run: async (invocation) =>
    (await import("./sandbox/running.ts")).changeState("restore", [invocation.arguments.name], invocation),
});

const pointShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "MACHINES", path: "machine_count" },
    { header: "TIME", path: "time" },
  ],
};

export const savedPoints = command({
  refusedGlobals,
  command: ["sandbox", "saved"],
  summary: "List or delete saved points of the running sandbox",
  arguments: [
    { name: "action", help: "list or delete; list when omitted", choices: ["list", "delete"] },
    { name: "name", help: "names of saved points to delete", variadic: true },
  ],
  example: "svc sandbox saved delete clean",
  shape: pointShape,
  run: async (invocation) => {
    const { changeSavedPoints } = await import("./sandbox/running.ts");
    const { action = "list", name } = invocation.arguments;
    return await changeSavedPoints(action, name, invocation);
  },
});

export const exitCodeOption = option("exit-code", "exit with 14 if something has changed");

export const changeShape: Shape = {
  identity: "name",
  // The sandbox has already masked secrets.
  sensitive: false,
  columns: [
    { header: "ACTION", path: "action", rank: "key" },
    { header: "KIND", path: "kind" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "WHAT", path: "what", rank: "text" },
    { header: "ID", path: "id", wide: true },
    { header: "USER", path: "user", wide: true },
  ],
};

export const sandboxChanges = command({
  command: ["sandbox", "changes"],
  summary: "Show what has changed since the copy was made",
  options: [exitCodeOption],
  notes: [
    "ACTION is created, changed, deleted or refused. WHAT shows the statuses that a machine went through, the changed fields with their values before and after, or why a request was refused. Secrets are masked.",
    "This command works only in a sandbox that was started with --from or --seed-file. svc sandbox reset starts over.",
  ],
  refusedGlobals,
  example: "svc sandbox changes",
  shape: changeShape,
  run: async (invocation) => {
    const { printChanges, readChanges } = await import("./sandbox/copy.ts");
    await printChanges(invocation, await readChanges(invocation), changeShape);
  },
});

const requestShape: Shape = {
  identity: "path",
  listName: "requests",
  columns: [
    { header: "TIME", path: "time" },
    { header: "USER", path: "user" },
    { header: "METHOD", path: "method", rank: "key" },
    { header: "PATH", path: "path", rank: "key" },
    { header: "SENT", path: "sent", rank: "text" },
    { header: "UNREAD", path: "unread", rank: "text" },
    { header: "STATUS", path: "status", rank: "key" },
    { header: "ANSWER", path: "answer.body", rank: "text", wide: true },
    { header: "OPERATION", path: "operation", wide: true },
    { header: "TYPE", path: "content_type", wide: true },
    { header: "MS", path: "took_ms", wide: true },
  ],
};

export const sandboxRequests = command({
  refusedGlobals,
  command: ["sandbox", "requests"],
  summary: "Show the last requests of the running sandbox",
  options: [countOption("last", "number of requests, up to 200", { min: 1, max: 200, default: "20" })],
  notes: [
    "UNREAD lists fields that were sent but that the operation does not read, such as a misspelt name; live services silently ignore them. If a body could not be parsed, SENT shows its beginning.",
    "Oldest first; -o wide adds the answers, and -o json has all fields. Secrets are masked, and texts longer than 4,096 characters are cut. svc sandbox start --record and svc sandbox exec --record write the same to a file, one line of JSON per request.",
  ],
  example: "svc sandbox requests --last 5 -o wide",
  shape: requestShape,
  run: async (invocation) =>
    (await import("./sandbox/running.ts")).readLastRequests(invocation, invocation.options.last ?? 20),
});

const faultShape: Shape = {
  identity: "fault",
  columns: [
    { header: "FAULT", path: "fault", rank: "text" },
    { header: "STRUCK", path: "struck" },
  ],
};

export const sandboxFaults = command({
  refusedGlobals,
  command: ["sandbox", "faults"],
  summary: "List, add, set or clear faults while the sandbox runs",
  arguments: [
    {
      name: "action",
      help: "list, add, set or clear; list when omitted",
      choices: ["list", "add", "set", "clear"],
    },
    {
      name: "fault",
      help: "faults to add or set; for clear, faults or their kinds (default: all)",
      variadic: true,
    },
  ],
  notes: [
    "STRUCK counts the requests or machines that a fault has affected; set replaces all faults, and starts counting again.",
    ...faultNotes,
  ],
  example: "svc sandbox faults add errors=1,on=machine.deploy,next=2",
  shape: faultShape,
  run: async (invocation) => {
    const { changeFaults } = await import("./sandbox/running.ts");
    const { action = "list", fault } = invocation.arguments;
    return await changeFaults(action, fault, invocation);
  },
});

const clockShape: Shape = {
  identity: "time",
  columns: [
    { header: "TIME", path: "time" },
    { header: "SPEED", path: "speed" },
    { header: "PAUSED", path: "paused" },
    { header: "INSTANT", path: "instant" },
  ],
};

export const sandboxClock = command({
  refusedGlobals,
  command: ["sandbox", "clock"],
  summary: "Show, advance, pause or speed up the clock of the running sandbox",
  arguments: [
    {
      name: "action",
      help: "show, advance, pause, resume or speed; show when omitted",
      choices: ["show", "advance", "pause", "resume", "speed"],
    },
    { name: "value", help: "a duration for advance (90s, 10m, 1h30m), a factor for speed" },
  ],
  notes: [
    "'advance' immediately runs everything that is due in that time: machines finish their work, and unresponsive ones time out.",
    "A paused clock moves only with 'advance' until it is resumed, even with --instant, so a script can look at each state. A reset restores the initial speed.",
  ],
  example: "svc sandbox clock advance 10m",
  shape: clockShape,
  run: async (invocation) => {
    const { controlSandbox } = await import("./sandbox/control.ts");
    const { action = "show", value } = invocation.arguments;
    if (action === "show" && value === undefined) return await controlSandbox(invocation, "GET", "clock");
    const instruction = value === undefined ? action : `${action} ${value}`;
    return await controlSandbox(invocation, "POST", "clock", { lines: [instruction] });
  },
});
