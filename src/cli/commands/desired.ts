import {
  failFast,
  fileOption,
  option,
  parallel,
  pollInterval,
  progress,
  rowOptions,
  waitTimeout,
  whereOption,
} from "../../catalogue/option-spec.ts";
import { waiters } from "../../catalogue/statuses.ts";
import { command } from "../invocation/invocation.ts";
import { resultRowShape } from "../operation/shapes.ts";
import type { Shape } from "../output/columns.ts";
import { applyOptions, claimOptions, machinesArgument, pruneOption } from "./options.ts";

const sourceHelp = "file or folder; - for standard input";

/** Omits kinds such as VLANs, which are exported with the objects that contain them. */
const exportedKinds = async (): Promise<readonly string[]> => {
  const { groupNames, loadGroup } = await import("../../catalogue/index.ts");
  const groups = await Promise.all(groupNames.map(loadGroup));
  return groups.flatMap(({ name, kind }) => (kind === undefined || kind.parent !== undefined ? [] : [name]));
};

const claimArgument = { name: "claim", help: "name of the claim", required: true, nameOf: "claims" } as const;

const claimShape: Shape = {
  identity: "name",
  listName: "claims",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "OWNER", path: "owners" },
    { header: "MACHINES", path: "machines", as: "count" },
    { header: "DEPLOYED", path: "deployed", as: "count" },
    { header: "DEPLOYING", path: "deploying", as: "count" },
    { header: "ALLOCATED", path: "allocated", as: "count" },
    { header: "FAILED", path: "failed", as: "count" },
  ],
};

export const exportState = command({
  command: ["export"],
  sites: "read",
  summary: "Export objects of the service as a file for svc apply",
  theme: "Desired state",
  arguments: [
    {
      name: "kind",
      help: "kind of object; all when omitted",
      variadic: true,
      suggestions: exportedKinds,
    },
  ],
  notes: [
    "The output is YAML in a stable order. Objects and references are written by name, without ids and times.",
    "Secrets are written as !env NAME. If the variable is not set, svc plan and svc apply leave the secret unchanged.",
    "Empty fields are omitted, and so is everything that cannot be applied again.",
    "At several sites, the objects of each site go to a folder of their own, below --into DIR or the current folder.",
    "Machines are written without create: true, because creating a machine also commissions it. Add create: true to create the machines on another service.",
  ],
  options: [
    option("into", "write export.yaml into this folder; for several sites, into a folder for each", {
      value: "folder",
      type: "path",
    }),
  ],
  refusedGlobals: ["curl", ...rowOptions],
  example: "svc export domains dnsresources",
  run: async (invocation) => (await import("./desired/export.ts")).exportKinds(invocation),
});

export const printSchema = command({
  command: ["schema"],
  sites: "local",
  summary: "Print the JSON Schema of the files for svc apply",
  theme: "Desired state",
  notes: [
    "Editors use it to complete and check files: begin a file with # yaml-language-server: $schema=svc.schema.json.",
    "It contains the kinds of the service in use if there is one, otherwise the documented kinds.",
  ],
  refusedGlobals: ["curl", ...rowOptions],
  example: "svc schema",
  run: async (invocation) => (await import("./desired/export.ts")).writeSchema(invocation),
});

export const planChanges = command({
  command: ["plan"],
  sites: "read",
  summary: "Show what svc apply would change",
  theme: "Desired state",
  arguments: [{ name: "file", help: sourceHelp, required: true, variadic: true }],
  notes: [
    "The files are YAML or JSON: kinds by name, such as domains:, each with a list of its objects.",
    "Fields that are not in the files are left unchanged. This command changes nothing.",
    "--prune deletes objects of the kinds that the files list, even if a list is empty (domains: []). Objects inside another object, such as the VLANs of a fabric, are deleted if the files have a list of them for that object.",
    "A saved plan contains no secrets. svc apply --plan FILE reads the files and variables again, and standard input if the plan came from it.",
  ],
  options: [
    pruneOption,
    fileOption("save", "write the plan to this file"),
    option("exit-code", "exit with 14 if something would change"),
    ...claimOptions,
  ],
  refusedGlobals: ["curl", "show-secrets"],
  example: "svc plan site.yaml",
  run: async (invocation) => (await import("./desired/plan.ts")).showPlan(invocation),
});

export const applyChanges = command({
  command: ["apply"],
  changes: true,
  sites: { refused: "a plan is for one service" },
  summary: "Change the service to match files",
  theme: "Desired state",
  arguments: [{ name: "file", help: sourceHelp, variadic: true }],
  notes: [
    "Shows the plan and asks for confirmation; --yes skips the question.",
    "A failed change does not stop the others. Changes that depend on it are skipped; run the same command again for the rest.",
    "If a change gets no clear answer, svc reads the object (after 5 seconds if the service took too long) and sends only what is missing; with --retries 0 it does neither.",
    "--plan carries out a saved plan, unless the service or the files have changed since.",
    "--rehearse copies the site into a sandbox with GET requests only, applies the plan there, and shows the result before it asks. With --yes it continues only if nothing failed, and if the objects of the plan have not changed at the site since.",
    "Claims (claims:) keep a number of machines allocated and deployed; machines of an earlier run are reused.",
  ],
  options: [
    pruneOption,
    {
      ...fileOption("plan", "carry out this saved plan"),
      excludes: ["prune", "replace-failed", "keep"],
    },
    option("rehearse", "apply to a copy of the site first, and show the result"),
    ...applyOptions,
    ...claimOptions,
    { ...waitTimeout, default: waiters.deploy.deadlineMs },
    pollInterval,
  ],
  refusedGlobals: ["curl", "show-secrets"],
  example: "svc apply site.yaml --yes",
  run: async (invocation) => (await import("./desired/apply.ts")).applyFiles(invocation),
});

export const listClaims = command({
  command: ["claims", "list"],
  sites: "read",
  summary: "List claims and the status of their machines",
  notes: ["svc reads the whole list of machines once."],
  refusedGlobals: ["curl"],
  example: "svc claims list",
  shape: claimShape,
  run: async (invocation) => (await import("./desired/claims.ts")).readClaims(invocation),
});

export const showClaim = command({
  command: ["claims", "show"],
  sites: "read",
  summary: "Show the machines of a claim",
  arguments: [claimArgument],
  refusedGlobals: ["curl"],
  example: "svc claims show runners",
  run: async (invocation) =>
    (await import("./desired/claims.ts")).printClaim(invocation.arguments.claim, invocation),
});

export const adoptClaim = command({
  command: ["claims", "adopt"],
  changes: true,
  summary: "Add running machines to a claim, without touching them",
  arguments: [claimArgument, machinesArgument],
  notes: [
    "svc sets the annotations svc.claim and svc.since, which svc plan, apply and claims look for. Nothing is released, deployed or turned off.",
    "The machines must be deployed, yours, unlocked and in no other claim; otherwise nothing is sent.",
  ],
  options: [
    whereOption("select all machines that match these filters, instead of naming them"),
    fileOption("file", "file with the claim: fail if its count would be exceeded"),
    parallel,
    failFast,
    option("dry-run", "show the requests without sending them"),
  ],
  example: "svc claims adopt runners app-01 --file site.yaml --dry-run",
  shape: resultRowShape,
  run: async (invocation) => (await import("./desired/claims.ts")).adoptMachines(invocation),
});

export const releaseClaim = command({
  command: ["claims", "release"],
  changes: true,
  sites: "change",
  summary: "Release every machine of a claim",
  arguments: [claimArgument],
  notes: [
    "Asks before releasing deployed or deploying machines; --yes skips the question.",
    "A claim without machines is not an error, so a script can always release it at its end.",
  ],
  options: [
    option("wait", "wait until the machines can be allocated again"),
    { ...waitTimeout, default: waiters.release.deadlineMs, needs: ["wait"] },
    { ...pollInterval, needs: ["wait"] },
    { ...progress, needs: ["wait"] },
  ],
  refusedGlobals: ["curl"],
  example: "svc claims release runners --yes",
  run: async (invocation) =>
    (await import("./desired/claims.ts")).releaseMachines(invocation.arguments.claim, invocation),
});
