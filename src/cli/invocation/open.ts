import { isTableForm, outputFormats } from "../../catalogue/commands/options.ts";
import type { Client } from "../../client/http/call.ts";
import type { EffectiveConnection } from "../../client/profiles/connection.ts";
import type { Context, TextOutput } from "../../context.ts";
import { isRecord } from "../../core/json-record.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import type { OutputSettings, Shape } from "../output/columns.ts";
import { makeMessages } from "../terminal/report.ts";
import { mayPage } from "../terminal/streams.ts";
import { connectionSettings, requireSettings } from "./globals.ts";
import { type Access, type Globals, type Invocation, type Run, serviceTime } from "./invocation.ts";

/** `close` closes connections, so that the process can end. */
interface OpenInvocation extends Invocation {
  close(): Promise<void>;
  printWith(shape: Shape, print: Print): Promise<void>;
}

interface LineFacts extends Pick<Invocation, "arguments" | "rest" | "options" | "fields" | "builtins"> {
  /** True if a read-only profile must be refused before any request. */
  readonly changes?: boolean;
}

/** Connects, and loads the code for output, only when needed. */
export function openInvocation(
  context: Context,
  globals: Globals,
  { changes, ...line }: LineFacts,
  run?: Run,
): OpenInvocation {
  const messages = makeMessages(context, globals);
  const runFacts = run === undefined ? {} : { signal: run.signal, ledger: run.ledger };
  const facts = { context, globals, messages, ...line, ...runFacts };
  const { state, ...connections } = openConnections(facts, run, changes);
  return { ...facts, ...connections, ...openOutput(facts, state) };
}

interface ConnectionState {
  client?: Promise<Client>;
  connection?: EffectiveConnection;
  openedClient?: Client;
}

type InvocationFacts = Pick<Invocation, "context" | "globals" | "messages" | "options" | "fields" | "signal">;

function openConnections(
  { context, globals, messages }: InvocationFacts,
  run: Run | undefined,
  changes = false,
) {
  const state: ConnectionState = {};
  const clients: Promise<Client>[] = [];
  const track = (client: Promise<Client>) => {
    clients.push(client);
    return client;
  };
  const open: Invocation["open"] = async (connection) => {
    const { openClient } = await import("./connection.ts");
    return await openClient(connection, context, globals, messages, run);
  };
  const connect = async (access: Access): Promise<Client> => {
    requireSettings(globals, connectionSettings);
    const { selectConnection, openClient, refuseReadOnly } = await import("./connection.ts");
    const connection = await selectConnection(context, globals, messages, access, run?.signal);
    if (changes) refuseReadOnly(connection);
    state.connection = connection;
    state.openedClient = await openClient(connection, context, globals, messages, run);
    return state.openedClient;
  };
  return {
    state,
    connect: (access: Access = "signed") => {
      state.client ??= connect(access);
      return track(state.client);
    },
    open: (connection: Parameters<Invocation["open"]>[0]) => track(open(connection)),
    close: async () => {
      for (const client of await Promise.allSettled(clients)) {
        if (client.status === "fulfilled") await client.value.close();
      }
    },
  };
}

type Print = (settings: OutputSettings, out: TextOutput) => Promise<void>;

function openOutput(
  facts: InvocationFacts,
  state: ConnectionState,
): Pick<OpenInvocation, "outputSettings" | "print" | "printAnswer" | "printWith"> {
  const { context, globals, messages, signal } = facts;
  let hasNotedMasked = false;
  const outputSettings = ({ format, listName }: Shape, note = messages.note): OutputSettings => {
    requireSettings(globals, ["output"]);
    const { namedSettings, output } = state.connection ?? {};
    const groupFormat = namedSettings?.[`output.${listName}`]?.toLowerCase();
    const profileFormat = outputFormats.find((each) => each === groupFormat) ?? output;
    const outputFormat = globals.output ?? format ?? profileFormat ?? "table";
    const storedList = (name: string, forms: readonly string[]) =>
      forms.includes(outputFormat) ? namedSettings?.[`${name}.${listName}`]?.split(",") : undefined;
    return {
      ...globals,
      columns: globals.columns ?? storedList("columns", ["table", "csv", "tsv"]),
      sort: globals.sort ?? storedList("sort", ["table", "wide", "csv", "tsv", "name"]),
      format: outputFormat,
      term: context.env["TERM"],
      note,
      noteMasked: (text) => {
        if (!hasNotedMasked) note(text);
        hasNotedMasked = true;
      },
      noteHiddenColumns: (headers) => {
        if (context.stderr.isTTY === true)
          note(`${headers.join(", ")} hidden: widen the window or use -o wide`);
      },
      now: () =>
        state.openedClient === undefined
          ? context.clock.now()
          : serviceTime(state.openedClient, context.clock),
      maskTypedSecrets: context.maskSecrets,
      lookUp: async (form, values) => {
        const client = await state.client;
        if (client === undefined) return new Map();
        const { lookUps } = await import("./look-ups.ts");
        return await lookUps[form](client, values, messages.note);
      },
    };
  };
  const noteEmpty = ({ listName, nameArguments }: Shape): boolean => {
    if (listName === undefined || context.stderr.isTTY !== true || globals.quiet) return false;
    messages.note(emptyListText(listName, facts, nameArguments));
    return context.stdout.isTTY === true;
  };
  /** Uses a pager for output longer than the terminal, and prints notes after it. */
  const printPaged = async (shape: Shape, print: Print): Promise<void> => {
    const settingsWith = (note = messages.note): OutputSettings => ({
      ...outputSettings(shape, note),
      // On a terminal, an empty list could look like a slow one.
      noteEmpty: () => noteEmpty(shape),
    });
    if (!mayPage(context, globals.noPager)) return await print(settingsWith(), context.stdout);
    const { withPager } = await import("../terminal/pager.ts");
    const notes: string[] = [];
    const settings = settingsWith((text) => notes.push(text));
    try {
      await withPager(
        context,
        signal,
        (out) => print(settings, out),
        isTableForm(settings.format) && settings.hasHeader,
      );
    } finally {
      for (const note of notes) messages.note(note);
    }
  };
  return {
    outputSettings,
    printWith: printPaged,
    print: async (value, shape) => {
      const { printValue } = await import("../output/print.ts");
      await printPaged(shape, (settings, out) => printValue(value, shape, settings, out));
    },
    printAnswer: async (answer, shape, watch) => {
      const { readsByElement, printBytes } = await import("../output/print.ts");
      await printPaged(shape, (settingsOfShape, out) => {
        const settings = watch === undefined ? settingsOfShape : { ...settingsOfShape, watch };
        const bytes = answer.bytes({ readerChecksBrackets: readsByElement(shape, settings, out) });
        return printBytes(bytes, shape, settings, out);
      });
    },
  };
}

const filterOptions = ["mine", "owner", "tags", "power", "os"] as const;

export function emptyListText(
  group: string,
  { options, fields }: Pick<Invocation, "options" | "fields">,
  names: readonly string[] = [],
): string {
  const { limit: _, ...filters } = fields;
  const conditions = [
    ...names,
    ...Object.entries({
      ...filters,
      ...Object.fromEntries(filterOptions.map((name) => [name, options[name]])),
      where: options.where?.texts,
    }).flatMap(([name, value]) => wordsOf(name, value)),
  ];
  const text = `no ${group.replaceAll("-", " ")}`;
  return conditions.length === 0 ? text : `${text} match ${conditions.map(shellWord).join(" ")}`;
}

function wordsOf(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
  if (Array.isArray(value)) return value.flatMap((each) => [`--${name}`, String(each)]);
  if (!isRecord(value)) return [`--${name}`, String(value)];
  return Object.entries(value).flatMap(([key, each]) =>
    (Array.isArray(each) ? each : [each]).flatMap((one) => [`--${name}`, `${key}=${String(one)}`]),
  );
}
