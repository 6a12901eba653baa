import { blockOf, findSubnet } from "../model/networks/subnets.ts";
import { serializeStaticRoute } from "../serialize/networks.ts";
import { invalid } from "../state/domain-error.ts";
import type { StaticRoute, Subnet } from "../state/networks.ts";
import { findRow, insert, removeRow, rowsOf } from "../state/table.ts";
import { blockContains, parseAddress } from "../values/blocks.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import type { FormReader } from "../wire/form-reader.ts";
import { assign, resource, tableAccess } from "./resource.ts";

export const staticRoutes = resource(["static-routes", "static-route"], {
  ...tableAccess((world) => world.state.networks.staticRoutes, "StaticRoute"),
  serialize: serializeStaticRoute,
  read: readRoute,
  create: ({ world }, route) => insert(world.state.networks.staticRoutes, (id) => ({ id, ...route })),
  update: assign<StaticRoute>,
  remove: (world, route) => removeRow(world.state.networks.staticRoutes, route.id),
}) satisfies HandlersOf<"static-routes">;

function readRoute(form: FormReader, { world }: Call, current?: StaticRoute): Omit<StaticRoute, "id"> {
  const { subnets, staticRoutes } = world.state.networks;
  const subnetOf = (field: string, currentId: number | undefined): Subnet | undefined =>
    form.reference(field, (text) => findSubnet(world, text)) ?? findRow(subnets, currentId);
  const source = subnetOf("source", current?.sourceId);
  const destination = subnetOf("destination", current?.destinationId);
  const gateway = parseAddress(form.address("gateway_ip") ?? current?.gatewayIp ?? "");
  if (source !== undefined && destination !== undefined) {
    if (source === destination) form.fail("__all__", "source and destination cannot be the same subnet.");
    if (blockOf(source).version !== blockOf(destination).version)
      form.fail("__all__", "source and destination must be the same IP version.");
  }
  if (source !== undefined && gateway !== undefined && !blockContains(blockOf(source), gateway))
    form.fail("gateway_ip", `Enter an IP address in ${source.cidr}.`);
  const metric = form.integer("metric") ?? current?.metric ?? 0;
  form.check();
  if (source === undefined || destination === undefined || gateway === undefined)
    throw invalid("The static route is incomplete.");
  const route = { sourceId: source.id, destinationId: destination.id, gatewayIp: gateway.text, metric };
  const isSame = (other: StaticRoute) =>
    other.sourceId === route.sourceId &&
    other.destinationId === route.destinationId &&
    other.gatewayIp === route.gatewayIp;
  if (rowsOf(staticRoutes).some((each) => each !== current && isSame(each)))
    throw invalid({ __all__: ["Static route with this Source, Destination and Gateway ip already exists."] });
  return route;
}
