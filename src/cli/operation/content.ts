import { isUtf8 } from "node:buffer";
import { link, realpath, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isTableForm } from "../../catalogue/commands/options.ts";
import type { Call } from "../../client/execute/resolve.ts";
import { sendCall } from "../../client/execute/send.ts";
import { isBinary, isJsonAnswer, readWholeBody } from "../../client/http/answer-body.ts";
import type { Answer, Values } from "../../client/http/call.ts";
import type { Context } from "../../context.ts";
import type { Random } from "../../core/clock.ts";
import { Failure, systemErrorCode, systemErrorText } from "../../core/failure.ts";
import { writeAtomically, writePipe } from "../../core/files.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { escapeText } from "../output/escape.ts";
import { writeWhole } from "../output/sink.ts";
import { refuseColumnOptions } from "../parsing/column-names.ts";
import { requireYes } from "../terminal/prompt.ts";

interface OutputFile {
  readonly path: string | undefined;
  readonly replaces: boolean;
}

export async function outputFile({ options, globals, context }: Invocation): Promise<OutputFile> {
  const { to } = options;
  const path = typeof to === "string" && to !== "-" ? to : undefined;
  const mayReplace = options["force"] === true || globals.yes;
  return { path, replaces: path !== undefined && (await checkOutputFile(path, mayReplace, context)) };
}

export async function writeContent(
  content: Buffer,
  { path, replaces }: OutputFile,
  invocation: Invocation,
): Promise<void> {
  if (path === undefined)
    return await writeToStdout(content, invocation, "write it to a file with --to FILE, or into a pipe");
  await writeOutputFile(path, content, replaces, invocation.context.random);
  invocation.messages.note(`${path}: ${content.length} bytes`);
}

/** JSON is printed like other answers unless `--to` names a file. */
export async function printContent(call: Call, shape: Shape, invocation: Invocation): Promise<void> {
  const { options, globals } = invocation;
  const isContent = writesContent(invocation);
  const target = await outputFile(invocation);
  const { answer } = await sendCall(call);
  if (isJsonAnswer(answer) && options["to"] === undefined) return await invocation.printAnswer(answer, shape);
  if (isContent) refuseColumnOptions(globals, "on content", "-o csv shows it in base64");
  const content = await readWholeBody(answer.bytes());
  if (isContent) return await writeContent(content, target, invocation);
  await invocation.print(inBase64(content, call.values), shape);
}

/** True if svc writes the bytes themselves, to a file or standard output, rather than a value with them in base64. */
export const writesContent = ({ options, globals: { output = "table", query } }: Invocation): boolean =>
  options["to"] !== undefined || (isTableForm(output) && query === undefined);

const inBase64 = (content: Buffer, values: Values) => ({ ...values, content: content.toString("base64") });

export async function printNonJsonAnswer(
  answer: Answer,
  values: Values,
  shape: Shape,
  invocation: Invocation,
) {
  const content = await readWholeBody(answer.bytes());
  async function* bytes() {
    if (content.length > 0) yield content;
  }
  if (!isBinary(content)) return await invocation.printAnswer({ ...answer, bytes }, shape);
  const { globals } = invocation;
  if (!writesContent(invocation)) return await invocation.print(inBase64(content, values), shape);
  refuseColumnOptions(globals, "on content", "-o csv shows it in base64");
  await writeToStdout(content, invocation, "write it to a file or a pipe: svc ... > FILE");
}

async function writeToStdout(content: Buffer, { context }: Invocation, hint: string): Promise<void> {
  const { stdout } = context;
  const isPrintable = isUtf8(content) && !content.includes(0);
  if (stdout.isTTY === true && !isPrintable)
    throw new Failure("other", `the content is binary (${content.length} bytes): not shown on a terminal`, {
      hint,
    });
  await writeWhole(stdout, stdout.isTTY === true ? escapeText(content.toString("utf8")) : content);
}

/** Checks before any request that a file can be written. Returns true if it exists and may be replaced. */
export async function checkOutputFile(path: string, mayReplace: boolean, context: Context): Promise<boolean> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw new Failure("usage", `'${path}' is a folder`);
  await requireFolder(dirname(path));
  if (existing?.isFile()) await requireYes(context, mayReplace, `replace '${path}'?`);
  return existing !== undefined;
}

export async function requireFolder(path: string, label = ""): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new Failure("usage", `${label}the folder '${path}' does not exist`);
  if (!stats.isDirectory()) throw new Failure("usage", `${label}'${path}' is not a folder`);
}

/** Devices and pipes are written directly; a file created after `checkOutputFile` is not replaced. */
export async function writeOutputFile(path: string, content: Uint8Array, replaces: boolean, random: Random) {
  try {
    const existing = replaces ? await stat(path).catch(() => undefined) : undefined;
    if (existing?.isFIFO()) return await writePipe(path, content);
    if (existing !== undefined && !existing.isFile()) return await writeFile(path, content);
    // Replaces the target of a symbolic link, not the link.
    const target = existing === undefined ? path : await realpath(path);
    const temporaryPath = join(dirname(target), `.${basename(target)}.${random.hex(8)}`);
    await writeAtomically(target, content, {
      temporaryPath,
      mode: existing?.mode,
      ...(existing === undefined ? { move: moveUnlessExists } : {}),
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const isUnreadPipe = systemErrorCode(error) === "ENXIO";
    const reason = isUnreadPipe ? "no program is reading from this pipe" : systemErrorText(error);
    throw new Failure("other", `cannot write '${path}': ${reason}`, { cause: error });
  }
}

/** Unlike renaming, linking fails if the file now exists. */
async function moveUnlessExists(temporaryPath: string, target: string): Promise<void> {
  try {
    await link(temporaryPath, target);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST")
      throw new Failure("other", `'${target}' was created in the meantime: not replaced`);
    await rename(temporaryPath, target);
  }
}
