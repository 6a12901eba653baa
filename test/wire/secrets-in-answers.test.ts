import { describe, expect, test } from "vitest";
import { outputFormats } from "../../src/catalogue/commands/options.ts";
import type { OperationEntry } from "../../src/catalogue/index.ts";
import { partOfRun } from "../unit/random.ts";
import {
  answerWithSecrets,
  expectNoSecret,
  headers,
  lines,
  mark,
  useSecretService,
} from "./planted-secrets.ts";
import { answer } from "./raw-server.ts";

const service = useSecretService();

/** This operation creates an API key and must print it. */
const printsKey = ({ id }: OperationEntry): boolean => id === "account.create_authorisation_token";

describe("secrets in an answer are not printed", () => {
  test("by any operation, with --debug", async () => {
    service.reply = () => answer(200, JSON.stringify(answerWithSecrets), headers);
    let requestCount = 0;
    const linesOfDay = partOfRun(lines, 3);
    for (const { entry, argv } of linesOfDay) {
      const { stdout, stderr } = await service.runLine([...argv, "--debug", "-o", "yaml"]);
      expectNoSecret(printsKey(entry) ? stderr : stdout + stderr, argv.join(" "));
      if (stderr.includes("> authorization: OAuth")) requestCount += 1;
    }
    expect(requestCount).toBeGreaterThan(linesOfDay.length * 0.9);
  });

  test.each(outputFormats)("as %s, on a terminal and in a pipe", async (form) => {
    const isRows = ["table", "wide", "csv", "tsv"].includes(form);
    service.reply = () => answer(200, JSON.stringify(answerWithSecrets), headers);
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
        const { stdout, stderr } = await service.runLine([...argv, "-o", form], { isTTY });
        expectNoSecret(stdout + stderr, argv.join(" "));
        const isMasked = stdout.includes("********");
        expect(stderr.includes("; --show-secrets shows secrets"), argv.join(" ")).toBe(isMasked);
        if (form === "json") expect(isMasked).toBe(true);
        const quiet = await service.runLine([...argv, "-o", form, "-q"], { isTTY });
        expectNoSecret(quiet.stdout + quiet.stderr, argv.join(" "));
        expect(quiet.stderr).not.toContain("--show-secrets");
        const all = await service.runLine([...argv, "-o", form, "--show-secrets"], { isTTY });
        if (form.endsWith("json")) expect(all.stdout).toContain(mark);
      }
    }
  });

  test.each(["json", "yaml"])("except by svc api, which prints the answer unchanged, as %s", async (form) => {
    service.reply = () => answer(200, JSON.stringify(answerWithSecrets), headers);
    for (const isTTY of [true, false]) {
      const { stdout, stderr } = await service.runLine(["api", "GET", "machines/abc123/", "-o", form], {
        isTTY,
      });
      expect(stdout).toContain(mark);
      expectNoSecret(stderr, form);
    }
  });

  test("from an installer's YAML configuration", async () => {
    const yaml = `reporting:\n  svc:\n    token_secret: ${mark}\n    endpoint: http://10.0.0.1/\n  x: oauth_token_secret=${mark}&a=b\n`;
    service.reply = () => answer(200, JSON.stringify(yaml), headers);
    for (const form of outputFormats) {
      const { stdout } = await service.runLine(["machines", "get-curtin-config", "abc123", "-o", form]);
      expectNoSecret(stdout, form);
      expect(stdout).toContain("endpoint: http://10.0.0.1/");
    }
  });
});
