import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AnswerStyle, answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { sandboxOfTest } from "../sandboxes.ts";

const env = { PATH: process.env["PATH"], PYTHONPATH: process.env["PYTHONPATH"] };

const succeeds = (program: string, ...words: readonly string[]): boolean => {
  try {
    execFileSync(program, words, { stdio: "ignore", env });
    return true;
  } catch {
    return false;
  }
};

const missingOf = (programs: readonly string[]) =>
  programs.filter((program) => !succeeds("/bin/sh", "-c", `command -v ${program}`));

/** A Python with these packages: the one in the search path, or the system's. */
const pythonWith = (packages: string) =>
  ["python3", "/usr/bin/python3"].find((python) => succeeds(python, "-c", `import ${packages}`));

interface Client {
  readonly file: string;
  readonly checks: number;
  /** The interpreter; undefined if it is not installed. */
  readonly program: string | undefined;
  readonly missing?: string;
  /** By default, each answer style gets half of the request forms. */
  readonly styles?: readonly AnswerStyle[];
}

/** Client programs that share no code with svc. */
const clients: readonly Client[] = [
  { file: "client.mjs", checks: 9 * 25 + 5, program: process.execPath },
  { file: "client.py", checks: 9 * 9 + 9, program: pythonWith("json"), missing: "python3" },
  {
    file: "client_requests.py",
    checks: 12 * 77 + 2,
    program: pythonWith("requests, requests_oauthlib"),
    missing: "requests_oauthlib for python3",
  },
  {
    file: "client.sh",
    checks: 44,
    program: missingOf(["curl", "openssl"]).length === 0 ? "/bin/sh" : undefined,
    missing: "curl or openssl",
    styles: ["deployed"],
  },
];

// How a request is parsed does not depend on how it is answered.
for (const { file, checks, program, missing, styles = answerStyles } of clients) {
  if (program === undefined) console.warn(`${file} is skipped: ${missing} not found`);
  test.skipIf(program === undefined).each(styles)(
    `${file} passes all checks in every form of request, answers as %s`,
    async (answers) => {
      const sandbox = await sandboxOfTest({ instant: true, answers });
      const path = join(import.meta.dirname, "clients", file);
      const keys = {
        SVC_URL: sandbox.url,
        SVC_API_KEY: sandbox.keys.administrator,
        SVC_HALF: String(answerStyles.indexOf(answers)),
      };
      const output = await new Promise<string>((resolve) =>
        execFile(program ?? "", [path], { env: { ...env, ...keys } }, (_, stdout, stderr) =>
          resolve(stdout + stderr),
        ),
      );
      const lines = output.trimEnd().split("\n");
      expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
      expect(lines).toHaveLength(checks);
    },
    120_000,
  );
}
