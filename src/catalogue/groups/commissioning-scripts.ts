import { file, text, textId } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const replacement = "use node scripts instead: svc scripts list";
const contentHelp = "file with the script";
const shared = { answersWith: "name", documentedAdminOnly: true, deprecated: replacement } as const;
const all = resource("/commissioning-scripts/", [], shared);
const name = textId("name", "name of the commissioning script");
const one = resource("/commissioning-scripts/{name}", [name], { ...shared, example: { name: "50-burn-in" } });

/** The API documentation names no fields. Live services accept these. */
export const group = {
  identity: "name",
  columns: [{ header: "NAME", path: "name", rank: "key" }],
  kind: {
    key: ["name"],
    coveredBy: "scripts",
    readBy: { content: "commissioning-script.read" },
    builtinIn: { path: "/scripts/", when: { default: true } },
  },
  operations: {
    "commissioning-scripts.list": all.list("admin", "List commissioning scripts"),
    "commissioning-scripts.create": all.create("admin", "Add a commissioning script", {
      fields: [text("name", "name of the script"), file("content", contentHelp)],
      example: { name: "60-burn-in", content: "-" },
      exampleInput: "echo 'sleep 60'",
    }),
    "commissioning-script.delete": one.remove("admin", "Delete a commissioning script"),
    "commissioning-script.read": one.read("admin", "Show a commissioning script", { mayAnswerText: true }),
    "commissioning-script.update": one.update("admin", "Replace a commissioning script", {
      fields: [file("content", contentHelp)],
      example: { name: "50-burn-in", content: "-" },
      exampleInput: "echo 'sleep 60'",
    }),
  },
} as const satisfies GroupDefinition;
