import type { Kind } from "./kind.ts";

/** A kind whose operations the service describes, by the path of its collection, and the group that they make. */
interface DescribedKind {
  readonly group: string;
  readonly kind: Kind;
}

/** The kinds beyond the documents: they are there where the service describes them. */
export const describedKinds: Readonly<Record<string, DescribedKind>> = {
  "/zones/": { group: "zones", kind: { key: ["name"], builtinWhen: { name: "default" } } },
  "/resourcepools/": { group: "resourcepools", kind: { key: ["name"], builtinWhen: { id: 0 } } },
  "/tags/": { group: "tags", kind: { key: ["name"] } },
  "/spaces/": { group: "spaces", kind: { key: ["name"], builtinWhen: { id: -1 } } },
  "/subnets/": {
    group: "subnets",
    kind: {
      key: ["cidr"],
      otherNames: ["name"],
      memberPaths: { vlan: ["vlan.fabric/vlan.vid", "vlan.id"] },
      references: { vlan: "vlans" },
      referencesById: ["vlan"],
      neverEmpty: ["name", "vlan", "rdns_mode", "allow_dns", "allow_proxy", "managed"],
      ignoredFields: ["fabric", "vid", "space"],
    },
  },
};
