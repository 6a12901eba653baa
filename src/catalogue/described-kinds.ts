import type { Kind } from "./kind.ts";

interface DescribedKind {
  readonly group: string;
  readonly kind: Kind;
}

/** Kinds beyond the documents, by the path of their collection; used if the service describes them. */
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
