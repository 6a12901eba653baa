import { consoles } from "../../../catalogue/consoles.ts";
import { group } from "../../../catalogue/groups/machines.ts";
import type { Client } from "../../../client/http/call.ts";
import { textOf } from "../../../client/lifecycle/machine-view.ts";
import { resolveNode } from "../../../client/names/resolve.ts";
import { Failure, systemErrorText } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { maskByForm } from "../../../core/secrets/text.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { oneLine } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { runChild } from "../../terminal/child.ts";

type PowerParameters = Readonly<Record<string, unknown>>;

/** Returns the command, or the address of a web page instead. Throws a conflict `Failure` if there is neither. */
export function consoleOf(hostname: string, powerType: string, parameters: PowerParameters) {
  const consoleSpec = Object.hasOwn(consoles, powerType) ? consoles[powerType] : undefined;
  if (consoleSpec === undefined) {
    const reason =
      powerType === "" ? "it has no power type" : `its power type is ${oneLine(powerType)}, which has none`;
    throw new Failure("conflict", `${hostname} has no console: ${reason}`, {
      hint: `power types with a console: ${Object.keys(consoles).join(", ")}`,
    });
  }
  const parameterText = (name: string): string | undefined => {
    const value = parameters[name];
    return typeof value === "number" ? String(value) : textOf(value);
  };
  const fillIn = (word: string, forms: Readonly<Record<string, RegExp>> = {}): string =>
    word.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = parameterText(name);
      if (value === undefined)
        throw new Failure("conflict", `${hostname} has no power parameter ${name}`, {
          hint: `svc machines update ${shellWord(hostname)} --power-parameters ${name}=VALUE`,
        });
      if (!(forms[name] ?? plainWord).test(value))
        throw new Failure("conflict", `${hostname}: ${name} has an unexpected format`, {
          lines: [maskByForm(oneLine(value))],
        });
      return value;
    });
  if ("page" in consoleSpec) return pageAddress(fillIn(consoleSpec.page, { power_address: pageForm }));
  const { forms, optional = [], secrets = {} } = consoleSpec;
  const usedOptions = optional.filter(({ parameter }) => parameterText(parameter) !== undefined);
  const words = [
    ...consoleSpec.words,
    ...usedOptions.flatMap((each) => each.words),
    ...consoleSpec.lastWords,
  ];
  const env = Object.entries(secrets).flatMap(([variable, name]) => {
    const value = parameterText(name);
    return value === undefined ? [] : [[variable, value] as const];
  });
  const { program, exitKeys, requiredPackage } = consoleSpec;
  return {
    program,
    exitKeys,
    requiredPackage,
    words: words.map((word) => fillIn(word, forms)),
    /** Secrets for the program's environment. */
    env: Object.fromEntries(env),
  };
}

/** Matches words that do not look like an option and need no quotes in any shell. */
const plainWord = /^[\w.][\w.@:+-]*$/;
const pageForm = /^(?:https?:\/\/)?[\w[][\w.:[\]%-]*(?:\/[\w./-]*)?$/;

/** Returns the origin. The power address in `text` may repeat the scheme or the port of the template. */
function pageAddress(text: string): string {
  const address = text.replace(/^https?:\/\/(?=https?:\/\/)/, "").replace(/(:\d+):\d+\/$/, "$1/");
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url === undefined ? address : `${url.origin}/`;
}

export async function openConsole(
  invocation: Invocation<{ readonly print?: boolean }, { readonly system_id: string }>,
): Promise<void> {
  const { context, messages, options } = invocation;
  const client = await invocation.connect();
  const { hostname, systemId } = await resolveNode(client, "machine", invocation.arguments.system_id);
  const machine = await readObject(client, "machine.read", systemId);
  const parameters = await readObject(client, "machine.power_parameters", systemId);
  const machineConsole = consoleOf(oneLine(hostname), textOf(machine["power_type"]) ?? "", parameters);
  if (typeof machineConsole === "string") {
    messages.note(`the console of ${oneLine(hostname)} is in the web interface of its BMC`);
    return await writeWhole(context.stdout, `${machineConsole}\n`);
  }
  const variables = Object.keys(machineConsole.env).join(" and ");
  if (options.print === true) {
    if (variables !== "")
      messages.note(`secrets are not printed: svc sets ${variables} when it starts the console`);
    return await writeWhole(
      context.stdout,
      `${[machineConsole.program, ...machineConsole.words].map(shellWord).join(" ")}\n`,
    );
  }
  if (context.stdin.isTTY !== true || context.stdout.isTTY !== true)
    throw new Failure("usage", "a console needs a terminal", { hint: "--print shows the command" });
  if (machine["power_state"] === "off")
    messages.warn(`according to the service, ${oneLine(hostname)} is powered off`);
  messages.note(`${machineConsole.exitKeys} leaves the console`);
  await runConsole(machineConsole, invocation);
}

async function readObject(client: Client, id: "machine.read" | "machine.power_parameters", systemId: string) {
  const value = await (await client.call(group.operations[id], { system_id: systemId })).value();
  return isRecord(value) ? value : {};
}

/** Shells end with this code if a program is missing. */
const notFoundCode = 127;

type ConsoleCommand = Exclude<ReturnType<typeof consoleOf>, string>;

async function runConsole({ program, words, env, requiredPackage }: ConsoleCommand, { context }: Invocation) {
  const code = await runChild(program, words, context, { env: { ...context.env, ...env } }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT")
        throw new Failure("other", `${program} cannot be started: ${systemErrorText(error)}`);
      throw new Failure("other", `${program} is not installed`, {
        exitCode: notFoundCode,
        hint: `install ${requiredPackage}; --print shows the command to run elsewhere`,
      });
    },
  );
  if (code !== 0) throw new Failure("other", `${program} ended with exit code ${code}`, { exitCode: code });
}
