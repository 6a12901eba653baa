import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kebab, signatureOf } from "../../src/catalogue/commands/command-spec.ts";
import { outputFormats } from "../../src/catalogue/commands/options.ts";
import type { OperationEntry } from "../../src/catalogue/index.ts";
import type { Field } from "../../src/catalogue/operation.ts";
import type { Context } from "../../src/context.ts";
import { isSecretPart } from "../../src/core/secrets/names.ts";
import { runSvc, type SvcResult } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { operations, sampleOf } from "../unit/cli/command-line.ts";
import { hasTurn, partOfRun } from "../unit/random.ts";
import { answer, type RawServer, rawServer } from "./raw-server.ts";

/** Occurs in every planted secret and nowhere else. */
const mark = "S3cret7f3a";
const plantedSecret = `q"${mark}&é= +1`;
const key = `ConsumerKey0000001:TokenKey0000000001:${mark}KeyKeyKeyKeyKeyKey01`;

const folder = folderOfFile();
const secretFile = join(folder, "secret");
writeFileSync(secretFile, `${plantedSecret}\n`);
writeFileSync(join(folder, "key"), key);

/** How the service answers the next request; a hostile one can repeat what the request contained. */
let reply: (request: { readonly head: string; readonly body: Buffer }) => string = () => answer(200, "{}");
let server: RawServer;
beforeAll(async () => {
  server = await rawServer((socket, request) => socket.write(reply(request)));
});
afterAll(() => server.close());

/** Runs a command without profiles, as in a CI job. */
const runLine = (
  argv: readonly string[],
  { stdin = "", env = {}, isTTY = false }: { stdin?: string; env?: Context["env"]; isTTY?: boolean } = {},
): Promise<SvcResult> =>
  runSvc(argv, {
    env: { SVC_URL: server.baseUrl, SVC_API_KEY: key, SVC_CONFIG_DIR: folder, CI: "1", ...env },
    input: stdin,
    terminal: { isTTY, columns: 400, rows: 50 },
    clock: { now: () => Date.now(), monotonic: () => performance.now(), sleep: async () => undefined },
  });

/** An answer with a secret in every member whose name suggests one, and in no other. */
const answerWithSecrets = {
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
const headers = {
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

const isSecret = (field: Field): boolean =>
  isSecretPart({ name: field.name, value: "", ...(field.secret ? { secret: true as const } : {}) }, []);

/** This operation creates an API key and must print it. */
const printsKey = ({ id }: OperationEntry): boolean => id === "account.create_authorisation_token";

const lines = operations.map((entry) => ({ entry, argv: lineOf(entry) }));

function expectNoSecret(text: string, label: string): void {
  const at = text.indexOf(mark);
  expect(at === -1 ? "" : `${label}: ...${text.slice(Math.max(0, at - 120), at + 60)}`).toBe("");
}

describe("secrets in an answer are not printed", () => {
  test("by any operation, with --debug", async () => {
    reply = () => answer(200, JSON.stringify(answerWithSecrets), headers);
    let requestCount = 0;
    const linesOfDay = partOfRun(lines, 3);
    for (const { entry, argv } of linesOfDay) {
      const { stdout, stderr } = await runLine([...argv, "--debug", "-o", "yaml"]);
      expectNoSecret(printsKey(entry) ? stderr : stdout + stderr, argv.join(" "));
      if (stderr.includes("> authorization: OAuth")) requestCount += 1;
    }
    expect(requestCount).toBeGreaterThan(linesOfDay.length * 0.9);
  });

  test.each(outputFormats)("as %s, on a terminal and in a pipe", async (form) => {
    const isRows = ["table", "wide", "csv", "tsv"].includes(form);
    reply = () => answer(200, JSON.stringify(answerWithSecrets), headers);
    for (const argv of [
      [
        ...["machines", "get", "abc123"],
        ...(isRows ? ["--columns", ".password,.nested,.http_proxy,.power_parameters"] : []),
      ],
      ["machines", "power-parameters", "abc123"],
      ["license-keys", "get", "windows", "win"],
      ["tokens", "list"],
      ["config", "get", "vcenter_password"],
      ["machines", "list", "--query", "[password, nested]"],
    ]) {
      for (const isTTY of [true, false]) {
        const { stdout, stderr } = await runLine([...argv, "-o", form], { isTTY });
        expectNoSecret(stdout + stderr, argv.join(" "));
        const isMasked = stdout.includes("********");
        expect(stderr.includes("; --show-secrets shows secrets"), argv.join(" ")).toBe(isMasked);
        if (form === "json") expect(isMasked).toBe(true);
        const quiet = await runLine([...argv, "-o", form, "-q"], { isTTY });
        expectNoSecret(quiet.stdout + quiet.stderr, argv.join(" "));
        expect(quiet.stderr).not.toContain("--show-secrets");
        const all = await runLine([...argv, "-o", form, "--show-secrets"], { isTTY });
        if (form.endsWith("json")) expect(all.stdout).toContain(mark);
      }
    }
  });

  test.each(["json", "yaml"])("except by svc api, which prints the answer unchanged, as %s", async (form) => {
    reply = () => answer(200, JSON.stringify(answerWithSecrets), headers);
    for (const isTTY of [true, false]) {
      const { stdout, stderr } = await runLine(["api", "GET", "machines/abc123/", "-o", form], { isTTY });
      expect(stdout).toContain(mark);
      expectNoSecret(stderr, form);
    }
  });

  test("from an installer's YAML configuration", async () => {
    const yaml = `reporting:\n  svc:\n    token_secret: ${mark}\n    endpoint: http://10.0.0.1/\n  x: oauth_token_secret=${mark}&a=b\n`;
    reply = () => answer(200, JSON.stringify(yaml), headers);
    for (const form of outputFormats) {
      const { stdout } = await runLine(["machines", "get-curtin-config", "abc123", "-o", form]);
      expectNoSecret(stdout, form);
      expect(stdout).toContain("endpoint: http://10.0.0.1/");
    }
  });
});

/** Every way to pass a secret to an operation. */
const secretLines = lines.flatMap(({ entry, argv }) =>
  (entry.operation.fields ?? []).flatMap((field): { argv: readonly string[]; stdin?: string }[] => {
    const flag = `--${field.flag ?? kebab(field.name)}`;
    if (field.name === "power_parameters") {
      return [
        { argv: [...argv, flag, `power_pass=${plantedSecret}`] },
        { argv: [...argv, flag, `power_token=@${secretFile}`] },
        { argv: [...argv, "--set", `power_parameters_power_pass=${plantedSecret}`] },
      ];
    }
    if (!isSecret(field)) return [];
    if (field.positional) return [{ argv: argv.map((word) => (word === argv[2] ? plantedSecret : word)) }];
    return [
      { argv: [...argv, flag, plantedSecret] },
      { argv: [...argv, flag, `@${secretFile}`] },
      { argv: [...argv, flag, "@-"], stdin: plantedSecret },
      { argv: [...argv, "--set", `${field.name}=${plantedSecret}`] },
    ];
  }),
);
const items = ["hvmgr_password", "vcenter_password", "omapi_key", "rpc_shared_secret"].flatMap((name) => [
  { argv: ["config", "set", name, plantedSecret] },
  { argv: ["config", "set", name, `@${secretFile}`] },
  { argv: ["config", "set", name, "@-"], stdin: plantedSecret },
  { argv: ["api", "POST", "svc/op-set_config", "-f", `name=${name}`, "-f", `value=${plantedSecret}`] },
  { argv: ["api", "GET", `svc/op-get_config?name=${name}&password=${encodeURIComponent(plantedSecret)}`] },
]);
const rawOnes = [
  { argv: ["api", "POST", "machines/", "-f", `power_pass=${plantedSecret}`] },
  { argv: ["machines", "update", "abc123", "--set", `vcenter_password=@${secretFile}`] },
  { argv: ["config", "set", "http_proxy", `http://user:${mark}@proxy.example:3128`] },
];
const allSecretLines: readonly { readonly argv: readonly string[]; readonly stdin?: string }[] = [
  ...secretLines,
  ...items,
  ...rawOnes,
];

/** Answers that repeat the request or the secret that the service expected. */
const repliesThatRepeat: readonly (readonly [string, typeof reply])[] = [
  [
    "field errors",
    () => answer(400, JSON.stringify({ name: [`'${plantedSecret}' is wrong`], x: [plantedSecret] })),
  ],
  ["the request", ({ head, body }) => answer(400, `${head}\n${body.toString("utf8")}`)],
  [
    "a 401",
    () =>
      answer(401, `Invalid signature. Expected: '&${mark}KeyKeyKeyKeyKeyKey01'`, {
        "X-Echo": key,
        "WWW-Authenticate": `OAuth realm="${mark}KeyKeyKeyKeyKeyKey01"`,
      }),
  ],
  [
    "a page",
    () => answer(500, `<html><title>${plantedSecret.replaceAll("&", "&amp;")} failed</title></html>`),
  ],
  ["a conflict", () => answer(409, plantedSecret)],
  ["a query", () => answer(403, `?power_pass=${encodeURIComponent(plantedSecret)}`)],
  ["an answer", () => answer(200, JSON.stringify({ ...answerWithSecrets, note: plantedSecret }), headers)],
];

describe("secrets in a request are not repeated", () => {
  test.each(repliesThatRepeat)("if the service repeats them in %s", async (label, repeatingReply) => {
    reply = (request) =>
      label === "a 401" || `${request.head} ${request.body.toString("utf8")}`.includes(plantedSecret)
        ? repeatingReply(request)
        : answer(200, '{"system_id":"abc123","hostname":"abc123","node_type":0}');
    const turn = repliesThatRepeat.findIndex(([each]) => each === label);
    for (const { argv, stdin = "" } of partOfRun(allSecretLines, 7, turn)) {
      const unchecked = argv[0] === "api" ? [] : ["--no-check"];
      const { stderr } = await runLine([...argv, ...unchecked, "--debug", "-o", "json"], { stdin });
      expectNoSecret(stderr, argv.join(" "));
    }
  });

  test("if a change is answered with plain text", async () => {
    const secrets = key.split(":").slice(2);
    let outputCount = 0;
    for (const words of [(text: string) => text, (text: string) => JSON.stringify(text)]) {
      reply = ({ head, body }) => answer(200, words(`done: ${secrets} ${head} ${body.toString("utf8")}`));
      for (const [index, { entry, argv }] of lines.entries()) {
        if (entry.operation.method === "GET" || entry.operation.result === "json") continue;
        for (const form of partOfRun(["table", "csv", "yaml", "name"], 4, index)) {
          const { stdout, stderr } = await runLine([...argv, "-o", form]);
          expectNoSecret(stdout + stderr, argv.join(" "));
          if (stdout.includes("done: ********")) outputCount += 1;
        }
      }
    }
    expect(outputCount).toBeGreaterThan(5);
  });

  test.each([["--curl"], ["--dry-run"], ["--dry-run", "-o", "json"]])("by %s %s %s", async (...extra) => {
    reply = () => answer(200, JSON.stringify({ system_id: "abc123", hostname: "abc123" }), headers);
    let outputCount = 0;
    const secretLinesOfDay = partOfRun(allSecretLines, 5, extra.length);
    for (const { argv, stdin = "" } of secretLinesOfDay) {
      if (argv[0] === "api" && extra[0] !== "--curl") continue;
      const { stdout, stderr } = await runLine([...argv, ...extra], { stdin });
      expectNoSecret(stdout + stderr, argv.join(" "));
      if (stdout.includes("********")) outputCount += 1;
    }
    expect(outputCount).toBeGreaterThan(5);
  });

  test("if the command is refused before a request", async () => {
    const extras = [["--nonsense"], ["excess", "words", "here"], ["-o", "json", "--sort"]];
    for (const [index, { argv, stdin = "" }] of partOfRun([...allSecretLines.entries()], 2)) {
      const extra = extras.find((_, turn) => hasTurn(index + turn, extras.length)) ?? [];
      const { stderr } = await runLine([...argv, ...extra], { stdin });
      if (!argv.some((word) => word.includes(plantedSecret))) expectNoSecret(stderr, argv.join(" "));
    }
  });
});

test("a key typed in the wrong place is not repeated", async () => {
  reply = () => answer(404, "Not Found");
  for (const argv of [
    ["--api-key", key, "machines", "list"],
    [key],
    ["machines", key],
    [key, key],
    ["help", key],
    ["login", "lab", server.baseUrl, key],
    ["login", key],
    ["login", key, server.baseUrl],
    ["profiles", "show", key],
    ["profiles", "use", key],
    ["profiles", "set", "lab", key],
    ["profiles", "rename", key, "x"],
    ["profiles", "env", key],
    ["--profile", key, "machines", "list"],
    ["--url", key, "machines", "list"],
    ["--output", key, "machines", "list"],
    ["--api-key-file", key, "machines", "list"],
    ["--ca-cert", key, "machines", "list"],
    ["--config-dir", key, "profiles", "list"],
    ["machines", "get", key],
    ["machines", "list", "--where", key],
    ["machines", "list", "--query", key],
    ["machines", "list", "--columns", key],
    ["machines", "deploy", "abc123", "--set", key],
    ["config", "get", key],
    ["config", "describe", key],
    ["tokens", "delete", key],
    ["logout", key],
    ["api", "GET", key],
    ["files", "get", key],
    ["completion", key],
  ]) {
    for (const extra of [[], ["-o", "json"]]) {
      const { stderr } = await runLine([...argv, ...extra]);
      expectNoSecret(stderr, argv.join(" ").replaceAll(key, "KEY"));
    }
  }
  const settings = "PROFILE URL OUTPUT TIMEOUT CA_CERT CONFIG_DIR SIGNATURE";
  for (const name of settings.split(" ").map((setting) => `SVC_${setting}`)) {
    const { stderr } = await runLine(["machines", "list"], { env: { [name]: key } });
    expectNoSecret(stderr, name);
  }
});

test("the key of a stored profile is sent only to its own service", async () => {
  reply = ({ head }) =>
    head.includes("/version")
      ? answer(200, '"2.0"')
      : answer(200, JSON.stringify([answerWithSecrets]), headers);
  const env = { SVC_API_KEY: "", SVC_URL: "", SVC_CONFIG_DIR: join(folder, "stored") };
  const login = ["login", "lab", server.baseUrl, "--api-key-file", join(folder, "key"), "--debug"];
  for (const argv of [
    login,
    [...login, "--force", "-o", "json"],
    ...outputFormats.flatMap((form) => [
      ["profiles", "list", "-o", form],
      ["profiles", "show", "-o", form],
    ]),
    ["profiles", "current"],
    ["profiles", "set", "lab", "output=yaml"],
    ["profiles", "rename", "lab", "old"],
    ["machines", "list", "--debug", "-v"],
    ["machines", "list", "--curl"],
    ["profiles", "remove", "none"],
    ["logout"],
  ]) {
    const { stdout, stderr } = await runLine(argv, { env });
    expectNoSecret(stdout + stderr, argv.join(" "));
  }
});

test("the password of a proxy appears in no message", async () => {
  for (const form of ["http://user:MARK@127.0.0.1:1", "http://user:MARK@[bad", "user:MARK@127.0.0.1:1"]) {
    const proxy = form.replace("MARK", mark);
    const { stderr } = await runLine(["machines", "list", "--debug", "--retries", "1"], {
      env: { SVC_URL: "http://svc.example/SVC", HTTP_PROXY: proxy, http_proxy: proxy },
    });
    expectNoSecret(stderr, proxy);
  }
});
