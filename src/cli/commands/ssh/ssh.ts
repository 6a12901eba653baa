import { constants } from "node:os";
import { statuses } from "../../../catalogue/statuses.ts";
import type { Client } from "../../../client/http/call.ts";
import { failedMachine, valueOfStatus } from "../../../client/lifecycle/machine-view.ts";
import { Failure } from "../../../core/failure.ts";
import { homeFolder } from "../../../core/files.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { cutList } from "../../../core/text/word-lists.ts";
import { nextCommand } from "../../invocation/globals.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { escapeLine } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { namedNodes, readSelection, type Selection, singleNameIn } from "../../selection/selection.ts";
import { type AddressPreference, chooseAddress, type NodeAddress } from "../../ssh/addresses.ts";
import { configuresConnectTimeout } from "../../ssh/connect-timeout.ts";
import { acceptsLogins, type ReachableMachine, userOf } from "../../ssh/machine.ts";
import { sshArguments } from "../../ssh/ssh-arguments.ts";
import { runChild } from "../../terminal/child.ts";
import { readMachines, readPreferences } from "./fleet.ts";
import type { SshOptions } from "./options.ts";
import { cannotRun, firstSignalCode, maxListed, runOnMany, type SshRun } from "./ssh-many.ts";

/** Without a limit, ssh waits for minutes for an address that drops packets. */
const connectTimeoutSeconds = 10;

type SshInvocation = Invocation<
  SshOptions & { readonly "ssh-option"?: readonly (readonly [string, string])[] },
  { readonly system_id: readonly string[] }
>;

export async function runSsh(invocation: SshInvocation): Promise<void> {
  const { options, rest, context, messages } = invocation;
  const words = invocation.arguments.system_id;
  const preferences = readPreferences(options);
  const selection = await readSelection(words, invocation);
  const isSingle = singleNameIn(words, selection) !== undefined;
  if (!isSingle && rest.length === 0)
    throw new Failure("usage", "several machines need a command", {
      hint: "put it after --: svc machines ssh web-[01-20] -- uptime",
    });
  const client = await invocation.connect();
  const machines = await findMachines(client, selection);
  if (options.force !== true) requireLogins(machines, invocation);
  const nameOf = namesOf(machines);
  const sshOptions = (options["ssh-option"] ?? []).map(([name, value]) => `${name}=${value}`);
  const setsConnectTimeout = [...sshOptions, ...rest].some((word) =>
    /^(?:-o)?ConnectTimeout\b|^-F/i.test(word),
  );
  const runs = machines.map((machine): SshRun => {
    const { ip: address } = addressFor(machine, preferences);
    const user = preferences.user ?? userOf(machine);
    return {
      name: nameOf(machine),
      machine,
      address,
      user,
      words: sshArguments({
        address,
        user,
        port: options.port,
        jump: options.jump,
        identityFiles: options.identity ?? [],
        options: sshOptions,
        isBatch: !isSingle,
        connectTimeout:
          setsConnectTimeout || configuresConnectTimeout(address, homeFolder(context.env))
            ? undefined
            : connectTimeoutSeconds,
        rest,
      }),
    };
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
  if (selection.kind === "filters") return await readMachines(client, selection.filters, false);
  const views = await namedNodes(selection, "machine", client);
  if (views.length === 0) return [];
  const machines = await readMachines(
    client,
    { parameters: { id: views.map(({ systemId }) => systemId) }, conditions: [] },
    false,
  );
  const byId = new Map(machines.map((machine) => [machine.view.systemId, machine]));
  return views.map(({ systemId, hostname }) => {
    const machine = byId.get(systemId);
    if (machine === undefined) throw new Failure("notFound", `'${hostname}' no longer exists`);
    return machine;
  });
}

function namesOf(machines: readonly ReachableMachine[]): (machine: ReachableMachine) => string {
  const counts = new Map<string, number>();
  for (const { view, fqdn } of machines)
    for (const name of new Set([view.hostname, fqdn ?? ""])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ view, fqdn }) =>
    escapeLine(
      [view.hostname, fqdn].find((name) => name !== undefined && counts.get(name) === 1) ?? view.systemId,
    );
}

function addressFor({ view, addresses }: ReachableMachine, preferences: AddressPreference): NodeAddress {
  const address = chooseAddress(addresses, preferences);
  if (address !== undefined) return address;
  const familyText =
    preferences.family === undefined ? "" : preferences.family === "ipv4" ? "IPv4 " : "IPv6 ";
  const place = preferences.place === undefined ? "" : ` at '${preferences.place}'`;
  throw new Failure(
    addresses.length === 0 ? "conflict" : "notFound",
    `${view.hostname} has no ${familyText}address${place} to connect to`,
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

function requireLogins(machines: readonly ReachableMachine[], invocation: Invocation): void {
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
        maxListed,
      ),
      hint: "--where status=deployed selects machines that do; --force connects to the others too",
    },
  );
}

/** The command after which the machine may accept logins, or that shows why it does not. */
function nextStep({ view }: ReachableMachine, invocation: Invocation): string {
  const status = valueOfStatus(view.status);
  const command = (...words: readonly string[]) =>
    nextCommand(["machines", words[0] ?? "", view.systemId, ...words.slice(1)], invocation);
  if (status === "deploying") return command("wait", "--for", "deployed");
  if (status === "entering_rescue_mode") return command("wait", "--for", "rescue_mode");
  if (status === "ready" || status === "allocated") return command("deploy", "--wait");
  const isUnhealthy = status !== undefined && ["failure", "unhealthy"].includes(statuses[status].kind);
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
  const codeAfterSignal =
    receivedSignal === undefined ? exitCode : firstSignalCode + constants.signals[receivedSignal];
  const code = exitCode === sshErrorCode ? codeAfterSignal : exitCode;
  if (code !== 0) throw new Failure("other", `ssh ended with ${code}`, { exitCode: code, reported: true });
}
