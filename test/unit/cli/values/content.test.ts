import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { kebab, signatureOf } from "../../../../src/catalogue/commands/command-spec.ts";
import { holdsContent } from "../../../../src/catalogue/field.ts";
import { checkUserValues, readValues } from "../../../../src/cli/values/values.ts";
import { rejection } from "../../rejection.ts";
import { entryOf, operations, quietContext } from "../command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-content-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "it's it.yaml");
writeFileSync(path, "#cloud-config\n");
const directory = join(folder, "directory");
mkdirSync(directory);
const quoted = `'@${path.replace("'", `'\\''`)}'`;

const contents = operations.flatMap((entry) =>
  (entry.operation.fields ?? [])
    .filter(holdsContent)
    .map((field) => ({ entry, field, name: `${entry.id} ${field.name}` })),
);

test("these fields are meant for the content of a file", () => {
  expect(contents.map(({ name }) => name).sort()).toEqual([
    ...["boot-source.update keyring_data", "boot-sources.create keyring_data", "dhcp-snippet.update value"],
    ...["dhcp-snippets.create value", "machine.deploy user_data", "machine.power_on user_data"],
    ...["package-repositories.create key", "package-repository.update key"],
    ...["pods.create certificate", "pods.create key", "rack-controller.power_on user_data"],
    ...["ssh-keys.create key", "ssl-keys.create key", "vm-hosts.create certificate", "vm-hosts.create key"],
  ]);
});

test.each([
  ["user_data", true],
  ["vendor_data", true],
  ["cloud_init", true],
  ["script", true],
  ["certificate", true],
  ["private_key", true],
  ["commissioning_scripts", false],
  ["license_key", false],
  ["key", false],
  ["description", false],
])("a described field called %s: %s", (name, isContent) => {
  expect(holdsContent({ name, type: "string" })).toBe(isContent);
});

const read = (id: string, fields: object, options: object = {}) =>
  readValues(signatureOf(entryOf(id)), ["web-01"], {
    ...{ fields: { ...fields }, options: { ...options }, context: quietContext() },
  });

test.each(contents)(
  "$name refuses a file's name, and takes it with --no-check and from @",
  async ({ entry, field }) => {
    const flag = field.flag ?? kebab(field.name);
    const others = entry.operation.parameters?.map(() => "1") ?? [];
    const contentOf = (text: string, options: object = {}) =>
      readValues(signatureOf(entry), others, {
        ...{ fields: { [flag]: [text] }, options: { ...options }, context: quietContext() },
      });
    expect(await rejection(() => contentOf(path))).toMatchObject({
      kind: "usage",
      message: `--${flag}: '${path}' is a file; its name alone would be sent`,
      details: { hint: `--${flag} ${quoted} sends its content; --no-check sends the name` },
    });
    for (const [text, options] of [
      [path, { "no-check": true }],
      [`@${path}`, {}],
      [directory, {}],
      [`${path}\n`, {}],
      [`@@${path}`, {}],
      ["", {}],
    ] as const)
      expect(Object.keys(await contentOf(text, options))).toContain(field.name);
  },
);

test("the same for --set, encoded forms and power parameters", async () => {
  const cases = [
    [{}, { set: [["user_data", path]] }, `--set user_data=${quoted}`, "machine.deploy"],
    [{ "user-data-base64": [path] }, {}, `--user-data-base64 ${quoted}`, "machine.deploy"],
    [{ "power-parameters": [`key=${path}`] }, {}, `--power-parameters key=${quoted}`, "machine.update"],
  ] as const;
  for (const [fields, options, line, id] of cases)
    expect((await rejection(() => read(id, fields, options))).details.hint).toContain(`${line} sends`);
  expect(await read("machine.update", { description: [path] })).toMatchObject({ description: path });
});

test.each([
  ["#!/bin/sh", true],
  ["#cloud-config\n", true],
  ["\n #Cloud-Config\n", true],
  ["#include\nhttp://x", true],
  ["#cloud-boothook", true],
  ["## template: jinja\n#cloud-config", true],
  ["Content-Type: multipart/mixed", true],
  ["MIME-Version: 1.0", true],
  ["\u001f\u008b\u0008", true],
  ["", true],
  ["ud.yaml", false],
  ["packages:\n- vim", false],
  ["# cloud-config", false],
  ["\ufeff#cloud-config", false],
])("user data that begins with %j is sound: %s", (text, isSound) => {
  const warnings: string[] = [];
  const messages = { warn: (line: string) => warnings.push(line), note: () => {}, detail: () => {} };
  const data = text.startsWith("\u001f") ? Buffer.from(text, "latin1") : Buffer.from(text);
  const values = { user_data: data.toString("base64"), system_id: "aaaaaa" };
  const { operation } = entryOf("machine.deploy");
  checkUserValues(operation, values, new Set(), { options: {}, fields: {}, messages });
  checkUserValues(operation, values, new Set(), { options: { "no-check": true }, fields: {}, messages });
  expect(warnings).toEqual(
    isSound ? [] : [expect.stringContaining("--user-data begins with neither #! nor #cloud-config")],
  );
});

test.each([
  [{ power_address: "10.0.0.5,power_user=root,power_pass=sesame" }, true],
  [{ power_address: "10.0.0.5", power_pass: "a,b=c" }, false],
])("several power parameters in one value %#", (power_parameters, isRefused) => {
  const messages = { warn: () => {}, note: () => {}, detail: () => {} };
  const values = { system_id: "aaaaaa", power_parameters };
  const { operation } = entryOf("machine.update");
  const check = (options: { "no-check"?: boolean }) => () =>
    checkUserValues(operation, values, new Set(), { options, fields: {}, messages });
  if (isRefused) expect(check({})).toThrow("--power-parameters takes one name=value");
  else expect(check({})).not.toThrow();
  expect(check({ "no-check": true })).not.toThrow();
});
