import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { option } from "../../../../src/catalogue/option-spec.ts";
import { withTemplate } from "../../../../src/cli/invocation/templates.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";

const options = [
  option("distro-series", "release", { value: "name" }),
  option("user-data", "user data", { value: "text" }),
  option("tags", "tags", { value: "names" }),
  option("install-kvm", "install KVM"),
  option("template", "named options", { value: "name" }),
];
const worker =
  "worker: {distro_series: noble, user-data: '@worker.yaml', tags: [a, b], install-kvm: false}\n";

function folderWith(text: string): string {
  const folder = folderOfTest();
  writeFileSync(join(folder, "templates.yaml"), text);
  return folder;
}

const read = (text: string, line: Parameters<typeof withTemplate>[0]) => {
  const configDir = folderWith(text);
  return { configDir, values: withTemplate(line, options, { configDir }, {}) };
};

test("the line takes precedence over the template, whose files are relative to it", async () => {
  const { configDir, values } = read(worker, { template: ["worker"], tags: ["c"] });
  expect(await values).toEqual({
    ...{ template: ["worker"], tags: ["c"], "distro-series": ["noble"], "no-install-kvm": true },
    "user-data": [`@${join(configDir, "worker.yaml")}`],
  });
});

test("a release that looks like a number stays as typed", async () => {
  const { values } = read("worker: {distro_series: 24.10, tags: [1.0, 007]}\n", { template: ["worker"] });
  expect(await values).toMatchObject({ "distro-series": ["24.10"], tags: ["1.0", "007"] });
});

test("a flag on the line replaces its opposite in the template", async () => {
  const { values } = read(worker, { template: ["worker"], "install-kvm": true });
  expect(Object.keys(await values)).not.toContain("no-install-kvm");
});

test.each([
  [worker, { template: ["wroker"] }, "has no template 'wroker'"],
  [worker, { template: ["constructor"] }, "has no template 'constructor'"],
  [worker, { template: ["worker", "worker"] }, "--template is given twice"],
  [worker, { template: ["worker"], "template-file": [""] }, "--template-file is empty"],
  [
    worker,
    { template: ["worker"], "template-file": ["/no/such.yaml"] },
    "cannot read --template-file /no/such.yaml (no such file or directory)",
  ],
  ["worker: {distro: noble}", { template: ["worker"] }, "unknown option '--distro'"],
  ["worker: {template: other}", { template: ["worker"] }, "unknown option '--template'"],
  ["worker: jammy", { template: ["worker"] }, "is not a mapping of options"],
  ["worker: {install-kvm: maybe}", { template: ["worker"] }, "install-kvm takes true or false"],
  ["worker: {install-kvm: 0}", { template: ["worker"] }, "install-kvm takes true or false"],
  [
    "worker: {distro_series: }",
    { template: ["worker"] },
    "distro_series takes a string, or a list of strings",
  ],
  ["worker: {tags: [a, {b: c}]}", { template: ["worker"] }, "tags takes a string, or a list of strings"],
  ["- worker", { template: ["worker"] }, "is not a mapping of templates in YAML"],
  ["a: [secret", { template: ["worker"] }, "is not valid YAML: see line 1, column 11"],
])("%j with %j is refused", async (text, line, message) => {
  const failure = await rejection(async () => read(text, line).values);
  expect(failure.kind).toBe("usage");
  expect(failure.message).toContain(message);
  expect(failure.message).not.toContain("secret");
});
