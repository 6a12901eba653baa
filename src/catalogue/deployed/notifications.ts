import { boolean, integerOrName, text } from "../field.ts";
import { notices } from "../number-lists.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed, nameOperations } from "../resource.ts";

const message = text("message", "text, in which {name} is replaced by a value of the context");
const settings = [
  text("ident", "identifier of your choice, up to 40 characters"),
  text("category", "kind of message", { choices: ["error", "warning", "success", "info"], default: "info" }),
  boolean("admins", "show it to administrators"),
  boolean("users", "show it to users who are not administrators"),
  text("user", "show it to this user"),
  text("context", "values for {name} in the message, as a JSON object"),
] as const;
/** Undocumented for a new notification, but services accept it there too. */
const dismissable = boolean("dismissable", "whether users may dismiss it", { default: "true" });

const settingsWithoutDefaults = settings.map(({ default: _, ...field }) => field);

const all = deployed("/notifications/");
const one = deployed(
  "/notifications/{id}/",
  [integerOrName("id", "id or ident of the notification", notices)],
  { examplePreparation: "svc notifications create --message 'Rack 7 is down' --admins" },
);

export const group = {
  columns: [
    { header: "ID", path: "id", rank: "key" },
    { header: "CATEGORY", path: "category" },
    { header: "MESSAGE", path: "message", rank: "text" },
    { header: "ADMINS", path: "admins", as: "boolean" },
    { header: "USERS", path: "users", as: "boolean" },
    { header: "USER", path: "user.username" },
    { header: "IDENT", path: "ident", wide: true },
    { header: "DISMISSABLE", path: "dismissable", as: "boolean", wide: true },
  ],
  kind: {
    key: ["ident"],
    memberPaths: { user: ["user.username", "user"] },
    references: { user: "users" },
    comparisons: { context: "json" },
    emptyMarkers: { context: "{}" },
    neverEmpty: ["category"],
    ignoreWhen: { ident: null },
    // Services show an administrator only notifications for administrators, so this field cannot be compared.
    ignoredFields: ["admins"],
    alwaysSent: { admins: true },
  },
  operations: nameOperations({
    "notifications.list": all.list("anyone", "List your notifications", {
      notes: ["Dismissed notifications are not listed."],
    }),
    "notifications.create": all.create("admin", "Show a notification to users", {
      fields: [{ ...message, required: true }, ...settings, { ...dismissable, undocumented: true }],
      notes: ["Nobody sees it without --admins, --users or --user."],
      commonFields: ["admins", "users", "category", "ident"],
      example: { message: "Rack 7 is down from 18:00", category: "warning", admins: "true" },
    }),
    "notification.delete": one.remove("admin", "Delete a notification for all users"),
    "notification.read": one.read("anyone", "Show a notification"),
    "notification.update": one.update("admin", "Change a notification", {
      fields: [message, ...settingsWithoutDefaults, dismissable],
      example: { id: "1", message: "Rack 7 is up again", category: "success" },
    }),
    "notification.dismiss": one.post("anyone", "Dismiss a notification, for yourself", { result: "none" }),
  }),
} as const satisfies GroupDefinition;
