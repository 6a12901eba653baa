import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startSandbox } from "../../../src/cli/commands/sandbox.ts";

const root = join(import.meta.dirname, "../../..");
const { name, version, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const instructions = readFileSync(join(root, "docs/recipes/Containerfile"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line): [string, string] => {
    const at = line.indexOf(" ");
    return [line.slice(0, at), line.slice(at + 1)];
  });
const argumentsOf = (instruction: string) =>
  instructions.filter(([each]) => each === instruction).map(([, text]) => text);

test("the Containerfile copies only the package that npm packs", () => {
  expect(argumentsOf("ARG")).toEqual([`PACKAGE=${name}-${version}.tgz`]);
  expect(argumentsOf("COPY")).toEqual(["$PACKAGE /tmp/svc.tgz"]);
  expect(argumentsOf("RUN")).toEqual(["npm install --global /tmp/svc.tgz && rm /tmp/svc.tgz"]);
  const names = "FROM ARG COPY RUN ENV USER EXPOSE HEALTHCHECK ENTRYPOINT";
  expect(instructions.map(([each]) => each)).toEqual(names.split(" "));
  // The rest of the image may be read-only.
  expect(argumentsOf("ENV")).toEqual(["SVC_CONFIG_DIR=/tmp/svc"]);
});

test("the Containerfile runs the sandbox as an ordinary user, with a Node that svc supports", () => {
  const [major] = /(?<=^node:)\d+/.exec(argumentsOf("FROM")[0] ?? "") ?? [];
  expect(["20", "22", "24"]).toContain(major);
  expect(argumentsOf("USER")).toEqual(["node"]);
  const [program, group, verb, ...options] = JSON.parse(argumentsOf("ENTRYPOINT")[0] ?? "");
  expect([Object.keys(bin), group, verb]).toEqual([[program], ...[startSandbox.command].flat()]);
  const optionNames = startSandbox.options?.map((each) => `--${each.name}`);
  for (const word of options.filter((each: string) => each.startsWith("--")))
    expect(optionNames).toContain(word);
  expect(options[options.indexOf("--port") + 1]).toBe(argumentsOf("EXPOSE")[0]);
});
