import type { Node } from "../../state/node.ts";
import { allNodes, fqdn, type World } from "../../state/world.ts";
import { type Constraints, separated } from "../../values/constraints.ts";
import { interfaceMatcher, type NodeTest, networkTests } from "../networks/matching.ts";
import { matchesStorage, parseStorageConstraint } from "../storage/constraint.ts";
import { collectTests, commonTests, inPools, inZones, matchesArchitecture, negated } from "./filters.ts";
import { tagTests } from "./groupings.ts";

/** `constraints_by_type` of the answer. */
type ConstraintsByType = Record<string, unknown>;

/** A machine matches any fabric and class, but must be linked to all subnets. */
const networkKinds = ["fabrics", "fabric_classes", "subnets"] as const;

interface Candidate {
  readonly node: Node;
  readonly matched: ConstraintsByType;
}

/** In documented order. */
const constraintNames = [
  "arch cpu_count mem devices fabric_classes fabrics not_fabric_classes not_fabrics not_in_pool not_in_zone not_subnets not_tags",
  "interfaces name pod pod_type not_pod not_pod_type pool storage subnets system_id tags zone",
].flatMap((names) => names.split(" "));

function plainTests(world: World, constraints: Constraints): NodeTest[] {
  const { tests, given } = collectTests(constraints);
  given(
    "name",
    (names) => (node) => names.some((name) => name === node.hostname || name === fqdn(world, node)),
  );
  given("system_id", (ids) => (node) => ids.includes(node.systemId));
  given("arch", (wanted) => (node) => wanted.some((each) => matchesArchitecture(node, each)));
  given("not_in_zone", negated(inZones(world)));
  given("not_in_pool", negated(inPools(world)));
  return [...tests, ...tagTests(constraints), ...commonTests(world, constraints)];
}

/** Oldest first. `invalid` for a malformed constraint. */
export function findCandidates(world: World, sent: Constraints, verbose: boolean): Candidate[] {
  const constraints = separated(sent);
  const tests = [
    ...plainTests(world, constraints),
    ...networkTests(world, constraints, networkKinds, ["subnets"]),
  ];
  const interfaces = constraints.get("interfaces")?.at(-1);
  const interfacesMatch = interfaces ? interfaceMatcher(world, interfaces) : undefined;
  const storage = constraints.get("storage")?.at(-1);
  const disks = storage ? parseStorageConstraint(storage) : undefined;
  return allNodes(world, "machine").flatMap((node) => {
    if (node.status !== "ready" || node.owner !== null || node.locked) return [];
    if (!tests.every((test) => test(node))) return [];
    const matchedInterfaces = interfacesMatch?.(node);
    if (interfacesMatch !== undefined && matchedInterfaces === undefined) return [];
    const matchedDisks = disks === undefined ? undefined : matchesStorage(node, disks);
    if (disks !== undefined && matchedDisks === undefined) return [];
    const matched: ConstraintsByType = {
      ...(matchedInterfaces === undefined ? {} : { interfaces: matchedInterfaces }),
      ...(matchedDisks === undefined
        ? {}
        : { storage: Object.fromEntries(Object.entries(matchedDisks).map(([label, id]) => [label, [id]])) }),
    };
    return [{ node, matched: verbose ? { ...matched, ...verboseEntries(node, matched) } : matched }];
  });
}

/** `verbose` lists matches per machine. */
const verboseEntries = (node: Node, matched: ConstraintsByType) =>
  Object.fromEntries(
    Object.entries(matched).map(([name, value]) => [`verbose_${name}`, { [node.systemId]: value }]),
  );

const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** As deployed services write it: the constraints as sent, then as parsed. */
export function describeMismatch(constraints: Constraints): string {
  const names = [...constraints.keys()];
  if (names.length === 0) return "No machine available.";
  const all = (name: string) => constraints.get(name) ?? [];
  const sent = names.map((name) => `(${quote(name)}, [${all(name).map(quote).join(", ")}])`).join(", ");
  const read = constraintNames
    .filter((name) => all(name).length > 0)
    .map((name) => `${name}=${all(name).join(",")}`)
    .join(" ");
  return `No available machine matches constraints: [${sent}] (resolved to "${read}")`;
}
