import { integer, integerOrName, text } from "../field.ts";
import { routes, subnets } from "../number-lists.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { deployed } from "../resource.ts";

const subnet = (name: string, help: string): Field =>
  text(name, help, { list: subnets, form: "id|name|CIDR" });

const source = subnet("source", "subnet whose machines get the route");
const destination = subnet("destination", "subnet that the route leads to");
const gateway = text("gateway_ip", "address of the gateway, in the source subnet");
const metric = integer("metric", "metric of the route; 0 by default", { min: 0, max: 4_294_967_295 });

const all = deployed("/static-routes/");
const one = deployed(
  "/static-routes/{id}/",
  [integerOrName("id", "id, gateway or destination of the static route", routes)],
  {
    examplePreparation:
      "svc static-routes create --source prod-net --destination mgmt-net --gateway-ip 10.10.0.9",
  },
);

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "SOURCE", path: "source.cidr", rank: "key" },
    { header: "DESTINATION", path: "destination.cidr", rank: "key" },
    { header: "GATEWAY", path: "gateway_ip", rank: "key" },
    { header: "METRIC", path: "metric" },
    { header: "SOURCE NAME", path: "source.name", wide: true },
    { header: "DESTINATION NAME", path: "destination.name", wide: true },
  ],
  kind: {
    key: ["source", "destination", "gateway_ip"],
    memberPaths: {
      source: ["source.cidr", "source.name", "source.id"],
      destination: ["destination.cidr", "destination.name", "destination.id"],
    },
    references: { source: "subnets", destination: "subnets" },
    neverEmpty: ["metric"],
  },
  operations: {
    "static-routes.list": all.list("anyone", "List static routes between subnets"),
    "static-routes.create": all.create("admin", "Create a static route between subnets", {
      fields: [
        { ...source, required: true },
        { ...destination, required: true },
        { ...gateway, required: true },
        metric,
      ],
      example: { source: "prod-net", destination: "mgmt-net", gateway_ip: "10.10.0.9" },
    }),
    "static-route.delete": one.remove("admin", "Delete a static route"),
    "static-route.read": one.read("anyone", "Show a static route"),
    "static-route.update": one.update("admin", "Change a static route", {
      fields: [source, destination, gateway, metric],
      example: { metric: "20" },
    }),
  },
} as const satisfies GroupDefinition;
