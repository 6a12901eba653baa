import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { exampleOf } from "../../../../src/cli/tree/operation-spec.ts";
import { loadServedOperations } from "../../../../src/sandbox/groups/handlers.ts";
import { hasTurn, partOfRun } from "../../random.ts";
import { openLines } from "./sandbox-line.ts";

const served = new Set((await loadServedOperations()).map(({ id }) => id));
const operations = (await loadAllOperations()).filter(({ id }) => served.has(id));
/** The answer style and the addressing alternate, so each example runs with every combination of both. */
const isOtherDay = hasTurn(0, 4) || hasTurn(1, 4);
const runLines = openLines(isOtherDay ? "deployed" : "documented");

/** The sandbox always answers these operations with a 404. */
const neverFound = [
  "vm-cluster.read",
  "vm-cluster.update",
  "vm-cluster.delete",
  "network.connect_macs",
  "network.disconnect_macs",
  "network.list_connected_macs",
];
/** No test of the sandbox's rack controller has failed. */
const inWrongState = ["rack-controller.override_failed_testing"];

/**
 * Exit codes at live services: operations on networks were removed, and mark_broken is only for the
 * owner.
 */
const atDeployed: Readonly<Record<string, number>> = {
  ...{ "networks.create": 3, "network.update": 3, "network.delete": 3, "machine.mark_broken": 5 },
};

describe("the example of every operation runs as it stands", () => {
  const entries = operations.map((entry, index) => [exampleOf(entry), entry, index] as const);
  test.each(partOfRun(entries, 5))("%s", async (example, { id, operation }, index) => {
    const line = hasTurn(index, 2) ? `${example} --addressing query` : example;
    const preparation = operation.examplePreparation;
    const result = await runLines(
      [
        ...(preparation?.split(" && ") ?? []).map((each) => `${each.replace(" --yes", "")} --yes`),
        operation.confirm === undefined ? line : `${line} --yes`,
      ],
      // When every step is instantaneous, nothing can be aborted.
      !id.endsWith(".abort"),
    );
    const refused = isOtherDay ? atDeployed[id] : undefined;
    const code = refused ?? (neverFound.includes(id) ? 3 : inWrongState.includes(id) ? 6 : 0);
    expect({ code: result.code, stderr: result.code === code ? "" : result.stderr }).toEqual({
      code,
      stderr: "",
    });
  });
});

describe("the example of every command of svc's own", () => {
  const ownCommands = builtinCommands.map((spec) => [spec.command.join("."), spec] as const);

  // They start and stop processes, so they are tested by stories.
  const notHere = ownCommands.filter(([id]) => !id.startsWith("sandbox."));

  test.each(notHere)("%s is an example of it", (_, { command, example }) => {
    expect(`${example} `.startsWith(`svc ${command.join(" ")} `)).toBe(true);
  });

  /** They need an image file or a terminal. */
  const notRun = ["boot-resources.upload", "top"];
  /** A new sandbox has no claimed machine; a story tests this command. */
  const notFound = ["claims.show"];
  const login = "svc login lab $SVC_URL";
  /** The input files of examples: site.yaml with objects, claims.yaml with a claim. */
  const fixtures = join(import.meta.dirname, "../../../fixtures");
  const fileOf = (id: string) => join(fixtures, id === "claims.adopt" ? "claims.yaml" : "site.yaml");

  test.each(
    partOfRun(
      notHere.filter(([id]) => !notRun.includes(id)),
      3,
    ),
  )("%s runs as it stands", async (id, { example = "", preparation }) => {
    const needsProfile = id === "logout" || id.startsWith("profiles.");
    const before = [...(needsProfile ? [login] : []), ...(preparation === undefined ? [] : [preparation])];
    const result = await runLines([...before, example.replace("site.yaml", fileOf(id))]);
    const code = notFound.includes(id) ? 3 : 0;
    expect({ code: result.code, stderr: result.code === code ? "" : result.stderr }).toEqual({
      code,
      stderr: "",
    });
  });
});
