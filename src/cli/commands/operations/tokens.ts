import { resolveCall } from "../../../client/execute/resolve.ts";
import { sendCall } from "../../../client/execute/send.ts";
import { textOf } from "../../../client/lifecycle/machine-view.ts";
import { Failure, isInDoubt, isSignal, outcomeOfAll, resultOrFailure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { OperationRun } from "../../invocation/invocation.ts";
import { withOutcomeCommand } from "../../operation/doubt.ts";
import { isPreview } from "../../operation/preview.ts";
import { shapeOf } from "../../operation/shapes.ts";
import { readStandardInput } from "../../values/inputs.ts";

/** Prints the new key in every format, unmasked: the command exists to get it. */
export async function createToken({ entry, values, invocation }: OperationRun): Promise<void> {
  const client = await invocation.connect();
  const call = await resolveCall(entry, values, client, "trust", invocation.messages.detail);
  try {
    const { answer } = await sendCall(call);
    await invocation.print(withKeyParts(await answer.value()), { ...shapeOf(entry), sensitive: false });
  } catch (error) {
    throw withOutcomeCommand(error, entry, values, invocation);
  }
  invocation.messages.note("save the key: svc tokens list shows it only with --show-secrets");
}

/** Services send a key as one text or in three parts. Rows show both forms; JSON and YAML are not changed. */
export async function listTokens({ entry, values, invocation, execute }: OperationRun): Promise<void> {
  const client = await invocation.connect();
  const shape = shapeOf(entry);
  const { format, query } = invocation.outputSettings(shape);
  const printsAnswer = format === "json" || format === "ndjson" || format === "yaml" || query !== undefined;
  if (printsAnswer || isPreview(invocation)) return await execute(entry, values);
  const answer = await (await client.call(entry.operation, values)).value();
  const columns = shape.columns.map(({ wide, ...column }) =>
    wide === true && !(invocation.globals.showSecrets && column.path === "token")
      ? { ...column, wide }
      : column,
  );
  await invocation.print(Array.isArray(answer) ? answer.map(withKeyParts) : answer, { ...shape, columns });
}

export async function deleteTokens({ entry, values, invocation, execute }: OperationRun): Promise<void> {
  const input = Buffer.from(await readStandardInput(invocation.context, "-")).toString("utf8");
  const keys = [...new Set(input.split("\n").map((line) => line.trim()))].filter((key) => key !== "");
  if (keys.length === 0) throw new Failure("usage", "standard input contains no token key");
  const failures: Failure[] = [];
  let deletedCount = 0;
  for (const key of keys) {
    const result = await resultOrFailure(() => execute(entry, { ...values, token_key: key }));
    if (result instanceof Failure) failures.push(result);
    else deletedCount += 1;
    if (result instanceof Failure && !concernsOneKey(result)) break;
  }
  const lastFailure = failures.at(-1);
  if (lastFailure === undefined) return;
  const notSentCount = keys.length - deletedCount - failures.length;
  if (deletedCount === 0 && (keys.length === 1 || (failures.length === 1 && notSentCount > 0)))
    throw lastFailure;
  const unclearCount = failures.filter(isInDoubt).length;
  const counts = [
    [failures.length - unclearCount, "not deleted"],
    [unclearCount, "without a clear answer"],
    [notSentCount, "not sent"],
  ] as const;
  const outcomes = failures.map(({ details }) => details.outcome ?? "refused");
  throw new Failure(
    isSignal(lastFailure) || (deletedCount === 0 && notSentCount === 0) ? lastFailure.kind : "someFailed",
    `${deletedCount} of ${keys.length} tokens were deleted; ${counts
      .flatMap(([count, word]) => (count > 0 ? `${count} ${word}` : []))
      .join(", ")}`,
    {
      lines: failures.map(({ message }) => message),
      outcome: outcomeOfAll([
        ...outcomes,
        ...(deletedCount > 0 ? (["done"] as const) : []),
        ...(notSentCount > 0 ? (["not_sent"] as const) : []),
      ]),
      hint: unclearCount > 0 ? lastFailure.details.hint : undefined,
    },
  );
}

const concernsOneKey = ({ kind }: Failure): boolean => ["notFound", "invalid", "conflict"].includes(kind);

function withKeyParts(token: unknown): unknown {
  if (!isRecord(token)) return token;
  const parts = [token["consumer_key"], token["token_key"], token["token_secret"]].map(textOf);
  const fullKey = textOf(token["token"]);
  const keyParts = fullKey?.split(":") ?? [];
  const [consumerKey, tokenKey, secret] = keyParts.length === 3 ? keyParts : parts;
  return {
    ...token,
    token: fullKey ?? (parts.includes(undefined) ? null : `${consumerKey}:${tokenKey}:${secret}`),
    token_key: tokenKey ?? null,
    consumer_key: consumerKey ?? null,
  };
}
