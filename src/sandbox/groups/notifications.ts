import { isRecord } from "../../core/json-record.ts";
import { resourceUri, serializeOwner } from "../serialize/references.ts";
import { forbidden, invalid, requiredMessage } from "../state/domain-error.ts";
import type { Notification } from "../state/settings.ts";
import { insert, removeRow, rowsOf } from "../state/table.ts";
import { findUser, type World } from "../state/world.ts";
import { withoutUndefined } from "../values/constraints.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, patternRule } from "../wire/form-reader.ts";
import { assign, resource, tableAccess, withoutContent } from "./resource.ts";

const { find } = tableAccess<Notification>((world) => world.state.settings.notifications, "Notification");

const isForUser = ({ user }: Call, { users, admins, username }: Notification): boolean =>
  username === user.username || (user.isAdministrator ? admins : users);

function findVisible(call: Call): Notification {
  const notification = find(call);
  if (!call.user.isAdministrator && !isForUser(call, notification)) throw forbidden();
  return notification;
}

const emptyNotification = (): Omit<Notification, "id"> => ({
  ...{ message: "", ident: null, category: "info", context: {}, username: null },
  ...{ admins: false, users: false, dismissable: true, dismissedBy: [] },
});

export const notifications = {
  ...resource(["notifications", "notification"], {
    rows: (call: Call) =>
      rowsOf(call.world.state.settings.notifications).filter(
        (each) => isForUser(call, each) && !each.dismissedBy.includes(call.user.username),
      ),
    find: findVisible,
    serialize: (world, { dismissedBy: _, username, ...fields }) => ({
      ...fields,
      user: serializeOwner(world, username),
      resource_uri: resourceUri(world, "notifications", fields.id),
    }),
    rules: [patternRule("ident", /^.{0,40}$/, "Ensure this value has at most 40 characters.")],
    read: readNotification,
    create: ({ world }: Call, values: Partial<Notification>) =>
      insert(world.state.settings.notifications, (id) => ({ ...emptyNotification(), ...values, id })),
    update: assign<Notification>,
    remove: (world: World, { id }: Notification) => removeRow(world.state.settings.notifications, id),
  }),
  "notification.dismiss": withoutContent((call) => {
    const notification = find(call);
    const { username } = call.user;
    if (!isForUser(call, notification)) throw forbidden();
    if (!notification.dismissable) throw invalid("Notification is not dismissable.");
    if (!notification.dismissedBy.includes(username)) notification.dismissedBy.push(username);
  }),
} satisfies HandlersOf<"notifications">;

function readNotification(form: FormReader, { world }: Call, current?: Notification): Partial<Notification> {
  const ident = form.has("ident") ? form.text("ident") || null : undefined;
  const isTaken = rowsOf(world.state.settings.notifications).some(
    (each) => each !== current && ident !== null && each.ident === ident,
  );
  if (isTaken) form.fail("ident", "Notification with this Ident already exists.");
  if (form.text("message") === "") form.fail("message", requiredMessage);
  const user = form.reference("user", (name) => findUser(world, name));
  const context = readContext(form);
  const message = form.text("message") ?? current?.message ?? "";
  const members = context ?? current?.context ?? {};
  for (const [, name = ""] of message.matchAll(/\{([^{}]*)\}/g))
    if (!Object.hasOwn(members, name)) throw invalid({ __all__: ["Notification cannot be rendered."] });
  const texts = form.values({ message: "text", category: "word" });
  const switches = form.values({ admins: "boolean", users: "boolean", dismissable: "boolean" });
  return {
    ...texts,
    ...switches,
    ...withoutUndefined({ ident, username: user === null ? null : user?.username, context }),
  };
}

function readContext(form: FormReader): Notification["context"] | undefined {
  const text = form.text("context");
  if (text === undefined) return undefined;
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
    form.fail("context", "Context is not a mapping.");
  } catch {
    form.fail("context", "Enter a valid JSON.");
  }
  return undefined;
}
