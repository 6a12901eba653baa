import { describe, expect, test } from "vitest";
import { kebab } from "../../src/catalogue/commands/command-spec.ts";
import { hasTurn, partOfRun } from "../unit/random.ts";
import {
  answerWithSecrets,
  expectNoSecret,
  headers,
  isSecret,
  key,
  lines,
  mark,
  plantedSecret,
  type SecretService,
  useSecretService,
} from "./planted-secrets.ts";
import { answer } from "./raw-server.ts";

const service = useSecretService();

/** Every way to pass a secret to an operation. */
const secretLines = lines.flatMap(({ entry, argv }) =>
  (entry.operation.fields ?? []).flatMap((field): { argv: readonly string[]; stdin?: string }[] => {
    const flag = `--${field.flag ?? kebab(field.name)}`;
    if (field.name === "power_parameters") {
      return [
        { argv: [...argv, flag, `power_pass=${plantedSecret}`] },
        { argv: [...argv, flag, `power_token=@${service.secretFile}`] },
        { argv: [...argv, "--set", `power_parameters_power_pass=${plantedSecret}`] },
      ];
    }
    if (!isSecret(field)) return [];
    if (field.positional) return [{ argv: argv.map((word) => (word === argv[2] ? plantedSecret : word)) }];
    return [
      { argv: [...argv, flag, plantedSecret] },
      { argv: [...argv, flag, `@${service.secretFile}`] },
      { argv: [...argv, flag, "@-"], stdin: plantedSecret },
      { argv: [...argv, "--set", `${field.name}=${plantedSecret}`] },
    ];
  }),
);
const items = ["hvmgr_password", "vcenter_password", "omapi_key", "rpc_shared_secret"].flatMap((name) => [
  { argv: ["config", "set", name, plantedSecret] },
  { argv: ["config", "set", name, `@${service.secretFile}`] },
  { argv: ["config", "set", name, "@-"], stdin: plantedSecret },
  { argv: ["api", "POST", "svc/op-set_config", "-f", `name=${name}`, "-f", `value=${plantedSecret}`] },
  { argv: ["api", "GET", `svc/op-get_config?name=${name}&password=${encodeURIComponent(plantedSecret)}`] },
]);
const rawOnes = [
  { argv: ["api", "POST", "machines/", "-f", `power_pass=${plantedSecret}`] },
  { argv: ["machines", "update", "abc123", "--set", `vcenter_password=@${service.secretFile}`] },
  { argv: ["config", "set", "http_proxy", `http://user:${mark}@proxy.example:3128`] },
];
const allSecretLines: readonly { readonly argv: readonly string[]; readonly stdin?: string }[] = [
  ...secretLines,
  ...items,
  ...rawOnes,
];

/** Answers that repeat the request or the secret that the service expected. */
const repliesThatRepeat: readonly (readonly [string, SecretService["reply"]])[] = [
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
    service.reply = (request) =>
      label === "a 401" || `${request.head} ${request.body.toString("utf8")}`.includes(plantedSecret)
        ? repeatingReply(request)
        : answer(200, '{"system_id":"abc123","hostname":"abc123","node_type":0}');
    const turn = repliesThatRepeat.findIndex(([each]) => each === label);
    for (const { argv, stdin = "" } of partOfRun(allSecretLines, 7, turn)) {
      const unchecked = argv[0] === "api" ? [] : ["--no-check"];
      const { stderr } = await service.runLine([...argv, ...unchecked, "--debug", "-o", "json"], { stdin });
      expectNoSecret(stderr, argv.join(" "));
    }
  });

  test("if a change is answered with plain text", async () => {
    const secrets = key.split(":").slice(2);
    let outputCount = 0;
    for (const words of [(text: string) => text, (text: string) => JSON.stringify(text)]) {
      service.reply = ({ head, body }) =>
        answer(200, words(`done: ${secrets} ${head} ${body.toString("utf8")}`));
      for (const [index, { entry, argv }] of lines.entries()) {
        if (entry.operation.method === "GET" || entry.operation.result === "json") continue;
        for (const form of partOfRun(["table", "csv", "yaml", "name"], 4, index)) {
          const { stdout, stderr } = await service.runLine([...argv, "-o", form]);
          expectNoSecret(stdout + stderr, argv.join(" "));
          if (stdout.includes("done: ********")) outputCount += 1;
        }
      }
    }
    expect(outputCount).toBeGreaterThan(5);
  });

  test.each([["--curl"], ["--dry-run"], ["--dry-run", "-o", "json"]])("by %s %s %s", async (...extra) => {
    service.reply = () => answer(200, JSON.stringify({ system_id: "abc123", hostname: "abc123" }), headers);
    let outputCount = 0;
    const secretLinesOfDay = partOfRun(allSecretLines, 5, extra.length);
    for (const { argv, stdin = "" } of secretLinesOfDay) {
      if (argv[0] === "api" && extra[0] !== "--curl") continue;
      const { stdout, stderr } = await service.runLine([...argv, ...extra], { stdin });
      expectNoSecret(stdout + stderr, argv.join(" "));
      if (stdout.includes("********")) outputCount += 1;
    }
    expect(outputCount).toBeGreaterThan(5);
  });

  test("if the command is refused before a request", async () => {
    const extras = [["--nonsense"], ["excess", "words", "here"], ["-o", "json", "--sort"]];
    for (const [index, { argv, stdin = "" }] of partOfRun([...allSecretLines.entries()], 2)) {
      const extra = extras.find((_, turn) => hasTurn(index + turn, extras.length)) ?? [];
      const { stderr } = await service.runLine([...argv, ...extra], { stdin });
      if (!argv.some((word) => word.includes(plantedSecret))) expectNoSecret(stderr, argv.join(" "));
    }
  });
});
