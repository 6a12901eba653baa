import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";

/** A sandbox with 1,000 ready machines and a clock in which a deployment takes two seconds. */
export const fleetOptions = ["--machines", "2400", "--speed", "3"];

const machines = 1000;
const idsPerRequest = 50;

/**
 * Deploys and releases 1,000 machines with `--wait`, in one command each. Reports peak memory and the number
 * of requests, as a ratio to the minimum: one for each changed machine and one per poll for every fifty
 * watched machines. Runs inside `svc sandbox exec` behind a proxy that counts the requests.
 */
export async function benchFleet(launcher) {
  const counter = await countingProxy(process.env.SVC_URL);
  let names = "";
  for (const [name, words] of [
    ["deploy 1,000 machines --wait", ["machines", "deploy", "--where", "status=ready"]],
    ["release 1,000 machines --wait", ["machines", "release", "-", "--yes"]],
  ]) {
    counter.reset();
    const { stdout, stderr, code, peakMiB, seconds } = await run(
      [launcher, ...words, "--wait", "-o", "name", "--progress", "json"],
      { ...process.env, SVC_URL: counter.url },
      names,
    );
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${stderr.slice(-500)}`);
    names = stdout;
    const polls = stderr.split("\n").filter((line) => line.includes('"event":"tick"')).length + 1;
    const expected = machines + (polls + 1) * (machines / idsPerRequest);
    const ratio = (counter.count() / expected).toFixed(2);
    console.log(
      `${name.padEnd(34)} ${String(counter.count()).padStart(8)} requests ${ratio.padStart(6)} x  (goal 1; ${polls} polls, goal 3; ` +
        `${peakMiB === undefined ? "memory not told" : `${Math.round(peakMiB)} MiB at most, goal 113`}, ${seconds.toFixed(1)} s)`,
    );
  }
  counter.close();
}

/** A proxy in front of `target` that counts requests. */
export async function countingProxy(target) {
  const { origin, pathname, hostname, port } = new URL(target);
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    count++;
    const { method, url, headers } = incoming;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `${origin.replace(/:\d+$/, "")}:${server.address().port}${pathname}`,
    count: () => count,
    reset: () => {
      count = 0;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Runs a command and reads its peak memory from /proc. */
function run(words, env, input) {
  return new Promise((settle, fail) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, words, { env, stdio: ["pipe", "pipe", "pipe"] });
    const said = { stdout: "", stderr: "" };
    let peakMiB;
    const watch = setInterval(() => {
      try {
        const [, kib] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
        if (kib !== undefined) peakMiB = Number(kib) / 1024;
      } catch {
        // Without /proc, the memory is not reported.
      }
    }, 50);
    for (const name of ["stdout", "stderr"])
      child[name].setEncoding("utf8").on("data", (chunk) => {
        said[name] += chunk;
      });
    child.on("error", fail);
    child.on("close", (code) => {
      clearInterval(watch);
      settle({ ...said, code, peakMiB, seconds: (performance.now() - startedAt) / 1000 });
    });
    child.stdin.end(input);
  });
}
