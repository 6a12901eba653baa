import { expect, test } from "vitest";
import { loadDocumentedOperations } from "./documented.ts";

const operations = await loadDocumentedOperations();

/** Facts that only a few operations have, with all of these operations. */
const facts = {
  dryRunField: { "machines.allocate": "dry_run" },
  answersNode: { "machine.read": true, "device.read": true, "node.read": true },
  ignoresLock: { "machines.set_zone": true, "nodes.set_zone": true },
  mayAnswerContent: { "files.get": true, "files.get_by_key": true },
  mayAnswerText: { "machine.get_curtin_config": true, "commissioning-script.read": true },
  answersAnyText: { "svc.get_config": true },
  rows: { "events.query": "events" },
  resultVerb: { "boot-resources.import": "is-importing", "boot-resources.stop_import": "is-importing" },
} as const;

test.each(Object.entries(facts))("%s", (fact, expected) => {
  const actual = operations.flatMap(({ id, operation }) => {
    const value = operation[fact as keyof typeof facts];
    return value === undefined ? [] : [[id, value]];
  });
  expect(Object.fromEntries(actual)).toEqual(expected);
});

test("the values of these fields may be split among several requests", () => {
  const divided = operations.flatMap(({ id, operation }) => {
    const names = (operation.fields ?? []).filter(({ isSplittable }) => isSplittable).map(({ name }) => name);
    return names.length === 0 ? [] : [[id, names.join(" ")]];
  });
  expect(Object.fromEntries(divided)).toEqual({
    "machines.list": "hostname mac_address id",
    "devices.list": "hostname mac_address id",
    "nodes.list": "hostname mac_address id",
    "machines.power_parameters": "id",
    "events.query": "hostname id",
    "installation-results.list": "system_id",
    "machines.set_zone": "nodes",
    "devices.set_zone": "nodes",
    "nodes.set_zone": "nodes",
  });
});

test("these operations have options of svc itself", () => {
  const offered = operations.flatMap(({ id, operation: { options } }) =>
    options === undefined ? [] : [[id, options.map(({ name }) => name).join(" ")]],
  );
  expect(Object.fromEntries(offered)).toEqual({
    "machines.create": "from parallel fail-fast",
    "devices.create": "from parallel fail-fast",
    "machines.list": "where tags mine owner limit watch poll-interval power os group-by",
    "devices.list": "where tags mine owner limit watch poll-interval",
    "nodes.list": "where tags mine owner limit watch poll-interval power os group-by",
    "machine.power_on": "force",
    "machine.deploy": "template template-file",
    "boot-resources.import": "wait wait-timeout poll-interval",
    "events.query": "since until follow all poll-interval",
    "files.get": "to force",
    "files.get_by_key": "to force",
    "file.delete": "by-query",
    "file.read": "to force by-query by-key",
  });
});
