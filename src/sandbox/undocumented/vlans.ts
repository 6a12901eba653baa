import { integer, integerId } from "../../catalogue/field.ts";
import { group as vlanGroup } from "../../catalogue/groups/vlans.ts";
import { vlansById } from "../groups/fabrics.ts";
import { type Offers, offersAt } from "./offers.ts";

const oneVlan = offersAt("vlan-by-id", "/vlans/{id}/", [integerId("id", "number of the VLAN")]);

/** Addressed by VLAN id, as in their `resource_uri`. */
export const vlans: Offers = {
  ...oneVlan.read("anyone", "Show a VLAN by its number", vlansById["vlan-by-id.read"]),
  ...oneVlan.update("admin", "Change a VLAN by its number", vlansById["vlan-by-id.update"], [
    ...(vlanGroup.operations["vlan.update"].fields ?? []),
    integer("vid", "VLAN id in its fabric", { min: 0, max: 4094 }),
  ]),
  ...oneVlan.remove("admin", "Delete a VLAN by its number", vlansById["vlan-by-id.delete"]),
};
