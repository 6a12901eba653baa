import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { StateFileError } from "../../../../src/sandbox/persistence/state-file.ts";
import { lockState, type ProcessIdentity } from "../../../../src/sandbox/persistence/state-keeper.ts";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { folderOfTest } from "../../../temporary-folder.ts";

let file = "";
beforeEach(() => {
  file = join(folderOfTest(), "lab.json");
});

/** Processes by pid, with their start times. */
const processes = (pid: number, running: Readonly<Record<number, string>>): ProcessIdentity => ({
  pid,
  isRunning: (each) => running[each] !== undefined,
  startOf: async (each) => running[each],
});

const both = { 1: "boot/1", 2: "boot/2" };
const lockFile = () => readFileSync(`${file}.lock`, "utf8");

test("one sandbox locks the file until it releases it", async () => {
  const unlock = await lockState(file, processes(1, both));
  await expect(lockState(file, processes(2, both))).rejects.toThrow(
    new StateFileError(`the state file ${file} is in use by another sandbox (process 1)`, "inUse"),
  );
  unlock();
  const next = await lockState(file, processes(2, both));
  // A lock that another process has taken over is not removed.
  unlock();
  expect(JSON.parse(lockFile())).toEqual({ pid: 2, start: "boot/2" });
  next();
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test.each([
  ["that has ended", { 2: "boot/2" }],
  ["whose number was reused", { 1: "boot/9", 2: "boot/2" }],
])("a lock of a process %s is taken over", async (_, running) => {
  await lockState(file, processes(1, both));
  await lockState(file, processes(2, running));
  expect(JSON.parse(lockFile())).toEqual({ pid: 2, start: "boot/2" });
  expect(readdirSync(join(file, ".."))).toEqual(["lab.json.lock"]);
});

test("a signal ends the wait for a lock, and a start without leaving a lock", async () => {
  writeFileSync(`${file}.lock`, "");
  const stop = AbortSignal.abort(new Error("interrupted"));
  await expect(lockState(file, processes(1, both), stop)).rejects.toThrow("interrupted");
  rmSync(`${file}.lock`);
  const start = startSandbox({ stateFile: file, program: processes(1, both), signal: stop });
  await expect(start).rejects.toThrow("interrupted");
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test("without start times of processes, the pid alone decides", async () => {
  const silent = (pid: number, ...running: number[]): ProcessIdentity => ({
    pid,
    isRunning: (each) => running.includes(each),
    startOf: async () => undefined,
  });
  await lockState(file, silent(1, 1));
  await expect(lockState(file, silent(2, 1, 2))).rejects.toThrow("(process 1)");
  await lockState(file, silent(2, 2));
});

test("a damaged lock is taken over after a moment", async () => {
  const texts = ["", "null", "42", '{"pid":"1"}', "{"];
  const locks = texts.map(async (text, index) => {
    const path = `${file}-${index}`;
    writeFileSync(`${path}.lock`, text);
    await lockState(path, processes(2, both));
    return [text, JSON.parse(readFileSync(`${path}.lock`, "utf8"))];
  });
  expect(await Promise.all(locks)).toEqual(texts.map((text) => [text, { pid: 2, start: "boot/2" }]));
});

test("only one of many processes takes over an old lock", async () => {
  for (let round = 0; round < 20; round += 1) {
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: 999, start: `boot/${round}` }));
    const all = Object.fromEntries(Array.from({ length: 20 }, (_, pid) => [pid + 1, `boot/${pid + 1}`]));
    const tries = await Promise.allSettled(
      Object.keys(all).map((pid) => lockState(file, processes(Number(pid), all))),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test("a sandbox that cannot start releases the file, and one that cannot lock it says so", async () => {
  writeFileSync(file, "damaged");
  const program = processes(1, both);
  await expect(startSandbox({ stateFile: file, program })).rejects.toThrow("is damaged");
  expect(readdirSync(join(file, ".."))).toEqual(["lab.json"]);
  mkdirSync(`${file}.lock`);
  await expect(startSandbox({ stateFile: join(file, "below", "x"), program })).rejects.toThrow(
    "cannot be locked",
  );
});

test("a folder or a link to nothing in place of the lock file is refused after some time", async () => {
  mkdirSync(`${file}.lock`);
  symlinkSync("/nonexistent/lock", `${file}-link.lock`);
  const locks = [file, `${file}-link`].map((path) => lockState(path, processes(2, both)));
  const refused = expect.objectContaining({ message: expect.stringMatching(/lock .* cannot be removed/) });
  expect(await Promise.allSettled(locks)).toEqual(locks.map(() => ({ status: "rejected", reason: refused })));
});

test.skipIf(!existsSync("/proc/self"))("a folder that cannot be made is refused at once", async () => {
  for (const below of ["/proc/none/lab.json", "/proc/none/deeper/lab.json", "/dev/null/x/lab.json"])
    await expect(lockState(below, processes(2, both))).rejects.toThrow(/cannot be locked \(no/);
});
