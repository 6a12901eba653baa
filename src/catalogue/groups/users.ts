import { boolean, integerOrName, oneOrZero, text, textId } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { notifications } from "../number-lists.ts";
import { liveOnly, nameOperations } from "../resource.ts";

/** The email address of the user with whose API key machines report to the service. */
const nodeInitEmail = "node-init-user@localhost";

const allUsers = liveOnly("/users/", [], { answersWith: "username" });
const oneUser = liveOnly("/users/{username}/", [textId("username", "name of the user")], {
  answersWith: "username",
  example: { username: "carol" },
});

export const userGroup = {
  identity: "username",
  columns: [
    { header: "USER", path: "username", rank: "key" },
    { header: "ADMIN", path: "is_superuser", as: "boolean" },
    { header: "EMAIL", path: "email" },
    { header: "LOCAL", path: "is_local", as: "boolean", wide: true },
  ],
  kind: {
    key: ["username"],
    credentials: ["password"],
    neverReplaced: true,
    callerOperation: "users.whoami",
    ignoreWhen: { email: nodeInitEmail },
    blockedByNodes: { filter: "owner", path: "owner" },
  },
  operations: nameOperations({
    "users.list": allUsers.list("anyone", "List users"),
    "users.create": allUsers.create("admin", "Create a user", {
      fields: [
        text("username", "name to log in with", { required: true }),
        text("email", "email address that no other user has", { required: true }),
        text("password", "password to log in with", { required: true, secret: true }),
        // Sent as 1 or 0: the service answers 500 to a word such as true.
        oneOrZero("is_superuser", "whether the user is an administrator", {
          required: true,
          takesWord: true,
        }),
      ],
      notes: ["Users can be changed only in the service's web interface."],
      example: { username: "dave", email: "dave@example.com", password: "@-", is_superuser: "false" },
      exampleInput: "echo correct-horse",
    }),
    "users.whoami": allUsers.get("anyone", "Show the user that the API key belongs to"),
    "user.delete": oneUser.remove("admin", "Delete a user", {
      fields: [text("transfer_resources_to", "user to transfer machines, addresses and ranges to")],
      effects: [{ template: "the user's API keys, SSH keys, SSL keys and files are deleted too" }],
      notes: ["Refused while the user has machines, addresses or ranges that are not transferred."],
      example: { username: "bob", transfer_resources_to: "carol" },
    }),
    "user.read": oneUser.read("anyone", "Show a user"),
  }),
} as const satisfies GroupDefinition;

const message = text("message", "text; {name} is replaced with its value in --context");
const notificationFields = [
  text("ident", "identifier of your choice, up to 40 characters"),
  text("category", "kind of message", { choices: ["error", "warning", "success", "info"], default: "info" }),
  boolean("admins", "show it to administrators"),
  boolean("users", "show it to users who are not administrators"),
  text("user", "show it to this user"),
  text("context", "values for {name} in the message, as a JSON object"),
] as const;
/** Undocumented for a new notification, but services accept it there too. */
const dismissable = boolean("dismissable", "whether users may dismiss it", { default: "true" });

const fieldsWithoutDefaults = notificationFields.map(({ default: _, ...field }) => field);

const allNotifications = liveOnly("/notifications/");
const oneNotification = liveOnly(
  "/notifications/{id}/",
  [integerOrName("id", "id or ident of the notification", notifications)],
  { examplePreparation: "svc notifications create --message 'Rack 7 is down' --admins" },
);

export const notificationGroup = {
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
    "notifications.list": allNotifications.list("anyone", "List your notifications", {
      notes: ["Dismissed notifications are not listed."],
    }),
    "notifications.create": allNotifications.create("admin", "Create a notification for users", {
      fields: [{ ...message, required: true }, ...notificationFields, { ...dismissable, undocumented: true }],
      notes: ["Nobody sees it without --admins, --users or --user."],
      commonFields: ["admins", "users", "category", "ident"],
      example: { message: "Rack 7 is down from 18:00", category: "warning", admins: "true" },
    }),
    "notification.delete": oneNotification.remove("admin", "Delete a notification for all users"),
    "notification.read": oneNotification.read("anyone", "Show a notification"),
    "notification.update": oneNotification.update("admin", "Change a notification", {
      fields: [message, ...fieldsWithoutDefaults, dismissable],
      example: { id: "1", message: "Rack 7 is up again", category: "success" },
    }),
    "notification.dismiss": oneNotification.post("anyone", "Dismiss a notification for yourself", {
      result: "none",
    }),
  }),
} as const satisfies GroupDefinition;
