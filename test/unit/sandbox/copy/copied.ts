import { onTestFinished } from "vitest";
import type { CopyRecord } from "../../../../src/catalogue/site-copy.ts";
import type { Client } from "../../../../src/client/http/call.ts";
import { createClient } from "../../../../src/client/http/client.ts";
import { parseKey } from "../../../../src/client/profiles/credentials.ts";
import { readSite } from "../../../../src/client/service/read-site.ts";
import { systemClock } from "../../../../src/core/clock.ts";
import type { Sandbox, SandboxOptions } from "../../../../src/sandbox/sandbox.ts";
import { sandboxOfTest } from "../../../sandboxes.ts";
import { randomOf } from "../../desired/sandbox-client.ts";

/** A sandbox that tests copy as a site, with the requests that it received. */
export async function startSite(options: SandboxOptions = {}) {
  const methods = new Set<string>();
  const paths: string[] = [];
  const sandbox = await sandboxOfTest({
    ...options,
    onExchange: ({ method, path }) => {
      methods.add(method);
      paths.push(path);
    },
  });
  return { sandbox, methods, paths };
}

export function clientOf(
  { url }: Pick<Sandbox, "url">,
  key: string,
  addressing: "path" | "query" = "path",
): Client {
  const client = createClient({
    endpoint: {
      ...{ baseUrl: url, addressing, signature: "plaintext", clockOffsetMs: 0 },
      credentials: parseKey(key, "the sandbox"),
    },
    ...{ clock: systemClock, random: randomOf(1), env: {}, retries: 0 },
  });
  onTestFinished(() => client.close());
  return client;
}

export const recordsOf = (client: Client): AsyncIterable<CopyRecord> =>
  readSite({ client, parallel: 4, nowMs: Date.now() });

export async function startCopy(
  records: AsyncIterable<CopyRecord> | readonly unknown[],
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const sandbox = await sandboxOfTest({ instant: true, ...options, copy: recordsFrom(records) });
  return sandbox;
}

async function* recordsFrom(
  records: AsyncIterable<CopyRecord> | readonly unknown[],
): AsyncGenerator<CopyRecord> {
  for await (const record of records) yield record as CopyRecord;
}

export async function linesOf(records: AsyncIterable<CopyRecord>): Promise<CopyRecord[]> {
  const lines: CopyRecord[] = [];
  for await (const record of records) lines.push(record);
  return lines;
}
