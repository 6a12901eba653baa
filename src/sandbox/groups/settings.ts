import type { ConfigItem } from "../../catalogue/operation.ts";
import { isRecord } from "../../core/json-record.ts";
import { configValue, requireConfigItem, setConfigValue } from "../model/settings/config.ts";
import { resourceUri, serializeOwner } from "../serialize/references.ts";
import { serializeLicenseKey, serializeRepository } from "../serialize/settings.ts";
import { architectures } from "../state/images.ts";
import { forbidden, invalid, invalidForm, requiredMessage, requireFound } from "../state/service-error.ts";
import {
  type LicenseKey,
  type Notification,
  notificationDefaults,
  type PackageRepository,
  repositoryDefaults,
} from "../state/settings.ts";
import { insert, removeFrom, requireNamedRow } from "../state/table.ts";
import { findUser, usesDeployedStyle, type World } from "../state/world.ts";
import { withoutUndefined } from "../values/spellings.ts";
import { json, plainJson, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, patternRule, readValidForm } from "../wire/form-reader.ts";
import { assign, resource, tableAccess, withoutContent } from "./resource.ts";

const capabilities = [
  "networks-management",
  "static-ipaddresses",
  "ipv6-deployment-ubuntu",
  "devices-management",
  "storage-deployment-ubuntu",
  "network-deployment-ubuntu",
  "bridging-interface-ubuntu",
  "bridging-automatic-ubuntu",
  "authenticate-api",
];

const repositories = tableAccess(
  (world) => world.state.settings.repositories,
  "PackageRepository",
  requireNamedRow,
);
const notificationTable = tableAccess((world) => world.state.settings.notifications, "Notification");

const isForUser = ({ user }: Call, { users, admins, username }: Notification): boolean =>
  username === user.username || (user.isAdministrator ? admins : users);

export const settings = {
  // `/version/` answers the API version as text; `/api/2.0/version/` answers the service's version as JSON.
  "version.get": (call) =>
    call.path.version === undefined
      ? text("2.0")
      : json({ capabilities, version: "3.4.10-sandbox", subversion: "" }),
  // The API documentation describes plain text, empty if the item is not set.
  "svc.get_config"(call) {
    const item = configItemOf(call);
    const value = configValue(call.world, item.name);
    if (item.secret && !call.user.isAdministrator) throw forbidden();
    return usesDeployedStyle(call.world, "config-values") ? plainJson(value) : text(String(value ?? ""));
  },
  "svc.set_config"(call) {
    const value = call.form.get("value");
    if (value === undefined && usesDeployedStyle(call.world, "config-without-value"))
      throw invalid("No provided value!");
    setConfigValue(call.world, configItemOf(call), value ?? "");
    return text("OK");
  },
  ...resource(["license-keys", "license-key"], {
    serialize: serializeLicenseKey,
    rows: ({ world }) => world.state.settings.licenseKeys,
    find: ({ world, path }) =>
      requireFound(findLicenseKey(world, path.osystem, path.distro_series), "LicenseKey"),
    read: readLicenseKey,
    create({ world }, key) {
      world.state.settings.licenseKeys.push(key);
      return key;
    },
    update: assign,
    remove: ({ state }, key) => removeFrom(state.settings.licenseKeys, key),
  }),
  ...resource(["package-repositories", "package-repository"], {
    ...repositories,
    serialize: serializeRepository,
    rules: [patternRule("url", /^(?:https?|ftp|ppa):\S+$/, "Enter a valid URL.")],
    read: readRepository,
    create: ({ world }, values) =>
      insert(world.state.settings.repositories, (id) => ({ id, ...repositoryDefaults(), ...values })),
    update: assign<PackageRepository>,
    remove(world, repository) {
      if (repository.isDefault) throw invalid("Default package repositories may not be deleted.");
      repositories.remove(world, repository);
    },
  }),
  ...resource(["notifications", "notification"], {
    ...notificationTable,
    rows: (call: Call) =>
      notificationTable
        .rows(call)
        .filter((each) => isForUser(call, each) && !each.dismissedBy.includes(call.user.username)),
    find(call) {
      const notification = notificationTable.find(call);
      if (!call.user.isAdministrator && !isForUser(call, notification)) throw forbidden();
      return notification;
    },
    serialize: (world, { dismissedBy: _, username, ...fields }) => ({
      ...fields,
      user: serializeOwner(world, username),
      resource_uri: resourceUri(world, "notifications", fields.id),
    }),
    rules: [patternRule("ident", /^.{0,40}$/, "Ensure this value has at most 40 characters.")],
    read: readNotification,
    create: ({ world }: Call, values: Partial<Notification>) =>
      insert(world.state.settings.notifications, (id) => ({ ...notificationDefaults(), ...values, id })),
    update: assign<Notification>,
  }),
  "notification.dismiss": withoutContent((call) => {
    const notification = notificationTable.find(call);
    const { username } = call.user;
    if (!isForUser(call, notification)) throw forbidden();
    if (!notification.dismissable) throw invalid("Notification is not dismissable.");
    if (!notification.dismissedBy.includes(username)) notification.dismissedBy.push(username);
  }),
} satisfies HandlersOf<"version" | "config" | "license-keys" | "package-repositories" | "notifications">;

function configItemOf(call: Call): ConfigItem {
  return requireConfigItem(call.world, readValidForm(call).text("name") ?? "");
}

const findLicenseKey = ({ state }: World, osystem = "", distroSeries = "") =>
  state.settings.licenseKeys.find((key) => key.osystem === osystem && key.distroSeries === distroSeries);

function readLicenseKey(form: FormReader, { world }: Call, current?: LicenseKey): LicenseKey {
  if (current !== undefined)
    return {
      ...current,
      licenseKey: form.has("license_key") ? form.required("license_key") : current.licenseKey,
    };
  const types = { osystem: "text", distroSeries: "text", licenseKey: "text" } as const;
  const { osystem = "", distroSeries = "", licenseKey = "" } = form.values(types);
  for (const [field, value] of Object.entries({ osystem, distro_series: distroSeries }))
    if (value !== "" && !/^[\w.-]+$/.test(value)) form.addError(field, `'${value}' is not a valid name.`);
  if (findLicenseKey(world, osystem, distroSeries) !== undefined)
    form.addError("__all__", "License key with this Osystem and Distro series already exists.");
  return { osystem, distroSeries, licenseKey };
}

function readRepository(form: FormReader, call: Call, current?: PackageRepository) {
  const fields = form.values({
    name: "nonEmptyText",
    url: "nonEmptyText",
    distributions: "list",
    disabledPockets: "list",
    disabledComponents: "list",
    disableSources: "boolean",
    components: "list",
    arches: "list",
    key: "text",
    enabled: "boolean",
  });
  if (repositories.rows(call).some((each) => each !== current && each.name === fields.name))
    form.addError("name", "Package repository with this Name already exists.");
  const choices = `Known architectures: ${architectures.join(", ")}.`;
  for (const arch of fields.arches ?? [])
    if (!architectures.some((each) => each === arch))
      form.addError("arches", `'${arch}' is not a valid architecture. ${choices}`);
  if (current?.isDefault && fields.enabled === false)
    form.addError("enabled", "Default repositories may not be disabled.");
  return fields;
}

function readNotification(form: FormReader, call: Call, current?: Notification): Partial<Notification> {
  const ident = form.has("ident") ? form.text("ident") || null : undefined;
  if (ident && notificationTable.rows(call).some((each) => each !== current && each.ident === ident))
    form.addError("ident", "Notification with this Ident already exists.");
  if (form.text("message") === "") form.addError("message", requiredMessage);
  const user = form.reference("user", (name) => findUser(call.world, name));
  const context = readContext(form);
  const message = form.text("message") ?? current?.message ?? "";
  const members = context ?? current?.context ?? {};
  for (const [, name = ""] of message.matchAll(/\{([^{}]*)\}/g))
    if (!Object.hasOwn(members, name)) throw invalidForm("Notification cannot be rendered.");
  return {
    ...form.values({ message: "text", category: "nonEmptyText" }),
    ...form.values({ admins: "boolean", users: "boolean", dismissable: "boolean" }),
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
    form.addError("context", "Context is not a mapping.");
  } catch {
    form.addError("context", "Enter a valid JSON.");
  }
  return undefined;
}
