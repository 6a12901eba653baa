import { type Shell, serviceOptions, shells } from "../../catalogue/commands/options.ts";
import { option, rowOptions } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { writeWhole } from "../output/sink.ts";

const printScriptCommand = (shell: Shell) =>
  command({
    command: ["completion", shell],
    summary: `Print the completion script for ${shell}`,
    notes: [
      "The script asks svc at each TAB, so you do not have to print it again after an upgrade. Names of machines and other objects come from the last complete lists.",
      "svc asks the service only if it has no names, or only names older than an hour, and waits at most 300 milliseconds.",
      "Commands that the service describes are completed too, if they are in svc's cache.",
    ],
    refusedGlobals: ["profile", ...serviceOptions, ...rowOptions],
    example: `svc completion ${shell}`,
    run: async ({ context }) => {
      const { completionScripts } = await import("../reference/completion-scripts.ts");
      await writeWhole(context.stdout, completionScripts[shell]);
    },
  });

export const scriptCommands = shells.map(printScriptCommand);

const shape: Shape = {
  identity: "file",
  columns: [
    { header: "SHELL", path: "shell", rank: "key" },
    { header: "FILE", path: "file", rank: "key" },
    { header: "RESULT", path: "result" },
    { header: "NEXT", path: "next", rank: "text" },
  ],
};

const isInside = (folder: string | undefined, file: string): boolean =>
  folder !== undefined && file.startsWith(`${folder.replace(/\/$/, "")}/`);

export const installCompletion = command({
  command: ["completion", "install"],
  summary: "Install the completion script where the shell looks for it",
  arguments: [{ name: "shell", help: "shell; taken from SHELL when omitted", choices: shells }],
  notes: [
    "svc writes one file and prints what is left to do; files such as ~/.bashrc and ~/.zshrc are not changed.",
    "An existing file that svc did not write is replaced only with --force.",
    "For a folder outside HOME, such as one for all users, svc asks first; --yes skips the question.",
  ],
  options: [
    option("dry-run", "show where it would be written, without writing it"),
    option("force", "replace a file that svc did not write"),
  ],
  refusedGlobals: ["profile", "show-secrets", ...serviceOptions],
  example: "svc completion install bash --dry-run",
  shape,
  run: async (invocation) => {
    const { installScript } = await import("./stored/completion.ts");
    const { force, "dry-run": isDryRun = false } = invocation.options;
    const { context, globals } = invocation;
    const { shell } = invocation.arguments;
    const settings = { isDryRun: true, overwrites: force === true };
    const plannedResult = await installScript(shell, settings, context);
    if (
      !isDryRun &&
      plannedResult.result !== "unchanged" &&
      !isInside(context.env["HOME"], plannedResult.file)
    ) {
      const { requireYes } = await import("../terminal/prompt.ts");
      await requireYes(context, globals.yes, `write ${plannedResult.file}, for all users?`);
    }
    const row = isDryRun ? plannedResult : await installScript(shell, { ...settings, isDryRun }, context);
    await invocation.print(row, shape);
    if (!isDryRun) invocation.messages.note(row.next ?? `completion works in new ${row.shell} shells`);
  },
});

export const uninstallCompletion = command({
  command: ["completion", "uninstall"],
  summary: "Remove the completion scripts that svc has installed",
  arguments: [{ name: "shell", help: "shell; every shell when omitted", choices: shells }],
  options: [option("dry-run", "show what would be removed, without removing it")],
  refusedGlobals: ["profile", "show-secrets", ...serviceOptions],
  example: "svc completion uninstall --dry-run",
  shape,
  run: async ({ arguments: { shell }, options, context }) => {
    const { removeScripts } = await import("./stored/completion.ts");
    return removeScripts(shell, options["dry-run"] === true, context);
  },
});
