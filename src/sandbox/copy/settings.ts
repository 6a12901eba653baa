import { primitiveText } from "../../core/json-record.ts";
import { requireConfigItem } from "../model/settings/config.ts";
import { addUser } from "../model/settings/users.ts";
import type { BootResource } from "../state/images.ts";
import { newTag } from "../state/node.ts";
import { ServiceError } from "../state/service-error.ts";
import { repositoryDefaults, type Script } from "../state/settings.ts";
import { findRow } from "../state/table.ts";
import {
  type EventLevel,
  eventLevels,
  findUser,
  newVmHost,
  type World,
  type ZoneOrPool,
} from "../state/world.ts";
import { parseBoolean } from "../values/spellings.ts";
import {
  fieldsIn,
  flagIn,
  type Importers,
  idIn,
  numberIn,
  putRow,
  type Row,
  rowIn,
  rowsIn,
  textIn,
  textOrNull,
  textsIn,
  timeIn,
} from "./row.ts";

export const settingImporters: Importers = {
  "users.list": ({ world }, row) =>
    addMissingUser(world, textIn(row, "username"), textIn(row, "email"), flagIn(row, "is_superuser")),
  "tags.list": ({ world }, row) => void world.state.tags.push(fieldsIn(row, newTag)),
  "zones.list": ({ world: { state } }, row) => void addZoneOrPool(state.places, "zones", row),
  "resource-pools.list": ({ world: { state } }, row) => void addZoneOrPool(state.places, "pools", row),
  "package-repositories.list"({ world }, row) {
    putRow(world.state.settings.repositories, row, (id) => ({
      ...{ id, ...fieldsIn(row, repositoryDefaults()) },
      isDefault: /^(?:main|ports)_archive$/.test(textIn(row, "name")),
    }));
  },
  "boot-sources.list"({ world }, row) {
    const now = world.clock.now();
    putRow(world.state.images.sources, row, (id) => ({
      ...{ id, ...fieldsIn(row, { url: "", keyringFilename: "", keyringData: "" }) },
      created: timeIn(row, "created", now),
      updated: timeIn(row, "updated", now),
    }));
  },
  "boot-source-selections.list"({ world }, row, parentId) {
    putRow(world.state.images.selections, row, (id) => ({
      ...{ id, sourceId: numberIn(row, "boot_source_id", Number(parentId)) },
      ...fieldsIn(row, { os: "", release: "", arches: [], subarches: [], labels: [] }),
    }));
  },
  "boot-resources.list": importResource,
  "boot-resource.read": importResource,
  "scripts.list"({ world }, row) {
    world.state.settings.scripts.push(scriptOf(world, row));
    world.state.settings.hasOwnBuiltins = true;
  },
  // Read only if the service has no `scripts.list`. Live services list only names here.
  "commissioning-scripts.list"({ world }, row) {
    const { settings } = world.state;
    const content = textIn(row, "content");
    settings.scripts.push(
      scriptOf(world, { ...row, type: 0, history: [{ id: settings.nextScriptId, data: content }] }),
    );
  },
  "ssh-keys.list": ({ world, username: owner }, row) =>
    putRow(world.state.settings.sshKeys, row, (id) => ({
      id,
      owner,
      ...fieldsIn(row, { key: "", keysource: null }),
    })),
  "ssl-keys.list": ({ world, username: owner }, row) =>
    putRow(world.state.settings.sslKeys, row, (id) => ({ id, owner, ...fieldsIn(row, { key: "" }) })),
  "license-keys.list": ({ world }, row) =>
    void world.state.settings.licenseKeys.push(
      fieldsIn(row, { osystem: "", distroSeries: "", licenseKey: "" }),
    ),
  "files.list"({ world, username }, row) {
    const key = /[?&]key=([^&]+)/.exec(textIn(row, "anon_resource_uri"))?.[1] ?? world.random.uuid();
    world.state.settings.files.push({ owner: username, filename: textIn(row, "filename"), key, content: "" });
  },
  "file.read"({ world }, row, filename) {
    const file = world.state.settings.files.find((each) => each.filename === filename);
    if (file !== undefined) file.content = textIn(row, "content");
  },
  "notifications.list"({ world }, row) {
    putRow(world.state.settings.notifications, row, (id) => ({
      ...{ id, context: rowIn(row, "context"), username: textOrNull(rowIn(row, "user"), "username") },
      ...fieldsIn(row, { ident: null, message: "", category: "info", admins: false, users: false }),
      ...{ dismissedBy: [], dismissable: flagIn(row, "dismissable", true) },
    }));
  },
  "vm-hosts.list"({ world }, row) {
    const { places } = world.state;
    const id = idIn(row) ?? places.lastPodId + 1;
    places.lastPodId = Math.max(places.lastPodId, id);
    places.pods.push({
      ...newVmHost,
      ...{ id, name: textIn(row, "name"), type: textIn(row, "type", "virsh"), address: "" },
      ...{ project: "", tags: textsIn(row, "tags"), host: textOrNull(rowIn(row, "host"), "system_id") },
      zoneId: addZoneOrPool(places, "zones", rowIn(row, "zone")),
      poolId: addZoneOrPool(places, "pools", rowIn(row, "pool")),
      cpuRatio: numberIn(row, "cpu_over_commit_ratio", 1),
      memoryRatio: numberIn(row, "memory_over_commit_ratio", 1),
      macvlanMode: textIn(row, "default_macvlan_mode"),
    });
  },
  "vm-host.parameters"({ world }, row, hostId) {
    const host = world.state.places.pods.find(({ id }) => String(id) === hostId);
    if (host === undefined) return;
    const [address, password] = [textIn(row, "power_address"), textIn(row, "power_pass")];
    Object.assign(host, { address, password, project: textIn(row, "project") });
  },
  "events.query"({ world }, row) {
    const { events } = world.state;
    const id = idIn(row) ?? events.nextId;
    const level = textIn(row, "level").toUpperCase();
    events.nextId = Math.max(events.nextId, id + 1);
    events.records.push({
      ...{ id, ...fieldsIn(row, { type: "", description: "", hostname: "", node: null }) },
      level: Object.hasOwn(eventLevels, level) ? (level as EventLevel) : "INFO",
      ...{ created: timeIn(row, "created", world.clock.now()), username: textIn(row, "username", "unknown") },
    });
  },
};

export function importConfigItem(world: World, name: string, value: unknown): boolean {
  try {
    const item = requireConfigItem(world, name);
    const text = [value].flat().map(primitiveText).join(",");
    const { config } = world.state.settings;
    if (item.type === "boolean") config[item.name] = parseBoolean(text) ?? false;
    else if (item.type === "integer" && text !== "" && Number.isFinite(Number(text)))
      config[item.name] = Number(text);
    else config[item.name] = value === null ? null : text;
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

export function addMissingUser(world: World, username: string, email = "", isAdministrator = false): void {
  if (username !== "" && findUser(world, username) === undefined)
    addUser(world, { username, email, isAdministrator });
}

const lastIdMembers = { zones: "lastZoneId", pools: "lastPoolId" } as const;

export function addZoneOrPool(places: World["state"]["places"], list: keyof typeof lastIdMembers, row: Row) {
  const rows: ZoneOrPool[] = places[list];
  const lastIdMember = lastIdMembers[list];
  const name = textIn(row, "name");
  const match = rows.find((each) => (row["id"] === undefined ? each.name === name : each.id === row["id"]));
  if (match !== undefined || name === "") return match?.id ?? rows[0]?.id ?? 0;
  const id = idIn(row) ?? places[lastIdMember] + 1;
  places[lastIdMember] = Math.max(places[lastIdMember], id);
  rows.push({ id, name, description: textIn(row, "description") });
  return id;
}

/** Lists of images lack the sets; the answer for a single image has them. */
function importResource({ world }: { readonly world: World }, row: Row): void {
  const { images } = world.state;
  const existing = findRow(images.resources, idIn(row));
  const sets = Object.keys(rowIn(row, "sets")).map((version) =>
    setOf(world, version, rowIn(rowIn(row, "sets"), version)),
  );
  putRow(
    images.resources,
    row,
    (id): BootResource => ({
      id,
      type: textIn(row, "type") === "Uploaded" ? "Uploaded" : "Synced",
      ...fieldsIn(row, { name: "", architecture: "", title: "", baseImage: null, subarches: "" }),
      lastDeployed: row["last_deployed"] ? timeIn(row, "last_deployed", 0) : null,
      sets: sets.length > 0 ? sets : (existing?.sets ?? []),
    }),
  );
}

function setOf(world: World, version: string, set: Row): BootResource["sets"][number] {
  const fileRows = rowIn(set, "files");
  const files = Object.keys(fileRows).map((name) => {
    const file = rowIn(fileRows, name);
    const sizeBytes = numberIn(file, "size");
    const { images } = world.state;
    const id = idIn({ id: Number(/\/upload\/(\d+)\//.exec(textIn(file, "upload_uri"))?.[1] ?? Number.NaN) });
    images.nextFileId = Math.max(images.nextFileId, id ?? 0) + 1;
    return {
      ...{ id: id ?? images.nextFileId - 1, sizeBytes },
      ...fieldsIn(file, { filename: "", filetype: "", sha256: "" }),
      storedBytes: flagIn(file, "complete", true) ? sizeBytes : 0,
    };
  });
  return { version, label: textIn(set, "label"), files };
}

function scriptOf(world: World, row: Row): Script {
  const { settings } = world.state;
  const now = world.clock.now();
  const revisions = rowsIn(row, "history").map((each) => ({
    ...{ id: numberIn(each, "id"), comment: textOrNull(each, "comment"), content: textIn(each, "data") },
    created: timeIn(each, "created", now),
  }));
  const id = idIn(row) ?? settings.nextScriptId;
  settings.nextScriptId = Math.max(settings.nextScriptId, id + 1, ...revisions.map((each) => each.id + 1));
  return {
    ...{ id, ...fieldsIn(row, { name: "", title: "", description: "", tags: [], type: 0 }) },
    ...(row["default"] === true ? { default: true } : {}),
    ...fieldsIn(row, { hardwareType: 0, parallel: 0, destructive: false, forHardware: [] }),
    ...fieldsIn(row, { mayReboot: false, recommission: false, applyConfiguredNetworking: false }),
    ...{ timeoutSeconds: secondsIn(textIn(row, "timeout")), parameters: rowIn(row, "parameters") },
    ...{ packages: rowIn(row, "packages"), results: rowIn(row, "results") },
    revisions,
  };
}

const secondsIn = (text: string): number =>
  text.split(":").reduce((sum, part) => sum * 60 + (Number.parseInt(part, 10) || 0), 0);
