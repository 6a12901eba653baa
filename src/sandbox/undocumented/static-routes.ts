import { integer, integerId, text } from "../../catalogue/field.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const all = resource("/static-routes/");
const one = resource("/static-routes/{id}/", [integerId("id", "number of the route")]);
const metric = integer("metric", "weight of the route; 0 by default", { min: 0, max: 4_294_967_295 });

export const group = {
  name: "static-routes",
  identity: "id",
  columns: [],
  operations: {
    "static-routes.list": all.list("anyone", "List the static routes"),
    "static-routes.create": all.create("admin", "Create a static route", {
      fields: [
        text("source", "subnet that the route starts from", { required: true }),
        text("destination", "subnet that the route leads to", { required: true }),
        text("gateway_ip", "address of the gateway on the source subnet", { required: true }),
        metric,
      ],
    }),
    "static-route.read": one.read("anyone", "Show a static route"),
    "static-route.update": one.update("admin", "Change a static route", {
      fields: [
        text("source", "subnet that the route starts from"),
        text("destination", "subnet that the route leads to"),
        text("gateway_ip", "address of the gateway on the source subnet"),
        metric,
      ],
    }),
    "static-route.delete": one.remove("admin", "Delete a static route", { success: 204 }),
  },
} as const satisfies Group;
