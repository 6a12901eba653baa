import { textId } from "../fields.ts";
import type { Group } from "../operation.ts";

const scriptName = textId("name", "name of the commissioning script");

const replacement = "use the service's node scripts, svc api GET scripts/";

const contentHelp = "file with the script";

/**
 * The documents of the service list no fields here; these are the ones that deployed services read.
 */
export const group = {
  name: "commissioning-scripts",
  identity: "name",
  columns: [{ header: "NAME", path: "name" }],
  operations: {
    "commissioning-scripts.list": {
      verb: "list",
      method: "GET",
      path: "/commissioning-scripts/",
      who: "admin",
      summary: "List commissioning scripts",
      documentedAdminOnly: true,
      deprecated: replacement,
      success: 200,
      result: "json",
    },
    "commissioning-scripts.create": {
      verb: "create",
      method: "POST",
      path: "/commissioning-scripts/",
      who: "admin",
      summary: "Add a commissioning script",
      fields: [
        { name: "name", type: "string", help: "name of the script" },
        { name: "content", type: "file", help: contentHelp },
      ],
      documentedAdminOnly: true,
      deprecated: replacement,
      success: 200,
      result: "json",
      example: { name: "60-burn-in", content: "-" },
      exampleInput: "echo 'sleep 60'",
    },
    "commissioning-script.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/commissioning-scripts/{name}",
      who: "admin",
      summary: "Delete a commissioning script",
      parameters: [scriptName],
      confirm: "destroys",
      documentedAdminOnly: true,
      deprecated: replacement,
      example: { name: "50-burn-in" },
      success: 200,
      errors: [404],
      result: "none",
    },
    "commissioning-script.read": {
      verb: "get",
      method: "GET",
      path: "/commissioning-scripts/{name}",
      who: "admin",
      summary: "Show a commissioning script",
      parameters: [scriptName],
      documentedAdminOnly: true,
      deprecated: replacement,
      example: { name: "50-burn-in" },
      success: 200,
      errors: [404],
      result: "json",
      mayAnswerText: true,
    },
    "commissioning-script.update": {
      verb: "update",
      method: "PUT",
      path: "/commissioning-scripts/{name}",
      who: "admin",
      summary: "Replace a commissioning script",
      parameters: [scriptName],
      fields: [{ name: "content", type: "file", help: contentHelp }],
      documentedAdminOnly: true,
      deprecated: replacement,
      success: 200,
      errors: [404],
      result: "json",
      example: { name: "50-burn-in", content: "-" },
      exampleInput: "echo 'sleep 60'",
    },
  },
} as const satisfies Group;
