import { readdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { statusesOfKind, statusValue } from "../../../catalogue/statuses.ts";
import type { Client } from "../../../client/http/call.ts";
import { failedMachine } from "../../../client/lifecycle/machine-view.ts";
import { attempt, Failure } from "../../../core/failure.ts";
import { homeFolder } from "../../../core/files.ts";
import { countOccurrences } from "../../../core/grouping.ts";
import { isGlob, matchesGlob } from "../../../core/text/glob.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { cutList } from "../../../core/text/word-lists.ts";
import { readTrustedFile } from "../../../core/trusted-file.ts";
import { nextCommand } from "../../invocation/globals.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { escapeLine } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { exitCodeOf, runChild } from "../../terminal/child.ts";
import { namedNodes, readSelection, type Selection, singleNameIn } from "../../values/selection.ts";
import type { SshOptions } from "../options.ts";
import {
  acceptsLogins,
  checkLoginOptions,
  chooseAddress,
  type NodeAddress,
  type ReachableMachine,
  readMachines,
  userOf,
} from "./reachable.ts";
import { cannotRun, maxListedMachines, runOnMany, type SshRun } from "./ssh-many.ts";

/** Without a limit, ssh waits for minutes for an address that drops packets. */
const connectTimeoutSeconds = 10;

type SshInvocation = Invocation<
  SshOptions & { readonly "ssh-option"?: readonly (readonly [string, string])[] },
  { readonly system_id: readonly string[] }
>;

export async function runSsh(invocation: SshInvocation): Promise<void> {
  const { options, rest, context, messages } = invocation;
  const words = invocation.arguments.system_id;
  checkLoginOptions(options);
  const selection = await readSelection(words, invocation);
  const isSingle = singleNameIn(words, selection) !== undefined;
  if (!isSingle && rest.length === 0)
    throw new Failure("usage", "several machines need a command", {
      hint: "put it after --: svc machines ssh web-[01-20] -- uptime",
    });
  const client = await invocation.connect();
  const machines = await findMachines(client, selection);
  if (options.force !== true) requireLoginStatus(machines, invocation);
  const nameOf = uniqueNames(machines);
  const typedConfig = (options["ssh-option"] ?? []).map(([name, value]) => `${name}=${value}`);
  const setsConnectTimeout = [...typedConfig, ...rest].some((word) =>
    /^(?:-o)?ConnectTimeout\b|^-F/i.test(word),
  );
  const runs = machines.map((machine): SshRun => {
    const { ip: address } = addressFor(machine, options);
    const user = userOf(machine, options);
    const hasTimeout = setsConnectTimeout || configuresConnectTimeout(address, homeFolder(context.env));
    // ssh uses the first of repeated options, so the user's come before svc's.
    const config = [
      ...typedConfig,
      ...(isSingle ? [] : ["BatchMode=yes"]),
      ...(hasTimeout ? [] : [`ConnectTimeout=${connectTimeoutSeconds}`]),
    ];
    const words = sshArguments(address, user, config, invocation);
    return { name: nameOf(machine), machine, address, user, words };
  });
  if (options["dry-run"] === true) {
    const lines = runs.map(({ words }) => `${["ssh", ...words].map(shellWord).join(" ")}\n`);
    return await writeWhole(context.stdout, lines.join(""));
  }
  for (const { name, machine } of runs)
    if (machine.view.powerState === "off") messages.warn(`according to the service, ${name} is powered off`);
  const [onlyRun] = runs;
  if (isSingle && onlyRun !== undefined) await runOnTerminal(onlyRun, invocation);
  else await runOnMany(runs, invocation);
}

async function findMachines(client: Client, selection: Selection): Promise<readonly ReachableMachine[]> {
  if (selection.kind === "filters")
    return await readMachines(client, selection.filters, { loginsOnly: false });
  const views = await namedNodes(selection, "machine", client);
  if (views.length === 0) return [];
  const machines = await readMachines(
    client,
    { parameters: { id: views.map(({ systemId }) => systemId) }, conditions: [] },
    { loginsOnly: false },
  );
  const byId = new Map(machines.map((machine) => [machine.view.systemId, machine]));
  return views.map(({ systemId, hostname }) => {
    const machine = byId.get(systemId);
    if (machine === undefined) throw new Failure("notFound", `'${hostname}' no longer exists`);
    return machine;
  });
}

function uniqueNames(machines: readonly ReachableMachine[]): (machine: ReachableMachine) => string {
  const counts = countOccurrences(machines.flatMap(({ view, fqdn }) => [...new Set([view.hostname, fqdn])]));
  return ({ view, fqdn }) =>
    escapeLine(
      [view.hostname, fqdn].find((name) => name !== undefined && counts.get(name) === 1) ?? view.systemId,
    );
}

function addressFor({ view, addresses }: ReachableMachine, options: SshOptions): NodeAddress {
  const address = chooseAddress(addresses, options);
  if (address !== undefined) return address;
  const familyText = options.family === undefined ? "" : options.family === "ipv4" ? "IPv4 " : "IPv6 ";
  const selectorText = options.address === undefined ? "" : ` at '${options.address}'`;
  throw new Failure(
    addresses.length === 0 ? "conflict" : "notFound",
    `${view.hostname} has no ${familyText}address${selectorText} to connect to`,
    {
      lines: addresses.map(({ ip, interfaceName, subnetName }) =>
        [ip, interfaceName, subnetName].filter((part) => part !== undefined).join("  "),
      ),
      machines: [failedMachine(view)],
      hint:
        addresses.length === 0
          ? `svc machines describe ${shellWord(view.hostname)}`
          : "omit --address and --family",
    },
  );
}

function requireLoginStatus(machines: readonly ReachableMachine[], invocation: Invocation): void {
  const refusedMachines = machines.filter((machine) => !acceptsLogins(machine));
  const [first] = refusedMachines;
  if (first === undefined) return;
  const details = { machines: refusedMachines.map(({ view }) => failedMachine(view)) };
  if (machines.length === 1)
    throw new Failure(
      "conflict",
      `${first.view.hostname} is ${first.view.statusName}: only deployed machines and those in rescue mode accept logins`,
      { ...details, hint: `${nextStep(first, invocation)}; --force connects anyway` },
    );
  throw new Failure(
    "conflict",
    `${refusedMachines.length} of ${machines.length} machines do not accept logins`,
    {
      ...details,
      lines: cutList(
        refusedMachines.map(({ view }) => `${view.hostname}: ${view.statusName}`),
        maxListedMachines,
      ),
      hint: "--where status=deployed selects machines that accept logins; --force connects to all",
    },
  );
}

/** The command after which the machine may accept logins, or that shows why it does not. */
function nextStep({ view }: ReachableMachine, invocation: Invocation): string {
  const status = statusValue(view.status);
  const command = (...words: readonly string[]) =>
    nextCommand(["machines", words[0] ?? "", view.systemId, ...words.slice(1)], invocation);
  if (status === "deploying") return command("wait", "--for", "deployed");
  if (status === "entering_rescue_mode") return command("wait", "--for", "rescue_mode");
  if (status === "ready" || status === "allocated") return command("deploy", "--wait");
  const isUnhealthy = statusesOfKind("failure", "unhealthy").some((each) => each === status);
  return isUnhealthy ? command("why") : command("describe");
}

/** ssh's exit code for its own errors, also after a signal. */
const sshErrorCode = 255;

/** Ctrl-C reaches ssh directly; svc waits. Throws a `Failure` with ssh's exit code, or 128 plus the signal number. */
async function runOnTerminal(run: SshRun, { context }: Invocation): Promise<void> {
  let receivedSignal: NodeJS.Signals | undefined;
  const exitCode = await runChild("ssh", run.words, context, {
    env: { ...context.env },
    onStart: () => (signal) => {
      receivedSignal = signal;
    },
  }).catch((error: NodeJS.ErrnoException) => {
    throw cannotRun(error, run);
  });
  const code =
    exitCode === sshErrorCode && receivedSignal !== undefined ? exitCodeOf(null, receivedSignal) : exitCode;
  if (code !== 0) throw new Failure("other", `ssh ended with ${code}`, { exitCode: code, isReported: true });
}

/** `config` has values of ssh's `-o`, such as `ConnectTimeout=5`; `rest` further ssh options, then the command. */
export const sshArguments = (
  address: string,
  user: string | undefined,
  config: readonly string[],
  { options: { jump, identity = [], port }, rest }: Pick<SshInvocation, "options" | "rest">,
): readonly string[] => [
  ...config.flatMap((option) => ["-o", option]),
  ...(jump === undefined ? [] : ["-J", jump]),
  ...identity.flatMap((file) => ["-i", file]),
  ...(port === undefined ? [] : ["-p", String(port)]),
  ...(user === undefined ? [] : ["-l", user]),
  address,
  ...rest,
];

const maxConfigBytes = 1024 * 1024;

/** The limit of ssh itself. */
const maxIncludeDepth = 16;

const systemFolder = "/etc/ssh";

/** Does not run `ssh -G`, which may run commands. Treats every `Match` as matching. */
export function configuresConnectTimeout(address: string, home: string | undefined): boolean {
  const userFolder = home === undefined ? undefined : join(home, ".ssh");
  return [userFolder, systemFolder].some((folder) => {
    const file = folder === userFolder ? "config" : "ssh_config";
    return folder !== undefined && setsTimeout(join(folder, file), { address, folder, home }, 0);
  });
}

interface ConfigContext {
  readonly address: string;
  readonly folder: string;
  readonly home: string | undefined;
}

function setsTimeout(path: string, context: ConfigContext, depth: number): boolean {
  const text = readTrustedFile(path, maxConfigBytes)?.text;
  if (text === undefined || depth > maxIncludeDepth) return false;
  let applies = true;
  for (const line of text.split("\n")) {
    const [, keyword = "", value = ""] = /^(\w+)(?:\s*=\s*|\s+)(.*)$/.exec(line.trim()) ?? [];
    const words = value.replaceAll('"', "").split(/\s+/);
    const name = keyword.toLowerCase();
    if (name === "host") applies = matchesHost(words, context.address);
    else if (name === "match") applies = true;
    else if (applies && name === "connecttimeout") return true;
    else if (applies && name === "include") {
      const files = words.flatMap((word) => includedFiles(word, context));
      if (files.some((file) => setsTimeout(file, context, depth + 1))) return true;
    }
  }
  return false;
}

const matchesHost = (patterns: readonly string[], address: string): boolean =>
  patterns.some((pattern) => matchesGlob(pattern, address)) &&
  !patterns.some((pattern) => pattern.startsWith("!") && matchesGlob(pattern.slice(1), address));

/** Expands patterns only in the last part of a path. */
function includedFiles(word: string, { folder, home = "" }: ConfigContext): readonly string[] {
  const expandedWord = word.replace(/^~(?=\/)/, home);
  const path = isAbsolute(expandedWord) ? expandedWord : join(folder, expandedWord);
  if (!isGlob(path)) return [path];
  const names = attempt(() => readdirSync(dirname(path))) ?? [];
  return names.filter((name) => matchesGlob(basename(path), name)).map((name) => join(dirname(path), name));
}
