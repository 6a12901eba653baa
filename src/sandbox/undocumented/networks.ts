import { integer, integerId, text } from "../../catalogue/field.ts";
import { group as vlanGroup } from "../../catalogue/groups/vlans.ts";
import { vlansById } from "../groups/fabrics.ts";
import { assign, inTable } from "../groups/resource.ts";
import { blockOf, findSubnet } from "../model/networks/subnets.ts";
import { serializeStaticRoute } from "../serialize/networks.ts";
import { invalid } from "../state/domain-error.ts";
import type { StaticRoute, Subnet } from "../state/networks.ts";
import { findRow, insert, removeRow, rowsOf } from "../state/table.ts";
import { blockHolds, parseAddress } from "../values/blocks.ts";
import type { Call } from "../wire/call.ts";
import type { FormReader } from "../wire/form-reader.ts";
import { type Offers, offerResource, offersAt } from "./offers.ts";

const staticRoutes = offerResource(
  ["static-routes", "static-route"],
  {
    paths: ["/static-routes/", "/static-routes/{id}/"],
    parameters: [integerId("id", "number of the route")],
    words: ["a static route", "static routes"],
    fields: [
      text("source", "subnet that the route starts from", { required: true }),
      text("destination", "subnet that the route leads to", { required: true }),
      text("gateway_ip", "address of the gateway on the source subnet", { required: true }),
      integer("metric", "weight of the route; 0 by default", { min: 0, max: 4_294_967_295 }),
    ],
  },
  {
    ...inTable((world) => world.state.networks.staticRoutes, "StaticRoute"),
    serialize: serializeStaticRoute,
    read: readRoute,
    create: ({ world }, route) => insert(world.state.networks.staticRoutes, (id) => ({ id, ...route })),
    update: assign,
    remove: (world, route) => removeRow(world.state.networks.staticRoutes, route.id),
  },
);

function readRoute(form: FormReader, { world }: Call, own?: StaticRoute): Omit<StaticRoute, "id"> {
  const { subnets, staticRoutes } = world.state.networks;
  const subnetOf = (field: string, current: number | undefined): Subnet | undefined =>
    form.reference(field, (text) => findSubnet(world, text)) ?? findRow(subnets, current);
  const source = subnetOf("source", own?.sourceId);
  const destination = subnetOf("destination", own?.destinationId);
  const gateway = parseAddress(form.address("gateway_ip") ?? own?.gatewayIp ?? "");
  if (source !== undefined && destination !== undefined) {
    if (source === destination) form.fail("destination", "source and destination cannot be the same subnet.");
    if (blockOf(source).version !== blockOf(destination).version)
      form.fail("destination", "source and destination must be the same IP version.");
  }
  if (source !== undefined && gateway !== undefined && !blockHolds(blockOf(source), gateway))
    form.fail("gateway_ip", `Enter an IP address in ${source.cidr}.`);
  const metric = form.integer("metric") ?? own?.metric ?? 0;
  form.check();
  if (source === undefined || destination === undefined || gateway === undefined)
    throw invalid("The static route is incomplete.");
  const route = { sourceId: source.id, destinationId: destination.id, gatewayIp: gateway.text, metric };
  const isSame = (each: StaticRoute) =>
    each.sourceId === route.sourceId &&
    each.destinationId === route.destinationId &&
    each.gatewayIp === route.gatewayIp;
  if (rowsOf(staticRoutes).some((each) => each !== own && isSame(each)))
    throw invalid({ __all__: ["Static route with this Source, Destination and Gateway ip already exists."] });
  return route;
}

const oneVlan = offersAt("vlan-by-id", "/vlans/{id}/", [integerId("id", "number of the VLAN")]);

/** Addressed by VLAN id, as in their `resource_uri`. */
const offeredVlans: Offers = {
  ...oneVlan.read("anyone", "Show a VLAN by its number", vlansById["vlan-by-id.read"]),
  ...oneVlan.update("admin", "Change a VLAN by its number", vlansById["vlan-by-id.update"], [
    ...(vlanGroup.operations["vlan.update"].fields ?? []),
    integer("vid", "VLAN id in its fabric", { min: 0, max: 4094 }),
  ]),
  ...oneVlan.remove("admin", "Delete a VLAN by its number", vlansById["vlan-by-id.delete"]),
};

export const networks: Offers = { ...staticRoutes, ...offeredVlans };
