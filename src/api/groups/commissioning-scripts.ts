import { textId } from "../fields.ts";
import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";

const replacement = "use the service's node scripts, svc api GET scripts/";

const contentHelp = "file with the script";

const commissioningScripts = resource("/commissioning-scripts/");
const commissioningScript = resource(
  "/commissioning-scripts/{name}",
  textId("name", "name of the commissioning script"),
);

/** No fields are documented here; these are the ones that live services read. */
export const group = {
  name: "commissioning-scripts",
  identity: "name",
  columns: [{ header: "NAME", path: "name" }],
  operations: {
    "commissioning-scripts.list": commissioningScripts.list({
      who: "admin",
      summary: "List commissioning scripts",
      documentedAdminOnly: true,
      deprecated: replacement,
    }),
    "commissioning-scripts.create": commissioningScripts.create({
      who: "admin",
      summary: "Add a commissioning script",
      fields: [
        { name: "name", type: "string", help: "name of the script" },
        { name: "content", type: "file", help: contentHelp },
      ],
      documentedAdminOnly: true,
      deprecated: replacement,
      example: { name: "60-burn-in", content: "-" },
      exampleInput: "echo 'sleep 60'",
    }),
    "commissioning-script.delete": commissioningScript.remove({
      who: "admin",
      summary: "Delete a commissioning script",
      documentedAdminOnly: true,
      deprecated: replacement,
      example: { name: "50-burn-in" },
    }),
    "commissioning-script.read": commissioningScript.read({
      who: "admin",
      summary: "Show a commissioning script",
      documentedAdminOnly: true,
      deprecated: replacement,
      example: { name: "50-burn-in" },
      mayAnswerText: true,
    }),
    "commissioning-script.update": commissioningScript.update({
      who: "admin",
      summary: "Replace a commissioning script",
      fields: [{ name: "content", type: "file", help: contentHelp }],
      documentedAdminOnly: true,
      deprecated: replacement,
      example: { name: "50-burn-in", content: "-" },
      exampleInput: "echo 'sleep 60'",
    }),
  },
} as const satisfies Group;
