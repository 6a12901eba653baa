import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { signatureOf } from "../../src/catalogue/commands/command-spec.ts";
import type { OperationEntry } from "../../src/catalogue/index.ts";
import type { Field } from "../../src/catalogue/operation.ts";
import { isSecretPart } from "../../src/core/secrets/names.ts";
import { runSvc, type SvcResult } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { operations, sampleOf } from "../unit/cli/command-line.ts";
import { answer, type RawServer, rawServer } from "./raw-server.ts";

/** Occurs in every planted secret and nowhere else. */
export const mark = "S3cret7f3a";
export const plantedSecret = `q"${mark}&é= +1`;
export const key = `ConsumerKey0000001:TokenKey0000000001:${mark}KeyKeyKeyKeyKeyKey01`;

/** A service that gets the planted secrets, and a folder with them. */
export interface SecretService {
  readonly folder: string;
  readonly secretFile: string;
  readonly keyFile: string;
  readonly baseUrl: string;
  /** How the service answers the next request; a hostile one can repeat what the request contained. */
  reply: (request: { readonly head: string; readonly body: Buffer }) => string;
  /** Runs a command without profiles, as in a CI job. */
  runLine(argv: readonly string[], options?: LineOptions): Promise<SvcResult>;
}

interface LineOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTTY?: boolean;
}

/** One service for all tests of a file. */
export function useSecretService(): SecretService {
  const folder = folderOfFile();
  const secretFile = join(folder, "secret");
  const keyFile = join(folder, "key");
  writeFileSync(secretFile, `${plantedSecret}\n`);
  writeFileSync(keyFile, key);
  let server: RawServer;
  beforeAll(async () => {
    server = await rawServer((socket, request) => socket.write(service.reply(request)));
  });
  afterAll(() => server.close());
  const service: SecretService = {
    ...{ folder, secretFile, keyFile },
    get baseUrl() {
      return server.baseUrl;
    },
    reply: () => answer(200, "{}"),
    runLine: (argv, { stdin = "", env = {}, isTTY = false } = {}) =>
      runSvc(argv, {
        env: { SVC_URL: server.baseUrl, SVC_API_KEY: key, SVC_CONFIG_DIR: folder, CI: "1", ...env },
        input: stdin,
        terminal: { isTTY, columns: 400, rows: 50 },
        clock: { now: () => Date.now(), monotonic: () => performance.now(), sleep: async () => undefined },
      }),
  };
  return service;
}

/** An answer with a secret in every member whose name suggests one, and in no other. */
export const answerWithSecrets = {
  system_id: "abc123",
  hostname: "abc123",
  fqdn: "abc123.example",
  status: 4,
  status_name: "Ready",
  node_type: 0,
  name: "one",
  id: 1,
  password: plantedSecret,
  token_secret: plantedSecret,
  license_key: plantedSecret,
  token: `a:b:${plantedSecret}`,
  nested: [{ power_pass: plantedSecret, credentials: { user: "u", secret: plantedSecret } }],
  power_parameters: { power_pass: plantedSecret, apiKey: plantedSecret, k_g: plantedSecret },
  http_proxy: `http://user:${mark}@proxy.example:3128/`,
  uri: `https://${mark}@git.example/x`,
  value: "plain",
};
export const headers = {
  "Content-Type": "application/json",
  "Set-Cookie": `session=${mark}`,
  "X-Auth-Token": mark,
  Location: `http://user:${mark}@other.example/`,
};

/** A valid command line for the operation, without its secret fields. */
function lineOf(entry: OperationEntry): readonly string[] {
  const signature = signatureOf(entry);
  const sample = (field: Field) => (field.type === "file" ? "/etc/hosts" : sampleOf(field, entry));
  const words = signature.arguments.flatMap(({ field, name }) =>
    field === undefined ? [entry.operation.example?.[name] ?? "1"] : [sample(field)],
  );
  const options = signature.options
    .filter(({ required, field }) => required && !isSecret(field))
    .flatMap(({ name, negatable, field }) => (negatable ? [`--${name}`] : [`--${name}`, sample(field)]));
  return [entry.group.name, entry.operation.verb, ...words, ...options, "--yes"];
}

export const isSecret = (field: Field): boolean =>
  isSecretPart({ name: field.name, value: "", ...(field.secret ? { secret: true as const } : {}) }, []);

export const lines = operations.map((entry) => ({ entry, argv: lineOf(entry) }));

export function expectNoSecret(text: string, label: string): void {
  const at = text.indexOf(mark);
  expect(at === -1 ? "" : `${label}: ...${text.slice(Math.max(0, at - 120), at + 60)}`).toBe("");
}
