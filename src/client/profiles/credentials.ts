import type { Context, TextInput } from "../../context.ts";
import { Failure, systemErrorText } from "../../core/failure.ts";
import { fileChunks, readBytes } from "../../core/files.ts";
import { isKeyLike } from "../../core/secrets/text.ts";
import type { Credentials } from "../http/call.ts";

/** A key from `--api-key-file`, `--api-key-stdin`, `SVC_API_KEY` or the prompt. */
export interface ExplicitKey {
  readonly credentials: Credentials;
  readonly source: string;
}

const maxKeyBytes = 4096;

/** Throws a notAuthenticated `Failure` that names the `source` of the key but does not contain the text. */
export function parseKey(text: string, source: string): Credentials {
  const [, consumerKey, tokenKey, tokenSecret] = /^([\w.~-]+):([\w.~-]+):([\w.~-]+)$/.exec(text.trim()) ?? [];
  if (consumerKey !== undefined && tokenKey !== undefined && tokenSecret !== undefined)
    return { consumerKey, tokenKey, tokenSecret };
  throw new Failure("notAuthenticated", `${source} is not an API key: ${keyProblem(text.trim())}`, {
    hint: "a key has three parts separated by colons: consumer_key:token_key:token_secret",
  });
}

function keyProblem(text: string): string {
  const parts = text.split(":").length;
  if (text === "") return "it is empty";
  if (parts === 3) return "a part is empty or has invalid characters";
  return `${parts} ${parts === 1 ? "part" : "parts"}, 3 expected`;
}

export const keyText = ({ consumerKey, tokenKey, tokenSecret }: Credentials): string =>
  `${consumerKey}:${tokenKey}:${tokenSecret}`;

/** True if the text seems to contain a key, which the user typed or pasted in the wrong place. */
export function holdsKey(text: string): boolean {
  return (
    isKeyLike(text.trim()) ||
    /(^|[^A-Za-z0-9])[A-Za-z0-9]{12,}:[A-Za-z0-9]{12,}:[A-Za-z0-9]{12,}($|[^A-Za-z0-9])/.test(text)
  );
}

/** Throws a `Failure` if the key cannot be read (usage) or is not a key (notAuthenticated). */
export async function readExplicitKey(
  sources: { readonly apiKeyFile: string | undefined; readonly apiKeyStdin: boolean },
  context: Pick<Context, "env" | "stdin">,
): Promise<ExplicitKey | undefined> {
  if (sources.apiKeyStdin && sources.apiKeyFile !== undefined)
    throw new Failure("usage", "--api-key-stdin and --api-key-file cannot be combined");
  if (sources.apiKeyStdin)
    return explicitKey(await readKeyInput(context.stdin), "--api-key-stdin: standard input");
  if (sources.apiKeyFile !== undefined)
    return explicitKey(await readKeyFile(sources.apiKeyFile), `--api-key-file: ${sources.apiKeyFile}`);
  const fromEnvironment = context.env["SVC_API_KEY"];
  return fromEnvironment ? explicitKey(fromEnvironment, "SVC_API_KEY") : undefined;
}

export const explicitKey = (text: string, source: string): ExplicitKey => ({
  credentials: parseKey(text, source),
  source,
});

/** Reads no more than the length of a key, so a wrong file costs nothing. Pipes (`<(pass show svc)`) work too. */
async function readKeyFile(path: string): Promise<string> {
  try {
    return await firstBytes(fileChunks(path));
  } catch (error) {
    throw new Failure("usage", `--api-key-file: cannot read ${path} (${systemErrorText(error)})`);
  }
}

async function readKeyInput(stdin: TextInput): Promise<string> {
  if (stdin.readableEnded || stdin.destroyed)
    throw new Failure("usage", "--api-key-stdin: standard input has been read already");
  return await firstBytes(stdin);
}

const firstBytes = async (input: AsyncIterable<string | Uint8Array>): Promise<string> =>
  (await readBytes(input, maxKeyBytes)).toString("utf8");
