var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all11) => {
  for (var name7 in all11)
    __defProp(target, name7, { get: all11[name7], enumerable: true });
};

// ../../../work/wt/sandbox/src/catalogue/site-copy.ts
var siteReads, configRead, snapshotFormat;
var init_site_copy = __esm({
  "../../../work/wt/sandbox/src/catalogue/site-copy.ts"() {
    "use strict";
    siteReads = [
      { group: "users", id: "users.list" },
      { group: "tags", id: "tags.list" },
      { group: "zones", id: "zones.list" },
      { group: "resourcepools", id: "resource-pools.list" },
      { group: "spaces", id: "spaces.list" },
      { group: "domains", id: "domains.list" },
      { group: "fabrics", id: "fabrics.list" },
      { group: "subnets", id: "subnets.list" },
      { group: "ipranges", id: "ip-ranges.list" },
      { group: "static-routes", id: "static-routes.list" },
      { group: "package-repositories", id: "package-repositories.list" },
      { group: "boot-sources", id: "boot-sources.list" },
      {
        group: "boot-source-selections",
        id: "boot-source-selections.list",
        each: { of: "boot-sources.list", member: "id", field: "boot_source_id" }
      },
      { group: "boot-resources", id: "boot-resources.list" },
      {
        group: "boot-resources",
        id: "boot-resource.read",
        each: { of: "boot-resources.list", member: "id", field: "id" }
      },
      { group: "scripts", id: "scripts.list", values: { include_script: true }, mayHoldDocuments: true },
      {
        group: "commissioning-scripts",
        id: "commissioning-scripts.list",
        unless: "scripts.list",
        mayHoldDocuments: true
      },
      { group: "sshkeys", id: "ssh-keys.list" },
      { group: "sslkeys", id: "ssl-keys.list", isKeyedBySecret: true },
      { group: "license-keys", id: "license-keys.list" },
      { group: "files", id: "files.list" },
      {
        group: "files",
        id: "file.read",
        each: { of: "files.list", member: "filename", field: "filename" },
        mayHoldDocuments: true
      },
      { group: "notifications", id: "notifications.list" },
      { group: "vm-hosts", id: "vm-hosts.list" },
      { group: "vm-hosts", id: "vm-host.parameters", each: { of: "vm-hosts.list", member: "id", field: "id" } },
      { group: "rackcontrollers", id: "rack-controllers.list" },
      { group: "regioncontrollers", id: "region-controllers.list" },
      { group: "machines", id: "machines.list" },
      {
        group: "machines",
        id: "machines.power_parameters",
        each: { of: "machines.list", member: "system_id", field: "id", batchSize: 50 }
      },
      { group: "devices", id: "devices.list" },
      { group: "ipaddresses", id: "ip-addresses.list", adminValues: { all: true } },
      { group: "dnsresources", id: "dns-resources.list" },
      { group: "dnsresource-records", id: "dns-resource-records.list" },
      { group: "dhcp-snippets", id: "dhcp-snippets.list", mayHoldDocuments: true },
      { group: "events", id: "events.query", values: { limit: "1000", level: "DEBUG" }, rows: "events" }
    ];
    configRead = { group: "config", id: "svc.get_config" };
    snapshotFormat = { format: "svc-site-copy", version: 1 };
  }
});

// ../../../work/wt/sandbox/src/core/grouping.ts
function addTo(groups2, key, ...values) {
  const group13 = groups2.get(key);
  if (group13 === void 0) groups2.set(key, [...values]);
  else group13.push(...values);
}
function groupBy(values, keyOf2) {
  const groups2 = /* @__PURE__ */ new Map();
  for (const value of values) addTo(groups2, keyOf2(value), value);
  return groups2;
}
var init_grouping = __esm({
  "../../../work/wt/sandbox/src/core/grouping.ts"() {
    "use strict";
  }
});

// ../../../work/wt/sandbox/src/core/json-record.ts
var isRecord, recordsIn;
var init_json_record = __esm({
  "../../../work/wt/sandbox/src/core/json-record.ts"() {
    "use strict";
    isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
    recordsIn = (value) => Array.isArray(value) ? value.filter(isRecord) : [];
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/domain-error.ts
function writeFields(fields) {
  const lists = Object.entries(fields).map(
    ([name7, messages]) => `${writeText(name7)}: [${messages.map(writeText).join(", ")}]`
  );
  return `{${lists.join(", ")}}`;
}
function requireFound(value, type) {
  if (value === void 0) throw notFound(`No ${type} matches the given query.`);
  return value;
}
function makeFieldErrors() {
  const messages = {};
  return {
    fail(field, message2) {
      const fieldMessages2 = messages[field] ?? [];
      if (!fieldMessages2.includes(message2)) messages[field] = [...fieldMessages2, message2];
    },
    check() {
      if (Object.keys(messages).length > 0) throw invalid(messages);
    }
  };
}
var DomainError, writeText, requiredMessage, invalid, invalidField, invalidChoice, forbidden, notFound, conflict, conflictToRetry, gone, unavailable;
var init_domain_error = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/domain-error.ts"() {
    "use strict";
    DomainError = class extends Error {
      kind;
      fields;
      headers;
      constructor(kind, message2, headers = {}) {
        super(typeof message2 === "string" ? message2 : writeFields(message2));
        this.headers = headers;
        this.kind = kind;
        this.fields = typeof message2 === "string" ? void 0 : message2;
      }
    };
    writeText = (text4) => JSON.stringify(text4).replace(
      /[\u0080-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
    );
    requiredMessage = "This field is required.";
    invalid = (message2) => new DomainError("invalid", message2);
    invalidField = (field, message2) => invalid({ [field]: [message2] });
    invalidChoice = (value, choices) => `Select a valid choice. ${value} is not one of the available choices${choices === void 0 ? "" : ` (${choices.join(", ")})`}.`;
    forbidden = (message2 = "") => new DomainError("forbidden", message2);
    notFound = (message2) => new DomainError("notFound", message2);
    conflict = (message2) => new DomainError("conflict", message2);
    conflictToRetry = (message2, retryAfterSeconds) => new DomainError("conflict", message2, { "Retry-After": String(retryAfterSeconds) });
    gone = () => new DomainError("gone", "Gone");
    unavailable = (message2) => new DomainError("unavailable", message2);
  }
});

// ../../../work/wt/sandbox/src/sandbox/values/blocks.ts
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
function parseDottedDecimal(text4) {
  const parts = dottedDecimal.exec(text4)?.slice(1).map(Number);
  if (parts === void 0 || parts.some((part) => part > 255)) return void 0;
  return { version: 4, value: BigInt(parts.reduce((sum2, part) => sum2 * 256 + part, 0)), text: text4 };
}
function parseAddress(text4) {
  const decimal = parseDottedDecimal(text4);
  if (decimal !== void 0) return decimal;
  if (!isIPv6(text4) || text4.includes("%")) return void 0;
  const bytes3 = ipaddr.parse(withoutDottedEnd(text4)).toByteArray();
  const value = bytes3.reduce((sum2, byte) => sum2 * 256n + BigInt(byte), 0n);
  return { version: 6, value, text: formatAddress(6, value) };
}
function withoutDottedEnd(text4) {
  const at = text4.lastIndexOf(":") + 1;
  const parts = text4.slice(at).split(".").map(Number);
  if (parts.length !== 4) return text4;
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  return `${text4.slice(0, at)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
function formatAddress(version4, value) {
  if (version4 === 4) {
    const bits2 = Number(value);
    return `${bits2 >>> 24}.${bits2 >>> 16 & 255}.${bits2 >>> 8 & 255}.${bits2 & 255}`;
  }
  const bytes3 = [];
  for (let shift = BigInt(addressBits[version4] - 8); shift >= 0n; shift -= 8n)
    bytes3.push(Number(value >> shift & 255n));
  return ipaddr.fromByteArray(bytes3).toString();
}
function parseBlock(text4) {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(text4);
  const address3 = parseAddress(match?.[1] ?? "");
  const prefix2 = Number(match?.[2]);
  if (address3 === void 0 || prefix2 > addressBits[address3.version]) return void 0;
  const size2 = 1n << BigInt(addressBits[address3.version] - prefix2);
  const first = address3.value - address3.value % size2;
  const { version: version4 } = address3;
  return {
    version: version4,
    first,
    last: first + size2 - 1n,
    prefix: prefix2,
    text: `${formatAddress(version4, first)}/${prefix2}`
  };
}
function netmaskOf(block) {
  const width = addressBits[block.version];
  const allBits = (1n << BigInt(width)) - 1n;
  return formatAddress(block.version, allBits - ((1n << BigInt(width - block.prefix)) - 1n));
}
var addressBits, dottedDecimal, blockContains, blocksOverlap;
var init_blocks = __esm({
  "../../../work/wt/sandbox/src/sandbox/values/blocks.ts"() {
    "use strict";
    addressBits = { 4: 32, 6: 128 };
    dottedDecimal = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;
    blockContains = (block, address3) => block.version === address3.version && block.first <= address3.value && address3.value <= block.last;
    blocksOverlap = (a, b) => a.version === b.version && a.first <= b.last && b.first <= a.last;
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/table.ts
function insert(table2, make) {
  const id = table2.nextId++;
  const row2 = make(id);
  table2.rows[id] = row2;
  return row2;
}
function findRow(table2, id) {
  const text4 = String(id);
  return /^\d{1,15}$/.test(text4) ? table2.rows[Number(text4)] : void 0;
}
function removeRow(table2, id) {
  delete table2.rows[id];
}
function removeFrom(list4, item) {
  list4.splice(list4.indexOf(item), 1);
}
var emptyTable, rowsOf, findNamedRow, requireNamedRow, requireRow, requireItem;
var init_table = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/table.ts"() {
    "use strict";
    init_domain_error();
    emptyTable = (firstId = 1) => ({ nextId: firstId, rows: {} });
    rowsOf = (table2) => Object.values(table2.rows);
    findNamedRow = (table2, idOrName2) => findRow(table2, idOrName2) ?? rowsOf(table2).find(({ name: name7 }) => name7 === idOrName2);
    requireNamedRow = (table2, idOrName2, type) => requireFound(findNamedRow(table2, idOrName2), type);
    requireRow = (table2, id, type) => requireFound(findRow(table2, id), type);
    requireItem = (items2, id, type) => requireFound(
      items2.find((each) => String(each.id) === id),
      type
    );
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/networks.ts
var emptyNetworks, addressKinds, addressesOfSubnet;
var init_networks = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/networks.ts"() {
    "use strict";
    init_table();
    emptyNetworks = () => ({
      fabrics: emptyTable(0),
      vlans: emptyTable(),
      spaces: emptyTable(),
      subnets: emptyTable(),
      ranges: emptyTable(),
      addresses: {
        nextId: 1,
        byIp: {},
        /** By subnet id: no assignable address below this one is free. */
        firstMaybeFree: {},
        /** By dynamic range id: all addresses below this one are leased. */
        firstMaybeLeased: {}
      },
      domains: emptyTable(0),
      dnsResources: emptyTable(),
      dnsRecords: emptyTable(),
      snippets: emptyTable(),
      staticRoutes: emptyTable(),
      /** `scanEndsAt` is in simulated milliseconds since the epoch; null if no scan is running. */
      neighbours: { rows: [], scanEndsAt: null },
      /** SOA serial number of all zones. */
      zoneSerial: 1,
      defaultDomainId: 0,
      fleetSubnetId: 0,
      nextInterfaceId: 1,
      nextLinkId: 1,
      nextRevisionId: 1
    });
    addressKinds = {
      auto: { id: 0, name: "Automatic" },
      static: { id: 1, name: "Static" },
      userReserved: { id: 4, name: "User reserved" },
      dhcp: { id: 5, name: "DHCP" },
      observed: { id: 6, name: "Observed" }
    };
    addressesOfSubnet = ({ addresses: addresses3 }, subnetId) => Object.values(addresses3.byIp).filter((address3) => address3.subnetId === subnetId);
  }
});

// ../../../work/wt/sandbox/src/sandbox/simulation/random.ts
function seededRandom(state) {
  const next = () => {
    state.value = state.value + 1831565813 >>> 0;
    let bits2 = state.value;
    bits2 = Math.imul(bits2 ^ bits2 >>> 15, bits2 | 1);
    bits2 ^= bits2 + Math.imul(bits2 ^ bits2 >>> 7, bits2 | 61);
    return ((bits2 ^ bits2 >>> 14) >>> 0) / 2 ** 32;
  };
  const integer3 = (minimum, maximum) => minimum + Math.floor(next() * (maximum - minimum + 1));
  const pick = (values) => {
    const value = values[integer3(0, values.length - 1)];
    if (value === void 0) throw new RangeError("nothing to pick from");
    return value;
  };
  const token = (length) => {
    let text4 = "";
    while (text4.length < length) {
      let bits2 = Math.floor(next() * letters.length ** 5);
      for (let count = 0; count < 5; count += 1) {
        text4 += letters[bits2 % letters.length];
        bits2 = Math.floor(bits2 / letters.length);
      }
    }
    return text4.slice(0, length);
  };
  const hexWord = () => {
    const bits2 = next() * 2 ** 32;
    const byte = (shift) => hexByByte[bits2 >>> shift & 255] ?? "";
    return byte(24) + byte(16) + byte(8) + byte(0);
  };
  const uuid2 = () => {
    const digits = hexWord() + hexWord() + hexWord() + hexWord();
    const variant = "89ab"[Number.parseInt(digits[16] ?? "0", 16) & 3];
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
  };
  return { next, integer: integer3, pick, token, uuid: uuid2 };
}
var letters, hexByByte, seedState;
var init_random = __esm({
  "../../../work/wt/sandbox/src/sandbox/simulation/random.ts"() {
    "use strict";
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
    hexByByte = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, "0"));
    seedState = (seed) => ({
      value: (Math.imul(Math.trunc(seed) ^ 2654435769, 2246822507) ^ Math.trunc(seed / 2 ** 32)) >>> 0
    });
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/images.ts
var emptyImages, architectures;
var init_images = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/images.ts"() {
    "use strict";
    init_table();
    emptyImages = () => ({
      resources: emptyTable(),
      nextFileId: 1,
      sources: emptyTable(),
      selections: emptyTable(),
      /** Null if no import is running. */
      importEndsAt: null
    });
    architectures = ["amd64", "arm64", "armhf", "i386", "ppc64el", "s390x"];
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/settings.ts
function seedRepositories() {
  const repository = (id, name7, url, arches) => ({
    ...{ id, name: name7, url, arches, distributions: [], disabledPockets: [], disabledComponents: [] },
    ...{ components: [], disableSources: true, key: "", enabled: true, isDefault: true }
  });
  return {
    nextId: 3,
    rows: {
      1: repository(1, "main_archive", "http://archive.ubuntu.com/ubuntu", ["amd64", "i386"]),
      2: repository(2, "ports_archive", "http://ports.ubuntu.com/ubuntu-ports", [
        ...["armhf", "arm64", "ppc64el", "s390x"]
      ])
    }
  };
}
function fillInScripts(settings7) {
  settings7.scripts.forEach((script2, index) => {
    if (script2.revisions !== void 0) return;
    const { name: name7, content } = script2;
    const id = settings7.nextScriptId++;
    const revisions = [{ id, comment: null, created: 0, content }];
    settings7.scripts[index] = { ...newScriptFields(name7, scriptTypes.commissioning), id, revisions };
  });
}
var emptySettings, scriptTypes, hardwareTypes, emptyMapping, newScriptFields, contentOf;
var init_settings = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/settings.ts"() {
    "use strict";
    init_table();
    emptySettings = () => ({
      config: {},
      files: [],
      sshKeys: emptyTable(),
      sslKeys: emptyTable(),
      licenseKeys: [],
      scripts: [],
      /** Scripts and their revisions share these ids. */
      nextScriptId: 71,
      /** True if `scripts` contains the built-in scripts, as in a sandbox copied from a site. */
      hasOwnBuiltins: false,
      repositories: seedRepositories(),
      notifications: emptyTable(),
      results: { nextId: 1, firstIds: {} }
    });
    scriptTypes = { commissioning: 0, testing: 2, release: 3 };
    hardwareTypes = ["node", "cpu", "memory", "storage", "network", "gpu"];
    emptyMapping = {};
    newScriptFields = (name7, type) => ({
      name: name7,
      title: "",
      description: "",
      tags: ["node"],
      type,
      hardwareType: 0,
      parallel: 0,
      timeoutSeconds: 0,
      destructive: false,
      forHardware: [],
      mayReboot: false,
      recommission: false,
      applyConfiguredNetworking: false,
      parameters: emptyMapping,
      packages: emptyMapping,
      results: emptyMapping
    });
    contentOf = ({ revisions }) => revisions[0]?.content ?? "";
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/storage.ts
var cacheModes, emptyStorage, emptyStorageIds, extentsOf, claimedExtents, isFree, physicalDisks, deviceById, findDevice, devicePath, partitionPath;
var init_storage = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/storage.ts"() {
    "use strict";
    cacheModes = ["WRITEBACK", "WRITETHROUGH", "WRITEAROUND"];
    emptyStorage = () => ({
      devices: [],
      bootDiskId: null,
      cacheSets: [],
      bcaches: [],
      volumeGroups: [],
      raids: [],
      datastores: []
    });
    emptyStorageIds = () => ({ device: 0, partition: 0, group: 0, cacheSet: 0 });
    extentsOf = (storage2) => storage2.devices.flatMap((device2) => [
      { device: device2, partition: void 0, extent: device2 },
      ...device2.partitions.map((partition2) => ({ device: device2, partition: partition2, extent: partition2 }))
    ]);
    claimedExtents = (storage2, matches) => extentsOf(storage2).filter(({ extent: extent2 }) => extent2.claim !== null && matches(extent2.claim));
    isFree = ({ device: device2, partition: partition2, extent: extent2 }) => extent2.filesystem === null && extent2.claim === null && (partition2 !== void 0 || device2.partitions.length === 0);
    physicalDisks = ({ devices: devices2 }) => devices2.filter(({ type }) => type === "physical");
    deviceById = (storage2, id) => storage2.devices.find((device2) => device2.id === id);
    findDevice = (storage2, text4) => storage2.devices.find(
      (device2) => String(device2.id) === text4 || device2.name === text4 || `/dev/${device2.name}` === text4 || devicePath(device2) === text4
    );
    devicePath = (device2) => `/dev/disk/by-dname/${device2.name}`;
    partitionPath = (device2, partition2) => `${devicePath(device2)}-part${partition2.index}`;
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/users.ts
function findToken(users, consumerKey, key) {
  for (const user of users) {
    const token = user.tokens.find((each) => each.key === key && each.consumerKey === consumerKey);
    if (token !== void 0) return { user, token };
  }
  return void 0;
}
var seededUsers, seedUsers, makeToken, apiKey, keysOfUsers;
var init_users = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/users.ts"() {
    "use strict";
    seededUsers = [
      { username: "admin", isAdministrator: true },
      { username: "bob", isAdministrator: false },
      { username: "carol", isAdministrator: false }
    ];
    seedUsers = (random) => seededUsers.map((person) => ({
      ...person,
      email: `${person.username}@sandbox.example`,
      tokens: [makeToken(random, "SVC consumer")]
    }));
    makeToken = (random, name7) => ({
      consumerKey: random.token(18),
      key: random.token(18),
      secret: random.token(32),
      name: name7
    });
    apiKey = (token) => `${token.consumerKey}:${token.key}:${token.secret}`;
    keysOfUsers = (users) => users.map(({ username: username2, isAdministrator, tokens: tokens2 }) => ({
      username: username2,
      is_superuser: isAdministrator,
      keys: tokens2.map(apiKey)
    }));
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/world.ts
function emptyState(seed) {
  const random = seedState(seed);
  return {
    random,
    users: seedUsers(seededRandom(random)),
    nodes: { bySystemId: {} },
    places: seedPlaces(),
    tags: [],
    events: { nextId: 1, records: [] },
    networks: emptyNetworks(),
    storageIds: emptyStorageIds(),
    images: emptyImages(),
    settings: emptySettings(),
    copied: null
  };
}
function allNodes(world, type) {
  const nodes3 = Object.values(world.state.nodes.bySystemId);
  return type === void 0 ? nodes3 : nodes3.filter((node) => node.nodeType === type);
}
function nodeById(world, systemId2) {
  const { bySystemId } = world.state.nodes;
  return Object.hasOwn(bySystemId, systemId2) ? bySystemId[systemId2] : void 0;
}
function copyState(state) {
  const { events: events2, copied, ...others } = state;
  return {
    ...copyData(others),
    events: { ...events2, records: [...events2.records] },
    copied: copied && { ...copied, statuses: copyData(copied.statuses) }
  };
}
function copyData(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyData);
  const copy = { ...value };
  for (const name7 in copy) {
    const member = copy[name7];
    if (typeof member === "object" && member !== null) copy[name7] = copyData(member);
  }
  return copy;
}
function recordEvent(world, event) {
  const log = world.state.events;
  const record = {
    id: log.nextId++,
    level: event.level ?? "INFO",
    type: event.type,
    description: event.description ?? "",
    hostname: event.node?.hostname ?? "",
    node: event.node?.systemId ?? null,
    created: world.clock.now(),
    username: event.username ?? "unknown"
  };
  log.records.push(record);
  if (log.records.length > capacity) log.records.splice(0, capacity / 10);
  return record;
}
function recordNodeEvent(world, node, type, description = "", username2) {
  recordEvent(world, { type, description, node, ...username2 === void 0 ? {} : { username: username2 } });
  node.statusMessage = description === "" ? type : `${type} - ${description}`;
}
var domainName, fleetSubnetId, fqdn, findUser, usesDeployedStyle, eventLevels, capacity, defaultZoneId, defaultPoolId, newVmHost, seedPlaces;
var init_world = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/world.ts"() {
    "use strict";
    init_random();
    init_images();
    init_networks();
    init_settings();
    init_storage();
    init_table();
    init_users();
    domainName = (world, id) => findRow(world.state.networks.domains, id)?.name ?? "";
    fleetSubnetId = (world) => world.state.networks.fleetSubnetId;
    fqdn = (world, node) => `${node.hostname}.${domainName(world, node.domainId)}`;
    findUser = (world, username2) => world.state.users.find((user) => user.username === username2);
    usesDeployedStyle = ({ answers }, _difference) => answers.style === "deployed";
    eventLevels = { DEBUG: 10, INFO: 20, WARNING: 30, ERROR: 40, CRITICAL: 50, AUDIT: 0 };
    capacity = 2e5;
    defaultZoneId = 1;
    defaultPoolId = 0;
    newVmHost = {
      type: "virsh",
      /** System id of the node that is the VM host. */
      host: null,
      address: "qemu+ssh://ops@10.20.0.2/system",
      password: "",
      project: "",
      zoneId: defaultZoneId,
      poolId: defaultPoolId,
      cpuRatio: 1,
      memoryRatio: 1,
      macvlanMode: ""
    };
    seedPlaces = () => ({
      zones: [
        { id: 1, name: "default", description: "" },
        { id: 2, name: "north", description: "North hall" },
        { id: 3, name: "south", description: "South hall" }
      ],
      pools: [
        { id: 0, name: "default", description: "Default pool" },
        { id: 1, name: "build", description: "Build farm" },
        { id: 2, name: "web", description: "Web front ends" }
      ],
      pods: [{ ...newVmHost, id: 1, name: "vmhost-1", tags: [] }],
      lastZoneId: 3,
      lastPoolId: 2,
      lastPodId: 1
    });
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/networks/subnets.ts
function blockOf(subnet3) {
  const block = parseBlock(subnet3.cidr);
  if (block === void 0) throw new RangeError(`${subnet3.cidr} is not a block of addresses`);
  return block;
}
function subnetContaining(world, address3) {
  let best;
  for (const subnet3 of rowsOf(world.state.networks.subnets)) {
    const block = blockOf(subnet3);
    if (blockContains(block, address3) && (best === void 0 || block.prefix > best.prefix))
      best = { subnet: subnet3, prefix: block.prefix };
  }
  return best?.subnet;
}
function findSubnet(world, spec) {
  const byId2 = findRow(world.state.networks.subnets, spec);
  if (byId2 !== void 0) return byId2;
  const block = parseBlock(spec)?.text;
  return rowsOf(world.state.networks.subnets).find((each) => each.cidr === block || each.name === spec);
}
function makeFabric(world, fields) {
  const fabric = insert(world.state.networks.fabrics, (id) => ({
    id,
    name: `fabric-${id}`,
    description: "",
    classType: null,
    ...fields
  }));
  makeVlan(world, { fabricId: fabric.id, vid: 0 });
  return fabric;
}
function connectToNewFabrics(world, node) {
  for (const each of node.interfaces) {
    if (each.type !== "physical" || each.vlanId !== null || !each.linkConnected) continue;
    const [untagged] = vlansOfFabric(world, makeFabric(world, {}).id);
    each.vlanId = untagged?.id ?? null;
  }
}
function checkName(errors, name7, value) {
  if (!/^\w[ \w-]*$/.test(value))
    errors.fail(name7, "Enter a valid value: letters, digits, spaces, hyphens and underscores.");
  if (value.length > 256) errors.fail(name7, "Ensure this value has at most 256 characters.");
}
function checkAddresses(errors, field, ips = []) {
  for (const ip of ips)
    if (parseAddress(ip) === void 0) errors.fail(field, `'${ip}' is not a valid IP address.`);
}
function requireVlan(world, fabricId2, vid) {
  const fabric = findNamedRow(world.state.networks.fabrics, fabricId2);
  const vlans2 = fabric === void 0 ? [] : vlansOfFabric(world, fabric.id);
  const byVid = vlans2.find((vlan3) => String(vlan3.vid) === vid);
  return requireFound(byVid ?? vlans2.find(({ name: name7 }) => name7 === vid), "VLAN");
}
function blockOfMask(address3, netmask) {
  const maxPrefix = address3.version === 4 ? 32 : 128;
  const mask2 = parseAddress(netmask);
  for (let prefix2 = 0; prefix2 <= maxPrefix; prefix2 += 1) {
    const block = parseBlock(`${address3.text}/${prefix2}`);
    if (block !== void 0 && (netmask === String(prefix2) || netmaskOf(block) === mask2?.text)) return block;
  }
  return void 0;
}
function freeBlock(world) {
  const usedBlocks = rowsOf(world.state.networks.subnets).map(blockOf);
  for (let number = 100 * 256; number < 256 * 256; number += 1) {
    const block = parseBlock(`10.${number >> 8}.${number & 255}.0/24`);
    if (block !== void 0 && !usedBlocks.some((each) => blocksOverlap(each, block))) return block;
  }
  throw unavailable("No free block of addresses is left.");
}
function checkBlock(world, errors, block, current) {
  const other = rowsOf(world.state.networks.subnets).find(
    (each) => each !== current && blocksOverlap(blockOf(each), block)
  );
  if (other !== void 0) errors.fail("ip", `The network overlaps ${other.cidr}.`);
  if (current === void 0 || current.cidr === block.text) return;
  const usedAddresses = [
    ...addressesOfSubnet(world.state.networks, current.id).map(({ ip }) => ip),
    ...rowsOf(world.state.networks.ranges).filter((range) => range.subnetId === current.id).flatMap((range) => [range.startIp, range.endIp])
  ];
  const excludedAddress = usedAddresses.find((ip) => {
    const address3 = parseAddress(ip);
    return address3 !== void 0 && !blockContains(block, address3);
  });
  if (excludedAddress !== void 0)
    errors.fail("ip", `The network would no longer contain ${excludedAddress}.`);
}
var makeSubnet, subnetsOfVlan, findSubnetOfField, vlansOfFabric, maxVid, mtuLimits, makeVlan, findVlan, vlanOfTag, makeRevision, makeSnippet;
var init_subnets = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/networks/subnets.ts"() {
    "use strict";
    init_domain_error();
    init_networks();
    init_table();
    init_world();
    init_blocks();
    makeSubnet = (world, fields) => insert(world.state.networks.subnets, (id) => ({
      id,
      name: fields.cidr,
      description: "",
      gatewayIp: null,
      dnsServers: [],
      rdnsMode: 2,
      allowDns: true,
      allowProxy: true,
      activeDiscovery: false,
      managed: true,
      ...fields
    }));
    subnetsOfVlan = (world, vlanId) => rowsOf(world.state.networks.subnets).filter((subnet3) => subnet3.vlanId === vlanId);
    findSubnetOfField = (world, spec) => usesDeployedStyle(world, "subnet-numbers") ? findRow(world.state.networks.subnets, spec) : findSubnet(world, spec);
    vlansOfFabric = (world, fabricId2) => rowsOf(world.state.networks.vlans).filter((vlan3) => vlan3.fabricId === fabricId2);
    maxVid = 4094;
    mtuLimits = { min: 552, max: 65535 };
    makeVlan = (world, fields) => insert(world.state.networks.vlans, (id) => ({
      id,
      name: fields.vid === 0 ? "untagged" : String(fields.vid),
      description: "",
      mtu: 1500,
      spaceId: null,
      dhcpOn: false,
      primaryRack: null,
      secondaryRack: null,
      relayVlanId: null,
      ...fields
    }));
    findVlan = (world, fabricId2, vid) => rowsOf(world.state.networks.vlans).find((vlan3) => vlan3.fabricId === fabricId2 && vlan3.vid === vid);
    vlanOfTag = (world, vid, neighbour) => {
      const fabricId2 = neighbour?.fabricId ?? 0;
      return findVlan(world, fabricId2, vid) ?? makeVlan(world, { fabricId: fabricId2, vid });
    };
    makeRevision = ({ state, clock }, value) => ({
      id: state.networks.nextRevisionId++,
      value,
      created: clock.now()
    });
    makeSnippet = (world, { value, ...fields }) => insert(world.state.networks.snippets, (id) => ({
      id,
      description: "",
      enabled: true,
      node: null,
      subnetId: null,
      rangeId: null,
      history: [makeRevision(world, value)],
      ...fields
    }));
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/networks/ranges.ts
function checkRange(world, errors, range, current) {
  const { subnet: subnet3, start, end } = range;
  const block = blockOf(subnet3);
  for (const [name7, address3] of [
    ["start_ip", start],
    ["end_ip", end]
  ])
    if (address3 !== void 0 && !blockContains(block, address3))
      errors.fail(name7, `IP address must be within subnet: ${subnet3.cidr}.`);
  if (start === void 0 || end === void 0 || !blockContains(block, start) || !blockContains(block, end))
    return;
  if (start.value > end.value) {
    errors.fail("end_ip", "End IP address must not be less than Start IP address.");
    return;
  }
  const interval = { first: start.value, last: end.value };
  for (const conflict2 of conflictsOf(world, range, interval, current))
    errors.fail("start_ip", `Requested ${range.type} range ${conflict2}.`);
}
function conflictsOf(world, { subnet: subnet3, type }, interval, current) {
  const containsIp = (ip) => contains(interval, parseAddress(ip)?.value ?? -1n);
  const conflicts = rangesOfSubnet(world, subnet3.id).filter((other) => {
    const { first, last } = boundsOf(other);
    return other.id !== current?.id && first <= interval.last && interval.first <= last;
  }).map((other) => `conflicts with an existing range: ${other.startIp} to ${other.endIp}`);
  if (type !== "dynamic") return conflicts;
  if (subnet3.gatewayIp !== null && containsIp(subnet3.gatewayIp))
    conflicts.push(`contains the gateway ${subnet3.gatewayIp}`);
  const address3 = addressesOfSubnet(world.state.networks, subnet3.id).find(
    (each) => each.kind !== "observed" && containsIp(each.ip)
  );
  if (address3 !== void 0) conflicts.push(`conflicts with the existing address ${address3.ip}`);
  return conflicts;
}
function dhcpObstacle(world, vlan3) {
  if (vlan3.primaryRack === null) return "DHCP can only be turned on when a primary rack controller is set.";
  if (vlan3.relayVlanId !== null) return "DHCP cannot be turned on while a relay VLAN is set.";
  const hasDynamicRange = subnetsOfVlan(world, vlan3.id).some(
    (subnet3) => rangesOfSubnet(world, subnet3.id).some((range) => range.type === "dynamic")
  );
  return hasDynamicRange ? void 0 : "DHCP can only be turned on when a dynamic IP range is defined.";
}
function stopIdleDhcp(world, vlanId) {
  const vlan3 = world.state.networks.vlans.rows[vlanId];
  if (vlan3 !== void 0 && dhcpObstacle(world, vlan3) !== void 0) vlan3.dhcpOn = false;
}
function hostRange(subnet3) {
  const { first, last, version: version4 } = blockOf(subnet3);
  if (last - first <= 1n) return { first, last };
  return { first: first + 1n, last: version4 === 4 ? last - 1n : last };
}
function clamp({ first, last }, value) {
  if (value < first) return first;
  return value > last ? last : value;
}
function usageOf(world, subnet3) {
  const hosts = hostRange(subnet3);
  const changes = /* @__PURE__ */ new Map();
  const change = (at, purpose, delta) => {
    const existing = changes.get(at);
    if (existing === void 0) changes.set(at, [{ purpose, delta }]);
    else existing.push({ purpose, delta });
  };
  for (const { first, last, purpose } of usesOf(world, subnet3)) {
    if (last < hosts.first || first > hosts.last) continue;
    change(clamp(hosts, first), purpose, 1);
    change(clamp(hosts, last) + 1n, purpose, -1);
  }
  const counts = /* @__PURE__ */ new Map();
  const activePurposes = () => [...counts].flatMap(([purpose, count]) => count > 0 ? [purpose] : []).sort();
  const ranges2 = [];
  let from = hosts.first;
  const closeRange = (end) => {
    if (end < from) return;
    const previousRange = ranges2.at(-1);
    const currentPurposes = activePurposes();
    if (previousRange !== void 0 && previousRange.purposes.join() === currentPurposes.join())
      ranges2[ranges2.length - 1] = { ...previousRange, last: end };
    else ranges2.push({ first: from, last: end, purposes: currentPurposes });
    from = end + 1n;
  };
  for (const boundary of [...changes.keys()].sort(ascending)) {
    closeRange(boundary - 1n);
    for (const { purpose, delta } of changes.get(boundary) ?? [])
      counts.set(purpose, (counts.get(purpose) ?? 0) + delta);
  }
  closeRange(hosts.last);
  return ranges2;
}
function suggestionsFor(world, subnet3) {
  const { first, last } = hostRange(subnet3);
  const unused = usageOf(world, subnet3).filter(({ purposes }) => purposes.length === 0);
  const gateway2 = [first, last].find((each) => unused.some((range) => contains(range, each)));
  const blocks = unused.map((range) => ({
    first: range.first === gateway2 ? range.first + 1n : range.first,
    last: range.last === gateway2 ? range.last - 1n : range.last
  })).map((range) => ({ ...range, size: range.last - range.first + 1n }));
  const [largest] = blocks.toSorted((a, b) => ascending(b.size, a.size));
  const available = blocks.reduce((sum2, { size: size3 }) => sum2 + size3, 0n);
  const limits = [largest?.size ?? 0n, (last - first + 1n) / 4n, available / 2n];
  const [size2 = 0n] = limits.sort(ascending);
  if (largest === void 0 || size2 < 1n) return { gateway: gateway2, dynamic: void 0 };
  return { gateway: gateway2, dynamic: { first: largest.last - size2 + 1n, last: largest.last } };
}
function usesOf(world, subnet3) {
  const singleAddress = (ip, purpose) => {
    const value = parseAddress(ip ?? "")?.value;
    return value === void 0 ? [] : [{ first: value, last: value, purpose }];
  };
  return [
    ...singleAddress(subnet3.gatewayIp, "gateway-ip"),
    ...subnet3.dnsServers.flatMap((ip) => singleAddress(ip, "dns-server")),
    ...rangesOfSubnet(world, subnet3.id).map((range) => ({ ...boundsOf(range), purpose: range.type })),
    ...addressesOfSubnet(world.state.networks, subnet3.id).flatMap(
      ({ ip }) => singleAddress(ip, "assigned-ip")
    )
  ];
}
var rangesOfSubnet, boundsOf, contains, rangeContaining, ascending;
var init_ranges = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/networks/ranges.ts"() {
    "use strict";
    init_networks();
    init_table();
    init_blocks();
    init_subnets();
    rangesOfSubnet = (world, subnetId) => rowsOf(world.state.networks.ranges).filter((range) => range.subnetId === subnetId);
    boundsOf = ({ startIp: startIp2, endIp: endIp2 }) => ({
      first: parseAddress(startIp2)?.value ?? 0n,
      last: parseAddress(endIp2)?.value ?? 0n
    });
    contains = ({ first, last }, value) => first <= value && value <= last;
    rangeContaining = (world, subnetId, address3) => rangesOfSubnet(world, subnetId).find((range) => contains(boundsOf(range), address3.value));
    ascending = (a, b) => a < b ? -1 : a > b ? 1 : 0;
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/networks/addresses.ts
function takeAddress(world, subnet3, ip, use) {
  const addresses3 = world.state.networks.addresses;
  if (Object.hasOwn(addresses3.byIp, ip)) throw invalidField("ip", `The address ${ip} is already in use.`);
  const unassigned = { owner: null, systemId: null, interfaceId: null, mac: null };
  const created = world.clock.now();
  const subnetId = subnet3?.id ?? null;
  const address3 = { id: addresses3.nextId++, ip, subnetId, ...unassigned, ...use, created };
  addresses3.byIp[ip] = address3;
  return address3;
}
function freeAddress(world, ip) {
  const addresses3 = world.state.networks.addresses;
  const address3 = findAddress(world, ip);
  if (address3 === void 0) return;
  delete addresses3.byIp[ip];
  if (address3.subnetId === null) return;
  lowerHint(addresses3.firstMaybeFree, address3.subnetId, ip);
  for (const range of rangesOfSubnet(world, address3.subnetId))
    lowerHint(addresses3.firstMaybeLeased, range.id, ip);
}
function lowerHint(hints, key, ip) {
  const hint = parseAddress(hints[key] ?? "");
  const value = parseAddress(ip)?.value;
  if (hint !== void 0 && value !== void 0 && value < hint.value) hints[key] = ip;
}
function clearFreeHints(world, subnetId) {
  const addresses3 = world.state.networks.addresses;
  delete addresses3.firstMaybeFree[subnetId];
  for (const range of rangesOfSubnet(world, subnetId)) delete addresses3.firstMaybeLeased[range.id];
}
function excludedIntervals(world, subnet3) {
  const singleAddresses = [subnet3.gatewayIp ?? "", ...subnet3.dnsServers].map(parseAddress).filter((address3) => address3 !== void 0).map(({ value }) => ({ first: value, last: value }));
  const ranges2 = rangesOfSubnet(world, subnet3.id);
  const reservedIntervals = ranges2.filter(({ type }) => type === "reserved").map(boundsOf);
  const excluded = subnet3.managed ? ranges2.map(boundsOf) : complementOf(reservedIntervals, blockOf(subnet3));
  return [...singleAddresses, ...excluded].sort(byFirst);
}
function complementOf(intervals, { first, last }) {
  const gaps = [];
  let start = first;
  for (const each of intervals.toSorted(byFirst)) {
    if (each.first > start) gaps.push({ first: start, last: each.first - 1n });
    if (each.last >= start) start = each.last + 1n;
  }
  return start > last ? gaps : [...gaps, { first: start, last }];
}
function takeNextAddress(world, subnet3, use) {
  const ip = findLowestFree(world, subnet3, hostRange(subnet3), excludedIntervals(world, subnet3));
  if (ip === void 0) throw unavailable(`No more IPs available in subnet: ${subnet3.cidr}.`);
  return takeAddress(world, subnet3, ip, use);
}
function findLowestFree(world, subnet3, { first, last }, excluded) {
  const addresses3 = world.state.networks.addresses;
  const { version: version4 } = blockOf(subnet3);
  let value = firstToTry(addresses3.firstMaybeFree[subnet3.id], first);
  let index = 0;
  while (value <= last) {
    const next = excluded[index];
    if (next !== void 0 && next.first <= value) {
      if (next.last >= value) value = next.last + 1n;
      index += 1;
      continue;
    }
    const ip = formatAddress(version4, value);
    if (!Object.hasOwn(addresses3.byIp, ip)) {
      addresses3.firstMaybeFree[subnet3.id] = ip;
      return ip;
    }
    value += 1n;
  }
  addresses3.firstMaybeFree[subnet3.id] = formatAddress(version4, last);
  return void 0;
}
function firstToTry(hint, first) {
  const value = parseAddress(hint ?? "")?.value;
  return value === void 0 || value < first ? first : value;
}
function takeLease(world, subnet3, use) {
  const hints = world.state.networks.addresses.firstMaybeLeased;
  const { version: version4 } = blockOf(subnet3);
  for (const range of rangesOfSubnet(world, subnet3.id)) {
    if (range.type !== "dynamic") continue;
    const { first, last } = boundsOf(range);
    let value = firstToTry(hints[range.id], first);
    while (value <= last && findAddress(world, formatAddress(version4, value)) !== void 0) value += 1n;
    if (value > last) continue;
    hints[range.id] = formatAddress(version4, value);
    return takeAddress(world, subnet3, formatAddress(version4, value), use);
  }
  return void 0;
}
var findAddress, byFirst;
var init_addresses = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/networks/addresses.ts"() {
    "use strict";
    init_domain_error();
    init_blocks();
    init_ranges();
    init_subnets();
    findAddress = (world, ip) => {
      const { byIp } = world.state.networks.addresses;
      return Object.hasOwn(byIp, ip) ? byIp[ip] : void 0;
    };
    byFirst = (a, b) => ascending(a.first, b.first);
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/networks/dns.ts
function makeResource(world, name7, domain2) {
  bumpSerial(world);
  return insert(world.state.networks.dnsResources, (id) => ({
    id,
    name: name7,
    domainId: domain2.id,
    addressTtl: null,
    ips: []
  }));
}
function splitFqdn(world, fqdn2) {
  const fullName = fqdn2.replace(/\.$/, "").toLowerCase();
  const [domain2] = rowsOf(world.state.networks.domains).filter(({ name: name7 }) => fullName === name7 || fullName.endsWith(`.${name7}`)).sort((a, b) => b.name.length - a.name.length);
  if (domain2 === void 0) return void 0;
  return { name: fullName === domain2.name ? "@" : fullName.slice(0, -domain2.name.length - 1), domain: domain2 };
}
function setAddresses(world, resource3, ips, user) {
  for (const ip of ips) {
    const address3 = parseAddress(ip);
    const subnet3 = address3 && subnetContaining(world, address3);
    if (findAddress(world, ip) === void 0)
      takeAddress(world, subnet3, ip, { kind: "userReserved", owner: user.username });
  }
  resource3.ips = [...ips];
  bumpSerial(world);
}
function removeResource(world, resource3) {
  const { dnsResources: dnsResources2, dnsRecords: dnsRecords2 } = world.state.networks;
  for (const record of recordsOf(world, resource3.id)) removeRow(dnsRecords2, record.id);
  removeRow(dnsResources2, resource3.id);
  bumpSerial(world);
}
function removeRecord(world, record) {
  const { dnsResources: dnsResources2, dnsRecords: dnsRecords2 } = world.state.networks;
  removeRow(dnsRecords2, record.id);
  const resource3 = dnsResources2.rows[record.resourceId];
  if (resource3 !== void 0 && resource3.ips.length === 0 && recordsOf(world, resource3.id).length === 0)
    removeRow(dnsResources2, resource3.id);
  bumpSerial(world);
}
function removeAddressFromDns(world, ip) {
  for (const resource3 of Object.values(world.state.networks.dnsResources.rows)) {
    if (!resource3.ips.includes(ip)) continue;
    resource3.ips = resource3.ips.filter((each) => each !== ip);
    if (resource3.ips.length === 0 && recordsOf(world, resource3.id).length === 0)
      removeResource(world, resource3);
  }
}
function hasRecordType(world, resource3, type) {
  const recordType = type.toUpperCase();
  if (recordType === "") return true;
  if (recordType === "A" || recordType === "AAAA")
    return resource3.ips.some((ip) => ip.includes(":") === (recordType === "AAAA"));
  return recordsOf(world, resource3.id).some((record) => record.rrtype === recordType);
}
function makeDomain(world, fields) {
  const domain2 = insert(world.state.networks.domains, (id) => ({
    id,
    authoritative: true,
    ttl: null,
    forwardServers: [],
    ...fields
  }));
  bumpSerial(world);
  return domain2;
}
function bumpSerial(world) {
  const { networks: networks2 } = world.state;
  networks2.zoneSerial = networks2.zoneSerial >= maxSerial ? 1 : networks2.zoneSerial + 1;
}
function setDefaultDomain(world, domain2) {
  const { networks: networks2 } = world.state;
  const previous = networks2.defaultDomainId;
  for (const node of allNodes(world))
    if (node.domainId === previous && node.owner === null) node.domainId = domain2.id;
  networks2.defaultDomainId = domain2.id;
  bumpSerial(world);
}
function removeDomain(world, domain2) {
  const { networks: networks2 } = world.state;
  if (domain2.id === networks2.defaultDomainId)
    throw invalid("This domain is the default domain, it cannot be deleted.");
  if (rowsOf(networks2.dnsResources).some((resource3) => resource3.domainId === domain2.id))
    throw invalid("This domain has DNS resources, it cannot be deleted.");
  const node = allNodes(world).find((each) => each.domainId === domain2.id);
  if (node !== void 0)
    throw invalid(`This domain is the domain of ${node.hostname}, it cannot be deleted.`);
  removeRow(networks2.domains, domain2.id);
  bumpSerial(world);
}
var fqdnOf, recordsOf, findResource, implicitResources, recordTypes, isRecordType, isUint16, isTarget, problemFinders, dataProblem, isResourceName, maxTtl, maxSerial, labelPattern, isLabel, isDnsName, requireDomain, findDomain, findDomainByName, defaultDomainId;
var init_dns = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/networks/dns.ts"() {
    "use strict";
    init_domain_error();
    init_table();
    init_world();
    init_blocks();
    init_addresses();
    init_subnets();
    fqdnOf = (world, resource3) => {
      const domain2 = domainName(world, resource3.domainId);
      return resource3.name === "@" ? domain2 : `${resource3.name}.${domain2}`;
    };
    recordsOf = (world, resourceId) => rowsOf(world.state.networks.dnsRecords).filter((record) => record.resourceId === resourceId);
    findResource = (world, name7, domainId) => rowsOf(world.state.networks.dnsResources).find(
      (resource3) => resource3.domainId === domainId && resource3.name === name7
    );
    implicitResources = (world, addresses3) => allNodes(world).flatMap((node) => {
      const ips = addresses3(node);
      return ips.length === 0 ? [] : [{ node, name: node.hostname, domainId: node.domainId, ips }];
    });
    recordTypes = ["CNAME", "MX", "NS", "SRV", "SSHFP", "TXT"];
    isRecordType = (text4) => recordTypes.includes(text4);
    isUint16 = (text4) => /^\d{1,5}$/.test(text4 ?? "") && Number(text4) <= 65535;
    isTarget = (text4) => text4 === "." || isDnsName(text4 ?? "");
    problemFinders = {
      CNAME: (data) => isDnsName(data) ? void 0 : "Invalid CNAME: should be a host name.",
      NS: (data) => isDnsName(data) ? void 0 : "Invalid NS: should be a host name.",
      MX: (_data, [preference, host, ...rest]) => isUint16(preference) && isTarget(host) && rest.length === 0 ? void 0 : "Invalid MX: should be '<preference> <server>', the preference between 0 and 65535.",
      SRV: (_data, [priority, weight, port, target, ...rest]) => isUint16(priority) && isUint16(weight) && isUint16(port) && isTarget(target) && rest.length === 0 ? void 0 : "Invalid SRV: should be '<priority> <weight> <port> <target>', with numbers between 0 and 65535.",
      SSHFP: (_data, [algorithm2, type, fingerprint, ...rest]) => /^[0-4]$/.test(algorithm2 ?? "") && /^[0-2]$/.test(type ?? "") && /^([0-9a-f]{2})+$/i.test(fingerprint ?? "") && rest.length === 0 ? void 0 : "Invalid SSHFP: should be '<algorithm> <type> <fingerprint>', with a hexadecimal fingerprint.",
      TXT: (data) => data.length <= 65535 ? void 0 : "Invalid TXT: too long."
    };
    dataProblem = (type, data) => problemFinders[type](data, data.split(/\s+/));
    isResourceName = (name7) => name7 === "@" || name7 === "*" || name7.replace(/^\*\./, "").split(".").every((label) => isLabel(label));
    maxTtl = 2147483647;
    maxSerial = 4294967295;
    labelPattern = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;
    isLabel = (text4) => labelPattern.test(text4);
    isDnsName = (text4) => text4.length > 0 && text4.length <= 254 && text4.replace(/\.$/, "").split(".").every(isLabel);
    requireDomain = (world, id) => requireRow(world.state.networks.domains, id, "Domain");
    findDomain = (world, nameOrId) => findDomainByName(world, nameOrId) ?? findRow(world.state.networks.domains, nameOrId);
    findDomainByName = (world, name7) => rowsOf(world.state.networks.domains).find((domain2) => domain2.name === name7.toLowerCase());
    defaultDomainId = (world) => world.state.networks.defaultDomainId;
  }
});

// ../../../work/wt/sandbox/src/sandbox/values/quantities.ts
function parseSize(text4) {
  const match = /^\s*(\d{1,16})\s*([KMGT]?)B?\s*$/i.exec(text4);
  if (match === null) return void 0;
  const bytes3 = Number(match[1]) * 1e3 ** (powers[(match[2] ?? "").toUpperCase()] ?? 0);
  return Number.isSafeInteger(bytes3) ? bytes3 : void 0;
}
function humanSize(bytes3) {
  const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
  let power = 0;
  let value = bytes3;
  while (value >= (power === 0 ? 1e3 : 999.95) && power < units.length - 1) {
    value /= 1e3;
    power += 1;
  }
  return power === 0 ? `${bytes3} bytes` : `${value.toFixed(1)} ${units[power]}`;
}
function parseTimeSpan(text4) {
  const parts = text4.trim().split(/(?<=\D)(?=\d)/);
  let seconds2 = 0;
  for (const part of parts) {
    const match = /^(\d{1,12})\s*([A-Za-z]*)\s*$/.exec(part);
    const unit = timeUnits.find(({ names }) => names.includes(match?.[2] ?? ""));
    if (match === null || unit === void 0) return void 0;
    seconds2 += Number(match[1]) * unit.seconds;
  }
  return Math.floor(seconds2);
}
var MiB, alignmentBytes, partitionTableBytes, alignDown, powers, timestamp, mailTime, timeUnits;
var init_quantities = __esm({
  "../../../work/wt/sandbox/src/sandbox/values/quantities.ts"() {
    "use strict";
    MiB = 1024 * 1024;
    alignmentBytes = 4 * MiB;
    partitionTableBytes = 5 * MiB;
    alignDown = (bytes3) => Math.floor(bytes3 / alignmentBytes) * alignmentBytes;
    powers = { "": 0, K: 1, M: 2, G: 3, T: 4 };
    timestamp = (ms) => new Date(ms).toISOString().slice(0, -1);
    mailTime = (ms) => new Date(ms).toUTCString().replace("GMT", "-0000");
    timeUnits = [
      { seconds: 1, names: ["", "s", "sec", "second", "seconds"] },
      { seconds: 60, names: ["m", "min", "minute", "minutes"] },
      { seconds: 3600, names: ["h", "hr", "hour", "hours"] },
      { seconds: 86400, names: ["d", "day", "days"] },
      { seconds: 604800, names: ["w", "week", "weeks"] },
      { seconds: 1e-3, names: ["ms", "msec"] }
    ];
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/networks/neighbours.ts
function recordNeighbour(world, sighting) {
  const { rows } = world.state.networks.neighbours;
  const existing = rows.find((each) => each.ip === sighting.ip && each.mac === sighting.mac);
  if (existing === void 0) rows.push(sighting);
  else Object.assign(existing, sighting);
}
function requireNeighbour(world, id) {
  const neighbour = world.state.networks.neighbours.rows.find((each) => discoveryId(each) === id);
  if (neighbour === void 0 && usesDeployedStyle(world, "absent-discovery")) throw gone();
  return requireFound(neighbour, "Discovery");
}
function knownMacs(world) {
  const macs = /* @__PURE__ */ new Set();
  for (const node of allNodes(world)) for (const each of node.interfaces) macs.add(each.macAddress);
  return macs;
}
function racksIn(world, blocks) {
  const racks = rackControllers(world);
  if (blocks.length === 0) return racks;
  const vlanIds = new Set(
    rowsOf(world.state.networks.subnets).filter((subnet3) => blocks.some((block) => blocksOverlap(block, blockOf(subnet3)))).map((subnet3) => subnet3.vlanId)
  );
  return racks.filter(
    (rack2) => rack2.interfaces.some((each) => each.vlanId !== null && vlanIds.has(each.vlanId))
  );
}
function startScan(world, blocks, isSlow) {
  const { neighbours: neighbours2 } = world.state.networks;
  const racks = racksIn(world, blocks);
  const isRunning = neighbours2.scanEndsAt !== null && world.clock.now() < neighbours2.scanEndsAt;
  const racksAnswering = (answer2) => racks.filter((rack2) => world.faults.scanAnswer(rack2) === answer2).map((rack2) => rack2.systemId);
  const reachedRacks = racksAnswering("started");
  const startedRacks = isRunning ? [] : reachedRacks;
  if (startedRacks.length > 0) {
    neighbours2.scanEndsAt = world.clock.now() + (isSlow ? scanMs.slow : scanMs.normal);
    resumeScan(world);
  }
  return {
    result: summary(racks.length, reachedRacks.length, isRunning),
    scan_attempted_on: racks.map((rack2) => rack2.systemId),
    failed_to_connect_to: racksAnswering("unreachable"),
    scan_started_on: startedRacks,
    scan_failed_on: isRunning ? reachedRacks : [],
    rpc_call_timed_out_on: racksAnswering("timeout")
  };
}
function resumeScan(world) {
  const { scanEndsAt } = world.state.networks.neighbours;
  if (scanEndsAt !== null) world.clock.schedule(scanTaskKey, scanEndsAt, () => finishScan(world));
}
function summary(rackCount, reached, isRunning) {
  if (rackCount === 0)
    return "No rack controller is attached to the requested networks; nothing was scanned.";
  if (reached === 0) return `Unable to initiate network scanning on ${rackCount} rack controller(s).`;
  return isRunning ? `A scan was already in progress on ${rackCount} rack controller(s).` : `Scanning is in progress on ${rackCount} rack controller(s).`;
}
function finishScan(world) {
  const { neighbours: neighbours2 } = world.state.networks;
  neighbours2.scanEndsAt = null;
  const lastSeen = world.clock.now();
  for (const each of neighbours2.rows) each.lastSeen = lastSeen;
  recordNeighbour(world, {
    ...newNeighbour,
    lastSeen,
    observer: rackControllers(world)[0]?.systemId ?? null
  });
}
var discoveryId, isKnownIp, rackControllers, scanMs, scanTaskKey, newNeighbour;
var init_neighbours = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/networks/neighbours.ts"() {
    "use strict";
    init_domain_error();
    init_table();
    init_world();
    init_blocks();
    init_addresses();
    init_subnets();
    discoveryId = (neighbour) => Buffer.from(`${neighbour.ip},${neighbour.mac}`).toString("base64");
    isKnownIp = (world, ip) => findAddress(world, ip)?.systemId != null;
    rackControllers = (world) => allNodes(world, "rackController");
    scanMs = { normal: 1e4, slow: 6e4 };
    scanTaskKey = "discovery-scan";
    newNeighbour = {
      ip: "10.10.0.79",
      mac: "52:54:00:99:00:04",
      hostname: "found-by-scan",
      organization: null
    };
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/node.ts
var nodeTypes, scriptStatusNames, interfaceTypes;
var init_node = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/node.ts"() {
    "use strict";
    nodeTypes = {
      machine: { id: 0, name: "Machine", plural: "machines" },
      device: { id: 1, name: "Device", plural: "devices" },
      rackController: { id: 4, name: "Region and rack controller", plural: "rackcontrollers" }
    };
    scriptStatusNames = {
      "-1": "Unknown",
      0: "Pending",
      1: "Running",
      2: "Passed",
      3: "Failed"
    };
    interfaceTypes = ["physical", "vlan", "bond", "bridge", "unknown"];
  }
});

// ../../../work/wt/sandbox/src/sandbox/values/spellings.ts
function parseBoolean(text4) {
  const word = text4.trim().toLowerCase();
  if (["true", "1", "t", "y", "yes", "on"].includes(word)) return true;
  return ["false", "0", "f", "n", "no", "off"].includes(word) ? false : void 0;
}
function parseMac(text4) {
  const trimmed = text4.trim();
  const patternIndex = macPatterns.findIndex((each) => each.test(trimmed));
  if (patternIndex < 0) return void 0;
  const pairs = patternIndex === 2 ? trimmed.replaceAll(".", "").match(/../g) ?? [] : trimmed.split(/[:-]/).map((p) => p.padStart(2, "0"));
  return pairs.join(":").toLowerCase();
}
function apiName(name7) {
  const cached2 = apiNameCache.get(name7);
  if (cached2 !== void 0) return cached2;
  const snakeCase = name7.replace(/(?:MiB|MHz|Mbps|Bytes|Seconds)$/, "").replace(/[A-Z]/g, "_$&").toLowerCase();
  apiNameCache.set(name7, snakeCase);
  return snakeCase;
}
function valuesOf(constraints, name7) {
  const texts = constraints.get(name7) ?? [];
  if (/^(?:not_)?(?:in_)?tags$/.test(name7)) return texts.flatMap(wordsOf);
  return texts.map((text4) => text4.trim()).filter((text4) => text4 !== "");
}
function splitPair(text4, separator) {
  const at = text4.indexOf(separator);
  return [text4.slice(0, Math.max(0, at)).trim(), text4.slice(at + 1).trim()];
}
function withoutUndefined(object) {
  const entries = Object.entries(object).filter(([, value]) => value !== void 0);
  return Object.fromEntries(entries);
}
var macPatterns, isUuid, isBase64, capitalize, apiNameCache, splitValues, constraintsWithCommas, splitConstraints, wordsOf;
var init_spellings = __esm({
  "../../../work/wt/sandbox/src/sandbox/values/spellings.ts"() {
    "use strict";
    macPatterns = [
      /^[0-9a-f]{1,2}(:[0-9a-f]{1,2}){5}$/i,
      /^[0-9a-f]{1,2}(-[0-9a-f]{1,2}){5}$/i,
      /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i
    ];
    isUuid = (text4) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text4);
    isBase64 = (text4) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text4);
    capitalize = (text4) => text4.charAt(0).toUpperCase() + text4.slice(1);
    apiNameCache = /* @__PURE__ */ new Map();
    splitValues = (texts) => texts.flatMap((text4) => text4.split(",")).map((text4) => text4.trim()).filter((text4) => text4 !== "");
    constraintsWithCommas = new Set(
      ["devices", "storage", "interfaces", "agent_name"].flatMap((name7) => [name7, `not_${name7}`])
    );
    splitConstraints = (constraints) => new Map(
      [...constraints].map(
        ([name7, texts]) => [name7, constraintsWithCommas.has(name7) ? texts : splitValues(texts)]
      )
    );
    wordsOf = (text4) => text4.split(/[\s,]+/).filter((word) => word !== "");
  }
});

// ../../../work/wt/sandbox/src/sandbox/serialize/references.ts
function serializeOwner(world, username2) {
  const user = username2 === null ? void 0 : findUser(world, username2);
  if (user === void 0) return null;
  return {
    is_superuser: user.isAdministrator,
    username: user.username,
    email: user.email,
    is_local: true,
    resource_uri: resourceUri(world, "users", encodeURIComponent(user.username))
  };
}
function serializer(path, names, others = () => ({})) {
  const fields = fieldsOf(...names);
  return (world, row2) => ({
    ...fields(row2),
    ...others(world, row2),
    resource_uri: resourceUri(world, path, row2.id)
  });
}
function fieldsOf(...names) {
  const pairs = names.map((name7) => [name7, apiName(name7)]);
  return (row2) => {
    const fields = {};
    for (const [name7, field] of pairs) fields[field] = row2[name7];
    return fields;
  };
}
var resourceUri, withoutSlash, serializeZone, serializePool, serializePod, orNull, mergeInto;
var init_references = __esm({
  "../../../work/wt/sandbox/src/sandbox/serialize/references.ts"() {
    "use strict";
    init_world();
    init_spellings();
    resourceUri = (world, ...segments) => `/${world.segment}/api/2.0/${segments.join("/")}/`;
    withoutSlash = (uri) => uri.slice(0, -1);
    serializeZone = (world, id) => {
      const zone = world.state.places.zones.find((each) => each.id === id);
      return zone && { ...zone, resource_uri: resourceUri(world, "zones", encodeURIComponent(zone.name)) };
    };
    serializePool = (world, id) => {
      const pool = world.state.places.pools.find((each) => each.id === id);
      return pool && { ...pool, resource_uri: resourceUri(world, "resourcepool", pool.id) };
    };
    serializePod = (world, id) => {
      const pod = world.state.places.pods.find((each) => each.id === id);
      return pod === void 0 ? null : { id: pod.id, name: pod.name, resource_uri: resourceUri(world, "pods", pod.id) };
    };
    orNull = (row2, serialize3) => row2 === void 0 ? null : serialize3(row2);
    mergeInto = (first, ...others) => Object.assign(first, ...others);
  }
});

// ../../../work/wt/sandbox/src/sandbox/serialize/networks.ts
function serializeNetwork(world, subnet3) {
  const block = blockOf(subnet3);
  return {
    name: `subnet-${subnet3.id}`,
    ip: subnet3.cidr.slice(0, subnet3.cidr.indexOf("/")),
    netmask: netmaskOf(block),
    vlan_tag: findRow(world.state.networks.vlans, subnet3.vlanId)?.vid ?? 0,
    description: subnet3.name,
    default_gateway: subnet3.gatewayIp,
    dns_servers: subnet3.dnsServers,
    resource_uri: resourceUri(world, "networks", `subnet-${subnet3.id}`)
  };
}
function serializeSubnet(world, subnet3) {
  const vlan3 = findRow(world.state.networks.vlans, subnet3.vlanId);
  const { name: name7, description, cidr: cidr2, managed, id } = subnet3;
  return mergeInto(
    { name: name7, description, vlan: vlan3 === void 0 ? null : serializeVlan(world, vlan3), cidr: cidr2 },
    { rdns_mode: subnet3.rdnsMode, gateway_ip: subnet3.gatewayIp, dns_servers: subnet3.dnsServers },
    { allow_dns: subnet3.allowDns, allow_proxy: subnet3.allowProxy, managed, id },
    { active_discovery: subnet3.activeDiscovery, space: spaceName(world, vlan3?.spaceId ?? null) },
    { disabled_boot_architectures: subnet3.disabledBootArchitectures ?? [] },
    { resource_uri: resourceUri(world, "subnets", id) }
  );
}
function serializeVlan(world, vlan3) {
  const { vlans: vlans2, fabrics: fabrics2 } = world.state.networks;
  const { vid, mtu: mtu2, name: name7, id } = vlan3;
  const relay = findRow(vlans2, vlan3.relayVlanId);
  return mergeInto(
    { vid, mtu: mtu2, dhcp_on: vlan3.dhcpOn, external_dhcp: null, name: name7, primary_rack: vlan3.primaryRack },
    { relay_vlan: orNull(relay, (row2) => serializeVlan(world, { ...row2, relayVlanId: null })) },
    { space: spaceName(world, vlan3.spaceId), fabric: findRow(fabrics2, vlan3.fabricId)?.name ?? "" },
    { secondary_rack: vlan3.secondaryRack, id, fabric_id: vlan3.fabricId },
    { resource_uri: resourceUri(world, "vlans", id) }
  );
}
function serializeNeighbour(world, neighbour) {
  const { vlans: vlans2, fabrics: fabrics2 } = world.state.networks;
  const address3 = parseAddress(neighbour.ip);
  const subnet3 = address3 === void 0 ? void 0 : subnetContaining(world, address3);
  const vlan3 = subnet3 === void 0 ? void 0 : findRow(vlans2, subnet3.vlanId);
  const observer = neighbour.observer === null ? void 0 : nodeById(world, neighbour.observer);
  const observerInterface = observer?.interfaces.find((each) => each.vlanId === vlan3?.id) ?? observer?.interfaces[0];
  const id = discoveryId(neighbour);
  return {
    discovery_id: id,
    ip: neighbour.ip,
    mac_address: neighbour.mac,
    last_seen: timestamp(neighbour.lastSeen),
    hostname: neighbour.hostname,
    fabric_name: vlan3 === void 0 ? null : findRow(fabrics2, vlan3.fabricId)?.name ?? null,
    vid: vlan3 === void 0 || vlan3.vid === 0 ? null : vlan3.vid,
    mac_organization: neighbour.organization,
    observer: {
      system_id: observer?.systemId ?? null,
      hostname: observer?.hostname ?? null,
      interface_id: observerInterface?.id ?? null,
      interface_name: observerInterface?.name ?? null
    },
    resource_uri: resourceUri(world, "discovery", id)
  };
}
function serializeSpace(world, space2) {
  const spaceId = space2.id === undefinedSpace.id ? null : space2.id;
  const vlans2 = rowsOf(world.state.networks.vlans).filter((vlan3) => vlan3.spaceId === spaceId);
  return {
    ...{ id: space2.id, name: space2.name, description: space2.description ?? "" },
    resource_uri: resourceUri(world, "spaces", spaceId ?? space2.name),
    subnets: vlans2.flatMap(({ id }) => subnetsOfVlan(world, id)).map((row2) => serializeSubnet(world, row2)),
    vlans: vlans2.map((vlan3) => serializeVlan(world, vlan3))
  };
}
function serializeStatistics(world, subnet3, include) {
  const ranges2 = usageOf(world, subnet3);
  const freeCounts = ranges2.filter(({ purposes }) => purposes.length === 0).map(countOf);
  const hosts = hostRange(subnet3);
  const total = countOf(hosts);
  const available = freeCounts.reduce((sum2, count) => sum2 + count, 0n);
  const usage = Number(total - available) / Number(total);
  const percent2 = (share) => `${Math.round(share * 100)}%`;
  const { version: version4 } = blockOf(subnet3);
  return {
    num_available: available,
    largest_available: freeCounts.toSorted(ascending).at(-1) ?? 0n,
    num_unavailable: total - available,
    total_addresses: total,
    usage,
    usage_string: percent2(usage),
    available_string: percent2(1 - usage),
    first_address: formatAddress(version4, hosts.first),
    last_address: formatAddress(version4, hosts.last),
    ip_version: version4,
    ...include.ranges && {
      ranges: ranges2.map((range) => ({
        ...serializeEnds(subnet3, range),
        purpose: range.purposes.length === 0 ? ["unused"] : range.purposes
      }))
    },
    ...include.suggestions && serializeSuggestions(world, subnet3)
  };
}
function serializeSuggestions(world, subnet3) {
  const { gateway: gateway2, dynamic } = suggestionsFor(world, subnet3);
  return {
    suggested_gateway: gateway2 === void 0 ? null : formatAddress(blockOf(subnet3).version, gateway2),
    suggested_dynamic_range: dynamic === void 0 ? null : serializeEnds(subnet3, dynamic)
  };
}
function serializeAddressUse(world, address3, withUser, withNode) {
  const node = withNode && address3.systemId !== null ? nodeById(world, address3.systemId) : void 0;
  return {
    ip: address3.ip,
    alloc_type: addressKinds[address3.kind].id,
    created: timestamp(address3.created),
    updated: timestamp(address3.created),
    ...withUser && address3.owner !== null ? { user: address3.owner } : {},
    ...node && {
      node_summary: {
        ...{ system_id: node.systemId, node_type: nodeTypes[node.nodeType].id, fqdn: fqdn(world, node) },
        hostname: node.hostname,
        via: node.interfaces.find(({ id }) => id === address3.interfaceId)?.name ?? null
      }
    }
  };
}
var descriptionOf, serializeFabric, rangeFields, serializeRange, subnetById, routeFields, serializeStaticRoute, spaceName, serializeVlanFully, snippetFields, serializeSnippet, undefinedSpace, countOf, serializeEnds, serializeReserved, serializeUnreserved;
var init_networks2 = __esm({
  "../../../work/wt/sandbox/src/sandbox/serialize/networks.ts"() {
    "use strict";
    init_neighbours();
    init_ranges();
    init_subnets();
    init_networks();
    init_node();
    init_table();
    init_world();
    init_blocks();
    init_quantities();
    init_references();
    descriptionOf = (world, { description }) => usesDeployedStyle(world, "hidden-members") ? {} : { description };
    serializeFabric = serializer(
      "fabrics",
      ["id", "name", "classType"],
      (world, fabric) => ({
        ...descriptionOf(world, fabric),
        vlans: vlansOfFabric(world, fabric.id).map((vlan3) => serializeVlanFully(world, vlan3))
      })
    );
    rangeFields = fieldsOf("id", "type", "startIp", "endIp", "comment");
    serializeRange = (world, range) => ({
      subnet: subnetById(world, range.subnetId),
      ...rangeFields(range),
      user: serializeOwner(world, range.owner),
      resource_uri: resourceUri(world, "ipranges", range.id)
    });
    subnetById = (world, id) => orNull(findRow(world.state.networks.subnets, id), (row2) => serializeSubnet(world, row2));
    routeFields = ["id", "gatewayIp", "metric"];
    serializeStaticRoute = serializer("static-routes", routeFields, (world, route) => ({
      source: subnetById(world, route.sourceId),
      destination: subnetById(world, route.destinationId)
    }));
    spaceName = (world, spaceId) => findRow(world.state.networks.spaces, spaceId)?.name ?? "undefined";
    serializeVlanFully = (world, vlan3) => ({
      ...serializeVlan(world, vlan3),
      ...descriptionOf(world, vlan3)
    });
    snippetFields = ["id", "name", "description", "enabled"];
    serializeSnippet = serializer("dhcp-snippets", snippetFields, (world, snippet) => {
      const node = snippet.node === null ? void 0 : nodeById(world, snippet.node);
      const range = findRow(world.state.networks.ranges, snippet.rangeId);
      return {
        node: orNull(node, ({ systemId: systemId2, hostname: hostname2 }) => ({ system_id: systemId2, hostname: hostname2 })),
        subnet: subnetById(world, snippet.subnetId),
        ...range === void 0 ? {} : { iprange: serializeRange(world, range) },
        value: snippet.history[0]?.value ?? "",
        history: snippet.history.map((each) => ({ ...each, created: mailTime(each.created) })),
        global_snippet: snippet.node === null && snippet.subnetId === null
      };
    });
    undefinedSpace = { id: -1, name: "undefined" };
    countOf = ({ first, last }) => last - first + 1n;
    serializeEnds = (subnet3, range) => {
      const { version: version4 } = blockOf(subnet3);
      return {
        start: formatAddress(version4, range.first),
        end: formatAddress(version4, range.last),
        num_addresses: countOf(range)
      };
    };
    serializeReserved = (world, subnet3) => usageOf(world, subnet3).filter(({ purposes }) => purposes.length > 0).map((range) => ({ ...serializeEnds(subnet3, range), purpose: range.purposes }));
    serializeUnreserved = (world, subnet3) => usageOf(world, subnet3).filter(({ purposes }) => purposes.length === 0).map((range) => serializeEnds(subnet3, range));
  }
});

// ../../../work/wt/sandbox/src/sandbox/serialize/addresses.ts
function serializeInterface(world, node, nic) {
  const vlan3 = findRow(world.state.networks.vlans, nic.vlanId);
  const { children, product, params, observed, links: links2, name: name7, type, vendor, parents, id, tags: tags2, enabled: enabled2 } = nic;
  return mergeInto(
    { interface_speed: nic.interfaceSpeedMbps, sriov_max_vf: 0, children, system_id: node.systemId },
    { effective_mtu: typeof params["mtu"] === "number" ? params["mtu"] : vlan3?.mtu ?? 1500, product },
    // Live services answer an empty string for devices' interfaces without parameters.
    { params: node.nodeType === "device" && Object.keys(params).length === 0 ? "" : params },
    {
      link_speed: nic.linkConnected ? nic.linkSpeedMbps : 0,
      discovered: observed && [serializeObserved(world, observed)]
    },
    {
      links: links2.map((link2) => serializeLink(world, link2)),
      name: name7,
      type,
      vendor,
      parents,
      id,
      tags: tags2,
      enabled: enabled2
    },
    { link_connected: nic.linkConnected, firmware_version: nic.firmwareVersion },
    { mac_address: nic.macAddress, vlan: vlan3 === void 0 ? null : serializeVlan(world, vlan3) },
    { numa_node: nic.numaNode, resource_uri: resourceUri(world, "nodes", node.systemId, "interfaces", id) }
  );
}
function serializeSubnetOf(world, subnetId) {
  const subnet3 = findRow(world.state.networks.subnets, subnetId);
  return subnet3 === void 0 ? {} : { subnet: serializeSubnet(world, subnet3) };
}
function serializeAddress(world, address3) {
  const subnet3 = findRow(world.state.networks.subnets, address3.subnetId);
  const node = address3.systemId === null ? void 0 : nodeById(world, address3.systemId);
  const nic = node?.interfaces.find(({ id }) => id === address3.interfaceId);
  const unknownNics = address3.mac === null ? [] : [serializeUnknownInterface(address3.mac)];
  return {
    created: timestamp(address3.created),
    ip: address3.ip,
    alloc_type: addressKinds[address3.kind].id,
    subnet: orNull(subnet3, (row2) => serializeSubnet(world, row2)),
    owner: serializeOwner(world, address3.owner),
    interface_set: node && nic ? [serializeInterface(world, node, nic)] : unknownNics,
    alloc_type_name: addressKinds[address3.kind].name,
    resource_uri: resourceUri(world, "ipaddresses")
  };
}
function countRecords(world, domainId) {
  const { dnsResources: dnsResources2, dnsRecords: dnsRecords2 } = world.state.networks;
  let count = 0;
  for (const resource3 of Object.values(dnsResources2.rows))
    if (resource3.domainId === domainId) count += resource3.ips.length;
  for (const record of Object.values(dnsRecords2.rows))
    if (dnsResources2.rows[record.resourceId]?.domainId === domainId) count += 1;
  return count;
}
var serializeObserved, serializeUnknownInterface, serializeLink, recordFields, serializeDnsRecord, serializeDnsResource, serializeAddresses, serializeImplicitResource, serializeDomain;
var init_addresses2 = __esm({
  "../../../work/wt/sandbox/src/sandbox/serialize/addresses.ts"() {
    "use strict";
    init_addresses();
    init_dns();
    init_networks();
    init_table();
    init_world();
    init_quantities();
    init_networks2();
    init_references();
    serializeObserved = (world, { subnetId, ip }) => mergeInto({}, serializeSubnetOf(world, subnetId), { ip_address: ip });
    serializeUnknownInterface = (macAddress2) => ({
      ...{ interface_speed: 0, sriov_max_vf: 0, children: [], system_id: null, effective_mtu: 1500 },
      ...{ product: null, params: {}, link_speed: 0, discovered: null, links: [], name: "eth0" },
      ...{ type: "unknown", vendor: null, parents: [], link_connected: true, firmware_version: null },
      ...{ mac_address: macAddress2, id: null, tags: [], enabled: true, vlan: null, numa_node: null },
      resource_uri: null
    });
    serializeLink = (world, link2) => ({
      id: link2.id,
      mode: link2.mode,
      ...link2.ip === null ? {} : { ip_address: link2.ip },
      ...serializeSubnetOf(world, link2.subnetId)
    });
    recordFields = ["id", "ttl", "rrtype", "rrdata"];
    serializeDnsRecord = serializer(
      "dnsresourcerecords",
      recordFields,
      (world, record) => {
        const resource3 = world.state.networks.dnsResources.rows[record.resourceId];
        return { fqdn: resource3 === void 0 ? "" : fqdnOf(world, resource3) };
      }
    );
    serializeDnsResource = (world, resource3) => ({
      address_ttl: resource3.addressTtl,
      ip_addresses: serializeAddresses(world, resource3.ips),
      id: resource3.id,
      fqdn: fqdnOf(world, resource3),
      resource_records: recordsOf(world, resource3.id).map((record) => serializeDnsRecord(world, record)),
      resource_uri: resourceUri(world, "dnsresources", resource3.id)
    });
    serializeAddresses = (world, ips) => ips.flatMap((ip) => findAddress(world, ip) ?? []).map((address3) => serializeAddress(world, address3));
    serializeImplicitResource = (world, implicit) => ({
      address_ttl: null,
      ip_addresses: serializeAddresses(world, implicit.ips),
      id: -1,
      fqdn: fqdnOf(world, implicit),
      resource_records: [],
      system_id: implicit.node.systemId,
      resource_uri: null
    });
    serializeDomain = (world, domain2) => ({
      authoritative: domain2.authoritative,
      ttl: domain2.ttl,
      name: domain2.name,
      is_default: domain2.id === world.state.networks.defaultDomainId,
      resource_record_count: countRecords(world, domain2.id),
      ...domain2.forwardServers.length === 0 ? {} : { forward_dns_servers: domain2.forwardServers },
      id: domain2.id,
      resource_uri: resourceUri(world, "domains", domain2.id)
    });
  }
});

// ../../../work/wt/sandbox/src/catalogue/statuses.ts
var statuses, statusValues, statusesOfKind, lastingStatuses, statusValue, plainWord, statusSpellings, minutesMs, serviceLimitsMs, waiters;
var init_statuses = __esm({
  "../../../work/wt/sandbox/src/catalogue/statuses.ts"() {
    "use strict";
    statuses = {
      new: { id: 0, name: "New", kind: "stable" },
      commissioning: { id: 1, name: "Commissioning", kind: "progress" },
      failed_commissioning: { id: 2, name: "Failed commissioning", kind: "failure" },
      missing: { id: 3, name: "Missing", kind: "unhealthy" },
      ready: { id: 4, name: "Ready", kind: "stable" },
      reserved: { id: 5, name: "Reserved", kind: "stable" },
      deployed: { id: 6, name: "Deployed", kind: "stable" },
      retired: { id: 7, name: "Retired", kind: "stable" },
      broken: { id: 8, name: "Broken", kind: "unhealthy" },
      deploying: { id: 9, name: "Deploying", kind: "progress" },
      allocated: { id: 10, name: "Allocated", kind: "stable" },
      failed_deployment: { id: 11, name: "Failed deployment", kind: "failure" },
      releasing: { id: 12, name: "Releasing", kind: "progress" },
      failed_releasing: { id: 13, name: "Releasing failed", kind: "failure" },
      disk_erasing: { id: 14, name: "Disk erasing", kind: "progress" },
      failed_disk_erasing: { id: 15, name: "Failed disk erasing", kind: "failure" },
      rescue_mode: { id: 16, name: "Rescue mode", kind: "stable" },
      entering_rescue_mode: { id: 17, name: "Entering rescue mode", kind: "progress" },
      failed_entering_rescue_mode: { id: 18, name: "Failed to enter rescue mode", kind: "failure" },
      exiting_rescue_mode: { id: 19, name: "Exiting rescue mode", kind: "progress" },
      failed_exiting_rescue_mode: { id: 20, name: "Failed to exit rescue mode", kind: "failure" },
      testing: { id: 21, name: "Testing", kind: "progress" },
      failed_testing: { id: 22, name: "Failed testing", kind: "failure" }
    };
    statusValues = Object.keys(statuses);
    statusesOfKind = (...kinds3) => statusValues.filter((value) => kinds3.includes(statuses[value].kind));
    lastingStatuses = statusesOfKind("stable", "unhealthy", "failure").filter(
      (status) => status !== "rescue_mode"
    );
    statusValue = (id) => statusValues.find((value) => statuses[value].id === id);
    plainWord = (text4) => text4.trim().toLowerCase().replace(/[\s_-]+/g, "_");
    statusSpellings = {
      ...Object.fromEntries(
        statusValues.flatMap((value) => [
          [value, value],
          [String(statuses[value].id), value],
          [plainWord(statuses[value].name), value]
        ])
      ),
      declared: "new",
      failed_test: "failed_testing"
    };
    minutesMs = 6e4;
    serviceLimitsMs = {
      commissioning: 30 * minutesMs,
      testing: 30 * minutesMs,
      deploying: 30 * minutesMs,
      entering_rescue_mode: 30 * minutesMs,
      releasing: 5 * minutesMs,
      exiting_rescue_mode: 5 * minutesMs
    };
    waiters = {
      commission: {
        success: ["ready"],
        failure: ["failed_commissioning", "failed_testing", "broken"],
        mayEndInInitialStatus: true,
        changesOwner: true,
        deadlineMs: 70 * minutesMs
      },
      create: {
        success: ["ready"],
        failure: ["failed_commissioning", "failed_testing", "broken"],
        idleSuccess: ["new", "deployed"],
        changesOwner: true,
        deadlineMs: 70 * minutesMs
      },
      accept: {
        success: ["ready"],
        failure: ["failed_commissioning", "failed_testing", "broken"],
        changesOwner: true,
        deadlineMs: 70 * minutesMs
      },
      test: {
        success: "before",
        failure: ["failed_testing"],
        mayEndInInitialStatus: true,
        deadlineMs: 40 * minutesMs
      },
      deploy: { success: ["deployed"], failure: ["failed_deployment", "broken"], deadlineMs: 40 * minutesMs },
      release: {
        success: ["ready", "new"],
        failure: ["failed_releasing", "failed_disk_erasing", "broken"],
        deletionIsSuccess: true,
        deadlineMs: 15 * minutesMs
      },
      rescue_mode: {
        success: ["rescue_mode"],
        failure: ["failed_entering_rescue_mode"],
        deadlineMs: 40 * minutesMs
      },
      exit_rescue_mode: {
        success: lastingStatuses.filter((status) => !status.endsWith("rescue_mode")),
        failure: ["failed_exiting_rescue_mode"],
        deadlineMs: 15 * minutesMs
      },
      abort: { success: "settled", failure: [], deadlineMs: 15 * minutesMs },
      power_on: { success: [], failure: [], power: "on", deadlineMs: 10 * minutesMs },
      power_off: { success: [], failure: [], power: "off", deadlineMs: 10 * minutesMs }
    };
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/networks/interfaces.ts
function identifyCards(node) {
  for (const each of node.interfaces) if (each.type === "physical") Object.assign(each, networkCard);
}
function makeInterface(world, { subnetId, ...fields }) {
  const { networks: networks2 } = world.state;
  const subnet3 = findRow(networks2.subnets, subnetId);
  const vlanId = fields.vlanId ?? subnet3?.vlanId ?? null;
  const { linkSpeedMbps = defaultSpeedMbps } = fields;
  return {
    id: networks2.nextInterfaceId++,
    type: "physical",
    tags: [],
    enabled: true,
    linkConnected: true,
    linkSpeedMbps,
    interfaceSpeedMbps: Math.max(linkSpeedMbps, defaultSpeedMbps),
    vendor: null,
    product: null,
    firmwareVersion: null,
    numaNode: 0,
    params: {},
    parents: [],
    children: [],
    observed: null,
    ...fields,
    vlanId,
    links: firstLinks(world, subnet3?.id, vlanId)
  };
}
function firstLinks(world, subnetId, vlanId) {
  if (subnetId !== void 0) return [makeLink(world, "auto", subnetId)];
  return vlanId === null ? [] : [makeLink(world, "link_up", null)];
}
function findInterfaceByMac(world, mac2) {
  for (const node of allNodes(world)) {
    const match = node.interfaces.find((each) => each.macAddress === mac2);
    if (match !== void 0) return { node, interface: match };
  }
  return void 0;
}
function assignAddresses(world, node) {
  const assignedLinks = [];
  try {
    for (const each of node.interfaces)
      for (const link2 of each.links) {
        if (link2.mode !== "auto" || link2.ip !== null || link2.subnetId === null) continue;
        const subnet3 = findRow(world.state.networks.subnets, link2.subnetId);
        if (subnet3 === void 0) continue;
        const { systemId: systemId2, owner } = node;
        const use = { kind: "auto", systemId: systemId2, interfaceId: each.id, owner };
        link2.ip = takeNextAddress(world, subnet3, use).ip;
        assignedLinks.push(link2);
      }
  } catch (error) {
    for (const link2 of assignedLinks) {
      if (link2.ip !== null) freeAddress(world, link2.ip);
      link2.ip = null;
    }
    throw error;
  }
}
function releaseAddresses(world, node) {
  for (const each of node.interfaces) dropLinkAddresses(world, each, (link2) => link2.mode === "auto");
}
function clearLinks(world, nic) {
  dropLinkAddresses(world, nic);
  nic.links = [];
  if (nic.observed !== null) freeAddressAndName(world, nic.observed.ip);
  nic.observed = null;
}
function dropStaleGateways(node) {
  const { gatewayLinks } = node;
  if (gatewayLinks === void 0) return;
  const ids3 = node.interfaces.flatMap(({ links: links2 }) => links2.map(({ id }) => id));
  for (const family of ["ipv4", "ipv6"]) {
    const id = gatewayLinks[family];
    if (id !== void 0 && !ids3.includes(id)) delete gatewayLinks[family];
  }
}
function removeLink(world, nic, link2) {
  if (link2.ip !== null) freeAddressAndName(world, link2.ip);
  nic.links = nic.links.filter((other) => other !== link2);
}
function dropLinkAddresses(world, nic, matches = () => true) {
  for (const link2 of nic.links) {
    if (link2.ip === null || !matches(link2)) continue;
    freeAddressAndName(world, link2.ip);
    link2.ip = null;
  }
}
function freeAddressAndName(world, ip) {
  freeAddress(world, ip);
  removeAddressFromDns(world, ip);
}
function observeAddress(world, node) {
  for (const each of node.interfaces) {
    const link2 = each.links.find((candidate) => candidate.subnetId !== null);
    const subnet3 = findRow(world.state.networks.subnets, link2?.subnetId);
    if (subnet3 === void 0) continue;
    if (each.observed !== null && findAddress(world, each.observed.ip) !== void 0) return;
    const use = { kind: "observed", systemId: node.systemId, interfaceId: each.id };
    const lease = takeLease(world, subnet3, use);
    each.observed = lease === void 0 ? null : { subnetId: subnet3.id, ip: lease.ip };
    return;
  }
}
function linkStatic(world, nic, subnetId, ip) {
  nic.links = [
    ...nic.links.filter((link2) => link2.mode !== "link_up"),
    makeLink(world, "static", subnetId, ip)
  ];
}
function addressesOf(node) {
  const linked = node.interfaces.flatMap((each) => each.links.flatMap((link2) => link2.ip ?? []));
  return linked.length > 0 ? linked : node.interfaces.flatMap((each) => each.observed?.ip ?? []);
}
function resetNetworking(world, node, bootMode) {
  const isHardware = (nic) => nic.type === "physical" || nic.type === "unknown";
  for (const each of node.interfaces)
    if (isHardware(each)) dropLinkAddresses(world, each);
    else clearLinks(world, each);
  node.interfaces = node.interfaces.filter(isHardware);
  node.interfaces.forEach((each, index) => {
    each.children = [];
    each.parents = [];
    const subnet3 = Object.values(world.state.networks.subnets.rows).find((row2) => row2.vlanId === each.vlanId);
    const isBootInterface = index === 0 && node.nodeType !== "device";
    each.links = firstLinks(world, isBootInterface ? subnet3?.id : void 0, each.vlanId);
    if (isBootInterface && subnet3 !== void 0) each.links = bootLinks(world, node, each, subnet3, bootMode);
  });
  dropStaleGateways(node);
}
function bootLinks(world, node, nic, subnet3, mode) {
  if (mode === "dhcp") return [makeLink(world, "dhcp", subnet3.id)];
  if (mode === "link_up") return [makeLink(world, "link_up", null)];
  if (mode === "static") {
    const use = { kind: "static", systemId: node.systemId, interfaceId: nic.id };
    const address3 = tryNextAddress(world, subnet3, use);
    if (address3 !== void 0) return [makeLink(world, "static", subnet3.id, address3.ip)];
  }
  return nic.links;
}
function tryNextAddress(world, subnet3, use) {
  try {
    return takeNextAddress(world, subnet3, use);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unavailable") return void 0;
    throw error;
  }
}
function cloneInterfaces(world, source2, destination2) {
  for (const destinationNic of destination2.interfaces) {
    const sourceNic = source2.interfaces.find((each) => each.name === destinationNic.name);
    if (sourceNic === void 0) continue;
    dropLinkAddresses(world, destinationNic);
    destinationNic.vlanId = sourceNic.vlanId;
    destinationNic.tags = [...sourceNic.tags];
    destinationNic.links = sourceNic.links.map(
      (link2) => makeLink(world, link2.mode === "static" ? "auto" : link2.mode, link2.subnetId)
    );
  }
  dropStaleGateways(destination2);
}
function removeTakenAddress(world, address3) {
  const node = address3.systemId === null ? void 0 : nodeById(world, address3.systemId);
  for (const each of node?.interfaces ?? []) {
    each.links = each.links.filter((link2) => link2.ip !== address3.ip || link2.mode === "auto");
    for (const link2 of each.links) if (link2.ip === address3.ip) link2.ip = null;
    if (each.links.length === 0 && each.vlanId !== null) each.links = [makeLink(world, "link_up", null)];
    if (each.observed?.ip === address3.ip) each.observed = null;
  }
  if (node !== void 0) dropStaleGateways(node);
  freeAddressAndName(world, address3.ip);
}
var networkCard, defaultSpeedMbps, makeLink, fastestLinkMbps;
var init_interfaces = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/networks/interfaces.ts"() {
    "use strict";
    init_domain_error();
    init_table();
    init_world();
    init_addresses();
    init_dns();
    networkCard = { vendor: "Sandbox", product: "Emulated network card", firmwareVersion: "1.0" };
    defaultSpeedMbps = 1e4;
    makeLink = ({ state }, mode, subnetId, ip = null) => ({ id: state.networks.nextLinkId++, mode, subnetId, ip });
    fastestLinkMbps = (node) => Math.max(0, ...node.interfaces.map((each) => each.linkConnected ? each.linkSpeedMbps : 0));
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/storage/disks.ts
function seedStorage(world, disks2) {
  const storage2 = emptyStorage();
  for (const disk of disks2) addDisk(world, storage2, disk);
  return storage2;
}
function addDisk(world, storage2, disk) {
  const name7 = disk.name ?? nextDiskName(storage2);
  const device2 = addDevice(world, storage2, {
    type: "physical",
    uuid: null,
    blockSizeBytes: 512,
    ...disk,
    name: name7,
    idPath: disk.idPath || stablePath(name7, disk),
    tags: [...disk.tags ?? []]
  });
  storage2.bootDiskId ??= device2.id;
  return device2;
}
function addDevice(world, storage2, fields) {
  const device2 = {
    id: ++world.state.storageIds.device,
    model: "",
    serial: "",
    idPath: "",
    tags: [],
    partitions: [],
    filesystem: null,
    claim: null,
    ...fields
  };
  storage2.devices.push(device2);
  return device2;
}
function nextDiskName(storage2) {
  const usedNames = new Set(storage2.devices.map((device2) => device2.name));
  for (let number = 0; ; number += 1) {
    const name7 = `sd${letters2(number)}`;
    if (!usedNames.has(name7)) return name7;
  }
}
function availableBytes(device2) {
  if (device2.filesystem !== null || device2.claim !== null) return 0;
  return Math.max(0, alignDown(device2.sizeBytes - partitionTableBytes - partitionedBytes(device2)));
}
function usedBytes(device2) {
  if (device2.filesystem !== null || device2.claim !== null) return device2.sizeBytes;
  return device2.partitions.length === 0 ? 0 : partitionTableBytes + partitionedBytes(device2);
}
function addPartition(world, device2, spec) {
  const available = availableBytes(device2);
  const requestedBytes = spec.sizeBytes ?? available;
  const sizeBytes = alignDown(requestedBytes);
  if (sizeBytes <= 0 || sizeBytes > available)
    throw invalidField(
      spec.field,
      `Size is too ${sizeBytes <= 0 && available > 0 ? "small" : "large"}: ${requestedBytes} bytes requested, ${available} available on ${device2.name}.`
    );
  const partition2 = {
    id: ++world.state.storageIds.partition,
    uuid: spec.uuid ?? world.random.uuid(),
    sizeBytes,
    bootable: spec.bootable ?? false,
    index: (device2.partitions.at(-1)?.index ?? 0) + 1,
    tags: [],
    filesystem: null,
    claim: null
  };
  device2.partitions.push(partition2);
  return partition2;
}
function mountExtent(node, { filesystem }, path, options) {
  if (filesystem === null) throw invalid("Cannot mount an unformatted device.");
  if (filesystem.mountPoint !== null) throw invalid("Filesystem is already mounted.");
  const mountPoint = filesystem.fstype === "swap" ? "none" : requirePath(path);
  if (mountPoint !== "none") requireFreePoint(node, mountPoint);
  Object.assign(filesystem, { mountPoint, mountOptions: options === "" ? null : options });
}
function unmountExtent({ filesystem }) {
  if (filesystem === null) throw invalid("Cannot unmount an unformatted device.");
  if (filesystem.mountPoint === null) throw invalid("Filesystem is already unmounted.");
  Object.assign(filesystem, { mountPoint: null, mountOptions: null });
}
function unformatExtent(extent2) {
  if (extent2.filesystem === null) throw invalid("Device is not formatted.");
  if (extent2.filesystem.mountPoint !== null)
    throw invalid(
      "Filesystem is mounted and cannot be unformatted. Unmount the filesystem before unformatting it."
    );
  extent2.filesystem = null;
}
function mountSpecial(world, node, mount2) {
  const { fstype } = mount2;
  const mountPoint = requirePath(mount2.mount_point);
  if (fstype === void 0 || fstype === "") throw invalidField("fstype", requiredMessage);
  if (!specialFilesystemTypes.includes(fstype)) {
    throw invalidField("fstype", invalidChoice(fstype, specialFilesystemTypes));
  }
  requireFreePoint(node, mountPoint);
  const isDeployed = usesDeployedStyle(world, "mount-options");
  node.specialFilesystems.push({
    fstype,
    mountPoint,
    mountOptions: (isDeployed ? mount2.mount_options : mount2.mount_option) ?? ""
  });
}
function requireFreePoint(node, mountPoint) {
  const isTaken = node.specialFilesystems.some((each) => each.mountPoint === mountPoint) || extentsOf(node.storage).some(({ extent: extent2 }) => extent2.filesystem?.mountPoint === mountPoint);
  if (isTaken) throw invalidField("mount_point", `Another filesystem is already mounted at ${mountPoint}.`);
}
function unmountSpecial(node, mount2) {
  const mountPoint = requirePath(mount2.mount_point);
  const index = node.specialFilesystems.findIndex((each) => each.mountPoint === mountPoint);
  if (index < 0) throw invalidField("mount_point", `No special filesystem is mounted at ${mountPoint}.`);
  node.specialFilesystems.splice(index, 1);
}
function requirePath(text4) {
  if (text4 === void 0 || text4 === "") throw invalidField("mount_point", requiredMessage);
  if (!/^\/\S*$/.test(text4)) throw invalidField("mount_point", "Enter a valid absolute path.");
  let end = text4.length;
  while (end > 1 && text4[end - 1] === "/") end -= 1;
  return text4.slice(0, end);
}
var stablePath, addVirtualDevice, letters2, bareStorage, partitionedBytes, newFilesystem, volumeBytes, volumeGroupBytes, volumeExtents, specialFilesystemTypes;
var init_disks = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/storage/disks.ts"() {
    "use strict";
    init_domain_error();
    init_storage();
    init_world();
    init_quantities();
    stablePath = (name7, { model: model2, serial }) => model2 === void 0 || serial === void 0 ? `/dev/${name7}` : `/dev/disk/by-id/${`${model2}_${serial}`.replaceAll(/[^\w.-]+/g, "_")}`;
    addVirtualDevice = (world, storage2, name7, sizeBytes, {
      uuid: uuid2 = world.random.uuid(),
      blockSizeBytes = 4096
    } = {}) => addDevice(world, storage2, { type: "virtual", uuid: uuid2, name: name7, sizeBytes, blockSizeBytes });
    letters2 = (number) => (number >= 26 ? letters2(Math.floor(number / 26) - 1) : "") + String.fromCharCode(97 + number % 26);
    bareStorage = (storage2) => ({
      ...emptyStorage(),
      bootDiskId: storage2.bootDiskId,
      devices: physicalDisks(storage2).map((device2) => ({
        ...{ ...device2, partitions: [], filesystem: null, claim: null }
      }))
    });
    partitionedBytes = (device2) => device2.partitions.reduce((sum2, partition2) => sum2 + partition2.sizeBytes, 0);
    newFilesystem = (world, fstype, label, mountPoint) => ({ fstype, label, uuid: world.random.uuid(), mountPoint, mountOptions: null });
    volumeBytes = (members3) => members3.reduce((sum2, { extent: extent2 }) => sum2 + Math.max(0, alignDown(extent2.sizeBytes) - alignmentBytes), 0);
    volumeGroupBytes = (storage2, group13) => volumeBytes(volumeExtents(storage2, group13.id));
    volumeExtents = (storage2, id) => claimedExtents(storage2, (claim) => claim.kind === "volume" && claim.volumeGroupId === id);
    specialFilesystemTypes = ["tmpfs", "ramfs"];
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/nodes/create.ts
function createNode(world, spec) {
  const { macAddresses, subnetId, disks: disks2 = [], ...fields } = spec;
  const node = {
    systemId: newSystemId(world),
    ...nodeDefaults(world),
    ...fields,
    interfaces: [],
    storage: seedStorage(world, disks2)
  };
  macAddresses.forEach((macAddress2, index) => {
    const isBootInterface = index === 0 && subnetId !== void 0;
    node.interfaces.push(
      makeInterface(world, { macAddress: macAddress2, name: `eth${index}`, ...isBootInterface ? { subnetId } : {} })
    );
  });
  world.state.nodes.bySystemId[node.systemId] = node;
  return node;
}
function newSystemId(world) {
  for (; ; ) {
    let id = world.random.pick(idLetters);
    while (id.length < 6) id += world.random.pick(idCharacters);
    if (!Object.hasOwn(world.state.nodes.bySystemId, id)) return id;
  }
}
function newHostname(world) {
  const usedNames = new Set(allNodes(world).map((node) => node.hostname));
  for (let number = 1; ; number += 1) {
    const name7 = `${world.random.pick(adjectives)}-${world.random.pick(nouns)}${number > 20 ? `-${number}` : ""}`;
    if (!usedNames.has(name7)) return name7;
  }
}
function readHostname(world, text4, current) {
  const [hostname2 = "", ...rest] = text4.trim().split(".");
  const refuse2 = (message2) => invalidField("hostname", message2);
  if (!labelPattern2.test(hostname2)) throw refuse2("Enter a valid host name: letters, digits and hyphens.");
  const domain2 = rest.length === 0 ? void 0 : findDomainByName(world, rest.join("."));
  if (rest.length > 0 && domain2 === void 0) throw refuse2(`The domain ${rest.join(".")} does not exist.`);
  const domainId = domain2?.id ?? current?.domainId;
  const isTaken = allNodes(world).some((node) => node !== current && node.hostname === hostname2);
  if (isTaken) throw refuse2("Node with this Hostname already exists.");
  return { hostname: hostname2, domainId };
}
function newMac(world, group13) {
  const bytes3 = [group13, ...[1, 2, 3].map(() => world.random.integer(0, 255))];
  return `52:54:${bytes3.map((byte) => byte.toString(16).padStart(2, "0")).join(":")}`;
}
function readNewMacs(world, texts, field) {
  const values = texts.flatMap((text4) => text4.split(",")).filter((text4) => text4.trim() !== "");
  if (values.length === 0) throw invalidField(field, requiredMessage);
  const macs = values.map((text4) => {
    const mac2 = parseMac(text4);
    if (mac2 === void 0) throw invalidField(field, `'${text4}' is not a valid MAC address.`);
    return mac2;
  });
  const duplicate = macs.find((mac2) => isRegistered(world, mac2));
  if (duplicate !== void 0)
    throw invalidField(field, `One or more MAC addresses is already in use: ${duplicate} is registered.`);
  return [...new Set(macs)];
}
function hasMac(node, text4) {
  const mac2 = parseMac(text4);
  return mac2 !== void 0 && node.interfaces.some((each) => each.macAddress === mac2);
}
function usedResources(world, host) {
  const guests = guestsOf(world, host);
  const disks2 = guests.flatMap(({ storage: storage2 }) => physicalDisks(storage2));
  return {
    cores: sum(guests, (node) => node.cpuCount),
    memory: sum(guests, (node) => node.memoryMiB),
    local_storage: sum(disks2, (disk) => disk.sizeBytes)
  };
}
function addTagsOfNodes(world) {
  for (const name7 of new Set(allNodes(world).flatMap((node) => node.tags)))
    if (!world.state.tags.some((tag4) => tag4.name === name7))
      world.state.tags.push({ name: name7, comment: "", kernelOpts: "" });
}
var unknownHardware, nodeDefaults, idCharacters, idLetters, adjectives, nouns, labelPattern2, isRegistered, guestsOf, sum, totalResources;
var init_create = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/nodes/create.ts"() {
    "use strict";
    init_domain_error();
    init_storage();
    init_world();
    init_spellings();
    init_dns();
    init_interfaces();
    init_disks();
    unknownHardware = Object.fromEntries(
      [
        ["system", "vendor product family version sku serial"],
        ["cpu", "model"],
        ["mainboard", "vendor product serial version firmware_vendor firmware_date firmware_version"],
        ["chassis", "vendor type serial version"]
      ].flatMap(([part = "", facts = ""]) => facts.split(" ").map((fact) => [`${part}_${fact}`, "Unknown"]))
    );
    nodeDefaults = (world) => ({
      description: "",
      domainId: defaultDomainId(world),
      zoneId: defaultZoneId,
      poolId: defaultPoolId,
      podId: null,
      parent: null,
      owner: null,
      agentName: "",
      tags: [],
      status: "new",
      previousStatus: null,
      activity: null,
      results: { commissioning: 0, testing: -1 },
      commissioning: { skipNetworking: false, skipStorage: false },
      statusMessage: "",
      statusAction: "",
      errorDescription: "",
      locked: false,
      architecture: "amd64/generic",
      cpuCount: 0,
      cpuSpeedMHz: 0,
      memoryMiB: 0,
      isDpu: false,
      minHweKernel: "",
      hweKernel: "",
      osystem: "",
      distroSeries: "",
      powerType: "",
      powerParameters: {},
      powerState: "unknown",
      powerChange: null,
      netboot: true,
      ephemeralDeploy: false,
      enableHwSync: false,
      annotations: {},
      hardwareInfo: unknownHardware,
      hardwareDevices: [],
      swapSizeBytes: null,
      specialFilesystems: [],
      token: null,
      userData: null,
      createdAt: world.clock.now()
    });
    idCharacters = [..."abcdefghkmnpqrstwxy34678"];
    idLetters = idCharacters.slice(0, 19);
    adjectives = "amber brisk calm deft eager fair glad hardy keen lucid mild noble".split(" ");
    nouns = "badger crane dingo egret finch gecko heron ibis koala lemur marten newt".split(" ");
    labelPattern2 = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
    isRegistered = (world, mac2) => allNodes(world).some((node) => node.status !== "retired" && hasMac(node, mac2));
    guestsOf = (world, host) => allNodes(world, "machine").filter((node) => node.podId === host.id);
    sum = (items2, numberOf) => items2.reduce((total, item) => total + numberOf(item), 0);
    totalResources = { cores: 16, memory: 65536, local_storage: 2e12 };
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/settings/scripts.ts
function addCommissioningScript(world, name7, content) {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/.test(name7))
    throw invalidField("name", `Invalid script name: ${name7}.`);
  if (scriptNamed(world, name7) !== void 0)
    throw invalidField("name", "Script with this Name already exists.");
  return addScript(world, newScriptFields(name7, scriptTypes.commissioning), content, null);
}
function addScript(world, fields, content, comment3) {
  const script2 = { ...fields, id: world.state.settings.nextScriptId++, revisions: [] };
  world.state.settings.scripts.push(script2);
  addRevision(world, script2, content, comment3);
  return script2;
}
function addRevision(world, script2, content, comment3) {
  script2.revisions.unshift({
    id: world.state.settings.nextScriptId++,
    comment: comment3,
    created: world.clock.now(),
    content: Buffer.from(content).toString("base64")
  });
}
function revertScript(script2, to) {
  refuseDefaultScript(script2);
  const index = to < 0 ? -to : script2.revisions.findIndex(({ id }) => id === to);
  if (script2.revisions[index] === void 0)
    throw to < 0 ? invalid(`Unable to revert ${-to} revisions: the script has ${script2.revisions.length}.`) : invalid(`${to} not found in history.`);
  script2.revisions.splice(0, index);
}
function removeScript(world, script2) {
  refuseDefaultScript(script2);
  removeFrom(world.state.settings.scripts, script2);
}
function refuseDefaultScript(script2) {
  if (script2.default) throw invalid("Not allowed to change on default scripts.");
}
var allScripts, scriptNamed, findScript, commissioningScripts, findCommissioningScript, commissioningRows, testingRows, createScript, builtinScripts;
var init_scripts = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/settings/scripts.ts"() {
    "use strict";
    init_domain_error();
    init_settings();
    init_table();
    allScripts = ({ state }) => [
      ...state.settings.hasOwnBuiltins ? [] : builtinScripts,
      ...state.settings.scripts
    ];
    scriptNamed = (world, name7) => allScripts(world).find((each) => each.name === name7 || String(each.id) === name7);
    findScript = (world, name7) => requireFound(scriptNamed(world, name7), "Script");
    commissioningScripts = ({ state }) => state.settings.scripts.filter((each) => each.type === scriptTypes.commissioning && !each.default);
    findCommissioningScript = (world, name7) => requireFound(
      commissioningScripts(world).find((each) => each.name === name7),
      "Script"
    );
    commissioningRows = [
      ["svc-capture-lldpd", "Capture what lldpd has heard", 4, 60, "deploy-info network"],
      ["20-svc-01-install-lldpd", "Install and configure lldpd for passive capture", 0, 30, "node"],
      ["20-svc-02-dhcp-unconfigured-ifaces", "Run DHCP on interfaces without an address", 0, 120, "node"],
      ["30-svc-01-bmc-config", "Detect and set up the management controller", 0, 300, "bmc-config node"],
      ["20-svc-03-machine-resources", "Record the resources of the machine", 0, 30, "deploy-info node"],
      ["40-svc-01-machine-config-hints", "Record hints for its configuration", 0, 30, "node"],
      ["50-svc-01-commissioning", "Record the hardware as JSON", 0, 120, "deploy-info node"],
      ["svc-support-info", "Gather support information for the machine", 0, 300, "deploy-info node"],
      ["svc-lshw", "Capture lshw -xml output", 0, 300, "deploy-info node"],
      ["svc-list-modaliases", "List the aliases of kernel modules", 0, 10, "deploy-info node"],
      ["svc-get-fruid-api-data", "Read the FRU of a switch", 0, 30, "deploy-info node"],
      ["svc-kernel-cmdline", "Record the kernel command line", 0, 10, "deploy-info node"],
      ["svc-serial-ports", "Find serial ports", 0, 10, "deploy-info node"]
    ];
    testingRows = [
      ["smartctl-validate", "Storage status", 3, 900, "commissioning storage"],
      ["smartctl-short", "Storage integrity", 3, 900, "storage"],
      ["smartctl-long", "Storage integrity (long)", 3, 0, "storage"],
      ["smartctl-conveyance", "Storage transport", 3, 900, "storage"],
      ["memtester", "Memory integrity", 2, 0, "memory"],
      ["internet-connectivity", "Network validation", 4, 300, "internet network node"],
      ["stress-ng-cpu-long", "CPU validation", 1, 43800, "cpu"],
      ["stress-ng-cpu-short", "CPU validation (short)", 1, 360, "cpu"],
      ["stress-ng-memory-long", "Memory validation", 2, 43800, "memory"],
      ["stress-ng-memory-short", "Memory validation (short)", 2, 360, "memory"],
      ["ntp", "NTP clock synchronisation", 0, 60, "network node ntp"],
      ["badblocks", "Bad blocks", 3, 0, "storage"],
      ["badblocks-destructive", "Bad blocks (destructive)", 3, 0, "destructive storage"],
      ["7z", "CPU benchmark", 1, 0, "cpu"],
      ["fio", "Storage benchmark", 3, 0, "destructive storage"]
    ];
    createScript = (type, firstId) => ([name7, title, hardwareType, timeoutSeconds, tags2], index) => ({
      ...newScriptFields(name7, type),
      ...{ title, description: `${title}.`, hardwareType, timeoutSeconds, default: true },
      id: firstId + index,
      tags: tags2.split(" "),
      destructive: tags2.includes("destructive"),
      parallel: type === scriptTypes.commissioning && name7.startsWith("svc-") ? 2 : 0,
      packages: name7.includes("install-lldpd") ? { apt: ["lldpd"] } : {},
      revisions: [
        {
          id: firstId + index,
          comment: "Created by the sandbox",
          created: 0,
          content: Buffer.from(`#!/bin/sh
# ${title}: built into the sandbox
exit 0
`).toString("base64")
        }
      ]
    });
    builtinScripts = [
      ...commissioningRows.map(createScript(scriptTypes.commissioning, 31)),
      ...testingRows.map(createScript(scriptTypes.testing, 44))
    ];
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/networks/interface-changes.ts
function ensureLinkUp(world, node, nic) {
  if (nic.links.length === 0 && !isEnslaved(node, nic)) nic.links = firstLinks(world, void 0, nic.vlanId);
}
function setParents(world, node, child, parents) {
  const formerParents = node.interfaces.filter((each) => child.parents.includes(each.name));
  child.parents = parents.map(({ name: name7 }) => name7);
  for (const each of formerParents) each.children = each.children.filter((name7) => name7 !== child.name);
  for (const each of parents) {
    each.children = [...each.children, child.name];
    if (child.type === "vlan") continue;
    clearLinks(world, each);
    if (child.type === "bond") each.vlanId = child.vlanId;
  }
  for (const each of formerParents) ensureLinkUp(world, node, each);
  dropStaleGateways(node);
}
function renameInterface(world, node, nic, name7) {
  const previousName = nic.name;
  const renameIn = (names) => names.map((other) => other === previousName ? name7 : other);
  for (const other of node.interfaces) {
    other.parents = renameIn(other.parents);
    other.children = renameIn(other.children);
  }
  nic.name = name7;
  for (const child of childrenOf(node, nic))
    if (child.type === "vlan") renameInterface(world, node, child, vlanName(world, nic, child.vlanId));
}
function setVlan(node, nic, vlanId) {
  nic.vlanId = vlanId;
  if (nic.type !== "bond") return;
  for (const parent of node.interfaces) if (nic.parents.includes(parent.name)) parent.vlanId = vlanId;
}
function vlanNameInUse(world, vlan3, vid) {
  for (const { node, nic } of interfacesOn(world, vlan3)) {
    const name7 = `${nic.parents[0]}.${vid}`;
    if (node.interfaces.some((other) => other !== nic && other.name === name7)) return name7;
  }
  return void 0;
}
function setVid(world, vlan3, vid) {
  vlan3.vid = vid;
  for (const { node, nic } of interfacesOn(world, vlan3))
    renameInterface(world, node, nic, `${nic.parents[0]}.${vid}`);
}
function moveToVlan(world, node, nic, vlanId) {
  if (nic.vlanId === vlanId) return;
  setVlan(node, nic, vlanId);
  clearLinks(world, nic);
  ensureLinkUp(world, node, nic);
  dropStaleGateways(node);
}
function removeInterface(world, node, nic) {
  for (const child of childrenOf(node, nic)) {
    if (child.parents.length === 1) removeInterface(world, node, child);
    else child.parents = child.parents.filter((name7) => name7 !== nic.name);
  }
  clearLinks(world, nic);
  node.interfaces = node.interfaces.filter((other) => other !== nic);
  for (const parent of node.interfaces.filter(({ name: name7 }) => nic.parents.includes(name7))) {
    parent.children = parent.children.filter((name7) => name7 !== nic.name);
    ensureLinkUp(world, node, parent);
  }
  dropStaleGateways(node);
}
function unlink(world, node, nic, link2) {
  removeLink(world, nic, link2);
  ensureLinkUp(world, node, nic);
  dropStaleGateways(node);
}
function addLink(world, node, nic, { mode, subnet: subnet3, ip }) {
  const use = { kind: "static", systemId: node.systemId, interfaceId: nic.id, owner: node.owner };
  if (ip !== void 0) requireFreeHost(world, subnet3, ip);
  const address3 = mode !== "static" ? void 0 : ip === void 0 ? takeNextAddress(world, subnet3, use) : takeAddress(world, subnet3, ip, use);
  const newLink = makeLink(world, mode, subnet3.id, address3?.ip ?? null);
  nic.links = [...nic.links.filter((other) => other.mode !== "link_up"), newLink];
  return newLink;
}
function requireFreeHost(world, subnet3, ip) {
  const refuse2 = (message2) => invalidField("ip_address", message2);
  const address3 = parseAddress(ip);
  if (address3 === void 0 || !blockContains(blockOf(subnet3), address3))
    throw refuse2(`IP address is not in the given subnet '${subnet3.name}'.`);
  const range = rangeContaining(world, subnet3.id, address3);
  if (range?.type === "dynamic")
    throw refuse2(`IP address is inside a dynamic range ${range.startIp}-${range.endIp}.`);
  if (subnet3.gatewayIp === ip || Object.hasOwn(world.state.networks.addresses.byIp, ip))
    throw refuse2("IP address is already in use.");
}
function chooseGateway(world, node, { id, subnetId }) {
  const gateway2 = findRow(world.state.networks.subnets, subnetId)?.gatewayIp;
  if (gateway2 === void 0 || gateway2 === null) throw invalid("The subnet of the link has no gateway.");
  node.gatewayLinks = { ...node.gatewayLinks, [gateway2.includes(":") ? "ipv6" : "ipv4"]: id };
}
function moveLinks(world, from, to, isMoved) {
  to.links = [...to.links, ...from.links.filter(isMoved)];
  from.links = from.links.filter((link2) => !isMoved(link2));
  for (const { ip } of to.links) {
    const address3 = ip === null ? void 0 : findAddress(world, ip);
    if (address3 !== void 0) address3.interfaceId = to.id;
  }
}
function freeName(node, name7) {
  const isTaken = (candidate) => node.interfaces.some((each) => each.name === candidate);
  if (!isTaken(name7)) return name7;
  let number = 1;
  while (isTaken(`${name7}-${number}`)) number += 1;
  return `${name7}-${number}`;
}
function bridgeInterfaces(world, node, options) {
  const configuredNics = node.interfaces.filter(
    (each) => each.type !== "bridge" && each.links.some((link2) => link2.subnetId !== null)
  );
  for (const each of configuredNics) {
    const bridge = makeInterface(world, {
      name: freeName(node, `br-${each.name}`),
      type: "bridge",
      macAddress: each.macAddress,
      vlanId: each.vlanId,
      parents: [each.name],
      linkSpeedMbps: each.linkSpeedMbps,
      numaNode: null,
      params: {
        bridge_type: options.type,
        bridge_stp: options.hasSpanningTree,
        bridge_fd: options.forwardDelaySeconds
      }
    });
    bridge.links = [];
    moveLinks(world, each, bridge, (link2) => link2.subnetId !== null);
    each.children = [...each.children, bridge.name];
    node.interfaces.push(bridge);
  }
}
function removeBridges(world, node) {
  for (const bridge of node.interfaces.filter((each) => each.type === "bridge" && !each.isConfigured)) {
    const parent = node.interfaces.find((each) => bridge.parents.includes(each.name));
    if (parent === void 0) continue;
    parent.children = parent.children.filter((name7) => name7 !== bridge.name);
    moveLinks(world, bridge, parent, () => true);
    node.interfaces = node.interfaces.filter((each) => each !== bridge);
  }
}
var parentTypes, childrenOf, isEnslaved, vlanName, interfacesOn;
var init_interface_changes = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/networks/interface-changes.ts"() {
    "use strict";
    init_domain_error();
    init_table();
    init_world();
    init_blocks();
    init_addresses();
    init_interfaces();
    init_ranges();
    init_subnets();
    parentTypes = {
      bond: ["physical"],
      bridge: ["physical", "bond", "vlan"],
      vlan: ["physical", "bond"]
    };
    childrenOf = (node, { name: name7 }) => node.interfaces.filter((each) => each.parents.includes(name7));
    isEnslaved = (node, nic) => childrenOf(node, nic).some(({ type }) => type === "bond" || type === "bridge");
    vlanName = (world, parent, vlanId) => `${parent.name}.${findRow(world.state.networks.vlans, vlanId)?.vid ?? 0}`;
    interfacesOn = (world, vlan3) => allNodes(world).flatMap(
      (node) => node.interfaces.filter((each) => each.type === "vlan" && each.vlanId === vlan3.id).map((nic) => ({ node, nic }))
    );
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/nodes/transitions.ts
function requireStatus(node, allowed, verb) {
  if (!allowed.includes(node.status)) throw wrongState(verb, node);
}
function enterStatus(world, node, status) {
  if (node.status === status) return;
  const [previousName, name7] = [statuses[node.status].name, statuses[status].name];
  const { copied } = world.state;
  if (copied) {
    const previousNames = copied.statuses[node.systemId] ?? [previousName];
    if (previousNames.length < maxStatuses) copied.statuses[node.systemId] = [...previousNames, name7];
  }
  node.status = status;
  const description = `From '${previousName}' to '${name7}'`;
  recordEvent(world, { type: "Node changed status", level: "DEBUG", description, node });
}
function acquire(world, node, actor, agentName2) {
  requireStatus(node, ["ready"], "allocate");
  node.owner = actor.username;
  node.agentName = agentName2;
  enterStatus(world, node, "allocated");
  recordNodeEvent(world, node, "Allocated", actor.comment || `to ${actor.username}`, actor.username);
}
function uninstall(world, node) {
  releaseAddresses(world, node);
  node.osystem = "";
  node.distroSeries = "";
  node.hweKernel = "";
  node.userData = null;
  node.token = null;
  node.ephemeralDeploy = false;
  node.enableHwSync = false;
}
function clearOwner(world, node) {
  uninstall(world, node);
  removeBridges(world, node);
  node.owner = null;
  node.agentName = "";
  node.annotations = {};
  node.locked = false;
  node.previousStatus = null;
}
function lockNode(world, node, actor) {
  requireStatus(node, ["deploying", "deployed"], "lock");
  node.locked = true;
  recordNodeEvent(world, node, "Locked", actor.comment, actor.username);
}
function unlockNode(world, node, actor) {
  node.locked = false;
  recordNodeEvent(world, node, "Unlocked", actor.comment, actor.username);
}
function annotate(node, parameters, needsKey = true) {
  const changes = [...parameters];
  if (changes.length === 0 && needsKey) throw invalidField("key", "At least one key must be given.");
  const annotations = new Map(Object.entries(node.annotations));
  for (const [name7, values] of changes) {
    const value = values.at(-1) ?? "";
    if (value === "") annotations.delete(name7);
    else annotations.set(name7, value);
  }
  node.annotations = Object.fromEntries(annotations);
}
var seconds, minutes, phaseRules, transitionRules, releasedStatuses, acceptedStatuses, runningStatuses, configurableStatuses, wrongState, requireTransition, maxStatuses;
var init_transitions = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/nodes/transitions.ts"() {
    "use strict";
    init_statuses();
    init_domain_error();
    init_world();
    init_interface_changes();
    init_interfaces();
    seconds = 1e3;
    minutes = 60 * seconds;
    phaseRules = {
      commissioning: {
        status: "commissioning",
        failure: "failed_commissioning",
        durationMs: 4 * seconds,
        limit: "node_timeout",
        abortsTo: "new",
        events: ["Commissioning", "Commissioned", "Failed commissioning"]
      },
      testing: {
        status: "testing",
        failure: "failed_testing",
        durationMs: 3 * seconds,
        limit: "node_timeout",
        abortsTo: "before",
        events: ["Testing", "Tested", "Failed testing"]
      },
      deploying: {
        status: "deploying",
        failure: "failed_deployment",
        durationMs: 6 * seconds,
        limit: "node_timeout",
        abortsTo: "allocated",
        events: ["Deploying", "Deployed", "Failed deployment"]
      },
      erasing: {
        status: "disk_erasing",
        failure: "failed_disk_erasing",
        durationMs: 5 * seconds,
        limit: "none",
        abortsTo: "failed_disk_erasing",
        events: ["Erasing disks", "Disks erased", "Failed disk erasing"]
      },
      releasing: {
        status: "releasing",
        failure: "failed_releasing",
        durationMs: 2 * seconds,
        limit: 5 * minutes,
        abortsTo: "failed_releasing",
        cannotAbortInDeployedStyle: true,
        events: ["Releasing", "Released", "Releasing failed"]
      },
      entering_rescue_mode: {
        status: "entering_rescue_mode",
        failure: "failed_entering_rescue_mode",
        durationMs: 3 * seconds,
        limit: "node_timeout",
        abortsTo: "before",
        cannotAbortInDeployedStyle: true,
        events: ["Entering rescue mode", "Rescue mode", "Failed to enter rescue mode"]
      },
      exiting_rescue_mode: {
        status: "exiting_rescue_mode",
        failure: "failed_exiting_rescue_mode",
        durationMs: 3 * seconds,
        limit: 5 * minutes,
        abortsTo: "rescue_mode",
        cannotAbortInDeployedStyle: true,
        events: ["Exiting rescue mode", "Exited rescue mode", "Failed to exit rescue mode"]
      }
    };
    transitionRules = {
      commission: {
        from: ["new", "failed_commissioning", "ready", "broken", "failed_testing"],
        phases: ["commissioning", "testing"],
        to: "ready",
        verb: "commission"
      },
      test: {
        from: lastingStatuses,
        phases: ["testing"],
        to: "before",
        verb: "test"
      },
      deploy: { from: ["ready", "allocated"], phases: ["deploying"], to: "deployed", verb: "deploy" },
      release: {
        from: [
          "reserved",
          "deployed",
          "broken",
          "deploying",
          "allocated",
          "failed_deployment",
          "failed_releasing",
          "failed_disk_erasing"
        ],
        phases: ["releasing"],
        to: "ready",
        verb: "release"
      },
      rescue_mode: {
        from: lastingStatuses,
        phases: ["entering_rescue_mode"],
        to: "rescue_mode",
        verb: "enter rescue mode on"
      },
      exit_rescue_mode: {
        from: ["rescue_mode", "failed_entering_rescue_mode", "failed_exiting_rescue_mode"],
        phases: ["exiting_rescue_mode"],
        to: "before",
        verb: "exit rescue mode on"
      }
    };
    releasedStatuses = ["ready", "releasing"];
    acceptedStatuses = ["ready", "commissioning", "testing"];
    runningStatuses = ["deployed", "rescue_mode"];
    configurableStatuses = [
      ...["new", "ready", "allocated", "broken", "failed_testing"]
    ];
    wrongState = (verb, node) => conflict(`Can't ${verb} a machine that is in the '${statuses[node.status].name}' state`);
    requireTransition = (node, name7) => requireStatus(node, transitionRules[name7].from, transitionRules[name7].verb);
    maxStatuses = 100;
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/nodes/scripts.ts
function scriptsByNameOrTag(world, type, word) {
  const names = type === "testing" ? testsOf(world, word) : customScriptNames(world).filter((name7) => name7 === word);
  if (names.length > 0) return names;
  return type === "commissioning" && vendorScripts.includes(word) ? [] : void 0;
}
function runIdOf(node, type) {
  const [first] = node.interfaces;
  if (first === void 0 || node.runs?.[type] === null) return null;
  if (node.status === "new" && node.results.commissioning === 0) return null;
  const isInstalled = node.osystem !== "" || node.nodeType === "rackController" || node.runs?.installation !== void 0;
  if (type === "installation" && !isInstalled) return null;
  return first.id * 3 + { commissioning: 0, testing: 1, installation: 2 }[type];
}
function resultsOf(world, node, type) {
  const names = scriptNamesOf(node, type);
  const run2 = runOf(world, node, type, names.length);
  if (run2 === void 0) return [];
  const failedIndex = type === "commissioning" ? names.indexOf("20-svc-03-machine-resources") : 0;
  return names.map((name7, index) => {
    const startsAt = run2.startedAt + index * run2.scriptMs;
    const id = resultIdOf(world, node, name7);
    return { id, name: name7, type, ...stateOf(run2, startsAt, index - failedIndex) };
  });
}
function stateOf({ end, scriptMs, outcome, isRunning }, startedAt, offset) {
  const endsAt = startedAt + scriptMs;
  const hangs = outcome === "silence" && offset === 0;
  if (outcome === "silence" && offset > 0)
    return {
      status: isRunning ? "pending" : "aborted",
      startedAt: null,
      endedAt: isRunning ? null : end,
      share: 0
    };
  if (end < startedAt && isRunning) return { status: "pending", startedAt: null, endedAt: null, share: 0 };
  if ((end < endsAt || hangs) && isRunning)
    return {
      status: "running",
      startedAt,
      endedAt: null,
      share: Math.min(0.9, (end - startedAt) / scriptMs)
    };
  if (hangs) return { status: "timedOut", startedAt, endedAt: end, share: 0.5 };
  if (outcome === "aborted" && end < endsAt)
    return end < startedAt ? { status: "aborted", startedAt: null, endedAt: end, share: 0 } : { status: "aborted", startedAt, endedAt: end, share: (end - startedAt) / scriptMs };
  const status = outcome === "failure" && offset === 0 ? "failed" : "passed";
  return { status, startedAt, endedAt: endsAt, share: 1 };
}
function runOf(world, node, type, count) {
  const { activity } = node;
  const phase = typePhases[type];
  const perScript = (spanMs) => spanMs / Math.max(1, count);
  if (activity?.phase === phase) {
    const { startedAt: startedAt2, outcome: outcome2 } = activity;
    const scriptMs2 = perScript(phaseRules[phase].durationMs);
    return { startedAt: startedAt2, end: world.clock.now(), scriptMs: scriptMs2, outcome: outcome2, isRunning: true };
  }
  const lastRun = node.runs?.[type];
  if (lastRun === null) return void 0;
  if (lastRun !== void 0) {
    const { startedAt: startedAt2, endedAt, outcome: outcome2 } = lastRun;
    const isComplete = outcome2 === "success" || outcome2 === "failure";
    const scriptMs2 = perScript(isComplete ? endedAt - startedAt2 : phaseRules[phase].durationMs);
    return { startedAt: startedAt2, end: endedAt, scriptMs: scriptMs2, outcome: outcome2, isRunning: false };
  }
  const outcome = { ...node.results, installation: installationOutcome(node) }[type];
  if (outcome !== 2 && outcome !== 3) return void 0;
  const scriptMs = perScript(seededRunMs[type]);
  const startedAt = node.createdAt - seededLeadMs[type];
  const end = startedAt + count * scriptMs;
  return { startedAt, end, scriptMs, outcome: outcome === 2 ? "success" : "failure", isRunning: false };
}
function scriptNamesOf({ scripts: scripts2 }, type) {
  if (type === "installation") return [installLog];
  const builtin = type === "commissioning" ? fixedScriptNames.slice(0, -2) : [];
  return [...builtin, ...scripts2?.[type] ?? (type === "testing" ? ["smartctl-validate"] : [])];
}
function resultIdOf(world, { systemId: systemId2 }, name7) {
  const { results } = world.state.settings;
  const index = fixedScriptNames.indexOf(name7);
  if (index >= 0) {
    results.firstIds[systemId2] ??= takeIds(results, fixedScriptNames.length);
    return (results.firstIds[systemId2] ?? 0) + index;
  }
  const key = `${systemId2} ${name7}`;
  results.otherIds ??= {};
  results.otherIds[key] ??= takeIds(results, 1);
  return results.otherIds[key] ?? 0;
}
function takeIds(results, count) {
  const first = results.nextId;
  results.nextId += count;
  return first;
}
function installationOutcome(node) {
  if (node.status === "failed_deployment") return 3;
  return node.osystem !== "" && node.status === "deployed" ? 2 : void 0;
}
var vendorScripts, testsOf, customScriptNames, defaultScripts, resultTypes, installLog, fixedScriptNames, resultStatuses, hasFailed, typePhases, seededRunMs, seededLeadMs;
var init_scripts2 = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/nodes/scripts.ts"() {
    "use strict";
    init_settings();
    init_scripts();
    init_transitions();
    vendorScripts = ["update_firmware", "configure_hba"];
    testsOf = (world, word) => allScripts(world).filter(({ type, name: name7, tags: tags2 }) => type === scriptTypes.testing && (name7 === word || tags2.includes(word))).map(({ name: name7 }) => name7);
    customScriptNames = (world) => commissioningScripts(world).map(({ name: name7 }) => name7);
    defaultScripts = (world) => ({
      commissioning: customScriptNames(world),
      testing: testsOf(world, "commissioning")
    });
    resultTypes = { commissioning: 0, installation: 1, testing: 2 };
    installLog = "/tmp/install.log";
    fixedScriptNames = [
      ...builtinScripts.filter(({ type }) => type === scriptTypes.commissioning).map(({ name: name7 }) => name7),
      "smartctl-validate",
      installLog
    ];
    resultStatuses = {
      pending: 0,
      running: 1,
      passed: 2,
      failed: 3,
      timedOut: 4,
      aborted: 5
    };
    hasFailed = ({ status }) => status === "failed" || status === "timedOut";
    typePhases = { commissioning: "commissioning", testing: "testing", installation: "deploying" };
    seededRunMs = { commissioning: 52e3, testing: 95e3, installation: 184e3 };
    seededLeadMs = { commissioning: 9e5, testing: 6e5, installation: 3e5 };
  }
});

// ../../../work/wt/sandbox/src/catalogue/field.ts
var fieldOfType, text, integer, boolean, oneOrZero, booleanOrDigit, size, base64, file, list, map, integerId, integerOrName, idOrName, textId, commaSeparated, words, numbered, flag, joinWithAnd, exclusive, anyOf, needs;
var init_field = __esm({
  "../../../work/wt/sandbox/src/catalogue/field.ts"() {
    "use strict";
    fieldOfType = (type) => (name7, help, facts = {}) => ({ name: name7, type, help, ...facts });
    text = fieldOfType("string");
    integer = fieldOfType("integer");
    boolean = fieldOfType("boolean");
    oneOrZero = fieldOfType("switch");
    booleanOrDigit = (name7, help, facts = {}) => boolean(name7, help, { takesWord: true, ...facts });
    size = fieldOfType("size");
    base64 = fieldOfType("base64");
    file = fieldOfType("file");
    list = fieldOfType("list");
    map = fieldOfType("map");
    integerId = (name7, help) => ({ name: name7, type: "integer", help });
    integerOrName = (name7, help, list4) => ({
      ...textId(name7, help, list4),
      type: "integer",
      alsoName: true
    });
    idOrName = (noun, list4) => integerOrName("id", `id or name of the ${noun}`, list4);
    textId = (name7, help, list4) => ({
      name: name7,
      type: "string",
      help,
      ...list4 && { list: list4 }
    });
    commaSeparated = { alsoRepeatable: true, separator: "," };
    words = (text4) => text4.split(" ");
    numbered = (choices, numbers = [...choices.keys()]) => ({
      choices,
      spellings: Object.fromEntries(choices.map((word, index) => [String(numbers[index]), word]))
    });
    flag = (field) => `--${field.replaceAll("_", "-")}`;
    joinWithAnd = (words3) => words3.length < 2 ? words3.join("") : `${words3.slice(0, -1).join(", ")} and ${words3.at(-1)}`;
    exclusive = (...fields) => ({
      kind: "exclusive",
      fields,
      message: `${joinWithAnd(fields.map(flag))} cannot be combined`
    });
    anyOf = (message2, ...fields) => ({
      kind: "any",
      fields,
      message: message2
    });
    needs = (field, other) => ({
      kind: "needs",
      field,
      needs: [other],
      message: `${flag(field)} needs ${flag(other)}`
    });
  }
});

// ../../../work/wt/sandbox/src/catalogue/config-items.ts
var itemOfType, boolean2, integer2, text2, configItems, configItemNames;
var init_config_items = __esm({
  "../../../work/wt/sandbox/src/catalogue/config-items.ts"() {
    "use strict";
    init_field();
    itemOfType = (type) => (name7, meaning, facts = {}) => ({
      name: name7,
      type,
      meaning,
      ...facts
    });
    boolean2 = itemOfType("boolean");
    integer2 = itemOfType("integer");
    text2 = itemOfType("string");
    configItems = [
      integer2("active_discovery_interval", "Interval at which racks scan subnets with active discovery"),
      boolean2("allow_only_trusted_transfers", "Allow zone transfers from trusted sources only, not from all"),
      boolean2("auto_vlan_creation", "Create a VLAN and fabric for interfaces that match no existing ones"),
      boolean2("boot_images_auto_import", "Import and refresh boot images every 60 minutes"),
      boolean2("boot_images_no_proxy", "Reach the image repository directly, without the proxy"),
      text2("commissioning_distro_series", "Default release of the operating system for commissioning"),
      boolean2("completed_intro", "The initial setup has been completed"),
      boolean2("curtin_verbose", "Print verbose output of the fast-path installer"),
      text2("default_boot_interface_link_type", "IP mode of the boot interface during commissioning", {
        choices: ["auto", "dhcp", "link_up", "static"]
      }),
      text2("default_distro_series", "Default release of the operating system for deployment"),
      integer2("default_dns_ttl", "Default time-to-live of DNS records", { unit: "seconds" }),
      text2("default_min_hwe_kernel", "Default minimum kernel version of new and commissioned nodes"),
      text2("default_osystem", "Default operating system for deployment"),
      text2("default_storage_layout", "Storage layout applied during commissioning", {
        choices: ["bcache", "blank", "custom", "flat", "lvm", "vmfs6", "vmfs7"]
      }),
      boolean2("disk_erase_with_quick_erase", "Erase only the start and end of each disk by default; not secure"),
      boolean2("disk_erase_with_secure_erase", "Use the drive's secure erase by default, if it has one"),
      text2("dns_trusted_acl", "Additional networks that may resolve names through the service", {
        form: "IPs or ACL names"
      }),
      text2("dnssec_validation", "DNSSEC validation of upstream zones, if the service runs its own DNS server"),
      boolean2("enable_analytics", "Use web analytics in the UI"),
      boolean2("enable_disk_erasing_on_release", "Always erase disks on release"),
      boolean2("enable_http_proxy", "Use the built-in proxy, or http_proxy, for nodes and image downloads"),
      boolean2("enable_kernel_crash_dump", "Collect kernel crash dumps on deployed machines"),
      boolean2("enable_third_party_drivers", "Install proprietary drivers"),
      boolean2("enlist_commissioning", "Run all built-in commissioning scripts during enlistment"),
      boolean2("force_v1_network_yaml", "Always write the network YAML in its legacy v1 form"),
      text2("hardware_sync_interval", "Interval at which hardware-sync machines send their hardware information", {
        form: "time span of the init system"
      }),
      text2("http_proxy", "Proxy of provisioned nodes and of image downloads", { empty: "the built-in proxy" }),
      text2("kernel_opts", "Default kernel boot parameters"),
      text2("svc_auto_ipmi_cipher_suite_id", "Default IPMI cipher suite", {
        choices: ["", "3", "8", "12", "17"],
        empty: "the default of the IPMI tools"
      }),
      text2("svc_auto_ipmi_k_g_bmc_key", "IPMI K_g key that BMCs get and then require", { secret: true }),
      text2("svc_auto_ipmi_user", "IPMI user created at enlistment or commissioning"),
      text2("svc_auto_ipmi_user_privilege_level", "Privilege level of the user in svc_auto_ipmi_user", {
        choices: ["ADMIN", "OPERATOR", "USER"]
      }),
      text2("svc_auto_ipmi_workaround_flags", "IPMI workaround", {
        choices: [
          "",
          ...words("authcap endianseq forcepermsg idzero integritycheckvalue intel20 ipmiping"),
          ...words("nochecksumcheck opensesspriv sun20 supermicro20 unexpectedauth")
        ],
        empty: "none"
      }),
      text2("svc_internal_domain", "Domain of the service's internal services; must not exist upstream"),
      text2("svc_name", "Name of the service instance"),
      integer2("svc_proxy_port", "Port of the built-in proxy", { default: "8000" }),
      integer2("svc_syslog_port", "Port of the built-in syslog", { default: "5247" }),
      integer2("max_node_commissioning_results", "Maximum number of commissioning runs whose results are kept"),
      integer2("max_node_installation_results", "Maximum number of installation runs whose results are kept"),
      integer2("max_node_release_results", "Maximum number of release runs whose results are kept"),
      integer2("max_node_testing_results", "Maximum number of testing runs whose results are kept"),
      text2("network_discovery", "Passive observation of attached networks; enables active subnet mapping"),
      integer2("node_timeout", "Time limit for commissioning, tests, deployment and rescue", { unit: "minutes" }),
      boolean2("ntp_external_only", "Point region, rack and deployed machines directly to external NTP servers"),
      text2("ntp_servers", "NTP servers", { form: "addresses or host names, separated by commas and/or spaces" }),
      boolean2("prefer_v4_proxy", "Prefer IPv4 when the proxy resolves names"),
      boolean2("metrics_enabled", "Export metrics, at the cluster's endpoint and to the push gateway"),
      text2("metrics_push_gateway", "Push gateway for metrics", { form: "address or host name" }),
      integer2("metrics_push_interval", "Interval between pushes of metrics", { default: "60", unit: "minutes" }),
      boolean2("logship_enabled", "Stream logs to a log-shipping endpoint"),
      integer2("logship_port", "TCP port of the log-shipping endpoint"),
      boolean2("release_notifications", "Notify of new releases"),
      text2("remote_syslog", "Remote syslog server for machine logs", { empty: "the service itself" }),
      integer2("session_length", "Time until a session ends", { min: 10, max: 1209600, unit: "seconds" }),
      integer2("subnet_ip_exhaustion_threshold_count", "Warn when a subnet has this many free addresses or fewer"),
      text2("theme", "Theme of the UI"),
      boolean2("tls_cert_expiration_notification_enabled", "Notify before the certificate expires"),
      integer2("tls_cert_expiration_notification_interval", "Notify this long before the certificate expires", {
        unit: "days"
      }),
      text2("upstream_dns", "Upstream DNS servers, if the service runs its own DNS", {
        form: "IP addresses separated by spaces"
      }),
      boolean2("use_peer_proxy", "Use http_proxy as the peer of the built-in proxy, if that is enabled"),
      boolean2("use_rack_proxy", "Route DNS and metadata traffic through the rack that a machine boots from"),
      text2("hvmgr_datacenter", "Hypervisor-manager datacenter for deployed hypervisor hosts"),
      text2("hvmgr_server", "Hypervisor-manager server for deployed hypervisor hosts", { form: "FQDN or IP" }),
      text2("hvmgr_username", "Hypervisor-manager user for deployed hypervisor hosts"),
      text2("hvmgr_password", "Hypervisor-manager password for deployed hypervisor hosts", { secret: true }),
      text2("os_kms_host", "Host for key-management activation", { form: "FQDN or IP" })
    ];
    configItemNames = configItems.map(({ name: name7 }) => name7);
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/settings/config.ts
function servedName(world, name7) {
  const [word = ""] = name7.split("_");
  const segment = usesDeployedStyle(world, "segment-names") ? world.segment.toLowerCase() : word;
  const deployedWord = usesDeployedStyle(world, "config-names") ? deployedWords[word] : void 0;
  return `${word === "svc" ? segment : deployedWord ?? word}${name7.slice(word.length)}`;
}
function findItem(world, name7) {
  const item = configItems.find((each) => servedName(world, each.name) === name7);
  if (item !== void 0) return item;
  const validNames = configItemNames.map((each) => servedName(world, each)).join(", ");
  const message2 = `${name7} is not a valid config setting (valid settings are: ${validNames}).`;
  throw new DomainError("invalid", { [name7]: [message2] }, jsonHeaders);
}
function configValue(world, name7) {
  const item = items.get(name7);
  if (item === void 0) throw new Error(`no configuration item ${name7}`);
  const { config } = world.state.settings;
  return Object.hasOwn(config, name7) ? config[name7] ?? null : defaultOf(item);
}
function setConfigValue(world, item, value) {
  const { name: name7 } = item;
  const { config } = world.state.settings;
  const problem = valueProblem(item, value) ?? formatProblem(name7, value);
  if (problem !== void 0) throw invalidField(servedName(world, name7), `'${value}' ${problem}.`);
  if (item.type !== "string" && value === "") delete config[name7];
  else if (item.type === "boolean") config[name7] = parseBoolean(value) ?? false;
  else config[name7] = item.type === "integer" ? Number(value) : value;
}
function valueProblem({ name: name7, type, choices, min, max }, value) {
  if (choices !== void 0) {
    const choiceList = choices.map((choice) => choice || "(empty)").join(", ");
    return choices.includes(value) ? void 0 : `is not a valid choice: one of ${choiceList}`;
  }
  if (value === "" || type === "string") return void 0;
  if (type === "boolean")
    return parseBoolean(value) === void 0 ? "is not a boolean: true or false" : void 0;
  if (!/^[+-]?\d{1,15}$/.test(value)) return "is not a whole number";
  const [minimum, maximum] = name7.endsWith("_port") ? [1, 65535] : [min ?? 0, max ?? Number.MAX_SAFE_INTEGER];
  if (Number(value) < minimum) return `is too small: the minimum is ${minimum}`;
  return Number(value) > maximum ? `is too large: the maximum is ${maximum}` : void 0;
}
function formatProblem(name7, value) {
  const format3 = Object.hasOwn(formats, name7) ? formats[name7] : void 0;
  return format3 === void 0 || format3.isValid(value) ? void 0 : format3.requirement;
}
var defaults, defaultOf, items, jsonHeaders, deployedWords, isTimeSpan, hostNamePattern, isHost, hostFormat, formats;
var init_config = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/settings/config.ts"() {
    "use strict";
    init_config_items();
    init_domain_error();
    init_world();
    init_blocks();
    init_spellings();
    defaults = {
      active_discovery_interval: 10800,
      allow_only_trusted_transfers: true,
      auto_vlan_creation: true,
      boot_images_auto_import: true,
      commissioning_distro_series: "jammy",
      completed_intro: true,
      curtin_verbose: true,
      default_boot_interface_link_type: "auto",
      default_distro_series: "jammy",
      default_dns_ttl: 30,
      default_min_hwe_kernel: "",
      default_osystem: "ubuntu",
      default_storage_layout: "flat",
      dnssec_validation: "auto",
      enable_analytics: true,
      enable_http_proxy: true,
      enlist_commissioning: true,
      hardware_sync_interval: "15m",
      logship_port: 5238,
      max_node_commissioning_results: 10,
      max_node_installation_results: 3,
      max_node_release_results: 3,
      max_node_testing_results: 10,
      metrics_push_interval: 60,
      network_discovery: "enabled",
      node_timeout: 30,
      ntp_servers: "ntp.example",
      release_notifications: true,
      session_length: 1209600,
      subnet_ip_exhaustion_threshold_count: 16,
      svc_auto_ipmi_cipher_suite_id: "3",
      svc_auto_ipmi_k_g_bmc_key: "",
      svc_auto_ipmi_user: "svc",
      svc_auto_ipmi_user_privilege_level: "ADMIN",
      svc_auto_ipmi_workaround_flags: "",
      svc_internal_domain: "svc-internal",
      svc_name: "sandbox",
      svc_proxy_port: 8e3,
      svc_syslog_port: 5247,
      theme: "",
      tls_cert_expiration_notification_interval: 30,
      use_rack_proxy: true
    };
    defaultOf = (item) => defaults[item.name] ?? (item.type === "boolean" ? false : item.type === "integer" ? 0 : null);
    items = new Map(configItems.map((item) => [item.name, item]));
    jsonHeaders = { "Content-Type": "application/json" };
    deployedWords = {
      hvmgr: "vcenter",
      logship: "promtail",
      metrics: "prometheus",
      os: "windows"
    };
    isTimeSpan = (text4) => text4.split(/(?<=\D)(?=\d)/).every((part) => /^\d+\s*[a-zA-Z]*$/.test(part.trimEnd()));
    hostNamePattern = /^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62})(?:\.[A-Za-z0-9_-]{1,63})*\.?$/;
    isHost = (text4) => parseAddress(text4) !== void 0 || hostNamePattern.test(text4);
    hostFormat = {
      isValid: (value) => /^[^\s]*$/.test(value),
      requirement: "must be an address or a host name"
    };
    formats = {
      upstream_dns: {
        isValid: (value) => wordsOf(value).every((part) => parseAddress(part) !== void 0),
        requirement: "must be IP addresses separated by spaces"
      },
      ntp_servers: {
        isValid: (value) => wordsOf(value).every(isHost),
        requirement: "must be addresses or host names separated by commas or spaces"
      },
      http_proxy: {
        isValid: (value) => value === "" || /^https?:\/\/[^\s/]+/i.test(value),
        requirement: "must be an http or https address"
      },
      remote_syslog: hostFormat,
      metrics_push_gateway: hostFormat,
      hvmgr_server: hostFormat,
      os_kms_host: hostFormat,
      hardware_sync_interval: {
        isValid: (value) => value === "" || isTimeSpan(value),
        requirement: "must be a time span, such as 15m"
      }
    };
  }
});

// ../../../work/wt/sandbox/src/sandbox/serialize/machine-reports.ts
import { Binary, serialize } from "bson";
function vendorElements(node, part) {
  const info = hardwareInfoOf(node);
  const elementOf = (name7) => element(name7, info[`${part}_${name7}`] ?? null);
  return `${elementOf("product")}${elementOf("vendor")}${elementOf("serial")}`;
}
function lshw(node) {
  const [architecture = ""] = node.architecture.split("/");
  const disks2 = physicalDisks(node.storage).map(
    (disk) => `<node id="disk" class="disk">${element("product", disk.model)}<logicalname>/dev/${escapeXml(disk.name)}</logicalname>${element("serial", disk.serial)}<size units="bytes">${disk.sizeBytes}</size></node>`
  );
  const cards = node.interfaces.map(
    (each) => `<node id="network" class="network">${element("product", each.product)}${element("vendor", each.vendor)}<logicalname>${escapeXml(each.name)}</logicalname><serial>${each.macAddress ?? ""}</serial></node>`
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<list><node id="${escapeXml(node.hostname)}" class="system">${vendorElements(node, "system")}`,
    `<node id="core" class="bus">${vendorElements(node, "mainboard")}<node id="memory" class="memory"><size units="bytes">${node.memoryMiB * 1024 * 1024}</size></node>`,
    `<node id="cpu" class="processor"><product>${escapeXml(architecture)}</product><configuration><setting id="cores" value="${node.cpuCount}"/></configuration></node>`,
    ...disks2,
    ...cards,
    "</node></node></list>",
    ""
  ].join("\n");
}
function lldp(world, node) {
  const neighbours2 = node.interfaces.map(
    (each, index) => `<interface label="Interface" name="${escapeXml(each.name)}" via="LLDP"><chassis label="Chassis"><id label="ChassisID" type="mac">02:00:5e:00:00:01</id><name label="SysName">switch-1</name></chassis><port label="Port"><id label="PortID" type="ifname">port-${index + 1}</id></port></interface>`
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<lldp label="LLDP neighbors"><!-- ${escapeXml(fqdn(world, node))} -->`,
    ...neighbours2,
    "</lldp>",
    ""
  ].join("\n");
}
function hardwareDetailsBson(world, node) {
  const binary = (xml) => new Binary(Buffer.from(xml));
  return serialize({ lldp: binary(lldp(world, node)), lshw: binary(lshw(node)) });
}
function hardwareInventory(node) {
  const [family = ""] = node.architecture.split("/");
  const architecture = family === "amd64" ? "x86_64" : family;
  const disks2 = physicalDisks(node.storage);
  const { interfaces: interfaces3 } = node;
  return {
    api_version: "1.0",
    environment: { kernel_architecture: architecture, server_name: node.hostname },
    resources: {
      cpu: { architecture, cores: node.cpuCount },
      memory: { total: node.memoryMiB * 1024 * 1024 },
      storage: {
        disks: disks2.map((disk) => ({ id: disk.name, size: disk.sizeBytes, type: "sata", read_only: false })),
        total: disks2.length
      },
      network: {
        cards: interfaces3.map(({ name: name7, macAddress: macAddress2 }) => ({ ports: [{ id: name7, address: macAddress2 }] })),
        total: interfaces3.length
      }
    }
  };
}
function hardwareInfoOf(node) {
  const [family = ""] = node.architecture.split("/");
  if (node.cpuCount === 0 || node.nodeType !== "machine") return node.hardwareInfo;
  const product = node.cpuCount > 4 ? "Machine 2U" : "Machine 1U";
  const inventory = {
    ...{ system_vendor: "Sandbox", system_product: product, system_serial: `SB-${node.systemId}` },
    ...{ mainboard_vendor: "Sandbox", mainboard_product: product, mainboard_serial: `MB-${node.systemId}` },
    mainboard_firmware_vendor: "Sandbox",
    mainboard_firmware_version: node.cpuCount > 4 ? "2.14.1" : "1.8.0",
    mainboard_firmware_date: node.cpuCount > 4 ? "09/12/2024" : "03/15/2023",
    ...processors[family] === void 0 ? {} : { cpu_model: processors[family] }
  };
  const reported = Object.entries(node.hardwareInfo).filter(([, text4]) => text4 !== "Unknown");
  return { ...node.hardwareInfo, ...inventory, ...Object.fromEntries(reported) };
}
function outputOf(world, node, result) {
  const { status, share } = result;
  if (status === "pending" || result.startedAt === null) return { stdout: "", stderr: "", exitStatus: null };
  const failed = hasFailed(result);
  const fullOutput = (failed ? failureOf(node, result) : void 0) ?? {
    stdout: stdoutOf(world, node, result.name),
    stderr: ""
  };
  if (status === "running" || status === "aborted" || status === "timedOut")
    return {
      stdout: firstLines(fullOutput.stdout, share),
      stderr: "",
      exitStatus: status === "timedOut" ? 124 : null
    };
  return { ...fullOutput, exitStatus: failed ? 1 : 0 };
}
function firstLines(text4, share) {
  const lines2 = text4.split(/(?<=\n)/);
  return lines2.slice(0, Math.ceil(lines2.length * share)).join("");
}
function stdoutOf(world, node, name7) {
  const print = Object.hasOwn(builtinOutputs, name7) ? builtinOutputs[name7] : void 0;
  const output2 = print?.(node, world) ?? customOutput(world, node, name7);
  return typeof output2 === "string" ? output2 : linesOf(output2);
}
function customOutput(world, node, name7) {
  if (name7.startsWith("stress-ng"))
    return linesOf(
      `stress-ng: info:  [1412] dispatching hogs: ${node.cpuCount} ${name7.includes("cpu") ? "cpu" : "vm"}`,
      "stress-ng: info:  [1412] successful run completed",
      "stress-ng: info:  [1412] passed: all, failed: 0"
    );
  if (name7.startsWith("smartctl") || name7.startsWith("badblocks") || name7 === "fio")
    return linesOf(
      disksOf(node).flatMap((disk) => [
        `INFO: /dev/${disk.name} ${disk.model} ${disk.serial}, ${humanSize(disk.sizeBytes)}`,
        ...name7.startsWith("smartctl") ? ["SMART overall-health self-assessment test result: PASSED"] : name7 === "fio" ? ["read: IOPS=41.2k, BW=161MiB/s", "write: IOPS=38.7k, BW=151MiB/s"] : ["Checking blocks: done", "Pass completed, 0 bad blocks found. (0/0/0 errors)"]
      ]),
      `INFO: ${name7} completed`
    );
  const echoedLines = echoedLinesOf(world, name7);
  if (echoedLines.length > 0) return linesOf(echoedLines);
  return linesOf(
    `INFO: ${name7} on ${fqdn(world, node)}`,
    `INFO: ${node.cpuCount} CPUs, ${node.memoryMiB} MiB of memory, ${disksOf(node).length} disks`,
    "INFO: no error found"
  );
}
function echoedLinesOf(world, name7) {
  const script2 = scriptNamed(world, name7);
  if (script2 === void 0) return [];
  const content = Buffer.from(contentOf(findScript(world, name7)), "base64").toString("utf8");
  return [...content.matchAll(/^[ \t]*echo[ \t]+(?:"([^"$`\\]*)"|'([^']*)'|([\w .,:;=/-]+))[ \t]*$/gm)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? ""
  );
}
function failureOf(node, { name: name7, type }) {
  const disk = diskName(node);
  if (type === "installation")
    return {
      stdout: linesOf(
        "start: cmd-install/stage-partitioning",
        "finish: cmd-install/stage-partitioning: SUCCESS",
        "start: cmd-install/stage-curthooks",
        "Running command ['chroot', '/target', 'grub-install', '--recheck']"
      ),
      stderr: linesOf(
        "grub-install: error: cannot find EFI directory.",
        "Unexpected error while running command.",
        "finish: cmd-install/stage-curthooks: FAIL: installing the boot loader",
        "Installation failed with exception: ProcessExecutionError: Exit code: 1"
      )
    };
  if (name7.startsWith("smartctl") || name7.startsWith("badblocks") || name7 === "fio")
    return {
      stdout: linesOf(
        `INFO: Running command: sudo -n smartctl --all ${disk}`,
        "smartctl 7.3 2022-02-28 r5338 (local build)",
        "",
        "=== START OF INFORMATION SECTION ===",
        `Device Model:     ${disksOf(node)[0]?.model ?? ""}`,
        `Serial Number:    ${disksOf(node)[0]?.serial ?? ""}`,
        "SMART support is: Enabled",
        "",
        "=== START OF READ SMART DATA SECTION ===",
        "SMART overall-health self-assessment test result: FAILED!",
        "Drive failure expected in less than 24 hours. SAVE ALL DATA.",
        "",
        "ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE",
        "  5 Reallocated_Sector_Ct   0x0033   001   001   010    Pre-fail  Always   FAILING_NOW 2041",
        "  9 Power_On_Hours          0x0032   096   096   000    Old_age   Always       -       21714",
        "197 Current_Pending_Sector  0x0012   090   090   000    Old_age   Always       -       388"
      ),
      stderr: linesOf(`FAILURE: SMART tests of ${disk} have FAILED`)
    };
  if (name7 === "20-svc-03-machine-resources")
    return {
      stdout: linesOf("Reading the resources of the machine"),
      stderr: linesOf("ERROR: failed to read /sys/class/dmi/id/product_uuid: Input/output error")
    };
  return {
    stdout: linesOf(`INFO: ${name7} on ${node.hostname}`, "INFO: checking"),
    stderr: linesOf(`ERROR: ${name7} found a problem with ${node.hostname}`)
  };
}
var escapes, escapeXml, element, curtinConfig, processors, linesOf, disksOf, diskName, architectureOf, builtinOutputs;
var init_machine_reports = __esm({
  "../../../work/wt/sandbox/src/sandbox/serialize/machine-reports.ts"() {
    "use strict";
    init_scripts2();
    init_scripts();
    init_settings();
    init_storage();
    init_world();
    init_quantities();
    escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
    escapeXml = (text4) => text4.replace(/[&<>"]/g, (character) => escapes[character] ?? "");
    element = (name7, text4) => text4 ? `<${name7}>${escapeXml(text4)}</${name7}>` : "";
    curtinConfig = (world, node) => ({
      install: { log_file: "/tmp/install.log", post_files: ["/tmp/install.log"] },
      kernel: { package: "linux-generic", mapping: {} },
      network: {
        version: 2,
        ethernets: Object.fromEntries(
          node.interfaces.map((each) => [
            each.name,
            { match: { macaddress: each.macAddress }, addresses: each.links.flatMap((link2) => link2.ip ?? []) }
          ])
        )
      },
      storage: {
        version: 1,
        config: node.storage.devices.map((device2) => ({
          id: device2.name,
          type: "disk",
          size: device2.sizeBytes,
          ptable: "gpt"
        }))
      },
      sources: { "00_sandbox": `cp:///media/root-ro/${node.osystem}/${node.distroSeries}` },
      verbosity: 3,
      hostname: fqdn(world, node)
    });
    processors = {
      amd64: "Sandbox Core 2.4GHz",
      arm64: "Sandbox Neo 2.4GHz",
      ppc64el: "Sandbox Power 2.4GHz",
      s390x: "Sandbox Z 2.4GHz"
    };
    linesOf = (...lines2) => `${lines2.flat().join("\n")}
`;
    disksOf = ({ storage: storage2 }) => physicalDisks(storage2);
    diskName = (node) => `/dev/${disksOf(node)[0]?.name ?? "sda"}`;
    architectureOf = ({ architecture }) => architecture.split("/")[0] ?? "";
    builtinOutputs = {
      "svc-capture-lldpd": (node, world) => lldp(world, node),
      "svc-lshw": lshw,
      "50-svc-01-commissioning": (node) => [JSON.stringify(hardwareInventory(node))],
      "20-svc-03-machine-resources": (node) => [JSON.stringify(hardwareInventory(node), void 0, 2)],
      "20-svc-01-install-lldpd": () => [
        ...["Reading package lists...", "Selecting previously unselected package lldpd."],
        ...["Setting up lldpd (1.0.16-1) ...", "INFO: lldpd listens on all interfaces"]
      ],
      "20-svc-02-dhcp-unconfigured-ifaces": ({ interfaces: interfaces3 }) => interfaces3.map((each) => `${each.name}: ${each.observed?.ip ?? "no lease"}`),
      "30-svc-01-bmc-config": ({ powerType: powerType2 }) => [
        ...["INFO: Detecting the management controller", `INFO: power type ${powerType2 || "manual"}`]
      ],
      "svc-kernel-cmdline": (node) => [
        `nomodeset ro root=squash:http://10.10.0.2:5248/images/${architectureOf(node)}/squashfs ip=dhcp`
      ],
      "svc-serial-ports": () => ["/sys/class/tty/ttyS0", "/sys/class/tty/ttyS1"],
      "svc-list-modaliases": () => [
        ...["pci:v00008086d00001572sv00008086sd00000000bc02sc00i00", "acpi:PNP0501:", "cpu:type:x86"]
      ],
      "svc-get-fruid-api-data": () => ["no switch: nothing to read"],
      "svc-support-info": (node) => [
        "-----BEGIN KERNEL INFO-----",
        `Linux ${node.hostname} 5.15.0-91-generic #101 SMP ${architectureOf(node)} GNU/Linux`,
        ...["-----END KERNEL INFO-----", "-----BEGIN KERNEL MODULES-----"],
        ...["ixgbe 352256 0", "nvme 49152 2", "igb 258048 0", "-----END KERNEL MODULES-----"]
      ],
      "/tmp/install.log": (node) => [
        "start: cmd-install/stage-partitioning",
        ...disksOf(node).map((disk) => `partitioning /dev/${disk.name} (${humanSize(disk.sizeBytes)})`),
        ...["finish: cmd-install/stage-partitioning: SUCCESS", "start: cmd-install/stage-extract"],
        `extracting ${node.osystem || "ubuntu"}/${node.distroSeries || "jammy"} for ${architectureOf(node)}`,
        ...["finish: cmd-install/stage-extract: SUCCESS", "start: cmd-install/stage-curthooks"],
        ...["finish: cmd-install/stage-curthooks: SUCCESS", "Installation finished. No error reported."]
      ],
      memtester: ({ memoryMiB }) => [
        "memtester version 4.5.1 (64-bit)",
        `want ${memoryMiB}MB (${memoryMiB * 1024 * 1024} bytes)`,
        "Loop 1/1:",
        ...["Stuck Address", "Random Value", "Compare XOR", "Solid Bits", "Checkerboard", "Bit Flip"].map(
          (each) => `  ${each.padEnd(20)}: ok`
        ),
        ...["", "Done."]
      ],
      ntp: () => [
        "     remote           refid      st t when poll reach   delay   offset  jitter",
        "*10.10.0.2       .GPS.            1 u   12   64  377    0.214   -0.012   0.031",
        "INFO: the clock is synchronised"
      ],
      "internet-connectivity": () => [
        ...["Checking http://archive.ubuntu.com/ubuntu: 200", "INFO: the network reaches the internet"]
      ],
      "7z": ({ memoryMiB, cpuCount }) => [
        `RAM size: ${memoryMiB} MB, # CPU hardware threads: ${cpuCount}`,
        "Avr:             1510   4201  63407  |              1582   4056  64157",
        "Tot:             1546   4128  63782"
      ]
    };
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/storage/bcache.ts
function chooseExtent(storage2, role, device2, partition2, current) {
  if (device2 !== void 0 && partition2 !== void 0)
    throw invalidField("__all__", `Either ${role}_device or ${role}_partition must be specified, not both.`);
  const choice = device2 ?? partition2;
  if (choice === void 0) return void 0;
  const field = device2 === void 0 ? `${role}_partition` : `${role}_device`;
  const match = extentsOf(storage2).find(
    (each) => each.partition === void 0 === (device2 !== void 0) && (role === "backing" || each.device.type === "physical") && (String(each.extent.id) === choice || device2 !== void 0 && each.device.name === choice)
  );
  if (match === void 0 || match.extent !== current?.extent && !isFree(match))
    throw invalidField(
      field,
      match === void 0 ? invalidChoice(choice) : `Select a valid choice. ${choice} is in use.`
    );
  return match;
}
function addCacheSet(world, storage2, cacheDevice) {
  const id = ++world.state.storageIds.cacheSet;
  const cacheSet = { id, name: nextName(storage2.cacheSets, "cache") };
  cacheDevice.extent.claim = { kind: "cache", cacheSetId: id };
  storage2.cacheSets.push(cacheSet);
  return cacheSet;
}
function removeCacheSet(storage2, cacheSet) {
  if (storage2.bcaches.some((bcache) => bcache.cacheSetId === cacheSet.id))
    throw invalid("Cannot delete cache set; it's currently in use.");
  const cacheDevice = cacheExtent(storage2, cacheSet.id);
  if (cacheDevice !== void 0) cacheDevice.extent.claim = null;
  removeFrom(storage2.cacheSets, cacheSet);
}
function addBcache(world, storage2, spec) {
  const name7 = spec.name ?? nextName(storage2.devices, "bcache");
  requireFreeName(storage2, name7);
  const id = ++world.state.storageIds.group;
  const device2 = addVirtualDevice(world, storage2, name7, spec.backing.extent.sizeBytes);
  spec.backing.extent.claim = { kind: "backing", bcacheId: id };
  const bcache = {
    id,
    uuid: spec.uuid ?? world.random.uuid(),
    name: name7,
    cacheMode: spec.cacheMode,
    cacheSetId: spec.cacheSet.id,
    deviceId: device2.id
  };
  storage2.bcaches.push(bcache);
  return bcache;
}
function requireFreeName(storage2, name7) {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(name7))
    throw invalidField("name", "Enter a valid name: letters, digits, '.', '_' and '-'.");
  if (storage2.devices.some((device2) => device2.name === name7))
    throw invalidField("name", `Block device with this Name already exists: ${name7}.`);
}
function removeBcache(storage2, bcache) {
  requireUnclaimed(storage2, bcache.deviceId, "Cannot delete bcache; its device is currently in use.");
  const backing = backingExtent(storage2, bcache.id);
  if (backing !== void 0) backing.extent.claim = null;
  const device2 = deviceById(storage2, bcache.deviceId);
  if (device2 !== void 0) removeFrom(storage2.devices, device2);
  removeFrom(storage2.bcaches, bcache);
}
function moveBacking(storage2, bcache, backing) {
  const previousExtent = backingExtent(storage2, bcache.id);
  if (previousExtent?.extent === backing.extent) return;
  if (backing.device.id === bcache.deviceId) throw invalidField("__all__", "A bcache cannot back itself.");
  requireUnclaimed(storage2, bcache.deviceId, "Cannot change the backing; the bcache is currently in use.");
  if (previousExtent !== void 0) previousExtent.extent.claim = null;
  backing.extent.claim = { kind: "backing", bcacheId: bcache.id };
  const index = storage2.devices.findIndex(({ id }) => id === bcache.deviceId);
  const device2 = storage2.devices[index];
  if (device2 !== void 0) {
    storage2.devices[index] = {
      ...device2,
      sizeBytes: backing.extent.sizeBytes,
      partitions: [],
      filesystem: null
    };
  }
}
function renameBcache(storage2, bcache, name7) {
  bcache.name = name7;
  const device2 = deviceById(storage2, bcache.deviceId);
  if (device2 !== void 0) device2.name = name7;
}
function moveCache(storage2, cacheSet, newDevice) {
  const previousExtent = cacheExtent(storage2, cacheSet.id);
  if (previousExtent?.extent === newDevice.extent) return;
  if (previousExtent !== void 0) previousExtent.extent.claim = null;
  newDevice.extent.claim = { kind: "cache", cacheSetId: cacheSet.id };
}
function requireUnclaimed(storage2, deviceId3, message2) {
  const device2 = deviceById(storage2, deviceId3);
  if (device2 === void 0) return;
  if ([device2, ...device2.partitions].some(({ claim }) => claim !== null)) throw invalid(message2);
}
function nextName(items2, stem) {
  let number = 0;
  while (items2.some(({ name: name7 }) => name7 === `${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}
function removeDevice(storage2, device2) {
  if ([device2, ...device2.partitions].some(({ claim }) => claim !== null))
    throw invalid("Cannot delete block device; it's currently in use.");
  if (storage2.bcaches.some(({ deviceId: deviceId3 }) => deviceId3 === device2.id))
    throw invalid("Cannot delete block device; it is the device of a bcache, which can be deleted.");
  if (storage2.raids.some(({ deviceId: deviceId3 }) => deviceId3 === device2.id))
    throw invalid("Cannot delete block device; it is the device of a RAID, which can be deleted.");
  for (const { volumeIds } of storage2.volumeGroups)
    if (volumeIds.includes(device2.id)) removeFrom(volumeIds, device2.id);
  removeFrom(storage2.devices, device2);
  if (storage2.bootDiskId === device2.id) storage2.bootDiskId = physicalDisks(storage2)[0]?.id ?? null;
}
function renameDevice(storage2, device2, name7) {
  const bcache = storage2.bcaches.find(({ deviceId: deviceId3 }) => deviceId3 === device2.id);
  if (bcache !== void 0) renameBcache(storage2, bcache, name7);
  for (const raid of storage2.raids) if (raid.deviceId === device2.id) raid.name = name7;
  device2.name = name7;
}
function setBootDisk(storage2, id) {
  const device2 = deviceById(storage2, id);
  if (device2?.type !== "physical")
    throw invalid(`Cannot set a ${device2?.type} block device as the boot disk.`);
  storage2.bootDiskId = id;
}
var cacheExtent, backingExtent;
var init_bcache = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/storage/bcache.ts"() {
    "use strict";
    init_domain_error();
    init_storage();
    init_table();
    init_disks();
    cacheExtent = (storage2, id) => claimedExtents(storage2, (claim) => claim.kind === "cache" && claim.cacheSetId === id)[0];
    backingExtent = (storage2, id) => claimedExtents(storage2, (claim) => claim.kind === "backing" && claim.bcacheId === id)[0];
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/storage/layouts.ts
function applyLayout(world, node, options) {
  const layout = options.storage_layout;
  if (!layout) throw invalidField("storage_layout", requiredMessage);
  const validLayout = layouts.find((each) => each === layout);
  if (validLayout === void 0) throw invalidField("storage_layout", invalidChoice(layout, layouts));
  readCacheMode(options);
  node.storage = layOut(world, node.storage, validLayout, options);
  node.specialFilesystems = [];
}
function restoreStorage(world, node) {
  const defaultLayout = configValue(world, "default_storage_layout");
  const bareDisks = bareStorage(node.storage);
  for (const layout of [defaultLayout, "flat"]) {
    try {
      applyLayout(world, node, { storage_layout: String(layout) });
      return;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
  node.storage = bareDisks;
  node.specialFilesystems = [];
}
function layOut(world, storage2, layout, options) {
  const draft = bareStorage(storage2);
  if (layout === "blank" || layout === "custom") return draft;
  const bootDisk = draft.bootDiskId === null ? void 0 : deviceById(draft, draft.bootDiskId);
  if (bootDisk === void 0) {
    throw invalidField("storage_layout", `The ${layout} layout cannot be set: the machine has no boot disk.`);
  }
  const rootDisk = chooseDisk(draft, options.root_device, "root_device") ?? bootDisk;
  if (layout === "vmfs6" || layout === "vmfs7") {
    layOutVmfs(world, rootDisk, layout, sizeOption(options, "root_size"));
    draft.bootDiskId = rootDisk.id;
    return draft;
  }
  const root2 = layOutPartitions(world, bootDisk, rootDisk, layout, options);
  if (layout === "lvm") layOutVolumes(world, draft, root2, options);
  else if (layout === "bcache") layOutBcache(world, draft, rootDisk, root2, options);
  else root2.filesystem = newFilesystem(world, "ext4", "root", "/");
  return draft;
}
function layOutPartitions(world, bootDisk, rootDisk, layout, options) {
  const efi = addPartition(world, bootDisk, { sizeBytes: efiBytes, bootable: true, field: "storage_layout" });
  efi.filesystem = newFilesystem(world, "fat32", "efi", "/boot/efi");
  const bootBytes = sizeOption(options, "boot_size") ?? (layout === "bcache" ? bcacheBootBytes : 0);
  if (bootBytes > 0) {
    requireAtLeast("boot_size", bootBytes, minBootBytes);
    const boot = addPartition(world, bootDisk, { sizeBytes: bootBytes, field: "boot_size" });
    boot.filesystem = newFilesystem(world, "ext4", "boot", "/boot");
  }
  const rootBytes = sizeOption(options, "root_size");
  const field = options.root_size === void 0 ? "boot_size" : "root_size";
  requireAtLeast(field, rootBytes ?? availableBytes(rootDisk), minRootBytes);
  return addPartition(world, rootDisk, { sizeBytes: rootBytes, field });
}
function layOutVolumes(world, storage2, root2, options) {
  const name7 = options.vg_name || "vgroot";
  const volumeName = options.lv_name || "lvroot";
  requireName("vg_name", name7);
  requireName("lv_name", volumeName);
  const id = ++world.state.storageIds.group;
  root2.claim = { kind: "volume", volumeGroupId: id, uuid: world.random.uuid() };
  const group13 = { id, uuid: world.random.uuid(), name: name7, volumeIds: [] };
  storage2.volumeGroups.push(group13);
  const freeBytes = volumeGroupBytes(storage2, group13);
  const requestedBytes = sizeOption(options, "lv_size");
  if (requestedBytes !== void 0 && requestedBytes > freeBytes) {
    throw invalidField(
      "lv_size",
      `Size is too large: ${requestedBytes} bytes requested, ${freeBytes} available in ${name7}.`
    );
  }
  const sizeBytes = alignDown(requestedBytes ?? freeBytes);
  requireAtLeast("lv_size", sizeBytes, alignDown(minRootBytes / 2));
  const volume = addVirtualDevice(world, storage2, `${name7}-${volumeName}`, sizeBytes);
  volume.filesystem = newFilesystem(world, "ext4", "root", "/");
  group13.volumeIds.push(volume.id);
}
function readCacheMode({ cache_mode }) {
  const mode = (cache_mode || "writethrough").toUpperCase();
  const match = cacheModes.find((each) => each === mode);
  if (match !== void 0) return match;
  const modes2 = ["writeback", "writethrough", "writearound"];
  throw invalidField("cache_mode", invalidChoice(cache_mode ?? "", modes2));
}
function layOutBcache(world, storage2, rootDisk, root2, options) {
  const cacheMode = readCacheMode(options);
  const cacheDisk = chooseDisk(storage2, options.cache_device, "cache_device") ?? storage2.devices.find((device3) => device3.tags.includes("ssd") && device3.partitions.length === 0);
  if (cacheDisk === void 0) {
    throw invalidField("cache_device", "The machine has no free disk with the tag ssd for the cache.");
  }
  if (cacheDisk.id === rootDisk.id || cacheDisk.partitions.length > 0) {
    throw invalidField("cache_device", `${cacheDisk.name} is in use by the layout itself.`);
  }
  const partition2 = booleanOption(options.cache_no_part, "cache_no_part") ? void 0 : addPartition(world, cacheDisk, { sizeBytes: sizeOption(options, "cache_size"), field: "cache_size" });
  const cacheSet = addCacheSet(world, storage2, {
    device: cacheDisk,
    partition: partition2,
    extent: partition2 ?? cacheDisk
  });
  const backing = { device: rootDisk, partition: void 0, extent: root2 };
  const bcache = addBcache(world, storage2, { backing, cacheSet, cacheMode });
  const device2 = deviceById(storage2, bcache.deviceId);
  if (device2 !== void 0) device2.filesystem = newFilesystem(world, "ext4", "root", "/");
}
function chooseDisk(storage2, text4, field) {
  if (text4 === void 0 || text4 === "") return void 0;
  const device2 = findDevice(storage2, text4);
  if (device2 !== void 0) return device2;
  const names = storage2.devices.map(({ name: name7 }) => name7);
  throw invalidField(field, invalidChoice(text4, names));
}
function sizeOption(options, field) {
  const text4 = options[field];
  if (text4 === void 0 || text4 === "") return void 0;
  const bytes3 = parseSize(text4);
  if (bytes3 === void 0)
    throw invalidField(field, `${text4} is not a size: a number with K, M, G or T, such as 512M.`);
  return bytes3;
}
function requireAtLeast(field, bytes3, minimum) {
  if (bytes3 < minimum) throw invalidField(field, `Size is too small. Minimum size is ${minimum}.`);
}
function requireName(field, name7) {
  if (!/^[A-Za-z0-9_.+][A-Za-z0-9_.+-]{0,126}$/.test(name7)) {
    throw invalidField(field, `${name7} is not a valid name: letters, digits, '_', '.', '+' and '-'.`);
  }
}
function booleanOption(text4, field) {
  const value = text4 ? parseBoolean(text4) : false;
  if (value === void 0) throw invalidField(field, `${text4} is not a boolean: true or false.`);
  return value;
}
function layOutVmfs(world, disk, layout, rootBytes) {
  if (disk.sizeBytes < minDiskBytes[layout])
    throw invalidField(
      "storage_layout",
      `Boot disk must be at least ${minDiskBytes[layout]} bytes for ${layout}.`
    );
  for (const [index, mebibytes] of systemPartitionsMiB[layout].entries()) {
    addPartition(world, disk, {
      sizeBytes: mebibytes * MiB,
      field: "storage_layout",
      ...index === 0 ? { bootable: true } : {}
    });
  }
  if (layout === "vmfs7") {
    const systemBytes = alignDown(Math.min(120 * 1024 * MiB, availableBytes(disk) / 2));
    addPartition(world, disk, { sizeBytes: systemBytes, field: "storage_layout" });
  }
  const datastore = addPartition(world, disk, {
    sizeBytes: rootBytes,
    field: rootBytes === void 0 ? "storage_layout" : "root_size"
  });
  datastore.filesystem = newFilesystem(world, layout, "datastore1", null);
}
var layouts, efiBytes, minBootBytes, minRootBytes, bcacheBootBytes, systemPartitionsMiB, minDiskBytes;
var init_layouts = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/storage/layouts.ts"() {
    "use strict";
    init_domain_error();
    init_storage();
    init_quantities();
    init_spellings();
    init_config();
    init_bcache();
    init_disks();
    layouts = ["flat", "lvm", "bcache", "vmfs6", "vmfs7", "custom", "blank"];
    efiBytes = 512 * MiB;
    minBootBytes = 1e8;
    minRootBytes = 3e9;
    bcacheBootBytes = 1024 * MiB;
    systemPartitionsMiB = { vmfs6: [4, 4096, 252, 252, 112, 288, 2560], vmfs7: [108, 4096, 4096] };
    minDiskBytes = { vmfs6: 1e10, vmfs7: 32e9 };
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/storage/groups.ts
function claimAs(world, kind, id, members3) {
  for (const { extent: extent2 } of members3) {
    const uuid2 = world.random.uuid();
    extent2.claim = kind === "volume" ? { kind, volumeGroupId: id, uuid: uuid2 } : { kind, groupId: id, uuid: uuid2 };
  }
}
function release(members3) {
  for (const { extent: extent2 } of members3) extent2.claim = null;
}
function liesOn(storage2, { device: device2 }, groupId) {
  const raid = storage2.raids.find(({ deviceId: deviceId3 }) => deviceId3 === device2.id);
  const group13 = raid ?? storage2.volumeGroups.find(({ volumeIds }) => volumeIds.includes(device2.id));
  if (group13?.id === groupId) return true;
  const bcache = storage2.bcaches.find(({ deviceId: deviceId3 }) => deviceId3 === device2.id);
  const memberExtents = claimedExtents(
    storage2,
    (claim) => group13 !== void 0 && groupIdOf(claim) === group13.id || bcache !== void 0 && claim.kind === "backing" && claim.bcacheId === bcache.id
  );
  return memberExtents.some((each) => liesOn(storage2, each, groupId));
}
function requireSome(members3, message2 = deviceRequired) {
  if (members3.length === 0) throw invalid({ __all__: [message2] });
}
function raidBytes(level, active, spares) {
  const { minMembers, sizeFactor } = levelRules[level];
  const hasSpares = level !== "raid-0";
  if (active.length < minMembers || !hasSpares && spares.length > 0) {
    const number = level.slice("raid-".length);
    const sparesText = `${hasSpares ? "any number of" : "no"} spares`;
    throw invalid({
      __all__: [`RAID level ${number} must have at least ${minMembers} raid devices and ${sparesText}.`]
    });
  }
  const smallest = Math.min(...[...active, ...spares].map(({ extent: extent2 }) => extent2.sizeBytes));
  return Math.floor(Math.max(0, smallest - superblockBytes) * sizeFactor(active.length));
}
function addRaid(world, storage2, level, { active, spares }, { name: name7 = nextName(storage2.devices, "md"), uuid: uuid2 = world.random.uuid() }) {
  requireSome([...active, ...spares], "At least one block device or partition must be added to the array.");
  const sizeBytes = raidBytes(level, active, spares);
  requireFreeName(storage2, name7);
  const blockSizeBytes = active[0]?.device.blockSizeBytes ?? 512;
  const device2 = addVirtualDevice(world, storage2, name7, sizeBytes, { blockSizeBytes });
  const raid = { id: ++world.state.storageIds.group, uuid: uuid2, name: name7, level, deviceId: device2.id };
  storage2.raids.push(raid);
  claimAs(world, "raid", raid.id, active);
  claimAs(world, "spare", raid.id, spares);
  return raid;
}
function changeRaid(world, storage2, raid, added, removed, { name: name7, uuid: uuid2 }) {
  const active = [...withoutMembers(membersOf(storage2, raid, "raid"), removed), ...added.active];
  const spares = [...withoutMembers(membersOf(storage2, raid, "spare"), removed), ...added.spares];
  const sizeBytes = raidBytes(raid.level, active, spares);
  const device2 = deviceById(storage2, raid.deviceId);
  if (device2 !== void 0 && sizeBytes < device2.sizeBytes && usedBytes(device2) > 0)
    throw invalid({ __all__: [`${device2.name} is in use and cannot become smaller.`] });
  if (name7 !== void 0 && name7 !== raid.name) requireFreeName(storage2, name7);
  release(removed);
  claimAs(world, "raid", raid.id, added.active);
  claimAs(world, "spare", raid.id, added.spares);
  raid.uuid = uuid2 ?? raid.uuid;
  if (device2 === void 0) return;
  device2.sizeBytes = sizeBytes;
  if (name7 !== void 0) renameDevice(storage2, device2, name7);
}
function removeRaid(storage2, raid) {
  requireUnclaimed(storage2, raid.deviceId, "Cannot delete RAID; its device is currently in use.");
  dissolve(storage2, storage2.raids, raid);
  const device2 = deviceById(storage2, raid.deviceId);
  if (device2 !== void 0) removeFrom(storage2.devices, device2);
}
function requireOtherName(groups2, type, name7, current) {
  requireName("name", name7);
  if (groups2.some((each) => each !== current && each.name === name7))
    throw invalidField("name", `${type} with this Name already exists.`);
}
function addVolumeGroup(world, storage2, members3, { name: name7 = "", uuid: uuid2 = world.random.uuid() }) {
  requireSome(members3);
  requireOtherName(storage2.volumeGroups, "Volume group", name7);
  const group13 = { id: ++world.state.storageIds.group, uuid: uuid2, name: name7, volumeIds: [] };
  storage2.volumeGroups.push(group13);
  claimAs(world, "volume", group13.id, members3);
  return group13;
}
function changeVolumeGroup(world, storage2, group13, added, removed, { name: name7 = group13.name, uuid: uuid2 = group13.uuid }) {
  const members3 = [...withoutMembers(membersOf(storage2, group13), removed), ...added];
  requireSome(members3);
  if (volumeBytes(members3) < allocatedBytes(storage2, group13))
    throw invalid({ __all__: ["Volume group cannot be smaller than its logical volumes."] });
  requireOtherName(storage2.volumeGroups, "Volume group", name7, group13);
  const newNames = volumesOf(storage2, group13).filter((device2) => name7 !== group13.name && device2.name.startsWith(`${group13.name}-`)).map((device2) => [device2, name7 + device2.name.slice(group13.name.length)]);
  for (const [, newName] of newNames) requireFreeName(storage2, newName);
  for (const [device2, newName] of newNames) device2.name = newName;
  release(removed);
  claimAs(world, "volume", group13.id, added);
  Object.assign(group13, { name: name7, uuid: uuid2 });
}
function removeVolumeGroup(storage2, group13) {
  if (group13.volumeIds.length > 0)
    throw invalid("This volume group has logical volumes; it cannot be deleted.");
  dissolve(storage2, storage2.volumeGroups, group13);
}
function dissolve(storage2, groups2, group13) {
  release(membersOf(storage2, group13));
  removeFrom(groups2, group13);
}
function addVolume(world, storage2, group13, {
  name: name7,
  uuid: uuid2,
  sizeBytes
}) {
  const freeBytes = volumeGroupBytes(storage2, group13) - allocatedBytes(storage2, group13);
  if (freeBytes < alignmentBytes)
    throw invalid({
      __all__: [
        `Volume group (${group13.name}) cannot hold any more logical volumes, because it doesn't have enough free space.`
      ]
    });
  const requestedBytes = sizeBytes ?? freeBytes;
  if (requestedBytes > freeBytes)
    throw invalidField("size", `Ensure this value is less than or equal to ${freeBytes}.`);
  requireName("name", name7);
  const fullName = `${group13.name}-${name7}`;
  requireFreeName(storage2, fullName);
  const device2 = addVirtualDevice(world, storage2, fullName, alignDown(requestedBytes), { uuid: uuid2 });
  group13.volumeIds.push(device2.id);
  return device2;
}
function removeVolume(storage2, group13, id) {
  const volume = volumesOf(storage2, group13).find((each) => String(each.id) === id);
  if (volume !== void 0) removeDevice(storage2, volume);
}
function addDatastore(world, storage2, members3, { name: name7 = "", uuid: uuid2 = world.random.uuid() }) {
  requireSome(members3);
  requireOtherName(storage2.datastores, "VMFS datastore", name7);
  const datastore = { id: ++world.state.storageIds.group, uuid: uuid2, name: name7 };
  storage2.datastores.push(datastore);
  claimAs(world, "datastore", datastore.id, members3);
  return datastore;
}
function changeDatastore(world, storage2, datastore, added, removed, names) {
  requireSome([...withoutMembers(membersOf(storage2, datastore), removed), ...added]);
  if (names.name !== void 0) requireOtherName(storage2.datastores, "VMFS datastore", names.name, datastore);
  release(removed);
  claimAs(world, "datastore", datastore.id, added);
  Object.assign(datastore, withoutUndefined(names));
}
var groupIdOf, membersOf, deviceRequired, superblockBytes, levelRules, withoutMembers, volumesOf, allocatedBytes, removeDatastore;
var init_groups = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/storage/groups.ts"() {
    "use strict";
    init_domain_error();
    init_storage();
    init_table();
    init_quantities();
    init_spellings();
    init_bcache();
    init_disks();
    init_layouts();
    groupIdOf = (claim) => claim.kind === "volume" ? claim.volumeGroupId : "groupId" in claim ? claim.groupId : void 0;
    membersOf = (storage2, { id }, kind) => claimedExtents(storage2, (claim) => groupIdOf(claim) === id && (kind === void 0 || claim.kind === kind));
    deviceRequired = "At least one valid block device or partition is required.";
    superblockBytes = 128 * 1024;
    levelRules = {
      "raid-0": { minMembers: 2, sizeFactor: (count) => count },
      "raid-1": { minMembers: 2, sizeFactor: () => 1 },
      "raid-5": { minMembers: 3, sizeFactor: (count) => count - 1 },
      "raid-6": { minMembers: 4, sizeFactor: (count) => count - 2 },
      "raid-10": { minMembers: 3, sizeFactor: (count) => count / 2 }
    };
    withoutMembers = (members3, removed) => members3.filter(({ extent: extent2 }) => !removed.some((each) => each.extent === extent2));
    volumesOf = (storage2, { volumeIds }) => storage2.devices.filter(({ id }) => volumeIds.includes(id));
    allocatedBytes = (storage2, group13) => volumesOf(storage2, group13).reduce((sum2, { sizeBytes }) => sum2 + sizeBytes, 0);
    removeDatastore = (storage2, datastore) => dissolve(storage2, storage2.datastores, datastore);
  }
});

// ../../../work/wt/sandbox/src/sandbox/serialize/storage.ts
function serializeFilesystem({ filesystem, claim }) {
  if (filesystem !== null) return filesystemFields(filesystem);
  if (claim === null || !("uuid" in claim)) return null;
  const fstype = memberTypes[claim.kind];
  return { fstype, label: null, uuid: claim.uuid, mount_point: null, mount_options: null };
}
function usedFor(storage2, extent2, partitionCount) {
  const { claim, filesystem } = extent2;
  const nameIn = (rows, id) => rows.find((each) => each.id === id)?.name;
  switch (claim?.kind) {
    case "backing":
      return `Backing device for ${nameIn(storage2.bcaches, claim.bcacheId)}`;
    case "cache":
      return `Cache device for ${nameIn(storage2.cacheSets, claim.cacheSetId)}`;
    case "volume":
      return `LVM volume for ${nameIn(storage2.volumeGroups, claim.volumeGroupId)}`;
    case "datastore":
      return `VMFS extent for ${nameIn(storage2.datastores, claim.groupId)}`;
  }
  if (claim !== null) {
    const raid = storage2.raids.find(({ id }) => id === claim.groupId);
    return `${claim.kind === "raid" ? "Active" : "Spare"} ${raid?.level} device for ${raid?.name}`;
  }
  if (filesystem !== null) {
    return filesystem.mountPoint === null ? `Unmounted ${filesystem.fstype} formatted filesystem` : `${filesystem.fstype} formatted filesystem mounted at ${filesystem.mountPoint}`;
  }
  if (partitionCount > 0)
    return `GPT partitioned with ${partitionCount} partition${partitionCount === 1 ? "" : "s"}`;
  return "Unused";
}
function serializePartition(world, node, device2, part) {
  const { id, uuid: uuid2, bootable, tags: tags2 } = part;
  const uri = nodeUri(world, node, "blockdevices", device2.id, "partition", id).slice(0, -1);
  return mergeInto(
    { uuid: uuid2, size: part.sizeBytes, bootable, tags: tags2, type: "partition", device_id: device2.id },
    { system_id: node.systemId, used_for: usedFor(node.storage, part, 0), id },
    { filesystem: serializeFilesystem(part), path: partitionPath(device2, part), resource_uri: uri }
  );
}
function serializeDevice(world, node, device2) {
  const { id, type, name: name7, tags: tags2, uuid: uuid2, partitions: partitions2, model: model2, serial } = device2;
  const isVirtual = type === "virtual";
  return mergeInto(
    { id, system_id: node.systemId, type, name: name7, id_path: device2.idPath || null, size: device2.sizeBytes },
    { block_size: device2.blockSizeBytes, available_size: availableBytes(device2), tags: tags2, uuid: uuid2 },
    { used_size: usedBytes(device2), used_for: usedFor(node.storage, device2, partitions2.length) },
    { partitions: partitions2.map((partition2) => serializePartition(world, node, device2, partition2)) },
    { filesystem: serializeFilesystem(device2), model: isVirtual ? model2 || null : model2 },
    { serial: isVirtual ? serial || null : serial, storage_pool: null, numa_node: isVirtual ? null : 0 },
    { partition_table_type: partitions2.length > 0 ? "GPT" : null, path: devicePath(device2) },
    { resource_uri: nodeUri(world, node, "blockdevices", id) }
  );
}
function serializeVolume(world, node, device2) {
  const row2 = serializeDevice(world, node, device2);
  const { id, used_size, name: name7, system_id, size: size2, uuid: uuid2, available_size, resource_uri } = row2;
  return { id, used_size, name: name7, system_id, size: size2, uuid: uuid2, available_size, resource_uri };
}
function serializeStorage(world, node) {
  const { storage: storage2 } = node;
  const devices2 = storage2.devices.map(
    (device2) => mergeInto({ firmware_version: device2.firmwareVersion ?? null }, serializeDevice(world, node, device2))
  );
  const devicesOfType = (type) => devices2.filter((_, index) => storage2.devices[index]?.type === type);
  const bootDiskIndex = storage2.devices.findIndex(({ id }) => id === storage2.bootDiskId);
  return {
    blockdevice_set: devices2,
    physicalblockdevice_set: devicesOfType("physical"),
    virtualblockdevice_set: devicesOfType("virtual"),
    boot_disk: devices2[bootDiskIndex] ?? null,
    bcaches: storage2.bcaches.map((bcache) => serializeBcache(world, node, bcache)),
    cache_sets: storage2.cacheSets.map((cacheSet) => serializeCacheSet(world, node, cacheSet)),
    volume_groups: storage2.volumeGroups.map((group13) => serializeVolumeGroup(world, node, group13)),
    raids: storage2.raids.map((raid) => serializeRaid(world, node, raid)),
    special_filesystems: node.specialFilesystems.map((each) => ({
      ...{ ...specialFields(each), label: "", uuid: null }
    })),
    storage: totalMegabytes(storage2)
  };
}
var nodeUri, filesystemFields, memberTypes, specialFields, serializeExtent, serializeCacheSet, bcacheFields, serializeBcache, serializeMember, groupFields, serializeVolumeGroup, serializeRaid, serializeDatastore, totalMegabytes;
var init_storage2 = __esm({
  "../../../work/wt/sandbox/src/sandbox/serialize/storage.ts"() {
    "use strict";
    init_bcache();
    init_disks();
    init_groups();
    init_storage();
    init_quantities();
    init_references();
    nodeUri = (world, node, ...segments) => resourceUri(world, "nodes", node.systemId, ...segments);
    filesystemFields = fieldsOf("fstype", "label", "uuid", "mountPoint", "mountOptions");
    memberTypes = { raid: "raid", spare: "raid-spare", volume: "lvm-pv", datastore: "vmfs6" };
    specialFields = fieldsOf("fstype", "mountPoint", "mountOptions");
    serializeExtent = (world, node, { device: device2, partition: partition2 }) => partition2 === void 0 ? serializeDevice(world, node, device2) : serializePartition(world, node, device2, partition2);
    serializeCacheSet = (world, node, cacheSet) => ({
      ...{ id: cacheSet.id, system_id: node.systemId, name: cacheSet.name },
      cache_device: orNull(cacheExtent(node.storage, cacheSet.id), (row2) => serializeExtent(world, node, row2)),
      resource_uri: nodeUri(world, node, "bcache-cache-set", cacheSet.id)
    });
    bcacheFields = fieldsOf("id", "uuid", "name", "cacheMode");
    serializeBcache = (world, node, bcache) => {
      const { storage: storage2 } = node;
      const backing = backingExtent(storage2, bcache.id);
      const cacheSet = storage2.cacheSets.find(({ id }) => id === bcache.cacheSetId);
      const virtualDevice = deviceById(storage2, bcache.deviceId);
      const size2 = virtualDevice?.sizeBytes ?? 0;
      return {
        ...bcacheFields(bcache),
        ...{ system_id: node.systemId, size: size2, human_size: humanSize(size2) },
        cache_set: orNull(cacheSet, (row2) => serializeCacheSet(world, node, row2)),
        backing_device: orNull(backing, (row2) => serializeExtent(world, node, row2)),
        virtual_device: orNull(virtualDevice, (row2) => serializeDevice(world, node, row2)),
        resource_uri: nodeUri(world, node, "bcache", bcache.id)
      };
    };
    serializeMember = (world, node, member) => ({
      ...member.partition === void 0 && member.device.type === "physical" ? { firmware_version: member.device.firmwareVersion ?? null } : {},
      ...serializeExtent(world, node, member)
    });
    groupFields = (world, node, group13, segment, size2) => ({
      ...{ id: group13.id, system_id: node.systemId, uuid: group13.uuid, name: group13.name },
      ...{ size: size2, human_size: humanSize(size2) },
      resource_uri: nodeUri(world, node, segment, group13.id)
    });
    serializeVolumeGroup = (world, node, group13) => {
      const { storage: storage2 } = node;
      const volumes = storage2.devices.filter(({ id }) => group13.volumeIds.includes(id));
      const size2 = volumeGroupBytes(storage2, group13);
      const allocatedBytes2 = volumes.reduce((sum2, { sizeBytes }) => sum2 + sizeBytes, 0);
      return {
        ...groupFields(world, node, group13, "volume-group", size2),
        devices: volumeExtents(storage2, group13.id).map((member) => serializeMember(world, node, member)),
        ...{ available_size: size2 - allocatedBytes2, human_available_size: humanSize(size2 - allocatedBytes2) },
        ...{ used_size: allocatedBytes2, human_used_size: humanSize(allocatedBytes2) },
        logical_volumes: volumes.map((device2) => serializeDevice(world, node, device2))
      };
    };
    serializeRaid = (world, node, raid) => {
      const { storage: storage2 } = node;
      const virtualDevice = deviceById(storage2, raid.deviceId);
      const members3 = (kind) => membersOf(storage2, raid, kind).map((member) => serializeMember(world, node, member));
      return {
        ...groupFields(world, node, raid, "raid", virtualDevice?.sizeBytes ?? 0),
        level: raid.level,
        devices: members3("raid"),
        spare_devices: members3("spare"),
        virtual_device: orNull(virtualDevice, (row2) => serializeDevice(world, node, row2))
      };
    };
    serializeDatastore = (world, node, datastore) => {
      const members3 = membersOf(node.storage, datastore);
      const size2 = members3.reduce((sum2, { extent: extent2 }) => sum2 + extent2.sizeBytes, 0);
      return {
        ...groupFields(world, node, datastore, "vmfs-datastore", size2),
        devices: members3.map((member) => serializeMember(world, node, member)),
        filesystem: { fstype: "vmfs6", mount_point: `/vmfs/volumes/${datastore.name}` }
      };
    };
    totalMegabytes = (storage2) => Math.round(
      storage2.devices.reduce((sum2, device2) => sum2 + (device2.type === "physical" ? device2.sizeBytes : 0), 0) / 1e5
    ) / 10;
  }
});

// ../../../work/wt/sandbox/src/sandbox/serialize/nodes.ts
function partsOf(world, node) {
  const basics = serializeBasics(world, node);
  if (node.nodeType === "device") return [basics, serializeOwnership(node)];
  if (node.nodeType === "rackController") return [basics, serializeHardware(node), controllerServices];
  return [
    basics,
    serializeOwnership(node),
    serializeHardware(node),
    serializeStorage(world, node),
    serializeStatusAndPool(world, node),
    serializeBoot(world, node, basics.interface_set)
  ];
}
function serializeHardware(node) {
  const { architecture, osystem, results } = node;
  return mergeInto(
    { architecture, cpu_count: node.cpuCount, cpu_speed: node.cpuSpeedMHz, memory: node.memoryMiB, osystem },
    { swap_size: node.swapSizeBytes, distro_series: node.distroSeries, power_type: node.powerType },
    { power_state: node.powerState, hardware_uuid: null, hardware_info: hardwareInfoOf(node) },
    { status_action: node.statusAction || null },
    { current_commissioning_result_id: runIdOf(node, "commissioning") },
    { current_testing_result_id: runIdOf(node, "testing") },
    { current_installation_result_id: runIdOf(node, "installation") },
    { commissioning_status: results.commissioning, testing_status: results.testing },
    { commissioning_status_name: scriptStatusNames[results.commissioning] },
    { testing_status_name: scriptStatusNames[results.testing], storage_test_status: results.testing },
    { storage_test_status_name: scriptStatusNames[results.testing] },
    untestedParts
  );
}
function serializeBoot(world, node, interfaces3) {
  const { netboot, memoryMiB: memory, cpuCount, enableHwSync } = node;
  const cores = Array.from({ length: cpuCount }, (_, index) => index);
  return mergeInto(
    { boot_interface: interfaces3[0] ?? null, default_gateways: serializeGateways(world, node), netboot },
    { bios_boot_method: "uefi", disable_ipv4: false, min_hwe_kernel: node.minHweKernel || null },
    { hwe_kernel: node.hweKernel || null, ephemeral_deploy: node.ephemeralDeploy },
    { enable_hw_sync: enableHwSync, last_sync: null, next_sync: null },
    { sync_interval: enableHwSync ? syncSeconds(world) : null },
    { numanode_set: [{ index: 0, memory, cores, hugepages_set: [] }] }
  );
}
function serializeGateways(world, node) {
  const { subnets: subnets3 } = world.state.networks;
  const links2 = node.interfaces.flatMap((each) => each.links);
  const gateways = links2.flatMap((link2) => findRow(subnets3, link2.subnetId)?.gatewayIp ?? []);
  const gatewayOfFamily = (family) => {
    const gatewayLink = links2.find(({ id }) => id === node.gatewayLinks?.[family]);
    if (gatewayLink !== void 0)
      return {
        gateway_ip: findRow(subnets3, gatewayLink.subnetId)?.gatewayIp ?? null,
        link_id: gatewayLink.id
      };
    const gateway2 = gateways.find((ip) => ip.includes(":") === (family === "ipv6"));
    return { gateway_ip: gateway2 ?? null, link_id: null };
  };
  return { ipv4: gatewayOfFamily("ipv4"), ipv6: gatewayOfFamily("ipv6") };
}
function serializeVmHost(world, host, plural) {
  const used = usedResources(world, host);
  const total = totalResources;
  const available = {
    cores: total.cores - used.cores,
    memory: total.memory - used.memory,
    local_storage: total.local_storage - used.local_storage
  };
  return {
    id: host.id,
    name: host.name,
    type: host.type,
    tags: host.tags,
    zone: serializeZone(world, host.zoneId),
    pool: serializePool(world, host.poolId),
    cpu_over_commit_ratio: host.cpuRatio,
    memory_over_commit_ratio: host.memoryRatio,
    default_macvlan_mode: host.macvlanMode || null,
    architectures: ["amd64/generic"],
    capabilities: ["composable", "dynamic_local_storage", "over_commit", "storage_pools"],
    storage_pools: [
      {
        id: "p1",
        name: storagePool,
        type: "dir",
        path: "/var/lib/vm",
        total: total.local_storage,
        used: used.local_storage,
        available: available.local_storage,
        default: true
      }
    ],
    host: { system_id: host.host, __incomplete__: true },
    version: "1",
    total,
    used,
    available,
    resource_uri: resourceUri(world, plural, host.id)
  };
}
var serializeNode, nodeJson, serializeBasics, serializeOwnership, untestedParts, rackServices, controllerServices, serializeStatusAndPool, syncSeconds, serializeTag, storagePool;
var init_nodes = __esm({
  "../../../work/wt/sandbox/src/sandbox/serialize/nodes.ts"() {
    "use strict";
    init_statuses();
    init_interfaces();
    init_create();
    init_scripts2();
    init_config();
    init_node();
    init_table();
    init_world();
    init_quantities();
    init_addresses2();
    init_machine_reports();
    init_references();
    init_storage2();
    serializeNode = (world, node) => mergeInto({}, ...partsOf(world, node));
    nodeJson = (world, node) => `{${partsOf(world, node).map(
      (part) => JSON.stringify(part).slice(1, -1).replace(/("storage":\d+)$/, "$1.0")
    ).join(",")}}`;
    serializeBasics = (world, node) => {
      const type = nodeTypes[node.nodeType];
      const { systemId: systemId2, hostname: hostname2, description, tags: tags2 } = node;
      const domain2 = findRow(world.state.networks.domains, node.domainId);
      return mergeInto(
        { system_id: systemId2, hostname: hostname2, fqdn: fqdn(world, node), description, node_type: type.id },
        { node_type_name: type.name, domain: orNull(domain2, (row2) => serializeDomain(world, row2)) },
        { zone: serializeZone(world, node.zoneId), tag_names: tags2, ip_addresses: addressesOf(node) },
        { interface_set: node.interfaces.map((each) => serializeInterface(world, node, each)) },
        { resource_uri: resourceUri(world, type.plural, systemId2) }
      );
    };
    serializeOwnership = ({ owner, annotations, parent }) => ({
      owner,
      owner_data: annotations,
      workload_annotations: annotations,
      parent,
      address_ttl: null
    });
    untestedParts = Object.fromEntries(
      ["cpu", "memory", "network", "interface", "other"].flatMap((part) => [
        [`${part}_test_status`, -1],
        [`${part}_test_status_name`, scriptStatusNames[-1]]
      ])
    );
    rackServices = "tftp rackd dhcpd proxy_rack ntp_rack dhcpd6 http syslog_rack dns_rack".split(" ");
    controllerServices = {
      version: "2.0.0-sandbox",
      service_set: rackServices.map((each) => ({ name: each, status: "running", status_info: "" }))
    };
    serializeStatusAndPool = (world, node) => ({
      status: statuses[node.status].id,
      status_name: statuses[node.status].name,
      status_message: node.statusMessage,
      ...usesDeployedStyle(world, "broken-comment") ? {} : { error_description: node.errorDescription },
      ...usesDeployedStyle(world, "hidden-members") ? {} : { agent_name: node.agentName, is_dpu: node.isDpu },
      locked: node.locked,
      pool: serializePool(world, node.poolId),
      pod: serializePod(world, node.podId),
      virtualmachine_id: node.podId
    });
    syncSeconds = (world) => parseTimeSpan(String(configValue(world, "hardware_sync_interval") ?? "")) ?? 0;
    serializeTag = (world, { name: name7, comment: comment3, kernelOpts }) => ({
      name: name7,
      definition: "",
      comment: comment3,
      kernel_opts: kernelOpts,
      resource_uri: resourceUri(world, "tags", encodeURIComponent(name7))
    });
    storagePool = "default";
  }
});

// ../../../work/wt/sandbox/src/sandbox/state/patches.ts
import { isDeepStrictEqual } from "node:util";
function keyOfAnswer(value) {
  if (!isRecord(value)) return void 0;
  const { resource_uri: uri, ip, alloc_type: type } = value;
  if (typeof uri !== "string") return void 0;
  return type !== void 0 && typeof ip === "string" ? `${uri}${ip}` : uri;
}
function recordPatches(patches, model2, site) {
  const key = keyOfAnswer(model2);
  const patch = differences(model2, site);
  if (key !== void 0 && patch.length > 0) patches[key] = patch;
  if (!isRecord(model2) || !isRecord(site)) return;
  for (const name7 of listsWithOwnAnswers) {
    const [modelList, siteList] = [model2[name7], site[name7]];
    if (!Array.isArray(modelList) || !Array.isArray(siteList)) continue;
    for (const modelElement of modelList) {
      const siteElement = siteList.find((element2) => elementKey(element2) === elementKey(modelElement));
      if (siteElement !== void 0) recordPatches(patches, modelElement, siteElement);
    }
  }
}
function differences(model2, site, path = []) {
  if (model2 === site) return [];
  if (isRecord(model2) && isRecord(site)) {
    const nested = [];
    for (const name7 of /* @__PURE__ */ new Set([...Object.keys(model2), ...Object.keys(site)]))
      if (model2[name7] !== site[name7]) nested.push(...differences(model2[name7], site[name7], [...path, name7]));
    return nested;
  }
  const keys = sharedKeys(model2, site);
  if (keys !== void 0 && Array.isArray(model2) && Array.isArray(site))
    return keys.flatMap((key, index) => differences(model2[index], site[index], [...path, key]));
  const modelJson = model2 === void 0 ? void 0 : JSON.parse(JSON.stringify(model2));
  return isDeepStrictEqual(modelJson, site) ? [] : [difference(path, modelJson, site)];
}
function sharedKeys(a, b) {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return void 0;
  const keys = a.map(elementKey);
  const isSame = keys.every((key, index) => key !== void 0 && key === elementKey(b[index]));
  return isSame && new Set(keys).size === keys.length ? keys : void 0;
}
function elementKey(value) {
  if (!isRecord(value)) return void 0;
  const id = value["id"] ?? value["system_id"] ?? value["name"];
  return typeof id === "string" || typeof id === "number" ? String(id) : void 0;
}
function applyPatch(value, patch) {
  let isChanged = false;
  for (const { path, from, to } of patch) {
    const memberName = path.at(-1);
    const container = path.slice(0, -1).reduce(memberOf, value);
    if (memberName === void 0 || !isRecord(container)) continue;
    const member = Object.hasOwn(container, memberName) ? container[memberName] : void 0;
    if (!isDeepStrictEqual(member, from)) continue;
    if (to === void 0) delete container[memberName];
    else container[memberName] = to;
    isChanged = true;
  }
  return isChanged;
}
function memberOf(container, step) {
  if (Array.isArray(container)) return container.find((each) => elementKey(each) === step);
  return isRecord(container) && Object.hasOwn(container, step) ? container[step] : void 0;
}
var listsWithOwnAnswers, difference;
var init_patches = __esm({
  "../../../work/wt/sandbox/src/sandbox/state/patches.ts"() {
    "use strict";
    init_json_record();
    listsWithOwnAnswers = /* @__PURE__ */ new Set(["interface_set", "blockdevice_set", "vlans"]);
    difference = (path, from, to) => ({
      path,
      ...from === void 0 ? {} : { from },
      ...to === void 0 ? {} : { to }
    });
  }
});

// ../../../work/wt/sandbox/src/core/failure.ts
import { getSystemErrorMap } from "node:util";
function attempt(work) {
  try {
    return work();
  } catch {
    return void 0;
  }
}
var exitCodes, Failure, isSystemError, systemErrorCode, systemErrorText;
var init_failure = __esm({
  "../../../work/wt/sandbox/src/core/failure.ts"() {
    "use strict";
    exitCodes = {
      done: { code: 0, meaning: "done" },
      other: { code: 1, meaning: "any other error" },
      usage: { code: 2, meaning: "usage error; no changing request was sent" },
      notFound: { code: 3, meaning: "not found (404, 410), or a name that matches nothing" },
      notAuthenticated: { code: 4, meaning: "not authenticated: 401, no API key, or a wrong clock" },
      forbidden: { code: 5, meaning: "forbidden (403)" },
      conflict: { code: 6, meaning: "conflict, wrong state, no machine matches (409), or no address left (503)" },
      invalid: { code: 7, meaning: "rejected as invalid by the service (400)" },
      stillInProgress: { code: 8, meaning: "still in progress when the time ran out" },
      operationFailed: { code: 9, meaning: "the operation ended in a failure state" },
      someFailed: { code: 10, meaning: "some of several failed" },
      unreachable: { code: 11, meaning: "the service cannot be reached (DNS, refused, TLS, proxy, time-out)" },
      serverError: {
        code: 12,
        meaning: "server error or throttled after all retries (5xx, 429), or API version gone (410)"
      },
      notConfirmed: { code: 13, meaning: "confirmation declined, or required but not interactive" },
      differences: { code: 14, meaning: "there are differences (svc plan --exit-code)" },
      interrupted: { code: 130, meaning: "interrupted (SIGINT)" },
      terminated: { code: 143, meaning: "terminated (SIGTERM)" }
    };
    Failure = class _Failure extends Error {
      kind;
      details;
      constructor(kind, message2, details = {}) {
        super(message2, details.cause === void 0 ? void 0 : { cause: details.cause });
        this.name = "Failure";
        this.kind = kind;
        this.details = details;
      }
      with(details, message2 = this.message) {
        return new _Failure(this.kind, message2, { ...this.details, ...details });
      }
      get exitCode() {
        return this.details.exitCode ?? exitCodes[this.kind].code;
      }
    };
    isSystemError = (error) => error instanceof Error && "code" in error && typeof error.code === "string";
    systemErrorCode = (error) => isSystemError(error) ? error.code : "unknown error";
    systemErrorText = (error) => [...getSystemErrorMap().values()].find(([code]) => code === systemErrorCode(error))?.[1] ?? systemErrorCode(error);
  }
});

// ../../../work/wt/sandbox/src/sandbox/wire/answers.ts
function* listPieces(values, write) {
  let piece = "[";
  let separator = "";
  for (const value of values) {
    piece += separator + write(value);
    separator = ",";
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}]`;
}
function errorAnswer(error, asDeployed = false) {
  if (error instanceof DomainError) {
    const { kind, fields, headers = {} } = error;
    const answer2 = { ...text3(error.message, statusOf[kind]), headers };
    if (!asDeployed) return answer2;
    if (fields !== void 0) return { ...answer2, contentType: headers["Content-Type"] ?? jsonType };
    return kind === "notFound" ? { ...answer2, contentType: "text/plain" } : answer2;
  }
  if (error instanceof HttpError) return { ...text3(error.message, error.status), headers: error.headers };
  return void 0;
}
function restoreSiteAnswer({ state: { copied } }, answer2) {
  if (copied === null || answer2.status >= 300) return answer2;
  const patchText = (json2) => applyPatches(json2, copied.patches);
  if (answer2.rewrite !== void 0) return answer2.rewrite(patchText);
  const isJson = answer2.contentType?.startsWith("application/json") === true;
  return isJson && typeof answer2.body === "string" ? { ...answer2, body: patchText(answer2.body) } : answer2;
}
function applyPatches(text4, patches) {
  if (!text4.includes('"resource_uri"')) return text4;
  const value = JSON.parse(text4);
  const changedObjects = [value].flat().filter((each) => {
    const patch = patches[keyOfAnswer(each) ?? ""];
    return patch !== void 0 && applyPatch(each, patch);
  });
  return changedObjects.length === 0 ? text4 : writeJson(value);
}
function exactJson(value) {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members3 = Object.entries(value).map(
    ([name7, member]) => `${JSON.stringify(name7)}:${exactJson(member)}`
  );
  return `{${members3.join(",")}}`;
}
function* indentedJson(pieces) {
  let depth = 0;
  let isFirst = true;
  for (const piece of pieces) {
    let out2 = "";
    for (const [token] of piece.matchAll(tokens)) {
      const isClosing = token === "}" || token === "]";
      if (isClosing) depth -= 1;
      const isEmpty = isClosing && isFirst;
      if (isClosing && !isEmpty || isFirst && !isClosing && depth > 0) out2 += `
${indent.repeat(depth)}`;
      isFirst = false;
      out2 += token;
      if (token === ":") out2 += " ";
      else if (token === ",") out2 += `
${indent.repeat(depth)}`;
      else if (token === "{" || token === "[") {
        depth += 1;
        isFirst = true;
      }
    }
    if (out2 !== "") yield out2;
  }
}
var jsonType, jsonText, json, bigintJson, writeJson, jsonList, jsonTexts, plainJson, pieceLength, text3, bytes, empty, withoutContentType, HttpError, statusOf, tokens, indent;
var init_answers = __esm({
  "../../../work/wt/sandbox/src/sandbox/wire/answers.ts"() {
    "use strict";
    init_domain_error();
    init_patches();
    jsonType = "application/json; charset=utf-8";
    jsonText = (body, status = 200) => ({ status, contentType: jsonType, body });
    json = (value, status) => jsonText(writeJson(value), status);
    bigintJson = (value) => jsonText(exactJson(value));
    writeJson = (value) => JSON.stringify(value).replace(/"(storage|(?:cpu|memory)_over_commit_ratio)":(\d+)(?=[,}])/g, '"$1":$2.0');
    jsonList = (values, describe) => jsonTexts(values, (value) => writeJson(describe(value)));
    jsonTexts = (values, write) => ({
      status: 200,
      contentType: jsonType,
      body: listPieces(values, write),
      rewrite: (change) => jsonTexts(values, (value) => change(write(value)))
    });
    plainJson = (value) => ({
      status: 200,
      contentType: "application/json",
      body: JSON.stringify(value)
    });
    pieceLength = 64 * 1024;
    text3 = (value, status = 200) => ({
      status,
      contentType: "text/plain; charset=utf-8",
      body: value
    });
    bytes = (body, contentType) => ({ status: 200, contentType, body });
    empty = (status) => ({ status, contentType: "text/plain", body: "" });
    withoutContentType = ({ contentType: _type, ...answer2 }) => answer2;
    HttpError = class extends Error {
      status;
      headers;
      constructor(status, message2, headers = {}) {
        super(message2);
        this.status = status;
        this.headers = headers;
      }
    };
    statusOf = {
      invalid: 400,
      forbidden: 403,
      notFound: 404,
      conflict: 409,
      unavailable: 503,
      gone: 410
    };
    tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
    indent = "    ";
  }
});

// ../../../work/wt/sandbox/src/sandbox/wire/call.ts
function makeParameters(pairs, files = [], onRead = () => {
}) {
  const values = /* @__PURE__ */ new Map();
  for (const [name7, value] of pairs) addTo(values, name7, value);
  const names = /* @__PURE__ */ new Set([...values.keys(), ...files.map((each) => each.name)]);
  return {
    names: [...names],
    values,
    has(name7) {
      onRead(name7);
      return names.has(name7);
    },
    get(name7) {
      onRead(name7);
      return values.get(name7)?.at(-1);
    },
    all(name7) {
      onRead(name7);
      return values.get(name7) ?? [];
    },
    file(name7) {
      onRead(name7);
      return files.findLast((each) => each.name === name7);
    },
    files() {
      for (const { name: name7 } of files) onRead(name7);
      return files;
    }
  };
}
async function callOperation({ world, operations, handlers: handlers2 }, id, user, path, pairs) {
  const [operation, handler] = [operations.get(id), handlers2[id]];
  if (operation === void 0 || handler === void 0) throw new Error(`no operation ${id}`);
  const isFile = (name7) => operation.fields?.some((each) => each.name === name7 && each.type === "file");
  const files = pairs.filter(([name7]) => isFile(name7)).map(([name7, text5]) => ({ kind: "file", name: name7, filename: name7, content: Buffer.from(text5) }));
  const parameters = makeParameters(
    pairs.filter(([name7]) => !isFile(name7)).map(([name7, text5]) => [name7, text5]),
    files
  );
  const noParameters = makeParameters([]);
  const call = {
    ...{ world, user, operation, path, origin: "", addressing: "query", body: new Uint8Array() },
    query: operation.method === "GET" ? parameters : noParameters,
    form: operation.method === "GET" ? noParameters : parameters
  };
  let answer2;
  try {
    answer2 = await handler(call);
  } catch (error) {
    answer2 = errorAnswer(error, true);
    if (answer2 === void 0) throw error;
  }
  const { body, status } = answer2;
  const text4 = body instanceof Uint8Array ? "" : [...body].join("");
  if (status >= 400) throw new Refusal(reasonsIn(text4));
  return parseJson(text4);
}
function reasonsIn(text4) {
  const fields = parseJson(text4);
  if (!isRecord(fields)) return [["__all__", text4]];
  return Object.entries(fields).flatMap(
    ([name7, texts]) => [texts].flat().map((each) => [name7, String(each)])
  );
}
var anonymousOperations, allowsAnonymous, keyIgnoringOperations, Refusal, parseJson;
var init_call = __esm({
  "../../../work/wt/sandbox/src/sandbox/wire/call.ts"() {
    "use strict";
    init_failure();
    init_grouping();
    init_json_record();
    init_answers();
    anonymousOperations = [
      "files.get_by_key",
      "machines.create",
      "machines.is_action_in_progress",
      "machines.is_registered",
      "nodes.is_action_in_progress",
      "nodes.is_registered",
      "version.get"
    ];
    allowsAnonymous = ({ id, operation }, asDeployed = true) => operation.who === "anonymous" || asDeployed && anonymousOperations.some((each) => each === id);
    keyIgnoringOperations = ["version.get", "describe.read"];
    Refusal = class extends Error {
      reasons;
      constructor(reasons) {
        super(reasons.map((reason) => reason.join(": ")).join("; "));
        this.reasons = reasons;
      }
    };
    parseJson = (text4) => attempt(() => JSON.parse(text4));
  }
});

// ../../../work/wt/sandbox/src/catalogue/number-lists.ts
var list2, byNumber, disks, partitions, raids, datastores, volumeGroups, logicalVolumes, cacheSets, bcaches, interfaces, links, subnets, vlans, fabrics, domains, zones, pools, bootResources, bootSources, selections, snippets, dnsResources, dnsRecords, ranges, routes, notices;
var init_number_lists = __esm({
  "../../../work/wt/sandbox/src/catalogue/number-lists.ts"() {
    "use strict";
    list2 = (path, noun, ...names) => ({ path, noun, names });
    byNumber = (...facts) => ({ ...list2(...facts), byNumber: true });
    disks = list2("/nodes/{system_id}/blockdevices/", "disk", "name", "path", "id_path", "serial");
    partitions = {
      ...list2(disks.path, "partition", "path"),
      rows: "partitions",
      byNumber: true
    };
    raids = byNumber("/nodes/{system_id}/raids/", "RAID", "name");
    datastores = byNumber("/nodes/{system_id}/vmfs-datastores/", "datastore", "name");
    volumeGroups = byNumber("/nodes/{system_id}/volume-groups/", "volume group", "name");
    logicalVolumes = {
      ...byNumber(volumeGroups.path, "logical volume", "name"),
      rows: "logical_volumes"
    };
    cacheSets = byNumber("/nodes/{system_id}/bcache-cache-sets/", "cache set", "name");
    bcaches = byNumber("/nodes/{system_id}/bcaches/", "bcache device", "name");
    interfaces = list2("/nodes/{system_id}/interfaces/", "interface", "name");
    links = {
      ...list2("/nodes/{system_id}/interfaces/{id}/", "link", "ip_address", "subnet.cidr", "subnet.name"),
      rows: "links",
      byNumber: true
    };
    subnets = list2("/subnets/", "subnet", "cidr", "name");
    vlans = {
      ...list2("/fabrics/", "VLAN", "fabric/vid", "fabric/name", "name"),
      rows: "vlans"
    };
    fabrics = list2("/fabrics/", "fabric", "name");
    domains = list2("/domains/", "domain", "name");
    zones = list2("/zones/", "zone", "name");
    pools = list2("/resourcepools/", "pool", "name");
    bootResources = byNumber("/boot-resources/", "boot resource", "name", "name/architecture");
    bootSources = byNumber("/boot-sources/", "boot source", "url");
    selections = byNumber(
      "/boot-sources/{boot_source_id}/selections/",
      "selection",
      "release",
      "os/release"
    );
    snippets = byNumber("/dhcp-snippets/", "DHCP snippet", "name");
    dnsResources = byNumber("/dnsresources/", "DNS resource", "fqdn");
    dnsRecords = byNumber("/dnsresourcerecords/", "DNS record", "fqdn", "fqdn/rrtype");
    ranges = byNumber("/ipranges/", "IP range", "start_ip");
    routes = byNumber("/static-routes/", "static route", "gateway_ip", "destination.cidr");
    notices = {
      ...byNumber("/notifications/", "notification", "ident"),
      partialNote: "services list only notifications for you: name others by number"
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/resource.ts
function resource(path, parameters = [], { answersWith = "id", ...shared2 } = {}) {
  const shape = {
    path,
    ...parameters.length > 0 ? { parameters } : {},
    success: 200,
    result: "json",
    ...shared2
  };
  const namesNode = parameters.at(-1)?.kind !== void 0;
  const verb = (verb2, method, verbFacts = {}) => (who, summary2, facts) => ({ ...shape, ...verbFacts, verb: verb2, method, who, summary: summary2, ...facts });
  const op = { path: `${path}${operationPrefix}` };
  return {
    list: verb("list", "GET"),
    create: verb("create", "POST", { answersWith }),
    read: verb("get", "GET"),
    update: verb("update", "PUT", namesNode ? {} : { answersWith }),
    remove: verb("delete", "DELETE", {
      result: "none",
      confirm: "destroys",
      ...shared2.source === "deployed" ? { success: 204 } : {}
    }),
    get: verb("", "GET", op),
    post: verb("", "POST", op)
  };
}
function nameOperations(operations) {
  return Object.fromEntries(
    Object.entries(operations).map(([id, operation]) => [
      id,
      withName(operation, id.slice(id.indexOf(".") + 1))
    ])
  );
}
function withName(operation, name7) {
  if (!operation.path.endsWith(operationPrefix)) return operation;
  const verb = operation.verb || name7.replaceAll("_", "-");
  return { ...operation, path: `${operation.path}${name7}`, verb };
}
var deployed, operationPrefix;
var init_resource = __esm({
  "../../../work/wt/sandbox/src/catalogue/resource.ts"() {
    "use strict";
    deployed = (path, parameters = [], facts = {}) => resource(path, parameters, { source: "deployed", ...facts });
    operationPrefix = "op-";
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/networks.ts
var networks_exports = {};
__export(networks_exports, {
  fabricGroup: () => fabricGroup,
  networkGroup: () => networkGroup,
  spaceGroup: () => spaceGroup,
  vlanGroup: () => vlanGroup
});
var fabricFields, allFabrics, oneFabric, fabricGroup, fabricId, vlanParameters, vlanDescription, mtu, name, space, allVlans, oneVlan, vlanGroup, spaceDescription, allSpaces, oneSpace, spaceGroup, replacement, fieldsNote, reliabilityNote, allNetworks, oneNetwork, networkGroup;
var init_networks3 = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/networks.ts"() {
    "use strict";
    init_field();
    init_number_lists();
    init_resource();
    fabricFields = [
      text("class_type", "class of the fabric"),
      text("description", "free text"),
      text("name", "name")
    ];
    allFabrics = resource("/fabrics/");
    oneFabric = resource("/fabrics/{id}/", [idOrName("fabric")]);
    fabricGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "CLASS", path: "class_type" },
        { header: "VLANS", path: "vlans", as: "count" },
        { header: "VIDS", path: "vlans.vid", wide: true }
      ],
      kind: {
        key: ["name"],
        children: { vlans: "vlans" },
        builtinWhen: { id: 0 },
        blockedBy: ["subnets"],
        blockedByNodes: { filter: "fabrics", path: "interface_set.vlan.fabric" }
      },
      operations: {
        "fabrics.list": allFabrics.list("anyone", "List fabrics"),
        "fabrics.create": allFabrics.create("admin", "Create a fabric", {
          fields: fabricFields,
          example: { name: "fabric-lab" }
        }),
        "fabric.delete": oneFabric.remove("admin", "Delete a fabric", {
          effects: [{ template: "its VLANs are deleted too; fails if subnets or interfaces are on them" }],
          example: { id: "2" }
        }),
        "fabric.read": oneFabric.read("anyone", "Show a fabric with its VLANs"),
        "fabric.update": oneFabric.update("admin", "Change a fabric", {
          fields: fabricFields,
          example: { class_type: "10g" }
        })
      }
    };
    fabricId = integerOrName("fabric_id", "id or name of the fabric");
    vlanParameters = [fabricId, integerOrName("vid", "VLAN id, or name such as untagged")];
    vlanDescription = text("description", "free text");
    mtu = integer("mtu", "MTU in bytes", { min: 0 });
    name = text("name", "name");
    space = text("space", "space; empty or undefined for no space", {
      suggestions: ["undefined"]
    });
    allVlans = resource("/fabrics/{fabric_id}/vlans/", [fabricId], { answersWith: "vid" });
    oneVlan = resource("/fabrics/{fabric_id}/vlans/{vid}/", vlanParameters, {
      answersWith: "vid",
      example: { vid: "100" }
    });
    vlanGroup = {
      identity: "vid",
      columns: [
        { header: "VID", path: "vid", rank: "key" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "FABRIC", path: "fabric", rank: "minor" },
        { header: "SPACE", path: "space", as: "space" },
        { header: "DHCP", path: "dhcp_on", as: "boolean" },
        { header: "MTU", path: "mtu" },
        { header: "PRIMARY", path: "primary_rack", as: "node" },
        { header: "SECONDARY", path: "secondary_rack", as: "node" },
        { header: "RELAY", path: "relay_vlan.id", wide: true },
        { header: "ID", path: "id", wide: true }
      ],
      kind: {
        key: ["vid"],
        neverEmpty: ["name", "mtu"],
        parent: { kind: "fabrics", parameter: "fabric_id", rows: "vlans" },
        otherNameFields: ["name"],
        memberPaths: { relay_vlan: ["relay_vlan.fabric/relay_vlan.vid", "relay_vlan.id"] },
        emptyMarkers: { space: "undefined" },
        references: { space: "spaces", relay_vlan: "vlans" },
        setAfterDependents: ["dhcp_on"],
        builtinWhen: { vid: 0 }
      },
      operations: {
        "vlans.list": allVlans.list("anyone", "List the VLANs of a fabric"),
        "vlans.create": allVlans.create("admin", "Create a VLAN on a fabric", {
          fields: [
            integer("vid", "VLAN id", { required: true, min: 0, max: 4094 }),
            vlanDescription,
            mtu,
            name,
            space
          ],
          example: { vid: "200", name: "storage" }
        }),
        "vlan.delete": oneVlan.remove("admin", "Delete a VLAN", {
          effects: [{ template: "its subnets and interfaces move to the untagged VLAN of the fabric" }],
          example: { vid: "100" },
          success: 204
        }),
        "vlan.read": oneVlan.read("anyone", "Show a VLAN"),
        "vlan.update": oneVlan.update("admin", "Change a VLAN", {
          notes: ["The service itself does not relay DHCP requests."],
          fields: [
            vlanDescription,
            boolean("dhcp_on", "manage DHCP on the VLAN", {
              remedy: "DHCP needs --primary-rack RACK and a dynamic range: svc ipranges create --type dynamic --start-ip IP --end-ip IP"
            }),
            mtu,
            name,
            text("primary_rack", "primary rack controller", { kind: "node" }),
            integer("relay_vlan", "VLAN to which DHCP requests are relayed", { alsoName: true, list: vlans }),
            text("secondary_rack", "secondary rack controller", { kind: "node" }),
            space
          ],
          example: { vid: "100", description: "storage traffic" }
        })
      }
    };
    spaceDescription = text("description", "free text");
    allSpaces = deployed("/spaces/");
    oneSpace = deployed("/spaces/{id}/", [idOrName("space")], {
      example: { id: "prod" }
    });
    spaceGroup = {
      columns: [
        { header: "NAME", path: "name", rank: "key", as: "space" },
        { header: "VLANS", path: "vlans", as: "count" },
        { header: "SUBNETS", path: "subnets.cidr", min: 18 },
        { header: "DESCRIPTION", path: "description", rank: "text" },
        { header: "SUBNET NAMES", path: "subnets.name", wide: true },
        { header: "ID", path: "id", wide: true }
      ],
      kind: { key: ["name"], builtinWhen: { id: -1 } },
      operations: {
        "spaces.list": allSpaces.list("anyone", "List spaces and their subnets"),
        "spaces.create": allSpaces.create("admin", "Create a space", {
          fields: [text("name", "name; default: space-ID"), spaceDescription],
          example: { name: "dmz", description: "reachable from outside" },
          notes: ["Put VLANs into it with svc vlans update."]
        }),
        "space.delete": oneSpace.remove("admin", "Delete a space", {
          effects: [{ template: "its VLANs move to the undefined space" }]
        }),
        "space.read": oneSpace.read("anyone", "Show a space with its VLANs and subnets"),
        "space.update": oneSpace.update("admin", "Change or rename a space", {
          fields: [text("name", "new name"), spaceDescription],
          example: { description: "production traffic" }
        })
      }
    };
    replacement = "use subnets instead: svc subnets list";
    fieldsNote = "The API documentation names no fields: send them with --set name=value.";
    reliabilityNote = "No successful answer is documented for this operation: do not rely on it.";
    allNetworks = resource("/networks/", [], { answersWith: "name", deprecated: replacement });
    oneNetwork = resource("/networks/{name}/", [textId("name", "name of the network")], {
      answersWith: "name",
      deprecated: replacement,
      example: { name: "subnet-1" }
    });
    networkGroup = {
      identity: "name",
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "IP", path: "ip", rank: "key" },
        { header: "NETMASK", path: "netmask", min: 15 },
        { header: "VLAN", path: "vlan_tag" },
        { header: "GATEWAY", path: "default_gateway", min: 15 },
        { header: "DESCRIPTION", path: "description", rank: "minor" },
        { header: "DNS", path: "dns_servers", wide: true }
      ],
      operations: nameOperations({
        "networks.list": allNetworks.list("anyone", "List networks"),
        "networks.create": allNetworks.create("admin", "Create a network", { notes: [fieldsNote] }),
        "network.delete": oneNetwork.remove("admin", "Delete a network", { example: { name: "subnet-2" } }),
        "network.read": oneNetwork.read("anyone", "Show a network"),
        "network.update": oneNetwork.update("admin", "Change a network", { notes: [fieldsNote] }),
        "network.connect_macs": oneNetwork.post("anyone", "Connect MAC addresses to a network", {
          notes: [reliabilityNote, fieldsNote]
        }),
        "network.disconnect_macs": oneNetwork.post("anyone", "Disconnect MAC addresses from a network", {
          notes: [reliabilityNote, fieldsNote]
        }),
        "network.list_connected_macs": oneNetwork.get("anyone", "List the MAC addresses connected to a network", {
          notes: [reliabilityNote],
          emptyAnswer: "list",
          columns: [{ header: "MAC", path: "mac_address" }],
          identity: "mac_address"
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/fields.ts
var nodeParameter, machineId, deviceId, nodeId, comment, tag, tagging, hardwareTypes2, deviceKeys, deviceKey, deviceConstraint, nodeListFilters, furtherFilters, negatedOnly, powerStates, furtherFilter, furtherNodeFilters, appliedBySvc, typedNodeListFilters;
var init_fields = __esm({
  "../../../work/wt/sandbox/src/catalogue/fields.ts"() {
    "use strict";
    init_field();
    init_statuses();
    nodeParameter = (kind) => ({
      ...textId("system_id", `${kind}: system_id, hostname, FQDN or MAC address`),
      kind
    });
    machineId = nodeParameter("machine");
    deviceId = nodeParameter("device");
    nodeId = nodeParameter("node");
    comment = text("comment", "comment for the event log");
    tag = text("tag", "tag", { required: true });
    tagging = (answersWith, example4) => ({ answersWith, fields: [tag], example: example4 });
    hardwareTypes2 = ["node", "cpu", "memory", "storage", "network", "gpu"];
    deviceKeys = ["vendor_id", "product_id", "vendor_name", "product_name", "commissioning_driver"];
    deviceKey = `(?:${deviceKeys.join("|")})=[^,]*`;
    deviceConstraint = text("devices", "device by vendor_id, product_id, vendor_name, ...", {
      form: "key=value[,key2=value2...]",
      pattern: `${deviceKey}(?:,${deviceKey})*`
    });
    nodeListFilters = [
      text("hostname", "only nodes with this hostname", { repeatable: true, isSplittable: true }),
      integer("cpu_count", "only nodes with at least this number of CPUs", { min: 0 }),
      text("mem", "only nodes with at least this RAM in MiB, or with a unit: 64GB", { unit: "MiB" }),
      text("mac_address", "only the node that owns this MAC address", { repeatable: true, isSplittable: true }),
      text("id", "only nodes with these system ids or names", {
        repeatable: true,
        isSplittable: true,
        kind: "node"
      }),
      text("domain", "only nodes in this domain", { alsoRepeatable: true }),
      text("zone", "only nodes in this physical zone", { alsoRepeatable: true }),
      text("pool", "only nodes in this resource pool", { alsoRepeatable: true }),
      text("agent_name", "only nodes with this agent name", { alsoRepeatable: true, holdsCommas: true }),
      text("fabrics", "only nodes with interfaces in these fabrics", { alsoRepeatable: true }),
      text("not_fabrics", "only nodes without interfaces in these fabrics", { alsoRepeatable: true }),
      text("vlans", "only nodes with interfaces in these VLANs", { alsoRepeatable: true }),
      text("not_vlans", "only nodes without interfaces in these VLANs", { alsoRepeatable: true }),
      text("subnets", "only nodes with interfaces in these subnets", { alsoRepeatable: true }),
      text("not_subnets", "only nodes without interfaces in these subnets", { alsoRepeatable: true }),
      text("link_speed", "only nodes with an interface at least this fast", { alsoRepeatable: true }),
      text("status", "only nodes with this status: value, name or number", {
        alsoRepeatable: true,
        suggestions: statusValues,
        spellings: statusSpellings
      }),
      text("pod", "only nodes that belong to this pod", { alsoRepeatable: true }),
      text("not_pod", "only nodes that do not belong to this pod", { alsoRepeatable: true }),
      text("pod_type", "only nodes that belong to a pod of this type", { alsoRepeatable: true }),
      text("not_pod_type", "only nodes that do not belong to a pod of this type", { alsoRepeatable: true }),
      { ...deviceConstraint, help: "only nodes with a matching hardware device" }
    ];
    furtherFilters = {
      owner: "owned by these users",
      tags: "with these tags",
      arch: "of these architectures",
      power_state: "in these power states",
      system_id: "with these system ids",
      storage: "with matching disks, such as root:20(ssd)",
      interfaces: "with matching interfaces, such as eth0:fabric=lab",
      fabric_classes: "with interfaces in fabrics of these classes",
      cpu_speed: "with at least this CPU speed in MHz",
      simple_status: "in these simplified statuses"
    };
    negatedOnly = {
      zone: "in these zones",
      pool: "in these pools",
      domain: "in these domains",
      status: "in these statuses",
      hostname: "with these hostnames",
      agent_name: "with these agent names",
      in_zone: "in these zones",
      in_pool: "in these pools"
    };
    powerStates = ["on", "off", "unknown", "error"];
    furtherFilter = (name7, which) => text(name7, `only nodes ${which}`, {
      alsoRepeatable: true,
      undocumented: true,
      ...name7.endsWith("power_state") ? { suggestions: powerStates } : {},
      ...name7 === "not_status" ? { suggestions: statusValues, spellings: statusSpellings } : {}
    });
    furtherNodeFilters = [
      ...Object.entries(furtherFilters).map(([name7, which]) => furtherFilter(name7, which)),
      ...Object.entries({ ...furtherFilters, ...negatedOnly }).map(
        ([name7, which]) => furtherFilter(`not_${name7}`, which.startsWith("with ") ? `without ${which.slice(5)}` : `not ${which}`)
      )
    ];
    appliedBySvc = ["owner", "tags"];
    typedNodeListFilters = [
      ...nodeListFilters.map(
        (field) => field.name === "hostname" ? {
          ...field,
          help: "only nodes with this hostname; patterns such as 'web-*' too",
          alsoPositional: true
        } : field
      ),
      ...furtherNodeFilters.filter(({ name: name7 }) => !appliedBySvc.includes(name7))
    ];
  }
});

// ../../../work/wt/sandbox/src/catalogue/defaults.ts
var second, minute, hour, defaults2, sandboxServer;
var init_defaults = __esm({
  "../../../work/wt/sandbox/src/catalogue/defaults.ts"() {
    "use strict";
    second = 1e3;
    minute = 60 * second;
    hour = 60 * minute;
    defaults2 = {
      timeoutMs: minute,
      retries: 3,
      parallel: 8,
      /** The default of `svc machines wait`, longer than the sum of all limits of the service. */
      waitDeadlineMs: 70 * minute,
      watchIntervalMs: 5 * second,
      /** Each poll reads the whole fleet, which is 200 MB for 10,000 machines. */
      statusIntervalMs: 10 * second,
      followIntervalMs: 2 * second,
      /** Longer than an operating system waits for its services when it shuts down. */
      softTimeoutMs: 5 * minute,
      importIntervalMs: 5 * second,
      importDeadlineMs: 4 * hour
    };
    sandboxServer = "svc-sandbox";
  }
});

// ../../../work/wt/sandbox/src/catalogue/option-spec.ts
var option, waitTimeout, pollInterval, progress, parallel, failFast, whereOption, fromFile, rowOptions, imageFileType, outputFileOptions;
var init_option_spec = __esm({
  "../../../work/wt/sandbox/src/catalogue/option-spec.ts"() {
    "use strict";
    init_defaults();
    option = (name7, help, facts) => ({ name: name7, help, ...facts });
    waitTimeout = option(
      "wait-timeout",
      "give up after this time, such as 90s, 40m or 2h; 0 for no limit",
      { value: "duration", type: "duration" }
    );
    pollInterval = option("poll-interval", "poll at this interval", {
      value: "duration",
      type: "interval",
      min: 100
    });
    progress = option("progress", "format of the progress", {
      value: "form",
      choices: ["auto", "lines", "json", "none"],
      default: "auto"
    });
    parallel = option("parallel", "maximum number of requests at once", {
      value: "count",
      type: "count",
      min: 1,
      max: 64,
      default: defaults2.parallel
    });
    failFast = option("fail-fast", "start no more requests after the first failure");
    whereOption = (help) => option("where", help, { value: "filter=value,...", type: "filters", repeatable: true });
    fromFile = [
      option("from", "create one for each row of this CSV, YAML or JSON file, or - for standard input", {
        value: "file",
        type: "path"
      }),
      { ...parallel, needs: ["from"] },
      { ...failFast, needs: ["from"] }
    ];
    rowOptions = ["output", "columns", "sort", "no-header", "query", "show-secrets"];
    imageFileType = option("filetype", "type of the file", {
      choices: ["tgz", "tbz", "txz", "ddtgz", "ddtbz", "ddtxz", "ddtar", "ddbz2", "ddgz", "ddxz", "ddraw"],
      default: "tgz"
    });
    outputFileOptions = [
      option("to", "write the content to this file", { value: "file", type: "path", excludes: rowOptions }),
      option("force", "overwrite the file given with --to", { needs: ["to"] })
    ];
  }
});

// ../../../work/wt/sandbox/src/catalogue/node-list-options.ts
var ownerOptions, nodeListOptions, groupBy2, groupings, powerAndSystemOptions, whereNote, nodeListNotes, fromFileNotes;
var init_node_list_options = __esm({
  "../../../work/wt/sandbox/src/catalogue/node-list-options.ts"() {
    "use strict";
    init_defaults();
    init_option_spec();
    ownerOptions = (nodes3) => ({
      mine: option("mine", `only ${nodes3} that you own`, { excludes: ["owner"] }),
      owner: option("owner", `only ${nodes3} owned by one of these users`, {
        value: "user,...",
        type: "words",
        repeatable: true
      }),
      tags: option("tags", `only ${nodes3} that have all of these tags`, {
        value: "tag,...",
        type: "words",
        repeatable: true
      })
    });
    nodeListOptions = (nodes3) => {
      const { mine, owner, tags: tags2 } = ownerOptions(nodes3);
      return [
        whereOption(`only ${nodes3} that match these filters, with =, !=, ~, !~, > and <`),
        tags2,
        mine,
        owner,
        option("limit", `show at most this many ${nodes3}`, { value: "count", type: "count", min: 1 }),
        option("watch", "keep watching: redraw on a terminal, elsewhere print changes", { short: "w" }),
        { ...pollInterval, needs: ["watch"], default: defaults2.watchIntervalMs }
      ];
    };
    groupBy2 = (nodes3, choices) => option("group-by", `count ${nodes3} by this property, with their names`, {
      value: "property",
      choices,
      excludes: ["columns", "sort"]
    });
    groupings = ["pool", "zone", "status", "owner", "tags", "arch", "os"];
    powerAndSystemOptions = (nodes3) => [
      option("power", `only ${nodes3} in one of these power states`, {
        value: "state,...",
        type: "words",
        repeatable: true,
        choices: ["on", "off", "unknown", "error"]
      }),
      option("os", `only ${nodes3} with one of these systems or releases, such as jammy`, {
        value: "name,...",
        type: "words",
        repeatable: true,
        names: "series"
      }),
      {
        ...groupBy2(nodes3, [...groupings, ...nodes3 === "machines" ? ["reason"] : []]),
        excludes: ["columns", "sort", "watch", "limit"]
      }
    ];
    whereNote = "--where takes filter=value,... with =, != (not), ~ (contains), !~, >, <, >= and <=, and alternatives as one|other: 'status=ready|allocated,mem>=64GiB,tags!=gpu'. See svc help where.";
    nodeListNotes = (localOptions, serviceOptions) => [
      "In a hostname * matches any characters and ? matches one: 'web-*'. Ranges are written web-[01-20].",
      `${localOptions} are applied by svc while the list arrives. ${serviceOptions} are sent to the service, and svc also checks each result, because not every service knows them.`,
      whereNote,
      "--limit shows the first rows in the order of --sort, or else of the service."
    ];
    fromFileNotes = [
      "With --from, columns or members are named after fields, such as mac_addresses, or power_parameters.power_address for machines. Options on the command line supply values that a row does not have. Machines or devices that already exist, by MAC address or host name, are skipped, so you can run the same command again after an interruption.",
      "CSV columns are separated by commas, semicolons or tabs; several values in a cell by spaces or commas. Text from standard input is CSV unless it begins with [, { or -."
    ];
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/machines-fields.ts
var enableSsh, skipBmcConfig, skipNetworking, skipStorage, commissioningScripts2, testingScripts, scriptParameters, powerParameters, stopMode, agentName, bridgeFields, distroSeries, userData, minHweKernel, powerType, releaseConfirmation, releaseEffects, commissioning;
var init_machines_fields = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/machines-fields.ts"() {
    "use strict";
    init_field();
    enableSsh = oneOrZero("enable_ssh", "allow SSH with your keys in the ephemeral environment");
    skipBmcConfig = oneOrZero("skip_bmc_config", "do not configure the BMC");
    skipNetworking = oneOrZero("skip_networking", "keep the network configuration");
    skipStorage = oneOrZero("skip_storage", "keep the storage configuration");
    commissioningScripts2 = text(
      "commissioning_scripts",
      "scripts to run, by name or tag; all custom ones when omitted",
      { form: "name[,name...]" }
    );
    testingScripts = text(
      "testing_scripts",
      "tests to run, by name or tag, or none; all when omitted",
      { form: "name[,name...]" }
    );
    scriptParameters = map(
      "parameters",
      "script parameter, for one script if prefixed with its name",
      { prefix: "" }
    );
    powerParameters = map("power_parameters", "power parameter; names depend on the power type", {
      prefix: "power_parameters_"
    });
    stopMode = text("stop_mode", "soft asks the operating system to shut down", {
      suggestions: ["soft", "hard"],
      default: "hard"
    });
    agentName = text("agent_name", "agent name attached to the acquired machine");
    bridgeFields = [
      boolean("bridge_all", "create a bridge on every configured interface", { default: "false" }),
      integer("bridge_fd", "forward delay of the bridges in seconds", { min: 0, default: "15" }),
      boolean("bridge_stp", "turn spanning tree on for the bridges", { default: "false" })
    ];
    distroSeries = text("distro_series", "operating system release to deploy", {
      form: "[os/]series|version",
      pattern: "(?:[^/]+(?:/[^/]+)?)?"
    });
    userData = base64("user_data", "user data for cloud-init: text or @file, encoded by svc");
    minHweKernel = text("min_hwe_kernel", "minimum kernel version");
    powerType = text("power_type", "power management type", {
      suggestions: words("manual ipmi redfish virsh amt apc dli hmc hmcz lxd moonshot webhook")
    });
    releaseConfirmation = {
      statuses: ["deployed", "deploying", "rescue_mode"],
      fields: ["erase", "quick_erase", "secure_erase", "force"]
    };
    releaseEffects = [
      {
        template: "the service will erase all disks",
        configItem: "enable_disk_erasing_on_release",
        unless: { erase: "true" }
      },
      { template: "the service will delete {them} if an allocation composed {them}", onlyVirtual: true },
      { template: "the service will delete the virtual machines on {them}", when: { force: "true" } }
    ];
    commissioning = "the service will commission {them}";
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/node-operations.ts
var secretPowerParameters, macQuery, isRegistered2, isActionInProgress, setZone, showDetails, showPowerParameters, queryPowerState, deletionEffects, setOwnerData, setWorkloadAnnotations;
var init_node_operations = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/node-operations.ts"() {
    "use strict";
    init_field();
    secretPowerParameters = ["key"];
    macQuery = {
      fields: [text("mac_address", "MAC address to look for", { required: true, form: "MAC" })],
      result: "text",
      example: { mac_address: "52:54:00:00:00:01" }
    };
    isRegistered2 = (all11, noun = "node", facts = {}) => all11.get("anyone", `Check whether a ${noun} with this MAC address is registered`, { ...macQuery, ...facts });
    isActionInProgress = (all11, noun) => all11.get("anonymous", `Check whether the ${noun} with a MAC address is busy`, {
      ...macQuery,
      source: "deployed",
      unsigned: true
    });
    setZone = (kind) => ({
      fields: [
        list("nodes", `${kind}s to move`, { kind, required: true, alsoPositional: true, isSplittable: true }),
        text("zone", "name of the physical zone", { required: true, alsoPositional: true })
      ],
      success: 204,
      result: "none"
    });
    showDetails = (one13, facts = {}) => one13.get("anyone", "Show hardware details as XML by kind (lshw, lldp)", { result: "bson", ...facts });
    showPowerParameters = (one13, facts = {}) => one13.get("admin", "Show power parameters, including secrets", {
      emptyAnswer: "object",
      sensitive: secretPowerParameters,
      ...facts
    });
    queryPowerState = (one13, facts = {}) => one13.get("anyone", "Ask the power controller for the power state", {
      notes: ["May take 30 seconds or more."],
      columns: [{ header: "POWER", path: "state", as: "power" }],
      identity: "state",
      timeoutMs: 9e4,
      meanings: { 503: { hint: "this node has no power control: see its power_type" } },
      ...facts
    });
    deletionEffects = [
      { template: "the VM host will delete {them} with all disks", onlyVirtual: true }
    ];
    setOwnerData = {
      deprecated: "use set-workload-annotations",
      fields: [
        map("key", "owner data; an empty value removes the key", {
          prefix: "",
          positional: true,
          undocumented: true
        })
      ],
      success: 204,
      result: "none"
    };
    setWorkloadAnnotations = {
      fields: [
        map("key", "annotation; an empty value removes the key", {
          prefix: "",
          required: true,
          positional: true
        })
      ],
      success: 204,
      result: "none"
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/machines-lifecycle.ts
var inUse, commissionedStatuses, rebootEffects, one, machineLifecycle;
var init_machines_lifecycle = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/machines-lifecycle.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_option_spec();
    init_resource();
    init_statuses();
    init_machines_fields();
    init_node_operations();
    inUse = ["reserved", "allocated", "deploying", "deployed", "rescue_mode"];
    commissionedStatuses = ["ready", "broken", "failed_testing"];
    rebootEffects = [
      { template: "the service will reboot {them}", statuses: ["deployed"] }
    ];
    one = resource("/machines/{system_id}/", [machineId], { theme: "Life cycle" });
    machineLifecycle = nameOperations({
      "machine.abort": one.post("owner", "Abort what the machine is doing", {
        examplePreparation: "svc machines deploy web-01",
        notes: ["Allowed while an operation is in progress."],
        effects: [
          { template: "the machine stays Allocated: svc machines release frees {them}", statuses: ["deploying"] },
          {
            template: "disks may be half erased: {them} ends in Failed disk erasing",
            statuses: ["disk_erasing"]
          }
        ],
        allowedStatuses: statusesOfKind("progress"),
        fields: [comment],
        waiter: "abort",
        success: 204,
        result: "none"
      }),
      "machine.commission": one.post("admin", "Commission a machine", {
        notes: [
          "Allowed in the statuses New, Ready, Broken, Failed commissioning and Failed testing; ends in Ready."
        ],
        allowedStatuses: ["new", "ready", "broken", "failed_commissioning", "failed_testing"],
        effects: [
          {
            template: "the network configuration is reset (--skip-networking keeps it)",
            statuses: commissionedStatuses,
            unless: { skip_networking: "1" }
          },
          {
            template: "the storage configuration is reset (--skip-storage keeps it)",
            statuses: commissionedStatuses,
            unless: { skip_storage: "1" }
          }
        ],
        fields: [
          commissioningScripts2,
          enableSsh,
          scriptParameters,
          skipBmcConfig,
          skipNetworking,
          skipStorage,
          testingScripts
        ],
        waiter: "commission",
        commonFields: words("testing_scripts commissioning_scripts skip_bmc_config skip_networking skip_storage"),
        example: { system_id: "power-01" }
      }),
      "machine.deploy": one.post("owner", "Deploy an operating system", {
        notes: ["Allowed in the statuses Allocated and Ready. Fails with 503 if no IP address is free."],
        effects: [{ template: "the service will allocate {them} to you first", statuses: ["ready"] }],
        allowedStatuses: ["ready", "allocated"],
        fields: [
          agentName,
          ...bridgeFields,
          text("bridge_type", "kind of bridge", { choices: ["standard", "ovs"] }),
          comment,
          distroSeries,
          boolean("enable_hw_sync", "let the machine report its hardware to the service"),
          boolean("enable_kernel_crash_dump", "collect kernel crash dumps"),
          boolean("ephemeral_deploy", "deploy into memory even if there are disks"),
          text("hwe_kernel", "kernel to deploy"),
          boolean("install_kvm", "install KVM and make the machine a VM host"),
          boolean("install_rackd", "install a rack controller"),
          boolean("register_vmhost", "register as a VM host"),
          userData,
          boolean("vcenter_registration", "send the global hypervisor-manager credentials")
        ],
        options: [
          option("template", "take options from this template; other options override it", { value: "name" }),
          option("template-file", "file of templates; templates.yaml beside the profiles by default", {
            value: "file",
            type: "path",
            needs: ["template"]
          })
        ],
        waiter: "deploy",
        commonFields: ["distro_series", "user_data", "hwe_kernel", "ephemeral_deploy", "comment"],
        example: { distro_series: "jammy" },
        answers503: true
      }),
      "machine.exit_rescue_mode": one.post("admin", "Leave rescue mode", {
        examplePreparation: "svc machines rescue-mode app-01 --wait --yes",
        notes: ["Allowed in rescue mode, and if entering or leaving it failed; restores the status before it."],
        allowedStatuses: ["rescue_mode", "failed_entering_rescue_mode", "failed_exiting_rescue_mode"],
        waiter: "exit_rescue_mode",
        example: { system_id: "app-01" }
      }),
      "machine.lock": one.post("owner", "Lock a machine against changes", {
        allowedStatuses: ["deployed", "deploying"],
        fields: [comment],
        example: { system_id: "app-01", comment: "in use until Friday" }
      }),
      "machine.unlock": one.post("owner", "Unlock a machine", { fields: [comment] }),
      "machine.mark_broken": one.post("owner", "Mark a machine as broken, releasing it first", {
        notes: ["The comment is shown as the error description until the machine is marked fixed."],
        fields: [comment],
        confirm: "interrupts",
        confirmWhen: { statuses: inUse },
        effects: [{ template: "the service will release {them} first", statuses: inUse }],
        meanings: { 403: { hint: "only its owner may do this: allocate it first" } }
      }),
      "machine.mark_fixed": one.post("admin", "Mark a broken machine as fixed", {
        notes: ["Allowed in the status Broken."],
        allowedStatuses: ["broken"],
        fields: [comment],
        example: { system_id: "old-01" }
      }),
      "machine.override_failed_testing": one.post("admin", "Put a machine whose tests failed back into use", {
        notes: ["Allowed in the status Failed testing."],
        allowedStatuses: ["failed_testing"],
        fields: [comment],
        success: 204,
        result: "none",
        example: { system_id: "test-01" }
      }),
      "machine.power_off": one.post("owner", "Turn a machine off", {
        notes: ["The service may answer with the machine as JSON."],
        fields: [comment, stopMode],
        waiter: "power_off",
        confirm: "interrupts",
        effects: [
          {
            template: "power is cut without a shutdown (--stop-mode soft shuts down first)",
            unless: { stop_mode: "soft" }
          }
        ],
        success: 204,
        result: "none",
        example: { system_id: "app-01", stop_mode: "soft" }
      }),
      "machine.power_on": one.post("owner", "Turn a machine on", {
        notes: [
          "The service may answer with the machine as JSON. The machine needs an owner.",
          "Some power types cycle a machine that is already on: svc sends nothing to it without --force."
        ],
        fields: [comment, userData],
        options: [option("force", "send the request even to machines that are already on")],
        waiter: "power_on",
        confirm: "interrupts",
        confirmWhen: { statuses: ["allocated"] },
        effects: [{ template: "the service will deploy {them}{release}", statuses: ["allocated"] }],
        needlessState: "on",
        meanings: { 409: { hint: "a machine without an owner stays off: allocate or deploy it first" } },
        success: 204,
        answers503: true,
        result: "none",
        example: { system_id: "build-01" }
      }),
      "machine.query_power_state": queryPowerState(one, { theme: "Inspection" }),
      "machine.release": one.post("owner", "Release a machine, and erase its disks if asked to", {
        notes: [
          "Allowed in the statuses Allocated, Deployed and Broken, and in some failed ones; the service refuses others with 409.",
          "All workload annotations are removed.",
          "Without --secure-erase or --quick-erase an erase overwrites the whole disk with null bytes, which is slow.",
          "On a drive without secure erase both options together do a quick erase, and --secure-erase alone overwrites the whole disk."
        ],
        allowedStatuses: [
          ...["reserved", "allocated", "deploying", "deployed", "broken"],
          ...["failed_deployment", "failed_releasing", "failed_disk_erasing"]
        ],
        fields: [
          comment,
          boolean("erase", "erase the disks"),
          boolean("force", "also delete a KVM host and all machines inside it"),
          boolean("quick_erase", "wipe 2 MiB at the start and end of each drive; not secure"),
          boolean("secure_erase", "use the drive's secure erase if it has one")
        ],
        waiter: "release",
        confirm: "destroys",
        confirmWhen: releaseConfirmation,
        effects: releaseEffects,
        commonFields: ["erase", "quick_erase", "secure_erase", "comment"],
        example: { system_id: "app-02", comment: "end of the test", quick_erase: "true", erase: "true" }
      }),
      "machine.rescue_mode": one.post("admin", "Boot into rescue mode", {
        notes: [
          "Allowed in the statuses Deployed and Broken; live services also accept other stable and failed statuses."
        ],
        allowedStatuses: lastingStatuses,
        waiter: "rescue_mode",
        confirm: "interrupts",
        confirmWhen: { statuses: ["deployed"] },
        effects: rebootEffects
      }),
      "machine.test": one.post("admin", "Test a machine's hardware", {
        notes: [
          "The service may answer with the machine as JSON.",
          "Allowed in the statuses Ready, Allocated, Deployed and Broken, and in any failed one. Broken and failed machines end in Ready, others return to the status they had."
        ],
        allowedStatuses: lastingStatuses,
        fields: [enableSsh, scriptParameters, testingScripts],
        commonFields: ["testing_scripts", "parameters"],
        waiter: "test",
        confirm: "interrupts",
        confirmWhen: { statuses: ["deployed"] },
        effects: rebootEffects,
        success: 204,
        result: "none"
      })
    });
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/machines-collection.ts
var interfacePattern, labelledInterfacePattern, diskPattern, vidPattern, ipv6SubnetPattern, allocationFields, typesWithLogin, onlyFor, addChassisFields, addChassisRules, all, machineCollection;
var init_machines_collection = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/machines-collection.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_node_list_options();
    init_option_spec();
    init_resource();
    init_machines_fields();
    init_machines_lifecycle();
    init_node_operations();
    interfacePattern = "(?:(?:id|fabric|fabric_class|ip|name|hostname|subnet|space|subnet_cidr|vlan|vid|tag|link_speed)=[^,;]+|mode=unconfigured|type=(?:physical|vlan|bond|bridge|unknown))";
    labelledInterfacePattern = `[^:;,=]+:${interfacePattern}(?:,${interfacePattern})*`;
    diskPattern = "\\s*(?:[A-Za-z0-9_.-]+:)?\\d+(?:\\.\\d+)?(?:\\([^()]*\\))?\\s*";
    vidPattern = "(?:[0-9]|[1-9][0-9]{1,2}|[1-3][0-9]{3}|40[0-8][0-9]|409[0-4])";
    ipv6SubnetPattern = "(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F.]*/\\d{1,3}";
    allocationFields = [
      agentName,
      text("arch", "architecture; repeat to allow several", { repeatable: true }),
      ...bridgeFields,
      comment,
      integer("cpu_count", "minimum number of CPUs", { min: 0 }),
      integer("mem", "minimum RAM in MiB, or with a unit: 64GB", { min: 0, unit: "MiB" }),
      { ...deviceConstraint, help: "hardware device it must have" },
      boolean("dry_run", "show the match without acquiring it", { default: "false" }),
      text("fabric_classes", "fabric class; repeat to allow several", { repeatable: true }),
      text("fabrics", "fabric; repeat to allow several", { repeatable: true }),
      text("not_fabric_classes", "fabric class to exclude", { repeatable: true }),
      text("not_fabrics", "fabric to exclude", { repeatable: true }),
      text("not_in_pool", "resource pool to exclude", { repeatable: true }),
      text("not_in_zone", "physical zone to exclude", { repeatable: true }),
      text("not_subnets", "subnet to exclude", { repeatable: true }),
      text("not_tags", "tag it must not have", { repeatable: true }),
      text("interfaces", "labelled interface, such as up:type=physical,space=prod", {
        form: "label:key=value[,key2=value2]",
        pattern: `(?:${labelledInterfacePattern}(?:;${labelledInterfacePattern})*)?`
      }),
      text("name", "host name or FQDN", { alsoRepeatable: true, form: "host|FQDN" }),
      text("pod", "pod it must belong to", { alsoRepeatable: true }),
      text("pod_type", "type of pod it must belong to", { alsoRepeatable: true }),
      text("not_pod", "pod to exclude", { alsoRepeatable: true }),
      text("not_pod_type", "type of pod to exclude", { alsoRepeatable: true }),
      text("pool", "resource pool", { alsoRepeatable: true }),
      text("storage", "disks it must have, in GB, such as root:100(ssd),data:500", {
        form: "label:size(tag[,tag])[,label:...]",
        pattern: `(?:${diskPattern}(?:,${diskPattern})*)?`
      }),
      text("subnets", "subnet it must be on, vid:0 if untagged; repeat for several", {
        repeatable: true,
        form: "id|fabric:|ip:|name:|space:|vid:|vlan:",
        pattern: `[^:]*|(?:fabric|ip|name|space|vlan):.+|vid:${vidPattern}|${ipv6SubnetPattern}`
      }),
      text("system_id", "machine to acquire; repeat to allow several", { alsoRepeatable: true, kind: "machine" }),
      text("tags", "tag it must have; repeat to require several", { repeatable: true }),
      boolean("verbose", "more detail in constraints_by_type", { flag: "verbose-constraints" }),
      text("zone", "physical zone", { alsoRepeatable: true })
    ];
    typesWithLogin = ["recs_box", "sm15k", "vmmgr", "mscm", "ocs", "ucsm", "hmcz"];
    onlyFor = (field, ...types2) => ({
      kind: "onlyWhen",
      fields: [field],
      when: "chassis_type",
      is: types2,
      message: `${flag(field)} is for chassis ${types2.length > 1 ? "types" : "type"} ${joinWithAnd(types2)} only`
    });
    addChassisFields = [
      text("chassis_type", "type of chassis", {
        required: true,
        suggestions: words("hmcz mscm ocs powerkvm vmplatform recs_box sm15k ucsm virsh vmmgr")
      }),
      text("hostname", "address of the chassis", { required: true, form: "URL|host|IP" }),
      boolean("accept_all", "commission every machine that is enlisted"),
      text("domain", "domain of the new machines"),
      text("password", "password for the chassis, as @file or @-", { secret: true }),
      text("username", "user name for the chassis"),
      integer("port", "port; recs_box, vmmgr and ocs only", { min: 1, max: 65535 }),
      text("power_control", "power control; sm15k only", {
        choices: ["ipmi", "restapi", "restapi2"],
        default: "ipmi"
      }),
      text("prefix_filter", "enlist only names with this prefix; some chassis types only"),
      text("protocol", "protocol; vmmgr only", { default: "https" }),
      text("rack_controller", "rack controller to use", { kind: "node" }),
      text("token_name", "token used with --token-secret instead of a password"),
      text("token_secret", "secret of the token, as @file or @-", { secret: true }),
      boolean("verify_ssl", "verify the certificate of the chassis")
    ];
    addChassisRules = [
      {
        kind: "needs",
        field: "chassis_type",
        is: typesWithLogin,
        needs: ["username", "password"],
        unless: ["token_name", "token_secret"],
        message: `chassis types ${typesWithLogin.join(", ")} need --username and --password, or a token`
      },
      onlyFor("port", "recs_box", "vmmgr", "ocs"),
      onlyFor("power_control", "sm15k"),
      onlyFor("prefix_filter", "virsh", "vmmgr", "powerkvm", "vmplatform", "hmcz"),
      onlyFor("protocol", "vmmgr"),
      needs("token_name", "token_secret"),
      needs("token_secret", "token_name"),
      {
        kind: "exclusive",
        fields: ["password", "token_secret"],
        message: "give a token or a password, not both"
      }
    ];
    all = resource("/machines/", [], { answersWith: "system_id", theme: "Inspection" });
    machineCollection = nameOperations({
      "machines.list": all.list("anyone", "List machines", {
        notes: nodeListNotes("Patterns, --os and --limit", "--owner, --tags and --power"),
        options: [...nodeListOptions("machines"), ...powerAndSystemOptions("machines")],
        fields: typedNodeListFilters,
        commonFields: ["status", "zone", "pool", "hostname", "cpu_count", "mem", "arch"],
        example: { status: "ready", zone: "north" }
      }),
      "machines.create": all.create("anonymous", "Create a machine, or enlist one as an ordinary user", {
        theme: "Life cycle",
        notes: [
          "A machine of a user who is not an administrator stays New until it is accepted.",
          "A machine created with --deployed is Deployed and never commissioned.",
          ...fromFileNotes
        ],
        effects: [
          {
            template: "the service will commission an administrator's machine (--no-commission prevents it)",
            unless: { commission: "false", deployed: "true" }
          }
        ],
        fields: [
          text("architecture", "architecture, such as amd64/generic", { required: true }),
          text("mac_addresses", "MAC address of an interface; repeat for several", {
            required: true,
            repeatable: true
          }),
          text("subarchitecture", "subarchitecture, if the architecture has none"),
          boolean("commission", "commission at once"),
          commissioningScripts2,
          boolean("deployed", "create as deployed, without commissioning"),
          text("description", "free text"),
          text("domain", "domain; the default domain when omitted"),
          enableSsh,
          text("hostname", "host name; generated when omitted"),
          boolean("is_dpu", "the machine is a DPU", { default: "false" }),
          minHweKernel,
          powerType,
          powerParameters,
          skipBmcConfig,
          skipNetworking,
          skipStorage,
          testingScripts
        ],
        options: fromFile,
        waiter: "create",
        commonFields: ["hostname", "power_type", "power_parameters", "commission", "domain", "description"],
        example: { architecture: "amd64/generic", mac_addresses: "52:54:00:aa:bb:01", hostname: "rack7-new" }
      }),
      "machines.accept": all.post("admin", "Accept enlisted machines so that they can be commissioned", {
        theme: "Life cycle",
        notes: [
          "Accepts all of them or none. A machine that was accepted before is ignored; an allocated or broken one is an error."
        ],
        effects: [{ template: commissioning, statuses: ["new"] }],
        fields: [list("machines", "machines to accept; may be empty", { kind: "machine" })],
        allowedStatuses: ["new"],
        waiter: "accept",
        documentedAdminOnly: true,
        example: { machines: "power-01" }
      }),
      "machines.accept_all": all.post("admin", "Accept every enlisted machine", {
        theme: "Life cycle",
        notes: ["Accepts machines with the status New."],
        effects: [{ template: "the service will commission every machine that is New" }],
        waiter: "accept",
        documentedAdminOnly: true
      }),
      "machines.add_chassis": all.post("admin", "Enlist the machines of a chassis", {
        theme: "Life cycle",
        fields: addChassisFields,
        rules: addChassisRules,
        effects: [
          { template: "the service will commission every machine of the chassis", when: { accept_all: "true" } }
        ],
        result: "text",
        example: { chassis_type: "virsh", hostname: "qemu+ssh://rack1.example/system" }
      }),
      "machines.allocate": all.post("anyone", "Acquire a machine that matches all constraints", {
        meanings: { 409: { hint: "free machines: svc machines list --where status=ready" } },
        sites: "first",
        theme: "Life cycle",
        answersWith: "system_id",
        notes: [
          "Considers only machines with the status Ready. All constraints must match.",
          "With --dry-run the service shows what would match and acquires nothing.",
          "If the service refuses to deploy the machine, svc releases it again."
        ],
        fields: allocationFields,
        dryRunField: "dry_run",
        followUp: { option: "deploy", operation: machineLifecycle["machine.deploy"] },
        commonFields: words(
          "name tags arch cpu_count mem pool zone storage subnets interfaces fabrics not_tags system_id agent_name comment"
        ),
        example: { tags: "ssd", cpu_count: "4" }
      }),
      "machines.clone": all.post("owner", "Copy a machine's interfaces or storage onto others", {
        theme: "Network and storage",
        notes: [
          "Copying storage requires destinations with at least as many physical disks of at least the same size.",
          "Copying interfaces requires destinations with interfaces of the same names; more are allowed."
        ],
        fields: [
          text("source", "machine to copy from", { kind: "machine", required: true }),
          list("destinations", "machines to copy onto", { kind: "machine", required: true }),
          boolean("interfaces", "copy the interfaces", { required: true, default: "false" }),
          boolean("storage", "copy the storage", { required: true, default: "false" })
        ],
        success: 204,
        result: "none",
        confirm: "interrupts",
        example: { source: "web-01", destinations: "web-02", storage: "true" }
      }),
      "machines.is_registered": isRegistered2(all, "machine"),
      "machines.is_action_in_progress": isActionInProgress(all, "machine"),
      "machines.list_allocated": all.get("anyone", "List the machines allocated to you"),
      "machines.power_parameters": all.get("admin", "Show the power parameters of many machines in one request", {
        theme: "Settings",
        verb: "power-parameters-many",
        fields: [
          text("id", "machine: system_id, hostname, FQDN or MAC address", {
            kind: "machine",
            required: true,
            repeatable: true,
            isSplittable: true,
            positional: true
          })
        ],
        documentedAdminOnly: true,
        sensitive: secretPowerParameters,
        example: { id: "web-01" }
      }),
      "machines.release": all.post("owner", "Release several machines, all or none", {
        theme: "Life cycle",
        verb: "release-many",
        notes: ["If the status of one machine does not allow a release, the whole request fails with 409."],
        fields: [
          list("machines", "machines to release; may be empty", { kind: "machine", required: true }),
          comment
        ],
        allowedStatuses: machineLifecycle["machine.release"].allowedStatuses ?? [],
        waiter: "release",
        confirm: "destroys",
        confirmWhen: releaseConfirmation,
        effects: releaseEffects.filter(({ when }) => when === void 0),
        example: { machines: "app-02", comment: "end of the test" }
      }),
      "machines.set_zone": all.post("admin", "Move machines to a physical zone", {
        theme: "Settings",
        ...setZone("machine"),
        ignoresLock: true,
        example: { nodes: "web-01", zone: "north" }
      })
    });
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/machines.ts
var machines_exports = {};
__export(machines_exports, {
  group: () => group,
  nodeColumns: () => nodeColumns
});
var storageLayoutFields, storageLayoutRules, one2, machineOperations, nodeColumns, storageMembers, storagePaths, group;
var init_machines = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/machines.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_resource();
    init_machines_collection();
    init_machines_fields();
    init_machines_lifecycle();
    init_node_operations();
    storageLayoutFields = [
      text("storage_layout", "layout to set", {
        required: true,
        choices: ["flat", "lvm", "bcache", "vmfs6", "vmfs7", "custom", "blank"]
      }),
      size("boot_size", "size of the boot partition"),
      text("root_device", "block device for the root partition"),
      size("root_size", "size of the root partition"),
      text("lv_name", "name of the logical volume; lvm only"),
      size("lv_size", "size of the logical volume; lvm only"),
      text("vg_name", "name of the volume group; lvm only"),
      text("cache_device", "block device for the cache; bcache only"),
      text("cache_mode", "cache mode; bcache only", { choices: ["writeback", "writethrough", "writearound"] }),
      boolean("cache_no_part", "use the whole cache device; bcache only"),
      size("cache_size", "size of the cache partition; bcache only")
    ];
    storageLayoutRules = [
      {
        kind: "onlyWhen",
        fields: ["lv_name", "lv_size", "vg_name"],
        when: "storage_layout",
        is: ["lvm"],
        message: "--lv-name, --lv-size and --vg-name are for --storage-layout lvm only"
      },
      {
        kind: "onlyWhen",
        fields: ["cache_device", "cache_mode", "cache_no_part", "cache_size"],
        when: "storage_layout",
        is: ["bcache"],
        message: "--cache-device, --cache-mode, --cache-no-part and --cache-size are for --storage-layout bcache only"
      }
    ];
    one2 = resource("/machines/{system_id}/", [machineId], { theme: "Network and storage" });
    machineOperations = nameOperations({
      "machine.delete": one2.remove("admin", "Delete a machine", {
        theme: "Life cycle",
        notes: ["Without --force a machine that hosts virtual machines of a pod is not deleted."],
        effects: [
          ...deletionEffects,
          { template: "the service will delete the virtual machines on {them}", when: { force: "1" } }
        ],
        fields: [oneOrZero("force", "also delete the virtual machines it hosts")],
        success: 204
      }),
      "machine.read": one2.read("anyone", "Show a machine", { theme: "Inspection", answersNode: true }),
      "machine.update": one2.update("admin", "Change a machine", {
        theme: "Settings",
        notes: ["Setting --power-type to its default value empties the power parameters."],
        fields: [
          text("architecture", "architecture, such as amd64/generic"),
          integer("cpu_count", "number of CPUs", { min: 0 }),
          text("description", "free text"),
          boolean("disable_ipv4", "must be false if given", {
            deprecated: "must be false if given",
            choices: ["false"]
          }),
          text("domain", "domain"),
          text("hostname", "host name"),
          size("memory", "RAM in MiB, or with K, M, G or T"),
          minHweKernel,
          text("pool", "resource pool; the default pool is called default"),
          boolean("power_parameters_skip_check", "do not check the power parameters", { default: "false" }),
          { ...powerParameters, adminOnly: true },
          { ...powerType, adminOnly: true },
          size("swap_size", "swap size in bytes, or with K, M, G or T"),
          text("zone", "physical zone")
        ],
        commonFields: ["hostname", "pool", "zone", "description", "power_type", "power_parameters"],
        example: { description: "rack 7, unit 12" }
      }),
      "machine.clear_default_gateways": one2.post("admin", "Let the service choose the default gateways again", {
        notes: [
          "Order of choice: managed over unmanaged subnets, bonds over physical interfaces, the boot interface, physical interfaces over VLANs, sticky over user-reserved links, user-reserved over auto links."
        ]
      }),
      "machine.details": showDetails(one2, { theme: "Inspection" }),
      "machine.get_curtin_config": one2.get("owner", "Show the installer configuration", {
        theme: "Inspection",
        sensitive: [],
        mayAnswerText: true,
        example: { system_id: "app-01" }
      }),
      "machine.get_token": one2.get("admin", "Show the machine's own API token", {
        theme: "Inspection",
        sensitive: [],
        example: { system_id: "app-01" }
      }),
      "machine.mount_special": one2.post("owner", "Mount a file system that needs no block device", {
        fields: [
          text("fstype", "file system type, such as tmpfs", { required: true }),
          text("mount_point", "where to mount it", { required: true }),
          text("mount_option", "mount options", { alsoSentAs: "mount_options" })
        ],
        example: { fstype: "tmpfs", mount_point: "/mnt/scratch" }
      }),
      "machine.unmount_special": one2.post("owner", "Unmount a special file system", {
        examplePreparation: "svc machines mount-special web-01 --fstype tmpfs --mount-point /mnt/scratch",
        fields: [text("mount_point", "where it is mounted", { required: true })],
        example: { mount_point: "/mnt/scratch" }
      }),
      "machine.power_parameters": showPowerParameters(one2, { documentedAdminOnly: true, theme: "Settings" }),
      "machine.restore_default_configuration": one2.post("admin", "Restore the default network and storage", {
        theme: "Settings",
        confirm: "interrupts"
      }),
      "machine.restore_networking_configuration": one2.post("admin", "Restore the default network settings", {
        confirm: "interrupts"
      }),
      "machine.restore_storage_configuration": one2.post("admin", "Restore the default storage settings", {
        confirm: "interrupts"
      }),
      "machine.set_owner_data": one2.post("owner", "Add, change or remove owner data", {
        theme: "Settings",
        ...setOwnerData,
        example: { system_id: "app-01", key: "role=web" }
      }),
      "machine.set_storage_layout": one2.post("admin", "Replace the storage layout", {
        notes: ["The machine must be Ready or Allocated."],
        effects: [{ template: "the service will remove every other storage configuration of {them}" }],
        fields: storageLayoutFields,
        rules: storageLayoutRules,
        confirm: "interrupts"
      }),
      "machine.set_workload_annotations": one2.post("owner", "Add, change or remove annotations", {
        theme: "Settings",
        ...setWorkloadAnnotations,
        notes: [
          "An empty value removes the key; other keys are not changed. All annotations are removed when the machine is released."
        ],
        example: { system_id: "app-01", key: "role=web" }
      })
    });
    nodeColumns = [
      { header: "NAME", path: "fqdn", rank: "key", width: 20 },
      { header: "STATUS", path: "status_name", as: "status", rank: "key", width: 20 },
      { header: "POWER", path: "power_state", as: "power" },
      { header: "OWNER", path: "owner" },
      { header: "POOL", path: "pool.name", rank: "minor" },
      { header: "ZONE", path: "zone.name", rank: "minor" },
      { header: "ARCH", path: "architecture", rank: "minor" },
      { header: "CPUS", path: "cpu_count" },
      { header: "RAM", path: "memory", as: "mebibytes" },
      { header: "OS", path: "distro_series" },
      { header: "ID", path: "system_id", wide: true },
      { header: "TAGS", path: "tag_names", wide: true },
      { header: "IP", path: "ip_addresses", wide: true, min: 15 },
      { header: "LOCKED", path: "locked", as: "boolean", wide: true },
      { header: "STORAGE", path: "storage", as: "megabytes", wide: true },
      { header: "MESSAGE", path: "status_message", wide: true, rank: "text" },
      { header: "VENDOR", path: "hardware_info.system_vendor", as: "hardware", onRequest: true },
      { header: "MODEL", path: "hardware_info.system_product", as: "hardware", onRequest: true },
      { header: "SERIAL", path: "hardware_info.system_serial", as: "hardware", onRequest: true },
      { header: "BIOS", path: "hardware_info.mainboard_firmware_version", as: "hardware", onRequest: true },
      { header: "BIOS DATE", path: "hardware_info.mainboard_firmware_date", as: "hardware", onRequest: true },
      { header: "BMC", path: "system_id", as: "bmcAddress", onRequest: true }
    ];
    storageMembers = words("block_devices raids volume_groups cache_sets bcaches");
    storagePaths = words("blockdevice_set raids volume_groups cache_sets bcaches boot_disk.id");
    group = {
      name: "machines",
      identity: "system_id",
      columns: nodeColumns,
      kind: {
        key: ["hostname"],
        otherKeys: ["mac_addresses"],
        onlyFields: words(
          "hostname mac_addresses architecture description domain zone pool power_type power_parameters min_hwe_kernel"
        ),
        memberPaths: {
          mac_addresses: ["interface_set.mac_address"],
          domain: ["domain.name", "domain.id"],
          zone: ["zone.name", "zone.id"],
          pool: ["pool.name", "pool.id"],
          annotations: ["workload_annotations"],
          power_parameters: [""]
        },
        comparisons: { hostname: "host", mac_addresses: "mac", architecture: "architecture" },
        listFilters: { hostname: "hostname", mac_addresses: "mac_address" },
        references: { domain: "domains", zone: "zones", pool: "resourcepools" },
        neverEmpty: ["domain", "zone", "pool", "power_type"],
        sendTogether: ["power_type", "power_parameters"],
        readBy: { power_parameters: "machine.power_parameters" },
        readManyBy: { power_parameters: { operation: "machines.power_parameters", field: "id" } },
        setBy: { annotations: { operation: "machine.set_workload_annotations", field: "key" } },
        createOnDemand: true,
        children: {
          interfaces: "interfaces",
          block_devices: "block-devices",
          raids: "raids",
          volume_groups: "volume-groups",
          cache_sets: "bcache-cache-sets",
          bcaches: "bcaches"
        },
        childPaths: {
          "": ["status", "status_name", "locked", "owner"],
          interfaces: ["interface_set", "default_gateways"],
          ...Object.fromEntries(storageMembers.map((member) => [member, storagePaths]))
        }
      },
      operations: { ...machineCollection, ...machineOperations, ...machineLifecycle }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/devices.ts
var devices_exports = {};
__export(devices_exports, {
  group: () => group2
});
var all2, one3, group2;
var init_devices = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/devices.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_node_list_options();
    init_option_spec();
    init_resource();
    init_node_operations();
    all2 = resource("/devices/", [], { answersWith: "system_id" });
    one3 = resource("/devices/{system_id}/", [deviceId]);
    group2 = {
      name: "devices",
      identity: "system_id",
      columns: [
        { header: "NAME", path: "fqdn", rank: "key" },
        { header: "ID", path: "system_id" },
        { header: "OWNER", path: "owner" },
        { header: "ZONE", path: "zone.name", rank: "minor" },
        { header: "IP", path: "ip_addresses", min: 15 },
        { header: "MAC", path: "interface_set.mac_address", min: 17 },
        { header: "PARENT", path: "parent", as: "node", wide: true },
        { header: "TAGS", path: "tag_names", wide: true },
        { header: "DESCRIPTION", path: "description", wide: true }
      ],
      kind: {
        key: ["hostname"],
        otherKeys: ["mac_addresses"],
        memberPaths: {
          mac_addresses: ["interface_set.mac_address"],
          domain: ["domain.name", "domain.id"],
          zone: ["zone.name", "zone.id"],
          parent: ["parent.system_id", "parent"],
          annotations: ["workload_annotations"]
        },
        comparisons: { hostname: "host", mac_addresses: "mac" },
        listFilters: { hostname: "hostname", mac_addresses: "mac_address" },
        references: { domain: "domains", zone: "zones" },
        neverEmpty: ["domain", "zone"],
        setBy: { annotations: { operation: "device.set_workload_annotations", field: "key" } }
      },
      operations: nameOperations({
        "devices.list": all2.list("anyone", "List devices", {
          notes: nodeListNotes("Patterns and --limit", "--owner and --tags"),
          options: nodeListOptions("devices"),
          fields: typedNodeListFilters
        }),
        "devices.create": all2.create("anyone", "Create a device", {
          notes: fromFileNotes,
          options: fromFile,
          fields: [
            list("mac_addresses", "MAC address of an interface; repeat for several", { required: true }),
            text("description", "free text"),
            text("domain", "domain; the default domain when omitted"),
            text("hostname", "host name; generated when omitted"),
            text("parent", "node it belongs to", { kind: "node" })
          ],
          commonFields: ["hostname", "parent"],
          example: { mac_addresses: "52:54:00:dd:ee:01", hostname: "printer7" }
        }),
        "devices.is_registered": isRegistered2(all2, "node", { notes: ["Retired nodes are not counted."] }),
        "devices.set_zone": all2.post("admin", "Move devices to a physical zone", {
          ...setZone("device"),
          example: { nodes: "printer-01", zone: "north" }
        }),
        "device.delete": one3.remove("owner", "Delete a device"),
        "device.read": one3.read("anyone", "Show a device", { answersNode: true }),
        "device.update": one3.update("owner", "Change a device", {
          fields: [
            text("description", "free text"),
            text("domain", "domain"),
            text("hostname", "host name"),
            text("parent", "node it belongs to; unchanged when omitted", {
              kind: "node",
              requiredInUpdates: true
            }),
            text("zone", "physical zone")
          ],
          example: { description: "second floor" }
        }),
        "device.details": showDetails(one3),
        "device.power_parameters": showPowerParameters(one3, { documentedAdminOnly: true }),
        "device.restore_default_configuration": one3.post("owner", "Restore the default configuration", {
          confirm: "interrupts"
        }),
        "device.restore_networking_configuration": one3.post("owner", "Restore the default network settings", {
          confirm: "interrupts"
        }),
        "device.set_owner_data": one3.post("owner", "Add, change or remove owner data", {
          ...setOwnerData,
          example: { key: "role=printer" }
        }),
        "device.set_workload_annotations": one3.post("owner", "Add, change or remove annotations", {
          ...setWorkloadAnnotations,
          notes: [
            "An empty value removes the key; other keys are not changed. All keys are removed when the device is no longer allocated."
          ],
          example: { key: "role=printer" }
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/nodes.ts
var nodes_exports = {};
__export(nodes_exports, {
  nodeDeviceGroup: () => nodeDeviceGroup,
  nodeGroup: () => nodeGroup
});
var allNodes2, oneNode, nodeGroup, allNodeDevices, oneNodeDevice, nodeDeviceGroup;
var init_nodes2 = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/nodes.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_node_list_options();
    init_resource();
    init_machines();
    init_node_operations();
    allNodes2 = resource("/nodes/");
    oneNode = resource("/nodes/{system_id}/", [nodeId]);
    nodeGroup = {
      name: "nodes",
      identity: "system_id",
      columns: [...nodeColumns, { header: "TYPE", path: "node_type_name", wide: true }],
      operations: nameOperations({
        "nodes.list": allNodes2.list("anyone", "List nodes of every type", {
          notes: nodeListNotes("Patterns, --os and --limit", "--owner, --tags and --power"),
          options: [...nodeListOptions("nodes"), ...powerAndSystemOptions("nodes")],
          fields: typedNodeListFilters
        }),
        "nodes.is_registered": isRegistered2(allNodes2),
        "nodes.is_action_in_progress": isActionInProgress(allNodes2, "node"),
        "nodes.set_zone": allNodes2.post("admin", "Move nodes to a physical zone", {
          ...setZone("node"),
          ignoresLock: true,
          example: { nodes: "web-01", zone: "north" }
        }),
        "node.delete": oneNode.remove("admin", "Delete a node", { effects: deletionEffects, success: 204 }),
        "node.read": oneNode.read("anyone", "Show a node", { answersNode: true }),
        "node.details": showDetails(oneNode),
        "node.power_parameters": showPowerParameters(oneNode, { documentedAdminOnly: true })
      })
    };
    allNodeDevices = deployed("/nodes/{system_id}/devices/", [nodeId], {
      example: { system_id: "app-01" }
    });
    oneNodeDevice = deployed(
      "/nodes/{system_id}/devices/{id}/",
      [nodeId, integerId("id", "id of the device")],
      {
        example: { system_id: "web-01", id: "33" }
      }
    );
    nodeDeviceGroup = {
      columns: [
        { header: "ID", path: "id", rank: "key" },
        { header: "BUS", path: "bus_name" },
        { header: "ADDRESS", path: "pci_address" },
        { header: "TYPE", path: "hardware_type_name" },
        { header: "VENDOR", path: "vendor_name", rank: "text" },
        { header: "PRODUCT", path: "product_name", rank: "text" },
        { header: "INTERFACE", path: "physical_interface.name", rank: "minor" },
        { header: "DISK", path: "physical_blockdevice.name", rank: "minor" },
        { header: "DRIVER", path: "commissioning_driver", wide: true },
        { header: "VENDOR ID", path: "vendor_id", wide: true },
        { header: "PRODUCT ID", path: "product_id", wide: true },
        { header: "NUMA NODE", path: "numa_node", wide: true }
      ],
      operations: {
        "node-devices.list": allNodeDevices.list("anyone", "List the PCI and USB devices of a node", {
          fields: [
            text("bus", "only devices on this bus", numbered(["pcie", "usb"], [1, 2])),
            text("hardware_type", "only devices of this hardware type", numbered(hardwareTypes2)),
            text("vendor_id", "only devices of this vendor, such as 8086"),
            text("product_id", "only devices with this product id"),
            text("vendor_name", "only devices of the vendor with this name"),
            text("product_name", "only devices with this product name"),
            text("commissioning_driver", "only devices with this driver")
          ]
        }),
        "node-device.delete": oneNodeDevice.remove("admin", "Delete a device from a node's record", {
          effects: [{ template: "the next commissioning finds it again" }]
        }),
        "node-device.read": oneNodeDevice.read("anyone", "Show a device of a node")
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/keys.ts
var keys_exports = {};
__export(keys_exports, {
  licenseKeyGroup: () => licenseKeyGroup,
  sshKeyGroup: () => sshKeyGroup,
  sslKeyGroup: () => sslKeyGroup,
  tokenGroup: () => tokenGroup
});
var account, tokenGroup, allSshKeys, oneSshKey, sshKeyGroup, allSslKeys, oneSslKey, sslKeyGroup, licenseKeyText, allLicenseKeys, oneLicenseKey, licenseKeyGroup;
var init_keys = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/keys.ts"() {
    "use strict";
    init_field();
    init_resource();
    account = resource("/account/");
    tokenGroup = {
      identity: "token_key",
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "TOKEN KEY", path: "token_key", rank: "key" },
        { header: "CONSUMER KEY", path: "consumer_key", wide: true },
        { header: "TOKEN", path: "token", wide: true }
      ],
      operations: nameOperations({
        "account.create_authorisation_token": account.post("anyone", "Create an API key of your own", {
          verb: "create",
          answersWith: "token_key",
          fields: [text("name", "name of the key")],
          columns: [
            { header: "NAME", path: "name" },
            { header: "TOKEN KEY", path: "token_key" },
            { header: "CONSUMER KEY", path: "consumer_key", wide: true },
            { header: "TOKEN", path: "token" }
          ],
          sensitive: ["token_secret"],
          notes: [
            "Prints the new key, in full in the column TOKEN. Later, svc tokens list shows it only with --show-secrets."
          ],
          example: { name: "ci" }
        }),
        "account.delete_authorisation_token": account.post("anyone", "Delete one of your API keys", {
          verb: "delete",
          fields: [
            text("token_key", "token key, the middle part of the key; - for standard input", {
              required: true,
              positional: true
            })
          ],
          effects: [
            {
              template: "svc uses this key itself: further commands will be refused",
              currentKeyField: "token_key"
            }
          ],
          success: 204,
          result: "none",
          confirm: "destroys",
          example: { token_key: "automation00000001" }
        }),
        "account.list_authorisation_tokens": account.get("anyone", "List your API keys", {
          verb: "list",
          sensitive: ["token", "token_secret"]
        }),
        "account.update_token_name": account.post("anyone", "Rename one of your API keys", {
          verb: "rename",
          fields: [
            text("token", "API key, or only its middle part (token key)", { required: true, positional: true }),
            text("name", "new name", { required: true })
          ],
          result: "text",
          example: { token: "automation00000001", name: "laptop" }
        })
      })
    };
    allSshKeys = resource("/account/prefs/sshkeys/");
    oneSshKey = resource("/account/prefs/sshkeys/{id}/", [integerId("id", "id of the SSH key")]);
    sshKeyGroup = {
      columns: [
        { header: "ID", path: "id", rank: "key" },
        { header: "SOURCE", path: "keysource" },
        { header: "KEY", path: "key" }
      ],
      kind: { key: ["key"], comparisons: { key: "sshKey" } },
      operations: nameOperations({
        "ssh-keys.list": allSshKeys.list("anyone", "List your SSH keys"),
        "ssh-keys.create": allSshKeys.create("anyone", "Add an SSH key of your own", {
          notes: [
            "Key types: ecdsa-sha2-nistp256, ecdsa-sha2-nistp384, ecdsa-sha2-nistp521, ssh-dss, ssh-ed25519, ssh-rsa."
          ],
          fields: [
            text("key", "public key, such as @~/.ssh/id_ed25519.pub", {
              required: true,
              content: true,
              form: "<key-type> <base64 key data>",
              // The pattern allows a comment and a final newline, as in key files; live services store both.
              pattern: "(?:ecdsa-sha2-nistp(?:256|384|521)|ssh-(?:dss|ed25519|rsa))[ \\t]+[A-Za-z0-9+/]+={0,3}(?:[ \\t][^\\r\\n]*)?\\s*"
            })
          ],
          example: { key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE0k1Xq5m1c3cU0m8wq2a1b0Yf3xS5nR7dV9pL2kJ4hG" },
          success: 201
        }),
        "ssh-keys.import": allSshKeys.post("anyone", "Import the SSH keys of a user of a code-hosting service", {
          fields: [
            text("keysource", "source, lp or gh, and the user's login there", {
              required: true,
              alsoPositional: true,
              form: "<source>:<user>",
              pattern: "(?:lp|gh):.+"
            })
          ],
          example: { keysource: "gh:octo" }
        }),
        "ssh-key.delete": oneSshKey.remove("anyone", "Delete one of your SSH keys", { success: 204 }),
        "ssh-key.read": oneSshKey.read("anyone", "Show an SSH key")
      })
    };
    allSslKeys = resource("/account/prefs/sslkeys/");
    oneSslKey = resource("/account/prefs/sslkeys/{id}/", [integerId("id", "id of the SSL key")]);
    sslKeyGroup = {
      columns: [
        { header: "ID", path: "id", rank: "key" },
        { header: "KEY", path: "key" }
      ],
      kind: { key: ["key"] },
      operations: {
        "ssl-keys.list": allSslKeys.list("anyone", "List your SSL keys", { sensitive: ["key"] }),
        "ssl-keys.create": allSslKeys.create("anyone", "Add an SSL key of your own", {
          fields: [
            text("key", "contents of a PEM file, such as @key.pem", {
              required: true,
              form: "PEM",
              secret: true,
              document: true
            })
          ],
          success: 201,
          sensitive: ["key"],
          example: { key: "@-" },
          exampleInput: "openssl genrsa 2048"
        }),
        "ssl-key.delete": oneSslKey.remove("anyone", "Delete one of your SSL keys", { success: 204 }),
        "ssl-key.read": oneSslKey.read("anyone", "Show one of your SSL keys", { sensitive: ["key"] })
      }
    };
    licenseKeyText = text("license_key", "license key, as @file or @-", { secret: true });
    allLicenseKeys = resource("/license-keys/", [], {
      answersWith: "distro_series",
      sensitive: ["license_key"]
    });
    oneLicenseKey = resource(
      "/license-key/{osystem}/{distro_series}",
      [textId("osystem", "operating system"), textId("distro_series", "release of the operating system")],
      { answersWith: "distro_series", example: { osystem: "windows", distro_series: "win2022" } }
    );
    licenseKeyGroup = {
      identity: "distro_series",
      columns: [
        { header: "OS", path: "osystem", rank: "key" },
        { header: "SERIES", path: "distro_series", rank: "key" },
        { header: "KEY", path: "license_key", min: 25 }
      ],
      kind: { key: ["osystem", "distro_series"] },
      operations: {
        "license-keys.list": allLicenseKeys.list("admin", "List license keys"),
        "license-keys.create": allLicenseKeys.create("admin", "Add a license key", {
          fields: [
            text("osystem", "operating system", { required: true }),
            text("distro_series", "release of the operating system", { required: true }),
            { ...licenseKeyText, required: true }
          ],
          example: { osystem: "windows", distro_series: "win2025", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" }
        }),
        "license-key.delete": oneLicenseKey.remove("admin", "Delete a license key"),
        "license-key.read": oneLicenseKey.read("admin", "Show a license key", { sensitive: ["license_key"] }),
        "license-key.update": oneLicenseKey.update("admin", "Change a license key", {
          fields: [licenseKeyText],
          example: { osystem: "windows", distro_series: "win2022", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
          sensitive: ["license_key"]
        })
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/boot-resources.ts
var boot_resources_exports = {};
__export(boot_resources_exports, {
  group: () => group3
});
var all3, one4, uploadedFile, group3;
var init_boot_resources = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/boot-resources.ts"() {
    "use strict";
    init_defaults();
    init_field();
    init_number_lists();
    init_option_spec();
    init_resource();
    all3 = resource("/boot-resources/");
    one4 = resource("/boot-resources/{id}/", [idOrName("boot resource", bootResources)]);
    uploadedFile = resource("/boot-resources/{resource_id}/upload/{id}/", [
      integerOrName("resource_id", "id or name of the boot resource", bootResources),
      integerId("id", "id of the boot resource's file")
    ]);
    group3 = {
      name: "boot-resources",
      identity: "id",
      columns: [
        { header: "ID", path: "id" },
        { header: "TYPE", path: "type" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "ARCH", path: "architecture" },
        { header: "LAST DEPLOYED", path: "last_deployed", as: "age" },
        { header: "TITLE", path: "title", wide: true },
        { header: "SUBARCHES", path: "subarches", wide: true }
      ],
      operations: nameOperations({
        "boot-resources.list": all3.list("anyone", "List boot resources", {
          fields: [
            text("type", "only resources of this type; all when omitted", {
              suggestions: ["synced", "uploaded"]
            })
          ]
        }),
        "boot-resources.create": all3.create("admin", "Create a boot resource, before its file is uploaded", {
          notes: [
            "The file is not part of this request: it is uploaded afterwards in chunks.",
            "--base-image is required for custom images, and not allowed for others."
          ],
          fields: [
            text("architecture", "architecture, such as amd64/generic", { required: true }),
            text("base_image", "image that a custom image is based on, such as ubuntu/jammy", {
              remedy: "--base-image takes an image such as ubuntu/jammy"
            }),
            { ...imageFileType, type: "string" },
            text("name", "name, such as custom/golden", { required: true }),
            text("sha256", "SHA-256 of the file", { required: true }),
            text("size", "size of the file in bytes", { required: true, form: "bytes", pattern: "[0-9]+" }),
            text("title", "human-readable title")
          ],
          example: {
            architecture: "amd64/generic",
            base_image: "ubuntu/jammy",
            name: "custom/golden",
            sha256: "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
            size: "11"
          }
        }),
        "boot-resources.import": all3.post("admin", "Start the import of boot images", {
          resultVerb: "is-importing",
          options: [
            option("wait", "wait until the import has ended"),
            { ...waitTimeout, needs: ["wait"], default: defaults2.importDeadlineMs },
            { ...pollInterval, needs: ["wait"], default: defaults2.importIntervalMs }
          ],
          result: "text"
        }),
        "boot-resources.is_importing": all3.get("anyone", "Show whether boot images are being imported", {
          result: "text"
        }),
        "boot-resources.stop_import": all3.post("admin", "Stop the import of boot images", {
          resultVerb: "is-importing",
          confirm: "interrupts",
          result: "text"
        }),
        "boot-resource.delete": one4.remove("admin", "Delete a boot resource"),
        "boot-resource.read": one4.read("anyone", "Show a boot resource with its sets and files"),
        "boot-resource.upload": uploadedFile.update("admin", "Append one chunk to a boot resource's file", {
          verb: "upload-chunk",
          examplePreparation: "svc boot-resources create --name custom/golden --architecture amd64/generic --base-image ubuntu/jammy --sha256 b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9 --size 11",
          notes: [
            "The service appends each chunk and has no offsets: a chunk sent twice corrupts the file.",
            "The first id is the boot resource's, the second its file's; upload_uri ends in both."
          ],
          fields: [
            file("content", "file with the chunk's bytes, sent unchanged", { in: "body", required: true })
          ],
          result: "none",
          example: { resource_id: "5", id: "17", content: "-" },
          exampleInput: "printf 'hello world'"
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/boot-sources.ts
var boot_sources_exports = {};
__export(boot_sources_exports, {
  bootSourceGroup: () => bootSourceGroup,
  selectionGroup: () => selectionGroup
});
var keyringFields, sourceUrl, allSources, oneSource, bootSourceGroup, selectionParameters, selectionFields, allSelections, oneSelection, selectionGroup;
var init_boot_sources = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/boot-sources.ts"() {
    "use strict";
    init_field();
    init_number_lists();
    init_resource();
    keyringFields = [
      base64("keyring_data", "signature keyring: @file, encoded by svc", { asFile: true }),
      text("keyring_filename", "path of the keyring on the server")
    ];
    sourceUrl = text("url", "address of the boot source", { flag: "source-url" });
    allSources = resource("/boot-sources/");
    oneSource = resource(
      "/boot-sources/{id}/",
      [textId("id", "id or address of the boot source", bootSources)],
      {
        example: { id: "1" }
      }
    );
    bootSourceGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "URL", path: "url", rank: "key" },
        { header: "KEYRING", path: "keyring_filename", rank: "minor" },
        { header: "UPDATED", path: "updated", as: "age", wide: true }
      ],
      kind: { key: ["url"], children: { selections: "boot-source-selections" } },
      operations: {
        "boot-sources.list": allSources.list("admin", "List boot sources"),
        "boot-sources.create": allSources.create("admin", "Add a boot source", {
          fields: [{ ...sourceUrl, required: true }, ...keyringFields],
          rules: [
            anyOf(
              "give --keyring-data or --keyring-filename with --source-url",
              "keyring_data",
              "keyring_filename"
            )
          ],
          example: {
            url: "http://images.example/ephemeral/stable/",
            keyring_filename: "/usr/share/keyrings/images.gpg"
          }
        }),
        "boot-source.delete": oneSource.remove("admin", "Delete a boot source", {
          effects: [{ template: "its selections are deleted too" }]
        }),
        "boot-source.read": oneSource.read("admin", "Show a boot source"),
        "boot-source.update": oneSource.update("admin", "Change a boot source", {
          fields: [...keyringFields, sourceUrl],
          example: { id: "1", url: "http://images.example/ephemeral/candidate/" }
        })
      }
    };
    selectionParameters = [
      textId("boot_source_id", "id or address of the boot source", bootSources),
      textId("id", "id or release of the selection", selections)
    ];
    selectionFields = [
      list("arches", "architecture to import; repeat for several"),
      list("labels", "label to import; repeat for several"),
      text("os", "operating system, such as ubuntu"),
      text("release", "release, such as jammy"),
      list("subarches", "subarchitecture to import; repeat for several")
    ];
    allSelections = resource("/boot-sources/{boot_source_id}/selections/", [selectionParameters[0]]);
    oneSelection = resource("/boot-sources/{boot_source_id}/selections/{id}/", selectionParameters, {
      example: { boot_source_id: "1", id: "1" }
    });
    selectionGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "OS", path: "os", rank: "key" },
        { header: "RELEASE", path: "release", rank: "key" },
        { header: "ARCHES", path: "arches" },
        { header: "SUBARCHES", path: "subarches", rank: "minor" },
        { header: "LABELS", path: "labels", rank: "minor" }
      ],
      kind: {
        key: ["os", "release"],
        parent: { kind: "boot-sources", parameter: "boot_source_id" },
        emptyMarkers: { arches: "*", subarches: "*", labels: "*" }
      },
      operations: {
        "boot-source-selections.list": allSelections.list("admin", "List the selections of a boot source", {
          example: { boot_source_id: "1" }
        }),
        "boot-source-selections.create": allSelections.create("admin", "Select images of a boot source", {
          fields: selectionFields,
          example: {
            boot_source_id: "1",
            os: "ubuntu",
            release: "bionic",
            arches: "amd64",
            subarches: "*",
            labels: "*"
          }
        }),
        "boot-source-selection.delete": oneSelection.remove("admin", "Delete a selection"),
        "boot-source-selection.read": oneSelection.read("admin", "Show a selection"),
        "boot-source-selection.update": oneSelection.update("admin", "Change a selection", {
          fields: selectionFields,
          example: { boot_source_id: "1", id: "1", arches: "arm64" }
        })
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/scripts.ts
var scripts_exports = {};
__export(scripts_exports, {
  commissioningScriptGroup: () => commissioningScriptGroup,
  installationResultGroup: () => installationResultGroup,
  resultGroup: () => resultGroup,
  scriptGroup: () => scriptGroup
});
var types, hardware, script, comment2, settings, networking, headerNote, smoke, allScripts2, oneScript, withSource, scriptGroup, output, filterFields, run, allResults, oneResult, scriptColumns, resultGroup, replacement2, contentHelp, shared, allCommissioningScripts, name2, oneCommissioningScript, commissioningScriptGroup, allInstallationResults, installationResultGroup;
var init_scripts3 = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/scripts.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_option_spec();
    init_resource();
    types = numbered(["commissioning", "testing", "release"], [0, 2, 3]);
    hardware = numbered(hardwareTypes2);
    script = file("script", "file with the script, or - for standard input");
    comment2 = text("comment", "comment on this revision");
    settings = [
      text("title", "human-readable title"),
      text("description", "what it does"),
      text("tags", "tags that select it, besides its name", commaSeparated),
      text("type", "when it runs; testing by default", types),
      text("hardware_type", "hardware it is for; node by default", hardware),
      text("parallel", "whether it may run in parallel with others", {
        ...numbered(["disabled", "instance", "any"]),
        flag: "script-parallel"
      }),
      text("timeout", "time limit, such as 00:05:00; 0 for none", { form: "HH:MM:SS", flag: "script-timeout" }),
      booleanOrDigit("destructive", "whether it overwrites data on disks"),
      text("for_hardware", "run only on this hardware: pci:8086:1521, modalias:*", commaSeparated),
      booleanOrDigit("may_reboot", "whether it may reboot the machine"),
      booleanOrDigit("recommission", "whether the machine is commissioned again afterwards")
    ];
    networking = booleanOrDigit(
      "apply_configured_networking",
      "whether the network is configured before it runs"
    );
    headerNote = "The file's header, YAML in comments between '# --- Start SVC 1.0 script metadata ---' and '# --- End SVC 1.0 script metadata ---', sets name, title, description, script_type, hardware_type, tags, timeout, parallel, destructive, parameters and packages. An option that contradicts the header is refused.";
    smoke = "#!/bin/sh\necho smoke test passed\n";
    allScripts2 = deployed("/scripts/", [], { answersWith: "name" });
    oneScript = deployed("/scripts/{name}", [textId("name", "name of the script")], {
      answersWith: "name",
      example: { name: "10-smoke" }
    });
    withSource = booleanOrDigit("include_script", "include the content, in base64");
    scriptGroup = {
      identity: "name",
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "TYPE", path: "type", as: "scriptType" },
        { header: "HARDWARE", path: "hardware_type_name" },
        { header: "TIMEOUT", path: "timeout" },
        { header: "TAGS", path: "tags" },
        { header: "TITLE", path: "title", rank: "text" },
        { header: "BUILT IN", path: "default", as: "boolean", wide: true },
        { header: "PARALLEL", path: "parallel_name", wide: true },
        { header: "DESTRUCTIVE", path: "destructive", as: "boolean", wide: true },
        { header: "REVISION", path: "history.0.id", wide: true },
        { header: "CHANGED", path: "history.0.created", as: "age", wide: true },
        { header: "ID", path: "id", wide: true }
      ],
      kind: {
        key: ["name"],
        comparisons: { timeout: "timeSpan" },
        addedWords: { tags: [...hardwareTypes2, "destructive"] },
        neverEmpty: words(
          "type hardware_type parallel timeout destructive may_reboot recommission apply_configured_networking"
        ),
        ignoredFields: ["comment"],
        readBy: { script: "script.download" },
        ignoreWhen: { default: true }
      },
      operations: nameOperations({
        "scripts.list": allScripts2.list("anyone", "List commissioning and testing scripts", {
          fields: [
            text("type", "only scripts of this type", types),
            text("hardware_type", "only scripts for this hardware", hardware),
            withSource,
            text("filters", "only scripts with these names or tags", commaSeparated)
          ],
          example: { type: "testing" }
        }),
        "scripts.create": allScripts2.create("admin", "Add a script from a file", {
          fields: [
            { ...script, required: true, alsoPositional: true },
            text("name", "name; default: the name in the header, or that of the file"),
            ...settings,
            comment2
          ],
          commonFields: ["type", "tags", "timeout"],
          notes: [
            headerNote,
            "A script without a name in its header is named after the file, without .sh, .py and so on."
          ],
          example: { script: "-", name: "20-disk-check", type: "testing", timeout: "00:05:00" },
          exampleInput: `printf '${smoke.replaceAll("\n", "\\n")}'`
        }),
        "script.add_tag": oneScript.post(
          "admin",
          "Add a tag to a script",
          tagging("name", { name: "10-smoke", tag: "rack" })
        ),
        "script.delete": oneScript.remove("admin", "Delete a script with all its revisions"),
        "script.download": oneScript.get("anyone", "Print the content of a script", {
          verb: "download",
          options: outputFileOptions,
          fields: [
            integer("revision", "id of an earlier revision, listed by svc scripts get -o json", { min: 0 })
          ],
          mayAnswerContent: true
        }),
        "script.read": oneScript.read("anyone", "Show a script and its revisions", { fields: [withSource] }),
        "script.remove_tag": oneScript.post(
          "admin",
          "Remove a tag from a script",
          tagging("name", { name: "10-smoke", tag: "site" })
        ),
        "script.revert": oneScript.post("admin", "Revert a script to an earlier revision", {
          answersWith: "name",
          fields: [integer("to", "id of the revision, or -1 for the one before", { required: true })],
          effects: [{ template: "newer revisions are deleted" }],
          confirm: "destroys",
          example: { name: "10-smoke", to: "-1" }
        }),
        "script.update": oneScript.update("admin", "Change a script", {
          fields: [
            text("new_name", "new name", { sentAs: "name" }),
            { ...script, alsoPositional: true },
            ...settings,
            networking,
            comment2
          ],
          notes: [headerNote],
          example: { name: "10-smoke", timeout: "00:10:00" }
        })
      })
    };
    output = text("include_output", "true to include the output, in base64", { suggestions: ["true"] });
    filterFields = [
      text("hardware_type", "only results of scripts for this hardware", numbered(hardwareTypes2)),
      text("filters", "only results with these script names, script tags or result ids", commaSeparated)
    ];
    run = textId("id", "id of the run, or a word such as current-testing");
    allResults = deployed("/nodes/{system_id}/results/", [nodeId], { example: { system_id: "web-01" } });
    oneResult = deployed("/nodes/{system_id}/results/{id}/", [nodeId, run], {
      example: { system_id: "web-01", id: "current-commissioning" }
    });
    scriptColumns = [
      { header: "SCRIPT", path: "name", rank: "key" },
      { header: "STATUS", path: "status_name", as: "outcome", rank: "key" },
      { header: "RUNTIME", path: "runtime" },
      { header: "EXIT", path: "exit_status" },
      { header: "STARTED", path: "started", as: "age" },
      { header: "SUPPRESSED", path: "suppressed", as: "boolean", wide: true },
      { header: "ID", path: "id", wide: true }
    ];
    resultGroup = {
      columns: [
        { header: "ID", path: "id", rank: "key" },
        { header: "TYPE", path: "type", as: "scriptType", rank: "key" },
        { header: "STATUS", path: "status_name", as: "outcome", rank: "key" },
        { header: "RUNTIME", path: "runtime" },
        { header: "STARTED", path: "started", as: "age" },
        { header: "SCRIPTS", path: "results", as: "count" },
        { header: "ENDED", path: "ended", as: "age", wide: true }
      ],
      operations: nameOperations({
        "results.list": allResults.list("anyone", "List the runs of scripts on a node", {
          fields: [
            text("type", "only runs of this type", numbered(["commissioning", "installation", "testing"])),
            ...filterFields,
            output
          ],
          notes: ["To list one row per script: svc machines results NAME."]
        }),
        "result.delete": oneResult.remove("admin", "Delete a run of scripts and its results"),
        "result.download": oneResult.get("anyone", "Print the output of the scripts of a run", {
          verb: "download",
          options: outputFileOptions,
          fields: [
            ...filterFields,
            text("output", "which output; combined by default", {
              choices: ["combined", "stdout", "stderr", "result", "all"],
              flag: "result-output"
            }),
            text("filetype", "text, or an archive with a file for each script", { choices: ["txt", "tar.xz"] })
          ],
          mayAnswerContent: true,
          example: { system_id: "web-01", id: "current-commissioning", filters: "svc-kernel-cmdline" }
        }),
        "result.read": oneResult.read("anyone", "Show the scripts of a run", {
          fields: [...filterFields, output],
          rows: "results",
          columns: scriptColumns,
          identity: "name"
        }),
        "result.update": oneResult.update("admin", "Suppress failed results of a run, or count them again", {
          fields: [boolean("suppressed", "ignore failures of these scripts"), ...filterFields, output],
          example: { system_id: "web-01", id: "current-commissioning", suppressed: "true" }
        })
      })
    };
    replacement2 = "use node scripts instead: svc scripts list";
    contentHelp = "file with the script";
    shared = { answersWith: "name", documentedAdminOnly: true, deprecated: replacement2 };
    allCommissioningScripts = resource("/commissioning-scripts/", [], shared);
    name2 = textId("name", "name of the commissioning script");
    oneCommissioningScript = resource("/commissioning-scripts/{name}", [name2], {
      ...shared,
      example: { name: "50-burn-in" }
    });
    commissioningScriptGroup = {
      identity: "name",
      columns: [{ header: "NAME", path: "name", rank: "key" }],
      kind: {
        key: ["name"],
        coveredBy: "scripts",
        readBy: { content: "commissioning-script.read" },
        builtinIn: { path: "/scripts/", when: { default: true } }
      },
      operations: {
        "commissioning-scripts.list": allCommissioningScripts.list("admin", "List commissioning scripts"),
        "commissioning-scripts.create": allCommissioningScripts.create("admin", "Add a commissioning script", {
          fields: [text("name", "name of the script"), file("content", contentHelp)],
          example: { name: "60-burn-in", content: "-" },
          exampleInput: "echo 'sleep 60'"
        }),
        "commissioning-script.delete": oneCommissioningScript.remove("admin", "Delete a commissioning script"),
        "commissioning-script.read": oneCommissioningScript.read("admin", "Show a commissioning script", {
          mayAnswerText: true
        }),
        "commissioning-script.update": oneCommissioningScript.update("admin", "Replace a commissioning script", {
          fields: [file("content", contentHelp)],
          example: { name: "50-burn-in", content: "-" },
          exampleInput: "echo 'sleep 60'"
        })
      }
    };
    allInstallationResults = resource("/installation-results/");
    installationResultGroup = {
      columns: [
        { header: "NODE", path: "node.system_id", as: "node" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "RESULT", path: "script_result", as: "exitStatus", rank: "key" },
        { header: "TYPE", path: "result_type", as: "scriptType", rank: "minor" },
        { header: "UPDATED", path: "updated", as: "age" },
        { header: "ID", path: "id", wide: true },
        { header: "CREATED", path: "created", as: "age", wide: true }
      ],
      operations: {
        "installation-results.list": allInstallationResults.list(
          "anyone",
          "List commissioning results of the nodes you can see",
          {
            fields: [
              list("system_id", "only results of these nodes", { isSplittable: true, kind: "node" }),
              list("name", "only results of these names"),
              text("result_type", "only results of this type")
            ]
          }
        )
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/dhcp-snippets.ts
var dhcp_snippets_exports = {};
__export(dhcp_snippets_exports, {
  group: () => group4
});
var all4, one5, group4;
var init_dhcp_snippets = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/dhcp-snippets.ts"() {
    "use strict";
    init_field();
    init_number_lists();
    init_resource();
    all4 = resource("/dhcp-snippets/", [], { deprecated: true });
    one5 = resource("/dhcp-snippets/{id}/", [idOrName("DHCP snippet", snippets)], { deprecated: true });
    group4 = {
      columns: [
        { header: "ID", path: "id" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "ENABLED", path: "enabled", as: "boolean" },
        { header: "GLOBAL", path: "global_snippet", as: "boolean" },
        { header: "SUBNET", path: "subnet.name" },
        { header: "NODE", path: "node.system_id", as: "node" },
        { header: "DESCRIPTION", path: "description", rank: "minor" },
        { header: "VALUE", path: "value", wide: true },
        { header: "REVISIONS", path: "history.id", wide: true }
      ],
      kind: {
        key: ["name"],
        memberPaths: {
          subnet: ["subnet.cidr", "subnet.name", "subnet.id"],
          node: ["node.hostname", "node.system_id"],
          iprange: ["iprange.start_ip", "iprange.id"]
        },
        references: { subnet: "subnets", iprange: "ipranges" },
        referencesById: ["subnet", "iprange"],
        absentIsEmpty: ["iprange"]
      },
      operations: nameOperations({
        "dhcp-snippets.list": all4.list("anyone", "List DHCP snippets"),
        "dhcp-snippets.create": all4.create("admin", "Create a DHCP snippet", {
          fields: [
            text("name", "name", { required: true }),
            text("value", "DHCP server configuration, or @file", { required: true, document: true }),
            text("description", "free text"),
            boolean("enabled", "enable the snippet"),
            boolean("global_snippet", "for every node; not with --node or --subnet"),
            text("iprange", "IP range it applies to; needs --subnet", { list: ranges }),
            text("node", "node it applies to", { kind: "node" }),
            text("subnet", "subnet it applies to")
          ],
          rules: [exclusive("node", "subnet", "global_snippet"), needs("iprange", "subnet")],
          example: { name: "dns", value: "option domain-name-servers 10.10.0.2;", global_snippet: "true" }
        }),
        "dhcp-snippet.delete": one5.remove("admin", "Delete a DHCP snippet", {
          effects: [{ template: "its earlier values are deleted too" }]
        }),
        "dhcp-snippet.read": one5.read("anyone", "Show a DHCP snippet with its history"),
        "dhcp-snippet.update": one5.update("admin", "Change a DHCP snippet", {
          notes: ["Previous values are kept: see revert."],
          fields: [
            text("description", "free text"),
            boolean("enabled", "enable the snippet"),
            boolean("global_snippet", "make it global, which removes its node and subnet"),
            text("name", "name"),
            text("node", "node it applies to", { kind: "node" }),
            text("subnet", "subnet it applies to"),
            text("value", "DHCP server configuration, or @file", { document: true })
          ],
          rules: [exclusive("node", "subnet")],
          example: { description: "time servers" }
        }),
        "dhcp-snippet.revert": one5.post("admin", "Revert a DHCP snippet to an earlier value", {
          answersWith: "id",
          fields: [integer("to", "id of a revision, or -1, -2, ... for steps back", { required: true })],
          example: { to: "1" }
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/discovery.ts
var discovery_exports = {};
__export(discovery_exports, {
  group: () => group5
});
var all5, one6, group5;
var init_discovery = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/discovery.ts"() {
    "use strict";
    init_field();
    init_resource();
    all5 = resource("/discovery/");
    one6 = resource("/discovery/{discovery_id}/", [textId("discovery_id", "id of the discovery")]);
    group5 = {
      identity: "discovery_id",
      columns: [
        { header: "IP", path: "ip", rank: "key" },
        { header: "MAC", path: "mac_address", min: 17 },
        { header: "HOST", path: "hostname" },
        { header: "FABRIC", path: "fabric_name", rank: "minor" },
        { header: "VID", path: "vid", as: "vid" },
        { header: "SEEN BY", path: "observer.hostname" },
        { header: "LAST SEEN", path: "last_seen", as: "age", rank: "key" },
        { header: "MAKER", path: "mac_organization", wide: true },
        { header: "ID", path: "discovery_id", wide: true }
      ],
      operations: nameOperations({
        "discovery.list": all5.list("anyone", "List discovered devices, last seen first"),
        "discovery.by_unknown_ip": all5.get("anyone", "List discoveries with an unknown IP address"),
        "discovery.by_unknown_mac": all5.get("anyone", "List discoveries with an unknown MAC address"),
        "discovery.by_unknown_ip_and_mac": all5.get("anyone", "List discoveries with unknown IP and MAC"),
        "discovery.clear": all5.post("admin", "Clear discoveries of the given kinds", {
          fields: [
            boolean("all", "clear all discoveries"),
            boolean("mdns", "clear mDNS discoveries"),
            boolean("neighbours", "clear neighbour discoveries")
          ],
          rules: [anyOf("give one of --all, --mdns and --neighbours", "all", "mdns", "neighbours")],
          example: { mdns: "true" },
          confirm: "destroys",
          result: "none"
        }),
        "discovery.clear_by_mac_and_ip": all5.post("admin", "Clear one discovery", {
          effects: [{ template: "its reverse DNS entries are deleted too" }],
          fields: [text("ip", "IP address", { required: true }), text("mac", "MAC address", { required: true })],
          example: { ip: "10.10.0.77", mac: "52:54:00:99:00:01" },
          confirm: "destroys",
          result: "none"
        }),
        "discovery.scan": all5.post("anyone", "Scan networks for neighbours, in the background", {
          answersWith: "scan_started_on",
          notes: [
            "Network discovery must not be disabled. --force is required when all networks are scanned.",
            "Racks that do not answer within ten seconds are listed as timed out.",
            "--slow limits the scan to nine packets a second; it has no effect with ping."
          ],
          fields: [
            boolean("always_use_ping", "use ping even if a network scanner is installed", { default: "false" }),
            text("cidr", "network to scan; all when omitted", { repeatable: true, form: "CIDR" }),
            boolean("force", "allow a scan of all networks", { default: "false" }),
            boolean("slow", "scan slowly", { default: "false" }),
            integer("threads", "number of threads; default: 1 per scanner, 4 per CPU with ping", { min: 1 })
          ],
          rules: [anyOf("a scan of all networks, without --cidr, needs --force", "cidr", "force")],
          columns: [
            { header: "RESULT", path: "result" },
            { header: "STARTED", path: "scan_started_on", as: "node" },
            { header: "FAILED", path: "scan_failed_on", as: "node" },
            { header: "UNREACHED", path: "failed_to_connect_to", as: "node" },
            { header: "TIMED OUT", path: "rpc_call_timed_out_on", as: "node" },
            { header: "ATTEMPTED", path: "scan_attempted_on", as: "node", wide: true }
          ],
          identity: "scan_started_on",
          example: { cidr: "10.10.0.0/24" }
        }),
        "discovery.read": one6.read("anyone", "Show a discovery", {
          example: { discovery_id: "MTAuMTAuMC43Nyw1Mjo1NDowMDo5OTowMDowMQ==" }
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/dns.ts
var dns_exports = {};
__export(dns_exports, {
  dnsRecordGroup: () => dnsRecordGroup,
  dnsResourceGroup: () => dnsResourceGroup,
  domainGroup: () => domainGroup
});
var domainFields, forwardingNote, sentAlone, allDomains, oneDomain, domainGroup, domain, name3, furtherFields, allResources, oneResource, dnsResourceGroup, rrdata, rrtype, allRecords, oneRecord, dnsRecordGroup;
var init_dns2 = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/dns.ts"() {
    "use strict";
    init_field();
    init_number_lists();
    init_resource();
    domainFields = [
      text("name", "name of the domain", { required: true }),
      text("authoritative", "whether the service is authoritative", { suggestions: ["true", "false"] }),
      text("forward_dns_servers", "DNS server to forward to if not authoritative; repeatable", {
        repeatable: true,
        separator: " ",
        form: "IP"
      })
    ];
    forwardingNote = "Live services do not accept --authoritative false and --forward-dns-servers in one request: svc sends two.";
    sentAlone = { field: "forward_dns_servers", with: "authoritative", is: "false" };
    allDomains = resource("/domains/");
    oneDomain = resource("/domains/{id}/", [idOrName("domain")]);
    domainGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "DEFAULT", path: "is_default", as: "boolean" },
        { header: "AUTHORITATIVE", path: "authoritative", as: "boolean" },
        { header: "TTL", path: "ttl" },
        { header: "RECORDS", path: "resource_record_count" }
      ],
      kind: {
        key: ["name"],
        comparisons: { name: "host" },
        absentIsEmpty: ["forward_dns_servers"],
        neverEmpty: ["authoritative"],
        builtinWhen: { is_default: true },
        blockedBy: ["dnsresources"],
        blockedByNodes: { filter: "domain", path: "domain.name" }
      },
      operations: nameOperations({
        "domains.list": allDomains.list("anyone", "List domains"),
        "domains.create": allDomains.create("admin", "Create a domain", {
          fields: domainFields,
          notes: [forwardingNote],
          sentAlone,
          example: { name: "lab.example.com" }
        }),
        "domains.set_serial": allDomains.post("admin", "Set the SOA serial that all DNS zones use next", {
          fields: [integer("serial", "SOA serial", { required: true, min: 0 })],
          example: { serial: "2026010101" },
          result: "text"
        }),
        "domain.delete": oneDomain.remove("admin", "Delete a domain", {
          effects: [{ template: "it must not contain DNS resources or nodes" }],
          example: { id: "2" }
        }),
        "domain.read": oneDomain.read("anyone", "Show a domain"),
        "domain.update": oneDomain.update("admin", "Change a domain", {
          notes: ["--name is required here too.", forwardingNote],
          sentAlone,
          fields: [...domainFields, integer("ttl", "default TTL in seconds", { min: 0 })],
          example: { name: "lab.example.com", ttl: "300" }
        }),
        "domain.set_default": oneDomain.post("admin", "Make a domain the default one", {
          answersWith: "id",
          effects: [{ template: "unallocated nodes on the previous default domain move to it" }]
        })
      })
    };
    domain = text("domain", "domain: name or id");
    name3 = text("name", "host name without domain");
    furtherFields = [
      text("fqdn", "FQDN; ignored with --name or --domain"),
      integer("address_ttl", "TTL of the addresses in seconds", { min: 0 }),
      text("ip_addresses", "address of an A or AAAA record; repeat for several", {
        repeatable: true,
        separator: " ",
        form: "IP|id"
      })
    ];
    allResources = resource("/dnsresources/");
    oneResource = resource("/dnsresources/{id}/", [
      integerOrName("id", "id or FQDN of the DNS resource", dnsResources)
    ]);
    dnsResourceGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "FQDN", path: "fqdn", rank: "key" },
        { header: "ADDRESSES", path: "ip_addresses.ip", min: 15 },
        { header: "TTL", path: "address_ttl" },
        { header: "RECORDS", path: "resource_records", as: "count" }
      ],
      kind: {
        key: ["name", "domain"],
        joinedFields: { member: "fqdn", fields: ["name", "domain"] },
        comparisons: { name: "host" },
        memberPaths: { ip_addresses: ["ip_addresses.ip"] },
        references: { domain: "domains" },
        ignoredFields: ["fqdn"]
      },
      operations: {
        "dns-resources.list": allResources.list("anyone", "List DNS resources", {
          fields: [
            text("fqdn", "only the resource with this FQDN"),
            text("domain", "only resources in this domain"),
            text("name", "only resources of this name"),
            text("rrtype", "only resources with records of this type", {
              suggestions: ["cname", "mx", "ns", "srv", "sshfp", "txt"]
            }),
            boolean("all", "include the implicit records of registered nodes")
          ]
        }),
        "dns-resources.create": allResources.create("admin", "Create a DNS resource", {
          notes: ["--name and --domain are required, so --fqdn has no effect here."],
          fields: [{ ...domain, required: true }, { ...name3, required: true }, ...furtherFields],
          commonFields: ["ip_addresses", "address_ttl"],
          example: { domain: "example.com", name: "app", ip_addresses: "10.10.0.51" }
        }),
        "dns-resource.delete": oneResource.remove("admin", "Delete a DNS resource", {
          effects: [{ template: "its records are deleted too" }]
        }),
        "dns-resource.read": oneResource.read("anyone", "Show a DNS resource"),
        "dns-resource.update": oneResource.update("admin", "Change a DNS resource", {
          notes: ["The service ignores --fqdn when --name or --domain is given."],
          fields: [domain, name3, ...furtherFields],
          example: { address_ttl: "300" }
        })
      }
    };
    rrdata = text("rrdata", "data of the record");
    rrtype = text("rrtype", "type of the record", {
      suggestions: ["cname", "mx", "ns", "srv", "sshfp", "txt"]
    });
    allRecords = resource("/dnsresourcerecords/");
    oneRecord = resource("/dnsresourcerecords/{id}/", [
      integerOrName("id", "id or FQDN of the DNS resource record", dnsRecords)
    ]);
    dnsRecordGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "FQDN", path: "fqdn", rank: "key" },
        { header: "TYPE", path: "rrtype", rank: "key" },
        { header: "TTL", path: "ttl" },
        { header: "DATA", path: "rrdata", rank: "text" }
      ],
      kind: {
        key: ["name", "domain", "rrtype", "rrdata"],
        joinedFields: { member: "fqdn", fields: ["name", "domain"] },
        comparisons: { name: "host", rrtype: "word" },
        baseKind: "dnsresources",
        references: { domain: "domains" },
        ignoredFields: ["fqdn"]
      },
      operations: {
        "dns-resource-records.list": allRecords.list("anyone", "List DNS resource records", {
          fields: [
            text("fqdn", "only records of this FQDN"),
            text("domain", "only records in this domain"),
            text("name", "only records of this name"),
            { ...rrtype, help: "only records of this type" }
          ]
        }),
        "dns-resource-records.create": allRecords.create("anyone", "Create a DNS resource record", {
          notes: ["The service ignores --fqdn when --name and --domain are given."],
          fields: [
            text("domain", "domain: name or id; with --name"),
            text("fqdn", "FQDN; ignored with --name and --domain"),
            text("name", "host name without domain; needs --domain"),
            rrdata,
            rrtype
          ],
          rules: [
            anyOf("give --fqdn, or --name and --domain", "fqdn", "name"),
            needs("name", "domain"),
            needs("domain", "name")
          ],
          commonFields: ["fqdn", "rrtype", "rrdata"],
          example: { fqdn: "txt.example.com", rrtype: "txt", rrdata: "hello" }
        }),
        "dns-resource-record.delete": oneRecord.remove("admin", "Delete a DNS resource record", {
          effects: [{ template: "a DNS resource without addresses is deleted with its last record" }]
        }),
        "dns-resource-record.read": oneRecord.read("anyone", "Show a DNS resource record"),
        "dns-resource-record.update": oneRecord.update("admin", "Change a DNS resource record", {
          fields: [rrdata, rrtype],
          example: { rrdata: "hello again" }
        })
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/events.ts
var events_exports = {};
__export(events_exports, {
  group: () => group6
});
var events, group6;
var init_events = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/events.ts"() {
    "use strict";
    init_defaults();
    init_field();
    init_option_spec();
    init_resource();
    events = resource("/events/");
    group6 = {
      columns: [
        { header: "ID", path: "id", rank: "minor", width: 7 },
        { header: "TIME", path: "created", as: "time", rank: "key", width: 20 },
        { header: "LEVEL", path: "level", as: "level", rank: "key", width: 8 },
        { header: "HOST", path: "hostname", width: 16, min: 12, rank: "text" },
        { header: "TYPE", path: "type", rank: "text", width: 24 },
        { header: "DESCRIPTION", path: "description", rank: "text", width: 40 },
        { header: "NODE", path: "node", wide: true },
        { header: "USER", path: "username", wide: true }
      ],
      operations: nameOperations({
        "events.query": events.get("anyone", "Show events, newest first", {
          options: [
            option("since", "only events from this time on: 1h (ago), 10:00, 2026-11-23T10:00", {
              value: "time",
              excludes: ["after"]
            }),
            option("until", "only events up to this time", { value: "time", excludes: ["before", "follow"] }),
            option("follow", "keep printing new events as they arrive, oldest first", { excludes: ["sort"] }),
            option("all", "all events, page by page", { excludes: ["since", "until"] }),
            { ...pollInterval, needs: ["follow"], default: defaults2.followIntervalMs }
          ],
          fields: [
            text("hostname", "only events of the node with this host name", {
              repeatable: true,
              isSplittable: true
            }),
            text("mac_address", "only events of the node with this MAC address"),
            text("id", "only events of these nodes", { repeatable: true, isSplittable: true, kind: "node" }),
            text("zone", "only events of nodes in this physical zone"),
            text("agent_name", "only events of nodes with this agent name"),
            text("level", "only events of this level and above", {
              choices: ["AUDIT", "CRITICAL", "DEBUG", "ERROR", "INFO", "WARNING"],
              default: "INFO"
            }),
            integer("limit", "maximum number of events", { min: 1, max: 1e3, default: "100" }),
            integer("before", "only events older than the event with this id", { min: 0 }),
            integer("after", "only events newer than this event id", { min: 0 }),
            text("owner", "only events of nodes owned by this user")
          ],
          commonFields: ["hostname", "level", "limit"],
          rules: [exclusive("before", "after")],
          notes: [
            "Times are local unless they have a zone: 2026-11-23T10:00Z, 2026-11-23T10:00+01:00. If a local time occurs twice or not at all because clocks change, --since takes the earlier time and --until the later. With --since, all events since then are shown, unless --limit is given. The service can find events by number only, so --until needs up to 30 small requests."
          ],
          rows: "events",
          timeMember: "created",
          example: { limit: "5" }
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/files.ts
var files_exports = {};
__export(files_exports, {
  group: () => group7
});
var filenameQuery, byQuery, byKey, contentNote, all6, one7, group7;
var init_files = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/files.ts"() {
    "use strict";
    init_field();
    init_option_spec();
    init_resource();
    filenameQuery = text("filename", "name of the file", { required: true, positional: true });
    byQuery = option("by-query", "send the name in the query, for names that a path cannot contain");
    byKey = option("by-key", "get the file by its key instead of its name", { value: "key" });
    contentNote = "The content is printed as is; -o json shows the answer, which contains it in base64.";
    all6 = resource("/files/", [], { answersWith: "filename" });
    one7 = resource("/files/{filename}/", [textId("filename", "name of the file")], {
      example: { filename: "seed.txt" }
    });
    group7 = {
      identity: "filename",
      columns: [
        { header: "FILENAME", path: "filename", rank: "key" },
        { header: "URI", path: "resource_uri", rank: "minor" },
        { header: "ANONYMOUS URI", path: "anon_resource_uri", wide: true }
      ],
      kind: {
        key: ["filename"],
        memberPaths: { file: ["content"] },
        readBy: { file: "file.read" },
        createReplaces: true
      },
      operations: nameOperations({
        "files.list": all6.list("anyone", "List files by name, without their content", {
          fields: [text("prefix", "only files whose names have this prefix")]
        }),
        "files.create": all6.create("anyone", "Store a file", {
          effects: [{ template: "a stored file of that name is replaced" }],
          emptyAnswer: "named",
          fields: [
            text("filename", "name to store it under", { required: true, alsoPositional: true }),
            file("file", "file to store, or - for standard input", { required: true, alsoPositional: true })
          ],
          example: { file: "/etc/hosts", filename: "hosts.txt" }
        }),
        "files.delete": all6.remove("anyone", "Delete a file, with its name in the query", {
          verb: "delete-by-query",
          fields: [filenameQuery],
          example: { filename: "seed.txt" }
        }),
        "files.get": all6.get("anyone", "Print the content of a file, with its name in the query", {
          verb: "get-by-query",
          options: outputFileOptions,
          fields: [filenameQuery],
          notes: [contentNote],
          mayAnswerContent: true,
          example: { filename: "seed.txt" }
        }),
        "files.get_by_key": all6.get("anyone", "Print the content of a file by its key", {
          options: outputFileOptions,
          notes: [contentNote],
          mayAnswerContent: true,
          fields: [text("key", "key of the file", { required: true, positional: true })],
          example: { key: "00da2a47-8552-40d2-9b2c-7624c7915acc" }
        }),
        "file.delete": one7.remove("anyone", "Delete a file", { options: [byQuery] }),
        "file.read": one7.read("anyone", "Print the content of a file", {
          options: [...outputFileOptions, byQuery, byKey],
          notes: [contentNote]
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/ip-addresses.ts
var ip_addresses_exports = {};
__export(ip_addresses_exports, {
  addressGroup: () => addressGroup,
  rangeGroup: () => rangeGroup
});
var allAddresses, addressGroup, startIp, endIp, rangeComment, allRanges, oneRange, rangeGroup;
var init_ip_addresses = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/ip-addresses.ts"() {
    "use strict";
    init_field();
    init_number_lists();
    init_resource();
    allAddresses = resource("/ipaddresses/");
    addressGroup = {
      identity: "ip",
      columns: [
        { header: "IP", path: "ip", rank: "key" },
        { header: "TYPE", path: "alloc_type_name" },
        { header: "OWNER", path: "owner.username" },
        { header: "SUBNET", path: "subnet.cidr", min: 18 },
        { header: "NODE", path: "interface_set.system_id", as: "node" },
        { header: "CREATED", path: "created", as: "age" },
        { header: "MAC", path: "interface_set.mac_address", wide: true, min: 17 }
      ],
      operations: nameOperations({
        "ip-addresses.list": allAddresses.list("anyone", "List reserved IP addresses", {
          notes: ["Lists your own user-reserved addresses, unless an administrator gives --all or --owner."],
          fields: [
            text("ip", "only this IP address"),
            boolean("all", "all reserved addresses", { adminOnly: true }),
            text("owner", "only addresses of this user", { adminOnly: true })
          ]
        }),
        "ip-addresses.release": allAddresses.post("anyone", "Release a reserved IP address", {
          fields: [
            text("ip", "IP address to release", { required: true, alsoPositional: true }),
            boolean("discovered", "release a discovered address; needs --force", { adminOnly: true }),
            boolean("force", "release an address of any type", { adminOnly: true })
          ],
          rules: [needs("discovered", "force")],
          confirm: "destroys",
          success: 204,
          result: "none",
          example: { ip: "10.10.0.50", force: "true" }
        }),
        "ip-addresses.reserve": allAddresses.post("anyone", "Reserve an IP address", {
          answersWith: "ip",
          notes: ["Fails with 400 if no subnet matches, and with 503 if no address is left."],
          fields: [
            text("hostname", "host name; in the default domain unless it includes one"),
            text("ip", "address to reserve, in a known subnet"),
            text("ip_address", "the same as --ip", { deprecated: "use --ip" }),
            text("mac", "MAC address to link it to"),
            text("subnet", "subnet to take a free address from", { form: "CIDR" })
          ],
          rules: [
            anyOf("give --subnet or --ip", "subnet", "ip", "ip_address"),
            {
              kind: "exclusive",
              fields: ["subnet", "ip", "ip_address"],
              message: "--subnet, --ip and its old name --ip-address cannot be combined"
            }
          ],
          example: { subnet: "10.10.0.0/24" },
          answers503: true,
          meanings: {
            404: {
              kind: "conflict",
              hint: "the address is taken: name another one, or give --subnet for a free one"
            }
          }
        })
      })
    };
    startIp = text("start_ip", "first address");
    endIp = text("end_ip", "last address");
    rangeComment = text("comment", "comment on the range");
    allRanges = resource("/ipranges/");
    oneRange = resource("/ipranges/{id}/", [
      integerOrName("id", "id or first address of the IP range", ranges)
    ]);
    rangeGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "START", path: "start_ip", rank: "key" },
        { header: "END", path: "end_ip", rank: "key" },
        { header: "TYPE", path: "type" },
        { header: "SUBNET", path: "subnet.cidr", min: 18 },
        { header: "USER", path: "user.username" },
        { header: "COMMENT", path: "comment", rank: "minor" }
      ],
      kind: {
        key: ["start_ip"],
        memberPaths: { subnet: ["subnet.cidr", "subnet.name", "subnet.id"] },
        references: { subnet: "subnets" }
      },
      operations: {
        "ip-ranges.list": allRanges.list("anyone", "List IP ranges"),
        "ip-ranges.create": allRanges.create("anyone", "Create an IP range", {
          fields: [
            { ...startIp, required: true },
            { ...endIp, required: true },
            integer("subnet", "id, name or CIDR of the subnet", {
              alsoName: true,
              list: subnets,
              required: true
            }),
            text("type", "what the range is for", { required: true, choices: ["dynamic", "reserved"] }),
            rangeComment
          ],
          example: { start_ip: "10.10.0.150", end_ip: "10.10.0.160", subnet: "1", type: "reserved" }
        }),
        "ip-range.delete": oneRange.remove("owner", "Delete an IP range", {
          effects: [{ template: "DHCP stops on a VLAN that loses its last dynamic range" }]
        }),
        "ip-range.read": oneRange.read("anyone", "Show an IP range"),
        "ip-range.update": oneRange.update("owner", "Change an IP range", {
          fields: [rangeComment, endIp, startIp],
          example: { comment: "kept for printers" }
        })
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/service.ts
var service_exports = {};
__export(service_exports, {
  configGroup: () => configGroup,
  versionGroup: () => versionGroup
});
var version, versionGroup, itemName, svc, configGroup;
var init_service = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/service.ts"() {
    "use strict";
    init_config_items();
    init_field();
    init_resource();
    version = resource("/api/version/");
    versionGroup = {
      identity: "version",
      columns: [
        { header: "API", path: "api_version" },
        { header: "VERSION", path: "version", rank: "key" },
        { header: "SUBVERSION", path: "subversion" },
        { header: "CAPABILITIES", path: "capabilities", as: "names" }
      ],
      operations: {
        "version.get": version.read("anonymous", "Show the versions of the API and of the service", {
          notes: [
            "A table also shows the service's own version and capabilities, from version/ under the API's path."
          ],
          result: "text"
        })
      }
    };
    itemName = text("name", "configuration item", {
      required: true,
      positional: true,
      suggestions: configItemNames
    });
    svc = resource("/svc/");
    configGroup = {
      identity: "name",
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "VALUE", path: "value", rank: "text" }
      ],
      kind: { key: ["name"], map: { name: "name", value: "value" } },
      operations: nameOperations({
        "svc.get_config": svc.get("anyone", "Show the value of a configuration item", {
          verb: "get",
          fields: [itemName],
          example: { name: "ntp_servers" },
          result: "text",
          answersAnyText: true
        }),
        "svc.set_config": svc.post("admin", "Set a configuration item", {
          verb: "set",
          actionConfirms: true,
          notes: ["An empty value clears an item that allows it."],
          fields: [itemName, text("value", "value; '' for an empty value", { alsoPositional: true })],
          rules: [
            {
              kind: "configItem",
              name: "name",
              value: "value",
              items: configItems,
              message: "invalid value: see 'svc config describe'"
            }
          ],
          example: { name: "default_dns_ttl", value: "30" },
          result: "text"
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/filesystems.ts
var storageNotes, deviceId2, partitionId, bytes2, fileSystems, storageMemberTypes, lastPathPart, diskOrPartition, kindsBuiltOnDisks, storageStatuses, storageKind, formatFields, mountFields;
var init_filesystems = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/filesystems.ts"() {
    "use strict";
    init_field();
    init_number_lists();
    storageNotes = ["The machine must be ready or allocated."];
    deviceId2 = (name7) => integerOrName(name7, "id, name, path or serial number of the block device", disks);
    partitionId = integerOrName(
      "id",
      "id or name of the partition, such as sda-part1",
      partitions
    );
    bytes2 = (name7, help, facts = {}) => size(name7, help, { unit: "bytes", ...facts });
    fileSystems = ["fat32", "vfat", "ext2", "ext4", "xfs", "btrfs", "swap", "zfsroot"];
    storageMemberTypes = ["raid", "raid-spare", "lvm-pv", "vmfs6", "bcache-backing", "bcache-cache"];
    lastPathPart = "([^/]+)$";
    diskOrPartition = (disk, partition2) => ({
      memberPaths: { [disk]: [`${disk}.path`], [partition2]: [`${disk}.path`] },
      textPatterns: { [disk]: lastPathPart, [partition2]: lastPathPart },
      memberTypes: { [disk]: ["physical", "virtual"], [partition2]: ["partition"] },
      references: { [disk]: "block-devices", [partition2]: "partitions" }
    });
    kindsBuiltOnDisks = ["raids", "volume-groups", "bcache-cache-sets", "bcaches"];
    storageStatuses = ["ready", "allocated"];
    storageKind = (resourceName) => ({
      filesystem: {
        format: `${resourceName}.format`,
        unformat: `${resourceName}.unformat`,
        mount: `${resourceName}.mount`,
        unmount: `${resourceName}.unmount`
      },
      setBy: {
        fstype: {
          operation: `${resourceName}.format`,
          field: "fstype",
          overrides: { help: "file system; empty for none" }
        },
        label: { operation: `${resourceName}.format`, field: "label" },
        mount_point: {
          operation: `${resourceName}.mount`,
          field: "mount_point",
          overrides: { help: "where it is mounted, such as /srv; none for swap" }
        },
        mount_options: { operation: `${resourceName}.mount`, field: "mount_options" },
        tags: {
          operation: `${resourceName}.add_tag`,
          field: "tag",
          removeOperation: `${resourceName}.remove_tag`,
          overrides: { type: "list", help: "all its tags" }
        }
      },
      memberPaths: {
        fstype: ["filesystem.fstype"],
        label: ["filesystem.label"],
        mount_point: ["filesystem.mount_point"],
        mount_options: ["filesystem.mount_options"]
      },
      hiddenValues: { fstype: storageMemberTypes },
      uniqueFields: ["mount_point"],
      changeableStatuses: storageStatuses
    });
    formatFields = [
      text("fstype", "type of the file system", { required: true, suggestions: fileSystems }),
      text("uuid", "UUID of the file system; a new one by default"),
      text("label", "label of the file system")
    ];
    mountFields = [
      text("mount_point", "where to mount it, such as /srv; none for swap", { required: true }),
      text("mount_options", "options of the mount, such as noatime")
    ];
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/bcaches.ts
var bcaches_exports = {};
__export(bcaches_exports, {
  bcacheGroup: () => bcacheGroup,
  cacheSetGroup: () => cacheSetGroup
});
var cacheSetParameters, cacheFields, notBoth, allCacheSets, oneCacheSet, cacheSetGroup, bcacheParameters, bcacheFields2, members, rules, allBcaches, oneBcache, bcacheGroup;
var init_bcaches = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/bcaches.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_number_lists();
    init_resource();
    init_filesystems();
    cacheSetParameters = [nodeId, textId("id", "id or name of the cache set", cacheSets)];
    cacheFields = [
      text("cache_device", "block device for the cache", { list: disks }),
      text("cache_partition", "partition for the cache", { list: partitions })
    ];
    notBoth = exclusive("cache_device", "cache_partition");
    allCacheSets = resource("/nodes/{system_id}/bcache-cache-sets/", [nodeId]);
    oneCacheSet = resource("/nodes/{system_id}/bcache-cache-set/{id}/", cacheSetParameters);
    cacheSetGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "DEVICE", path: "cache_device.path" },
        { header: "SIZE", path: "cache_device.size", as: "bytes" },
        { header: "NODE", path: "system_id", as: "node" }
      ],
      kind: {
        key: ["cache_device"],
        otherKeys: ["cache_partition"],
        otherKeyConditions: { cache_partition: {} },
        parent: { kind: "machines", parameter: "system_id", rows: "cache_sets" },
        ...diskOrPartition("cache_device", "cache_partition"),
        siblings: ["cache_device", "cache_partition"],
        blockedBy: ["bcaches"],
        changeableStatuses: storageStatuses
      },
      operations: {
        "bcache-cache-sets.list": allCacheSets.list("anyone", "List the bcache cache sets of a machine"),
        "bcache-cache-sets.create": allCacheSets.create("admin", "Create a bcache cache set", {
          notes: ["The machine must be ready."],
          fields: cacheFields,
          rules: [notBoth, anyOf("give --cache-device or --cache-partition", "cache_device", "cache_partition")],
          example: { system_id: "db-01", cache_device: "sdb" }
        }),
        "bcache-cache-set.delete": oneCacheSet.remove("owner", "Delete a bcache cache set", {
          notes: ["The machine must be ready. Deleting a cache set that is in use fails with 400."],
          example: { system_id: "arm-01", id: "2" }
        }),
        "bcache-cache-set.read": oneCacheSet.read("anyone", "Show a bcache cache set", {
          example: { system_id: "gpu-01", id: "1" }
        }),
        "bcache-cache-set.update": oneCacheSet.update("owner", "Change the device of a bcache cache set", {
          notes: ["The machine must be ready."],
          fields: cacheFields,
          rules: [notBoth],
          example: { system_id: "arm-01", id: "2", cache_device: "sdb" }
        })
      }
    };
    bcacheParameters = [nodeId, textId("id", "id or name of the bcache device", bcaches)];
    bcacheFields2 = [
      text("backing_device", "backing block device", { list: disks }),
      text("backing_partition", "backing partition", { list: partitions }),
      text("cache_mode", "cache mode", {
        choices: ["WRITEBACK", "WRITETHROUGH", "WRITEAROUND"],
        lowerCase: true
      }),
      text("cache_set", "id or name of the cache set", { list: cacheSets }),
      text("name", "name"),
      text("uuid", "UUID")
    ];
    members = diskOrPartition("backing_device", "backing_partition");
    rules = [exclusive("backing_device", "backing_partition")];
    allBcaches = resource("/nodes/{system_id}/bcaches/", [nodeId]);
    oneBcache = resource("/nodes/{system_id}/bcache/{id}/", bcacheParameters, {
      example: { system_id: "gpu-01", id: "1" }
    });
    bcacheGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "SIZE", path: "size", as: "bytes" },
        { header: "MODE", path: "cache_mode" },
        { header: "BACKING", path: "backing_device.path" },
        { header: "CACHE SET", path: "cache_set.name" },
        { header: "UUID", path: "uuid", wide: true }
      ],
      kind: {
        key: ["name"],
        parent: { kind: "machines", parameter: "system_id", rows: "bcaches" },
        ignoredFields: ["uuid"],
        ...members,
        memberPaths: {
          ...members.memberPaths,
          cache_set: ["cache_set.cache_device.path", "cache_set.name", "cache_set.id"]
        },
        textPatterns: { ...members.textPatterns, cache_set: lastPathPart },
        references: { ...members.references, cache_set: "bcache-cache-sets" },
        referencesById: ["cache_set"],
        siblings: ["backing_device", "backing_partition", "cache_set"],
        comparisons: { cache_mode: "word" },
        neverEmpty: ["backing_device", "backing_partition", "cache_mode", "cache_set"],
        referenceName: "{name}",
        blockedBy: kindsBuiltOnDisks,
        changeableStatuses: storageStatuses
      },
      operations: {
        "bcaches.list": allBcaches.list("anyone", "List the bcache devices of a machine"),
        "bcaches.create": allBcaches.create("owner", "Create a bcache device", {
          notes: ["The machine must be ready."],
          fields: bcacheFields2,
          rules,
          example: {
            system_id: "gpu-01",
            backing_device: "sdd",
            cache_set: "1",
            cache_mode: "WRITEBACK",
            name: "bcache1"
          }
        }),
        "bcache.delete": oneBcache.remove("owner", "Delete a bcache device", {
          notes: ["The machine must be ready."]
        }),
        "bcache.read": oneBcache.read("anyone", "Show a bcache device"),
        "bcache.update": oneBcache.update("owner", "Change a bcache device", {
          notes: ["The machine must be ready."],
          fields: bcacheFields2,
          rules,
          example: { system_id: "gpu-01", id: "1", cache_mode: "WRITETHROUGH" }
        })
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/block-devices.ts
var block_devices_exports = {};
__export(block_devices_exports, {
  group: () => group8
});
var example, one8, changeOptions, formatCommand, all7, group8;
var init_block_devices = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/block-devices.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_resource();
    init_filesystems();
    example = { system_id: "db-01", id: "sdb" };
    one8 = deployed("/nodes/{system_id}/blockdevices/{id}/", [nodeId, deviceId2("id")], { example });
    changeOptions = { notes: storageNotes, answersWith: "id" };
    formatCommand = "svc block-devices format db-01 sdb --fstype ext4 --yes";
    all7 = resource("/nodes/{system_id}/blockdevices/", [nodeId]);
    group8 = {
      columns: [
        { header: "ID", path: "id" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "TYPE", path: "type" },
        { header: "SIZE", path: "size", as: "bytes" },
        { header: "FREE", path: "available_size", as: "bytes" },
        { header: "MODEL", path: "model", rank: "minor" },
        { header: "SERIAL", path: "serial", rank: "minor" },
        { header: "FS", path: "filesystem.fstype" },
        { header: "MOUNT", path: "filesystem.mount_point" },
        { header: "USED FOR", path: "used_for", rank: "minor" },
        { header: "PATH", path: "path", wide: true },
        { header: "TAGS", path: "tags", wide: true }
      ],
      kind: {
        ...storageKind("block-device"),
        key: ["name"],
        parent: { kind: "machines", parameter: "system_id", rows: "blockdevice_set" },
        children: { partitions: "partitions" },
        childPaths: { partitions: ["partitions"] },
        ignoredFields: ["uuid", "firmware_version"],
        setBy: {
          ...storageKind("block-device").setBy,
          boot: {
            operation: "block-device.set_boot_disk",
            overrides: { type: "boolean", help: "whether the machine boots from it", default: "false" }
          }
        },
        flagPaths: { boot: ["boot_disk.id"] },
        fieldsOfType: { physical: ["size", "block_size", "model", "serial", "id_path", "boot"] },
        comparisons: { size: "bytes", block_size: "bytes" },
        computedFrom: { id_path: "serial" },
        neverEmpty: ["size", "block_size"],
        builtinWhen: { type: ["physical", "virtual"] },
        referenceName: "{name}",
        pairedKinds: ["raids", "bcaches", "logical-volumes"]
      },
      operations: nameOperations({
        "block-devices.list": all7.list("anyone", "List the block devices of a machine"),
        "block-devices.create": all7.create("admin", "Create a physical block device", {
          fields: [
            text("name", "name, such as sdc", { required: true }),
            text("size", "size in bytes, or with a unit: 500G", { required: true, unit: "bytes" }),
            text("block_size", "size of a block in bytes", { required: true, unit: "bytes" }),
            text("model", "model"),
            text("serial", "serial number"),
            text("id_path", "stable path, for a device without model and serial number")
          ],
          rules: [
            {
              kind: "notAll",
              fields: ["model", "serial", "id_path"],
              message: "--id-path is used only when --model and --serial cannot be given"
            }
          ],
          example: { name: "sdc", size: "60000000000", block_size: "512", model: "QEMU", serial: "QM00003" }
        }),
        "block-device.delete": one8.remove("owner", "Delete an unused block device", {
          effects: [{ template: "its partitions are deleted too" }],
          notes: [...storageNotes, "Deleting the boot disk makes another disk the boot disk."]
        }),
        "block-device.read": one8.read("anyone", "Show a block device"),
        "block-device.update": one8.update("owner", "Change a block device", {
          notes: [...storageNotes, "The size of a device in use cannot be changed."],
          fields: [
            text("name", "new name"),
            text("model", "model of a physical device"),
            text("serial", "serial number of a physical device"),
            text("id_path", "stable path of a physical device"),
            bytes2("size", "size in bytes, or with a unit: 500G"),
            bytes2("block_size", "size of a block in bytes"),
            text("uuid", "UUID of a virtual device"),
            text("firmware_version", "firmware version of a physical device", { undocumented: true }),
            list("tags", "tags; they replace the current tags", { undocumented: true })
          ],
          example: { ...example, name: "data0" }
        }),
        "block-device.add_tag": one8.post(
          "admin",
          "Add a tag to a block device",
          tagging("id", { ...example, tag: "scratch" })
        ),
        "block-device.format": one8.post("owner", "Format a block device", {
          ...changeOptions,
          fields: formatFields,
          confirm: "destroys",
          example: { ...example, fstype: "xfs", label: "data" }
        }),
        "block-device.mount": one8.post("owner", "Mount a formatted block device", {
          ...changeOptions,
          fields: mountFields,
          example: { ...example, mount_point: "/srv", mount_options: "noatime" },
          examplePreparation: formatCommand
        }),
        "block-device.remove_tag": one8.post(
          "admin",
          "Remove a tag from a block device",
          tagging("id", { ...example, tag: "rotary" })
        ),
        "block-device.set_boot_disk": one8.post("owner", "Boot from a block device", { notes: storageNotes, result: "text" }),
        "block-device.unformat": one8.post("owner", "Remove the file system of a block device", {
          ...changeOptions,
          confirm: "destroys",
          examplePreparation: formatCommand
        }),
        "block-device.unmount": one8.post("owner", "Unmount a block device", {
          ...changeOptions,
          examplePreparation: `${formatCommand} && svc block-devices mount db-01 sdb --mount-point /srv`
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/partitions.ts
var partitions_exports = {};
__export(partitions_exports, {
  group: () => group9
});
var devicePath2, deviceParameters, allPartitions, example2, deployedPartition, changeOptions2, one9, group9;
var init_partitions = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/partitions.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_resource();
    init_filesystems();
    devicePath2 = "/nodes/{system_id}/blockdevices/{device_id}";
    deviceParameters = [nodeId, deviceId2("device_id")];
    allPartitions = deployed(`${devicePath2}/partitions/`, deviceParameters);
    example2 = { system_id: "db-01", device_id: "sda", id: "sda-part2" };
    deployedPartition = deployed(`${devicePath2}/partition/{id}`, [...deviceParameters, partitionId], {
      example: example2
    });
    changeOptions2 = { notes: storageNotes, answersWith: "id" };
    one9 = resource("/nodes/{system_id}/blockdevices/{device_id}/partition/{id}", [
      nodeId,
      deviceId2("device_id"),
      partitionId
    ]);
    group9 = {
      columns: [
        { header: "ID", path: "id" },
        { header: "NAME", path: "path", as: "pathEnd", rank: "key" },
        { header: "SIZE", path: "size", as: "bytes" },
        { header: "FS", path: "filesystem.fstype" },
        { header: "MOUNT", path: "filesystem.mount_point" },
        { header: "BOOT", path: "bootable", as: "boolean" },
        { header: "TAGS", path: "tags" },
        { header: "USED FOR", path: "used_for", wide: true },
        { header: "UUID", path: "uuid", wide: true }
      ],
      kind: {
        ...storageKind("partition"),
        key: ["number"],
        assignedFields: [integer("number", "number on its disk: 1 for sda-part1", { min: 1 })],
        isNumbered: true,
        parent: { kind: "block-devices", parameter: "device_id", rows: "partitions" },
        memberPaths: { ...storageKind("partition").memberPaths, number: ["path"] },
        textPatterns: { number: String.raw`-part(\d+)$` },
        ignoredFields: ["uuid"],
        comparisons: { size: "bytes" },
        neverEmpty: ["size"],
        referenceName: "{parent}-part{name}",
        blockedBy: kindsBuiltOnDisks
      },
      operations: nameOperations({
        "partitions.list": allPartitions.list("anyone", "List the partitions of a block device", {
          example: { system_id: "db-01", device_id: "sda" }
        }),
        "partitions.create": allPartitions.create("owner", "Create a partition", {
          notes: storageNotes,
          fields: [
            bytes2("size", "size in bytes, or with a unit: 5G; default: all free space"),
            text("uuid", "UUID; a new one by default"),
            boolean("bootable", "make the partition bootable", { default: "false" })
          ],
          example: { system_id: "db-01", device_id: "sdb", size: "100G" }
        }),
        "partition.mount": deployedPartition.post("owner", "Mount a formatted partition", {
          ...changeOptions2,
          fields: mountFields,
          example: { ...example2, mount_point: "/srv" },
          examplePreparation: "svc partitions unmount db-01 sda sda-part2"
        }),
        "partition.remove_tag": deployedPartition.post("owner", "Remove a tag from a partition", {
          notes: storageNotes,
          ...tagging("id", { ...example2, tag: "scratch" })
        }),
        "partition.unformat": deployedPartition.post("owner", "Remove the file system of a partition", {
          ...changeOptions2,
          confirm: "destroys",
          examplePreparation: "svc partitions unmount db-01 sda sda-part2"
        }),
        "partition.unmount": deployedPartition.post("owner", "Unmount a partition", changeOptions2),
        "partition.delete": one9.remove("owner", "Delete a partition"),
        "partition.read": one9.read("anyone", "Show a partition"),
        "partition.add_tag": one9.post("owner", "Add a tag to a partition", tagging("id", { tag: "scratch" })),
        "partition.format": one9.post("owner", "Format a partition", {
          answersWith: "id",
          fields: formatFields.map(({ required: _required, ...field }) => ({ ...field, undocumented: true })),
          notes: ["Live services need --fstype."],
          confirm: "destroys"
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/zones-and-pools.ts
var zones_and_pools_exports = {};
__export(zones_and_pools_exports, {
  poolGroup: () => poolGroup,
  zoneGroup: () => zoneGroup
});
var zoneDescription, allZones, oneZone, zoneGroup, poolName, poolDescription, allPools, onePool, poolGroup;
var init_zones_and_pools = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/zones-and-pools.ts"() {
    "use strict";
    init_field();
    init_resource();
    zoneDescription = text("description", "free text");
    allZones = deployed("/zones/", [], { answersWith: "name" });
    oneZone = deployed("/zones/{name}/", [textId("name", "name of the zone")], {
      answersWith: "name",
      example: { name: "north" }
    });
    zoneGroup = {
      identity: "name",
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "DESCRIPTION", path: "description", rank: "text" },
        { header: "ID", path: "id", wide: true }
      ],
      kind: { key: ["name"], builtinWhen: { name: "default" } },
      operations: {
        "zones.list": allZones.list("anyone", "List physical zones"),
        "zones.create": allZones.create("admin", "Create a physical zone", {
          fields: [text("name", "name", { required: true }), zoneDescription],
          example: { name: "west", description: "rooms 4 to 6" }
        }),
        "zone.delete": oneZone.remove("admin", "Delete a physical zone", {
          effects: [{ template: "its nodes move to the default zone" }],
          notes: ["It is not an error to delete a zone that does not exist."]
        }),
        "zone.read": oneZone.read("anyone", "Show a physical zone"),
        "zone.update": oneZone.update("admin", "Change or rename a physical zone", {
          fields: [text("new_name", "new name", { sentAs: "name" }), zoneDescription],
          example: { name: "north", description: "rooms 1 to 3" }
        })
      }
    };
    poolName = text("name", "name");
    poolDescription = text("description", "free text");
    allPools = deployed("/resourcepools/");
    onePool = deployed("/resourcepool/{id}/", [idOrName("resource pool")]);
    poolGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "DESCRIPTION", path: "description", rank: "text" }
      ],
      kind: { key: ["name"], builtinWhen: { id: 0 }, blockedByNodes: { filter: "pool", path: "pool.name" } },
      operations: {
        "resource-pools.list": allPools.list("anyone", "List resource pools"),
        "resource-pools.create": allPools.create("admin", "Create a resource pool", {
          fields: [{ ...poolName, required: true }, poolDescription],
          example: { name: "batch", description: "nightly jobs" }
        }),
        "resource-pool.delete": onePool.remove("admin", "Delete a resource pool without machines", {
          notes: ["Move its machines to another pool first, with svc machines update."],
          example: { id: "batch" },
          examplePreparation: "svc resourcepools create --name batch"
        }),
        "resource-pool.read": onePool.read("anyone", "Show a resource pool", { example: { id: "default" } }),
        "resource-pool.update": onePool.update("admin", "Change or rename a resource pool", {
          fields: [poolName, poolDescription],
          example: { id: "build", description: "machines of the build farm" }
        })
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/subnets.ts
var subnets_exports = {};
__export(subnets_exports, {
  routeGroup: () => routeGroup,
  subnetGroup: () => subnetGroup
});
var cidr, settings2, rangeColumns, allSubnets, oneSubnet, subnetGroup, subnet, source, destination, gateway, metric, allRoutes, oneRoute, routeGroup;
var init_subnets2 = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/subnets.ts"() {
    "use strict";
    init_field();
    init_number_lists();
    init_resource();
    cidr = text("cidr", "network in CIDR notation", { form: "CIDR" });
    settings2 = [
      text("name", "name; the CIDR by default"),
      text("description", "free text"),
      integer("vlan", "VLAN, such as rack9/123 or a unique name", {
        alsoName: true,
        list: vlans,
        form: "id|fabric/VID"
      }),
      integer("fabric", "fabric of the VLAN", { alsoName: true, list: fabrics, form: "id|name" }),
      integer("vid", "VLAN id in that fabric", { min: 0, max: 4094 }),
      text("space", "ignored: a subnet is in the space of its VLAN", {
        deprecated: "a subnet is in the space of its VLAN: svc vlans update --space"
      }),
      text("gateway_ip", "address of the gateway; empty for none"),
      integer("rdns_mode", "reverse DNS: 0 off, 1 on, 2 on with RFC 2317", { min: 0, max: 2 }),
      booleanOrDigit("allow_dns", "let machines use the service's DNS"),
      booleanOrDigit("allow_proxy", "let machines use the service's HTTP proxy"),
      text("dns_servers", "name servers of the subnet", commaSeparated),
      booleanOrDigit("managed", "assign any free address, not only those of reserved ranges"),
      boolean("active_discovery", "let rack controllers scan the subnet", { undocumented: true }),
      text("disabled_boot_architectures", "architectures that must not boot from the subnet", commaSeparated)
    ];
    rangeColumns = [
      { header: "START", path: "start", rank: "key" },
      { header: "END", path: "end", rank: "key" },
      { header: "ADDRESSES", path: "num_addresses" }
    ];
    allSubnets = deployed("/subnets/");
    oneSubnet = deployed("/subnets/{id}/", [integerOrName("id", "id, name or CIDR of the subnet")], {
      example: { id: "prod-net" }
    });
    subnetGroup = {
      columns: [
        { header: "CIDR", path: "cidr", rank: "key" },
        { header: "NAME", path: "name", rank: "key" },
        { header: "FABRIC/VLAN", path: "vlan.fabric/vlan.vid" },
        { header: "GATEWAY", path: "gateway_ip" },
        { header: "USED", path: "resource_uri", as: "subnetUse", min: 5 },
        { header: "SPACE", path: "space", as: "space", wide: true },
        { header: "DNS", path: "dns_servers", wide: true },
        { header: "MANAGED", path: "managed", as: "boolean", wide: true },
        { header: "VLAN ID", path: "vlan.id", wide: true },
        { header: "ID", path: "id", wide: true },
        { header: "DESCRIPTION", path: "description", wide: true, rank: "text" }
      ],
      kind: {
        key: ["cidr"],
        otherNameFields: ["name"],
        memberPaths: { vlan: ["vlan.fabric/vlan.vid", "vlan.id"] },
        references: { vlan: "vlans" },
        referencesById: ["vlan"],
        neverEmpty: ["name", "vlan", "rdns_mode", "allow_dns", "allow_proxy", "managed"],
        ignoredFields: ["fabric", "vid", "space"],
        blockedByAddresses: "subnet.ip_addresses",
        blockedByNodes: { filter: "subnets", path: "interface_set.links.subnet.cidr" }
      },
      operations: nameOperations({
        "subnets.list": allSubnets.list("anyone", "List subnets"),
        "subnets.create": allSubnets.create("admin", "Create a subnet", {
          fields: [{ ...cidr, required: true }, ...settings2],
          commonFields: ["name", "vlan", "gateway_ip", "dns_servers"],
          example: { cidr: "10.30.0.0/24", name: "lab-net", vlan: "fabric-prod/100", gateway_ip: "10.30.0.1" }
        }),
        "subnet.delete": oneSubnet.remove("admin", "Delete an empty subnet", {
          effects: [{ template: "its IP ranges, DHCP snippets and static routes are deleted too" }],
          example: { id: "10.20.0.0/24" }
        }),
        "subnet.read": oneSubnet.read("anyone", "Show a subnet"),
        "subnet.update": oneSubnet.update("admin", "Change a subnet", {
          fields: [cidr, ...settings2],
          example: { id: "prod-net", managed: "true", dns_servers: "10.10.0.2" }
        }),
        "subnet.ip_addresses": oneSubnet.get("anyone", "List the addresses in use on a subnet", {
          fields: [
            oneOrZero("with_username", "show the user of each address", { default: "1" }),
            oneOrZero("with_summary", "show the node of each address", { default: "1" }),
            oneOrZero("with_node_summary", "show the node of each address", { deprecated: "use --with-summary" })
          ],
          identity: "ip",
          columns: [
            { header: "IP", path: "ip", rank: "key" },
            { header: "TYPE", path: "alloc_type", as: "addressType" },
            { header: "NODE", path: "node_summary.hostname", rank: "key" },
            { header: "INTERFACE", path: "node_summary.via" },
            { header: "USER", path: "user" },
            { header: "SINCE", path: "created", as: "age" },
            { header: "NODE ID", path: "node_summary.system_id", wide: true }
          ]
        }),
        "subnet.reserved_ip_ranges": oneSubnet.get(
          "anyone",
          "List the address ranges that are in use or reserved",
          {
            identity: "start",
            columns: [...rangeColumns, { header: "PURPOSE", path: "purpose" }]
          }
        ),
        "subnet.statistics": oneSubnet.get("anyone", "Show how much of a subnet is in use", {
          fields: [
            oneOrZero("include_ranges", "include the ranges in use and the free ranges"),
            oneOrZero("include_suggestions", "include suggestions for a gateway and a dynamic range")
          ],
          identity: "first_address",
          columns: [
            { header: "USED", path: "usage", as: "percent" },
            { header: "TAKEN", path: "num_unavailable" },
            { header: "FREE", path: "num_available" },
            { header: "LARGEST FREE", path: "largest_available" },
            { header: "TOTAL", path: "total_addresses" },
            { header: "FIRST", path: "first_address" },
            { header: "LAST", path: "last_address" }
          ]
        }),
        "subnet.unreserved_ip_ranges": oneSubnet.get("anyone", "List the free address ranges", {
          identity: "start",
          columns: rangeColumns
        })
      })
    };
    subnet = (name7, help) => text(name7, help, { list: subnets, form: "id|name|CIDR" });
    source = subnet("source", "subnet whose machines get the route");
    destination = subnet("destination", "subnet that the route leads to");
    gateway = text("gateway_ip", "address of the gateway, in the source subnet");
    metric = integer("metric", "metric of the route; 0 by default", { min: 0, max: 4294967295 });
    allRoutes = deployed("/static-routes/");
    oneRoute = deployed(
      "/static-routes/{id}/",
      [integerOrName("id", "id, gateway or destination of the static route", routes)],
      {
        examplePreparation: "svc static-routes create --source prod-net --destination mgmt-net --gateway-ip 10.10.0.9"
      }
    );
    routeGroup = {
      columns: [
        { header: "ID", path: "id" },
        { header: "SOURCE", path: "source.cidr", rank: "key" },
        { header: "DESTINATION", path: "destination.cidr", rank: "key" },
        { header: "GATEWAY", path: "gateway_ip", rank: "key" },
        { header: "METRIC", path: "metric" },
        { header: "SOURCE NAME", path: "source.name", wide: true },
        { header: "DESTINATION NAME", path: "destination.name", wide: true }
      ],
      kind: {
        key: ["source", "destination", "gateway_ip"],
        memberPaths: {
          source: ["source.cidr", "source.name", "source.id"],
          destination: ["destination.cidr", "destination.name", "destination.id"]
        },
        references: { source: "subnets", destination: "subnets" },
        neverEmpty: ["metric"]
      },
      operations: {
        "static-routes.list": allRoutes.list("anyone", "List static routes between subnets"),
        "static-routes.create": allRoutes.create("admin", "Create a static route between subnets", {
          fields: [
            { ...source, required: true },
            { ...destination, required: true },
            { ...gateway, required: true },
            metric
          ],
          example: { source: "prod-net", destination: "mgmt-net", gateway_ip: "10.10.0.9" }
        }),
        "static-route.delete": oneRoute.remove("admin", "Delete a static route"),
        "static-route.read": oneRoute.read("anyone", "Show a static route"),
        "static-route.update": oneRoute.update("admin", "Change a static route", {
          fields: [source, destination, gateway, metric],
          example: { metric: "20" }
        })
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/interfaces.ts
var interfaces_exports = {};
__export(interfaces_exports, {
  fieldsOfType: () => fieldsOfType,
  group: () => group10
});
var name4, macAddress, interfaceReference, vlanReference, link, vlan, tags, parentFields, parentRules, commonSettings, linkSettings, enabled, fieldsOfType, withoutDefault, paramsMembers, changeableStatuses, stateNotes, changeOptions3, all8, one10, group10;
var init_interfaces2 = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/interfaces.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_number_lists();
    init_resource();
    name4 = (help) => text("name", help);
    macAddress = (help) => text("mac_address", help, { form: "MAC" });
    interfaceReference = { list: interfaces, form: "id|name" };
    vlanReference = { list: vlans, form: "id|fabric/VID" };
    link = (help) => integer("link_id", help, { alsoName: true, list: links, form: "id|IP|subnet", alsoPositional: true });
    vlan = text("vlan", "VLAN, such as rack9/123 or a unique name", vlanReference);
    tags = text("tags", "tags of the interface", commaSeparated);
    parentFields = (help) => [
      text("parent", help, interfaceReference),
      list("parents", "the same as --parent", { ...interfaceReference, undocumented: true })
    ];
    parentRules = [
      { kind: "any", fields: ["parent", "parents"], message: "give --parent, the interface below the new one" },
      { kind: "exclusive", fields: ["parent", "parents"], message: "give --parent or --parents, not both" }
    ];
    commonSettings = [
      tags,
      integer("mtu", "MTU in bytes; the VLAN's by default", { min: 552, max: 65535 }),
      booleanOrDigit("accept_ra", "accept IPv6 router advertisements")
    ];
    linkSettings = [
      booleanOrDigit("link_connected", "whether a cable is plugged in"),
      integer("interface_speed", "speed of the interface in Mbit/s", { min: 0 }),
      integer("link_speed", "speed of the link in Mbit/s", { min: 0 })
    ];
    enabled = booleanOrDigit("enabled", "whether the interface is in use", { undocumented: true });
    fieldsOfType = {
      bond: [
        text("bond_mode", "mode of the bond", {
          choices: words("balance-rr active-backup balance-xor broadcast 802.3ad balance-tlb balance-alb"),
          default: "active-backup"
        }),
        integer("bond_miimon", "link monitoring in milliseconds", { min: 0, default: "100" }),
        integer("bond_downdelay", "milliseconds until a lost link is treated as down", { min: 0, default: "0" }),
        integer("bond_updelay", "milliseconds until a new link is treated as up", { min: 0, default: "0" }),
        text("bond_lacp_rate", "rate of LACP packets", { choices: ["fast", "slow"], default: "slow" }),
        text("bond_xmit_hash_policy", "how packets are spread over the links", {
          choices: ["layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4"],
          default: "layer2"
        }),
        integer("bond_num_grat_arp", "peer notifications after a failover", { min: 0, max: 255, default: "1" })
      ],
      bridge: [
        text("bridge_type", "type of the bridge", { choices: ["standard", "ovs"], default: "standard" }),
        booleanOrDigit("bridge_stp", "whether spanning tree is on", { default: "false" }),
        integer("bridge_fd", "forward delay in seconds", { min: 0, max: 65535, default: "15" })
      ]
    };
    withoutDefault = ({ default: _default, ...field }) => field;
    paramsMembers = [
      "mtu",
      "accept_ra",
      ...[...fieldsOfType.bond, ...fieldsOfType.bridge].map((field) => field.name)
    ];
    changeableStatuses = ["new", "ready", "allocated", "broken", "failed_testing"];
    stateNotes = ["Allowed while the machine is New, Ready, Allocated, Broken or Failed testing."];
    changeOptions3 = { answersWith: "id", notes: stateNotes };
    all8 = deployed("/nodes/{system_id}/interfaces/", [nodeId]);
    one10 = deployed("/nodes/{system_id}/interfaces/{id}/", [nodeId, idOrName("interface", interfaces)], {
      example: { id: "eth0" }
    });
    group10 = {
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "TYPE", path: "type" },
        { header: "PARENTS", path: "parents", rank: "minor" },
        { header: "MAC", path: "mac_address", min: 17 },
        { header: "VLAN", path: "vlan.fabric/vlan.vid" },
        { header: "SUBNET", path: "links.subnet.name" },
        { header: "IP", path: "links.ip_address|mode", rank: "key" },
        { header: "MTU", path: "effective_mtu", wide: true },
        { header: "ENABLED", path: "enabled", as: "boolean", wide: true },
        { header: "LINK", path: "link_connected", as: "boolean", wide: true },
        { header: "MBIT/S", path: "link_speed", wide: true },
        { header: "DISCOVERED", path: "discovered.ip_address", wide: true },
        { header: "TAGS", path: "tags", wide: true },
        { header: "ID", path: "id", wide: true }
      ],
      kind: {
        key: ["name"],
        otherKeys: ["mac_address"],
        otherKeyConditions: { mac_address: { type: "physical" } },
        parent: { kind: "machines", parameter: "system_id", rows: "interface_set" },
        children: { links: "links" },
        createVariants: {
          field: "type",
          operations: {
            physical: "interfaces.create_physical",
            bond: "interfaces.create_bond",
            bridge: "interfaces.create_bridge",
            vlan: "interfaces.create_vlan"
          }
        },
        memberPaths: {
          vlan: ["vlan.fabric/vlan.vid", "vlan.id"],
          ...Object.fromEntries(paramsMembers.map((name7) => [name7, [`params.${name7}`]]))
        },
        absentIsEmpty: paramsMembers,
        comparisons: { mac_address: "mac" },
        neverEmpty: ["type", ...paramsMembers.slice(2)],
        references: { vlan: "vlans", parents: "interfaces" },
        referencesById: ["vlan", "parents"],
        siblings: ["parents"],
        singularFields: { parents: "parent" },
        ignoredFields: ["parent", ...linkSettings.map(({ name: field }) => field)],
        clearingFields: ["vlan", "parents"],
        builtinWhen: { type: "physical" },
        changeableStatuses
      },
      parts: {
        links: {
          key: ["subnet"],
          otherKeys: ["mode", "ip_address"],
          otherKeyConditions: { mode: { mode: "link_up" } },
          parent: { kind: "interfaces", parameter: "id", rows: "links" },
          operations: { create: "interface.link_subnet", remove: "interface.unlink_subnet" },
          removeIdField: "link_id",
          memberPaths: { subnet: ["subnet.cidr", "subnet.name", "subnet.id"] },
          comparisons: { mode: "word" },
          references: { subnet: "subnets" },
          referencesById: ["subnet"],
          absentIsEmpty: ["ip_address"],
          neverEmpty: ["ip_address"],
          ignoredFields: ["force"],
          flagPaths: { default_gateway: ["default_gateways.ipv4.link_id", "default_gateways.ipv6.link_id"] },
          builtinWhen: { mode: "link_up" },
          changeableStatuses
        }
      },
      operations: nameOperations({
        "interfaces.list": all8.list("anyone", "List the interfaces of a node"),
        "interfaces.create_physical": all8.post("admin", "Add a physical interface to a node", {
          ...changeOptions3,
          fields: [
            { ...macAddress("MAC address"), required: true },
            name4("name; eth0 and so on by default"),
            vlan,
            ...commonSettings,
            { ...enabled, default: "true" },
            ...linkSettings.map((field) => ({ ...field, undocumented: true }))
          ],
          example: { mac_address: "52:54:00:aa:00:01", name: "eth5", vlan: "fabric-prod/0" }
        }),
        "interfaces.create_bond": all8.post("owner", "Bond physical interfaces", {
          ...changeOptions3,
          fields: [
            text("name", "name of the bond", { required: true }),
            list("parents", "interfaces to bond", { ...interfaceReference, required: true }),
            macAddress("MAC address; the first parent's by default"),
            vlan,
            ...commonSettings,
            ...fieldsOfType.bond
          ],
          notes: ["The parents must be on the same VLAN; they lose their links.", ...stateNotes],
          example: { name: "bond0", parents: "eth0,eth1", bond_mode: "802.3ad" }
        }),
        "interfaces.create_bridge": all8.post("owner", "Create a bridge on an interface", {
          ...changeOptions3,
          fields: [
            ...parentFields("interface below the bridge"),
            name4("name; default: br-PARENT"),
            macAddress("MAC address; the parent's by default"),
            vlan,
            ...commonSettings,
            ...fieldsOfType.bridge
          ],
          rules: parentRules,
          commonFields: ["parent", "name"],
          example: { name: "br0", parent: "eth0" }
        }),
        "interfaces.create_vlan": all8.post("owner", "Create a VLAN interface", {
          ...changeOptions3,
          fields: [
            text("vlan", "tagged VLAN, such as rack9/123", { ...vlanReference, required: true }),
            ...parentFields("interface that carries it"),
            ...commonSettings
          ],
          notes: ["It is named after the parent and the VLAN id: eth0.100.", ...stateNotes],
          rules: parentRules,
          commonFields: ["parent"],
          example: { vlan: "fabric-prod/100", parent: "eth0" }
        }),
        "interface.read": one10.read("anyone", "Show an interface"),
        "interface.update": one10.update("owner", "Change an interface", {
          fields: [
            name4("new name"),
            macAddress("MAC address"),
            { ...vlan, help: "VLAN, such as rack9/123; empty for none" },
            list("parents", "interfaces below a bond", interfaceReference),
            text("parent", "interface below a bridge or a VLAN interface", interfaceReference),
            ...commonSettings,
            enabled,
            ...linkSettings,
            ...[...fieldsOfType.bond, ...fieldsOfType.bridge].map((field) => ({
              ...withoutDefault(field),
              ...field.name === "bond_num_grat_arp" ? { undocumented: true } : {}
            }))
          ],
          notes: ["An interface that moves to another VLAN loses its links to subnets.", ...stateNotes],
          commonFields: ["name", "vlan", "mtu", "tags", "parents"],
          example: { id: "eth0", mtu: "9000" }
        }),
        "interface.delete": one10.remove("owner", "Delete an interface", {
          effects: [
            {
              template: "VLAN interfaces, bonds and bridges on it are deleted too, and its addresses are released"
            }
          ],
          notes: stateNotes,
          example: { id: "eth1" }
        }),
        "interface.link_subnet": one10.post("owner", "Link an interface to a subnet", {
          ...changeOptions3,
          fields: [
            text("mode", "how it gets its address", {
              required: true,
              suggestions: ["AUTO", "DHCP", "STATIC", "LINK_UP"]
            }),
            text("subnet", "subnet on the VLAN of the interface; leave it out for LINK_UP", {
              list: subnets,
              form: "id|name|CIDR"
            }),
            text("ip_address", "address of a STATIC link; any free one by default"),
            booleanOrDigit("force", "remove links that conflict with the new one", { default: "false" }),
            booleanOrDigit("default_gateway", "use the subnet's gateway as the machine's default gateway", {
              default: "false"
            })
          ],
          rules: [
            {
              kind: "needs",
              field: "mode",
              is: ["AUTO", "DHCP", "STATIC"],
              needs: ["subnet"],
              message: "AUTO, DHCP and STATIC links need --subnet"
            },
            {
              kind: "onlyWhen",
              fields: ["ip_address"],
              when: "mode",
              is: ["STATIC"],
              message: "only a STATIC link takes --ip-address"
            }
          ],
          notes: [
            "An interface without a VLAN moves to the VLAN of the subnet; with --force, any interface does.",
            ...stateNotes
          ],
          answers503: true,
          example: { id: "eth0", mode: "STATIC", subnet: "prod-net", ip_address: "10.10.0.77" }
        }),
        "interface.unlink_subnet": one10.post("owner", "Remove a link of an interface", {
          ...changeOptions3,
          fields: [{ ...link("link by its address, subnet or id"), sentAs: "id" }],
          rules: [{ kind: "any", fields: ["link_id"], message: "name a link by its address, subnet or id" }],
          example: { id: "eth0", link_id: "prod-net" }
        }),
        "interface.disconnect": one10.post("owner", "Remove an interface from its VLAN and subnets", changeOptions3),
        "interface.set_default_gateway": one10.post("owner", "Use the gateway of a link as the default gateway", {
          ...changeOptions3,
          fields: [link("link by address, subnet or id, if several have a gateway")],
          notes: ["The link must be AUTO or STATIC, and its subnet must have a gateway.", ...stateNotes],
          example: { id: "eth0", link_id: "prod-net" }
        }),
        "interface.add_tag": one10.post(
          "owner",
          "Add a tag to an interface",
          tagging("id", { id: "eth0", tag: "uplink" })
        ),
        "interface.remove_tag": one10.post(
          "owner",
          "Remove a tag from an interface",
          tagging("id", { id: "eth0", tag: "uplink" })
        )
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/package-repositories.ts
var package_repositories_exports = {};
__export(package_repositories_exports, {
  group: () => group11
});
var archive, name5, settings3, all9, one11, group11;
var init_package_repositories = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/package-repositories.ts"() {
    "use strict";
    init_field();
    init_resource();
    archive = text("url", "address of the archive", { flag: "repository-url" });
    name5 = text("name", "name");
    settings3 = [
      text("distributions", "releases or paths of an archive without Ubuntu's layout", commaSeparated),
      text("disabled_pockets", "pockets of an Ubuntu archive to leave out", {
        ...commaSeparated,
        suggestions: ["updates", "security", "backports"]
      }),
      text("disabled_components", "components of an Ubuntu archive to leave out", {
        ...commaSeparated,
        suggestions: ["restricted", "universe", "multiverse"]
      }),
      booleanOrDigit("disable_sources", "leave out deb-src lines"),
      text("components", "components of an archive without Ubuntu's layout", commaSeparated),
      text("arches", "architectures of its packages", {
        ...commaSeparated,
        suggestions: ["amd64", "arm64", "armhf", "i386", "ppc64el", "s390x"]
      }),
      text("key", "public GPG key that signs it, or @file", { document: true }),
      booleanOrDigit("enabled", "let machines use it")
    ];
    all9 = deployed("/package-repositories/");
    one11 = deployed("/package-repositories/{id}/", [idOrName("package repository")], {
      example: { id: "main_archive" }
    });
    group11 = {
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "URL", path: "url", rank: "key" },
        { header: "ARCHES", path: "arches" },
        { header: "ENABLED", path: "enabled", as: "boolean" },
        { header: "DISTRIBUTIONS", path: "distributions", wide: true },
        { header: "COMPONENTS", path: "components", wide: true },
        { header: "LEFT OUT", path: "disabled_pockets", wide: true },
        { header: "ID", path: "id", wide: true }
      ],
      kind: {
        key: ["name"],
        neverEmpty: ["url", "disable_sources", "enabled"],
        builtinWhen: { name: ["main_archive", "ports_archive"] }
      },
      operations: {
        "package-repositories.list": all9.list("anyone", "List package repositories"),
        "package-repositories.create": all9.create("admin", "Add a package repository", {
          fields: [{ ...name5, required: true }, { ...archive, required: true }, ...settings3],
          commonFields: ["arches", "components", "key"],
          example: {
            name: "site",
            url: "http://packages.example.com/ubuntu",
            components: "main",
            arches: "amd64"
          },
          notes: [
            "Archives with the layout of Ubuntu take --disabled-pockets and --disabled-components, others --distributions and --components."
          ]
        }),
        "package-repository.delete": one11.remove("admin", "Delete a package repository", {
          example: { id: "site" },
          examplePreparation: "svc package-repositories create --name site --repository-url http://packages.example.com/ubuntu"
        }),
        "package-repository.read": one11.read("anyone", "Show a package repository"),
        "package-repository.update": one11.update("admin", "Change or rename a package repository", {
          fields: [name5, archive, ...settings3],
          example: { id: "main_archive", url: "http://mirror.example.com/ubuntu" }
        })
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/controllers.ts
var controllers_exports = {};
__export(controllers_exports, {
  rackControllerGroup: () => rackControllerGroup,
  regionControllerGroup: () => regionControllerGroup
});
function controllerOperations(single, { path, word, example: example4 }, settings7 = []) {
  const all11 = deployed(`/${path}/`, [], { answersWith: "system_id" });
  const one13 = controllerResource(path, example4);
  const operations = {
    [`${single}s.list`]: all11.list("anyone", `List ${word}s`, { fields: nodeListFilters }),
    [`${single}s.is_registered`]: isRegistered2(all11),
    [`${single}s.set_zone`]: all11.post("admin", `Move ${word}s to a physical zone`, {
      ...setZone("node"),
      example: { nodes: example4, zone: "north" }
    }),
    [`${single}.read`]: one13.read("anyone", `Show a ${word} and its services`),
    [`${single}.update`]: one13.update("admin", `Change a ${word}`, {
      fields: [
        text("description", "free text"),
        { ...powerParameters, undocumented: true },
        boolean("power_parameters_skip_check", "do not check the power parameters", { default: "false" }),
        powerType,
        text("zone", "physical zone"),
        ...settings7
      ],
      example: { system_id: example4, description: "rack 7, unit 1" }
    }),
    [`${single}.delete`]: one13.remove("admin", `Delete a ${word}`, {
      fields: [boolean("force", "delete it even if other objects of the service need it")]
    }),
    [`${single}.details`]: showDetails(one13),
    [`${single}.power_parameters`]: showPowerParameters(one13)
  };
  return nameOperations(operations);
}
var controllerColumns, controllerResource, rack, allRackControllers, oneRackController, rackControllerGroup, regionControllerGroup;
var init_controllers = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/controllers.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_resource();
    init_machines_fields();
    init_node_operations();
    controllerColumns = [
      { header: "NAME", path: "fqdn", rank: "key" },
      { header: "TYPE", path: "node_type_name" },
      { header: "VERSION", path: "version" },
      { header: "ZONE", path: "zone.name", rank: "minor" },
      { header: "IP", path: "ip_addresses", min: 15 },
      { header: "ID", path: "system_id", wide: true },
      { header: "POWER", path: "power_state", as: "power", wide: true },
      { header: "ARCH", path: "architecture", wide: true },
      { header: "TAGS", path: "tag_names", wide: true },
      { header: "DESCRIPTION", path: "description", wide: true, rank: "text" }
    ];
    controllerResource = (plural, example4) => deployed(`/${plural}/{system_id}/`, [nodeId], { example: { system_id: example4 } });
    rack = { path: "rackcontrollers", word: "rack controller", example: "rack-01" };
    allRackControllers = deployed("/rackcontrollers/");
    oneRackController = controllerResource(rack.path, rack.example);
    rackControllerGroup = {
      identity: "system_id",
      columns: [...controllerColumns, { header: "SERVICES", path: "service_set", as: "services", rank: "text" }],
      operations: nameOperations({
        ...controllerOperations("rack-controller", rack, [text("domain", "domain")]),
        "rack-controllers.describe_power_types": allRackControllers.get(
          "anyone",
          "List power types and their parameters",
          {
            identity: "name",
            columns: [
              { header: "NAME", path: "name", rank: "key" },
              { header: "PARAMETERS", path: "fields.name" },
              { header: "QUERYABLE", path: "queryable", as: "boolean" },
              { header: "MISSING", path: "missing_packages" },
              { header: "DESCRIPTION", path: "description", wide: true }
            ]
          }
        ),
        "rack-controllers.import_boot_images": allRackControllers.post(
          "admin",
          "Let all rack controllers import boot images",
          {
            verb: "import-boot-images-many",
            result: "text"
          }
        ),
        "rack-controllers.power_parameters": allRackControllers.get(
          "admin",
          "Show the power parameters of many controllers",
          {
            verb: "power-parameters-many",
            fields: [
              text("id", "rack controller: system_id or name; all when omitted", {
                kind: "node",
                repeatable: true,
                isSplittable: true,
                alsoPositional: true
              })
            ],
            emptyAnswer: "object",
            sensitive: secretPowerParameters,
            example: { id: "rack-01" }
          }
        ),
        "rack-controller.abort": oneRackController.post("admin", "Abort what a rack controller is doing", {
          examplePreparation: "svc rackcontrollers test rack-01 --yes",
          fields: [comment]
        }),
        "rack-controller.import_boot_images": oneRackController.post(
          "admin",
          "Make a rack controller import boot images",
          {
            result: "text"
          }
        ),
        "rack-controller.list_boot_images": oneRackController.get(
          "admin",
          "List the boot images of a rack controller",
          {
            identity: "status",
            columns: [
              { header: "STATUS", path: "status", rank: "key" },
              { header: "CONNECTED", path: "connected", as: "boolean" },
              { header: "IMAGES", path: "images.name" }
            ]
          }
        ),
        "rack-controller.override_failed_testing": oneRackController.post(
          "admin",
          "Ignore the tests that failed",
          {
            fields: [comment]
          }
        ),
        "rack-controller.power_off": oneRackController.post("admin", "Turn a rack controller off", {
          fields: [comment, stopMode],
          confirm: "interrupts"
        }),
        "rack-controller.power_on": oneRackController.post("admin", "Turn a rack controller on", {
          fields: [comment, userData],
          confirm: "interrupts",
          notes: ["Some power types cycle a node that is already on."]
        }),
        "rack-controller.query_power_state": queryPowerState(oneRackController),
        "rack-controller.test": oneRackController.post("admin", "Test a rack controller's hardware", {
          fields: [enableSsh, scriptParameters, testingScripts],
          confirm: "interrupts"
        })
      })
    };
    regionControllerGroup = {
      identity: "system_id",
      columns: controllerColumns,
      operations: controllerOperations("region-controller", {
        path: "regioncontrollers",
        word: "region controller",
        example: "rack-01"
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/hypervisors.ts
var hypervisors_exports = {};
__export(hypervisors_exports, {
  podGroup: () => podGroup,
  vmClusterGroup: () => vmClusterGroup,
  vmHostGroup: () => vmHostGroup
});
function hypervisorOperations(single, deprecated) {
  const facts = deprecated === void 0 ? {} : { deprecated };
  const all11 = deployed(`/${single}s/`, [], facts);
  const one13 = deployed(`/${single}s/{id}/`, [integerOrName("id", "number or name of the VM host")], {
    ...facts,
    example: { id: "1" }
  });
  const operations = {
    [`${single}s.list`]: all11.list("anyone", "List VM hosts and how much of each is in use"),
    [`${single}s.create`]: all11.create("admin", "Register a VM host and its machines", {
      notes: [
        "For LXD, give a certificate and its key, or a password that makes LXD trust a new certificate."
      ],
      fields: [
        text("type", "kind of host", { required: true, suggestions: ["lxd", "virsh"] }),
        { ...address, required: true },
        text("power_user", "user name for the connection, for types that need one"),
        ...sharedSettings,
        text("project", "LXD project for its machines; created if missing"),
        text("certificate", "client certificate of LXD", { content: true, undocumented: true }),
        text("key", "private key of --certificate", { content: true, secret: true, undocumented: true }),
        text("password", "password that makes LXD trust the certificate", {
          secret: true,
          undocumented: true
        })
      ],
      example: { type: "virsh", power_address: "qemu+ssh://ops@10.10.0.7/system", name: "lab-host" }
    }),
    [`${single}.read`]: one13.read("anyone", "Show a VM host and how much of it is in use"),
    [`${single}.update`]: one13.update("admin", "Change a VM host", {
      fields: [
        address,
        ...sharedSettings,
        text("cpu_over_commit_ratio", "CPU overcommit ratio, 0 to 10", ratio),
        text("memory_over_commit_ratio", "memory overcommit ratio, 0 to 10", ratio),
        text("default_storage_pool", "default storage pool for disks"),
        text("default_macvlan_mode", "mode of macvlan interfaces", {
          suggestions: ["bridge", "passthru", "private", "vepa"]
        })
      ],
      example: { id: "1", cpu_over_commit_ratio: "2.5", pool: "web" }
    }),
    [`${single}.delete`]: one13.remove("admin", "Remove a VM host", {
      fields: [decompose],
      notes: ["Without --decompose the virtual machines keep running."],
      effects: [
        {
          template: "the service will delete every virtual machine of the host and its disks",
          when: { decompose: "true" }
        }
      ]
    }),
    [`${single}.add_tag`]: one13.post("admin", "Add a tag to a VM host", tagChange),
    [`${single}.remove_tag`]: one13.post("admin", "Remove a tag from a VM host", tagChange),
    [`${single}.compose`]: one13.post("admin", "Create a virtual machine on a VM host", {
      answersWith: "system_id",
      identity: "system_id",
      columns: [{ header: "MACHINE", path: "system_id", as: "node", rank: "key" }],
      fields: [
        integer("cores", "number of cores; 1 when omitted", { min: 1 }),
        text("memory", "RAM in MiB, or with a unit: 4GB; 2048 when omitted", { unit: "MiB" }),
        boolean("hugepages_backed", "back the memory with huge pages; LXD only"),
        list("pinned_cores", "host cores to pin to; use instead of --cores"),
        integer("cpu_speed", "minimum CPU speed in MHz", { min: 1 }),
        text("architecture", "architecture, such as amd64/generic"),
        text("storage", "disks, such as root:32(default),data:100(ssd)", { form: "label:GB[(tags)],..." }),
        text("interfaces", "interfaces, such as eth0:subnet=prod-net", { form: "name:key=value[,...]" }),
        text("hostname", "host name; generated when omitted"),
        byNumber2("domain", "domain; the default domain when omitted", domains),
        byNumber2("zone", "physical zone; the host's when omitted", zones),
        byNumber2("pool", "resource pool; the host's when omitted", pools)
      ],
      rules: [
        {
          kind: "exclusive",
          fields: ["cores", "pinned_cores"],
          message: "give --cores or --pinned-cores, not both"
        }
      ],
      answers503: true,
      commonFields: ["cores", "memory", "storage", "hostname"],
      example: { id: "1", cores: "2", memory: "4096", hostname: "vm-01" }
    }),
    [`${single}.parameters`]: one13.get("admin", "Show how the VM host is reached, including secrets", {
      emptyAnswer: "object",
      sensitive: [...secretPowerParameters, "certificate"],
      identity: "power_address"
    }),
    [`${single}.refresh`]: one13.post("admin", "Refresh the VM host's resources and machines", {
      answersWith: "id"
    })
  };
  return nameOperations(operations);
}
var hypervisorColumns, hypervisorKind, ratio, sharedSettings, address, tagChange, decompose, byNumber2, vmHostGroup, podGroup, allClusters, oneCluster, vmClusterGroup;
var init_hypervisors = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/hypervisors.ts"() {
    "use strict";
    init_field();
    init_number_lists();
    init_resource();
    init_node_operations();
    hypervisorColumns = [
      { header: "NAME", path: "name", rank: "key" },
      { header: "TYPE", path: "type" },
      { header: "VERSION", path: "version", rank: "minor" },
      { header: "CPU", path: "used.cores/total.cores", min: 5 },
      { header: "RAM", path: "used.memory/total.memory", as: "mebibytes", min: 9 },
      { header: "STORAGE", path: "used.local_storage/total.local_storage", as: "bytes", rank: "minor" },
      { header: "POOL", path: "pool.name", rank: "minor" },
      { header: "ZONE", path: "zone.name", rank: "minor" },
      { header: "ID", path: "id" },
      { header: "HOST", path: "host.system_id", as: "node", wide: true },
      { header: "ARCH", path: "architectures", wide: true },
      { header: "CPU RATIO", path: "cpu_over_commit_ratio", wide: true },
      { header: "RAM RATIO", path: "memory_over_commit_ratio", wide: true },
      { header: "TAGS", path: "tags", wide: true }
    ];
    hypervisorKind = {
      key: ["name"],
      memberPaths: { zone: ["zone.name", "zone.id"], pool: ["pool.name", "pool.id"] },
      // The service adds this tag to each host.
      emptyMarkers: { tags: "pod-console-logging" },
      references: { zone: "zones", pool: "resourcepools" },
      neverEmpty: ["zone", "pool", "power_address", "cpu_over_commit_ratio", "memory_over_commit_ratio"],
      readBy: { power_address: "vm-host.parameters", power_pass: "vm-host.parameters" }
    };
    ratio = { pattern: String.raw`\d+(?:\.\d+)?`, form: "number" };
    sharedSettings = [
      text("name", "name; generated when omitted"),
      text("pool", "resource pool of the host, and by default of its machines"),
      text("zone", "physical zone"),
      text("tags", "tags of the host", commaSeparated),
      text("power_pass", "password or passphrase for the address", { secret: true })
    ];
    address = text("power_address", "address, such as qemu+ssh://host/system or host:8443");
    tagChange = {
      answersWith: "id",
      fields: [text("tag", "tag", { required: true, alsoPositional: true })],
      example: { id: "1", tag: "fast" }
    };
    decompose = boolean("decompose", "also delete its virtual machines");
    byNumber2 = (name7, help, of) => text(name7, help, { list: of, form: "id|name" });
    vmHostGroup = {
      columns: hypervisorColumns,
      kind: hypervisorKind,
      operations: hypervisorOperations("vm-host")
    };
    podGroup = {
      columns: hypervisorColumns,
      operations: hypervisorOperations("pod", "use vm-hosts")
    };
    allClusters = deployed("/vm-clusters/");
    oneCluster = deployed("/vm-clusters/{id}", [integerOrName("id", "number or name of the cluster")]);
    vmClusterGroup = {
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "PROJECT", path: "project" },
        { header: "STATUS", path: "state", rank: "key" },
        { header: "VERSION", path: "version", rank: "minor" },
        { header: "HOSTS", path: "hosts", as: "count" },
        { header: "VMS", path: "virtual_machines", as: "count" },
        { header: "POOL", path: "resource_pool", rank: "minor" },
        { header: "ZONE", path: "availability_zone", rank: "minor" },
        { header: "ID", path: "id" },
        { header: "DATE", path: "created_at", as: "age", wide: true }
      ],
      operations: {
        "vm-clusters.list": allClusters.list("anyone", "List LXD clusters of VM hosts"),
        "vm-cluster.read": oneCluster.read("anyone", "Show a cluster of VM hosts"),
        "vm-cluster.update": oneCluster.update("admin", "Change a cluster of VM hosts", {
          fields: [
            text("name", "new name"),
            text("pool", "resource pool of its machines"),
            text("zone", "physical zone of its machines")
          ],
          example: { pool: "web" }
        }),
        "vm-cluster.delete": oneCluster.remove("admin", "Remove a cluster and its VM hosts", {
          fields: [boolean("decompose", "also delete their virtual machines")],
          effects: [
            {
              template: "the service will delete every virtual machine of the cluster and its disks",
              when: { decompose: "true" }
            }
          ]
        })
      }
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/tags.ts
var tags_exports = {};
__export(tags_exports, {
  group: () => group12
});
var tag2, settings4, kernelOptions, all10, one12, nodes, group12;
var init_tags = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/tags.ts"() {
    "use strict";
    init_field();
    init_resource();
    init_machines();
    tag2 = textId("name", "name of the tag");
    settings4 = [
      text("comment", "comment on the tag"),
      text("definition", "XPath on the hardware details: nodes that match get the tag")
    ];
    kernelOptions = text("kernel_opts", "kernel options of machines that have the tag");
    all10 = deployed("/tags/", [], { answersWith: "name" });
    one12 = deployed("/tags/{name}/", [tag2], { answersWith: "name", example: { name: "ssd" } });
    nodes = (type) => one12.get("anyone", `List the ${type} that have a tag`, { identity: "system_id", columns: nodeColumns });
    group12 = {
      identity: "name",
      columns: [
        { header: "TAG", path: "name", rank: "key" },
        { header: "DEFINITION", path: "definition", rank: "text" },
        { header: "COMMENT", path: "comment", rank: "text" },
        { header: "KERNEL OPTIONS", path: "kernel_opts", wide: true, rank: "text" }
      ],
      kind: {
        key: ["name"],
        memberPaths: { machines: ["system_id", "hostname", "fqdn"] },
        references: { machines: "machines" },
        referencesById: ["machines"],
        readBy: { machines: "tag.machines" },
        setBy: {
          machines: {
            operation: "tag.update_nodes",
            field: "add",
            removeField: "remove",
            overrides: { kind: "machine", help: "all machines that have it" }
          }
        },
        computedFrom: { machines: "definition" }
      },
      operations: nameOperations({
        "tags.list": all10.list("anyone", "List tags"),
        "tags.create": all10.create("admin", "Create a tag", {
          fields: [text("name", "letters, digits, - and _", { required: true }), ...settings4, kernelOptions],
          notes: ["Without --definition, use svc tags update-nodes to add the tag to nodes."],
          example: { name: "gpu-a100", comment: "machines with an A100" }
        }),
        "tag.delete": one12.remove("admin", "Delete a tag", {
          effects: [{ template: "it is removed from all nodes" }]
        }),
        "tag.read": one12.read("anyone", "Show a tag"),
        "tag.update": one12.update("admin", "Change or rename a tag", {
          fields: [
            text("new_name", "new name; nodes keep the tag", { sentAs: "name" }),
            ...settings4,
            { ...kernelOptions, undocumented: true }
          ],
          notes: ["The service evaluates a new --definition for all nodes."],
          example: { name: "ssd", comment: "machines with solid state disks" }
        }),
        "tag.devices": nodes("devices"),
        "tag.machines": nodes("machines"),
        "tag.nodes": nodes("nodes"),
        "tag.rack_controllers": nodes("rack controllers"),
        "tag.region_controllers": nodes("region controllers"),
        "tag.rebuild": one12.post("admin", "Evaluate a tag's definition again", {
          identity: "rebuilding",
          answersWith: "rebuilding",
          columns: [{ header: "REBUILDING", path: "rebuilding", rank: "key" }],
          notes: ["The service does this by itself when nodes or the definition change."]
        }),
        "tag.update_nodes": one12.post("admin", "Add a tag to nodes, or remove it from them", {
          fields: [
            list("add", "nodes to add the tag to", { kind: "node" }),
            list("remove", "nodes to remove the tag from", { kind: "node" }),
            text("definition", "refuse if the tag has another definition"),
            text("rack_controller", "rack controller whose key is used", { kind: "node" })
          ],
          rules: [{ kind: "any", fields: ["add", "remove"], message: "give nodes with --add or --remove" }],
          commonFields: ["add", "remove"],
          resultVerb: "nodes",
          notes: ["The service determines the nodes of a tag that has a definition."],
          columns: [
            { header: "ADDED", path: "added", rank: "key" },
            { header: "REMOVED", path: "removed", rank: "key" }
          ],
          example: { name: "ssd", add: "web-01,web-02", remove: "db-01" }
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/users.ts
var users_exports = {};
__export(users_exports, {
  notificationGroup: () => notificationGroup,
  userGroup: () => userGroup
});
var nodeInitEmail, allUsers, oneUser, userGroup, message, settings5, dismissable, settingsWithoutDefaults, allNotifications, oneNotification, notificationGroup;
var init_users2 = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/users.ts"() {
    "use strict";
    init_field();
    init_number_lists();
    init_resource();
    nodeInitEmail = "node-init-user@localhost";
    allUsers = deployed("/users/", [], { answersWith: "username" });
    oneUser = deployed("/users/{username}/", [textId("username", "name of the user")], {
      answersWith: "username",
      example: { username: "carol" }
    });
    userGroup = {
      identity: "username",
      columns: [
        { header: "USER", path: "username", rank: "key" },
        { header: "ADMIN", path: "is_superuser", as: "boolean" },
        { header: "EMAIL", path: "email" },
        { header: "LOCAL", path: "is_local", as: "boolean", wide: true }
      ],
      kind: {
        key: ["username"],
        credentials: ["password"],
        neverReplaced: true,
        callerOperation: "users.whoami",
        ignoreWhen: { email: nodeInitEmail },
        blockedByNodes: { filter: "owner", path: "owner" }
      },
      operations: nameOperations({
        "users.list": allUsers.list("anyone", "List users"),
        "users.create": allUsers.create("admin", "Create a user", {
          fields: [
            text("username", "name to log in with", { required: true }),
            text("email", "email address; unique", { required: true }),
            text("password", "password to log in with", { required: true, secret: true }),
            // The service answers 500 to a word such as true.
            oneOrZero("is_superuser", "whether the user is an administrator", {
              required: true,
              takesWord: true
            })
          ],
          notes: ["Users can be changed only on the web pages of the service."],
          example: { username: "dave", email: "dave@example.com", password: "@-", is_superuser: "false" },
          exampleInput: "echo correct-horse"
        }),
        "users.whoami": allUsers.get("anyone", "Show the user that the API key belongs to"),
        "user.delete": oneUser.remove("admin", "Delete a user", {
          fields: [text("transfer_resources_to", "user to transfer machines, addresses and ranges to")],
          effects: [{ template: "the user's API keys, SSH keys, SSL keys and files are deleted too" }],
          notes: ["Refused while the user has machines, addresses or ranges that are not transferred."],
          example: { username: "bob", transfer_resources_to: "carol" }
        }),
        "user.read": oneUser.read("anyone", "Show a user")
      })
    };
    message = text("message", "text, in which {name} is replaced by a value of the context");
    settings5 = [
      text("ident", "identifier of your choice, up to 40 characters"),
      text("category", "kind of message", { choices: ["error", "warning", "success", "info"], default: "info" }),
      boolean("admins", "show it to administrators"),
      boolean("users", "show it to users who are not administrators"),
      text("user", "show it to this user"),
      text("context", "values for {name} in the message, as a JSON object")
    ];
    dismissable = boolean("dismissable", "whether users may dismiss it", { default: "true" });
    settingsWithoutDefaults = settings5.map(({ default: _, ...field }) => field);
    allNotifications = deployed("/notifications/");
    oneNotification = deployed(
      "/notifications/{id}/",
      [integerOrName("id", "id or ident of the notification", notices)],
      { examplePreparation: "svc notifications create --message 'Rack 7 is down' --admins" }
    );
    notificationGroup = {
      columns: [
        { header: "ID", path: "id", rank: "key" },
        { header: "CATEGORY", path: "category" },
        { header: "MESSAGE", path: "message", rank: "text" },
        { header: "ADMINS", path: "admins", as: "boolean" },
        { header: "USERS", path: "users", as: "boolean" },
        { header: "USER", path: "user.username" },
        { header: "IDENT", path: "ident", wide: true },
        { header: "DISMISSABLE", path: "dismissable", as: "boolean", wide: true }
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
        alwaysSent: { admins: true }
      },
      operations: nameOperations({
        "notifications.list": allNotifications.list("anyone", "List your notifications", {
          notes: ["Dismissed notifications are not listed."]
        }),
        "notifications.create": allNotifications.create("admin", "Show a notification to users", {
          fields: [{ ...message, required: true }, ...settings5, { ...dismissable, undocumented: true }],
          notes: ["Nobody sees it without --admins, --users or --user."],
          commonFields: ["admins", "users", "category", "ident"],
          example: { message: "Rack 7 is down from 18:00", category: "warning", admins: "true" }
        }),
        "notification.delete": oneNotification.remove("admin", "Delete a notification for all users"),
        "notification.read": oneNotification.read("anyone", "Show a notification"),
        "notification.update": oneNotification.update("admin", "Change a notification", {
          fields: [message, ...settingsWithoutDefaults, dismissable],
          example: { id: "1", message: "Rack 7 is up again", category: "success" }
        }),
        "notification.dismiss": oneNotification.post("anyone", "Dismiss a notification, for yourself", {
          result: "none"
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/catalogue/groups/volumes.ts
var volumes_exports = {};
__export(volumes_exports, {
  datastoreGroup: () => datastoreGroup,
  lvmGroup: () => lvmGroup,
  raidGroup: () => raidGroup,
  raidLevels: () => raidLevels
});
function memberKind(single, rows) {
  const pathsByField = single === "raid" ? { ...paths, ...sparePaths } : paths;
  const names = Object.keys(pathsByField);
  const byField = (value) => Object.fromEntries(names.map((name7) => [name7, value(name7)]));
  const isPartition = (name7) => name7.endsWith("partitions");
  return {
    key: ["name"],
    parent: { kind: "machines", parameter: "system_id", rows },
    ignoredFields: ["uuid", ...names.flatMap((name7) => [`add_${name7}`, `remove_${name7}`])],
    memberPaths: byField((name7) => [`${pathsByField[name7]}.path`]),
    textPatterns: byField(() => lastPathPart),
    memberTypes: byField((name7) => isPartition(name7) ? ["partition"] : diskTypes),
    references: byField((name7) => isPartition(name7) ? "partitions" : "block-devices"),
    siblings: names,
    setBy: byField((name7) => ({
      operation: `${single}.update`,
      field: `add_${name7}`,
      removeField: `remove_${name7}`
    })),
    changeableStatuses: storageStatuses
  };
}
var membersByField, memberField, memberFields, addFields, removeFields, needsMembers, paths, sparePaths, diskTypes, memberColumns, raidLevels, allRaids, oneRaid, name6, uuid, kinds, raidGroup, allDatastores, oneDatastore, datastoreGroup, members2, example3, createCommand, allVolumeGroups, oneVolumeGroup, lvmGroup;
var init_volumes = __esm({
  "../../../work/wt/sandbox/src/catalogue/groups/volumes.ts"() {
    "use strict";
    init_field();
    init_fields();
    init_number_lists();
    init_resource();
    init_filesystems();
    membersByField = {
      block_devices: ["block devices", disks],
      partitions: ["partitions", partitions],
      spare_devices: ["spare block devices", disks],
      spare_partitions: ["spare partitions", partitions]
    };
    memberField = (name7, prefix2, helpPrefix) => {
      const [words3 = "", numbers = disks] = membersByField[name7] ?? [];
      return list(`${prefix2}${name7}`, `${helpPrefix}${words3}, by id or name`, { list: numbers });
    };
    memberFields = (...names) => names.map((name7) => memberField(name7, "", ""));
    addFields = (...names) => names.map((name7) => memberField(name7, "add_", "add these "));
    removeFields = (...names) => names.map((name7) => memberField(name7, "remove_", "remove these "));
    needsMembers = [
      anyOf("one of --block-devices and --partitions is needed", "block_devices", "partitions")
    ];
    paths = { block_devices: "devices", partitions: "devices" };
    sparePaths = { spare_devices: "spare_devices", spare_partitions: "spare_devices" };
    diskTypes = ["physical", "virtual"];
    memberColumns = {
      name: { header: "NAME", path: "name", rank: "key" },
      size: { header: "SIZE", path: "size", as: "bytes" },
      devices: { header: "DEVICES", path: "devices.path", as: "pathEnd" },
      id: { header: "ID", path: "id", wide: true },
      uuid: { header: "UUID", path: "uuid", wide: true }
    };
    raidLevels = ["raid-0", "raid-1", "raid-5", "raid-6", "raid-10"];
    allRaids = deployed("/nodes/{system_id}/raids/", [nodeId]);
    oneRaid = deployed("/nodes/{system_id}/raid/{id}/", [nodeId, idOrName("RAID", raids)], {
      example: { system_id: "gpu-01", id: "md0" },
      examplePreparation: "svc machines set-storage-layout gpu-01 --storage-layout blank --yes && svc raids create gpu-01 --name md0 --level raid-1 --block-devices sda,sdb"
    });
    name6 = text("name", "name; md0, md1 and so on by default");
    uuid = text("uuid", "UUID; a new one by default");
    kinds = ["block_devices", "partitions", "spare_devices", "spare_partitions"];
    raidGroup = {
      columns: [
        memberColumns.name,
        { header: "LEVEL", path: "level" },
        memberColumns.size,
        memberColumns.devices,
        { header: "SPARES", path: "spare_devices.path", as: "pathEnd" },
        { header: "FS", path: "virtual_device.filesystem.fstype" },
        { header: "MOUNT", path: "virtual_device.filesystem.mount_point" },
        memberColumns.id,
        memberColumns.uuid
      ],
      kind: { ...memberKind("raid", "raids"), referenceName: "{name}", blockedBy: kindsBuiltOnDisks },
      operations: {
        "raids.list": allRaids.list("anyone", "List the RAIDs of a machine"),
        "raids.create": allRaids.create("owner", "Create a RAID from block devices and partitions", {
          notes: [
            ...storageNotes,
            "The RAID is a block device of that name, which can be formatted and mounted."
          ],
          fields: [
            text("level", "RAID level", { required: true, choices: raidLevels }),
            name6,
            ...memberFields(...kinds),
            uuid
          ],
          rules: needsMembers,
          example: { system_id: "gpu-01", name: "md0", level: "raid-1", block_devices: "sdb,sdc" },
          examplePreparation: "svc machines set-storage-layout gpu-01 --storage-layout blank --yes"
        }),
        "raid.delete": oneRaid.remove("owner", "Delete a RAID", { notes: storageNotes }),
        "raid.read": oneRaid.read("anyone", "Show a RAID"),
        "raid.update": oneRaid.update("owner", "Change the name or the devices of a RAID", {
          notes: storageNotes,
          fields: [
            text("name", "new name"),
            ...addFields(...kinds),
            ...removeFields(...kinds),
            text("uuid", "UUID")
          ],
          example: { system_id: "gpu-01", id: "md0", add_spare_devices: "sdc" }
        })
      }
    };
    allDatastores = deployed("/nodes/{system_id}/vmfs-datastores/", [nodeId]);
    oneDatastore = deployed(
      "/nodes/{system_id}/vmfs-datastore/{id}/",
      [nodeId, idOrName("datastore", datastores)],
      {
        example: { system_id: "db-01", id: "datastore2" },
        examplePreparation: "svc vmfs-datastores create db-01 --name datastore2 --block-devices sdb"
      }
    );
    datastoreGroup = {
      columns: [
        memberColumns.name,
        memberColumns.size,
        { header: "FS", path: "filesystem.fstype" },
        { header: "MOUNT", path: "filesystem.mount_point" },
        memberColumns.devices,
        memberColumns.id,
        memberColumns.uuid
      ],
      operations: {
        "vmfs-datastores.list": allDatastores.list("anyone", "List the VMFS datastores of a machine"),
        "vmfs-datastores.create": allDatastores.create("owner", "Create a VMFS datastore", {
          notes: storageNotes,
          fields: [
            text("name", "name", { required: true }),
            ...memberFields("block_devices", "partitions"),
            text("uuid", "UUID; a new one by default")
          ],
          rules: needsMembers,
          example: { system_id: "db-01", name: "datastore2", block_devices: "sdb" }
        }),
        "vmfs-datastore.delete": oneDatastore.remove("owner", "Delete a VMFS datastore", { notes: storageNotes }),
        "vmfs-datastore.read": oneDatastore.read("anyone", "Show a VMFS datastore"),
        "vmfs-datastore.update": oneDatastore.update("owner", "Rename or extend a VMFS datastore", {
          notes: storageNotes,
          fields: [
            text("name", "new name"),
            ...addFields("block_devices", "partitions"),
            ...removeFields("partitions"),
            text("uuid", "UUID")
          ],
          example: { system_id: "db-01", id: "datastore2", name: "images" }
        })
      }
    };
    members2 = ["block_devices", "partitions"];
    example3 = { system_id: "db-01", id: "vg0" };
    createCommand = "svc volume-groups create db-01 --name vg0 --block-devices sdb";
    allVolumeGroups = deployed("/nodes/{system_id}/volume-groups/", [nodeId]);
    oneVolumeGroup = deployed(
      "/nodes/{system_id}/volume-group/{id}/",
      [nodeId, idOrName("volume group", volumeGroups)],
      {
        example: example3,
        examplePreparation: createCommand
      }
    );
    lvmGroup = {
      columns: [
        memberColumns.name,
        memberColumns.size,
        { header: "FREE", path: "available_size", as: "bytes" },
        { header: "LVS", path: "logical_volumes.name" },
        memberColumns.devices,
        memberColumns.id,
        memberColumns.uuid
      ],
      kind: {
        ...memberKind("volume-group", "volume_groups"),
        children: { logical_volumes: "logical-volumes" },
        childPaths: { logical_volumes: ["logical_volumes"] },
        deletedFirst: "logical_volumes"
      },
      parts: {
        "logical-volumes": {
          key: ["name"],
          parent: { kind: "volume-groups", parameter: "id", rows: "logical_volumes" },
          operations: {
            create: "volume-group.create_logical_volume",
            remove: "volume-group.delete_logical_volume"
          },
          removeIdField: "logical_volume_id",
          prefixedField: "name",
          ignoredFields: ["uuid"],
          comparisons: { size: "bytes" },
          neverEmpty: ["size"],
          referenceName: "{parent}-{name}",
          blockedBy: kindsBuiltOnDisks,
          changeableStatuses: storageStatuses
        }
      },
      operations: nameOperations({
        "volume-groups.list": allVolumeGroups.list("anyone", "List the volume groups of a machine"),
        "volume-groups.create": allVolumeGroups.create("owner", "Create a volume group (LVM)", {
          notes: storageNotes,
          fields: [
            text("name", "name", { required: true }),
            ...memberFields(...members2),
            text("uuid", "UUID; a new one by default")
          ],
          rules: needsMembers,
          example: { system_id: "db-01", name: "vg0", block_devices: "sdb" }
        }),
        "volume-group.delete": oneVolumeGroup.remove("owner", "Delete an empty volume group", {
          notes: storageNotes
        }),
        "volume-group.read": oneVolumeGroup.read("anyone", "Show a volume group"),
        "volume-group.update": oneVolumeGroup.update(
          "owner",
          "Change the name or the devices of a volume group",
          {
            notes: storageNotes,
            fields: [
              text("name", "new name"),
              ...addFields(...members2),
              ...removeFields(...members2),
              text("uuid", "UUID")
            ],
            example: { ...example3, name: "data" }
          }
        ),
        "volume-group.create_logical_volume": oneVolumeGroup.post("owner", "Create a logical volume", {
          answersWith: "id",
          notes: [
            ...storageNotes,
            "The volume is the block device GROUP-NAME, which can be formatted and mounted."
          ],
          fields: [
            text("name", "name in the volume group", { required: true }),
            bytes2("size", "size in bytes, or with a unit: 5G; default: all free space"),
            text("uuid", "UUID; a new one by default")
          ],
          columns: [
            { header: "ID", path: "id" },
            memberColumns.name,
            memberColumns.size,
            { header: "FREE", path: "available_size", as: "bytes" }
          ],
          example: { ...example3, name: "data", size: "20G" }
        }),
        "volume-group.delete_logical_volume": oneVolumeGroup.post("owner", "Delete a logical volume", {
          success: 204,
          result: "none",
          confirm: "destroys",
          notes: [...storageNotes, "It is not an error to delete a volume that the group does not have."],
          fields: [
            integer("logical_volume_id", "logical volume, such as vg0-data", {
              required: true,
              sentAs: "id",
              alsoName: true,
              list: logicalVolumes,
              form: "id|name"
            })
          ],
          example: { ...example3, logical_volume_id: "vg0-data" },
          examplePreparation: `${createCommand} && svc volume-groups create-logical-volume db-01 vg0 --name data`
        })
      })
    };
  }
});

// ../../../work/wt/sandbox/src/sandbox/model/settings/script-header.ts
var script_header_exports = {};
__export(script_header_exports, {
  mergeHeader: () => mergeHeader,
  readHeader: () => readHeader,
  readScriptFields: () => readScriptFields,
  withAddedTags: () => withAddedTags
});
import { parse } from "yaml";
function readHeader(content) {
  const match = /^# --- Start \S+ (\S+) script metadata ---[ \t]*\r?\n([\s\S]*?)^# --- End \S+ \S+ script metadata ---/m.exec(
    content
  );
  if (match === null) return {};
  if (match[1] !== "1.0") return `Unsupported version: ${match[1]}`;
  const text4 = (match[2] ?? "").replace(/^#( |$)/gm, "");
  try {
    const value = parse(text4);
    return isRecord(value) ? value : "The metadata is not a mapping.";
  } catch (error) {
    return `Unable to parse the metadata: ${error instanceof Error ? error.message.split("\n", 1)[0] : ""}`;
  }
}
function secondsFrom(value) {
  const match = /^(?:(\d{1,5}):(\d{1,2}):)?(\d{1,9})$/.exec(String(value).trim());
  if (match === null) return void 0;
  return Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3]);
}
function readScriptFields(readValue, fail) {
  const fields = {};
  for (const [name7, read] of Object.entries(readers)) {
    const field = apiName(name7);
    const value = readValue(field);
    if (value === void 0 || value === null || value === "" && !clearableFields.includes(field)) continue;
    const converted = read(value);
    if (converted === void 0) fail(field, fieldMessages[field] ?? `Invalid value: ${String(value)}.`);
    else fields[name7] = converted;
  }
  return fields;
}
function mergeHeader(fields, header, fail) {
  for (const name7 of Object.keys(header))
    if (fields[name7] !== void 0 && JSON.stringify(fields[name7]) !== JSON.stringify(header[name7]))
      fail(apiName(name7), "May not override values defined in embedded YAML.");
  return { ...fields, ...header };
}
function withAddedTags(fields) {
  const customTags = fields.tags.filter(
    (tag4) => tag4 !== "destructive" && !hardwareTypes.some((each) => each === tag4)
  );
  const hardware2 = hardwareTypes[fields.hardwareType] ?? "node";
  const tags2 = [...customTags, hardware2, ...fields.destructive ? ["destructive"] : []];
  return { ...fields, tags: [...new Set(tags2)].sort() };
}
var listFrom, numberReader, booleanFrom, recordFrom, readers, fieldMessages, clearableFields;
var init_script_header = __esm({
  "../../../work/wt/sandbox/src/sandbox/model/settings/script-header.ts"() {
    "use strict";
    init_json_record();
    init_settings();
    init_spellings();
    listFrom = (value) => (Array.isArray(value) ? value : String(value ?? "").split(",")).map((each) => String(each).trim()).filter(Boolean);
    numberReader = (words3, numbers = [...words3.keys()]) => (value) => {
      const word = String(value).trim().toLowerCase();
      const index = words3.indexOf(word);
      const number = index === -1 ? Number(word) : numbers[index] ?? -1;
      return word !== "" && numbers.includes(number) ? number : void 0;
    };
    booleanFrom = (value) => {
      const word = String(value).toLowerCase();
      return ["true", "1"].includes(word) ? true : ["false", "0", ""].includes(word) ? false : void 0;
    };
    recordFrom = (value) => isRecord(value) ? value : Array.isArray(value) ? { ...value } : void 0;
    readers = {
      name: String,
      title: String,
      description: String,
      tags: listFrom,
      type: numberReader(["commissioning", "testing", "release"], [0, 2, 3]),
      hardwareType: numberReader(hardwareTypes),
      parallel: numberReader(["disabled", "instance", "any"]),
      timeoutSeconds: secondsFrom,
      destructive: booleanFrom,
      forHardware: listFrom,
      mayReboot: booleanFrom,
      recommission: booleanFrom,
      applyConfiguredNetworking: booleanFrom,
      parameters: recordFrom,
      packages: recordFrom,
      results: recordFrom
    };
    fieldMessages = {
      type: "Invalid script type. Must be one of: commissioning, testing, release.",
      hardware_type: `Invalid hardware type. Must be one of: ${hardwareTypes.join(", ")}.`,
      parallel: "Invalid parallel choice. Must be one of: disabled, instance, any.",
      timeout: "Enter a valid duration."
    };
    clearableFields = ["title", "description", "tags", "for_hardware"];
  }
});

// ../../../work/wt/sandbox/src/core/secrets/names.ts
function isSecretName(name7) {
  const cached2 = secretNameCache.get(name7);
  if (cached2 !== void 0) return cached2;
  const words3 = name7.replace(/([a-z0-9])([A-Z])|[^ -~]/g, "$1_$2").toLowerCase().split(/[^a-z0-9]+/);
  const isSecret = secretParts.test(words3.join("_")) || endsAsSecret(words3);
  if (secretNameCache.size >= maxCachedNames) secretNameCache.clear();
  if (name7.length <= maxCachedNameLength) secretNameCache.set(name7, isSecret);
  return isSecret;
}
function endsAsSecret(words3) {
  const last = words3.at(-1) ?? "";
  const before = words3.at(-2) ?? "";
  if (secretEndings.has(last)) return true;
  if (last === "key" || last === "keys") return before !== "" && !publicKeys.has(before);
  return /(?:api|access|auth|license|encryption|shared|master|signing)keys?$|(?:user|admin|root|bmc|ipmi|ldap|db|key)pass$|keypem$/.test(
    last
  );
}
function isSecretPart(part, parts) {
  if (part.secret === true || isSecretName(part.name)) return true;
  const item = part.name === "value" ? parts.find(({ name: name7 }) => name7 === "name")?.value : void 0;
  return typeof item === "string" && isSecretName(item);
}
function maskUserInfo(text4) {
  return maskPlainUserInfo(text4).replace(encodedUrl, (url) => {
    const plain = decoded(url);
    const masked = plain === void 0 ? mask : maskPlainUserInfo(plain);
    return masked === plain ? url : encodeURIComponent(masked);
  });
}
function maskPlainUserInfo(text4) {
  let masked = "";
  let from = 0;
  for (const { start, end } of userInfosIn(text4)) {
    masked += text4.slice(from, start) + mask;
    from = end;
  }
  return from === 0 ? text4 : masked + text4.slice(from);
}
function* userInfosIn(text4) {
  for (let at = text4.indexOf(":/"); at !== -1; at = text4.indexOf(":/", at)) {
    const isMerged = text4[at + 2] !== "/";
    const start = isMerged ? at + 2 : at + 3;
    let end = start;
    let atSign = -1;
    while (end < text4.length && end - start < maxAuthority && !authorityEnds.has(text4.charAt(end))) {
      if (text4[end] === "@") atSign = end;
      end += 1;
    }
    if (atSign === -1) atSign = atSignAfter(text4, start, end);
    const scheme2 = text4.slice(Math.max(0, at - 8), at);
    const isAddress = !isMerged || /https?$/i.test(scheme2);
    const isSecret = atSign > start && mayHoldPassword(text4.slice(start, atSign), isAddress ? scheme2 : "ssh");
    if (isSecret) yield { start, end: atSign };
    at = end;
  }
}
function atSignAfter(text4, start, end) {
  const colon = text4.indexOf(":", start);
  if (colon === -1 || colon >= end - 1 || /^\d+$/.test(text4.slice(colon + 1, end))) return -1;
  const rest = /^[^\s"'<>]*@/.exec(text4.slice(end, end + maxPassword));
  return rest === null ? -1 : end + rest[0].length - 1;
}
function maskNamed(text4, form) {
  let masked = "";
  let from = 0;
  for (let at = 0; at < text4.length; at++) {
    const sign3 = text4[at];
    const isEncoded = sign3 === "%" && text4[at + 1] === "3" && /[Dd]/.test(text4[at + 2] ?? "");
    if (sign3 !== "=" && !isEncoded && (sign3 !== ":" || form === "words")) continue;
    const nameSpan = nameBefore(text4, at, from);
    if (nameSpan === void 0 || !isSecretName(nameSpan.name)) continue;
    const signEnd = isEncoded ? at + 2 : at;
    const value = form === "words" ? wordAfter(text4, signEnd) : valueAfter(text4, signEnd, nameSpan, form);
    if (value === void 0 || value.end <= value.start) continue;
    masked += text4.slice(from, value.start) + (value.isUnquoted ? `"${mask}"` : mask);
    from = value.end;
    at = from - 1;
  }
  return from === 0 ? text4 : masked + text4.slice(from);
}
function nameBefore(text4, sign3, from) {
  let end = sign3;
  while (end > from && sign3 - end < 8 && isSpace(text4[end - 1])) end -= 1;
  const quote2 = text4[end - 1];
  const isQuoted = quote2 === '"' || quote2 === "'";
  if (isQuoted) end -= 1;
  while (isQuoted && end > from && text4[end - 1] === "\\") end -= 1;
  let start = end;
  while (start > from && end - start < maxName && isNameCharacter(text4.charCodeAt(start - 1))) start -= 1;
  if (text4[start - 1] === "%") start = Math.min(start + 2, end);
  if (start === end) return void 0;
  let before = start;
  while (before > from && start - before < maxSpace && isIndent(text4[before - 1])) before -= 1;
  return {
    name: text4.slice(start, end),
    start,
    isQuoted,
    beginsLine: before === 0 || text4[before - 1] === "\n"
  };
}
function wordAfter(text4, sign3) {
  const start = sign3 + 1;
  variable.lastIndex = start;
  if (!isNameCharacter(text4.charCodeAt(sign3 - 1)) || variable.test(text4)) return void 0;
  valueWord.lastIndex = start;
  return quotedAfter(text4, start) ?? (valueWord.test(text4) ? { start, end: valueWord.lastIndex } : void 0);
}
function valueAfter(text4, sign3, nameSpan, form) {
  let start = sign3 + 1;
  while (start < text4.length && isSpace(text4[start])) start += 1;
  const isSameLine = !text4.slice(sign3, start).includes("\n");
  const quoted = isSameLine || nameSpan.isQuoted ? quotedAfter(text4, start) : void 0;
  if (quoted !== void 0) return quoted;
  const opensBrackets = text4[start] === "[" || text4[start] === "{";
  const mayBeList = nameSpan.isQuoted || isSameLine && form === "document";
  if (opensBrackets && mayBeList && !isErrorList(text4, start, form))
    return { start, end: bracketsEnd(text4, start), isUnquoted: true };
  if (nameSpan.isQuoted)
    return isDigit(text4[start]) ? { start, end: wordEnd(text4, start), isUnquoted: true } : void 0;
  const isBlock = !isSameLine || "|>&*".includes(text4[start] ?? "");
  if (isBlock && form === "document" && nameSpan.beginsLine) return blockAfter(text4, sign3, nameSpan.start);
  if (isBlock || opensBrackets) return void 0;
  return start === sign3 + 1 ? { start, end: wordEnd(text4, start) } : restOfLine(text4, start, nameSpan, form);
}
function restOfLine(text4, start, { beginsLine }, form) {
  if (!beginsLine) return void 0;
  const lineEnd = text4.indexOf("\n", start);
  const rest = { start, end: lineEnd === -1 ? text4.length : lineEnd };
  if (form === "document") return rest;
  const end = wordEnd(text4, start);
  return text4.slice(end, rest.end).trim() === "" ? { start, end } : void 0;
}
function quotedAfter(text4, at) {
  let start = at;
  while (text4[start] === "\\") start += 1;
  const depth = start - at;
  const quote2 = text4[start];
  if (quote2 !== '"' && quote2 !== "'") return void 0;
  start += 1;
  let end = text4.indexOf(quote2, start);
  while (end !== -1) {
    let slashes = 0;
    while (end - slashes > start && text4[end - slashes - 1] === "\\") slashes += 1;
    if (depth === 0 ? slashes % 2 === 0 : slashes <= depth)
      return { start, end: end - Math.min(slashes, depth) };
    end = text4.indexOf(quote2, end + 1);
  }
  return { start, end: text4.length };
}
function bracketsEnd(text4, start) {
  let depth = 0;
  for (let at = start; at < text4.length; at += 1) {
    const from = at;
    while (text4[at] === "\\") at += 1;
    const character = text4[at];
    if (character === '"' || character === "'") {
      const { end } = quotedAfter(text4, from) ?? { end: text4.length };
      at = text4.indexOf(character, end);
      if (at === -1) return text4.length;
    } else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text4.length;
}
function blockAfter(text4, sign3, nameStart) {
  const column = nameStart - (text4.lastIndexOf("\n", nameStart) + 1);
  let end = sign3;
  for (let line = text4.indexOf("\n", sign3) + 1; line > 0 && line < text4.length; ) {
    let at = line;
    while (text4[at] === " ") at += 1;
    const isBlank = at === text4.length || text4[at] === "\n" || text4[at] === "\r";
    const belongs = at - line > column || at - line === column && text4[at] === "-";
    if (!isBlank && !belongs) break;
    const next = text4.indexOf("\n", at);
    if (!isBlank) end = next === -1 ? text4.length : next;
    line = next + 1;
  }
  return end === sign3 ? void 0 : { start: sign3 + 1, end };
}
function wordEnd(text4, start) {
  let end = start;
  while (end < text4.length && !` 	\r
,;&"'<>()[]{}`.includes(text4[end])) end += 1;
  return end;
}
function isNameCharacter(code) {
  const isLetter = code >= 97 && code <= 122 || code >= 65 && code <= 90;
  return isLetter || code >= 48 && code <= 57 || code === 95 || code === 45 || code === 46;
}
var mask, secretParts, secretEndings, publicKeys, secretNameCache, maxCachedNames, maxCachedNameLength, authorityEnds, maxAuthority, maxPassword, encodedUrl, decoded, mayHoldPassword, maxName, maxSpace, variable, valueWord, isErrorList, holdsSentence, isSpace, isIndent, isDigit;
var init_names = __esm({
  "../../../work/wt/sandbox/src/core/secrets/names.ts"() {
    "use strict";
    init_failure();
    mask = "********";
    secretParts = /pass_?w(?:or)?d|pass_?phrase|pass_?code|secret|credential|private(?!_(?:ip|address|network|subnet|cidr|zone))|priv_?key|key_(?:pem|data)|(?:^|_)k_g(?:_|$)|snmp_community|^oauth_signature$/;
    secretEndings = new Set(
      "pass pwd pw psk token tokens cookie pem jwt authorization".split(" ")
    );
    publicKeys = new Set("ssh public pub token consumer host sort".split(" "));
    secretNameCache = /* @__PURE__ */ new Map();
    maxCachedNames = 5e3;
    maxCachedNameLength = 200;
    authorityEnds = /* @__PURE__ */ new Set([..."/?#\"'<>()[]{},;|\\^` 	\r\n"]);
    maxAuthority = 2048;
    maxPassword = 256;
    encodedUrl = /[\w+.-]{0,8}%3A%2F%2F(?:[\w.~!*'()-]|%[0-9a-f]{2})+/gi;
    decoded = (text4) => attempt(() => decodeURIComponent(text4));
    mayHoldPassword = (userInfo, scheme2) => !scheme2.toLowerCase().endsWith("ssh") || /:|%3a/i.test(userInfo);
    maxName = 128;
    maxSpace = 64;
    variable = /\\{0,7}["']?\$(?:[({]|(?:[A-Z_][A-Z0-9_]{0,60}|\d)(?!\w))/y;
    valueWord = /(?:[^&\s"'<>\\]|&(?![\w.-]{1,60}=)|\\(?!\\{0,7}["']))+/y;
    isErrorList = (text4, start, form) => form === "message" && text4[start] === "[" && holdsSentence(text4.slice(start, start + 200));
    holdsSentence = (list4) => /[a-z] [a-z]/.test(list4.slice(0, bracketsEnd(list4, 0)));
    isSpace = (character) => character === " " || character === "	" || character === "\n" || character === "\r";
    isIndent = (character) => character === " " || character === "	" || character === "-" || character === "<" || character === ">";
    isDigit = (character) => character !== void 0 && (character >= "0" && character <= "9" || character === "-");
  }
});

// ../../../work/wt/sandbox/src/core/secrets/text.ts
import { isUtf8 } from "node:buffer";
function redactText(text4, form = "message") {
  const masked = maskNamed(maskByForm(text4), form);
  return masked.replace(scheme, `$1 ${mask}`);
}
function maskByForm(text4) {
  return maskNamed(maskUserInfo(maskPrivateKeys(text4)), "words").replace(keyStatement, `$1${mask}`).replace(apiKey2, mask).replace(knownTokens, mask);
}
function displayValueOf(part, parts) {
  const { value } = part;
  if (isSecretPart(part, parts)) return mask;
  const plain = value.length >= minBase64 && base643.test(value) ? Buffer.from(value, "base64") : void 0;
  const isHidden = plain !== void 0 && isUtf8(plain) && holdsSecret(plain.toString("utf8"));
  return isHidden ? mask : redactText(value, "document");
}
function createRedactor(secrets) {
  const secretForms = secrets.flatMap(formsOf);
  return (text4, form) => redactText(maskCutOff(maskKnown(text4, secretForms), secretForms), form);
}
function maskPrivateKeys(text4) {
  const opening = "BEGIN";
  const endAfter = finderOf(text4, "-----END");
  const quoteAfter = finderOf(text4, '"');
  let masked = "";
  let from = 0;
  for (let at = text4.indexOf(opening); at !== -1; at = text4.indexOf(opening, at)) {
    const label = privateKeyLabel.exec(text4.slice(at, at + maxLabel));
    at += label === null ? opening.length : label[0].length;
    if (label === null) continue;
    masked += text4.slice(from, at) + mask;
    from = Math.min(endAfter(at), quoteAfter(at));
    at = from;
  }
  return from === 0 ? text4 : masked + text4.slice(from);
}
function finderOf(text4, part) {
  let position = -1;
  return (from) => {
    if (position < from) {
      const next = text4.indexOf(part, from);
      position = next === -1 ? text4.length : next;
    }
    return position;
  };
}
function formsOf(secret) {
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    .../* @__PURE__ */ new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      html,
      html.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
      html.replaceAll('"', "&quot;").replaceAll("'", "&#x27;")
    ])
  ];
}
function maskKnown(text4, secrets) {
  let masked = text4;
  for (const secret of secrets) if (secret !== "") masked = masked.replaceAll(secret, mask);
  return masked;
}
function maskCutOff(text4, secrets) {
  for (const secret of secrets) {
    for (let length = secret.length - 1; length >= minCutOff; length -= 1) {
      if (text4.endsWith(secret.slice(0, length))) return text4.slice(0, -length) + mask;
    }
  }
  return text4;
}
var apiKey2, knownTokens, keyStatement, scheme, minBase64, base643, holdsSecret, maxLabel, privateKeyLabel, minCutOff;
var init_text = __esm({
  "../../../work/wt/sandbox/src/core/secrets/text.ts"() {
    "use strict";
    init_names();
    apiKey2 = /(?<![A-Za-z0-9])[A-Za-z0-9]{12,}["'\\ \t\r\n]{0,4}(?::|%3A)["'\\ \t\r\n]{0,4}[A-Za-z0-9]{12,}["'\\ \t\r\n]{0,4}(?::|%3A)["'\\ \t\r\n]{0,4}[A-Za-z0-9]{16,}/gi;
    knownTokens = /\b(?:eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|AGE-SECRET-KEY-1[A-Z0-9]{20,}|(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-)[\w-]{16,})|\$(?:[1567y]|2[aby])\$[\w./$=,-]{16,}/g;
    keyStatement = /((?:^|[\n;{}#*/"]|\\n)(?:[ \t]|\\[rt]){0,64}secret(?:[ \t]|\\t){1,64})(?:\\{0,7}"[^"\n]*"|[^\s";]+)(?=[ \t]{0,8};)/g;
    scheme = /\b(bearer|basic)[ ]+[A-Za-z0-9+/._~=-]{8,}/gi;
    minBase64 = 16;
    base643 = /^[A-Za-z0-9+/\s]+={0,2}$/;
    holdsSecret = (text4) => redactText(text4, "document") !== text4;
    maxLabel = 80;
    privateKeyLabel = /^BEGIN(?: |\+|%20)[A-Z0-9 +%]*PRIVATE(?: |\+|%20)KEY[A-Z +%]*[-_]{3,5}/;
    minCutOff = 8;
  }
});

// ../../../work/wt/sandbox/src/sandbox/copy/changes.ts
var changes_exports = {};
__export(changes_exports, {
  changesBetween: () => changesBetween,
  refusal: () => refusal
});
async function changesBetween(service, initial) {
  const { world } = service;
  const before = { ...world, state: initial };
  return [
    ...nodeChanges(before, world),
    ...await listChanges(service, before),
    ...addressChanges(initial, world.state),
    ...itemChanges(initial, world.state)
  ];
}
function* nodeChanges(before, after) {
  const { statuses: statuses3 = {} } = after.state.copied ?? {};
  const [previous, current] = [before.state.nodes.bySystemId, after.state.nodes.bySystemId];
  for (const node of [
    ...allNodes(before),
    ...allNodes(after).filter(({ systemId: systemId2 }) => !Object.hasOwn(previous, systemId2))
  ]) {
    const { systemId: systemId2, hostname: hostname2 } = node;
    const kind = nodeTypes[node.nodeType].plural;
    const statusList = statuses3[systemId2] === void 0 ? {} : { statuses: statuses3[systemId2] };
    const [earlier, later] = [previous, current].map(
      (nodes3) => Object.hasOwn(nodes3, systemId2) ? nodes3[systemId2] : void 0
    );
    const subject = { kind, id: systemId2, name: hostname2, ...statusList };
    if (later === void 0) yield { action: "deleted", ...subject };
    else if (earlier === void 0) yield { action: "created", ...subject };
    else if (!("statuses" in statusList) && (earlier === later || JSON.stringify(earlier) === JSON.stringify(later)))
      continue;
    else {
      const fields = [
        ...fieldChanges(serializeNode(before, earlier), serializeNode(after, later)),
        ...fieldChanges(
          { power_parameters: earlier.powerParameters },
          { power_parameters: later.powerParameters }
        )
      ];
      if (fields.length > 0 || "statuses" in statusList) yield { action: "changed", ...subject, fields };
    }
  }
}
async function listChanges(service, before) {
  const { world, operations } = service;
  const username2 = world.state.copied?.username ?? "admin";
  const user = { username: username2, email: "", isAdministrator: true, tokens: [] };
  const changes = [];
  for (const read of comparedReads) {
    const { sensitive } = operations.get(read.id) ?? {};
    const rowsIn2 = async (at) => {
      const lists = await Promise.all(
        pathsOf(read, at).map(
          (path) => callOperation({ ...service, world: at }, read.id, user, path, pairsOf(read))
        )
      );
      return new Map(
        lists.flat().filter(isRecord).map((row2) => [identityOf2(row2), row2])
      );
    };
    const [previous, current] = [await rowsIn2(before), await rowsIn2(world)];
    const secrets = Array.isArray(sensitive) ? sensitive : [];
    for (const id of /* @__PURE__ */ new Set([...previous.keys(), ...current.keys()])) {
      const [earlier, later] = [previous.get(id), current.get(id)];
      const subject = { kind: read.group, id, name: nameOf3(later ?? earlier ?? {}) };
      if (later === void 0) changes.push({ action: "deleted", ...subject });
      else if (earlier === void 0) changes.push({ action: "created", ...subject });
      else {
        const fields = fieldChanges(earlier, later, secrets);
        if (fields.length > 0) changes.push({ action: "changed", ...subject, fields });
      }
    }
  }
  return changes;
}
function refusal({ method, path, operation, status, answer: answer2, user }) {
  const apiPath = path.replace(/^\/[^/]+\/api\/2\.0/, "");
  const [, kind = "", id = ""] = /^\/([^/]+)\/(?:([^/]+)\/)?/.exec(apiPath) ?? [];
  const request = `${method} ${apiPath}`;
  return { action: "refused", kind, id, name: operation ?? "", request, status, reason: answer2.body, user };
}
function nameOf3(row2) {
  const name7 = row2["name"] ?? row2["fqdn"] ?? row2["username"] ?? row2["filename"] ?? row2["ip"] ?? row2["url"];
  return typeof name7 === "string" ? name7 : identityOf2(row2);
}
function* addressChanges(before, after) {
  const [previous, current] = [before.networks.addresses.byIp, after.networks.addresses.byIp];
  for (const ip of Object.keys(previous))
    if (!Object.hasOwn(current, ip)) yield { action: "deleted", kind: "ipaddresses", id: ip, name: ip };
  for (const ip of Object.keys(current))
    if (!Object.hasOwn(previous, ip)) yield { action: "created", kind: "ipaddresses", id: ip, name: ip };
}
function* itemChanges(before, after) {
  const [previous, current] = [before.settings.config, after.settings.config];
  for (const name7 of /* @__PURE__ */ new Set([...Object.keys(previous), ...Object.keys(current)])) {
    const fields = fieldChanges({ [name7]: previous[name7] }, { [name7]: current[name7] });
    if (fields.length > 0) yield { action: "changed", kind: "config", id: name7, name: name7, fields };
  }
}
function fieldChanges(before, after, secrets = []) {
  const [previous, current] = [leavesByPath(before), leavesByPath(after)];
  return [.../* @__PURE__ */ new Set([...previous.keys(), ...current.keys()])].flatMap((path) => {
    const [from, to] = [previous.get(path), current.get(path)];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    const field = path.replace("status_name", "status");
    const isSecret = path.split(".").some((part) => isSecretName(part) || secrets.includes(part));
    const maskValue = (value) => isSecret && value !== "" && value !== null ? mask : typeof value === "string" ? redactText(value, "document") : value;
    return [
      {
        field,
        ...from === void 0 ? {} : { from: maskValue(from) },
        ...to === void 0 ? {} : { to: maskValue(to) }
      }
    ];
  });
}
function leavesByPath(value, path = "", leaves = /* @__PURE__ */ new Map()) {
  if (isRecord(value)) {
    for (const [name7, member] of Object.entries(value))
      if (!isDerived(name7))
        leavesByPath(toReference(name7, member), path === "" ? name7 : `${path}.${name7}`, leaves);
  } else if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) {
    for (const each of value) leavesByPath(each, `${path}.${nameOf3(each)}`, leaves);
  } else if (value !== void 0 && !(Array.isArray(value) && value.length === 0)) leaves.set(path, value);
  return leaves;
}
function toReference(name7, member) {
  if (referenceFields.has(name7) && isRecord(member)) return labelOf(member);
  if (separateLists.has(name7) && Array.isArray(member) && member.every(isRecord))
    return name7 === "vlans" ? member : member.map(labelOf);
  return member;
}
var largeLists, comparedReads, pathsOf, pairsOf, identityOf2, derivedFields, isDerived, referenceFields, separateLists, labelOf;
var init_changes = __esm({
  "../../../work/wt/sandbox/src/sandbox/copy/changes.ts"() {
    "use strict";
    init_site_copy();
    init_json_record();
    init_names();
    init_text();
    init_nodes();
    init_node();
    init_patches();
    init_world();
    init_call();
    largeLists = new Set(
      "machines devices rack-controllers region-controllers ip-addresses".split(" ").map((each) => `${each}.list`)
    );
    comparedReads = siteReads.filter(
      ({ id, each }) => id.endsWith(".list") && (each === void 0 || id === "boot-source-selections.list") && !largeLists.has(id)
    );
    pathsOf = ({ each }, { state }) => each === void 0 ? [{}] : Object.keys(state.images.sources.rows).map((id) => ({ [each.field]: id }));
    pairsOf = ({ values, adminValues }) => Object.entries({ ...values, ...adminValues }).map(([name7, value]) => [name7, String(value)]);
    identityOf2 = (row2) => {
      const { ip } = row2;
      return elementKey(row2) ?? (typeof ip === "string" ? ip : keyOfAnswer(row2) ?? "");
    };
    derivedFields = new Set(
      [
        "resource_uri status status_message status_action owner_data numanode_set storage used_for used_size",
        "physicalblockdevice_set virtualblockdevice_set boot_interface available_size human_size fqdn history",
        "human_available_size human_used_size discovered effective_mtu resource_record_count updated",
        "commissioning_status_name testing_status_name"
      ].flatMap((names) => names.split(" "))
    );
    isDerived = (name7) => derivedFields.has(name7) || /_(?:result_id|test_status(?:_name)?)$/.test(name7);
    referenceFields = new Set(
      "domain zone pool pod vlan subnet boot_disk user owner host source destination cache_device node".split(
        " "
      )
    );
    separateLists = /* @__PURE__ */ new Set(["vlans", "subnets", "resource_records", "ip_addresses"]);
    labelOf = (row2) => {
      const id = row2["hostname"] ?? row2["username"] ?? row2["cidr"] ?? row2["ip"] ?? row2["name"];
      return typeof id === "string" && id !== "" ? id : row2["id"] ?? null;
    };
  }
});

// ../../../work/wt/sandbox/src/sandbox/wire/certificates.ts
var certificates_exports = {};
__export(certificates_exports, {
  makeCertificates: () => makeCertificates
});
import { createHash as createHash5, generateKeyPairSync, randomBytes, sign as sign2 } from "node:crypto";
function makeCertificates(names, nowMs) {
  const [authorityKeys, serverKeys] = [makeKeys(), makeKeys()];
  const issuer = { name: `svc sandbox authority ${randomBytes(4).toString("hex")}`, keys: authorityKeys };
  const issue = (name7, keys, extensions) => pem(signCertificate(issuer, certificateBody(name7, keys, issuer, nowMs, extensions)));
  return {
    authority: issue(issuer.name, authorityKeys, [
      extension(ids.basicConstraints, sequence(der(1, Buffer.of(255))), "critical"),
      // keyCertSign and cRLSign.
      extension(ids.keyUsage, bits(Buffer.of(6), 1), "critical"),
      extension(ids.subjectKey, octets(keyIdOf(authorityKeys)))
    ]),
    certificate: issue("svc sandbox", serverKeys, [
      extension(ids.basicConstraints, sequence(), "critical"),
      // digitalSignature.
      extension(ids.keyUsage, bits(Buffer.of(128), 7), "critical"),
      extension(ids.extendedKeyUsage, sequence(ids.serverAuth)),
      extension(ids.subjectKey, octets(keyIdOf(serverKeys))),
      extension(ids.authorityKey, sequence(der(128, keyIdOf(authorityKeys)))),
      extension(ids.alternativeNames, sequence(...names.map(alternativeName)))
    ]),
    key: serverKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  };
}
function der(tag4, ...contents) {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size2 = length < 128 ? [length] : length < 256 ? [129, length] : [130, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag4, ...size2), content]);
}
function encodeTime(ms) {
  const digits = new Date(ms).toISOString().replace(/\.\d+|[-:T]/g, "");
  return digits < "2050" ? der(23, Buffer.from(digits.slice(2))) : der(24, Buffer.from(digits));
}
function alternativeName(name7) {
  const address3 = parseAddress(name7);
  if (address3 === void 0) return der(130, Buffer.from(name7, "ascii"));
  const digits = address3.version === 4 ? 8 : 32;
  return der(135, Buffer.from(address3.value.toString(16).padStart(digits, "0"), "hex"));
}
var makeKeys, spki, keyIdOf, sequence, octets, bits, explicit, objectId, ids, extension, distinguishedName, dayMs, validDays, algorithm, certificateBody, signCertificate, pem;
var init_certificates = __esm({
  "../../../work/wt/sandbox/src/sandbox/wire/certificates.ts"() {
    "use strict";
    init_blocks();
    makeKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
    spki = ({ publicKey }) => publicKey.export({ type: "spki", format: "der" });
    keyIdOf = (keys) => createHash5("sha256").update(spki(keys)).digest().subarray(0, 20);
    sequence = (...contents) => der(48, ...contents);
    octets = (content) => der(4, content);
    bits = (content, unusedBits = 0) => der(3, Buffer.of(unusedBits), content);
    explicit = (number, content) => der(160 | number, content);
    objectId = (hex) => der(6, Buffer.from(hex, "hex"));
    ids = {
      ecdsaWithSha256: objectId("2a8648ce3d040302"),
      commonName: objectId("550403"),
      subjectKey: objectId("551d0e"),
      keyUsage: objectId("551d0f"),
      alternativeNames: objectId("551d11"),
      basicConstraints: objectId("551d13"),
      authorityKey: objectId("551d23"),
      extendedKeyUsage: objectId("551d25"),
      serverAuth: objectId("2b06010505070301")
    };
    extension = (id, value, critical) => sequence(id, ...critical === void 0 ? [] : [der(1, Buffer.of(255))], octets(value));
    distinguishedName = (name7) => sequence(der(49, sequence(ids.commonName, der(12, Buffer.from(name7, "utf8")))));
    dayMs = 864e5;
    validDays = 396;
    algorithm = sequence(ids.ecdsaWithSha256);
    certificateBody = (name7, keys, issuer, nowMs, extensions) => sequence(
      // Version 3.
      explicit(0, der(2, Buffer.of(2))),
      // A positive serial number.
      der(2, Buffer.of(64), randomBytes(15)),
      algorithm,
      distinguishedName(issuer.name),
      sequence(encodeTime(nowMs - dayMs), encodeTime(nowMs + validDays * dayMs)),
      distinguishedName(name7),
      spki(keys),
      explicit(3, sequence(...extensions))
    );
    signCertificate = ({ keys }, body) => sequence(body, algorithm, bits(sign2("sha256", body, keys.privateKey)));
    pem = (certificate2) => `-----BEGIN CERTIFICATE-----
${certificate2.toString("base64").replace(/.{64}/g, "$&\n").trimEnd()}
-----END CERTIFICATE-----
`;
  }
});

// trace.ts
import { createHash as createHash6 } from "node:crypto";
import { writeFileSync as writeFileSync3 } from "node:fs";

// ../../../work/wt/sandbox/src/sandbox/copy/import-copy.ts
init_site_copy();
init_grouping();
init_json_record();
init_addresses2();
init_nodes();
init_patches();
init_world();
init_call();
import { setFlagsFromString } from "node:v8";

// ../../../work/wt/sandbox/src/sandbox/copy/networks.ts
init_dns();
init_networks();
init_table();
init_world();
init_blocks();

// ../../../work/wt/sandbox/src/sandbox/copy/row.ts
init_json_record();
init_table();
init_spellings();
function textIn(row2, name7, fallback = "") {
  const value = row2[name7];
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : fallback;
}
var textOrNull = (row2, name7) => textIn(row2, name7) || null;
function numberIn(row2, name7, fallback = 0) {
  const value = row2[name7];
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : fallback;
}
function flagIn(row2, name7, fallback = false) {
  const value = row2[name7];
  return typeof value === "boolean" ? value : fallback;
}
var textsIn = (row2, name7) => {
  const value = row2[name7];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
};
var rowsIn = (row2, name7) => recordsIn(row2[name7]);
var rowIn = (row2, name7) => {
  const value = row2[name7];
  return isRecord(value) ? value : {};
};
function idIn(row2, name7 = "id") {
  const value = row2[name7];
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : void 0;
}
var fieldsIn = (row2, defaults3) => Object.fromEntries(
  Object.entries(defaults3).map(([name7, fallback]) => [name7, fieldIn(row2, apiName(name7), fallback)])
);
function fieldIn(row2, name7, fallback) {
  if (fallback === null) return textOrNull(row2, name7);
  if (typeof fallback === "string") return textIn(row2, name7, fallback);
  if (typeof fallback === "number") return numberIn(row2, name7, fallback);
  return typeof fallback === "boolean" ? flagIn(row2, name7, fallback) : textsIn(row2, name7);
}
var numberOrNull = (row2, name7) => {
  const value = row2[name7];
  return typeof value === "number" ? value : null;
};
function timeIn(row2, name7, fallback) {
  const text4 = textIn(row2, name7).replace(/^(\w+, \d+ \w+)\. /, "$1 ");
  const isZoned = /(?:Z|GMT|[+-]\d\d:?\d\d)$/.test(text4);
  const ms = Date.parse(isZoned ? text4 : `${text4}${text4.includes(",") ? " GMT" : "Z"}`);
  return Number.isFinite(ms) ? ms : fallback;
}
function putRow(table2, id, item) {
  const rowId = id ?? table2.nextId;
  table2.rows[rowId] = item(rowId);
  table2.nextId = Math.max(table2.nextId, rowId + 1);
}
function idOf(table2, nested) {
  const id = nested["id"];
  return typeof id === "number" && findRow(table2, id) !== void 0 ? id : void 0;
}
var spaceIdOf = ({ state }, row2) => rowsOf(state.networks.spaces).find(({ name: name7 }) => name7 === textIn(row2, "space"))?.id ?? null;

// ../../../work/wt/sandbox/src/sandbox/copy/networks.ts
var networkImporters = {
  "spaces.list"({ world }, row2) {
    if (idIn(row2) === void 0) return;
    putRow(world.state.networks.spaces, idIn(row2), (id) => ({ id, ...nameAndDescription(row2) }));
  },
  "domains.list"({ world }, row2) {
    const { networks: networks2 } = world.state;
    putRow(networks2.domains, idIn(row2), (id) => {
      if (row2["is_default"] === true) networks2.defaultDomainId = id;
      const forwarders = row2["forward_dns_servers"];
      return {
        ...{ id, ttl: numberOrNull(row2, "ttl"), ...fieldsIn(row2, { name: "", authoritative: true }) },
        forwardServers: typeof forwarders === "string" ? forwarders.split(/\s+/) : textsIn(row2, "forward_dns_servers")
      };
    });
  },
  "fabrics.list"({ world }, row2) {
    const { fabrics: fabrics2, vlans: vlans2 } = world.state.networks;
    putRow(fabrics2, idIn(row2), (id) => {
      for (const vlan3 of rowsIn(row2, "vlans"))
        putRow(vlans2, idIn(vlan3), (vlanId) => vlanOf(vlan3, vlanId, id));
      return { id, ...nameAndDescription(row2), classType: textOrNull(row2, "class_type") };
    });
    for (const vlan3 of rowsIn(row2, "vlans")) {
      const copiedVlan = findRow(vlans2, idIn(vlan3));
      if (copiedVlan !== void 0) copiedVlan.spaceId = spaceIdOf(world, vlan3);
    }
  },
  "subnets.list"(target, row2) {
    const { world } = target;
    const block = parseBlock(textIn(row2, "cidr"));
    const vlan3 = rowIn(row2, "vlan");
    if (block === void 0) return target.leaveOut("subnets", "their CIDR is invalid");
    if (idOf(world.state.networks.vlans, vlan3) === void 0)
      putRow(world.state.networks.vlans, idIn(vlan3), (id) => vlanOf(vlan3, id, numberIn(vlan3, "fabric_id")));
    putRow(world.state.networks.subnets, idIn(row2), (id) => ({
      ...{ id, ...nameAndDescription(row2), vlanId: numberIn(vlan3, "id"), cidr: block.text },
      ...fieldsIn(row2, { gatewayIp: null, dnsServers: [], rdnsMode: 2, allowDns: true, allowProxy: true }),
      ...fieldsIn(row2, { activeDiscovery: false, managed: true, disabledBootArchitectures: [] })
    }));
    const { networks: networks2 } = world.state;
    if (block.version === 4 && findRow(networks2.subnets, networks2.fleetSubnetId) === void 0)
      networks2.fleetSubnetId = numberIn(row2, "id");
  },
  "ip-ranges.list"(target, row2) {
    const { ranges: ranges2, subnets: subnets3 } = target.world.state.networks;
    const subnetId = idOf(subnets3, rowIn(row2, "subnet"));
    const [start, end] = ["start_ip", "end_ip"].map((name7) => parseAddress(textIn(row2, name7))?.text);
    if (subnetId === void 0 || start === void 0 || end === void 0)
      return target.leaveOut("IP ranges", "their subnet is unknown or their addresses are invalid");
    putRow(ranges2, idIn(row2), (id) => ({
      ...{ id, subnetId, startIp: start, endIp: end, comment: textIn(row2, "comment") },
      type: textIn(row2, "type") === "dynamic" ? "dynamic" : "reserved",
      owner: textOrNull(rowIn(row2, "user"), "username")
    }));
  },
  "static-routes.list"(target, row2) {
    const { staticRoutes, subnets: subnets3 } = target.world.state.networks;
    const [from, to] = ["source", "destination"].map((name7) => idOf(subnets3, rowIn(row2, name7)));
    if (from === void 0 || to === void 0)
      return target.leaveOut("static routes", "their subnets are unknown");
    putRow(staticRoutes, idIn(row2), (id) => ({
      ...{ id, sourceId: from, destinationId: to, ...fieldsIn(row2, { gatewayIp: "", metric: 0 }) }
    }));
  },
  "ip-addresses.list"(target, row2) {
    const [attachedInterface = {}] = rowsIn(row2, "interface_set");
    recordAddress(target, textIn(row2, "ip"), {
      kind: kindOf(numberIn(row2, "alloc_type")),
      owner: textOrNull(rowIn(row2, "owner"), "username"),
      systemId: textOrNull(attachedInterface, "system_id"),
      interfaceId: idIn(attachedInterface) ?? null,
      mac: textIn(attachedInterface, "system_id") === "" ? textOrNull(attachedInterface, "mac_address") : null,
      created: timeIn(row2, "created", target.world.clock.now()),
      subnetId: idIn(rowIn(row2, "subnet")) ?? null
    });
  },
  "dns-resources.list"(target, row2) {
    const dnsName = splitFqdn(target.world, textIn(row2, "fqdn"));
    const id = idIn(row2);
    if (id === void 0) return;
    if (dnsName === void 0) return target.leaveOut("DNS resources", "their domain is unknown");
    const ips = rowsIn(row2, "ip_addresses").map((each) => textIn(each, "ip"));
    for (const each of rowsIn(row2, "ip_addresses"))
      if (!Object.hasOwn(target.world.state.networks.addresses.byIp, textIn(each, "ip")))
        networkImporters["ip-addresses.list"]?.(target, each, "");
    putRow(target.world.state.networks.dnsResources, id, () => ({
      ...{ id, name: dnsName.name, domainId: dnsName.domain.id, ips },
      addressTtl: numberOrNull(row2, "address_ttl")
    }));
  },
  "dns-resource-records.list"(target, row2) {
    const { dnsRecords: dnsRecords2, dnsResources: dnsResources2 } = target.world.state.networks;
    const dnsName = splitFqdn(target.world, textIn(row2, "fqdn"));
    if (dnsName === void 0) return target.leaveOut("DNS records", "their domain is unknown");
    const resourceOfName = () => rowsOf(dnsResources2).find((each) => each.name === dnsName.name && each.domainId === dnsName.domain.id);
    if (resourceOfName() === void 0)
      putRow(dnsResources2, void 0, (id) => ({
        ...{ id, name: dnsName.name, domainId: dnsName.domain.id, addressTtl: null, ips: [] }
      }));
    putRow(dnsRecords2, idIn(row2), (id) => ({
      ...{ id, resourceId: resourceOfName()?.id ?? 0, ttl: numberOrNull(row2, "ttl") },
      ...fieldsIn(row2, { rrtype: "", rrdata: "" })
    }));
  },
  "dhcp-snippets.list"({ world }, row2) {
    const { networks: networks2 } = world.state;
    const now = world.clock.now();
    const history = rowsIn(row2, "history").map((each) => ({
      ...{ id: numberIn(each, "id"), value: textIn(each, "value"), created: timeIn(each, "created", now) }
    }));
    const current = { id: networks2.nextRevisionId, value: textIn(row2, "value"), created: now };
    const revisions = history.length > 0 ? history : [current];
    networks2.nextRevisionId = Math.max(networks2.nextRevisionId, ...revisions.map(({ id }) => id + 1));
    putRow(networks2.snippets, idIn(row2), (id) => ({
      ...{ id, ...nameAndDescription(row2), ...fieldsIn(row2, { enabled: true }) },
      node: textOrNull(rowIn(row2, "node"), "system_id"),
      subnetId: idOf(networks2.subnets, rowIn(row2, "subnet")) ?? null,
      rangeId: idOf(networks2.ranges, rowIn(row2, "iprange")) ?? null,
      history: revisions
    }));
  }
};
var nameAndDescription = (row2) => fieldsIn(row2, { name: "", description: "" });
var vlanOf = (row2, id, fabricId2) => ({
  ...{ id, fabricId: fabricId2, spaceId: null, ...nameAndDescription(row2) },
  ...fieldsIn(row2, { vid: 0, mtu: 1500, dhcpOn: false, primaryRack: null, secondaryRack: null }),
  relayVlanId: idIn(rowIn(row2, "relay_vlan")) ?? idIn(row2, "relay_vlan") ?? null
});
var kindOf = (number) => Object.keys(addressKinds).find((kind) => addressKinds[kind].id === number) ?? "userReserved";
function recordAddress({ world }, ip, use) {
  const address3 = parseAddress(ip);
  if (address3 === void 0) return;
  const { addresses: addresses3, subnets: subnets3 } = world.state.networks;
  const { systemId: systemId2, subnetId } = use;
  delete addresses3.byIp[address3.text];
  addresses3.byIp[address3.text] = {
    ...use,
    ...{ id: addresses3.nextId++, ip: address3.text },
    subnetId: subnetId === null || findRow(subnets3, subnetId) === void 0 ? null : subnetId,
    ...systemId2 === null || nodeById(world, systemId2) === void 0 ? { systemId: null, interfaceId: null } : {}
  };
}

// ../../../work/wt/sandbox/src/sandbox/copy/nodes.ts
init_statuses();
init_json_record();
init_create();
init_transitions();
init_node();
init_storage();
init_table();
init_world();
init_spellings();

// ../../../work/wt/sandbox/src/sandbox/copy/settings.ts
init_config();
init_domain_error();
init_table();
init_users();
init_world();
init_spellings();
var settingImporters = {
  "users.list": ({ world }, row2) => addUser(world, textIn(row2, "username"), textIn(row2, "email"), flagIn(row2, "is_superuser")),
  "tags.list": ({ world }, row2) => void world.state.tags.push(fieldsIn(row2, { name: "", comment: "", kernelOpts: "" })),
  "zones.list": ({ world: { state } }, row2) => void addZoneOrPool(state.places, "zones", row2),
  "resource-pools.list": ({ world: { state } }, row2) => void addZoneOrPool(state.places, "pools", row2),
  "package-repositories.list"({ world }, row2) {
    putRow(world.state.settings.repositories, idIn(row2), (id) => ({
      ...{ id, ...fieldsIn(row2, { name: "", url: "", key: "", distributions: [], components: [] }) },
      ...fieldsIn(row2, { disabledPockets: [], disabledComponents: [], disableSources: false }),
      ...fieldsIn(row2, { arches: [], enabled: true }),
      isDefault: /^(?:main|ports)_archive$/.test(textIn(row2, "name"))
    }));
  },
  "boot-sources.list"({ world }, row2) {
    const now = world.clock.now();
    putRow(world.state.images.sources, idIn(row2), (id) => ({
      ...{ id, ...fieldsIn(row2, { url: "", keyringFilename: "", keyringData: "" }) },
      created: timeIn(row2, "created", now),
      updated: timeIn(row2, "updated", now)
    }));
  },
  "boot-source-selections.list"({ world }, row2, parentId) {
    putRow(world.state.images.selections, idIn(row2), (id) => ({
      ...{ id, sourceId: numberIn(row2, "boot_source_id", Number(parentId)) },
      ...fieldsIn(row2, { os: "", release: "", arches: [], subarches: [], labels: [] })
    }));
  },
  "boot-resources.list": importResource,
  "boot-resource.read": importResource,
  "scripts.list"({ world }, row2) {
    world.state.settings.scripts.push(scriptOf(world, row2));
    world.state.settings.hasOwnBuiltins = true;
  },
  // Read only if the service has no `scripts.list`. Live services list only names here.
  "commissioning-scripts.list"({ world }, row2) {
    const { settings: settings7 } = world.state;
    const content = textIn(row2, "content");
    settings7.scripts.push(
      scriptOf(world, { ...row2, type: 0, history: [{ id: settings7.nextScriptId, data: content }] })
    );
  },
  "ssh-keys.list": ({ world, username: owner }, row2) => putRow(world.state.settings.sshKeys, idIn(row2), (id) => ({
    ...{ id, owner, ...fieldsIn(row2, { key: "", keysource: null }) }
  })),
  "ssl-keys.list": ({ world, username: owner }, row2) => putRow(world.state.settings.sslKeys, idIn(row2), (id) => ({ id, owner, ...fieldsIn(row2, { key: "" }) })),
  "license-keys.list": ({ world }, row2) => void world.state.settings.licenseKeys.push(
    fieldsIn(row2, { osystem: "", distroSeries: "", licenseKey: "" })
  ),
  "files.list"({ world, username: username2 }, row2) {
    const key = /[?&]key=([^&]+)/.exec(textIn(row2, "anon_resource_uri"))?.[1] ?? world.random.uuid();
    world.state.settings.files.push({ owner: username2, filename: textIn(row2, "filename"), key, content: "" });
  },
  "file.read"({ world }, row2, filename) {
    const file2 = world.state.settings.files.find((each) => each.filename === filename);
    if (file2 !== void 0) file2.content = textIn(row2, "content");
  },
  "notifications.list"({ world }, row2) {
    putRow(world.state.settings.notifications, idIn(row2), (id) => ({
      ...{ id, context: rowIn(row2, "context"), username: textOrNull(rowIn(row2, "user"), "username") },
      ...fieldsIn(row2, { ident: null, message: "", category: "info", admins: false, users: false }),
      ...{ dismissedBy: [], dismissable: flagIn(row2, "dismissable", true) }
    }));
  },
  "vm-hosts.list"({ world }, row2) {
    const { places } = world.state;
    const id = idIn(row2) ?? places.lastPodId + 1;
    places.lastPodId = Math.max(places.lastPodId, id);
    places.pods.push({
      ...newVmHost,
      ...{ id, name: textIn(row2, "name"), type: textIn(row2, "type", "virsh"), address: "" },
      ...{ project: "", tags: textsIn(row2, "tags"), host: textOrNull(rowIn(row2, "host"), "system_id") },
      zoneId: addZoneOrPool(places, "zones", rowIn(row2, "zone")),
      poolId: addZoneOrPool(places, "pools", rowIn(row2, "pool")),
      cpuRatio: numberIn(row2, "cpu_over_commit_ratio", 1),
      memoryRatio: numberIn(row2, "memory_over_commit_ratio", 1),
      macvlanMode: textIn(row2, "default_macvlan_mode")
    });
  },
  "vm-host.parameters"({ world }, row2, hostId) {
    const host = world.state.places.pods.find(({ id }) => String(id) === hostId);
    if (host === void 0) return;
    const [address3, password] = [textIn(row2, "power_address"), textIn(row2, "power_pass")];
    Object.assign(host, { address: address3, password, project: textIn(row2, "project") });
  },
  "events.query"({ world }, row2) {
    const { events: events2 } = world.state;
    const id = idIn(row2) ?? events2.nextId;
    const level = textIn(row2, "level").toUpperCase();
    events2.nextId = Math.max(events2.nextId, id + 1);
    events2.records.push({
      ...{ id, ...fieldsIn(row2, { type: "", description: "", hostname: "", node: null }) },
      level: Object.hasOwn(eventLevels, level) ? level : "INFO",
      ...{ created: timeIn(row2, "created", world.clock.now()), username: textIn(row2, "username", "unknown") }
    });
  }
};
function importConfigItem(world, name7, value) {
  try {
    const item = findItem(world, name7);
    const text4 = value === null || value === void 0 ? "" : String(value);
    const { config } = world.state.settings;
    if (item.type === "boolean") config[item.name] = parseBoolean(text4) ?? false;
    else if (item.type === "integer" && text4 !== "" && Number.isFinite(Number(text4)))
      config[item.name] = Number(text4);
    else config[item.name] = value === null ? null : text4;
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
function addUser(world, username2, email, isAdministrator) {
  if (username2 === "" || world.state.users.some((user) => user.username === username2)) return;
  const tokens2 = [makeToken(world.random, `${world.segment} consumer`)];
  world.state.users.push({ username: username2, email, isAdministrator, tokens: tokens2 });
}
var lastIdMembers = { zones: "lastZoneId", pools: "lastPoolId" };
function addZoneOrPool(places, list4, row2) {
  const rows = places[list4];
  const lastIdMember = lastIdMembers[list4];
  const name7 = textIn(row2, "name");
  const match = rows.find((each) => row2["id"] === void 0 ? each.name === name7 : each.id === row2["id"]);
  if (match !== void 0 || name7 === "") return match?.id ?? rows[0]?.id ?? 0;
  const id = idIn(row2) ?? places[lastIdMember] + 1;
  places[lastIdMember] = Math.max(places[lastIdMember], id);
  rows.push({ id, name: name7, description: textIn(row2, "description") });
  return id;
}
function importResource({ world }, row2) {
  const { images: images2 } = world.state;
  const existing = findRow(images2.resources, idIn(row2));
  const sets = Object.keys(rowIn(row2, "sets")).map(
    (version4) => setOf(world, version4, rowIn(rowIn(row2, "sets"), version4))
  );
  putRow(
    images2.resources,
    idIn(row2),
    (id) => ({
      id,
      type: textIn(row2, "type") === "Uploaded" ? "Uploaded" : "Synced",
      ...fieldsIn(row2, { name: "", architecture: "", title: "", baseImage: null, subarches: "" }),
      lastDeployed: row2["last_deployed"] ? timeIn(row2, "last_deployed", 0) : null,
      sets: sets.length > 0 ? sets : existing?.sets ?? []
    })
  );
}
function setOf(world, version4, set) {
  const fileRows = rowIn(set, "files");
  const files = Object.keys(fileRows).map((name7) => {
    const file2 = rowIn(fileRows, name7);
    const sizeBytes = numberIn(file2, "size");
    const { images: images2 } = world.state;
    const id = idIn({ id: Number(/\/upload\/(\d+)\//.exec(textIn(file2, "upload_uri"))?.[1] ?? Number.NaN) });
    images2.nextFileId = Math.max(images2.nextFileId, id ?? 0) + 1;
    return {
      ...{ id: id ?? images2.nextFileId - 1, sizeBytes },
      ...fieldsIn(file2, { filename: "", filetype: "", sha256: "" }),
      storedBytes: flagIn(file2, "complete", true) ? sizeBytes : 0
    };
  });
  return { version: version4, label: textIn(set, "label"), files };
}
function scriptOf(world, row2) {
  const { settings: settings7 } = world.state;
  const now = world.clock.now();
  const revisions = rowsIn(row2, "history").map((each) => ({
    ...{ id: numberIn(each, "id"), comment: textOrNull(each, "comment"), content: textIn(each, "data") },
    created: timeIn(each, "created", now)
  }));
  const id = idIn(row2) ?? settings7.nextScriptId;
  settings7.nextScriptId = Math.max(settings7.nextScriptId, id + 1, ...revisions.map((each) => each.id + 1));
  return {
    ...{ id, ...fieldsIn(row2, { name: "", title: "", description: "", tags: [], type: 0 }) },
    ...row2["default"] === true ? { default: true } : {},
    ...fieldsIn(row2, { hardwareType: 0, parallel: 0, destructive: false, forHardware: [] }),
    ...fieldsIn(row2, { mayReboot: false, recommission: false, applyConfiguredNetworking: false }),
    ...{ timeoutSeconds: secondsIn(textIn(row2, "timeout")), parameters: rowIn(row2, "parameters") },
    ...{ packages: rowIn(row2, "packages"), results: rowIn(row2, "results") },
    revisions
  };
}
var secondsIn = (text4) => text4.split(":").reduce((sum2, part) => sum2 * 60 + (Number.parseInt(part, 10) || 0), 0);

// ../../../work/wt/sandbox/src/sandbox/copy/nodes.ts
var nodeImporters = {
  "machines.list": importerOf("machine"),
  "devices.list": importerOf("device"),
  "rack-controllers.list": importerOf("rackController", "rack"),
  "machines.power_parameters"({ world }, row2) {
    for (const [systemId2, parameters] of Object.entries(row2)) {
      const node = nodeById(world, systemId2);
      if (node !== void 0 && isRecord(parameters)) node.powerParameters = powerOf(parameters);
    }
  }
};
var regionImporters = {
  "region-controllers.list"(target, row2, parentId) {
    const node = nodeById(target.world, textIn(row2, "system_id"));
    if (node === void 0) importerOf("rackController", "region")(target, row2, parentId);
    else delete node.controller;
  }
};
var powerOf = (parameters) => Object.fromEntries(
  Object.entries(parameters).map(([name7, value]) => [
    name7,
    Array.isArray(value) ? value.map(String) : value === null ? "" : String(value)
  ])
);
function importerOf(nodeType, controller) {
  return (target, row2) => {
    const systemId2 = textIn(row2, "system_id");
    const { world } = target;
    if (systemId2 === "" || systemId2 === "__proto__")
      return target.leaveOut(`${nodeType}s`, "they have no system_id");
    const { places } = world.state;
    const [owner, status] = [textOrNull(row2, "owner"), statusValue(numberIn(row2, "status", -1))];
    if (owner !== null) addUser(world, owner, "", false);
    if (nodeType === "machine" && status === void 0)
      target.leaveOut("actions on machines", `their status '${textIn(row2, "status_name")}' is unknown`);
    const node = {
      ...nodeDefaults(world),
      ...controller === void 0 ? {} : { controller },
      ...{ systemId: systemId2, nodeType, owner, ...fieldsIn(row2, { hostname: "", description: "", parent: null }) },
      domainId: domainIdOf(target, rowIn(row2, "domain")),
      zoneId: addZoneOrPool(places, "zones", rowIn(row2, "zone")),
      poolId: addZoneOrPool(places, "pools", rowIn(row2, "pool")),
      podId: idIn(rowIn(row2, "pod")) ?? null,
      tags: textsIn(row2, "tag_names"),
      ...activityOf(world, status ?? "retired"),
      results: { commissioning: scriptStatus(row2, "commissioning"), testing: scriptStatus(row2, "testing") },
      ...fieldsIn(row2, { agentName: "", statusMessage: "", statusAction: "", errorDescription: "" }),
      ...fieldsIn(row2, { locked: false, architecture: "", isDpu: false, cpuCount: 0, powerType: "" }),
      ...fieldsIn(row2, { minHweKernel: "", hweKernel: "", osystem: "", distroSeries: "" }),
      ...fieldsIn(row2, { netboot: true, ephemeralDeploy: false, enableHwSync: false }),
      cpuSpeedMHz: numberIn(row2, "cpu_speed"),
      memoryMiB: numberIn(row2, "memory"),
      powerState: powerStateOf(textIn(row2, "power_state")),
      annotations: textMap({ ...rowIn(row2, "owner_data"), ...rowIn(row2, "workload_annotations") }),
      hardwareInfo: textMap(rowIn(row2, "hardware_info")),
      swapSizeBytes: numberOrNull(row2, "swap_size"),
      specialFilesystems: rowsIn(row2, "special_filesystems").map(
        (each) => fieldsIn(each, { fstype: "", mountPoint: "", mountOptions: "" })
      ),
      interfaces: rowsIn(row2, "interface_set").map((each) => interfaceOf(target, each)),
      storage: storageOf(world, row2)
    };
    world.state.nodes.bySystemId[systemId2] = node;
    for (const name7 of node.tags)
      if (!world.state.tags.some((tag4) => tag4.name === name7))
        world.state.tags.push({ name: name7, comment: "", kernelOpts: "" });
    recordAddresses(target, node);
  };
}
function activityOf(world, status) {
  const phase = Object.keys(phaseRules).find((each) => phaseRules[each].status === status);
  const to = phase === void 0 ? void 0 : finalStatuses[phase];
  const startedAt = world.clock.now();
  const then = [];
  return {
    status,
    previousStatus: "ready",
    activity: phase === void 0 || to === void 0 ? null : { phase, to, startedAt, endsAt: null, outcome: "success", then }
  };
}
var finalStatuses = {
  commissioning: "ready",
  testing: "before",
  deploying: "deployed",
  erasing: "ready",
  releasing: "ready",
  entering_rescue_mode: "rescue_mode",
  exiting_rescue_mode: "before"
};
function domainIdOf(target, domain2) {
  const { networks: networks2 } = target.world.state;
  const id = idIn(domain2);
  if (id !== void 0 && findRow(networks2.domains, id) === void 0)
    networkImporters["domains.list"]?.(target, domain2, "");
  return id ?? networks2.defaultDomainId;
}
var scriptStatus = (row2, part) => {
  const number = numberIn(row2, `${part}_status`, -1);
  return number === 0 || number === 1 || number === 2 || number === 3 ? number : -1;
};
var powerStateOf = (text4) => text4 === "on" || text4 === "off" || text4 === "error" ? text4 : "unknown";
var textMap = (row2) => Object.fromEntries(
  Object.entries(row2).map(([name7, value]) => [
    name7,
    typeof value === "string" ? value : JSON.stringify(value)
  ])
);
function interfaceOf({ world }, row2) {
  const { networks: networks2 } = world.state;
  const id = idIn(row2) ?? networks2.nextInterfaceId;
  networks2.nextInterfaceId = Math.max(networks2.nextInterfaceId, id + 1);
  const [discovery] = rowsIn(row2, "discovered").filter((each) => textIn(each, "ip_address") !== "");
  const discoverySubnetId = discovery && idOf(networks2.subnets, rowIn(discovery, "subnet"));
  const linkSpeedMbps = numberIn(row2, "link_speed");
  const type = interfaceTypes.find((each) => each === row2["type"]) ?? "unknown";
  return {
    ...{ id, type, params: rowIn(row2, "params") },
    macAddress: parseMac(textIn(row2, "mac_address")) ?? textIn(row2, "mac_address"),
    vlanId: idOf(networks2.vlans, rowIn(row2, "vlan")) ?? null,
    ...fieldsIn(row2, { name: "", tags: [], enabled: true, linkConnected: true, vendor: null }),
    ...fieldsIn(row2, { product: null, firmwareVersion: null, parents: [], children: [] }),
    ...{ linkSpeedMbps, interfaceSpeedMbps: numberIn(row2, "interface_speed", linkSpeedMbps) },
    numaNode: numberOrNull(row2, "numa_node"),
    links: rowsIn(row2, "links").map((each) => linkOf(world, each)),
    observed: discovery === void 0 || discoverySubnetId === void 0 ? null : { subnetId: discoverySubnetId, ip: textIn(discovery, "ip_address") }
  };
}
function linkOf({ state: { networks: networks2 } }, row2) {
  const id = idIn(row2) ?? networks2.nextLinkId;
  networks2.nextLinkId = Math.max(networks2.nextLinkId, id + 1);
  const mode = textIn(row2, "mode");
  return {
    id,
    mode: mode === "auto" || mode === "static" || mode === "dhcp" ? mode : "link_up",
    subnetId: idOf(networks2.subnets, rowIn(row2, "subnet")) ?? null,
    ip: textOrNull(row2, "ip_address")
  };
}
function recordAddresses(target, { systemId: systemId2, owner, interfaces: interfaces3 }) {
  const created = target.world.clock.now();
  for (const { id, links: links2, observed } of interfaces3) {
    const use = { owner, systemId: systemId2, interfaceId: id, mac: null, created };
    for (const { mode, ip, subnetId } of links2)
      if (ip !== null && mode !== "link_up") recordAddress(target, ip, { ...use, kind: mode, subnetId });
    if (observed !== null)
      recordAddress(target, observed.ip, { ...use, kind: "observed", subnetId: observed.subnetId });
  }
}
function storageOf(world, machine2) {
  const ids3 = world.state.storageIds;
  const takeId = (kind, row2) => {
    const id = idIn(row2) ?? ids3[kind] + 1;
    ids3[kind] = Math.max(ids3[kind], id);
    return id;
  };
  const storage2 = {
    ...emptyStorage(),
    devices: rowsIn(machine2, "blockdevice_set").map((row2) => ({
      ...extentOf(row2, takeId("device", row2)),
      type: textIn(row2, "type") === "virtual" ? "virtual" : "physical",
      ...fieldsIn(row2, { uuid: null, name: "", model: "", serial: "", idPath: "" }),
      blockSizeBytes: numberIn(row2, "block_size", 512),
      ...textIn(row2, "firmware_version") === "" ? {} : { firmwareVersion: textIn(row2, "firmware_version") },
      partitions: rowsIn(row2, "partitions").map(
        (each, index) => ({
          ...extentOf(each, takeId("partition", each)),
          ...fieldsIn(each, { uuid: "", bootable: false }),
          index: Number(/-part(\d+)$/.exec(textIn(each, "path"))?.[1] ?? index + 1)
        })
      )
    })),
    cacheSets: rowsIn(machine2, "cache_sets").map((row2) => ({
      ...{ id: takeId("cacheSet", row2), name: textIn(row2, "name") }
    })),
    bcaches: rowsIn(machine2, "bcaches").map((row2) => ({
      ...{ id: takeId("group", row2), ...fieldsIn(row2, { uuid: "", name: "" }) },
      cacheMode: cacheModes.find((mode) => mode === textIn(row2, "cache_mode").toUpperCase()) ?? "WRITEBACK",
      cacheSetId: numberIn(rowIn(row2, "cache_set"), "id"),
      deviceId: numberIn(rowIn(row2, "virtual_device"), "id")
    })),
    volumeGroups: rowsIn(machine2, "volume_groups").map((row2) => ({
      ...{ id: takeId("group", row2), ...fieldsIn(row2, { uuid: "", name: "" }) },
      volumeIds: rowsIn(row2, "logical_volumes").map((each) => numberIn(each, "id"))
    })),
    raids: rowsIn(machine2, "raids").map((row2) => ({
      ...{ id: takeId("group", row2), ...fieldsIn(row2, { uuid: "", name: "" }) },
      level: textIn(row2, "level"),
      deviceId: numberIn(rowIn(row2, "virtual_device"), "id")
    }))
  };
  storage2.bootDiskId = idIn(rowIn(machine2, "boot_disk")) ?? storage2.devices[0]?.id ?? null;
  claimMembers(storage2, machine2);
  return storage2;
}
var extentOf = (row2, id) => ({
  ...{ id, sizeBytes: numberIn(row2, "size"), tags: textsIn(row2, "tags"), claim: null },
  filesystem: filesystemOf(rowIn(row2, "filesystem"))
});
function filesystemOf(row2) {
  const fstype = textIn(row2, "fstype");
  if (fstype === "") return null;
  return {
    ...{ fstype, ...fieldsIn(row2, { label: "", uuid: "", mountPoint: null }) },
    mountOptions: typeof row2["mount_options"] === "string" ? row2["mount_options"] : null
  };
}
function claimMembers(storage2, machine2) {
  const claim = (member, makeClaim) => {
    const isPartition = textIn(member, "type") === "partition";
    const match = extentsOf(storage2).find(
      ({ extent: extent2, partition: partition2 }) => extent2.id === member["id"] && isPartition === (partition2 !== void 0)
    );
    if (match === void 0) return;
    const uuid2 = match.extent.filesystem?.uuid ?? "";
    match.extent.filesystem = null;
    match.extent.claim = makeClaim(uuid2);
  };
  for (const row2 of rowsIn(machine2, "cache_sets"))
    claim(rowIn(row2, "cache_device"), () => ({ kind: "cache", cacheSetId: numberIn(row2, "id") }));
  for (const row2 of rowsIn(machine2, "bcaches"))
    claim(rowIn(row2, "backing_device"), () => ({ kind: "backing", bcacheId: numberIn(row2, "id") }));
  for (const row2 of rowsIn(machine2, "volume_groups"))
    for (const member of rowsIn(row2, "devices"))
      claim(member, (uuid2) => ({ kind: "volume", volumeGroupId: numberIn(row2, "id"), uuid: uuid2 }));
  for (const row2 of rowsIn(machine2, "raids"))
    for (const [kind, list4] of [
      ["raid", "devices"],
      ["spare", "spare_devices"]
    ])
      for (const member of rowsIn(row2, list4))
        claim(member, (uuid2) => ({ kind, groupId: numberIn(row2, "id"), uuid: uuid2 }));
}

// ../../../work/wt/sandbox/src/sandbox/copy/snapshot.ts
init_failure();

// ../../../work/wt/sandbox/src/core/files.ts
import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs";
init_failure();
import { dirname, join, sep } from "node:path";
async function writeAtomically(target, content, { temporaryPath, mode, move }) {
  const { open, rename, rm: rm2 } = await import("node:fs/promises");
  const file2 = await open(temporaryPath, "wx", mode);
  try {
    try {
      if (mode !== void 0) await file2.chmod(mode & 4095);
      await file2.writeFile(content);
      await file2.sync();
    } finally {
      await file2.close();
    }
    await (move ?? rename)(temporaryPath, target);
  } finally {
    await rm2(temporaryPath, { force: true });
  }
}
function makeFolder(path, mode = 448) {
  const missing = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode });
    } catch (error) {
      if (!existsSync(each)) throw error;
    }
  }
}
var nonBlocking = constants.O_NONBLOCK ?? 0;

// ../../../work/wt/sandbox/src/sandbox/copy/snapshot.ts
var CopyError = class extends Error {
};
var maxLineBytes = 256 * 1024 * 1024;

// ../../../work/wt/sandbox/src/sandbox/copy/import-copy.ts
async function openCopy(records) {
  const rest = records[Symbol.asyncIterator]();
  const first = (await rest.next()).value;
  if (!isRecord(first) || first["format"] !== snapshotFormat.format)
    throw new CopyError("is not a snapshot of a site");
  if (first["version"] !== snapshotFormat.version)
    throw new CopyError(
      `has version ${String(first["version"])}, but this svc reads version ${snapshotFormat.version}`
    );
  const { url, time, user } = first;
  if (typeof url !== "string" || typeof time !== "string" || !isRecord(user) || !URL.canParse(url))
    throw new CopyError("is damaged: its first line is incomplete");
  const site = {
    ...{ ...snapshotFormat, url, time },
    user: { username: textIn(user, "username", "operator"), is_superuser: user["is_superuser"] === true }
  };
  return { site, rest, pathSegment: new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "SVC" };
}
var importers = {
  ...settingImporters,
  ...networkImporters,
  ...nodeImporters,
  ...regionImporters
};
var maxNodes = 12e3;
var maxObjects = 1e5;
async function importCopy(service, { site, rest }, adoptsStyle) {
  const { world } = service;
  const { username: username2, is_superuser: isAdministrator } = site.user;
  const patches = {};
  const copied = { username: username2, patches, statuses: {} };
  Object.assign(world.state, { copied });
  removeDefaults(world);
  const unread = [];
  const leftOut = /* @__PURE__ */ new Map();
  const leaveOut = (subject, why) => {
    const key = `${subject}: ${why}`;
    if (leftOut.size < maxReasons || leftOut.has(key))
      leftOut.set(key, { kind: subject, why, count: (leftOut.get(key)?.count ?? 0) + 1 });
  };
  const target = { world, username: username2, leaveOut };
  const copyImport = {
    service,
    target,
    patches,
    pendingObjects: /* @__PURE__ */ new Map(),
    adoptsStyle,
    counts: /* @__PURE__ */ new Map()
  };
  limitYoungGeneration(true);
  try {
    await importAll(copyImport, rest, (subject, reason) => unread.push({ kind: subject, reason }));
  } finally {
    limitYoungGeneration(false);
    await rest.return?.();
  }
  addUser(world, username2, "", isAdministrator);
  addMissingDefaults(world);
  await patchPending(copyImport, isAdministrator);
  return { site, unread, leftOut: [...leftOut.values()] };
}
var maxReasons = 50;
var limitYoungGeneration = (isLimited) => setFlagsFromString(`--semi-space-growth-factor=${isLimited ? 1 : 2}`);
async function importAll(copyImport, rest, onUnread) {
  let lines2 = 1;
  for (let next = await rest.next(); ; next = await rest.next()) {
    if (next.done === true) throw new CopyError("is incomplete: its last line is missing");
    const record = next.value;
    if (!isRecord(record)) throw new CopyError(`is damaged: line ${lines2 + 1} is not an object`);
    if (record["end"] === true) {
      if (record["lines"] !== lines2) throw new CopyError("is damaged: lines are missing");
      return;
    }
    lines2 += 1;
    if (typeof record["unread"] === "string") onUnread(record["unread"], textIn(record, "reason"));
    else if (typeof record["read"] === "string") importObject(copyImport, record);
    else throw new CopyError(`is damaged: line ${lines2} has no 'object' member`);
  }
}
function removeDefaults({ state }) {
  state.users.length = 0;
  for (const rows of [state.places.zones, state.places.pools, state.places.pods]) rows.length = 0;
  Object.assign(state.places, { lastZoneId: 0, lastPoolId: -1, lastPodId: 0 });
  state.settings.repositories.rows = {};
}
function addMissingDefaults({ state: { places, events: events2 } }) {
  for (const rows of [events2.records, places.zones, places.pools]) rows.sort((a, b) => a.id - b.id);
  if (places.zones.length === 0) places.zones.push({ id: 1, name: "default", description: "" });
  if (places.pools.length === 0) places.pools.push({ id: 0, name: "default", description: "" });
}
function importObject(copyImport, { read, of = "", value }) {
  const { target } = copyImport;
  const { world } = target;
  if (read === configRead.id) {
    if (!importConfigItem(world, of, value))
      target.leaveOut("configuration items", "the sandbox has no such items");
    return;
  }
  const importRow = importers[read];
  if (importRow === void 0 || !isRecord(value)) return;
  const isNode2 = Object.hasOwn(nodeImporters, read);
  const [countedKind, limit] = isNode2 ? ["nodes", maxNodes] : [read, maxObjects];
  const count = (copyImport.counts.get(countedKind) ?? 0) + 1;
  copyImport.counts.set(countedKind, count);
  if (count > limit) {
    target.leaveOut(isNode2 ? "machines" : "objects", `a sandbox can have at most ${limit} ${countedKind}`);
    return;
  }
  if (read === "fabrics.list" && copyImport.adoptsStyle)
    world.answers.style = Object.hasOwn(value, "description") ? "documented" : "deployed";
  importRow(target, value, of);
  const node = isNode2 ? nodeById(world, textIn(value, "system_id")) : void 0;
  const address3 = read === "ip-addresses.list" ? world.state.networks.addresses.byIp[textIn(value, "ip")] : void 0;
  if (node !== void 0) recordPatches(copyImport.patches, serializeNode(world, node), value);
  else if (address3 !== void 0) recordPatches(copyImport.patches, serializeAddress(world, address3), value);
  else if (!isNode2 && read !== "events.query") addTo(copyImport.pendingObjects, read, { read, of, value });
}
async function patchPending(copyImport, isAdministrator) {
  const { service, target, pendingObjects, patches } = copyImport;
  const { username: username2 } = target;
  const user = { username: username2, email: "", isAdministrator: true, tokens: [] };
  for (const read of siteReads) {
    const objects = pendingObjects.get(read.id) ?? [];
    for (const parentId of new Set(objects.map((each) => each.of ?? ""))) {
      const rows = await readFromSandbox(service, read, user, parentId, isAdministrator);
      const ownAnswers = new Map([rows].flat().map((row2) => [identityOf(row2), row2]));
      for (const { value, of: ownParentId = "" } of objects)
        if (ownParentId === parentId) {
          const ownAnswer = ownAnswers.get(identityOf(value));
          if (ownAnswer !== void 0) recordPatches(patches, ownAnswer, value);
        }
    }
  }
}
var identityOf = (value) => elementKey(value) ?? keyOfAnswer(value);
async function readFromSandbox(service, { id, values, adminValues, each }, user, parentId, isAdministrator) {
  const queryValues = { ...values, ...isAdministrator ? adminValues : {} };
  const pairs = Object.entries(queryValues).map(([name7, value]) => [name7, String(value)]);
  const path = each === void 0 ? {} : { [each.field]: parentId };
  if (!service.operations.has(id) || id === "events.query") return [];
  return await callOperation(service, id, user, path, pairs);
}

// ../../../work/wt/sandbox/src/sandbox/groups/handlers.ts
init_field();
init_networks3();

// ../../../work/wt/sandbox/src/catalogue/index.ts
var loaders = {
  machines: async () => (await Promise.resolve().then(() => (init_machines(), machines_exports))).group,
  devices: async () => (await Promise.resolve().then(() => (init_devices(), devices_exports))).group,
  nodes: async () => (await Promise.resolve().then(() => (init_nodes2(), nodes_exports))).nodeGroup,
  tokens: async () => (await Promise.resolve().then(() => (init_keys(), keys_exports))).tokenGroup,
  sshkeys: async () => (await Promise.resolve().then(() => (init_keys(), keys_exports))).sshKeyGroup,
  sslkeys: async () => (await Promise.resolve().then(() => (init_keys(), keys_exports))).sslKeyGroup,
  "boot-resources": async () => (await Promise.resolve().then(() => (init_boot_resources(), boot_resources_exports))).group,
  "boot-sources": async () => (await Promise.resolve().then(() => (init_boot_sources(), boot_sources_exports))).bootSourceGroup,
  "boot-source-selections": async () => (await Promise.resolve().then(() => (init_boot_sources(), boot_sources_exports))).selectionGroup,
  "commissioning-scripts": async () => (await Promise.resolve().then(() => (init_scripts3(), scripts_exports))).commissioningScriptGroup,
  "dhcp-snippets": async () => (await Promise.resolve().then(() => (init_dhcp_snippets(), dhcp_snippets_exports))).group,
  discovery: async () => (await Promise.resolve().then(() => (init_discovery(), discovery_exports))).group,
  "dnsresource-records": async () => (await Promise.resolve().then(() => (init_dns2(), dns_exports))).dnsRecordGroup,
  dnsresources: async () => (await Promise.resolve().then(() => (init_dns2(), dns_exports))).dnsResourceGroup,
  domains: async () => (await Promise.resolve().then(() => (init_dns2(), dns_exports))).domainGroup,
  events: async () => (await Promise.resolve().then(() => (init_events(), events_exports))).group,
  fabrics: async () => (await Promise.resolve().then(() => (init_networks3(), networks_exports))).fabricGroup,
  vlans: async () => (await Promise.resolve().then(() => (init_networks3(), networks_exports))).vlanGroup,
  files: async () => (await Promise.resolve().then(() => (init_files(), files_exports))).group,
  "installation-results": async () => (await Promise.resolve().then(() => (init_scripts3(), scripts_exports))).installationResultGroup,
  ipaddresses: async () => (await Promise.resolve().then(() => (init_ip_addresses(), ip_addresses_exports))).addressGroup,
  ipranges: async () => (await Promise.resolve().then(() => (init_ip_addresses(), ip_addresses_exports))).rangeGroup,
  "license-keys": async () => (await Promise.resolve().then(() => (init_keys(), keys_exports))).licenseKeyGroup,
  config: async () => (await Promise.resolve().then(() => (init_service(), service_exports))).configGroup,
  networks: async () => (await Promise.resolve().then(() => (init_networks3(), networks_exports))).networkGroup,
  "bcache-cache-sets": async () => (await Promise.resolve().then(() => (init_bcaches(), bcaches_exports))).cacheSetGroup,
  bcaches: async () => (await Promise.resolve().then(() => (init_bcaches(), bcaches_exports))).bcacheGroup,
  "block-devices": async () => (await Promise.resolve().then(() => (init_block_devices(), block_devices_exports))).group,
  partitions: async () => (await Promise.resolve().then(() => (init_partitions(), partitions_exports))).group,
  version: async () => (await Promise.resolve().then(() => (init_service(), service_exports))).versionGroup,
  zones: async () => (await Promise.resolve().then(() => (init_zones_and_pools(), zones_and_pools_exports))).zoneGroup,
  resourcepools: async () => (await Promise.resolve().then(() => (init_zones_and_pools(), zones_and_pools_exports))).poolGroup,
  subnets: async () => (await Promise.resolve().then(() => (init_subnets2(), subnets_exports))).subnetGroup,
  spaces: async () => (await Promise.resolve().then(() => (init_networks3(), networks_exports))).spaceGroup,
  interfaces: async () => (await Promise.resolve().then(() => (init_interfaces2(), interfaces_exports))).group,
  "static-routes": async () => (await Promise.resolve().then(() => (init_subnets2(), subnets_exports))).routeGroup,
  scripts: async () => (await Promise.resolve().then(() => (init_scripts3(), scripts_exports))).scriptGroup,
  results: async () => (await Promise.resolve().then(() => (init_scripts3(), scripts_exports))).resultGroup,
  "node-devices": async () => (await Promise.resolve().then(() => (init_nodes2(), nodes_exports))).nodeDeviceGroup,
  "package-repositories": async () => (await Promise.resolve().then(() => (init_package_repositories(), package_repositories_exports))).group,
  rackcontrollers: async () => (await Promise.resolve().then(() => (init_controllers(), controllers_exports))).rackControllerGroup,
  regioncontrollers: async () => (await Promise.resolve().then(() => (init_controllers(), controllers_exports))).regionControllerGroup,
  "vm-hosts": async () => (await Promise.resolve().then(() => (init_hypervisors(), hypervisors_exports))).vmHostGroup,
  pods: async () => (await Promise.resolve().then(() => (init_hypervisors(), hypervisors_exports))).podGroup,
  "vm-clusters": async () => (await Promise.resolve().then(() => (init_hypervisors(), hypervisors_exports))).vmClusterGroup,
  tags: async () => (await Promise.resolve().then(() => (init_tags(), tags_exports))).group,
  users: async () => (await Promise.resolve().then(() => (init_users2(), users_exports))).userGroup,
  notifications: async () => (await Promise.resolve().then(() => (init_users2(), users_exports))).notificationGroup,
  raids: async () => (await Promise.resolve().then(() => (init_volumes(), volumes_exports))).raidGroup,
  "vmfs-datastores": async () => (await Promise.resolve().then(() => (init_volumes(), volumes_exports))).datastoreGroup,
  "volume-groups": async () => (await Promise.resolve().then(() => (init_volumes(), volumes_exports))).lvmGroup
};
var groupNames = Object.keys(loaders);
var groupFacts = {
  machines: ["Machines and nodes", "Enlist, commission, allocate, deploy and release machines"],
  devices: ["Machines and nodes", "Manage devices (nodes that are not provisioned)"],
  nodes: ["Machines and nodes", "View nodes of every type"],
  tokens: ["Keys of your account", "Manage your API keys"],
  sshkeys: ["Keys of your account", "Manage your SSH keys", "ssh-keys"],
  sslkeys: ["Keys of your account", "Manage your SSL keys", "ssl-keys"],
  "boot-resources": ["Boot images", "Import, upload and delete boot images"],
  "boot-sources": ["Boot images", "Manage where boot images come from"],
  "boot-source-selections": ["Boot images", "Select the images of a boot source"],
  "commissioning-scripts": ["Machines and nodes", "Manage commissioning scripts (deprecated)"],
  "dhcp-snippets": ["Networks and DNS", "Manage DHCP snippets (deprecated)"],
  discovery: ["Machines and nodes", "View, clear and scan for neighbours on the networks", "discoveries"],
  "dnsresource-records": ["Networks and DNS", "Manage DNS resource records"],
  dnsresources: ["Networks and DNS", "Manage DNS resources"],
  domains: ["Networks and DNS", "Manage DNS domains"],
  events: ["The service", "Read and follow the event log"],
  fabrics: ["Networks and DNS", "Manage fabrics"],
  vlans: ["Networks and DNS", "Manage the VLANs of a fabric"],
  files: ["The service", "Store, read and delete files"],
  "installation-results": ["Machines and nodes", "Read commissioning results"],
  ipaddresses: ["Networks and DNS", "List, reserve and release IP addresses", "ip-addresses"],
  ipranges: ["Networks and DNS", "Manage IP ranges", "ip-ranges"],
  "license-keys": ["The service", "Manage license keys of operating systems"],
  config: ["The service", "Read and change the service's configuration", "configuration"],
  networks: ["Networks and DNS", "Manage networks (deprecated)"],
  "bcache-cache-sets": ["Storage of machines", "Manage the bcache cache sets of a machine"],
  bcaches: ["Storage of machines", "Manage the bcache devices of a machine"],
  "block-devices": [
    "Storage of machines",
    "Format, mount, tag and change the disks of a machine",
    "blockdevices"
  ],
  partitions: ["Storage of machines", "Create, format, mount, tag and delete partitions"],
  version: ["The service", "Show the service's API version"],
  zones: ["Machines and nodes", "Manage physical zones"],
  resourcepools: ["Machines and nodes", "Manage resource pools", "resource-pools", "pools"],
  subnets: ["Networks and DNS", "Manage subnets and see which addresses are in use"],
  spaces: ["Networks and DNS", "Manage spaces (groups of VLANs that reach each other)"],
  interfaces: ["Networks and DNS", "Configure interfaces, bonds, bridges and links of nodes"],
  "static-routes": ["Networks and DNS", "Manage static routes between subnets", "routes"],
  scripts: ["Machines and nodes", "Manage commissioning and testing scripts"],
  results: ["Machines and nodes", "Read, download and suppress results of scripts"],
  "node-devices": ["Machines and nodes", "List the PCI and USB devices of a node"],
  "package-repositories": ["The service", "Manage where machines get packages from"],
  rackcontrollers: ["The service", "View, test and change rack controllers", "rack-controllers"],
  regioncontrollers: ["The service", "View and change region controllers", "region-controllers"],
  "vm-hosts": ["Machines and nodes", "Register VM hosts and create virtual machines on them", "vmhosts"],
  pods: ["Machines and nodes", "Manage VM hosts by their older name (deprecated)"],
  "vm-clusters": ["Machines and nodes", "View and change clusters of VM hosts"],
  tags: ["Machines and nodes", "Manage tags and the nodes that have them"],
  users: ["The service", "Manage users, and show whose API key is in use"],
  notifications: ["The service", "Show messages to users, and dismiss them"],
  raids: ["Storage of machines", "Manage the RAIDs of a machine"],
  "vmfs-datastores": ["Storage of machines", "Manage the VMFS datastores of a machine"],
  "volume-groups": ["Storage of machines", "Manage volume groups and their logical volumes (LVM)"]
};
var singularOf = (name7) => name7.endsWith("s") ? [name7.replace(/ies$/, "y").replace(/(?<=ss)es$|s$/, "")] : [];
var groups = Object.fromEntries(
  groupNames.map((name7) => {
    const [theme, summary2, ...otherNames] = groupFacts[name7];
    const names = [name7, ...otherNames].flatMap((each) => [each, ...singularOf(each)]);
    const aliases = names.filter((each) => each !== name7);
    const entry = { theme, summary: summary2, aliases, load: loaders[name7] };
    return [name7, entry];
  })
);
var loadGroup = async (name7) => ({
  name: name7,
  identity: "id",
  ...await groups[name7].load()
});
async function loadAllOperations() {
  const loaded = await Promise.all(groupNames.map(loadGroup));
  return loaded.flatMap(
    (group13) => Object.entries(group13.operations).map(([id, operation]) => ({ id, group: group13, operation }))
  );
}

// ../../../work/wt/sandbox/src/sandbox/groups/handlers.ts
init_resource();
init_answers();

// ../../../work/wt/sandbox/src/sandbox/model/settings/users.ts
init_domain_error();
init_table();
init_users();
init_spellings();
import { createHash } from "node:crypto";
function addUser2(world, fields) {
  const user = { ...fields, tokens: [makeToken(world.random, `${world.segment} consumer`)] };
  world.state.users.push(user);
  return user;
}
var keyTypes = "ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 ecdsa-sha2-nistp521 ssh-dss ssh-ed25519 ssh-rsa".split(" ");
function sshKeyProblem(text4) {
  const [type = "", data = ""] = text4.trim().split(/\s+/);
  if (!keyTypes.includes(type))
    return `Invalid SSH public key: key type ${type || "missing"} is not one of ${keyTypes.join(", ")}.`;
  if (data === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(data))
    return "Invalid SSH public key: the key data is not base64.";
  if (/[\r\n]/.test(text4.trim())) return "Invalid SSH public key: a key is one line.";
  const bytes3 = Buffer.from(data, "base64");
  const length = bytes3.length >= 4 ? bytes3.readUInt32BE(0) : 0;
  if (bytes3.length <= 4 + length || bytes3.toString("latin1", 4, 4 + length) !== type)
    return `Invalid SSH public key: the key data is not of type ${type}.`;
  return void 0;
}
var keysOf = (keys, owner) => rowsOf(keys).filter((key) => key.owner === owner);
function requireNewKey(existingKeys, problem, isSame) {
  if (problem !== void 0) throw invalidField("key", problem);
  if (existingKeys.some(({ key }) => isSame(key)))
    throw invalidField("key", "This key has already been added for this user.");
}
function addSshKey(world, owner, text4) {
  const { sshKeys } = world.state.settings;
  requireNewKey(keysOf(sshKeys, owner), sshKeyProblem(text4), (key) => sameKey(key, text4));
  return insert(sshKeys, (id) => ({ id, owner, key: text4, keysource: null }));
}
var sameKey = (a, b) => {
  const keyBody = (text4) => text4.trim().split(/\s+/).slice(0, 2).join(" ");
  return keyBody(a) === keyBody(b);
};
function importSshKeys(world, owner, keysource) {
  const [, source2, login] = /^(lp|gh):([A-Za-z0-9][A-Za-z0-9._+-]{0,62})$/.exec(keysource) ?? [];
  if (source2 === void 0 || login === void 0)
    throw invalidField("keysource", `'${keysource}' is not <source>:<user> with the source lp or gh.`);
  const key = `ssh-ed25519 ${derivedKey(keysource)} ${login}@${source2}`;
  const { sshKeys } = world.state.settings;
  const existing = keysOf(sshKeys, owner).find((each) => sameKey(each.key, key));
  return [existing ?? insert(sshKeys, (id) => ({ id, owner, key, keysource }))];
}
function derivedKey(text4) {
  const field = (bytes3) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes3.length);
    return Buffer.concat([length, bytes3]);
  };
  const point = createHash("sha256").update(text4).digest();
  return Buffer.concat([field(Buffer.from("ssh-ed25519")), field(point)]).toString("base64");
}
var pemBlockPattern = /^-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n((?:[A-Za-z-]+:[^\n]*\n)*\s*[A-Za-z0-9+/=\s]+?)-----END \1-----\s*/;
function pemProblem(text4) {
  const problem = (why) => `Invalid SSL key: ${why}.`;
  let rest = text4.trim();
  if (rest === "") return problem("it is empty");
  while (rest !== "") {
    const match = pemBlockPattern.exec(rest);
    if (match === null) return problem("it has no PEM block (-----BEGIN to -----END)");
    const [pemBlock, label = "", body = ""] = match;
    const isEncrypted = body.includes(":");
    const base644 = body.replace(/^[A-Za-z-]+:[^\n]*\n/gm, "").replace(/\s+/g, "");
    if (!isBase64(base644) || base644 === "") return problem(`the ${label} block is not base64`);
    if (!isEncrypted && !isDerSequence(Buffer.from(base644, "base64")))
      return problem(`the ${label} block contains no key or certificate`);
    rest = rest.slice(pemBlock.length);
  }
  return void 0;
}
function isDerSequence(bytes3) {
  if (bytes3.length < 2 || bytes3[0] !== 48) return false;
  const first = bytes3.readUInt8(1);
  if (first < 128) return bytes3.length === 2 + first;
  const lengthBytes = first & 127;
  if (lengthBytes < 1 || lengthBytes > 4 || bytes3.length < 2 + lengthBytes) return false;
  return bytes3.length === 2 + lengthBytes + bytes3.readUIntBE(2, lengthBytes);
}
function addSslKey(world, owner, text4) {
  const { sslKeys } = world.state.settings;
  requireNewKey(keysOf(sslKeys, owner), pemProblem(text4), (key) => key.trim() === text4.trim());
  return insert(sslKeys, (id) => ({ id, owner, key: text4 }));
}
var licenseKeyOf = (world, osystem, distroSeries2) => world.state.settings.licenseKeys.find(
  (each) => each.osystem === osystem && each.distroSeries === distroSeries2
);
var findLicenseKey = (world, osystem, distroSeries2) => requireFound(licenseKeyOf(world, osystem, distroSeries2), "LicenseKey");
function addLicenseKey(world, key) {
  if (licenseKeyOf(world, key.osystem, key.distroSeries) !== void 0)
    throw invalidField("__all__", "License key with this Osystem and Distro series already exists.");
  world.state.settings.licenseKeys.push(key);
  return key;
}

// ../../../work/wt/sandbox/src/sandbox/groups/account.ts
init_references();

// ../../../work/wt/sandbox/src/sandbox/serialize/settings.ts
init_scripts2();
init_scripts();
init_settings();
init_quantities();
init_spellings();
init_machine_reports();
init_references();
var serializeFile = (world, { filename, key }) => ({
  filename,
  anon_resource_uri: `${resourceUri(world, "files")}?op=get_by_key&key=${key}`,
  resource_uri: resourceUri(world, "files", encodeURIComponent(filename))
});
var serializeFileWithContent = (world, file2) => ({
  ...serializeFile(world, file2),
  content: file2.content
});
var licenseKeyFields = fieldsOf("osystem", "distroSeries", "licenseKey");
var serializeLicenseKey = (world, key) => ({
  ...licenseKeyFields(key),
  resource_uri: withoutSlash(
    resourceUri(world, "license-key", encodeURIComponent(key.osystem), encodeURIComponent(key.distroSeries))
  )
});
var serializeSshKey = serializer("account/prefs/sshkeys", ["id", "key", "keysource"]);
var serializeSslKey = serializer("account/prefs/sslkeys", ["id", "key"]);
var serializeRepository = serializer("package-repositories", [
  ...["name", "url", "distributions", "disabledPockets", "disabledComponents", "disableSources"],
  ...["components", "arches", "key", "enabled", "id"]
]);
var mailTimeOrNull = (ms) => ms === null ? null : mailTime(ms);
function formatDuration(ms) {
  const seconds2 = Math.floor(ms / 1e3);
  const twoDigits = (count) => String(count % 60).padStart(2, "0");
  return `${Math.floor(seconds2 / 3600)}:${twoDigits(Math.floor(seconds2 / 60))}:${twoDigits(seconds2)}`;
}
var base642 = (text4) => Buffer.from(text4).toString("base64");
var scriptFields = fieldsOf(
  ...["name", "title", "description", "tags", "hardwareType", "parallel", "results", "parameters"],
  ...["packages", "destructive", "forHardware", "mayReboot", "recommission"],
  ...["applyConfiguredNetworking", "id", "type"]
);
var typeNames = ["Commissioning", "Installation", "Testing", "Release"];
var parallelNames = ["Disabled", "Run along other instances of this script", "Run along any other script."];
var serializeNodeScript = (world, script2, withContent) => ({
  ...scriptFields(script2),
  timeout: formatDuration(script2.timeoutSeconds * 1e3),
  default: script2.default ?? false,
  history: script2.revisions.map(({ id, comment: comment3, created, content }) => ({
    ...{ id, comment: comment3, created: mailTime(created) },
    ...withContent ? { data: content } : {}
  })),
  hardware_type_name: hardwareName(script2.hardwareType),
  type_name: `${typeNames[script2.type] ?? ""} script`,
  parallel_name: parallelNames[script2.parallel] ?? "",
  resource_uri: withoutSlash(resourceUri(world, "scripts", encodeURIComponent(script2.name)))
});
var hardwareName = (type) => {
  const name7 = hardwareTypes[type] ?? "node";
  return name7.length === 3 ? name7.toUpperCase() : capitalize(name7);
};
var serializeScript = (world, script2) => ({
  name: script2.name,
  content: contentOf(script2),
  resource_uri: withoutSlash(resourceUri(world, "commissioning-scripts", encodeURIComponent(script2.name)))
});
var statusNames = { timedOut: "Timed out" };
function serializeScriptResult(world, node, result) {
  const { stdout, stderr, exitStatus } = outputOf(world, node, result);
  return {
    id: result.id,
    name: result.name,
    script_result: exitStatus ?? 1,
    result_type: resultTypes[result.type],
    node: { system_id: node.systemId },
    data: base642(stdout + stderr),
    created: timestamp(result.startedAt ?? node.createdAt),
    updated: timestamp(result.endedAt ?? node.createdAt),
    resource_uri: resourceUri(world, "commissioning-scripts")
  };
}
function serializeResult(world, node, result, withOutput) {
  const { id, name: name7, status, startedAt, endedAt } = result;
  const { stdout, stderr, exitStatus } = outputOf(world, node, result);
  const script2 = scriptNamed(world, name7);
  const runtime = startedAt === null || endedAt === null ? "" : formatDuration(endedAt - startedAt);
  return {
    id,
    created: mailTime(startedAt ?? node.createdAt),
    updated: mailTime(endedAt ?? startedAt ?? node.createdAt),
    name: name7,
    status: resultStatuses[status],
    status_name: statusNames[status] ?? capitalize(status),
    exit_status: exitStatus,
    started: mailTimeOrNull(startedAt),
    ended: mailTimeOrNull(endedAt),
    runtime,
    starttime: startedAt === null ? null : startedAt / 1e3,
    endtime: endedAt === null ? null : endedAt / 1e3,
    estimated_runtime: runtime || "Unknown",
    parameters: {},
    script_id: script2?.id ?? null,
    script_revision_id: script2?.revisions[0]?.id ?? null,
    suppressed: node.suppressed?.includes(name7) ?? false,
    ...withOutput ? { output: base642(stdout + stderr), stdout: base642(stdout), stderr: base642(stderr), result: "" } : {}
  };
}
var statusPriority = ["running", "pending", "failed", "timedOut", "aborted", "passed"];
function serializeRun(world, node, { id, type, results }, visibleResults, withOutput) {
  const relevantResults = results.filter(
    ({ name: name7, status: status2 }) => status2 !== "failed" || node.suppressed?.includes(name7) !== true
  );
  const status = results.length === 0 ? void 0 : statusPriority.find((each) => relevantResults.some((result) => result.status === each)) ?? "passed";
  const starts = results.flatMap(({ startedAt: startedAt2 }) => startedAt2 ?? []);
  const hasEnded = results.every(({ endedAt: endedAt2 }) => endedAt2 !== null);
  const [startedAt, endedAt] = [
    starts.length === 0 ? null : Math.min(...starts),
    hasEnded && results.length > 0 ? Math.max(...results.map((each) => each.endedAt ?? 0)) : null
  ];
  return {
    started: mailTimeOrNull(startedAt),
    id,
    type: resultTypes[type],
    ended: mailTimeOrNull(endedAt),
    runtime: startedAt === null || endedAt === null ? "" : formatDuration(endedAt - startedAt),
    system_id: node.systemId,
    status: status === void 0 ? -1 : resultStatuses[status],
    results: visibleResults.toSorted((a, b) => a.name < b.name ? -1 : 1).map((result) => serializeResult(world, node, result, withOutput)),
    last_ping: mailTimeOrNull(endedAt),
    type_name: capitalize(type),
    // The status name that live services answer for a run without results.
    status_name: status === void 0 ? "Failed to apply custom network configuration" : statusNames[status] ?? capitalize(status),
    resource_uri: resourceUri(world, "nodes", node.systemId, "results", id)
  };
}

// ../../../work/wt/sandbox/src/sandbox/groups/account.ts
init_domain_error();
init_table();
init_users();
init_world();
init_answers();

// ../../../work/wt/sandbox/src/sandbox/wire/form-reader.ts
init_domain_error();
init_blocks();
init_spellings();
var patternRule = (name7, matches, message2 = "Enter a valid value.") => ({ name: name7, type: "string", extendsRule: true, matches, message: message2 });
var uuidRule = patternRule("uuid", isUuid, "Enter a valid UUID.");
function readForm(call, rules3 = []) {
  const errors = makeFieldErrors();
  const parameters = parametersOf(call);
  const rulesByName = /* @__PURE__ */ new Map();
  for (const rule of call.operation.fields ?? []) rulesByName.set(rule.name, rule);
  for (const rule of rules3)
    rulesByName.set(rule.name, rule.extendsRule ? { ...rulesByName.get(rule.name), ...rule } : rule);
  const reader = openReader(parameters, errors);
  for (const rule of rulesByName.values()) checkRule(parameters, reader, rule);
  return reader;
}
function checkedForm(call, rules3) {
  const form = readForm(call, rules3);
  form.check();
  return form;
}
var parametersOf = ({ operation, query, form }) => operation.method === "GET" || operation.method === "DELETE" ? query : form;
function checkRule({ names, all: all11 }, reader, rule) {
  const { name: name7, type, choices, min, max, matches, message: message2 = "" } = rule;
  const isPresent = type === "list" ? reader.list(name7).length > 0 : Boolean(reader.text(name7));
  const isFile = all11(name7).length === 0 && names.includes(name7);
  if (rule.required && !isPresent && !isFile) reader.fail(name7, requiredMessage);
  if (type === "boolean" || type === "switch") reader.boolean(name7);
  if (type === "integer" && rule.alsoName !== true) {
    const number = reader.integer(name7);
    if (number !== void 0 && min !== void 0 && number < min)
      reader.fail(name7, `Ensure this value is greater than or equal to ${min}.`);
    if (number !== void 0 && max !== void 0 && number > max)
      reader.fail(name7, `Ensure this value is less than or equal to ${max}.`);
  }
  const value = reader.text(name7);
  if (value && choices?.includes(value) === false) reader.fail(name7, invalidChoice(value, choices));
  if (!value || matches === void 0) return;
  const isMatch = typeof matches === "function" ? matches(value) : matches.test(value);
  if (!isMatch) reader.fail(name7, typeof message2 === "string" ? message2 : message2(value));
}
function openReader(parameters, errors) {
  const text4 = (name7) => parameters.all(name7).at(-1)?.trim();
  const parsedField = (parse2, messageFor) => (name7) => {
    const value = text4(name7);
    if (!value) return void 0;
    const result = parse2(value);
    if (result === void 0) errors.fail(name7, messageFor(value));
    return result;
  };
  const list4 = (name7) => splitValues(parameters.all(name7));
  const integer3 = parsedField(parseInteger, () => "Enter a whole number.");
  const boolean3 = parsedField(parseBoolean, (value) => `'${value}' is not a boolean: use true or false.`);
  return {
    ...errors,
    has: parameters.has,
    text: text4,
    required(name7) {
      const value = text4(name7) ?? "";
      if (value === "") errors.fail(name7, requiredMessage);
      return value;
    },
    list: list4,
    integer: integer3,
    boolean: boolean3,
    address: parsedField(
      (value) => parseAddress(value)?.text,
      () => "Enter a valid IPv4 or IPv6 address."
    ),
    mac: parsedField(parseMac, (value) => `'${value}' is not a valid MAC address.`),
    reference: (name7, find) => text4(name7) === "" ? null : parsedField(find, invalidChoice)(name7),
    values(types2) {
      const word = (name7) => text4(name7) || void 0;
      const listIfPresent = (name7) => parameters.has(name7) ? list4(name7) : void 0;
      const readers2 = { text: text4, word, integer: integer3, boolean: boolean3, list: listIfPresent };
      const fields = Object.entries(types2).map(([name7, type]) => [name7, readers2[type](apiName(name7))]);
      return withoutUndefined(Object.fromEntries(fields));
    }
  };
}
var parseInteger = (value) => /^[+-]?\d{1,15}$/.test(value) ? Number(value) : void 0;
var maxLength = 64 * 1024;
var longTypes = ["base64", "file"];
var longNames = ["content", "user_data"];
function checkLengths({ fields = [] }, { query, form }) {
  const errors = makeFieldErrors();
  const longFields = /* @__PURE__ */ new Set([
    ...longNames,
    ...fields.flatMap(({ name: name7, type }) => longTypes.includes(type) ? [name7] : [])
  ]);
  for (const [name7, values] of [...query.values, ...form.values]) {
    const length = Math.max(0, ...values.map((value) => value.length));
    if (length > maxLength && !longFields.has(name7))
      errors.fail(name7, `Ensure this value has at most ${maxLength} characters (it has ${length}).`);
  }
  errors.check();
}

// ../../../work/wt/sandbox/src/sandbox/groups/resource.ts
init_domain_error();
init_table();
init_answers();
function resource2([plural, singular], definition) {
  const { find, serialize: serialize3, permit, rules: rules3, read, createdStatus, mayBeAbsent } = definition;
  const { rows, create: create2, update: update3, remove } = definition;
  const readValues = (call, current) => {
    permit?.(call, current);
    if (read === void 0) return void 0;
    const fieldRules = typeof rules3 === "function" ? rules3(call, current) : rules3;
    return readChecked(call, (form) => read(form, call, current), fieldRules);
  };
  const answer2 = (call, row2, status) => json(serialize3(call.world, row2, call), status);
  const handlers2 = { [`${singular}.read`]: (call) => answer2(call, find(call)) };
  if (rows !== void 0)
    handlers2[`${plural}.list`] = (call) => json(rows(call).map((row2) => serialize3(call.world, row2, call)));
  if (create2 !== void 0)
    handlers2[`${plural}.create`] = (call) => answer2(call, create2(call, readValues(call)), createdStatus);
  if (update3 !== void 0)
    handlers2[`${singular}.update`] = (call) => {
      const row2 = find(call);
      update3(call, row2, readValues(call, row2));
      return answer2(call, row2);
    };
  if (remove !== void 0)
    handlers2[`${singular}.delete`] = (call) => {
      const row2 = mayBeAbsent ? ifFound(() => find(call)) : find(call);
      if (row2 === void 0) return empty(204);
      permit?.(call, row2);
      remove(call.world, row2, call);
      return empty(204);
    };
  return handlers2;
}
function readChecked(call, read, rules3) {
  const form = readForm(call, rules3);
  const values = read(form);
  form.check();
  return values;
}
function ifFound(find) {
  try {
    return find();
  } catch (error) {
    if (error instanceof DomainError && error.kind === "notFound") return void 0;
    throw error;
  }
}
var assign = (_call, row2, values) => Object.assign(row2, values);
var withoutContent = (act) => (call) => {
  act(call);
  return empty(204);
};
function tagHandlers(singular, change) {
  const add = (call) => change(call, (tags2, tag4) => [.../* @__PURE__ */ new Set([...tags2, tag4])]);
  const remove = (call) => change(call, (tags2, tag4) => tags2.filter((each) => each !== tag4));
  return { [`${singular}.add_tag`]: add, [`${singular}.remove_tag`]: remove };
}
var tableAccess = (tableOf, type, require2 = requireRow) => ({
  rows: ({ world }) => rowsOf(tableOf(world)),
  find: ({ world, path }) => require2(tableOf(world), path.id, type),
  remove: (world, { id }) => removeRow(tableOf(world), id)
});

// ../../../work/wt/sandbox/src/sandbox/groups/account.ts
var account2 = {
  ...resource2(["ssh-keys", "ssh-key"], {
    ...ownedKeyActions(({ state }) => state.settings.sshKeys, "SSHKey", addSshKey),
    serialize: serializeSshKey
  }),
  "ssh-keys.import"(call) {
    const keysource = checkedForm(call).text("keysource") ?? "";
    const keys = importSshKeys(call.world, call.user.username, keysource);
    return json(keys.map((key) => serializeSshKey(call.world, key)));
  },
  ...resource2(["ssl-keys", "ssl-key"], {
    ...ownedKeyActions(({ state }) => state.settings.sslKeys, "SSLKey", addSslKey),
    serialize: serializeSslKey
  }),
  "account.create_authorisation_token"({ world, user, form }) {
    const segment = usesDeployedStyle(world, "segment-names") ? world.segment : "SVC";
    const token = makeToken(world.random, form.get("name") || `${segment} consumer`);
    user.tokens.push(token);
    return json(tokenFields(token));
  },
  "account.delete_authorisation_token": withoutContent(
    (call) => removeFrom(call.user.tokens, tokenOf(call, "token_key"))
  ),
  "account.list_authorisation_tokens"({ world, user }) {
    const isDeployed = usesDeployedStyle(world, "token-list");
    const describe = (token) => ({
      ...isDeployed ? { name: token.name } : tokenFields(token),
      token: apiKey(token)
    });
    return json(user.tokens.map(describe));
  },
  "account.update_token_name"(call) {
    tokenOf(call, "token").name = call.form.get("name") ?? "";
    return text3("Accepted", usesDeployedStyle(call.world, "created-status") ? 202 : 200);
  },
  ...resource2(["users", "user"], {
    rows: ({ world }) => world.state.users.toSorted((a, b) => a.username < b.username ? -1 : 1),
    find: ({ world, path }) => requireFound(findUser(world, path.username ?? ""), "User"),
    serialize: (world, user) => serializeOwner(world, user.username),
    read(form, { world }) {
      const superuser = form.text("is_superuser") || "0";
      if (!/^[01]$/.test(superuser) && usesDeployedStyle(world, "superuser-digit"))
        throw new HttpError(500, `Not a valid Boolean value (0 or 1): '${superuser}'`);
      const [username2 = "", email = ""] = ["username", "email"].map(form.text);
      if (findUser(world, username2) !== void 0)
        form.fail("username", "A user with that username already exists.");
      if (world.state.users.some((user) => email !== "" && user.email === email))
        form.fail("email", "User with this E-mail address already exists.");
      return { username: username2, email, isAdministrator: form.boolean("is_superuser") ?? false };
    },
    create: ({ world }, values) => addUser2(world, values),
    remove: removeUser
  }),
  "users.whoami": ({ world, user }) => json(serializeOwner(world, user.username)),
  "files.list"({ world, user, query }) {
    const prefix2 = query.get("prefix") ?? "";
    const files = world.state.settings.files.filter((file2) => file2.owner === user.username && file2.filename.startsWith(prefix2)).sort((a, b) => a.filename < b.filename ? -1 : 1);
    return json(files.map((file2) => serializeFile(world, file2)));
  },
  "files.create"(call) {
    const file2 = storeFile(call);
    return usesDeployedStyle(call.world, "created-status") ? empty(201) : json(serializeFile(call.world, file2));
  },
  "files.delete": withoutContent((call) => removeFile(call, queryValue(call, "filename"))),
  "files.get": (call) => answerContent(call, fileOfUser(call, queryValue(call, "filename"))),
  "files.get_by_key"(call) {
    const key = queryValue(call, "key");
    return answerContent(
      call,
      requireFile(call.world, (file2) => file2.key === key)
    );
  },
  "file.read": (call) => json(serializeFileWithContent(call.world, fileOfUser(call, call.path.filename))),
  "file.delete": withoutContent((call) => removeFile(call, call.path.filename))
};
var tokenFields = ({ key, secret, consumerKey, name: name7 }) => ({
  token_key: key,
  token_secret: secret,
  consumer_key: consumerKey,
  name: name7
});
function ownedKeyActions(tableOf, type, add) {
  const table2 = tableAccess(tableOf, type);
  return {
    ...table2,
    rows: ({ world, user }) => keysOf(tableOf(world), user.username),
    find(call) {
      const key = table2.find(call);
      if (key.owner !== call.user.username) throw forbidden("Can't access a key you don't own.");
      return key;
    },
    read: (_form, { form }) => form.get("key") ?? "",
    create: ({ world, user }, text4) => add(world, user.username, text4),
    createdStatus: 201
  };
}
function tokenOf(call, field) {
  const text4 = checkedForm(call).text(field);
  return requireFound(
    call.user.tokens.find((token) => token.key === text4 || apiKey(token) === text4),
    "Token"
  );
}
function removeUser(world, user, call) {
  const name7 = checkedForm(call).text("transfer_resources_to");
  if (user.username === call.user.username) throw invalid("An administrator cannot self-delete.");
  const heir = name7 ? findUser(world, name7) : void 0;
  if (name7 && (heir === void 0 || heir === user))
    throw invalidField("transfer_resources_to", `The user ${name7} does not exist.`);
  const { networks: networks2, settings: settings7, users } = world.state;
  const { username: username2 } = user;
  const ownedRows = [
    { subject: "node(s)", rows: allNodes(world).filter((node) => node.owner === username2) },
    { subject: "IP address(es)", rows: Object.values(networks2.addresses.byIp).filter(isOwned) },
    { subject: "IP range(s)", rows: rowsOf(networks2.ranges).filter(isOwned) }
  ];
  function isOwned(row2) {
    return row2.owner === username2;
  }
  for (const { subject, rows } of ownedRows)
    if (heir === void 0 && rows.length > 0)
      throw invalid(`User ${username2} cannot be deleted: ${rows.length} ${subject} are still allocated`);
  for (const row2 of ownedRows.flatMap(({ rows }) => rows))
    row2.owner = heir?.username ?? null;
  for (const table2 of [settings7.sshKeys, settings7.sslKeys])
    for (const key of rowsOf(table2)) if (isOwned(key)) removeRow(table2, key.id);
  for (const file2 of settings7.files.filter(isOwned)) removeFrom(settings7.files, file2);
  removeFrom(users, user);
}
function storeFile({ world, user, form }) {
  const { files } = world.state.settings;
  const filename = form.get("filename");
  if (!filename) throw invalidField("filename", "Filename not supplied");
  const parts = form.files();
  if (parts.length > 1) throw invalidField("file", "Exactly one file must be supplied");
  const data = parts[0]?.content ?? form.get("file");
  if (data === void 0) throw invalidField("file", "File not supplied");
  const content = Buffer.from(data).toString("base64");
  const existing = files.find((file3) => file3.owner === user.username && file3.filename === filename);
  if (existing !== void 0) return Object.assign(existing, { content });
  const file2 = { owner: user.username, filename, key: world.random.uuid(), content };
  files.push(file2);
  return file2;
}
function queryValue(call, name7) {
  checkedForm(call);
  return call.query.get(name7);
}
function requireFile({ state }, matches) {
  const file2 = state.settings.files.find(matches);
  if (file2 === void 0) throw notFound("File not found");
  return file2;
}
var fileOfUser = ({ world, user }, filename) => requireFile(world, (file2) => file2.owner === user.username && file2.filename === filename);
var answerContent = ({ world }, file2) => usesDeployedStyle(world, "file-content") ? bytes(Buffer.from(file2.content, "base64"), "text/html; charset=utf-8") : json(serializeFileWithContent(world, file2));
function removeFile(call, filename) {
  removeFrom(call.world.state.settings.files, fileOfUser(call, filename));
}

// ../../../work/wt/sandbox/src/sandbox/groups/addresses.ts
init_addresses();
init_dns();
init_interfaces();
init_neighbours();
init_ranges();
init_subnets();

// ../../../work/wt/sandbox/src/sandbox/model/nodes/access.ts
init_statuses();
init_domain_error();
init_world();
init_spellings();
function canSee(caller, node) {
  if (caller.isAdministrator) return true;
  if (node.nodeType === "rackController") return false;
  return node.owner === null || node.owner === caller.username;
}
function requireNode(world, caller, systemId2, type) {
  const match = nodeById(world, systemId2);
  const node = requireFound(
    type === void 0 || match?.nodeType === type ? match : void 0,
    capitalize(type ?? "node")
  );
  if (!canSee(caller, node)) throw forbidden();
  return node;
}
var canAdminister = (caller, node) => caller.isAdministrator || node.nodeType === "device" && node.owner === caller.username;
var findZone = (world, name7) => findByName(world.state.places.zones, name7, "zone");
var findPool = (world, name7) => findByName(world.state.places.pools, name7, "pool");
function findByName(rows, name7, field) {
  const match = rows.find((each) => each.name === name7);
  if (match !== void 0) return match;
  const names = rows.map((each) => each.name);
  throw invalidField(field, invalidChoice(name7, names));
}
var changeRules = {
  change: {},
  deploy: { requiredRole: "allocator" },
  unlock: { whoMayChangeLocked: "anyone" },
  markBroken: { deployed: { difference: "broken-by-stranger", requiredRole: "owner" } },
  move: { deployed: { difference: "locked-zone", whoMayChangeLocked: "administrators" } },
  remove: { deployed: { difference: "locked-delete", whoMayChangeLocked: "administrators" } },
  changeStorage: { statuses: ["ready", "allocated"] }
};
var hasRole = {
  editor: (caller, node) => caller.isAdministrator || node.owner === caller.username,
  allocator: (caller, node) => node.status === "ready" && node.owner === null || hasRole.editor(caller, node),
  owner: (caller, node) => node.owner === caller.username
};
var canEdit = (caller, node) => hasRole.editor(caller, node);
function mayChange(world, caller, node, change) {
  const { deployed: deployed2, ...rule } = changeRules[change];
  const isDeployed = deployed2 !== void 0 && usesDeployedStyle(world, deployed2.difference);
  const { requiredRole = "editor", whoMayChangeLocked } = isDeployed ? { ...rule, ...deployed2 } : rule;
  if (!hasRole[requiredRole](caller, node)) return false;
  if (!node.locked || whoMayChangeLocked === "anyone") return true;
  return whoMayChangeLocked === "administrators" && caller.isAdministrator;
}
function requireChange(world, caller, node, change, reason) {
  if (!mayChange(world, caller, node, change)) throw forbidden(reason);
  const { statuses: allowedStatuses } = changeRules[change];
  if (allowedStatuses?.includes(node.status) === false) {
    const names = allowedStatuses.map((each) => statuses[each].name).join(" or ");
    throw conflict(
      `Cannot change the storage: the machine is '${statuses[node.status].name}', not ${names}.`
    );
  }
}

// ../../../work/wt/sandbox/src/sandbox/groups/addresses.ts
init_config();
init_addresses2();
init_networks2();
init_domain_error();
init_table();
init_world();
init_blocks();
init_answers();
var addresses = {
  "ip-addresses.list": list3,
  "ip-addresses.reserve": (call) => json(serializeAddress(call.world, reserve(call))),
  "ip-addresses.release": withoutContent(release2),
  ...resource2(["ip-ranges", "ip-range"], {
    ...tableAccess((world) => world.state.networks.ranges, "IPRange"),
    serialize: serializeRange,
    permit: requireOwnRange,
    read: readRange,
    create({ world, user: { username: owner } }, values) {
      clearFreeHints(world, values.subnetId);
      return insert(world.state.networks.ranges, (id) => ({ id, owner, ...values }));
    },
    update({ world }, range, values) {
      clearFreeHints(world, range.subnetId);
      Object.assign(range, values);
    },
    remove: removeRange
  }),
  "discovery.list": (call) => listNeighbours(call, () => true),
  "discovery.by_unknown_ip": (call) => listNeighbours(call, (each) => !isKnownIp(call.world, each.ip)),
  "discovery.by_unknown_mac"(call) {
    const macs = knownMacs(call.world);
    return listNeighbours(call, (each) => !macs.has(each.mac));
  },
  "discovery.by_unknown_ip_and_mac"(call) {
    const macs = knownMacs(call.world);
    return listNeighbours(call, (each) => !macs.has(each.mac) && !isKnownIp(call.world, each.ip));
  },
  "discovery.clear": withoutContent(clear),
  "discovery.clear_by_mac_and_ip": withoutContent(clearOne),
  "discovery.scan": (call) => json(scan(call)),
  "discovery.read": ({ world, path }) => json(serializeNeighbour(world, requireNeighbour(world, path.discovery_id)))
};
function list3(call) {
  const { world, user } = call;
  const form = readForm(call);
  const ip = form.address("ip");
  const all11 = form.boolean("all") ?? false;
  const owner = form.text("owner");
  form.check();
  if (all11 && !user.isAdministrator) throw forbidden("Listing all IP addresses requires admin privileges.");
  if (owner && owner !== user.username && !user.isAdministrator)
    throw forbidden("Listing another user's IP addresses requires admin privileges.");
  const isMatch = (address3) => {
    if (ip !== void 0 && address3.ip !== ip) return false;
    if (owner) return address3.owner === owner && (all11 || address3.kind === "userReserved");
    return all11 || address3.kind === "userReserved" && address3.owner === user.username;
  };
  const matches = Object.values(world.state.networks.addresses.byIp).filter(isMatch);
  return jsonList(matches, (each) => serializeAddress(world, each));
}
function reserve(call) {
  const { world, user } = call;
  const form = readForm(call);
  const requested = parseAddress(form.address(form.has("ip") ? "ip" : "ip_address") ?? "");
  const mac2 = form.mac("mac");
  const name7 = readName(world, form);
  form.check();
  const subnet3 = readSubnet(world, form, requested);
  const macHolder = mac2 === void 0 ? void 0 : findInterfaceByMac(world, mac2);
  if (macHolder !== void 0 && !canEdit(user, macHolder.node))
    throw forbidden(`The MAC address ${mac2} belongs to a node that is not yours.`);
  const use = {
    kind: "userReserved",
    owner: user.username,
    mac: macHolder === void 0 ? mac2 ?? null : null,
    systemId: macHolder?.node.systemId ?? null,
    interfaceId: macHolder?.interface.id ?? null
  };
  const address3 = requested === void 0 ? takeNextAddress(world, subnet3, use) : takeRequested(world, subnet3, requested, use);
  if (macHolder !== void 0) linkStatic(world, macHolder.interface, subnet3.id, address3.ip);
  if (name7 !== void 0) {
    const dnsResource = findResource(world, name7.name, name7.domain.id);
    (dnsResource ?? makeResource(world, name7.name, name7.domain)).ips.push(address3.ip);
    bumpSerial(world);
  }
  return address3;
}
function readSubnet(world, form, address3) {
  const subnetText = form.text("subnet");
  if (!subnetText && address3 === void 0)
    throw invalidField("subnet", "Supply either a subnet or a specific ip.");
  const addressSubnet = address3 && subnetContaining(world, address3);
  const subnet3 = subnetText ? findSubnet(world, subnetText) : addressSubnet;
  if (subnet3 === void 0) throw invalid(`No known subnet matches: ${subnetText || address3?.text}.`);
  if (address3 !== void 0 && addressSubnet !== subnet3)
    throw invalidField("ip", `IP address ${address3.text} is not within subnet: ${subnet3.cidr}.`);
  return subnet3;
}
function takeRequested(world, subnet3, address3, use) {
  const ip = address3.text;
  const block = blockOf(subnet3);
  const refuse2 = (message2) => invalidField("ip", message2);
  if (ip === subnet3.gatewayIp) throw refuse2(`The address ${ip} is the gateway of ${subnet3.cidr}.`);
  const isEdge = address3.value === block.first || block.version === 4 && address3.value === block.last;
  if (isEdge && block.last - block.first > 1n)
    throw refuse2(`The address ${ip} is the network or broadcast address of ${subnet3.cidr}.`);
  if (rangeContaining(world, subnet3.id, address3)?.type === "dynamic")
    throw refuse2(`The address ${ip} lies in a dynamic range of ${subnet3.cidr}.`);
  if (findAddress(world, ip) !== void 0 && usesDeployedStyle(world, "taken-address"))
    throw notFound(`The IP address ${ip} is already in use.`);
  return takeAddress(world, subnet3, ip, use);
}
function readName(world, form) {
  const hostname2 = form.text("hostname")?.toLowerCase();
  if (!hostname2) return void 0;
  if (!isDnsName(hostname2)) form.fail("hostname", "Enter a valid host name.");
  if (!hostname2.includes("."))
    return { name: hostname2, domain: requireDomain(world, defaultDomainId(world)) };
  const name7 = splitFqdn(world, hostname2);
  if (name7 === void 0) form.fail("hostname", `No known domain contains ${hostname2}.`);
  return name7;
}
function release2(call) {
  const { world, user } = call;
  const form = readForm(call);
  const ip = form.address("ip") ?? "";
  form.check();
  const { force = false, discovered = false } = form.values({ force: "boolean", discovered: "boolean" });
  if ((force || discovered) && !user.isAdministrator)
    throw forbidden("Force-releasing an IP address requires admin privileges.");
  if (discovered && !force) throw invalidField("discovered", "Valid only together with force.");
  const address3 = findAddress(world, ip);
  const isOwnReservation = address3?.kind === "userReserved" && address3.owner === user.username;
  const isForced = force && address3?.kind === "observed" === discovered;
  if (address3 === void 0 || !(isOwnReservation || isForced))
    throw usesDeployedStyle(world, "unknown-address") ? invalid(
      `IP address ${ip} does not exist, is not the correct type, or does not belong to the requesting user.`
    ) : notFound(`IP address ${ip} does not exist.`);
  removeTakenAddress(world, address3);
}
function removeRange(world, range) {
  const { networks: networks2 } = world.state;
  removeRow(networks2.ranges, range.id);
  clearFreeHints(world, range.subnetId);
  for (const snippet of rowsOf(networks2.snippets)) if (snippet.rangeId === range.id) snippet.rangeId = null;
  const subnet3 = networks2.subnets.rows[range.subnetId];
  if (subnet3 !== void 0) stopIdleDhcp(world, subnet3.vlanId);
}
function requireOwnRange({ user }, range) {
  if (range !== void 0 && !user.isAdministrator && range.owner !== user.username)
    throw forbidden("Unable to modify IP range. You don't own the IP range.");
}
var isRangeType = (text4) => text4 === "dynamic" || text4 === "reserved";
function readRange(form, { world, user }, current) {
  const type = current?.type ?? form.text("type") ?? "";
  const start = parseAddress(form.address("start_ip") ?? current?.startIp ?? "");
  const end = parseAddress(form.address("end_ip") ?? current?.endIp ?? "");
  const subnet3 = current === void 0 ? form.reference("subnet", (text4) => findSubnetOfField(world, text4)) : world.state.networks.subnets.rows[current.subnetId];
  if (current === void 0 && type === "dynamic" && !user.isAdministrator)
    throw forbidden("Unable to create dynamic IP range. You must be an administrator.");
  const hasNewEnds = current === void 0 || form.has("start_ip") || form.has("end_ip");
  if (hasNewEnds && subnet3 && isRangeType(type))
    checkRange(world, form, { subnet: subnet3, type, start, end }, current);
  form.check();
  if (!subnet3 || !isRangeType(type) || start === void 0 || end === void 0)
    throw invalid("The IP range is incomplete.");
  const comment3 = form.text("comment") ?? current?.comment ?? "";
  return { subnetId: subnet3.id, type, startIp: start.text, endIp: end.text, comment: comment3 };
}
var listNeighbours = ({ world }, matches) => json(
  world.state.networks.neighbours.rows.filter(matches).sort((a, b) => b.lastSeen - a.lastSeen).map((each) => serializeNeighbour(world, each))
);
function clear(call) {
  const form = checkedForm(call);
  const [all11, mdns, neighbours2] = ["all", "mdns", "neighbours"].map(form.boolean);
  if (!all11 && !mdns && !neighbours2)
    throw invalid("Bad request: specify what to clear: mdns=true, neighbours=true, or all=true.");
  const table2 = call.world.state.networks.neighbours;
  if (all11 || neighbours2) table2.rows = [];
  for (const each of table2.rows) each.hostname = null;
}
function clearOne(call) {
  const form = readForm(call);
  const ip = form.address("ip");
  const mac2 = form.mac("mac");
  form.check();
  const table2 = call.world.state.networks.neighbours;
  const remaining = table2.rows.filter((each) => each.ip !== ip || each.mac !== mac2);
  const isKnown = remaining.length < table2.rows.length;
  if (!isKnown && usesDeployedStyle(call.world, "absent-discovery")) throw gone();
  table2.rows = requireFound(isKnown ? remaining : void 0, "Discovery");
}
function scan(call) {
  const form = readForm(call, [{ name: "threads", type: "integer", min: 1, max: 1e4 }]);
  const texts = call.form.all("cidr").filter((text4) => text4.trim() !== "");
  const blocks = texts.flatMap((text4) => {
    const block = parseBlock(text4.trim());
    if (block === void 0) form.fail("cidr", `'${text4}' is not a valid CIDR.`);
    return block ?? [];
  });
  if (texts.length === 0 && !form.boolean("force"))
    form.fail("force", "Scanning all networks requires force=true.");
  form.check();
  if (configValue(call.world, "network_discovery") === "disabled")
    throw invalid("Network discovery is disabled: set network_discovery to enabled before scanning.");
  return startScan(call.world, blocks, form.boolean("slow") ?? false);
}

// ../../../work/wt/sandbox/src/sandbox/model/images.ts
init_domain_error();
init_images();
init_table();
init_world();
init_quantities();
init_config();
import { createHash as createHash2 } from "node:crypto";
var resourceTypes = ["synced", "uploaded", "generated"];
var fileTypes = {
  tgz: "root-tgz",
  tbz: "root-tbz",
  txz: "root-txz",
  ddtgz: "root-dd",
  ddtbz: "root-dd.tar.bz2",
  ddtxz: "root-dd.tar.xz",
  ddtar: "root-dd.tar",
  ddbz2: "root-dd.bz2",
  ddgz: "root-dd.gz",
  ddxz: "root-dd.xz",
  ddraw: "root-dd.raw"
};
var allResources2 = (world) => rowsOf(world.state.images.resources).sort(
  (a, b) => a.name === b.name ? compare(a.architecture, b.architecture) : compare(a.name, b.name)
);
var compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
function nextVersion(world, sets) {
  const day = timestamp(world.clock.now()).slice(0, 10).replaceAll("-", "");
  let version4 = day;
  for (let number = 1; sets.some((set) => set.version === version4); number += 1) version4 = `${day}.${number}`;
  return version4;
}
function addUpload(world, spec) {
  const resources = rowsOf(world.state.images.resources);
  if (resources.some((each) => each.type === "Synced" && each.name === spec.name))
    throw invalidField("name", `${spec.name} is the name of a synced boot resource.`);
  const { name: name7, architecture, title, baseImage, sha256, sizeBytes } = spec;
  const isStored = resources.flatMap((each) => each.sets.flatMap((set) => set.files)).some(
    (file3) => file3.sha256 === sha256 && file3.sizeBytes === sizeBytes && file3.storedBytes === file3.sizeBytes
  );
  const resource3 = resources.find(
    (each) => each.type === "Uploaded" && each.name === name7 && each.architecture === architecture
  ) ?? insertResource(world, { type: "Uploaded", name: name7, architecture, title, baseImage });
  if (title !== "") resource3.title = title;
  if (baseImage !== null) resource3.baseImage = baseImage;
  const filetype = fileTypes[spec.filetype] ?? spec.filetype;
  const storedBytes = isStored ? sizeBytes : 0;
  const file2 = {
    id: world.state.images.nextFileId++,
    filename: filetype,
    filetype,
    sha256,
    sizeBytes,
    storedBytes
  };
  resource3.sets.push({ version: nextVersion(world, resource3.sets), label: "uploaded", files: [file2] });
  return resource3;
}
var insertResource = (world, fields) => insert(world.state.images.resources, (id) => ({
  id,
  title: "",
  baseImage: null,
  subarches: fields.architecture.split("/")[1] ?? "generic",
  lastDeployed: null,
  sets: [],
  ...fields
}));
function addSyncedResource(world, os, release3, family) {
  const version4 = releaseVersions.get(release3);
  const kernel = version4 === void 0 ? "generic" : `ga-${version4}`;
  const name7 = `${os}/${release3}`;
  const architecture = `${family}/${kernel}`;
  const { resources } = world.state.images;
  if (rowsOf(resources).some((each) => each.name === name7 && each.architecture === architecture)) return;
  const files = ["squashfs", "boot-initrd", "boot-kernel", "root-txz"].map((filetype) => {
    const sha256 = createHash2("sha256").update(`${name7} ${architecture} ${filetype}`).digest("hex");
    const id = world.state.images.nextFileId++;
    return { id, filename: filetype, filetype, sha256, sizeBytes: 512, storedBytes: 512 };
  });
  const subarches = `generic,hwe-p,hwe-q,hwe-r,${kernel}`;
  const sets = [{ version: "20240101", label: "stable", files }];
  insertResource(world, { type: "Synced", name: name7, architecture, subarches, sets });
}
function recordImageDeployment(world, osystem, series, architecture) {
  const family = architecture.split("/")[0];
  const names = [`${osystem}/${series}`, series];
  const resource3 = rowsOf(world.state.images.resources).find(
    (each) => names.includes(each.name) && each.architecture.split("/")[0] === family
  );
  if (resource3 !== void 0) resource3.lastDeployed = world.clock.now();
}
var hasImage = (world, osystem, series) => rowsOf(world.state.images.resources).some(
  (each) => (each.name === `${osystem}/${series}` || osystem === "custom" && each.name === series) && each.sets.some((set) => set.files.every((file2) => file2.storedBytes === file2.sizeBytes))
);
function removeBootResource(world, resource3) {
  const hashes = uploadHashes.get(world.state.images);
  for (const file2 of resource3.sets.flatMap((set) => set.files)) hashes?.delete(file2.id);
  removeRow(world.state.images.resources, resource3.id);
}
var uploadHashes = /* @__PURE__ */ new WeakMap();
function hashesOf(images2) {
  const hashes = uploadHashes.get(images2) ?? /* @__PURE__ */ new Map();
  uploadHashes.set(images2, hashes);
  return hashes;
}
var receivedBytes = (world, file2) => file2.storedBytes === file2.sizeBytes || uploadHashes.get(world.state.images)?.has(file2.id) === true ? file2.storedBytes : 0;
function appendChunk(world, resource3, file2, chunk) {
  if (resource3.type !== "Uploaded") throw forbidden(`Cannot upload to a resource of type: ${resource3.type}.`);
  const receivedBefore = receivedBytes(world, file2);
  if (receivedBefore === file2.sizeBytes) throw invalid("Cannot upload to a complete file.");
  if (chunk.byteLength === 0) throw invalid("The chunk is empty.");
  const total = receivedBefore + chunk.byteLength;
  if (total > file2.sizeBytes)
    throw invalid(`Too much data received: ${total} bytes for a file of ${file2.sizeBytes}.`);
  const hashes = hashesOf(world.state.images);
  const hash = hashes.get(file2.id) ?? createHash2("sha256");
  if (total < file2.sizeBytes) {
    hashes.set(file2.id, hash.update(chunk));
    file2.storedBytes = total;
    return;
  }
  const sha256 = hash.copy().update(chunk).digest("hex");
  if (sha256 !== file2.sha256)
    throw invalid(`Saved content does not match given SHA256 value: it is ${sha256}.`);
  file2.storedBytes = total;
  hashes.delete(file2.id);
}
var releaseVersions = /* @__PURE__ */ new Map([
  ["bionic", "18.04"],
  ["focal", "20.04"],
  ["jammy", "22.04"],
  ["noble", "24.04"]
]);
var versionedReleases = [...releaseVersions].map(([series, version4]) => ({
  osystem: "ubuntu",
  series,
  version: version4,
  kernel: `ga-${version4}`
}));
var otherReleases = (world) => rowsOf(world.state.images.resources).filter(({ name: name7 }) => !name7.startsWith("ubuntu/")).map(({ name: name7 }) => {
  const [osystem = "", series = ""] = (name7.includes("/") ? name7 : `custom/${name7}`).split("/");
  return { osystem, series, version: series, kernel: "" };
});
function findOsRelease(world, text4) {
  const name7 = text4 === "" ? `${configValue(world, "default_osystem")}/${configValue(world, "default_distro_series")}` : text4;
  const [seriesOrVersion = "", osystem] = name7.split("/").reverse();
  return [...versionedReleases, ...otherReleases(world)].find(
    (each) => (osystem === void 0 || each.osystem === osystem) && (seriesOrVersion === "" || each.series === seriesOrVersion || each.version === seriesOrVersion) && hasImage(world, each.osystem, each.series)
  );
}
function findSelection(world, source2, id) {
  const selection = findRow(world.state.images.selections, id);
  return requireFound(selection?.sourceId === source2.id ? selection : void 0, "BootSourceSelection");
}
var selectionsOf = (world, source2) => rowsOf(world.state.images.selections).filter((each) => each.sourceId === source2.id);
function addSource(world, source2) {
  requireFreeUrl(world, source2.url);
  const now = world.clock.now();
  return insert(world.state.images.sources, (id) => ({ id, ...source2, created: now, updated: now }));
}
function requireFreeUrl(world, url, current) {
  if (rowsOf(world.state.images.sources).some((each) => each !== current && each.url === url))
    throw invalidField("url", "Boot source with this Url already exists.");
}
function removeSource(world, source2) {
  const { sources, selections: selections2 } = world.state.images;
  for (const selection of selectionsOf(world, source2)) removeRow(selections2, selection.id);
  removeRow(sources, source2.id);
}
function addSelection(world, source2, selection) {
  requireFreeRelease(world, source2, selection);
  return insert(world.state.images.selections, (id) => ({ id, sourceId: source2.id, ...selection }));
}
function requireFreeRelease(world, source2, selection, current) {
  const isDuplicate = selectionsOf(world, source2).some(
    (each) => each !== current && each.os === selection.os && each.release === selection.release
  );
  if (isDuplicate)
    throw invalidField(
      "__all__",
      "Boot source selection with this Boot source, Os and Release already exists."
    );
}
var importMs = 3e4;
var importTaskKey = "images:import";
function startImport(world) {
  if (isImporting(world)) return;
  world.state.images.importEndsAt = world.clock.now() + importMs;
  recordEvent(world, { type: "Region import info", description: "Started importing of boot images." });
  resumeImport(world);
}
function resumeImport(world) {
  const { importEndsAt } = world.state.images;
  if (importEndsAt !== null) world.clock.schedule(importTaskKey, importEndsAt, () => finishImport(world));
}
var autoImportMs = 36e5;
function startAutoImport(world) {
  if (configValue(world, "boot_images_auto_import") === true) startImport(world);
}
function isImporting(world) {
  const { importEndsAt } = world.state.images;
  if (importEndsAt !== null && world.clock.now() >= importEndsAt) finishImport(world);
  return world.state.images.importEndsAt !== null;
}
function stopImport(world) {
  if (!isImporting(world)) return;
  world.clock.cancel(importTaskKey);
  world.state.images.importEndsAt = null;
  recordEvent(world, { type: "Region import info", description: "Stopped importing of boot images." });
}
function finishImport(world) {
  const { images: images2 } = world.state;
  if (images2.importEndsAt === null) return;
  images2.importEndsAt = null;
  world.clock.cancel(importTaskKey);
  for (const { os, release: release3, arches } of rowsOf(images2.selections)) {
    if (os === "" || release3 === "") continue;
    const families = arches.includes("*") ? ["amd64", "arm64"] : architectures.filter((each) => arches.includes(each));
    for (const family of families) addSyncedResource(world, os, release3, family);
  }
  recordEvent(world, { type: "Region import info", description: "Finished importing of boot images." });
}

// ../../../work/wt/sandbox/src/sandbox/groups/devices-and-controllers.ts
init_interfaces();

// ../../../work/wt/sandbox/src/sandbox/model/nodes/actions.ts
init_world();
init_interface_changes();
init_interfaces();

// ../../../work/wt/sandbox/src/sandbox/model/storage/cloning.ts
init_storage();
init_disks();
var largestFirst = (storage2) => physicalDisks(storage2).sort((a, b) => b.sizeBytes - a.sizeBytes);
function storageCloneObstacle(source2, destination2) {
  const [sourceDisks, destinationDisks] = [largestFirst(source2.storage), largestFirst(destination2.storage)];
  if (destinationDisks.length < sourceDisks.length)
    return `source machine has ${sourceDisks.length} physical disks, destination ${destination2.systemId} has ${destinationDisks.length}`;
  const tooLargeDisk = sourceDisks.find(
    (disk, index) => (destinationDisks[index]?.sizeBytes ?? 0) < disk.sizeBytes
  );
  return tooLargeDisk && `destination ${destination2.systemId} has no disk as large as ${tooLargeDisk.name} of the source`;
}
function cloneStorage(world, source2, destination2) {
  const copy = bareStorage(destination2.storage);
  const disks2 = largestFirst(copy);
  const ids3 = assignNewIds(world, source2.storage);
  const copyClaim = (claim) => claim && ids3.claim(claim);
  for (const [index, sourceDisk] of largestFirst(source2.storage).entries()) {
    const targetDisk = disks2[index];
    if (targetDisk === void 0) continue;
    ids3.devices.set(sourceDisk.id, targetDisk.id);
    targetDisk.partitions.push(...sourceDisk.partitions.map((each) => copyPartition(world, each, copyClaim)));
    targetDisk.filesystem = copyFilesystem(world, sourceDisk.filesystem);
    targetDisk.claim = copyClaim(sourceDisk.claim);
  }
  for (const device2 of source2.storage.devices) {
    if (device2.type === "physical") continue;
    const id = ++world.state.storageIds.device;
    ids3.devices.set(device2.id, id);
    copy.devices.push({
      ...device2,
      id,
      uuid: world.random.uuid(),
      tags: [...device2.tags],
      partitions: device2.partitions.map((each) => copyPartition(world, each, copyClaim)),
      filesystem: copyFilesystem(world, device2.filesystem),
      claim: copyClaim(device2.claim)
    });
  }
  copyGroups(world, source2.storage, copy, ids3);
  destination2.storage = copy;
  destination2.specialFilesystems = source2.specialFilesystems.map((each) => ({ ...each }));
}
function copyGroups(world, from, to, ids3) {
  const newDeviceId = (id) => ids3.devices.get(id) ?? id;
  to.cacheSets.push(...from.cacheSets.map((each) => ({ ...each, id: ids3.cacheSet(each.id) })));
  for (const each of from.bcaches) {
    const cacheSetId = ids3.cacheSet(each.cacheSetId);
    const [id, uuid2, deviceId3] = [ids3.group(each.id), world.random.uuid(), newDeviceId(each.deviceId)];
    to.bcaches.push({ ...each, id, uuid: uuid2, cacheSetId, deviceId: deviceId3 });
  }
  for (const each of from.volumeGroups) {
    const [id, uuid2] = [ids3.group(each.id), world.random.uuid()];
    to.volumeGroups.push({ ...each, id, uuid: uuid2, volumeIds: each.volumeIds.map(newDeviceId) });
  }
  for (const each of from.raids)
    to.raids.push({
      ...each,
      id: ids3.group(each.id),
      uuid: world.random.uuid(),
      deviceId: newDeviceId(each.deviceId)
    });
  for (const each of from.datastores)
    to.datastores.push({ ...each, id: ids3.group(each.id), uuid: world.random.uuid() });
  if (from.bootDiskId !== null) to.bootDiskId = newDeviceId(from.bootDiskId);
}
function assignNewIds(world, source2) {
  const { storageIds } = world.state;
  const groups2 = new Map(
    [...source2.bcaches, ...source2.volumeGroups, ...source2.raids, ...source2.datastores].map(({ id }) => [
      id,
      ++storageIds.group
    ])
  );
  const cacheSets2 = new Map(source2.cacheSets.map(({ id }) => [id, ++storageIds.cacheSet]));
  const group13 = (id) => groups2.get(id) ?? id;
  const cacheSet = (id) => cacheSets2.get(id) ?? id;
  const claim = (original) => {
    if (original.kind === "cache") return { kind: "cache", cacheSetId: cacheSet(original.cacheSetId) };
    if (original.kind === "backing") return { kind: "backing", bcacheId: group13(original.bcacheId) };
    if (original.kind === "volume") return { ...original, volumeGroupId: group13(original.volumeGroupId) };
    return { ...original, groupId: group13(original.groupId) };
  };
  return { devices: /* @__PURE__ */ new Map(), group: group13, cacheSet, claim };
}
var copyFilesystem = (world, from) => from && { ...from, uuid: world.random.uuid() };
var copyPartition = (world, from, copyClaim) => ({
  ...from,
  id: ++world.state.storageIds.partition,
  uuid: world.random.uuid(),
  tags: [...from.tags],
  filesystem: copyFilesystem(world, from.filesystem),
  claim: copyClaim(from.claim)
});

// ../../../work/wt/sandbox/src/sandbox/model/nodes/lifecycle.ts
init_statuses();
init_domain_error();
init_table();
init_world();
init_spellings();
init_interfaces();
init_subnets();
init_config();
init_disks();
init_layouts();

// ../../../work/wt/sandbox/src/sandbox/model/nodes/power.ts
init_domain_error();
init_world();
init_spellings();
var powerChangeMs = 1e3;
var powerKey = (node) => `power:${node.systemId}`;
function turnPower(world, node, to) {
  if (node.powerType === "manual" || node.powerType === "") {
    node.powerState = "unknown";
    return true;
  }
  if (!world.faults.powerAnswers(node)) {
    node.powerState = "error";
    recordEvent(world, {
      type: `Failed to power ${to} node`,
      level: "ERROR",
      description: `Power ${to} for the node failed: the power controller does not answer`,
      node
    });
    return false;
  }
  if (node.powerChange?.to === to) return true;
  cancelPower(world, node);
  if (node.powerState === to) return true;
  recordEvent(world, { type: `Powering ${to}`, level: "DEBUG", node });
  node.powerChange = { to, endsAt: world.clock.now() + powerChangeMs };
  resumePower(world, node);
  return true;
}
function resumePower(world, node) {
  const change = node.powerChange;
  if (change === null) return;
  world.clock.schedule(powerKey(node), change.endsAt, () => {
    node.powerState = change.to;
    node.powerChange = null;
    recordEvent(world, { type: `Node powered ${change.to}`, level: "DEBUG", node });
  });
}
function cancelPower(world, node) {
  world.clock.cancel(powerKey(node));
  node.powerChange = null;
}
var powerTypes = {
  manual: [],
  amt: ["power_address", "power_pass"],
  apc: ["power_address", "node_outlet"],
  dli: ["power_address", "outlet_id"],
  eaton: ["power_address", "node_outlet"],
  hmc: ["power_address", "server_name", "lpar"],
  hmcz: ["power_address", "power_user", "power_pass", "power_partition_name"],
  ipmi: ["power_address"],
  lxd: ["power_address", "instance_name"],
  moonshot: ["power_address", "power_hwaddress"],
  mscm: ["power_address", "node_id"],
  ocs: ["power_address", "blade_id"],
  openbmc: ["power_address", "power_user", "power_pass"],
  proxmox: ["power_address", "power_vm_name"],
  raritan: ["power_address", "node_outlet"],
  redfish: ["power_address", "power_user", "power_pass"],
  recs_box: ["power_address", "node_id"],
  sm15k: ["power_address", "system_id"],
  ucsm: ["power_address", "uuid"],
  virsh: ["power_address", "power_id"],
  vmware: ["power_address", "power_vm_name"],
  webhook: ["power_on_uri", "power_off_uri", "power_query_uri"]
};
var probeTypes = new Set(
  "hmcz lxd mscm ocs recs_box sm15k ucsm virsh vmware".split(" ")
);
var fieldTypeOf = (name7) => name7 === "power_hwaddress" ? "mac_address" : isCredential(name7) && name7 !== "power_user" ? "password" : "string";
var describePowerTypes = () => Object.entries(powerTypes).map(([name7, parameters]) => ({
  driver_type: "power",
  name: name7,
  description: name7,
  chassis: probeTypes.has(name7),
  can_probe: probeTypes.has(name7),
  queryable: name7 !== "manual",
  missing_packages: [],
  fields: parameters.map((parameter) => ({
    name: parameter,
    label: capitalize(parameter.replaceAll("_", " ")),
    required: true,
    field_type: fieldTypeOf(parameter),
    choices: [],
    default: "",
    scope: identifiesMachine(parameter) ? "node" : "bmc",
    secret: fieldTypeOf(parameter) === "password"
  }))
}));
var identifiesMachine = (name7) => /(?:_id|_name|^lpar|outlet|uuid)/.test(name7);
var isCredential = (name7) => /(?:_user|_pass|_key|_token)$/.test(name7);
function hasPowerAddress(world, powerType2, powerParameters2) {
  if (!powerParameters2.power_address) return false;
  const controllerOf = (parameters) => JSON.stringify(
    Object.entries(parameters).filter(([name7]) => !isCredential(name7)).sort()
  );
  return allNodes(world, "machine").some(
    (node) => node.powerType === powerType2 && controllerOf(node.powerParameters) === controllerOf(powerParameters2)
  );
}
function checkPowerType(errors, powerType2) {
  if (powerType2 === "" || Object.hasOwn(powerTypes, powerType2)) return;
  const choices = Object.keys(powerTypes).join(", ");
  errors.fail("power_type", `'${powerType2}' is not a valid choice. It should be one of: ${choices}.`);
}
function checkPowerParameters(errors, powerType2, parameters) {
  const requiredParameters = Object.hasOwn(powerTypes, powerType2) ? powerTypes[powerType2] : [];
  for (const name7 of requiredParameters ?? [])
    if ((parameters[name7] ?? "") === "") errors.fail(`power_parameters_${name7}`, requiredMessage);
}

// ../../../work/wt/sandbox/src/sandbox/model/nodes/lifecycle.ts
init_transitions();
var workKey = (node) => `work:${node.systemId}`;
function startTransition(world, node, name7, phases = transitionRules[name7].phases) {
  const rule = transitionRules[name7];
  if (name7 === "commission" || name7 === "test") requireAction(world, node, name7);
  requireTransition(node, name7);
  world.clock.cancel(workKey(node));
  if (name7 === "commission") node.previousStatus = "ready";
  else if (name7 === "test" || name7 === "rescue_mode" && !rescueFailures.includes(node.status))
    node.previousStatus = node.status;
  const [first, ...then] = phases;
  if (first !== void 0) beginPhase(world, node, first, then, rule.to);
}
var rescueFailures = ["failed_entering_rescue_mode", "failed_exiting_rescue_mode"];
function requireAction(world, node, name7) {
  const from = transitionRules[name7].from;
  if (from.includes(node.status) || !usesDeployedStyle(world, "unavailable-action")) return;
  throw invalid({
    __all__: [`${capitalize(name7)} is not available because of the current state of the node.`]
  });
}
function beginPhase(world, node, phase, then, to) {
  const rule = phaseRules[phase];
  const isPowered = turnPower(world, node, phase === "releasing" ? "off" : "on");
  const outcome = isPowered ? world.faults.outcome(phase, node) : "failure";
  const startedAt = world.clock.now();
  const durationMs = outcome === "silence" ? limitMs(world, rule) : rule.durationMs;
  const endsAt = durationMs === null ? null : startedAt + durationMs;
  enterStatus(world, node, rule.status);
  node.activity = { phase, then, to, outcome, startedAt, endsAt };
  setScriptStatus(node, phase, 1);
  recordNodeEvent(world, node, rule.events[0]);
  resumeWork(world, node);
}
function limitMs(world, rule) {
  if (rule.limit === "none") return null;
  return rule.limit === "node_timeout" ? Number(configValue(world, "node_timeout")) * 6e4 : rule.limit;
}
function resumeWork(world, node) {
  resumePower(world, node);
  const { activity } = node;
  if (activity === null || activity.endsAt === null) return;
  world.clock.schedule(workKey(node), activity.endsAt, () => endPhase(world, node));
}
function endPhase(world, node) {
  const { activity } = node;
  if (activity === null) return;
  const { phase, outcome, to } = activity;
  const rule = phaseRules[phase];
  node.activity = null;
  recordRun(world, node, activity, outcome);
  setScriptStatus(node, phase, outcome === "success" ? 2 : 3);
  if (outcome !== "success") {
    failPhase(world, node, rule, outcome);
    return;
  }
  if (phase === "commissioning") applyCommissioningResults(world, node);
  if (phase === "releasing") clearOwner(world, node);
  if (phase === "deploying") {
    const image = `${node.osystem}/${node.distroSeries}/${node.architecture}`;
    recordImageDeployment(world, node.osystem, node.distroSeries, node.architecture);
    recordEvent(world, { type: "Image Deployed", description: `deployed ${image}`, node });
  }
  recordNodeEvent(world, node, rule.events[1]);
  if (phase === "releasing" && node.isComposed) {
    removeNode(world, node);
    return;
  }
  const [next, ...then] = activity.then;
  if (next !== void 0) beginPhase(world, node, next, then, to);
  else settle(world, node, to === "before" ? statusBefore(node, phase) : to);
}
function applyCommissioningResults(world, node) {
  if (node.cpuCount === 0) node.cpuCount = world.random.pick([4, 8, 16]);
  if (node.memoryMiB === 0) node.memoryMiB = world.random.pick([8192, 16384, 32768]);
  if (node.cpuSpeedMHz === 0) node.cpuSpeedMHz = 2400;
  identifyCards(node);
  if (node.minHweKernel === "") node.minHweKernel = defaultMinKernel(world);
  if (node.storage.devices.length === 0)
    addDisk(world, node.storage, {
      sizeBytes: 64e9,
      tags: ["ssd"],
      model: "Sandbox disk",
      serial: world.random.token(12)
    });
  if (!node.commissioning.skipStorage) restoreStorage(world, node);
  if (!node.commissioning.skipNetworking) {
    if (configValue(world, "auto_vlan_creation") === true) connectToNewFabrics(world, node);
    resetNetworking(world, node, bootLinkMode(world));
  }
  if (node.interfaces.every((each) => each.observed === null)) observeAddress(world, node);
}
var runTypes = {
  commissioning: "commissioning",
  testing: "testing",
  deploying: "installation"
};
function recordRun(world, node, { phase, startedAt }, outcome) {
  const type = runTypes[phase];
  if (type === void 0) return;
  node.runs = { ...node.runs, [type]: { startedAt, endedAt: world.clock.now(), outcome } };
  if (type === "commissioning") delete node.deletedDevices;
  delete node.suppressed;
}
function setScriptStatus(node, phase, status) {
  if (phase === "commissioning" || phase === "testing") node.results[phase] = status;
}
function failPhase(world, node, rule, outcome) {
  enterStatus(world, node, rule.failure);
  const description = outcome === "silence" ? `Node operation '${statuses[rule.status].name}' timed out` : node.powerState === "error" ? "The power controller does not answer" : "Failed by a fault of the sandbox";
  recordEvent(world, { type: rule.events[2], level: "ERROR", description, node });
  node.statusMessage = `${rule.events[2]} - ${description}`;
  node.errorDescription = description;
  if (outcome === "silence") turnPower(world, node, "off");
}
function statusBefore(node, phase) {
  const before = node.previousStatus ?? "ready";
  if (phase !== "testing" || before === "failed_commissioning") return before;
  return before === "broken" || statuses[before].kind === "failure" ? "ready" : before;
}
function settle(world, node, status) {
  world.clock.cancel(workKey(node));
  node.activity = null;
  enterStatus(world, node, status);
  const isFree2 = status === "ready" || status === "new";
  if (isFree2 && (node.owner !== null || node.osystem !== "")) clearOwner(world, node);
  if (statuses[status].kind === "stable") node.errorDescription = "";
  turnPower(world, node, runningStatuses.includes(status) ? "on" : "off");
}
function abortWork(world, node, actor) {
  const { activity } = node;
  const rule = activity === null ? void 0 : phaseRules[activity.phase];
  const isUnabortable = rule?.cannotAbortInDeployedStyle === true && usesDeployedStyle(world, "abortable-work");
  if (activity === null || rule === void 0 || isUnabortable) throw wrongState("abort", node);
  if (activity.phase === "deploying") uninstall(world, node);
  recordRun(world, node, activity, "aborted");
  setScriptStatus(node, activity.phase, -1);
  settle(world, node, rule.abortsTo === "before" ? node.previousStatus ?? "ready" : rule.abortsTo);
  recordNodeEvent(
    world,
    node,
    `Aborted ${statuses[rule.status].name.toLowerCase()}`,
    actor.comment,
    actor.username
  );
}
var defaultMinKernel = (world) => String(configValue(world, "default_min_hwe_kernel") ?? "");
var linkModes = ["auto", "dhcp", "link_up", "static"];
var bootLinkMode = (world) => linkModes.find((mode) => mode === configValue(world, "default_boot_interface_link_type")) ?? "auto";
function removeNode(world, node) {
  world.clock.cancel(workKey(node));
  cancelPower(world, node);
  detachNode(world, node);
  delete world.state.nodes.bySystemId[node.systemId];
  for (const child of allNodes(world)) if (child.parent === node.systemId) child.parent = null;
}
function detachNode(world, node) {
  const { networks: networks2 } = world.state;
  for (const each of node.interfaces) clearLinks(world, each);
  for (const snippet of rowsOf(networks2.snippets))
    if (snippet.node === node.systemId) removeRow(networks2.snippets, snippet.id);
  for (const vlan3 of rowsOf(networks2.vlans)) {
    if (vlan3.secondaryRack === node.systemId) vlan3.secondaryRack = null;
    if (vlan3.primaryRack !== node.systemId) continue;
    vlan3.primaryRack = vlan3.secondaryRack;
    vlan3.secondaryRack = null;
    if (vlan3.primaryRack === null) vlan3.dhcpOn = false;
  }
  for (const neighbour of networks2.neighbours.rows)
    if (neighbour.observer === node.systemId) neighbour.observer = null;
}
function composedMachines(world, host) {
  const podIds = world.state.places.pods.filter((pod) => pod.host === host.systemId).map((pod) => pod.id);
  return allNodes(world, "machine").filter((node) => node.podId !== null && podIds.includes(node.podId));
}
function removeMachine(world, node, vms, force) {
  if (vms.length > 0 && !force)
    throw invalid(
      `Machine ${node.hostname} cannot be removed because it hosts pod machines: ${vms.map((each) => each.hostname).join(", ")}.`
    );
  for (const each of vms) removeNode(world, each);
  removeNode(world, node);
  for (const pod of world.state.places.pods) if (pod.host === node.systemId) pod.host = null;
}

// ../../../work/wt/sandbox/src/sandbox/model/nodes/actions.ts
init_transitions();
function startCommissioning(world, node, { scripts: scripts2, ...options }) {
  startTransition(world, node, "commission", scripts2.testing.length > 0 ? void 0 : ["commissioning"]);
  node.commissioning = options;
  node.scripts = scripts2;
}
function startTests(world, node, testing) {
  startTransition(world, node, "test");
  node.scripts = { commissioning: [], ...node.scripts, testing };
}
function startDeployment(world, node, actor, deployment, bridges) {
  requireTransition(node, "deploy");
  assignAddresses(world, node);
  if (node.status === "ready") acquire(world, node, actor, deployment.agentName);
  const { random } = world;
  Object.assign(node, deployment);
  node.token = { key: random.token(18), secret: random.token(32), consumerKey: random.token(18) };
  if (actor.comment) recordNodeEvent(world, node, "User starting deployment", actor.comment, actor.username);
  startTransition(world, node, "deploy");
  if (bridges !== void 0) bridgeInterfaces(world, node, bridges);
}
var eraseDescriptions = {
  none: "",
  quick: "quick erase: 2 MiB at the start and the end of each disk",
  secure: "no disk supports secure erase: whole disks are overwritten",
  full: "whole disks are overwritten"
};
var isReleased = (node) => releasedStatuses.includes(node.status);
function startRelease(world, node, erase, actor) {
  const erasesDisks = erase !== "none";
  startTransition(world, node, "release", erasesDisks ? ["erasing", "releasing"] : ["releasing"]);
  if (actor.comment) recordNodeEvent(world, node, "User releasing node", actor.comment, actor.username);
  if (erasesDisks) recordNodeEvent(world, node, "Erasing disks", eraseDescriptions[erase], actor.username);
}
var releasableStatuses = transitionRules.release.from;
function markBroken(world, node, actor) {
  const statusBefore2 = node.status;
  const releasesFirst = usesDeployedStyle(world, "broken-release") && releasableStatuses.includes(statusBefore2);
  const wasDeployed = statusBefore2 === "deployed" || statusBefore2 === "broken" && node.previousStatus === "deployed";
  const returnsToDeployed = wasDeployed && !releasesFirst;
  if (!returnsToDeployed) clearOwner(world, node);
  recordBroken(world, node, actor, () => {
    if (releasesFirst) for (const status of ["releasing", "ready"]) enterStatus(world, node, status);
    settle(world, node, "broken");
  });
  node.previousStatus = returnsToDeployed ? "deployed" : "ready";
  node.errorDescription = actor.comment ?? "";
}
function recordBroken(world, node, actor, changeStatus) {
  const { username: username2, comment: comment3 } = actor;
  const isDeployedStyle = usesDeployedStyle(world, "broken-comment");
  if (isDeployedStyle)
    recordEvent(world, {
      type: "User marking node broken",
      description: comment3 ? `(${username2}) - ${comment3}` : `(${username2})`,
      ...{ level: "DEBUG", node, username: username2 }
    });
  changeStatus();
  if (!isDeployedStyle) recordNodeEvent(world, node, "Marked broken", comment3, username2);
}
function markFixed(world, node, actor) {
  requireStatus(node, ["broken"], "mark fixed");
  settle(world, node, node.previousStatus === "deployed" ? "deployed" : "ready");
  node.errorDescription = "";
  recordNodeEvent(world, node, "Marked fixed", actor.comment, actor.username);
}
function overrideFailedTesting(world, node, actor) {
  requireStatus(node, ["failed_testing"], "override failed testing on");
  settle(world, node, node.osystem === "" ? "ready" : "deployed");
  recordNodeEvent(world, node, "Overrode failed testing", actor.comment, actor.username);
}
function cloneConfiguration(world, errors, source2, destinations, parts) {
  for (const node of destinations)
    for (const problem of findObstacles(source2, node, parts)) errors.fail("destinations", problem);
  errors.check();
  for (const destination2 of destinations) {
    if (parts.interfaces) cloneInterfaces(world, source2, destination2);
    if (parts.storage) cloneStorage(world, source2, destination2);
  }
}
function findObstacles(source2, node, { interfaces: interfaces3, storage: storage2 }) {
  const problems = [];
  const name7 = `machine ${node.systemId}`;
  if (node === source2) problems.push(`Source ${name7} cannot be a destination machine.`);
  if (node.status !== "ready" && node.status !== "failed_testing")
    problems.push(`Destination ${name7} must be Ready or Failed testing.`);
  const problem = storage2 ? storageCloneObstacle(source2, node) : void 0;
  if (problem !== void 0) problems.push(problem);
  const missingNic = source2.interfaces.find(
    (each) => each.type === "physical" && !node.interfaces.some((other) => other.name === each.name)
  );
  if (interfaces3 && missingNic !== void 0)
    problems.push(`Destination ${name7} has no interface ${missingNic.name}.`);
  return problems;
}

// ../../../work/wt/sandbox/src/sandbox/groups/devices-and-controllers.ts
init_create();

// ../../../work/wt/sandbox/src/sandbox/serialize/images.ts
init_world();
init_quantities();
init_references();
var percent = (received, size2) => size2 === 0 ? 100 : received * 100 / size2;
function serializeFile2(world, resource3, file2) {
  const received = receivedBytes(world, file2);
  const complete = received === file2.sizeBytes;
  return {
    filename: file2.filename,
    filetype: file2.filetype,
    sha256: file2.sha256,
    size: file2.sizeBytes,
    complete,
    ...resource3.type === "Uploaded" ? { progress: percent(received, file2.sizeBytes) } : {},
    ...complete ? {} : { upload_uri: `${bootResourceUri(world, resource3)}upload/${file2.id}/` }
  };
}
function serializeSet(world, resource3, set) {
  const size2 = set.files.reduce((sum2, file2) => sum2 + file2.sizeBytes, 0);
  const received = set.files.reduce((sum2, file2) => sum2 + receivedBytes(world, file2), 0);
  return {
    version: set.version,
    label: set.label,
    size: size2,
    complete: received === size2,
    ...resource3.type === "Uploaded" ? { progress: percent(received, size2) } : {},
    files: Object.fromEntries(set.files.map((file2) => [file2.filename, serializeFile2(world, resource3, file2)]))
  };
}
var bootResourceUri = (world, resource3) => resourceUri(world, "boot-resources", resource3.id);
var resourceFields = fieldsOf("id", "type", "name", "architecture");
var serializeBootResource = (world, resource3) => ({
  ...resourceFields(resource3),
  resource_uri: bootResourceUri(world, resource3),
  last_deployed: resource3.lastDeployed === null ? null : timestamp(resource3.lastDeployed),
  ...resource3.title === "" ? {} : { title: resource3.title },
  ...resource3.baseImage === null || usesDeployedStyle(world, "hidden-members") ? {} : { base_image: resource3.baseImage },
  subarches: resource3.subarches,
  ...resource3.type === "Synced" ? { platform: "generic", supported_platforms: `generic,hwe-p,${resource3.architecture.split("/")[1]}` } : {}
});
var serializeRackImages = (world) => ({
  connected: true,
  images: allResources2(world).filter(({ type }) => type === "Synced").map(({ name: name7, architecture, subarches }) => ({
    name: name7,
    architecture: architecture.split("/")[0],
    subarches: subarches.split(",")
  })),
  status: isImporting(world) ? "syncing" : "synced"
});
var serializeResourceWithSets = (world, resource3) => ({
  ...serializeBootResource(world, resource3),
  sets: Object.fromEntries(resource3.sets.map((set) => [set.version, serializeSet(world, resource3, set)]))
});
var sourceFields = ["id", "url", "keyringFilename", "keyringData"];
var serializeSource = serializer("boot-sources", sourceFields, (_world, source2) => ({
  created: timestamp(source2.created),
  updated: timestamp(source2.updated)
}));
var selectionFields2 = fieldsOf("os", "release", "arches", "subarches", "labels");
var serializeSelection = (world, selection) => ({
  id: selection.id,
  boot_source_id: selection.sourceId,
  ...selectionFields2(selection),
  resource_uri: resourceUri(world, "boot-sources", selection.sourceId, "selections", selection.id)
});

// ../../../work/wt/sandbox/src/sandbox/groups/devices-and-controllers.ts
init_nodes();
init_references();
init_domain_error();
init_world();
init_spellings();
init_answers();

// ../../../work/wt/sandbox/src/sandbox/groups/machine.ts
init_interfaces();
init_transitions();
init_disks();
init_layouts();
init_machine_reports();
init_domain_error();
init_world();
init_spellings();
init_answers();

// ../../../work/wt/sandbox/src/sandbox/wire/router.ts
init_grouping();
init_domain_error();
init_answers();
init_call();

// ../../../work/wt/sandbox/src/sandbox/wire/encodings.ts
init_answers();
function readerOf(charset = "utf-8") {
  const decoder = openDecoder(charset);
  return (bytes3) => {
    try {
      return decoder.decode(bytes3);
    } catch {
      throw new HttpError(400, `A text is not valid ${decoder.encoding}.`);
    }
  };
}
function openDecoder(charset) {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    throw new HttpError(415, `The charset '${charset.slice(0, 40)}' is not supported: use utf-8.`);
  }
}
var readUtf8 = readerOf();
function percentDecode(text4, plusIsSpace) {
  if (/%(?![\da-f]{2})/i.test(text4)) return void 0;
  const bytes3 = Buffer.from(plusIsSpace ? text4.replaceAll("+", " ") : text4, "latin1");
  let length = 0;
  for (let at = 0; at < text4.length; at += 1) {
    const isEscape = text4[at] === "%";
    bytes3[length++] = isEscape ? Number.parseInt(text4.slice(at + 1, at + 3), 16) : bytes3[at] ?? 0;
    if (isEscape) at += 2;
  }
  return bytes3.subarray(0, length);
}
var identity = (content) => content;
var transferDecoders = /* @__PURE__ */ new Map([
  ["", identity],
  ["7bit", identity],
  ["8bit", identity],
  ["binary", identity],
  ["base64", decodeBase64],
  ["quoted-printable", decodeQuotedPrintable]
]);
function decodeBase64(content) {
  const text4 = content.toString("latin1").replace(/[\t\r\n ]+/g, "");
  const digits = text4.endsWith("==") ? text4.slice(0, -2) : text4.endsWith("=") ? text4.slice(0, -1) : text4;
  const decoded2 = Buffer.from(digits, "base64");
  const isComplete = text4.length % 4 === 0 && decoded2.length === Math.floor(digits.length * 3 / 4);
  if (!isComplete || /[^A-Za-z0-9+/]/.test(digits))
    throw new HttpError(400, "The form cannot be read: a part is not valid base64.");
  return decoded2;
}
function decodeQuotedPrintable(content) {
  const lines2 = content.toString("latin1").split("\n");
  const pieces = [];
  for (const [index, raw] of lines2.entries()) {
    const ending = index === lines2.length - 1 ? "" : raw.endsWith("\r") ? "\r\n" : "\n";
    const line = withoutBlanksAtEnd(raw);
    const isSoftBreak = line.endsWith("=");
    pieces.push(isSoftBreak ? line.slice(0, -1) : line + ending);
  }
  const decoded2 = percentDecode(pieces.join("").replaceAll("%", "=25").replaceAll("=", "%"), false);
  if (decoded2 === void 0)
    throw new HttpError(400, "The form cannot be read: a part is not valid quoted-printable.");
  return decoded2;
}
function withoutBlanksAtEnd(line) {
  let end = line.length;
  while (end > 0 && " 	\r".includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}
var maxFields = 1e3;
var tooManyFields = () => new HttpError(500, `The number of GET/POST parameters exceeded ${maxFields}.`);
function parsePairs(text4, label = "query", read = readUtf8, checkName5 = () => {
}) {
  const decode2 = (part) => {
    const bytes3 = percentDecode(part, true);
    if (bytes3 === void 0) throw new HttpError(400, `The ${label} has invalid percent-encoding.`);
    return read(bytes3);
  };
  const items2 = text4.replace(/&{2,}/g, "&").split("&", maxFields + 3).filter((item) => item !== "");
  if (items2.length > maxFields) throw tooManyFields();
  return items2.map((item) => {
    const at = item.indexOf("=");
    const name7 = at < 0 ? item : item.slice(0, at);
    checkName5(name7);
    return [decode2(name7), at < 0 ? "" : decode2(item.slice(at + 1))];
  });
}

// ../../../work/wt/sandbox/src/sandbox/wire/router.ts
var version2 = "2.0";
function makeRouter(entries, segment) {
  const byName = /* @__PURE__ */ new Map();
  for (const [address3, resource3] of resourcesOf(entries, segment))
    addTo(byName, resourceNameIn(address3), resource3);
  return (method, path) => {
    const matches = findResources(byName.get(resourceNameIn(path)) ?? [], path);
    if (matches.length === 0) throw unknownPath(path, segment);
    const candidates = matches.flatMap(
      ({ resource: resource3, parameters, pathOp }) => resource3.entries.map((entry) => ({
        ...entry,
        path: { ...parameters, ...resource3.fixedParameters },
        pathOp
      }))
    );
    return {
      pathOp: matches[0]?.pathOp,
      routes: candidates.filter((each) => each.method === method).map(({ route }) => route),
      choose: (op) => chooseRoute(candidates, method, op)
    };
  };
}
function resourcesOf(entries, segment) {
  const resources = /* @__PURE__ */ new Map();
  const anonymous = new Set(
    entries.filter((each) => allowsAnonymous(each)).map(({ operation }) => splitAddress(operation.path).template)
  );
  for (const { id, operation } of entries) {
    const { template, op } = splitAddress(operation.path);
    const route = { id, operation, hasAnonymousSibling: anonymous.has(template) };
    const isInteger = (name7) => template.endsWith(`{${name7}}`) && operation.parameters?.some((each) => each.name === name7 && each.type === "integer") === true;
    for (const { address: address3, fixedParameters = {} } of addresses2(template, segment)) {
      const matchPath = compilePath(address3, isInteger);
      const resource3 = resources.get(address3) ?? { matchPath, fixedParameters, entries: [] };
      resources.set(address3, resource3);
      resource3.entries.push({ method: operation.method, op, route });
    }
  }
  return resources;
}
function chooseRoute(candidates, method, requestedOp) {
  const match = candidates.find((each) => each.method === method && each.op === (requestedOp ?? each.pathOp));
  if (match !== void 0) return { route: match.route, path: match.path };
  const allowedMethods = new Set(candidates.map((each) => each.method));
  if (allowedMethods.has(method))
    throw new HttpError(400, `Unrecognised signature: method=${method} op=${requestedOp ?? "None"}`);
  throw new HttpError(405, "Method Not Allowed", { Allow: [...allowedMethods].join(", ") });
}
var resourceNameIn = (address3) => address3.split("/", 5)[4] ?? "";
function findResources(resources, path) {
  const opSuffix = /(\/?)op-([a-z_]+)$/.exec(path);
  return resources.flatMap((resource3) => {
    const { matchPath } = resource3;
    const parameters = matchPath(path);
    const fullMatch = parameters === void 0 ? [] : [{ resource: resource3, parameters, pathOp: void 0 }];
    const [, slash = "", pathOp] = opSuffix ?? [];
    if (opSuffix === null || !resource3.entries.some(({ op }) => op === pathOp)) return fullMatch;
    const pathBefore = path.slice(0, opSuffix.index);
    const opParameters = matchPath(pathBefore + slash) ?? matchPath(pathBefore);
    return opParameters === void 0 ? fullMatch : [...fullMatch, { resource: resource3, parameters: opParameters, pathOp }];
  });
}
function splitAddress(path) {
  const match = /op-([a-z_]+)$/.exec(path);
  return match === null ? { template: path, op: void 0 } : { template: path.slice(0, match.index), op: match[1] };
}
function addresses2(template, segment) {
  const base = `/${segment}/api/${version2}`;
  if (template.startsWith("/api/"))
    return [
      { address: `/${segment}${template}` },
      { address: `${base}${template.slice("/api".length)}`, fixedParameters: { version: version2 } }
    ];
  return [{ address: `${base}${template.replace(/^\/svc\//, `/${segment.toLowerCase()}/`)}` }];
}
function unknownPath(path, segment) {
  const root2 = `/${segment}/api/`;
  if (path === `${root2}version`)
    return new HttpError(301, "Moved Permanently", { Location: `${root2}version/` });
  const requestedVersion = path.startsWith(root2) ? /^([^/]+)\//.exec(path.slice(root2.length))?.[1] : void 0;
  if (requestedVersion !== void 0 && requestedVersion !== version2 && requestedVersion !== "version")
    return new HttpError(
      410,
      `The API version ${requestedVersion} is not supported: this service answers at ${root2}${version2}/.`
    );
  return path.startsWith(`${root2}${version2}/`) ? unknownEndpoint(path) : new HttpError(404, "Not Found");
}
var unknownEndpoint = (path) => new HttpError(404, `Unknown API endpoint: ${path}.`);
function requirePermission({ id, operation, hasAnonymousSibling }, user, op, asDeployed) {
  if (user === void 0 && !allowsAnonymous({ id, operation }, asDeployed)) {
    if (hasAnonymousSibling && asDeployed)
      throw new HttpError(400, `Unrecognised signature: method=${operation.method} op=${op ?? "None"}`);
    throw new HttpError(401, "Authorization Error: no OAuth credentials were given.", {
      "WWW-Authenticate": "OAuth"
    });
  }
  const refusal2 = user?.isAdministrator === true ? void 0 : refusalText(id, operation);
  if (refusal2 !== void 0) throw forbidden(refusal2);
}
var reservedForAdministrators = "This method is reserved for admin users.";
var reservedResource = /^\/(?:boot-sources|commissioning-scripts|license-keys?)\//;
var refusedWithoutText = ["tags.create", "resource-pools.create"];
function refusalText(id, { who, path }) {
  if (who !== "admin" || path.includes("{system_id}")) return void 0;
  if (reservedResource.test(path)) return "User is not allowed access to this API.";
  return refusedWithoutText.includes(id) ? "" : reservedForAdministrators;
}
function readPath(path) {
  const bytes3 = percentDecode(path, false);
  if (bytes3 === void 0) throw badPath();
  return decodeUtf8(bytes3).replace(/\/{2,}/g, "/");
}
var badPath = () => new HttpError(400, "The path has invalid percent-encoding.");
function decodeUtf8(bytes3) {
  try {
    return readUtf8(bytes3);
  } catch {
    throw badPath();
  }
}
var subnetPattern = "([^/]+(?:/[0-9]{1,3})?)";
function compilePath(template, isInteger) {
  const names = [];
  const source2 = template.split(/[{}]/).map((piece, index, pieces) => {
    if (index % 2 === 0) return piece.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
    names.push(piece);
    if (pieces[index - 1]?.endsWith("/subnets/") === true) return subnetPattern;
    return isInteger(piece) ? "(-?[0-9]+)" : piece === "filename" ? "(.+)" : "([^/]+)";
  }).join("");
  const expression = new RegExp(`^${source2}$`, "s");
  return (path) => {
    const match = expression.exec(path);
    return match === null ? void 0 : Object.fromEntries(names.map((name7, index) => [name7, match[index + 1] ?? ""]));
  };
}

// ../../../work/wt/sandbox/src/sandbox/groups/node-fields.ts
init_failure();
init_json_record();
init_dns();
init_create();
init_scripts2();
init_config();
init_domain_error();
init_images();
init_spellings();
function readArchitecture(form) {
  const [name7 = "", ...rest] = form.required("architecture").split("/");
  if (rest.length > 0 && form.text("subarchitecture"))
    throw invalid("Subarchitecture cannot be specified twice.");
  const subarchitecture = rest.join("/") || form.text("subarchitecture") || "generic";
  const isKnown = architectures.includes(name7);
  if (name7 !== "" && (!isKnown || !/^[a-z0-9._-]+$/i.test(subarchitecture))) {
    const choices = architectures.map((each) => `${each}/generic`).join(", ");
    form.fail(
      "architecture",
      `'${[name7, ...rest].join("/")}' is not a valid architecture. It should be one of: ${choices}.`
    );
  }
  return `${name7}/${subarchitecture}`;
}
var bridgeRules = [
  { name: "bridge_fd", type: "integer", min: 0, max: 65535 }
];
var defaultDelaySeconds = 15;
function readBridges(form) {
  if (!form.boolean("bridge_all")) return void 0;
  return {
    type: form.text("bridge_type") === "ovs" ? "ovs" : "standard",
    hasSpanningTree: form.boolean("bridge_stp") ?? false,
    forwardDelaySeconds: form.integer("bridge_fd") ?? defaultDelaySeconds
  };
}
function readScripts(world, form, type) {
  const field = `${type}_scripts`;
  const words3 = form.list(field);
  if (words3.length === 0) return defaultScripts(world)[type];
  const names = words3.flatMap((word) => {
    const scriptNames = scriptsByNameOrTag(world, type, word);
    if (scriptNames === void 0) form.fail(field, invalidChoice(word));
    return scriptNames ?? [];
  });
  return [...new Set(names)];
}
var readScriptsOrNone = (world, form, type) => form.text(`${type}_scripts`) === "none" ? [] : readScripts(world, form, type);
var readCommissioning = (world, form) => ({
  scripts: {
    commissioning: readScriptsOrNone(world, form, "commissioning"),
    testing: readScriptsOrNone(world, form, "testing")
  },
  skipNetworking: form.boolean("skip_networking") === true,
  skipStorage: form.boolean("skip_storage") === true
});
var powerField = "power_parameters";
var prefix = `${powerField}_`;
function readPowerParameters(form, errors) {
  const prefixedEntries = form.names.filter((name7) => name7.startsWith(prefix) && name7 !== `${prefix}skip_check`).map((name7) => [name7.slice(prefix.length), form.get(name7) ?? ""]);
  const members3 = parsePowerParameters(form.get(powerField)?.trim() || "{}");
  if (members3 === void 0) errors.fail(powerField, "Enter a JSON object of strings and lists of strings.");
  return { ...members3, ...Object.fromEntries(prefixedEntries) };
}
function parsePowerParameters(text4) {
  const object = attempt(() => JSON.parse(text4));
  if (!isRecord(object)) return void 0;
  const members3 = Object.entries(object).filter(([, value]) => value !== null);
  const isFlat = members3.every(([, value]) => [value].flat().every((each) => typeof each !== "object"));
  if (!isFlat) return void 0;
  return Object.fromEntries(
    members3.map(([name7, value]) => [name7, Array.isArray(value) ? value.map(String) : String(value)])
  );
}
function readEraseMethod(world, form) {
  const isOn = (item) => configValue(world, item) === true;
  const [erase, quick, secure] = ["erase", "quick_erase", "secure_erase"].map(form.boolean);
  if (!erase && !isOn("enable_disk_erasing_on_release")) return "none";
  if (quick ?? isOn("disk_erase_with_quick_erase")) return "quick";
  return secure ?? isOn("disk_erase_with_secure_erase") ? "secure" : "full";
}
function readZoneAndPool({ world, form }) {
  const [zone, pool] = [form.get("zone")?.trim(), form.get("pool")?.trim()];
  return withoutUndefined({
    zoneId: zone ? findZone(world, zone).id : void 0,
    poolId: pool ? findPool(world, pool).id : void 0
  });
}
function readNames({ world, form }, current) {
  const hostnameText = form.get("hostname")?.trim();
  const host = hostnameText ? readHostname(world, hostnameText, current) : void 0;
  const domainText = form.get("domain")?.trim();
  const domain2 = domainText ? findDomain(world, domainText) : void 0;
  if (domainText && domain2 === void 0) throw invalidField("domain", "Unable to find specified domain.");
  return { hostname: host?.hostname, domainId: domain2?.id ?? host?.domainId };
}
function readNewNames(call) {
  const names = readNames(call);
  return { ...names, hostname: names.hostname ?? newHostname(call.world) };
}
function readUserData({ form }) {
  const text4 = (form.get("user_data") ?? "").replace(/\s/g, "");
  if (text4.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text4))
    throw invalidField("user_data", "This field must be base64 encoded.");
  return text4 === "" ? void 0 : text4;
}

// ../../../work/wt/sandbox/src/sandbox/groups/nodes.ts
init_create();

// ../../../work/wt/sandbox/src/sandbox/model/nodes/filters.ts
init_fields();
init_statuses();
init_domain_error();
init_images();
init_world();
init_spellings();
init_dns();
init_interfaces();

// ../../../work/wt/sandbox/src/sandbox/model/networks/network-constraints.ts
init_domain_error();
init_node();
init_table();
init_blocks();
init_spellings();
init_subnets();
var isInSubnets = (nic, ids3) => nic.links.some((link2) => link2.subnetId !== null && ids3.has(link2.subnetId)) || nic.observed !== null && ids3.has(nic.observed.subnetId);
var isInVlans = (nic, ids3) => nic.vlanId !== null && ids3.has(nic.vlanId);
var anyInterface = (ids3, isIn) => (node) => node.interfaces.some((each) => isIn(each, ids3));
var subnetTest = (world, spec, field = "subnets") => anyInterface(resolveSubnets(world, spec, field), isInSubnets);
var vlanTest = (world, spec, field = "vlans") => anyInterface(resolveVlans(world, spec, field), isInVlans);
var fabricTest = (world, spec) => anyInterface(vlansOfFabrics(world, spec), isInVlans);
var fabricClassTest = (world, classType) => anyInterface(vlansOfFabricClass(world, classType), isInVlans);
function readLinkSpeed(text4, field) {
  if (!/^\d{1,9}$/.test(text4)) throw invalidField(field, "Enter a whole number.");
  return Number(text4);
}
var idsOf = (rows, matches) => new Set(rows.filter(matches).map((row2) => row2.id));
var isNumber = (text4) => /^\d{1,9}$/.test(text4);
function splitSpecifier(spec) {
  const [kind, rest] = splitPair(spec, ":");
  return [kind.toLowerCase(), rest];
}
function resolveIdOrName(table2, spec) {
  const [kind, rest] = splitSpecifier(spec);
  const text4 = kind === "id" || kind === "name" ? rest : spec.trim();
  const byName = (row2) => row2.name === text4;
  if (kind === "name" || !isNumber(text4)) return idsOf(rowsOf(table2), byName);
  return idsOf(rowsOf(table2), (row2) => row2.id === Number(text4) || byName(row2));
}
var resolveFabrics = (world, spec) => resolveIdOrName(world.state.networks.fabrics, spec);
var resolveSpaces = (world, spec) => resolveIdOrName(world.state.networks.spaces, spec);
function readVid(text4, field) {
  if (text4.toLowerCase() === "untagged") return 0;
  if (!isNumber(text4) || Number(text4) > maxVid)
    throw invalidField(field, `VLAN tag (VID) out of range (0-${maxVid}; 0 for untagged.)`);
  return Number(text4);
}
var vlansWhere = (world, matches) => idsOf(rowsOf(world.state.networks.vlans), matches);
var vlansOfSpaces = (world, spec) => {
  const ids3 = resolveSpaces(world, spec);
  return vlansWhere(
    world,
    (vlan3) => vlan3.spaceId === null ? spec.trim() === "undefined" : ids3.has(vlan3.spaceId)
  );
};
var vlansOfFabrics = (world, spec) => {
  const ids3 = resolveFabrics(world, spec);
  return vlansWhere(world, (vlan3) => ids3.has(vlan3.fabricId));
};
var vlansOfFabricClass = (world, classType) => {
  const { rows } = world.state.networks.fabrics;
  return vlansWhere(world, (vlan3) => rows[vlan3.fabricId]?.classType === classType);
};
function resolveVlans(world, spec, field) {
  const [kind, rest] = splitSpecifier(spec);
  if (kind === "vid") {
    const vid = readVid(rest, field);
    return vlansWhere(world, (vlan3) => vlan3.vid === vid);
  }
  if (kind === "fabric") return vlansOfFabrics(world, rest);
  if (kind === "space") return vlansOfSpaces(world, rest);
  if (kind !== "" && kind !== "id" && kind !== "name")
    throw invalidField(field, `'${spec}' is not a VLAN specifier: use id, name, vid:, fabric: or space:.`);
  return vlansWhere(world, (vlan3) => kind !== "name" && String(vlan3.id) === rest || vlan3.name === rest);
}
var subnetsOfVlans = (world, vlans2) => idsOf(rowsOf(world.state.networks.subnets), (subnet3) => vlans2.has(subnet3.vlanId));
function resolveSubnets(world, spec, field) {
  const subnetsWhere = (matches) => idsOf(rowsOf(world.state.networks.subnets), matches);
  const block = parseBlock(spec.trim())?.text;
  if (block !== void 0) return subnetsWhere((subnet3) => subnet3.cidr === block);
  const [kind, rest] = splitSpecifier(spec);
  switch (kind) {
    case "":
    case "id":
    case "name":
      return subnetsWhere(
        ({ id, name: name7 }) => kind !== "name" && String(id) === rest || kind !== "id" && name7 === rest
      );
    case "cidr":
      return subnetsWhere((subnet3) => subnet3.cidr === parseBlock(rest)?.text);
    case "ip": {
      const address3 = parseAddress(rest);
      if (address3 === void 0) throw invalidField(field, `'${rest}' is not a valid IP address.`);
      const subnet3 = subnetContaining(world, address3);
      return new Set(subnet3 === void 0 ? [] : [subnet3.id]);
    }
    case "fabric":
      return subnetsOfVlans(world, vlansOfFabrics(world, rest));
    case "space":
      return subnetsOfVlans(world, vlansOfSpaces(world, rest));
    case "vid":
      return subnetsOfVlans(world, resolveVlans(world, `vid:${rest}`, field));
    case "vlan":
      return subnetsOfVlans(world, resolveVlans(world, rest, field));
    default:
      throw invalidField(
        field,
        `'${spec}' is not a subnet specifier: use an id, fabric:, ip:, name:, space:, vid: or vlan:.`
      );
  }
}
var refuse = (message2) => invalidField("interfaces", message2);
var interfacesField = "interfaces";
var vlanConstraint = (resolve2) => (world, value) => {
  const ids3 = resolve2(world, value);
  return (nic) => isInVlans(nic, ids3);
};
var subnetConstraint = (world, value) => {
  const ids3 = resolveSubnets(world, value, interfacesField);
  return (nic) => isInSubnets(nic, ids3);
};
var testCreators = {
  id: (_world, value) => (nic) => String(nic.id) === value,
  fabric: vlanConstraint(vlansOfFabrics),
  fabric_class: vlanConstraint(vlansOfFabricClass),
  ip(_world, value) {
    const ip = parseAddress(value)?.text;
    if (ip === void 0) throw refuse(`'${value}' is not a valid IP address.`);
    return (nic) => nic.links.some((link2) => link2.ip === ip) || nic.observed?.ip === ip;
  },
  mode(_world, value) {
    if (value !== "unconfigured") throw refuse(`mode takes only unconfigured, not '${value}'.`);
    return (nic) => nic.links.every((link2) => link2.mode === "link_up");
  },
  name: (_world, value) => (nic) => nic.name === value,
  hostname: (_world, value) => (_each, node) => node.hostname === value,
  subnet: subnetConstraint,
  space: vlanConstraint((world, value) => resolveVlans(world, `space:${value}`, interfacesField)),
  subnet_cidr(world, value) {
    if (parseBlock(value) === void 0) throw refuse(`'${value}' is not a CIDR.`);
    return subnetConstraint(world, value);
  },
  type(_world, value) {
    if (!interfaceTypes.includes(value))
      throw refuse(`'${value}' is not an interface type: use ${interfaceTypes.join(", ")}.`);
    return (nic) => nic.type === value;
  },
  vlan: vlanConstraint((world, value) => resolveVlans(world, value, interfacesField)),
  vid: vlanConstraint((world, value) => resolveVlans(world, `vid:${value}`, interfacesField)),
  tag: (_world, value) => (nic) => nic.tags.includes(value),
  link_speed(_world, value) {
    const minMbps = readLinkSpeed(value, interfacesField);
    return (nic) => nic.linkConnected && nic.linkSpeedMbps >= minMbps;
  }
};
function parseConstraint(world, text4) {
  const labels = /* @__PURE__ */ new Set();
  return text4.split(";").map((part) => part.trim()).filter((part) => part !== "").map((part) => {
    const [label, pairs] = splitPair(part, ":");
    if (label === "" || label.includes("=")) throw refuse(`'${part}' is not label:key=value.`);
    if (labels.has(label)) throw refuse(`The label '${label}' is given twice.`);
    labels.add(label);
    return { label, tests: pairs.split(",").map((pair) => parsePair(world, pair)) };
  });
}
function parsePair(world, pair) {
  const [key, value] = splitPair(pair, "=");
  const createTest = Object.hasOwn(testCreators, key) ? testCreators[key] : void 0;
  if (createTest === void 0 || value === "")
    throw refuse(`'${pair.trim()}' is not key=value with a key of ${Object.keys(testCreators).join(", ")}.`);
  return createTest(world, value);
}
function interfaceMatcher(world, text4) {
  const constraints = parseConstraint(world, text4);
  return (node) => {
    const matchingIds = [];
    for (const { label, tests } of constraints) {
      const ids3 = node.interfaces.filter((each) => tests.every((test) => test(each, node))).map((each) => each.id);
      if (ids3.length === 0) return void 0;
      matchingIds.push([label, ids3]);
    }
    return Object.fromEntries(matchingIds);
  };
}

// ../../../work/wt/sandbox/src/sandbox/model/storage/constraint.ts
init_domain_error();
init_storage();
var itemPattern = /^(?:([A-Za-z0-9_.-]+):)?(\d{1,9}(?:\.\d{1,6})?)(?:\(([^()]*)\))?$/;
function parseStorageConstraint(text4) {
  const labels = /* @__PURE__ */ new Set();
  return splitItems(text4).map((part, index) => {
    const match = itemPattern.exec(part.trim());
    if (match === null) throw invalidField("storage", `Malformed storage constraint, "${part.trim()}".`);
    const label = match[1] ?? String(index);
    if (labels.has(label)) throw invalidField("storage", `The label ${label} is given twice.`);
    labels.add(label);
    return {
      label,
      minBytes: Number(match[2]) * 1e9,
      tags: (match[3] ?? "").split(",").map((tag4) => tag4.trim()).filter((tag4) => tag4 !== "")
    };
  });
}
function splitItems(text4) {
  const items2 = [];
  let isOpen = false;
  for (const part of text4.split(",")) {
    if (isOpen) items2.push(`${items2.pop()},${part}`);
    else items2.push(part);
    const [openIndex, closeIndex] = [part.lastIndexOf("("), part.lastIndexOf(")")];
    isOpen = openIndex === closeIndex ? isOpen : openIndex > closeIndex;
  }
  return items2;
}
function matchesStorage(node, constraints) {
  const disks2 = physicalDisks(node.storage).sort((a, b) => a.sizeBytes - b.sizeBytes);
  const candidates = constraints.map(
    (constraint) => disks2.filter((disk) => matchesConstraint(disk, constraint, node.storage.bootDiskId))
  );
  const constraintByDisk = /* @__PURE__ */ new Map();
  for (const index of constraints.keys()) {
    if (!assignDisk(index, candidates, constraintByDisk, /* @__PURE__ */ new Set())) return void 0;
  }
  const diskIds = {};
  for (const [diskId, index] of constraintByDisk) {
    const constraint = constraints[index];
    if (constraint !== void 0) diskIds[constraint.label] = diskId;
  }
  return diskIds;
}
var matchesConstraint = (disk, { label, minBytes, tags: tags2 }, bootDiskId) => (label !== "root" || disk.id === bootDiskId) && disk.sizeBytes >= minBytes && tags2.every((tag4) => disk.tags.includes(tag4));
function assignDisk(index, candidates, constraintByDisk, triedDisks) {
  for (const disk of candidates[index] ?? []) {
    if (triedDisks.has(disk.id)) continue;
    triedDisks.add(disk.id);
    const other = constraintByDisk.get(disk.id);
    if (other === void 0 || assignDisk(other, candidates, constraintByDisk, triedDisks)) {
      constraintByDisk.set(disk.id, index);
      return true;
    }
  }
  return false;
}

// ../../../work/wt/sandbox/src/sandbox/model/nodes/filters.ts
init_create();
var valueTests = {
  hostname: (_world, value) => (node) => node.hostname === value,
  name: (world, value) => (node) => node.hostname === value || fqdn(world, node) === value,
  mac_address: (_world, value) => (node) => hasMac(node, value),
  agent_name: (_world, value) => (node) => node.agentName === value,
  owner: (_world, value) => (node) => node.owner === value,
  arch: (_world, value) => (node) => node.architecture === value || node.architecture.split("/")[0] === value,
  domain(world, value) {
    const id = findDomainByName(world, value)?.id;
    return (node) => node.domainId === id;
  },
  zone: ({ state }, value) => oneOf(state.places.zones, "name", value, (node) => node.zoneId),
  pool: ({ state }, value) => oneOf(state.places.pools, "name", value, (node) => node.poolId),
  pod: ({ state }, value) => oneOf(state.places.pods, "name", value, (node) => node.podId),
  pod_type: ({ state }, value) => oneOf(state.places.pods, "type", value, (node) => node.podId),
  fabrics: fabricTest,
  fabric_classes: fabricClassTest,
  vlans: vlanTest,
  subnets: subnetTest,
  status(_world, value, field) {
    requireChoice(value, Object.keys(statuses), field);
    return (node) => node.status === value;
  },
  simple_status(_world, value, field) {
    const word = value.toLowerCase();
    requireChoice(word, [...new Set(Object.values(simpleStatuses))], field);
    return (node) => simpleStatuses[node.status] === word;
  },
  power_state(_world, value, field) {
    requireChoice(value, ["on", "off", "unknown", "error"], field);
    return (node) => node.powerState === value;
  },
  storage(_world, value) {
    const disks2 = parseStorageConstraint(value);
    return (node) => matchesStorage(node, disks2) !== void 0;
  },
  interfaces(world, value) {
    const match = interfaceMatcher(world, value);
    return (node) => match(node) !== void 0;
  },
  cpu_speed(_world, value, field) {
    const minimum = readMinimum(value, field);
    return (node) => node.cpuSpeedMHz >= minimum;
  }
};
var hasId = (ids3) => {
  const idSet = new Set(ids3);
  return (node) => idSet.has(node.systemId);
};
var fieldTests = {
  id: hasId,
  system_id: hasId,
  not_id: negated(hasId),
  not_system_id: negated(hasId),
  tags: (names) => (node) => names.every((name7) => node.tags.includes(name7)),
  not_tags: (names) => (node) => !names.some((name7) => node.tags.includes(name7)),
  devices: devicesTest,
  cpu_count: atLeast((node) => node.cpuCount, readMinimum),
  mem: atLeast((node) => node.memoryMiB, readMinimum),
  link_speed: atLeast(fastestLinkMbps, readLinkSpeed)
};
function negated(make) {
  return (values) => {
    const test = make(values);
    return (node) => !test(node);
  };
}
function atLeast(numberOf, parse2) {
  return (values, field) => {
    const minimum = parse2(values.at(-1) ?? "", field);
    return (node) => numberOf(node) >= minimum;
  };
}
function readMinimum(text4, field) {
  if (!/^\d{1,15}(\.\d+)?$/.test(text4)) throw invalidField(field, "Enter a whole number.");
  return Math.ceil(Number(text4));
}
function oneOf(rows, key, value, idOf2) {
  const ids3 = new Set(rows.filter((row2) => row2[key] === value).map(({ id }) => id));
  return (node) => ids3.has(idOf2(node));
}
function requireChoice(value, choices, field) {
  if (!choices.includes(value)) throw invalidField(field, invalidChoice(value, choices));
}
var statusGroups = {
  missing: "other",
  reserved: "other",
  disk_erasing: "releasing",
  entering_rescue_mode: "rescue_mode",
  exiting_rescue_mode: "rescue_mode"
};
var simpleStatuses = Object.fromEntries(
  Object.entries(statuses).map(([value, { kind }]) => [
    value,
    kind === "failure" ? "failed" : statusGroups[value] ?? value
  ])
);
var deviceFields = {
  vendor_id: "exact",
  product_id: "exact",
  commissioning_driver: "exact",
  vendor_name: "ignoreCase",
  product_name: "ignoreCase"
};
function devicesTest(items2) {
  const deviceConditions = items2.map(
    (item) => item.split(",").filter((pair) => pair.trim() !== "").map(deviceCondition)
  );
  return ({ hardwareDevices }) => deviceConditions.every(
    (conditions) => conditions.length === 0 || hardwareDevices.some((device2) => conditions.every((matchesDevice) => matchesDevice(device2)))
  );
}
function deviceCondition(pair) {
  const [key, value] = splitPair(pair, "=");
  const name7 = key;
  if (value === "" || !Object.hasOwn(deviceFields, name7))
    throw invalidField(
      "devices",
      `'${pair}' is not key=value with a key of ${Object.keys(deviceFields).join(", ")}.`
    );
  if (deviceFields[name7] === "exact") return (device2) => device2[name7] === value;
  return (device2) => device2[name7].toLowerCase() === value.toLowerCase();
}
function nodeTests(world, constraints, fields = constraints.keys()) {
  return [...fields].flatMap((field) => {
    const values = valuesOf(constraints, field);
    if (values.length === 0) return [];
    if (Object.hasOwn(fieldTests, field)) return fieldTests[field]?.(values, field) ?? [];
    const name7 = field.replace(/^not_(?:in_)?/, "");
    const createTest = Object.hasOwn(valueTests, name7) ? valueTests[name7] : void 0;
    if (createTest === void 0) return [];
    const tests = values.map((value) => createTest(world, value, field));
    return (node) => tests.some((test) => test(node)) === (name7 === field);
  });
}
var allowedFilters = new Set(
  [...nodeListFilters, ...furtherNodeFilters].map(({ name: name7 }) => name7).concat("op")
);
function listFilterTests(world, filters) {
  const unknownName = [...filters.keys()].find((name7) => !allowedFilters.has(name7));
  if (unknownName !== void 0) throw invalidField(unknownName, "No such constraint.");
  return nodeFilters(world, usesDeployedStyle(world, "filter-commas") ? filters : splitConstraints(filters));
}
function nodeFilters(world, filters) {
  requireKnownNames(world, filters);
  return nodeTests(world, filters);
}
function requireKnownNames({ state: { places, tags: tags2 } }, filters) {
  for (const [name7, rows] of Object.entries({ zone: places.zones, pool: places.pools, tags: tags2 }))
    for (const field of [name7, `not_${name7}`, `not_in_${name7}`]) {
      const missing = valuesOf(filters, field).filter((value) => !rows.some((row2) => row2.name === value));
      if (missing.length === 0) continue;
      const names = name7 === "tags" ? missing.map((each) => `'${each}'`) : missing;
      throw invalidField(field, `No such ${name7 === "tags" ? "tag" : name7}(s): ${names.join(", ")}.`);
    }
  const architectureNames = architectures;
  if (!valuesOf(filters, "arch").every((value) => architectureNames.includes(value.split("/", 1)[0] ?? "")))
    throw invalidField("arch", "Architecture not recognised.");
}
var constraintNames = [
  "arch cpu_count mem devices fabric_classes fabrics not_fabric_classes not_fabrics not_in_pool not_in_zone not_subnets not_tags",
  "interfaces name pod pod_type not_pod not_pod_type pool storage subnets system_id tags zone"
].flatMap((names) => names.split(" "));
var separateConstraints = ["subnets", "interfaces", "storage"];
var testedConstraints = constraintNames.filter((name7) => !separateConstraints.includes(name7));
function findCandidates(world, parameters, verbose) {
  const constraints = splitConstraints(parameters);
  if (usesDeployedStyle(world, "allocation-names")) requireKnownNames(world, constraints);
  const tests = [
    ...nodeTests(world, constraints, testedConstraints),
    ...valuesOf(constraints, "subnets").map((spec) => subnetTest(world, spec))
  ];
  const interfaces3 = constraints.get("interfaces")?.at(-1);
  const matchInterfaces = interfaces3 ? interfaceMatcher(world, interfaces3) : void 0;
  const storage2 = constraints.get("storage")?.at(-1);
  const disks2 = storage2 ? parseStorageConstraint(storage2) : void 0;
  return allNodes(world, "machine").flatMap((node) => {
    if (node.status !== "ready" || node.owner !== null || node.locked) return [];
    if (!tests.every((test) => test(node))) return [];
    const matches = {};
    if (matchInterfaces !== void 0) {
      matches["interfaces"] = matchInterfaces(node);
      if (matches["interfaces"] === void 0) return [];
    }
    if (disks2 !== void 0) {
      const diskIds = matchesStorage(node, disks2);
      if (diskIds === void 0) return [];
      matches["storage"] = Object.fromEntries(Object.entries(diskIds).map(([label, id]) => [label, [id]]));
    }
    if (verbose)
      for (const [name7, value] of Object.entries(matches))
        matches[`verbose_${name7}`] = { [node.systemId]: value };
    return [{ node, matches }];
  });
}
var quote = (text4) => `'${text4.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
function describeMismatch(constraints) {
  const names = [...constraints.keys()];
  if (names.length === 0) return "No machine available.";
  const valuesFor = (name7) => constraints.get(name7) ?? [];
  const constraintText = names.map((name7) => `(${quote(name7)}, [${valuesFor(name7).map(quote).join(", ")}])`).join(", ");
  const parsedText = constraintNames.filter((name7) => valuesFor(name7).length > 0).map((name7) => `${name7}=${valuesFor(name7).join(",")}`).join(" ");
  return `No available machine matches constraints: [${constraintText}] (resolved to "${parsedText}")`;
}

// ../../../work/wt/sandbox/src/sandbox/groups/nodes.ts
init_transitions();
init_machine_reports();
init_nodes();
init_domain_error();
init_storage();
init_table();
init_world();
init_spellings();
init_answers();
function listNodes({ world, user, query }, type) {
  const tests = listFilterTests(world, query.values);
  return allNodes(world, type).filter((node) => canSee(user, node) && tests.every((test) => test(node)));
}
var answerNodes = ({ world }, nodes3) => jsonTexts(nodes3, (node) => nodeJson(world, node));
function answerIsRegistered({ world, query }) {
  const macText = query.get("mac_address");
  if (!macText) throw invalid("No provided mac_address!");
  const mac2 = parseMac(macText);
  if (mac2 === void 0) throw invalidField("mac_address", `'${macText}' is not a valid MAC address.`);
  const isKnown = isRegistered(world, mac2);
  return usesDeployedStyle(world, "registered-mac") ? json(isKnown) : text3(String(isKnown));
}
function answerInProgress({ world, query }) {
  const mac2 = query.get("mac_address");
  if (!mac2) throw invalid("No provided mac_address!");
  const node = allNodes(world).find((each) => hasMac(each, mac2));
  return json(node !== void 0 && node.activity !== null);
}
function answerPowerParameters({ world, query }, type) {
  const ids3 = splitValues(query.all("id"));
  const matches = allNodes(world, type).filter(({ systemId: systemId2 }) => ids3.length === 0 || ids3.includes(systemId2));
  return json(Object.fromEntries(matches.map((node) => [node.systemId, node.powerParameters])));
}
function answerSetZone(call, type) {
  const { world, user } = call;
  const form = checkedForm(call);
  const zone = findZone(world, form.text("zone") ?? "");
  const nodes3 = form.list("nodes").map((id) => {
    const node = nodeById(world, id);
    if (node === void 0 || type !== void 0 && node.nodeType !== type || !canSee(user, node))
      throw invalidField("nodes", invalidChoice(id));
    return node;
  });
  for (const node of nodes3) requireChange(world, user, node, "move");
  for (const node of nodes3) node.zoneId = zone.id;
  return usesDeployedStyle(world, "set-zone") ? json(null) : empty(204);
}
function readMachines({ world, user, form }, field) {
  const ids3 = [...new Set(splitValues(form.all(field)))];
  const machines2 = ids3.flatMap((id) => {
    const node = nodeById(world, id);
    return node?.nodeType === "machine" && canSee(user, node) ? [node] : [];
  });
  const unknownIds = ids3.filter((id) => !machines2.some((node) => node.systemId === id));
  if (unknownIds.length > 0) throw invalid(`Unknown machine(s): ${unknownIds.join(", ")}.`);
  return machines2;
}
function nodeOf({ world, user, operation, path }, type) {
  const node = requireNode(world, user, path.system_id ?? "", type);
  const isForbidden = operation.documentedAdminOnly ? !user.isAdministrator : !canAdminister(user, node);
  if (operation.who === "admin" && isForbidden) throw forbidden();
  return node;
}
function editableNodeOf(call, type, change = "change") {
  const node = nodeOf(call, type);
  requireChange(call.world, call.user, node, change);
  return node;
}
var storageMachineOf = (call) => editableNodeOf(call, "machine", "changeStorage");
function partitionOf(call, node) {
  const { device_id, id } = call.path;
  const device2 = requireFound(findDevice(node.storage, device_id ?? ""), "BlockDevice");
  return { device: device2, partition: requireItem(device2.partitions, id, "Partition") };
}
var nodeAnswer = (call, node) => json(serializeNode(call.world, node));
var changeMachine = (change, answer2 = nodeAnswer, kind = "change") => (call) => {
  const node = editableNodeOf(call, "machine", kind);
  change(call, node);
  return answer2(call, node);
};
var documentedEmptyAnswer = (call, node) => usesDeployedStyle(call.world, "changed-node") ? nodeAnswer(call, node) : empty(204);
var annotateNode = (type, needsKey = true) => (call) => {
  const node = editableNodeOf(call, type);
  annotate(node, call.form.values, needsKey);
  return documentedEmptyAnswer(call, node);
};
var changeWithEmptyAnswer = (change) => changeMachine(change, documentedEmptyAnswer);
var nodePartTagHandlers = (singular, { type, find, answer: answer2 }) => tagHandlers(singular, (call, changeTags) => {
  const node = nodeOf(call, type);
  const row2 = find(call, node);
  editableNodeOf(call, type);
  row2.tags = changeTags(row2.tags, checkedForm(call).text("tag") ?? "");
  return answer2(call, node, row2);
});
function nodeHandlers(singular, type, options = {}) {
  const { list: list4 = (call) => answerNodes(call, listNodes(call, type)), serialize: serialize3 = serializeNode } = options;
  const handlers2 = {
    [`${singular}s.list`]: list4,
    [`${singular}s.is_registered`]: answerIsRegistered,
    [`${singular}s.set_zone`]: (call) => answerSetZone(call, type),
    [`${singular}.read`]: (call) => json(serialize3(call.world, nodeOf(call, type))),
    [`${singular}.delete`]: withoutContent((call) => deleteNode(call, nodeOf(call, type))),
    [`${singular}.details`]: (call) => bytes(hardwareDetailsBson(call.world, nodeOf(call, type)), options.detailsType ?? "application/bson"),
    [`${singular}.power_parameters`](call) {
      const answer2 = json(nodeOf(call, type).powerParameters);
      const hasType = !call.operation.documentedAdminOnly || usesDeployedStyle(call.world, "untyped-answers");
      return hasType ? answer2 : withoutContentType(answer2);
    }
  };
  return handlers2;
}
function deleteNode(call, node) {
  const { world, user } = call;
  const form = checkedForm(call, [{ name: "force", type: "boolean" }]);
  const vms = composedMachines(world, node);
  for (const each of [node, ...vms]) requireChange(world, user, each, "remove");
  if (node.nodeType === "machine") removeMachine(world, node, vms, form.boolean("force") ?? false);
  else removeNode(world, node);
}
var typeOrder = ["machine", "device", "rackController"];
var nodes2 = {
  ...nodeHandlers("node", void 0, {
    list: (call) => answerNodes(
      call,
      typeOrder.flatMap((type) => listNodes(call, type))
    )
  }),
  "nodes.is_action_in_progress": answerInProgress
};

// ../../../work/wt/sandbox/src/sandbox/groups/machine.ts
var actorOf = ({ user, form }) => ({ username: user.username, comment: form.get("comment") ?? "" });
var withActor = (act) => (call, node) => act(call.world, node, actorOf(call));
var machine = {
  "machine.commission": changeMachine((call, node) => {
    const options = readChecked(call, (form) => readCommissioning(call.world, form));
    startCommissioning(call.world, node, options);
  }),
  "machine.test": changeWithEmptyAnswer((call, node) => startTests(call.world, node, readTests(call))),
  "machine.deploy": changeMachine(deploy, nodeAnswer, "deploy"),
  "machine.release": changeMachine((call, node) => {
    const { erase, force } = readChecked(call, (form) => ({
      erase: readEraseMethod(call.world, form),
      force: form.boolean("force")
    }));
    if (isReleased(node)) return;
    const vms = force ? composedMachines(call.world, node) : [];
    for (const each of vms) requireChange(call.world, call.user, each, "remove");
    startRelease(call.world, node, erase, actorOf(call));
    for (const each of vms) removeNode(call.world, each);
  }),
  "machine.abort": changeWithEmptyAnswer(withActor(abortWork)),
  "machine.rescue_mode": changeMachine(({ world }, node) => startTransition(world, node, "rescue_mode")),
  "machine.exit_rescue_mode": changeMachine(
    ({ world }, node) => startTransition(world, node, "exit_rescue_mode")
  ),
  "machine.mark_broken": changeMachine(withActor(markBroken), nodeAnswer, "markBroken"),
  "machine.mark_fixed": changeMachine(withActor(markFixed)),
  "machine.override_failed_testing": changeWithEmptyAnswer(withActor(overrideFailedTesting)),
  "machine.lock": changeMachine(withActor(lockNode)),
  "machine.unlock": changeMachine(withActor(unlockNode), nodeAnswer, "unlock"),
  "machine.update": changeMachine((call, node) => Object.assign(node, readChanges(call, node))),
  "machine.set_workload_annotations": annotateNode("machine"),
  "machine.set_owner_data": annotateNode("machine", false),
  "machine.get_curtin_config"(call) {
    const node = nodeOf(call, "machine");
    if (!canEdit(call.user, node)) throw forbidden();
    if (node.status !== "deploying" && node.status !== "deployed")
      throw invalid(`Machine ${node.hostname} is not in a deploying state.`);
    return json(curtinConfig(call.world, node));
  },
  "machine.get_token"(call) {
    const { token } = nodeOf(call, "machine");
    return json(
      token && { token_key: token.key, token_secret: token.secret, consumer_key: token.consumerKey }
    );
  },
  "machine.set_storage_layout": changeMachine((call, node) => {
    if (node.status !== "ready" && node.status !== "allocated")
      throw invalid("Cannot change the storage layout on a machine that is not Ready or Allocated.");
    checkedForm(call, layoutRules);
    applyLayout(call.world, node, formAsRecord(call));
  }),
  "machine.mount_special": changeMachine((call, node) => {
    requireStatus(node, configurableStatuses, "mount filesystems on");
    mountSpecial(call.world, node, formAsRecord(call));
  }),
  "machine.unmount_special": changeMachine((call, node) => {
    requireStatus(node, configurableStatuses, "unmount filesystems on");
    unmountSpecial(node, formAsRecord(call));
  }),
  "machine.restore_default_configuration": restoreConfiguration("both"),
  "machine.restore_networking_configuration": restoreConfiguration("networking"),
  "machine.restore_storage_configuration": restoreConfiguration("storage"),
  "machine.clear_default_gateways": changeMachine((_call, node) => {
    delete node.gatewayLinks;
  }),
  "machines.clone": withoutContent(clone),
  "machine.power_on": changeWithEmptyAnswer((call, node) => {
    if (node.owner === null) throw wrongState("power on", node);
    if (node.status === "allocated" && usesDeployedStyle(call.world, "power-on")) {
      deploy(call, node);
      return;
    }
    const userData2 = readUserData(call);
    assignAddresses(call.world, node);
    if (userData2 !== void 0) node.userData = userData2;
    switchPower(call, node, "on");
  }),
  "machine.power_off": changeWithEmptyAnswer((call, node) => switchPower(call, node, "off")),
  async "machine.query_power_state"(call) {
    const node = nodeOf(call, "machine");
    if (node.powerType !== "manual" && !call.world.faults.powerAnswers(node)) {
      await call.world.clock.wait(queryTimeoutMs);
      node.powerState = "error";
    } else if (node.powerState === "error") node.powerState = node.status === "deployed" ? "on" : "off";
    return json({ state: node.powerState });
  }
};
var readTests = (call) => readChecked(call, (form) => readScripts(call.world, form, "testing"));
function readRelease(form) {
  const [osystem = "", series = ""] = ["osystem", "distro_series"].map(form.text);
  return osystem === "" || series.includes("/") ? series : `${osystem}/${series}`;
}
function deploy(call, node) {
  const { world } = call;
  requireTransition(node, "deploy");
  const form = readForm(call, bridgeRules);
  const bridges = readBridges(form);
  const releaseName = readRelease(form);
  const release3 = findOsRelease(world, releaseName);
  if (release3 === void 0) form.fail("distro_series", `'${releaseName}' is not a valid distro_series.`);
  form.check();
  if (release3 === void 0) return;
  const deployment = {
    agentName: form.text("agent_name") || node.agentName,
    osystem: release3.osystem,
    distroSeries: release3.series,
    hweKernel: form.text("hwe_kernel") || release3.kernel,
    ephemeralDeploy: form.boolean("ephemeral_deploy") ?? false,
    enableHwSync: form.boolean("enable_hw_sync") ?? false,
    userData: readUserData(call) ?? null
  };
  startDeployment(world, node, actorOf(call), deployment, bridges);
}
function restoreConfiguration(part) {
  return changeMachine(({ world }, node) => {
    requireStatus(node, configurableStatuses, "restore the configuration of");
    if (part !== "storage") resetNetworking(world, node, bootLinkMode(world));
    if (part !== "networking") restoreStorage(world, node);
  });
}
var layoutRules = [{ name: "cache_mode", type: "string" }];
var formAsRecord = ({ form }) => new Proxy({}, { get: (_, name7) => form.get(String(name7)) });
function switchPower({ world, user, form }, node, to) {
  const type = `User powering ${to === "on" ? "up" : "down"} node`;
  recordNodeEvent(world, node, type, form.get("comment"), user.username);
  turnPower(world, node, to);
}
var queryTimeoutMs = 3e4;
var cloneRules = [
  { name: "interfaces", type: "boolean" },
  { name: "storage", type: "boolean" }
];
function clone(call) {
  const form = readForm(call, cloneRules);
  const [interfaces3 = false, storage2 = false] = ["interfaces", "storage"].map(form.boolean);
  if (!interfaces3 && !storage2) form.fail("__all__", "Either storage or interfaces must be true.");
  const machinesOf = (field) => form.list(field).flatMap((id) => {
    const node = nodeById(call.world, id);
    if (node?.nodeType === "machine") return [node];
    form.fail(field, invalidChoice(id));
    return [];
  });
  const [source2] = machinesOf("source");
  const destinations = machinesOf("destinations");
  form.check();
  if (source2 === void 0) return;
  if (!canEdit(call.user, source2)) throw forbidden(reservedForAdministrators);
  for (const node of destinations)
    requireChange(call.world, call.user, node, "change", reservedForAdministrators);
  cloneConfiguration(call.world, form, source2, destinations, { interfaces: interfaces3, storage: storage2 });
}
var changeRules2 = [
  { name: "cpu_count", type: "integer", min: 0, max: 1e6 },
  { name: "disable_ipv4", type: "boolean" }
];
function readChanges(call, node) {
  const { form } = call;
  const reader = readForm(call, changeRules2);
  const power = readPower(call, node, reader);
  const fields = {
    architecture: form.get("architecture") ? readArchitecture(reader) : void 0,
    cpuCount: reader.integer("cpu_count"),
    memoryMiB: readMemory(reader),
    swapSizeBytes: readSwap(reader),
    description: form.get("description"),
    minHweKernel: form.get("min_hwe_kernel")
  };
  if (reader.boolean("disable_ipv4")) reader.fail("disable_ipv4", "This field can only be false.");
  reader.check();
  return { ...power, ...withoutUndefined({ ...fields, ...readNames(call, node) }), ...readZoneAndPool(call) };
}
function readPower({ form }, node, reader) {
  const parameters = readPowerParameters(form, reader);
  const type = reader.text("power_type");
  if (type === void 0 && Object.keys(parameters).length === 0) return {};
  const powerType2 = type ?? node.powerType;
  checkPowerType(reader, powerType2);
  if (powerType2 === "") return { powerType: powerType2, powerParameters: {}, powerState: "unknown" };
  const powerParameters2 = type === void 0 || type === node.powerType ? { ...node.powerParameters, ...parameters } : parameters;
  if (!reader.boolean("power_parameters_skip_check"))
    checkPowerParameters(reader, powerType2, powerParameters2);
  const isManual = powerType2 === "manual";
  return { powerType: powerType2, powerParameters: powerParameters2, ...isManual ? { powerState: "unknown" } : {} };
}
function readMemory(form) {
  const size2 = readSize(form, "memory", "MiB");
  return size2 && Math.floor(size2.number * 1024 ** (size2.suffix === "" ? 0 : "KMGT".indexOf(size2.suffix) - 1));
}
function readSwap(form) {
  if (form.text("swap_size") === "") return null;
  const size2 = readSize(form, "swap_size", "bytes");
  return size2 && size2.number * 1e3 ** " KMGT".indexOf(size2.suffix || " ");
}
function readSize(form, field, unit) {
  const text4 = form.text(field);
  if (!text4) return void 0;
  const match = /^(\d{1,12})\s*([KMGT]?)$/i.exec(text4);
  if (match !== null) return { number: Number(match[1]), suffix: (match[2] ?? "").toUpperCase() };
  form.fail(field, `'${text4}' is not a size: a number of ${unit}, or a number with K, M, G or T.`);
  return void 0;
}

// ../../../work/wt/sandbox/src/sandbox/groups/devices-and-controllers.ts
var devices = {
  // The content type is application/json although the body is BSON.
  ...nodeHandlers("device", "device", { detailsType: "application/json" }),
  "devices.create": (call) => nodeAnswer(call, createDevice(call)),
  "device.update": (call) => nodeAnswer(call, updateDevice(call, editableNodeOf(call, "device"))),
  "device.restore_default_configuration": restoreNetworking,
  "device.restore_networking_configuration": restoreNetworking,
  "device.set_owner_data": annotateNode("device", false),
  "device.set_workload_annotations": annotateNode("device")
};
function createDevice(call) {
  const { world, form, user } = call;
  const { hostname: hostname2, domainId } = readNewNames(call);
  const device2 = createNode(world, {
    nodeType: "device",
    macAddresses: readNewMacs(world, form.all("mac_addresses"), "mac_addresses"),
    hostname: hostname2,
    ...withoutUndefined({ parent: readParent(call), description: form.get("description"), domainId }),
    ...readZoneAndPool(call),
    owner: user.username
  });
  const vlanId = world.state.networks.subnets.rows[fleetSubnetId(world)]?.vlanId ?? null;
  for (const each of device2.interfaces) each.vlanId = vlanId;
  return device2;
}
function updateDevice(call, device2) {
  const { world, form } = call;
  if (device2.parent !== null && !form.has("parent") && usesDeployedStyle(world, "device-parent"))
    throw invalidField("parent", invalidChoice(""));
  const changes = {
    ...readNames(call, device2),
    description: form.get("description"),
    parent: readParent(call, device2)
  };
  return Object.assign(device2, withoutUndefined(changes), readZoneAndPool(call));
}
function restoreNetworking(call) {
  const device2 = editableNodeOf(call, "device");
  resetNetworking(call.world, device2, "auto");
  return nodeAnswer(call, device2);
}
function readParent({ world, user, form }, current) {
  const parent = form.get("parent")?.trim();
  if (!parent) return parent === void 0 ? void 0 : null;
  const node = nodeById(world, parent);
  if (node === void 0 || !canSee(user, node))
    throw invalidField("parent", `Unable to find node ${parent}.`);
  const ancestors = /* @__PURE__ */ new Set();
  for (let ancestor = node; ancestor !== void 0 && !ancestors.has(ancestor); ) {
    if (ancestor === current) throw invalidField("parent", "A device cannot be its own parent.");
    ancestors.add(ancestor);
    ancestor = ancestor.parent === null ? void 0 : nodeById(world, ancestor.parent);
  }
  return parent;
}
var rackOf = (call) => nodeOf(call, "rackController");
function serializeRegion(world, node) {
  const { service_set: _, ...rest } = serializeNode(world, node);
  return { ...rest, resource_uri: resourceUri(world, "regioncontrollers", node.systemId) };
}
function updateController(call, node) {
  const form = readForm(call);
  const power = readPower(call, node, form);
  const description = form.text("description") ?? node.description;
  form.check();
  const { domainId = node.domainId } = readNames(call, node);
  return Object.assign(node, { ...power, description, domainId }, readZoneAndPool(call));
}
function controllerHandlers(singular, serialize3, excludedType) {
  const update3 = (call) => json(serialize3(call.world, updateController(call, editableNodeOf(call, "rackController"))));
  const list4 = (call) => {
    const controllers2 = listNodes(call, "rackController").filter((node) => node.controller !== excludedType);
    return jsonList(controllers2, (node) => serialize3(call.world, node));
  };
  return {
    ...nodeHandlers(singular, "rackController", { list: list4, serialize: serialize3 }),
    ...{ [`${singular}.update`]: update3 }
  };
}
var changeRack = (act) => (call) => {
  const node = editableNodeOf(call, "rackController");
  act(call, node);
  return nodeAnswer(call, node);
};
var importImages = (call, target) => {
  startImport(call.world);
  return text3(`Import of boot images started on ${target}`);
};
var controllers = {
  ...controllerHandlers("region-controller", serializeRegion, "rack"),
  ...controllerHandlers("rack-controller", serializeNode, "region"),
  "rack-controllers.describe_power_types": () => json(describePowerTypes()),
  "rack-controllers.import_boot_images": (call) => importImages(call, "all rack controllers"),
  "rack-controllers.power_parameters": (call) => answerPowerParameters(call, "rackController"),
  "rack-controller.abort": changeRack(withActor(abortWork)),
  "rack-controller.import_boot_images": (call) => importImages(call, rackOf(call).hostname),
  "rack-controller.list_boot_images"(call) {
    rackOf(call);
    return json(serializeRackImages(call.world));
  },
  "rack-controller.override_failed_testing": changeRack(withActor(overrideFailedTesting)),
  "rack-controller.power_off": changeRack((call, node) => switchPower(call, node, "off")),
  "rack-controller.power_on": changeRack((call, node) => {
    node.userData = readUserData(call) ?? node.userData;
    switchPower(call, node, "on");
  }),
  // Answers the stored state: power faults of controllers are not simulated.
  "rack-controller.query_power_state": (call) => json({ state: rackOf(call).powerState }),
  "rack-controller.test": changeRack((call, node) => startTests(call.world, node, readTests(call)))
};

// ../../../work/wt/sandbox/src/sandbox/groups/dhcp-snippets.ts
init_subnets();
init_networks2();
init_domain_error();
init_table();
init_world();
init_answers();
var snippets2 = tableAccess((world) => world.state.networks.snippets, "DHCPSnippet", requireNamedRow);
var dhcpSnippets = {
  ...resource2(["dhcp-snippets", "dhcp-snippet"], {
    ...snippets2,
    serialize: serializeSnippet,
    read: readSnippet,
    create: ({ world }, { value = "", changes }) => makeSnippet(world, { value, ...changes }),
    update({ world }, snippet, { value, changes }) {
      Object.assign(snippet, changes);
      if (value !== void 0) setSnippetValue(world, snippet, value);
    }
  }),
  "dhcp-snippet.revert"(call) {
    const snippet = snippets2.find(call);
    revertSnippet(snippet, checkedForm(call).integer("to") ?? 0);
    return json(serializeSnippet(call.world, snippet));
  }
};
function readSnippet(form, { world }, current) {
  const name7 = current === void 0 || form.has("name") ? form.required("name") : current.name;
  const value = current === void 0 || form.has("value") ? form.required("value") : void 0;
  const scope = readScope(world, form, current ?? globalScope);
  if (name7 !== "") checkName(form, "name", name7);
  if (rowsOf(world.state.networks.snippets).some((each) => each !== current && each.name === name7))
    form.fail("name", "DHCP snippet with this Name already exists.");
  const problem = configurationProblem(value ?? "");
  if (problem !== void 0) form.fail("value", problem);
  const settings7 = form.values({ enabled: "boolean", description: "text" });
  return { value, changes: { name: name7, ...scope, ...settings7 } };
}
var globalScope = { node: null, subnetId: null, rangeId: null };
function readScope(world, form, current) {
  const isGlobal = form.boolean("global_snippet") === true;
  checkScope(form, isGlobal ? globalScope : current);
  if (isGlobal) {
    if (form.text("node")) form.fail("global_snippet", "Cannot be global and set for a node.");
    if (form.text("subnet")) form.fail("global_snippet", "Cannot be global and set for a subnet.");
    if (form.text("iprange")) form.fail("iprange", "Cannot be global and set for an IP range.");
    return globalScope;
  }
  const node = form.reference("node", (id) => nodeById(world, id));
  const subnet3 = form.reference("subnet", (text4) => findSubnet(world, text4));
  const subnetId = subnet3 === void 0 ? current.subnetId : subnet3?.id ?? null;
  return {
    node: node === void 0 ? current.node : node?.systemId ?? null,
    subnetId,
    rangeId: readRangeId(world, form, subnetId, current)
  };
}
function checkScope(form, current) {
  const [node, subnet3] = [form.text("node"), form.text("subnet")];
  const message2 = "Cannot set both subnet and node on a snippet.";
  if (subnet3 && (node || current.node !== null && node !== "")) form.fail("subnet", message2);
  if (node && current.subnetId !== null && subnet3 !== "") form.fail("node", message2);
}
function readRangeId(world, form, subnetId, current) {
  const text4 = form.text("iprange");
  if (text4 === void 0) return subnetId === current.subnetId ? current.rangeId : null;
  const range = findRow(world.state.networks.ranges, text4);
  if (text4 !== "" && subnetId === null) form.fail("iprange", "An IP range requires a subnet.");
  else if (text4 !== "" && range?.subnetId !== subnetId) form.fail("iprange", invalidChoice(text4));
  return range?.id ?? null;
}
function setSnippetValue(world, snippet, value) {
  if (snippet.history[0]?.value !== value) snippet.history.unshift(makeRevision(world, value));
}
function revertSnippet(snippet, to) {
  const index = to < 0 ? -to : snippet.history.findIndex((revision) => revision.id === to);
  if (index < 0 || index >= snippet.history.length)
    throw notFound(`The snippet ${snippet.name} has no revision ${to}.`);
  snippet.history = snippet.history.slice(index);
}
function configurationProblem(value) {
  let depth = 0;
  for (const character of value.replace(/"[^"\n]*"|#.*$/gm, "")) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) return "Invalid DHCP configuration: a closing brace without an opening one.";
  }
  return depth === 0 ? void 0 : "Invalid DHCP configuration: an opening brace without a closing one.";
}

// ../../../work/wt/sandbox/src/sandbox/groups/dns.ts
init_dns();
init_interfaces();
init_subnets();
init_addresses2();
init_domain_error();
init_table();
init_world();
init_blocks();
init_spellings();
init_answers();
var nameRules = [
  { name: "name", type: "string" },
  { name: "domain", type: "string" }
];
function readDnsName(world, form, current) {
  const name7 = form.text("name")?.toLowerCase();
  const domainText = form.text("domain");
  const fqdn2 = form.text("fqdn");
  if (!name7 && !domainText && fqdn2) {
    const dnsName = splitFqdn(world, fqdn2);
    if (dnsName === void 0) form.fail("fqdn", `No known domain contains ${fqdn2}.`);
    else if (!isResourceName(dnsName.name)) form.fail("fqdn", "Enter a valid DNS name.");
    return dnsName;
  }
  const domain2 = domainText ? findDomain(world, domainText) : current?.domain;
  const label = name7 || current?.name;
  if (domainText && domain2 === void 0) form.fail("domain", `Unable to find domain ${domainText}.`);
  else if (domain2 === void 0) form.fail("domain", requiredMessage);
  if (label === void 0) form.fail("name", requiredMessage);
  else if (!isResourceName(label)) form.fail("name", "Enter a valid DNS name, without its domain.");
  return domain2 === void 0 || label === void 0 ? void 0 : { name: label, domain: domain2 };
}
function nameFilter(world, form) {
  const fqdn2 = form.text("fqdn")?.replace(/\.$/, "").toLowerCase();
  const name7 = form.text("name")?.toLowerCase();
  const domainText = form.text("domain");
  const domain2 = domainText ? findDomain(world, domainText) : void 0;
  if (domainText && domain2 === void 0) return void 0;
  return (resource3) => (!fqdn2 || fqdnOf(world, resource3) === fqdn2) && (!name7 || resource3.name === name7) && (domain2 === void 0 || resource3.domainId === domain2.id);
}
function readAddresses(world, form, value) {
  const ips = [];
  for (const each of wordsOf(value)) {
    const addressById = /^\d{1,15}$/.test(each) ? Object.values(world.state.networks.addresses.byIp).find((address3) => address3.id === Number(each)) : void 0;
    const ip = addressById?.ip ?? parseAddress(each)?.text;
    if (ip === void 0) form.fail("ip_addresses", `'${each}' is neither an IP address nor the id of one.`);
    else if (!ips.includes(ip)) ips.push(ip);
  }
  return ips;
}
var ttlRule = (name7) => ({ name: name7, type: "integer", min: 0, max: maxTtl });
var readTtl = (form, field) => form.has(field) ? form.integer(field) ?? null : void 0;
var domains2 = tableAccess((world) => world.state.networks.domains, "Domain", requireNamedRow);
var domainRules = [{ name: "authoritative", type: "boolean" }, ttlRule("ttl")];
var dns = {
  ...resource2(["dns-resources", "dns-resource"], {
    find: tableAccess((world) => world.state.networks.dnsResources, "DNSResource", requireNamedRow).find,
    serialize: serializeDnsResource,
    rules: ({ world }, current) => current !== void 0 || usesDeployedStyle(world, "dns-resource-name") ? [...nameRules, ttlRule("address_ttl")] : [ttlRule("address_ttl")],
    read: readResource,
    create: (call, values) => storeResource(call, makeResource(call.world, values.name, values.domain), values),
    update: storeResource,
    remove: removeResource
  }),
  "dns-resources.list": listResources,
  ...resource2(["dns-resource-records", "dns-resource-record"], {
    find: tableAccess((world) => world.state.networks.dnsRecords, "DNSData").find,
    serialize: serializeDnsRecord,
    rows: listRecords,
    rules: [ttlRule("ttl")],
    read: readRecord,
    create({ world }, { dnsName, ttl = null, ...data }) {
      if (dnsName === void 0) throw invalid("The DNS record has no name.");
      const existing = findResource(world, dnsName.name, dnsName.domain.id);
      const resourceId = (existing ?? makeResource(world, dnsName.name, dnsName.domain)).id;
      bumpSerial(world);
      return insert(world.state.networks.dnsRecords, (id) => ({ id, resourceId, ...data, ttl }));
    },
    update({ world }, record, { rrtype: rrtype2, rrdata: rrdata2, ttl }) {
      bumpSerial(world);
      Object.assign(record, { rrtype: rrtype2, rrdata: rrdata2 }, ttl === void 0 ? {} : { ttl });
    },
    remove: removeRecord
  }),
  ...resource2(["domains", "domain"], {
    ...domains2,
    serialize: serializeDomain,
    rules: ({ world }, current) => isNameOptional(world, current) ? [...domainRules, { name: "name", type: "string" }] : domainRules,
    read: readDomain,
    create: ({ world }, values) => makeDomain(world, values),
    update({ world }, domain2, values) {
      Object.assign(domain2, values);
      bumpSerial(world);
    },
    remove: removeDomain
  }),
  "domains.set_serial"(call) {
    const form = checkedForm(call, [
      { name: "serial", type: "integer", required: true, min: 1, max: maxSerial }
    ]);
    call.world.state.networks.zoneSerial = form.integer("serial") ?? 1;
    return text3("");
  },
  "domain.set_default"(call) {
    const domain2 = domains2.find(call);
    setDefaultDomain(call.world, domain2);
    return json(serializeDomain(call.world, domain2));
  }
};
function listResources(call) {
  const { world, user } = call;
  const form = checkedForm(call);
  const rrtype2 = form.text("rrtype") ?? "";
  const matchesName = nameFilter(world, form);
  if (matchesName === void 0) throw notFound(`Unable to find domain ${form.text("domain")}.`);
  const storedResources = rowsOf(world.state.networks.dnsResources).filter(
    (each) => matchesName(each) && hasRecordType(world, each, rrtype2)
  );
  const namesOfNodes = (form.boolean("all") ? implicitResources(world, addressesOf) : []).filter(
    ({ node, ...each }) => canSee(user, node) && matchesName(each) && hasRecordType(world, { id: -1, ips: each.ips }, rrtype2)
  );
  const entries = [
    ...storedResources.map((each) => serializeDnsResource(world, each)),
    ...namesOfNodes.map((each) => serializeImplicitResource(world, each))
  ];
  return jsonList(entries, (entry) => entry);
}
function readResource(form, { world }, current) {
  const currentName = current && { name: current.name, domain: requireDomain(world, current.domainId) };
  const dnsName = readDnsName(world, form, currentName);
  const addressText = form.text("ip_addresses");
  const ips = addressText === void 0 ? void 0 : readAddresses(world, form, addressText);
  const existing = dnsName === void 0 ? void 0 : findResource(world, dnsName.name, dnsName.domain.id);
  if (existing !== void 0 && existing !== current)
    form.fail("name", "Labels must be unique within their zone.");
  const hasAlias = current !== void 0 && recordsOf(world, current.id).some((each) => each.rrtype === "CNAME");
  if (ips !== void 0 && ips.length > 0 && hasAlias)
    form.fail("ip_addresses", "Cannot add an address: this name has a CNAME record.");
  form.check();
  if (dnsName === void 0) throw invalid("The DNS resource has no name.");
  return { ...dnsName, ips, ttl: readTtl(form, "address_ttl") };
}
function storeResource(call, resource3, values) {
  const { name: name7, domain: domain2, ttl, ips } = values;
  Object.assign(resource3, { name: name7, domainId: domain2.id }, ttl === void 0 ? {} : { addressTtl: ttl });
  if (ips !== void 0) setAddresses(call.world, resource3, ips, call.user);
  return resource3;
}
function listRecords(call) {
  const { dnsRecords: dnsRecords2, dnsResources: dnsResources2 } = call.world.state.networks;
  const form = readForm(call);
  const rrtype2 = form.text("rrtype")?.toUpperCase();
  const matchesName = nameFilter(call.world, form);
  return rowsOf(dnsRecords2).filter((record) => {
    const resource3 = dnsResources2.rows[record.resourceId];
    return resource3 !== void 0 && matchesName?.(resource3) === true && (!rrtype2 || record.rrtype === rrtype2);
  });
}
function readData(form, current) {
  const readRequired = (name7) => {
    const value = form.text(name7) || current?.[name7];
    if (value === void 0) form.fail(name7, requiredMessage);
    return value ?? "";
  };
  const rrtype2 = readRequired("rrtype").toUpperCase();
  const rrdata2 = readRequired("rrdata");
  if (rrtype2 !== "" && !isRecordType(rrtype2))
    form.fail("rrtype", `${rrtype2} is not one of ${recordTypes.join(", ")}.`);
  const problem = isRecordType(rrtype2) && rrdata2 !== "" ? dataProblem(rrtype2, rrdata2) : void 0;
  if (problem !== void 0) form.fail("rrdata", problem);
  return { rrtype: rrtype2, rrdata: rrdata2 };
}
function readRecord(form, { world }, current) {
  const dnsName = current === void 0 ? readDnsName(world, form) : void 0;
  const { rrtype: rrtype2, rrdata: rrdata2 } = readData(form, current);
  const resource3 = current === void 0 ? dnsName && findResource(world, dnsName.name, dnsName.domain.id) : world.state.networks.dnsResources.rows[current.resourceId];
  const others = resource3 === void 0 ? [] : recordsOf(world, resource3.id).filter((each) => each !== current);
  const hasOtherData = others.length > 0 || resource3 !== void 0 && resource3.ips.length > 0;
  if (rrtype2 === "CNAME" && hasOtherData)
    form.fail("rrtype", "Cannot add CNAME record: the name has other data.");
  if (rrtype2 !== "CNAME" && others.some((each) => each.rrtype === "CNAME"))
    form.fail("rrtype", `Cannot add ${rrtype2} record: the name has a CNAME record.`);
  if (others.some((each) => each.rrtype === rrtype2 && each.rrdata === rrdata2))
    form.fail("rrdata", "This record already exists.");
  return { rrtype: rrtype2, rrdata: rrdata2, dnsName, ttl: readTtl(form, "ttl") };
}
function isNameOptional(world, current) {
  return current !== void 0 && usesDeployedStyle(world, "domain-name");
}
function readDomain(form, { world }, current) {
  const name7 = (form.text("name") || (isNameOptional(world, current) ? current.name : "")).toLowerCase();
  const existing = findDomainByName(world, name7);
  if (name7 !== "" && (!isDnsName(name7) || name7.endsWith(".")))
    form.fail("name", "Enter a valid domain name.");
  if (existing !== void 0 && existing !== current)
    form.fail("name", "Domain with this Name already exists.");
  const authoritative = form.boolean("authoritative");
  const hasBoth = form.text("authoritative") && form.text("forward_dns_servers");
  if (hasBoth && usesDeployedStyle(world, "forward-servers"))
    form.fail("__all__", "Cannot specify both authoritative and forward_dns_servers.");
  const forwardServers = readForwardServers(form, authoritative ?? current?.authoritative ?? true, current);
  return { name: name7, forwardServers, ...withoutUndefined({ authoritative, ttl: readTtl(form, "ttl") }) };
}
function readForwardServers(form, authoritative, current) {
  const serverText = form.text("forward_dns_servers");
  const servers = serverText === void 0 ? current?.forwardServers ?? [] : wordsOf(serverText);
  checkAddresses(form, "forward_dns_servers", servers);
  if (authoritative && servers.length > 0)
    form.fail(
      serverText === void 0 ? "authoritative" : "forward_dns_servers",
      "A domain cannot be both authoritative and have forward DNS servers."
    );
  return servers;
}

// ../../../work/wt/sandbox/src/sandbox/groups/fabrics.ts
init_interface_changes();
init_ranges();
init_subnets();
init_networks2();
init_domain_error();
init_table();
init_world();
init_spellings();

// ../../../work/wt/sandbox/src/sandbox/groups/zones-and-pools.ts
init_nodes();
init_references();
init_domain_error();
init_table();
init_world();
init_answers();
var nameReader = (kind, rows, generatedNames) => (form, call, current) => {
  const name7 = form.text("name");
  if (name7 === "" && generatedNames === void 0) form.fail("name", requiredMessage);
  else if (name7 && !/^\w[ \w-]*$/.test(name7)) form.fail("name", "Enter a valid value.");
  else if (name7 !== void 0 && name7.length > 256)
    form.fail("name", "Ensure this value has at most 256 characters.");
  else if (name7 !== void 0 && generatedNames?.test(name7) === true)
    form.fail("name", `Reserved ${kind.toLowerCase()} name.`);
  if (rows(call).some((each) => each !== current && each.name === name7))
    form.fail("name", `${kind} with this Name already exists.`);
  return form.values({ name: "text", description: "text" });
};
function zoneOrPoolActions(kind, type, label) {
  const [rowsMember, nodeMember] = [`${kind}s`, `${kind}Id`];
  const lastIdMember = kind === "zone" ? "lastZoneId" : "lastPoolId";
  const defaultId = kind === "zone" ? defaultZoneId : defaultPoolId;
  const rows = ({ world: { state } }) => kind === "zone" ? state.places.zones.toSorted((a, b) => a.name < b.name ? -1 : 1) : state.places.pools;
  return {
    rows,
    find(call) {
      const { id, name: name7 = id } = call.path;
      const byId2 = rows(call).find((each) => String(each.id) === id);
      return requireFound(byId2 ?? rows(call).find((each) => each.name === name7), type);
    },
    read: nameReader(label, rows),
    create({ world: { state } }, values) {
      const zoneOrPool = { id: ++state.places[lastIdMember], name: "", description: "", ...values };
      state.places[rowsMember].push(zoneOrPool);
      return zoneOrPool;
    },
    update: assign,
    remove(world, zoneOrPool) {
      const { places } = world.state;
      if (zoneOrPool.id === defaultId)
        throw invalid(`This ${kind === "zone" ? "zone " : ""}is the default ${kind}, it cannot be deleted.`);
      const nodes3 = allNodes(world).filter((node) => node[nodeMember] === zoneOrPool.id);
      if (kind === "pool" && nodes3.length > 0)
        throw invalid("Pool has machines in it, it cannot be deleted.");
      const hosts = places.pods.filter((host) => host[nodeMember] === zoneOrPool.id);
      for (const each of [...nodes3, ...hosts]) each[nodeMember] = defaultId;
      removeFrom(places[rowsMember], zoneOrPool);
    }
  };
}
var definitionRefusal = "The sandbox does not evaluate XPath definitions: leave the definition empty, and give the tag to nodes with update_nodes.";
var tagOf = ({ world, path }) => requireFound(findTag(world, path.name), "Tag");
var listTagged = (type) => (call) => {
  const tag4 = tagOf(call);
  const isMatch = (node) => node.tags.includes(tag4.name) && canSee(call.user, node);
  return answerNodes(call, allNodes(call.world, type).filter(isMatch));
};
var zonesPoolsAndTags = {
  ...resource2(["zones", "zone"], {
    ...zoneOrPoolActions("zone", "Zone", "Physical zone"),
    serialize: (world, { id }) => serializeZone(world, id),
    mayBeAbsent: true
  }),
  ...resource2(["resource-pools", "resource-pool"], {
    ...zoneOrPoolActions("pool", "ResourcePool", "Resource pool"),
    serialize: (world, { id }) => serializePool(world, id)
  }),
  ...resource2(["tags", "tag"], {
    rows: ({ world }) => world.state.tags.toSorted((a, b) => a.name < b.name ? -1 : 1),
    find: tagOf,
    serialize: serializeTag,
    rules: [patternRule("name", /^[\w-]{1,256}$/)],
    read(form, { world }, current) {
      const existing = findTag(world, form.text("name"));
      if (form.text("name") === "") form.fail("name", requiredMessage);
      if (existing !== void 0 && existing !== current)
        form.fail("name", "Tag with this Name already exists.");
      if (form.text("definition")) form.fail("definition", definitionRefusal);
      return form.values({ name: "text", comment: "text", kernelOpts: "text" });
    },
    create({ world }, values) {
      const tag4 = { name: "", comment: "", kernelOpts: "", ...values };
      world.state.tags.push(tag4);
      return tag4;
    },
    update({ world }, tag4, { name: name7, ...changes }) {
      if (name7 !== void 0) renameTag(world, tag4, name7);
      Object.assign(tag4, changes);
    },
    remove: removeTag
  }),
  "tag.machines": listTagged("machine"),
  "tag.nodes": listTagged(),
  "tag.devices": listTagged("device"),
  "tag.rack_controllers": listTagged("rackController"),
  // The only region controller is also the rack controller.
  "tag.region_controllers": listTagged("rackController"),
  "tag.update_nodes": updateTaggedNodes,
  "tag.rebuild": (call) => json({ rebuilding: tagOf(call).name })
};
function updateTaggedNodes(call) {
  const { world } = call;
  const { name: name7 } = tagOf(call);
  const form = checkedForm(call);
  const definition = form.text("definition");
  if (definition) throw conflict(`Definition supplied '${definition}' doesn't match current definition ''`);
  const nodesOf2 = (field) => [...new Set(form.list(field))].flatMap((id) => nodeById(world, id) ?? []);
  const [added, removed] = [nodesOf2("add"), nodesOf2("remove")];
  for (const node of added) if (!node.tags.includes(name7)) node.tags = [...node.tags, name7];
  for (const node of removed) node.tags = node.tags.filter((each) => each !== name7);
  return json({ added: added.length, removed: removed.length });
}
var findTag = (world, name7) => world.state.tags.find((tag4) => tag4.name === name7);
function renameTag(world, tag4, name7) {
  for (const node of allNodes(world)) node.tags = node.tags.map((each) => each === tag4.name ? name7 : each);
  tag4.name = name7;
}
function removeTag(world, tag4) {
  for (const node of allNodes(world)) node.tags = node.tags.filter((each) => each !== tag4.name);
  removeFrom(world.state.tags, tag4);
}

// ../../../work/wt/sandbox/src/sandbox/groups/fabrics.ts
var mtuRule = { name: "mtu", type: "integer", ...mtuLimits };
var vidRule = { name: "vid", type: "integer", min: 0, max: maxVid };
var vlanActions = {
  serialize: serializeVlanFully,
  rules: (_call, current) => current === void 0 ? [mtuRule] : [mtuRule, vidRule],
  read: readVlan,
  update({ world }, vlan3, { vid, ...changes }) {
    if (vid !== vlan3.vid) setVid(world, vlan3, vid);
    Object.assign(vlan3, changes);
  },
  remove: removeVlan
};
var spaceTable = ({ world }) => world.state.networks.spaces;
var spacesOf = (call) => [...rowsOf(spaceTable(call)), undefinedSpace];
var defaultSpaceName = (id) => `space-${id}`;
var reservedSpaceNames = /^(space-\d+|undefined)$/;
var fabricsVlansAndSpaces = {
  ...resource2(["fabrics", "fabric"], {
    ...tableAccess((world) => world.state.networks.fabrics, "Fabric", requireNamedRow),
    serialize: serializeFabric,
    read: readFabric,
    create: ({ world }, values) => makeFabric(world, values),
    update: assign,
    remove: removeFabric
  }),
  ...resource2(["vlans", "vlan"], {
    ...vlanActions,
    rows: (call) => vlansOfFabric(call.world, fabricOf(call).id),
    find: ({ world, path }) => requireVlan(world, path.fabric_id, path.vid),
    create: ({ world }, values) => makeVlan(world, values)
  }),
  ...resource2(["spaces", "space"], {
    rows: spacesOf,
    find(call) {
      const { id } = call.path;
      const row2 = findNamedRow(spaceTable(call), id);
      return requireFound(row2 ?? (id === undefinedSpace.name ? undefinedSpace : void 0), "Space");
    },
    permit(_call, current) {
      if (current === undefinedSpace) throw invalid("The undefined space cannot be changed.");
    },
    serialize: serializeSpace,
    read: nameReader("Space", spacesOf, reservedSpaceNames),
    create: (call, { name: name7, ...values }) => insert(spaceTable(call), (id) => ({
      id,
      name: name7 || defaultSpaceName(id),
      description: "",
      ...values
    })),
    update(_call, space2, { name: name7, ...values }) {
      Object.assign(space2, values, name7 === void 0 ? {} : { name: name7 || defaultSpaceName(space2.id) });
    },
    remove(world, space2) {
      const { spaces, vlans: vlans2 } = world.state.networks;
      for (const vlan3 of rowsOf(vlans2)) if (vlan3.spaceId === space2.id) vlan3.spaceId = null;
      removeRow(spaces, space2.id);
    }
  })
};
var vlansById = resource2(["vlans-by-id", "vlan-by-id"], {
  ...vlanActions,
  find: ({ world, path }) => requireRow(world.state.networks.vlans, path.id, "VLAN")
});
var fabricOf = ({ world, path }) => requireNamedRow(world.state.networks.fabrics, path.fabric_id, "Fabric");
function readFabric(form, { world }, current) {
  const { fabrics: fabrics2 } = world.state.networks;
  const types2 = { name: "word", classType: "text", description: "text" };
  const { name: name7, classType, description } = form.values(types2);
  if (name7 !== void 0) checkName(form, "name", name7);
  const reservedId = /^fabric-(\d+)$/.exec(name7 ?? "")?.[1];
  if (rowsOf(fabrics2).some((each) => each !== current && each.name === name7))
    form.fail("name", "Fabric with this Name already exists.");
  else if (reservedId !== void 0 && Number(reservedId) !== (current?.id ?? fabrics2.nextId))
    form.fail("name", "Reserved fabric name.");
  if (classType) checkName(form, "class_type", classType);
  return withoutUndefined({ name: name7, classType: classType === "" ? null : classType, description });
}
function readVlanFields(call, form) {
  const name7 = form.text("name") || void 0;
  if (name7 !== void 0) checkName(form, "name", name7);
  const fields = form.values({ description: "text", mtu: "integer" });
  const spaceId = form.text("space") === undefinedSpace.name ? null : form.reference("space", (text4) => [...resolveSpaces(call.world, text4)][0]);
  return withoutUndefined({ name: name7, ...fields, spaceId });
}
function readVlan(form, call, current) {
  if (current !== void 0) return readVlanUpdate(form, call, current);
  const fabricId2 = fabricOf(call).id;
  const fields = readVlanFields(call, form);
  const vid = form.integer("vid") ?? 0;
  if (form.text("vid") && findVlan(call.world, fabricId2, vid) !== void 0)
    form.fail("vid", "VLAN with this Vid and Fabric already exists.");
  return { fabricId: fabricId2, vid, ...fields };
}
function readVlanUpdate(form, call, vlan3) {
  const { world } = call;
  const readRack = (field) => form.reference(field, (id) => nodeById(world, id)?.nodeType === "rackController" ? id : void 0);
  const relay = form.reference("relay_vlan", (text4) => findNamedRow(world.state.networks.vlans, text4));
  if (relay?.id === vlan3.id) form.fail("relay_vlan", "A VLAN cannot relay to itself.");
  const vid = readVid2(world, form, vlan3);
  const updatedVlan = {
    ...vlan3,
    vid,
    name: vlan3.name === String(vlan3.vid) ? String(vid) : vlan3.name,
    ...readVlanFields(call, form),
    ...withoutUndefined({
      dhcpOn: form.boolean("dhcp_on"),
      primaryRack: readRack("primary_rack"),
      secondaryRack: readRack("secondary_rack"),
      relayVlanId: relay === null ? null : relay?.id
    })
  };
  if (updatedVlan.secondaryRack !== null && updatedVlan.secondaryRack === updatedVlan.primaryRack)
    form.fail("secondary_rack", "The primary and secondary rack must be different.");
  const changesDhcp = ["dhcp_on", "primary_rack", "secondary_rack", "relay_vlan"].some(form.has);
  const obstacle = updatedVlan.dhcpOn && changesDhcp ? dhcpObstacle(world, updatedVlan) : void 0;
  if (obstacle !== void 0) form.fail(form.has("relay_vlan") ? "relay_vlan" : "dhcp_on", obstacle);
  return updatedVlan;
}
function readVid2(world, form, vlan3) {
  const vid = form.integer("vid") ?? vlan3.vid;
  if (vid === vlan3.vid) return vid;
  const interfaceName = vlanNameInUse(world, vlan3, vid);
  if (vlan3.vid === 0 || vid === 0) form.fail("vid", "The untagged VLAN of a fabric keeps its id.");
  else if (findVlan(world, vlan3.fabricId, vid) !== void 0)
    form.fail("vid", "VLAN with this Vid and Fabric already exists.");
  else if (interfaceName !== void 0)
    form.fail("vid", `An interface named ${interfaceName} already exists.`);
  return vid;
}
function removeFabric(world, fabric) {
  const { fabrics: fabrics2, vlans: vlans2 } = world.state.networks;
  if (fabric.id === 0) throw invalid("This fabric is the default fabric, it cannot be deleted.");
  const fabricVlans = vlansOfFabric(world, fabric.id);
  const ids3 = new Set(fabricVlans.map((vlan3) => vlan3.id));
  const subnets3 = fabricVlans.flatMap((vlan3) => subnetsOfVlan(world, vlan3.id)).map((subnet3) => subnet3.name);
  if (subnets3.length > 0)
    throw invalid(`Can't delete fabric; the following subnets are still present: ${subnets3.join(", ")}`);
  for (const node of allNodes(world)) {
    const connectedNic = node.interfaces.find((each) => each.vlanId !== null && ids3.has(each.vlanId));
    if (connectedNic !== void 0)
      throw invalid(
        `Can't delete fabric; the following interfaces are still connected: ${connectedNic.name} on ${node.hostname}`
      );
  }
  for (const vlan3 of rowsOf(vlans2))
    if (vlan3.relayVlanId !== null && ids3.has(vlan3.relayVlanId)) vlan3.relayVlanId = null;
  for (const id of ids3) removeRow(vlans2, id);
  removeRow(fabrics2, fabric.id);
}
function removeVlan(world, vlan3) {
  const { vlans: vlans2 } = world.state.networks;
  const untagged = findVlan(world, vlan3.fabricId, 0);
  if (untagged === void 0 || untagged.id === vlan3.id)
    throw invalid("This VLAN is the default VLAN in the fabric, it cannot be deleted.");
  for (const subnet3 of subnetsOfVlan(world, vlan3.id)) subnet3.vlanId = untagged.id;
  for (const node of allNodes(world))
    for (const each of node.interfaces)
      if (each.vlanId === vlan3.id) each.vlanId = each.type === "vlan" ? null : untagged.id;
  for (const other of rowsOf(vlans2)) if (other.relayVlanId === vlan3.id) other.relayVlanId = null;
  removeRow(vlans2, vlan3.id);
}

// ../../../work/wt/sandbox/src/sandbox/groups/images.ts
import { createHash as createHash3 } from "node:crypto";
init_config();
init_domain_error();
init_images();
init_table();
init_world();
init_spellings();
init_answers();
var images = {
  "boot-resources.list"({ world, query }) {
    const type = query.get("type")?.toLowerCase() || void 0;
    if (type !== void 0 && !resourceTypes.includes(type))
      throw invalidField("type", `'${type}' is not a valid boot resource type.`);
    isImporting(world);
    const matches = allResources2(world).filter(
      (each) => type === void 0 || each.type.toLowerCase() === type
    );
    return json(matches.map((resource3) => serializeBootResource(world, resource3)));
  },
  "boot-resources.create"(call) {
    const resource3 = addUpload(call.world, readUpload(call));
    const content = call.form.file("content")?.content;
    const file2 = resource3.sets.at(-1)?.files[0];
    if (content !== void 0 && file2 !== void 0 && file2.storedBytes < file2.sizeBytes)
      appendChunk(call.world, resource3, file2, content);
    const serialized = serializeResourceWithSets(call.world, resource3);
    return json(serialized, usesDeployedStyle(call.world, "created-status") ? 201 : 200);
  },
  "boot-resources.import"(call) {
    startImport(call.world);
    return text3("Import of boot resources started");
  },
  "boot-resources.is_importing": (call) => text3(String(isImporting(call.world))),
  "boot-resources.stop_import"(call) {
    stopImport(call.world);
    return text3("Import of boot resources is being stopped");
  },
  "boot-resource.read": (call) => json(serializeResourceWithSets(call.world, resourceOf(call, call.path.id))),
  "boot-resource.delete": withoutContent(
    (call) => removeBootResource(call.world, resourceOf(call, call.path.id))
  ),
  "boot-resource.upload"(call) {
    const resource3 = resourceOf(call, call.path.resource_id);
    const files = resource3.sets.flatMap((set) => set.files);
    appendChunk(call.world, resource3, requireItem(files, call.path.id, "BootResourceFile"), call.body);
    return empty(200);
  },
  ...resource2(["boot-sources", "boot-source"], {
    ...tableAccess((world) => world.state.images.sources, "BootSource"),
    serialize: serializeSource,
    rules: [patternRule("url", isHttpUrl, "Enter a valid URL.")],
    read: readSource,
    create: (call, { url = "", keyringFilename = "", keyringData = "" }) => addSource(call.world, { url, keyringFilename, keyringData }),
    update(call, source2, { url = source2.url, keyringFilename, keyringData }) {
      requireFreeUrl(call.world, url, source2);
      source2.url = url;
      if (keyringFilename !== void 0 || keyringData !== void 0) {
        source2.keyringFilename = keyringFilename ?? "";
        source2.keyringData = keyringData ?? "";
      }
      source2.updated = call.world.clock.now();
    },
    remove: removeSource
  }),
  ...resource2(["boot-source-selections", "boot-source-selection"], {
    permit: (call) => sourceOf(call),
    serialize: serializeSelection,
    rows: (call) => selectionsOf(call.world, sourceOf(call)),
    find: (call) => findSelection(call.world, sourceOf(call), call.path.id),
    rules: ["os", "release"].map((field) => patternRule(field, /^[\w.-]*$/, invalidName)),
    read: readSelection,
    create: (call, changes) => addSelection(call.world, sourceOf(call), { ...allImages, ...changes }),
    update(call, selection, changes) {
      const updated = { ...selection, ...changes };
      requireFreeRelease(call.world, sourceOf(call), updated, selection);
      Object.assign(selection, updated);
    },
    remove: ({ state }, selection) => removeRow(state.images.selections, selection.id)
  })
};
var resourceOf = ({ world }, id) => requireRow(world.state.images.resources, id, "BootResource");
var uploadRules = [
  { name: "size", type: "integer", required: true, min: 1 },
  patternRule(
    "name",
    /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)?$/,
    (name7) => `'${name7}' is not a valid name: <name> or <os>/<name>.`
  ),
  patternRule("sha256", /^[0-9a-f]{64}$/i, "Enter a valid SHA-256: 64 hexadecimal digits."),
  patternRule(
    "base_image",
    /^[\w.-]+\/[\w.-]+$/,
    (image) => `'${image}' is not a valid base image: <os>/<release>.`
  )
];
var contentRules = [
  ...uploadRules.filter(({ name: name7 }) => name7 !== "size" && name7 !== "sha256"),
  { name: "size", type: "integer" },
  { name: "sha256", type: "string" }
];
function readUpload(call) {
  const content = call.form.file("content")?.content;
  const form = readForm(call, content === void 0 ? uploadRules : contentRules);
  const [name7 = "", title = "", hash = ""] = ["name", "title", "sha256"].map(form.text);
  const sha256 = hash || (content === void 0 ? "" : sha256Of(content));
  const baseImage = form.text("base_image") || defaultBaseImage(call.world, name7);
  const filetype = form.text("filetype") || "tgz";
  const sizeBytes = form.integer("size") ?? content?.byteLength ?? 0;
  if (content?.byteLength === 0) form.fail("content", "The submitted file is empty.");
  if (content !== void 0 && content.byteLength !== sizeBytes)
    form.fail("size", `The content has ${content.byteLength} bytes.`);
  if (content !== void 0 && sha256Of(content) !== sha256.toLowerCase())
    form.fail("sha256", "The SHA-256 of the content is different.");
  const architecture = readImageArchitecture(form);
  if (baseImage === null && name7.startsWith("custom/"))
    form.fail("base_image", "This field is required for a custom image.");
  form.check();
  const file2 = { filetype, sha256: sha256.toLowerCase(), sizeBytes };
  return { name: name7.replace(/^custom\//, ""), architecture, title, baseImage, ...file2 };
}
var sha256Of = (content) => createHash3("sha256").update(content).digest("hex");
function defaultBaseImage(world, name7) {
  if (!name7.startsWith("custom/") || !usesDeployedStyle(world, "custom-base-image")) return null;
  return `ubuntu/${configValue(world, "commissioning_distro_series")}`;
}
function readImageArchitecture(form) {
  const text4 = form.text("architecture") ?? "";
  const [family = "", subarchitecture = "generic", ...rest] = text4.split("/");
  const isKnown = architectures.includes(family);
  if (text4 !== "" && (!isKnown || rest.length > 0 || !/^[A-Za-z0-9][\w.-]*$/.test(subarchitecture)))
    form.fail(
      "architecture",
      `'${text4}' is not a valid architecture: one of ${architectures.join(", ")}, such as amd64/generic.`
    );
  return `${family}/${subarchitecture}`;
}
var sourceOf = ({ world, path }) => requireRow(world.state.images.sources, path.boot_source_id, "BootSource");
function readSource(form, call, current) {
  const url = form.text("url");
  if (current !== void 0 && url === "") form.fail("url", requiredMessage);
  const keyringFilename = form.text("keyring_filename") || void 0;
  const upload = call.form.file("keyring_data");
  const takesText = !usesDeployedStyle(call.world, "keyring-data");
  const keyringText = takesText && form.text("keyring_data")?.replace(/\s+/g, "") || void 0;
  const keyringData = upload === void 0 ? keyringText : Buffer.from(upload.content).toString("base64");
  if (keyringData !== void 0 && !isBase64(keyringData))
    form.fail("keyring_data", "Enter base64-encoded data.");
  if (keyringFilename !== void 0 && keyringData !== void 0)
    form.fail("__all__", "Only one of keyring_filename or keyring_data can be specified.");
  if (current === void 0 && keyringFilename === void 0 && keyringData === void 0)
    form.fail("__all__", "One of keyring_data or keyring_filename must be supplied.");
  return { url, keyringFilename, keyringData };
}
function isHttpUrl(text4) {
  return URL.canParse(text4) && /^https?:$/.test(new URL(text4).protocol);
}
function invalidName(value) {
  return `'${value}' is not a valid name.`;
}
var allImages = { os: "", release: "", arches: ["*"], subarches: ["*"], labels: ["*"] };
function readSelection(form, call) {
  const readList = (field) => {
    if (!form.has(field)) return void 0;
    const values = call.form.all(field).map((value) => value.trim()).filter((value) => value !== "");
    const invalidValue = values.find((value) => !/^(?:\*|[\w.,-]+)$/.test(value));
    if (invalidValue !== void 0) form.fail(field, invalidName(invalidValue));
    return values.length === 0 ? ["*"] : [...new Set(values)];
  };
  const [arches, subarches, labels] = ["arches", "subarches", "labels"].map(readList);
  return {
    ...form.values({ os: "text", release: "text" }),
    ...withoutUndefined({ arches, subarches, labels })
  };
}

// ../../../work/wt/sandbox/src/sandbox/groups/interfaces.ts
init_interfaces2();
init_interface_changes();
init_interfaces();
init_addresses2();
init_domain_error();
init_table();
init_answers();

// ../../../work/wt/sandbox/src/sandbox/groups/interface-links.ts
init_interface_changes();
init_interfaces();
init_subnets();
init_transitions();
init_addresses2();
init_domain_error();
init_table();
init_answers();
function interfaceOf2({ path: { id } }, node) {
  const byId2 = node.interfaces.find((each) => String(each.id) === id);
  return requireFound(byId2 ?? node.interfaces.find((each) => each.name === id), "Interface");
}
function changeableNodeOf(call, action) {
  const node = editableNodeOf(call);
  if (node.nodeType === "machine" && !configurableStatuses.includes(node.status))
    throw conflict(`Cannot ${action} because the machine is not New, Ready, Allocated, or Broken.`);
  return node;
}
var interfaceAnswer = ({ world }, node, nic) => json(serializeInterface(world, node, nic));
var changeInterface = (action, change) => (call) => {
  const node = nodeOf(call);
  const nic = interfaceOf2(call, node);
  changeableNodeOf(call, action);
  change(call, node, nic, readForm(call));
  return interfaceAnswer(call, node, nic);
};
var interfaceLinks = {
  "interface.link_subnet": changeInterface("link subnet", linkSubnet),
  "interface.unlink_subnet": changeInterface("unlink subnet", unlinkSubnet),
  "interface.disconnect": changeInterface("disconnect", ({ world }, node, nic) => {
    clearLinks(world, nic);
    setVlan(node, nic, null);
    dropStaleGateways(node);
  }),
  "interface.set_default_gateway": changeInterface("set default gateway", setDefaultGateway),
  ...nodePartTagHandlers("interface", { find: interfaceOf2, answer: interfaceAnswer })
};
function unlinkSubnet({ world }, node, nic, form) {
  const id = form.integer("id");
  const match = nic.links.find((other) => other.id === id);
  if (form.required("id") !== "" && id !== void 0 && match === void 0)
    form.fail("id", invalidChoice(String(id)));
  form.check();
  if (match !== void 0) unlink(world, node, nic, match);
}
var modes = ["auto", "dhcp", "static", "link_up"];
function linkSubnet(call, node, nic, form) {
  const text4 = form.text("mode")?.toUpperCase();
  const mode = modes.find((name7) => name7.toUpperCase() === text4);
  const choices = modes.map((name7) => name7.toUpperCase());
  if (text4 && mode === void 0) form.fail("mode", invalidChoice(text4, choices));
  const isForced = form.boolean("force") ?? false;
  const allowsAnyVlan = nic.type !== "vlan" && (isForced || nic.vlanId === null);
  const subnet3 = form.reference("subnet", (spec) => {
    const match = findSubnetOfField(call.world, spec);
    return allowsAnyVlan || match?.vlanId === nic.vlanId ? match : void 0;
  });
  const ip = form.address("ip_address");
  const isGateway = form.boolean("default_gateway") ?? false;
  if (ip !== void 0 && mode !== "static") form.fail("ip_address", "Only a STATIC link has an address.");
  if (!form.text("subnet") && mode !== "link_up") form.fail("subnet", requiredMessage);
  if (isGateway && (mode === "dhcp" || mode === "link_up"))
    form.fail("default_gateway", "Only AUTO and STATIC links can be the default gateway.");
  else if (isGateway && subnet3?.gatewayIp === null)
    form.fail("default_gateway", "Cannot set as default gateway because the subnet has no gateway.");
  if (isEnslaved(node, nic))
    form.fail("__all__", `${nic.name} is part of a bond or a bridge, which is linked in its place.`);
  form.check();
  if (mode === "link_up" || mode === void 0 || !subnet3) linkUp(call, node, nic, isForced);
  else linkTo(call, node, nic, { mode, subnet: subnet3, ip }, isGateway);
}
function linkTo({ world }, node, nic, link2, isGateway) {
  const { subnet: subnet3 } = link2;
  const previousLinks = nic.links;
  const newLink = addLink(world, node, nic, link2);
  if (subnet3.vlanId !== nic.vlanId) {
    const previousNic = { ...nic, links: previousLinks, observed: nic.observed };
    clearLinks(world, previousNic);
    Object.assign(nic, { links: [newLink], observed: null });
    setVlan(node, nic, subnet3.vlanId);
    dropStaleGateways(node);
  }
  if (isGateway) chooseGateway(world, node, newLink);
}
function linkUp({ world }, node, nic, isForced) {
  if (nic.vlanId === null) throw invalidField("mode", "The interface is not connected to a VLAN.");
  if (nic.links.some(({ mode }) => mode !== "link_up") && !isForced)
    throw invalid({
      __all__: [
        "Cannot configure interface to link up (with no IP address) while other links are already configured. Specify force=True to override this behavior and unlink all existing links."
      ]
    });
  clearLinks(world, nic);
  nic.links = [makeLink(world, "link_up", null)];
  dropStaleGateways(node);
}
function setDefaultGateway({ world }, node, nic, form) {
  const hasGateway = ({ mode, subnetId }) => (mode === "auto" || mode === "static") && (findRow(world.state.networks.subnets, subnetId)?.gatewayIp ?? null) !== null;
  const gatewayLinks = nic.links.filter(hasGateway);
  const id = form.integer("link_id");
  const gatewayLink = id === void 0 ? gatewayLinks[0] : gatewayLinks.find((other) => other.id === id);
  form.check();
  if (gatewayLinks.length === 0) throw invalid({ __all__: ["This interface has no usable gateways."] });
  if (id === void 0 && gatewayLinks.length > 1)
    throw invalidField("link_id", "This field is required; Interface has more than one usable gateway.");
  if (gatewayLink === void 0) throw invalidField("link_id", invalidChoice(String(id)));
  chooseGateway(world, node, gatewayLink);
}

// ../../../work/wt/sandbox/src/sandbox/groups/interfaces.ts
var interfaces2 = {
  "interfaces.list": (call) => {
    const node = nodeOf(call);
    return json(node.interfaces.map((each) => serializeInterface(call.world, node, each)));
  },
  "interfaces.create_physical": createInterface("physical"),
  "interfaces.create_bond": createInterface("bond"),
  "interfaces.create_bridge": createInterface("bridge"),
  "interfaces.create_vlan": createInterface("vlan"),
  "interface.read": (call) => {
    const node = nodeOf(call);
    return interfaceAnswer(call, node, interfaceOf2(call, node));
  },
  "interface.update": changeInterface("update interface", update),
  "interface.delete": withoutContent((call) => {
    const node = nodeOf(call);
    const nic = interfaceOf2(call, node);
    changeableNodeOf(call, "delete interface");
    removeInterface(call.world, node, nic);
  }),
  ...interfaceLinks
};
function freeName2(node) {
  let number = 0;
  while (node.interfaces.some(({ name: name7 }) => name7 === `eth${number}`)) number += 1;
  return `eth${number}`;
}
var readTags = (form) => [...new Set(form.list("tags"))];
var originReaders = {
  physical(_world, node, form) {
    const name7 = form.text("name") || freeName2(node);
    checkInterfaceName(form, node, name7);
    return { name: name7, parents: [] };
  },
  bond(_world, node, form) {
    const name7 = form.text("name") ?? "";
    if (name7 !== "") checkInterfaceName(form, node, name7);
    const parents = readParents(form, node, "bond");
    const vlanIds = new Set(parents.flatMap(({ vlanId }) => vlanId ?? []));
    if (vlanIds.size > 1) form.fail("parents", "All parents must belong to the same VLAN.");
    return { name: name7, parents };
  },
  bridge(_world, node, form) {
    const parents = readParents(form, node, "bridge");
    const name7 = form.text("name") || `br-${parents[0]?.name}`;
    if (parents.length > 0) checkInterfaceName(form, node, name7);
    return { name: name7, parents };
  },
  vlan(world, node, form) {
    const parents = readParents(form, node, "vlan");
    const vlanId = readTaggedVlan(world, form) ?? null;
    const [parent] = parents;
    const name7 = parent === void 0 ? "" : vlanName(world, parent, vlanId);
    if (parent !== void 0 && vlanId !== null) checkInterfaceName(form, node, name7);
    return { name: name7, parents };
  }
};
function createInterface(type) {
  return (call) => {
    const { world } = call;
    const node = changeableNodeOf(call, "create interface");
    const form = readForm(call);
    const { name: name7, parents } = originReaders[type](world, node, form);
    const [parent] = parents;
    const vlanId = readVlan2(world, form);
    const macAddress2 = readMac(world, form, node, type) ?? parent?.macAddress ?? "";
    const params = readParameters(form, type);
    const cable = type === "physical" ? readCable(form, type) : type === "bridge" ? { linkConnected: false, linkSpeedMbps: 0, interfaceSpeedMbps: 0, numaNode: null } : { linkSpeedMbps: parent?.linkSpeedMbps ?? 0, numaNode: null };
    form.check();
    const parentVlanId = parents.find((each) => each.vlanId !== null)?.vlanId ?? null;
    const nic = makeInterface(world, {
      ...{ name: name7, type, macAddress: macAddress2, params, ...cable },
      vlanId: vlanId === void 0 ? parentVlanId : vlanId,
      tags: readTags(form),
      ...type === "bridge" ? { isConfigured: true } : {}
    });
    node.interfaces.push(nic);
    setParents(world, node, nic, parents);
    return interfaceAnswer(call, node, nic);
  };
}
function update(call, node, current, form) {
  const { world } = call;
  const { type } = current;
  const vlanId = type === "vlan" ? readTaggedVlan(world, form) : readVlan2(world, form);
  const macAddress2 = readMac(world, form, node, type, current);
  const params = readParameters(form, type, current);
  const cable = readCable(form, type, current);
  const parents = readNewParents(form, node, current);
  const name7 = readNewName(call, node, current, form, parents, vlanId);
  form.check();
  if (parents !== void 0) setParents(world, node, current, parents);
  if (vlanId !== void 0) moveToVlan(world, node, current, vlanId);
  if (name7 !== current.name) renameInterface(world, node, current, name7);
  Object.assign(current, { params }, macAddress2 === void 0 ? {} : { macAddress: macAddress2 });
  if (type === "physical") Object.assign(current, cable);
  if (form.has("tags")) current.tags = readTags(form);
  ensureLinkUp(world, node, current);
}
function readNewParents(form, node, current) {
  const { type } = current;
  const hasParents = type !== "physical" && type !== "unknown";
  const acceptedFields = { parents: hasParents, parent: hasParents && type !== "bond" };
  const parentFields2 = ["parents", "parent"].filter(form.has);
  for (const name7 of parentFields2)
    if (!acceptedFields[name7]) form.fail(name7, `A ${type} interface has no ${name7}.`);
  if (!hasParents || !parentFields2.some((name7) => acceptedFields[name7])) return void 0;
  if (type === "bond" && !form.text("parents")) form.fail("parents", requiredMessage);
  return readParents(form, node, type, current);
}
function readNewName({ world }, node, current, form, parents, vlanId) {
  const requestedName = form.text("name");
  if (current.type !== "vlan") {
    if (requestedName === "") form.required("name");
    const name8 = requestedName || current.name;
    if (name8 !== current.name) checkInterfaceName(form, node, name8, current);
    return name8;
  }
  const parent = parents?.[0] ?? node.interfaces.find((other) => current.parents.includes(other.name));
  const name7 = parent === void 0 ? current.name : vlanName(world, parent, vlanId ?? current.vlanId);
  if (requestedName && requestedName !== name7)
    form.fail("name", "The name is derived from the parent and the VLAN.");
  if (name7 !== current.name) checkInterfaceName(form, node, name7, current);
  return name7;
}
var readVlan2 = (world, form) => form.reference("vlan", (text4) => {
  const row2 = findRow(world.state.networks.vlans, text4);
  if (row2 !== void 0) return row2.id;
  const ids3 = [...resolveVlans(world, text4, "vlan")];
  return ids3.length === 1 ? ids3[0] : void 0;
});
function readTaggedVlan(world, form) {
  const id = readVlan2(world, form) ?? void 0;
  if (id !== void 0 && findRow(world.state.networks.vlans, id)?.vid === 0)
    form.fail("vlan", "A VLAN interface must be connected to a tagged VLAN.");
  return id;
}
function checkInterfaceName(form, node, name7, current) {
  if (!/^[A-Za-z0-9][\w.:-]{0,62}$/.test(name7)) form.fail("name", "Enter a valid value.");
  if (node.interfaces.some((each) => each !== current && each.name === name7))
    form.fail("name", `Node ${node.hostname} already has an interface named '${name7}'.`);
}
function readMac(world, form, node, type, current) {
  const mac2 = form.mac("mac_address");
  const holder = mac2 === void 0 ? void 0 : findInterfaceByMac(world, mac2);
  const isShared = holder?.node === node && (type !== "physical" || holder.interface.type !== "physical");
  if (holder !== void 0 && holder.interface !== current && !isShared)
    form.fail("mac_address", `This MAC address is already in use by ${holder.node.hostname}.`);
  return mac2;
}
function readParents(form, node, type, current) {
  const field = type === "bond" ? "parents" : "parent";
  const idTexts = form.has(field) && field === "parent" ? [form.text(field) ?? ""] : form.list("parents");
  const ids3 = [...new Set(idTexts.filter(Boolean))];
  if (type !== "bond" && ids3.length !== 1)
    form.fail(field, `A ${type} interface must have exactly one parent.`);
  return ids3.flatMap((text4) => {
    const parent = node.interfaces.find(({ id }) => String(id) === text4);
    if (parent === void 0 || parent === current) {
      form.fail(field, invalidChoice(text4));
      return [];
    }
    if (!parentTypes[type].includes(parent.type))
      form.fail(
        field,
        `A ${type} interface cannot have ${parent.name}, a ${parent.type} interface, as its parent.`
      );
    if (isInUse(node, parent, type, current))
      form.fail(field, `${parent.name} is already in-use by another interface.`);
    return [parent];
  });
}
function isInUse(node, parent, type, current) {
  const isCurrentParent = current?.parents.includes(parent.name) === true;
  if (type === "bond") return parent.children.some((name7) => name7 !== current?.name);
  const isInBond = node.interfaces.some(
    (each) => each !== current && each.type === "bond" && each.parents.includes(parent.name)
  );
  return isInBond || type === "bridge" && !isCurrentParent && isEnslaved(node, parent);
}
function readParameters(form, type, current) {
  const parameters = { ...current?.params };
  const mtu2 = form.integer("mtu");
  if (form.text("mtu") === "") delete parameters["mtu"];
  if (mtu2 !== void 0) parameters["mtu"] = mtu2;
  const acceptRa = form.boolean("accept_ra");
  if (acceptRa !== void 0) parameters["accept_ra"] = acceptRa;
  for (const [kind, fields] of Object.entries(fieldsOfType))
    for (const { name: name7, type: fieldType, default: defaultText = "" } of fields) {
      if (kind !== type) {
        if (form.text(name7)) form.fail(name7, `This is a parameter of ${kind} interfaces.`);
        continue;
      }
      const isNumber2 = fieldType === "integer";
      const isBoolean = fieldType === "boolean";
      const value = isNumber2 ? form.integer(name7) : isBoolean ? form.boolean(name7) : form.text(name7) || void 0;
      if (value !== void 0) parameters[name7] = value;
      else if (current === void 0)
        parameters[name7] = isNumber2 ? Number(defaultText) : isBoolean ? defaultText === "true" : defaultText;
    }
  return parameters;
}
function readCable(form, type, current) {
  const names = ["enabled", "link_connected", "interface_speed", "link_speed"];
  if (type !== "physical") {
    for (const name7 of names)
      if (form.text(name7)) form.fail(name7, "Only physical interfaces have this field.");
  }
  const linkConnected = form.boolean("link_connected") ?? current?.linkConnected ?? true;
  const interfaceSpeedMbps = form.integer("interface_speed") ?? current?.interfaceSpeedMbps ?? 0;
  const linkSpeedMbps = form.integer("link_speed") ?? current?.linkSpeedMbps ?? 0;
  const hasSpeedField = form.has("interface_speed") || form.has("link_speed");
  if (hasSpeedField && interfaceSpeedMbps > 0 && linkSpeedMbps > interfaceSpeedMbps)
    form.fail("link_speed", "link_speed cannot exceed interface_speed.");
  const enabled2 = form.boolean("enabled") ?? current?.enabled ?? true;
  return { enabled: enabled2, linkConnected, interfaceSpeedMbps, linkSpeedMbps };
}

// ../../../work/wt/sandbox/src/sandbox/groups/machines.ts
init_dns();
init_interface_changes();
init_create();
init_scripts2();
init_transitions();
init_nodes();
init_domain_error();
init_world();
init_spellings();
init_answers();
var machines = {
  ...nodeHandlers("machine", "machine"),
  "machines.list_allocated"(call) {
    const isOwn = (node) => node.owner === call.user.username;
    return answerNodes(call, listNodes(call, "machine").filter(isOwn));
  },
  "machines.is_action_in_progress": answerInProgress,
  "machines.power_parameters"(call) {
    if (call.query.all("id").length === 0) throw invalidField("id", requiredMessage);
    return answerPowerParameters(call, "machine");
  },
  "machines.allocate": allocate,
  "machines.release": (call) => json(releaseAll(call).map((node) => node.systemId)),
  "machines.create": async (call) => json(serializeNode(call.world, await create(call))),
  "machines.accept": (call) => answerNodes(call, acceptMachines(call.world, readMachines(call, "machines"))),
  "machines.accept_all"(call) {
    const machines2 = allNodes(call.world, "machine").filter((node) => node.status === "new");
    return answerNodes(call, acceptMachines(call.world, machines2));
  },
  "machines.add_chassis"(call) {
    const { hostname: hostname2, rackController } = addChassis(call);
    return text3(`Asking ${rackController} to add machines from chassis ${hostname2}`);
  }
};
function releaseAll(call) {
  const { world, user } = call;
  const machines2 = readMachines(call, "machines");
  const reason = "You don't have the required permission to release the following machine(s).";
  for (const node of machines2) requireChange(world, user, node, "change", reason);
  const machinesToRelease = machines2.filter((node) => !isReleased(node));
  const releasableStatuses2 = transitionRules.release.from;
  const unreleasable = machinesToRelease.filter((node) => !releasableStatuses2.includes(node.status));
  if (unreleasable.length > 0) {
    const list4 = unreleasable.map((node) => `${node.systemId} ('${node.status}')`).join(", ");
    throw conflict(`Machine(s) cannot be released in their current state: ${list4}.`);
  }
  const rules3 = [{ name: "machines", type: "list" }];
  const erase = readChecked(call, (form) => readEraseMethod(world, form), rules3);
  for (const node of machinesToRelease)
    startRelease(world, node, erase, { username: user.username, comment: call.form.get("comment") });
  return machinesToRelease;
}
var allocationRules = [
  { name: "cpu_count", type: "string" },
  { name: "mem", type: "string" }
];
function allocate(call) {
  const { world, form, user } = call;
  const reader = readForm(call, [...allocationRules, ...bridgeRules]);
  const bridges = readBridges(reader);
  reader.check();
  const [candidate] = findCandidates(world, form.values, reader.boolean("verbose") ?? false);
  if (candidate === void 0) throw conflict(describeMismatch(form.values));
  const { node, matches } = candidate;
  if (!reader.boolean("dry_run")) {
    const actor = { username: user.username, comment: form.get("comment") };
    acquire(world, node, actor, form.get("agent_name") ?? "");
    if (bridges !== void 0) bridgeInterfaces(world, node, bridges);
  }
  return json({ ...serializeNode(world, node), constraints_by_type: matches });
}
async function create(call) {
  const { world, form, user } = call;
  const reader = readForm(call);
  const architecture = readArchitecture(reader);
  const powerType2 = reader.text("power_type") || "manual";
  checkPowerType(reader, powerType2);
  const powerParameters2 = readPowerParameters(form, reader);
  const commissioning2 = readCommissioning(world, reader);
  reader.check();
  const macAddresses = readNewMacs(world, form.all("mac_addresses"), "mac_addresses");
  const { hostname: hostname2, domainId } = readNewNames(call);
  const places = readZoneAndPool(call);
  await refuseUsedPowerAddress(world, powerType2, powerParameters2);
  const node = createNode(world, {
    nodeType: "machine",
    hostname: hostname2,
    macAddresses,
    subnetId: fleetSubnetId(world),
    architecture,
    isDpu: reader.boolean("is_dpu") ?? false,
    description: form.get("description") ?? "",
    minHweKernel: form.get("min_hwe_kernel") || defaultMinKernel(world),
    powerType: powerType2,
    powerParameters: powerParameters2,
    powerState: powerType2 === "manual" ? "unknown" : "off",
    ...withoutUndefined({ domainId }),
    ...places
  });
  recordNodeEvent(world, node, "New", "", user?.username);
  if (user?.isAdministrator !== true) return node;
  if (reader.boolean("deployed")) markDeployed(world, node, user.username);
  else if (reader.boolean("commission") !== false) startCommissioning(world, node, commissioning2);
  return node;
}
var conflictDelayMs = 15e3;
async function refuseUsedPowerAddress(world, type, parameters) {
  if (!usesDeployedStyle(world, "power-address") || !hasPowerAddress(world, type, parameters)) return;
  await world.clock.wait(conflictDelayMs);
  throw conflictToRetry("The service failed to process your request: it conflicts with another one.", 5);
}
function markDeployed(world, node, username2) {
  node.owner = username2;
  const release3 = findOsRelease(world, "");
  node.osystem = release3?.osystem ?? "custom";
  node.distroSeries = release3?.series ?? "custom";
  settle(world, node, "deployed");
  recordNodeEvent(world, node, "Deployed", "created as deployed", username2);
}
function acceptMachines(world, machines2) {
  const unacceptable = machines2.find(({ status }) => status !== "new" && !acceptedStatuses.includes(status));
  if (unacceptable !== void 0) throw wrongState("accept", unacceptable);
  const acceptableMachines = machines2.filter((node) => node.status === "new");
  const options = { scripts: defaultScripts(world), skipNetworking: false, skipStorage: false };
  for (const node of acceptableMachines) startCommissioning(world, node, options);
  return acceptableMachines;
}
var chassisTypes = {
  hmcz: { needsLogin: true, optionalFields: ["prefix_filter"] },
  mscm: { needsLogin: true },
  ocs: { needsLogin: true, optionalFields: ["port"] },
  powerkvm: { optionalFields: ["prefix_filter"], powerType: "virsh" },
  vmplatform: { optionalFields: ["prefix_filter"], powerType: "vmware" },
  recs_box: { needsLogin: true, optionalFields: ["port"] },
  sm15k: { needsLogin: true, optionalFields: ["power_control"] },
  ucsm: { needsLogin: true },
  virsh: { optionalFields: ["prefix_filter"] },
  vmmgr: { needsLogin: true, optionalFields: ["port", "prefix_filter", "protocol"], powerType: "vmware" }
};
function readChassis(call) {
  const form = readForm(call);
  const type = form.text("chassis_type") ?? "";
  const rule = Object.hasOwn(chassisTypes, type) ? chassisTypes[type] : void 0;
  const { needsLogin, optionalFields = [], powerType: powerType2 = type } = rule ?? {};
  const hasToken = form.text("token_name") && form.text("token_secret");
  if (needsLogin && !hasToken) for (const name7 of ["username", "password"]) form.required(name7);
  if (rule !== void 0) {
    for (const name7 of ["port", "power_control", "prefix_filter", "protocol"])
      if (form.text(name7) && !optionalFields.includes(name7))
        form.fail(name7, `${name7} is not used by chassis type ${type}.`);
  }
  if (rule === void 0 && type !== "")
    form.fail("chassis_type", `${type} is not one of ${Object.keys(chassisTypes).join(", ")}.`);
  if (form.text("password") && form.text("token_secret"))
    form.fail("token_secret", "Use either a password or a token, not both.");
  const domainName2 = form.text("domain") ?? "";
  const domain2 = domainName2 === "" ? void 0 : findDomain(call.world, domainName2);
  if (domainName2 !== "" && domain2 === void 0) form.fail("domain", `Unable to find domain ${domainName2}.`);
  form.check();
  const hostname2 = form.text("hostname") ?? "";
  return {
    hostname: hostname2,
    powerType: powerType2,
    prefix: form.text("prefix_filter") ?? "",
    acceptAll: form.boolean("accept_all") ?? false,
    domainId: domain2?.id,
    rackController: findRack(call.world, hostname2, form.text("rack_controller") ?? "")
  };
}
function addChassis(call) {
  const { world, user } = call;
  const chassis = readChassis(call);
  for (const slot of [1, 2]) {
    const node = createNode(world, {
      nodeType: "machine",
      hostname: `${chassis.prefix}${newHostname(world)}`,
      macAddresses: [newMac(world, 1)],
      subnetId: fleetSubnetId(world),
      powerType: chassis.powerType,
      powerParameters: { power_address: chassis.hostname, power_id: `slot-${slot}` },
      powerState: "off",
      ...withoutUndefined({ domainId: chassis.domainId })
    });
    recordNodeEvent(world, node, "New", `enlisted from chassis ${chassis.hostname}`, user.username);
    if (chassis.acceptAll) startTransition(world, node, "commission");
  }
  return chassis;
}
function findRack(world, hostname2, requestedRack) {
  const rack2 = allNodes(world, "rackController").find(
    (each) => requestedRack === "" || each.systemId === requestedRack || each.hostname === requestedRack
  );
  if (rack2 === void 0) throw notFound(`Unable to find specified rack ${requestedRack}.`);
  if (hostname2.endsWith(".invalid"))
    throw notFound(`Unable to find a rack controller with access to ${hostname2}.`);
  return rack2.hostname;
}

// ../../../work/wt/sandbox/src/sandbox/groups/node-devices.ts
init_addresses2();
init_references();
init_storage2();
init_domain_error();
init_settings();
init_storage();
init_answers();
var [storage, network, gpu] = [3, 4, 5];
var networkAdapter = {
  vendor_id: "8086",
  product_id: "1521",
  vendor_name: "Intel Corporation",
  product_name: "I350",
  commissioning_driver: "igb"
};
var diskController = {
  vendor_id: "144d",
  product_id: "a808",
  vendor_name: "Samsung Electronics Co Ltd",
  product_name: "NVMe SSD Controller SM981/PM981/PM983",
  commissioning_driver: "nvme"
};
var maxDevices = 32;
function devicesOf(node) {
  if (node.status === "new" && node.results.commissioning === 0) return [];
  const cards = node.interfaces.filter(({ type }) => type === "physical");
  const disks2 = physicalDisks(node.storage);
  const firstId = ((node.interfaces[0]?.id ?? 1) - 1) * maxDevices;
  const devices2 = [
    ...cards.map((card) => ({ ...networkAdapter, hardwareType: network, card })),
    ...disks2.map((disk) => ({ ...diskController, hardwareType: storage, disk })),
    ...node.hardwareDevices.map((device2) => ({
      ...device2,
      hardwareType: device2.commissioning_driver === "nouveau" ? gpu : network
    }))
  ];
  return devices2.map((device2, index) => ({ ...device2, busNumber: index + 1 })).map((device2) => ({
    ...device2,
    pciAddress: `0000:${device2.busNumber.toString(16).padStart(2, "0")}:00.0`
  })).filter(({ pciAddress }) => node.deletedDevices?.includes(pciAddress) !== true).map((device2) => ({ ...device2, id: firstId + device2.busNumber }));
}
var deviceOf = (call, node) => requireFound(
  devicesOf(node).find(({ id }) => String(id) === call.path.id),
  "NodeDevice"
);
function serialize2(world, node, device2) {
  const { id, card, disk, hardwareType, busNumber, pciAddress, ...hardwareFields } = device2;
  return {
    bus: 1,
    hardware_type: hardwareType,
    physical_blockdevice: disk === void 0 ? null : serializeDevice(world, node, disk),
    physical_interface: card === void 0 ? null : serializeInterface(world, node, card),
    ...hardwareFields,
    bus_number: busNumber,
    device_number: 0,
    pci_address: pciAddress,
    id,
    system_id: node.systemId,
    bus_name: "PCIE",
    numa_node: 0,
    hardware_type_name: hardwareName(hardwareType),
    resource_uri: resourceUri(world, "nodes", node.systemId, "devices", id)
  };
}
var nodeDevices = {
  "node-devices.list"(call) {
    const { world } = call;
    const node = nodeOf(call);
    const form = checkedForm(call);
    const [bus, hardware2] = [form.text("bus"), form.text("hardware_type")];
    const fieldFilters = ["vendor_id", "product_id", "vendor_name", "product_name", "commissioning_driver"].map((name7) => [name7, form.text(name7)]);
    const matches = devicesOf(node).filter(
      (device2) => (!bus || /^(?:1|pcie)$/i.test(bus)) && (!hardware2 || hardware2 === String(device2.hardwareType) || hardware2.toLowerCase() === hardwareTypes[device2.hardwareType]) && fieldFilters.every(([name7, expected]) => !expected || device2[name7] === expected)
    );
    return json(matches.map((device2) => serialize2(world, node, device2)));
  },
  "node-device.read"(call) {
    const node = nodeOf(call);
    return json(serialize2(call.world, node, deviceOf(call, node)));
  },
  "node-device.delete"(call) {
    const node = nodeOf(call);
    node.deletedDevices = [...node.deletedDevices ?? [], deviceOf(call, node).pciAddress];
    return empty(204);
  }
};

// ../../../work/wt/sandbox/src/sandbox/groups/node-history.ts
init_scripts2();
init_scripts();
init_machine_reports();
init_references();
init_domain_error();
init_settings();
init_world();
init_answers();
var typesInAnswerOrder = ["installation", "testing", "commissioning"];
var runsOf = (node) => typesInAnswerOrder.flatMap((type) => {
  const id = runIdOf(node, type);
  return id === null ? [] : [{ id, type }];
});
function runOf2(call) {
  const node = nodeOf(call);
  const { id = "" } = call.path;
  const run2 = runsOf(node).find((each) => id === `current-${each.type}` || String(each.id) === id);
  if (run2 === void 0 && !/^\d+$/.test(id))
    throw invalid(
      `Unknown id "${id}" must be current-commissioning, current-testing, current-installation, or the id number of a specific result.`
    );
  const scriptSet = requireFound(run2, "ScriptSet");
  const form = checkedForm(call);
  return { node, run: { ...scriptSet, results: resultsOf(call.world, node, scriptSet.type) }, form };
}
function filterResults(world, form, { results }) {
  const filters = form.list("filters");
  const hardware2 = form.text("hardware_type");
  return results.filter((result) => {
    const script2 = scriptNamed(world, result.name);
    const names = [result.name, String(result.id), ...script2?.tags ?? []];
    const type = script2?.hardwareType ?? 0;
    return (filters.length === 0 || filters.some((each) => names.includes(each))) && (!hardware2 || hardware2 === String(type) || hardware2 === hardwareTypes[type]);
  });
}
var nodeHistory = {
  "results.list"(call) {
    const { world } = call;
    const node = nodeOf(call);
    const form = checkedForm(call);
    const typeText = form.text("type");
    const withOutput = form.boolean("include_output") ?? false;
    const runs = runsOf(node).filter(({ type }) => !typeText || typeText === type || typeText === String(resultTypes[type])).map((run2) => ({ ...run2, results: resultsOf(world, node, run2.type) }));
    return json(
      runs.map((run2) => serializeRun(world, node, run2, filterResults(world, form, run2), withOutput))
    );
  },
  "result.read": answerRun,
  "result.update"(call) {
    const { node, run: run2, form } = runOf2(call);
    const suppressed = form.boolean("suppressed");
    const names = filterResults(call.world, form, run2).map(({ name: name7 }) => name7);
    const otherNames = (node.suppressed ?? []).filter((name7) => !names.includes(name7));
    if (suppressed !== void 0) node.suppressed = suppressed ? [...otherNames, ...names] : otherNames;
    return answerRun(call);
  },
  "result.delete"(call) {
    const { node, run: run2 } = runOf2(call);
    node.runs = { ...node.runs, [run2.type]: null };
    if (run2.type !== "installation") node.results[run2.type] = -1;
    return empty(204);
  },
  "result.download"(call) {
    const { world } = call;
    const { node, run: run2, form } = runOf2(call);
    if (form.text("filetype") === "tar.xz")
      throw notFound("The sandbox does not create archives: use filetype=txt.");
    const stream = form.text("output") || "combined";
    const sortedResults = filterResults(world, form, run2).toSorted((a, b) => a.name < b.name ? -1 : 1);
    const outputs = sortedResults.map((result) => {
      const { stdout, stderr } = outputOf(world, node, result);
      const output2 = { stdout, stderr, result: "" }[stream] ?? stdout + stderr;
      if (sortedResults.length === 1) return output2;
      const border = "-".repeat(80);
      return `${border}
${result.name}
${border}
${output2}
`;
    });
    return bytes(Buffer.from(outputs.join("")), "application/binary");
  },
  "events.query"(call) {
    const { world } = call;
    const form = checkedForm(call);
    const limit = form.integer("limit") ?? defaultLimit;
    const [before, after] = ["before", "after"].map(form.integer);
    if (before !== void 0 && after !== void 0)
      throw invalid("There is undefined behaviour when both `after` and `before` are specified.");
    const minLevel = eventLevels[form.text("level") || "INFO"];
    const matchesNode = nodeFilter(call);
    const matches = (event) => eventLevels[event.level] >= minLevel && (before === void 0 || event.id < before) && (after === void 0 || event.id > after) && matchesNode(event);
    const { records } = world.state.events;
    const matchingEvents = records.filter(matches);
    const start = after === void 0 ? Math.max(0, matchingEvents.length - limit) : 0;
    const page = matchingEvents.slice(start, start + limit).reverse();
    return json({
      count: page.length,
      events: page.map(serializeEvent),
      next_uri: pageLink(call, "after", page[0]?.id ?? after ?? 0),
      prev_uri: pageLink(call, "before", page.at(-1)?.id ?? before ?? 0)
    });
  },
  "installation-results.list"({ world, user, query }) {
    const systemIds = query.all("system_id");
    const typeText = query.get("result_type");
    const types2 = typeText ? [resultType(typeText)] : ["commissioning", "testing", "installation"];
    const names = query.all("name");
    const nodes3 = allNodes(world, "machine").filter(
      (node) => (systemIds.length === 0 || systemIds.includes(node.systemId)) && canSee(user, node)
    );
    const answers = nodes3.flatMap(
      (node) => types2.flatMap((type) => resultsOf(world, node, type)).filter(({ name: name7, endedAt }) => endedAt !== null && (names.length === 0 || names.includes(name7))).map((result) => serializeScriptResult(world, node, result))
    );
    return json(answers);
  }
};
function answerRun(call) {
  const { world } = call;
  const { node, run: run2, form } = runOf2(call);
  const withOutput = form.boolean("include_output") ?? false;
  return json(serializeRun(world, node, run2, filterResults(world, form, run2), withOutput));
}
var defaultLimit = 100;
function nodeFilter({ query, world, user }) {
  const [hostnames, ids3, [owner]] = [query.all("hostname"), query.all("id"), query.all("owner").slice(-1)];
  const tests = nodeFilters(
    world,
    new Map(["mac_address", "zone", "agent_name"].map((name7) => [name7, query.all(name7).slice(-1)]))
  );
  if (owner !== void 0) tests.push((node) => node.owner === owner);
  const matches = new Set(allNodes(world).filter((node) => tests.every((test) => test(node))));
  return (event) => {
    if (hostnames.length > 0 && !hostnames.includes(event.hostname)) return false;
    if (ids3.length > 0 && (event.node === null || !ids3.includes(event.node))) return false;
    const node = event.node === null ? void 0 : nodeById(world, event.node);
    if (node === void 0) return user.isAdministrator && tests.length === 0;
    return canSee(user, node) && matches.has(node);
  };
}
function pageLink({ query, world, addressing }, name7, id) {
  const otherParameters = query.names.filter((each) => each !== "before" && each !== "after").flatMap((each) => (query.values.get(each) ?? []).map((value) => [each, value]));
  const repeatsOp = addressing === "query" && usesDeployedStyle(world, "event-links");
  const op = repeatsOp ? [["op", "query"]] : [];
  const link2 = new URLSearchParams([...op, ...otherParameters, [name7, String(id)]]);
  return `/${world.segment}/api/2.0/events/?${link2}`;
}
function formatCreated(ms) {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(",", "").split(" ");
  return `${day}, ${date} ${month}. ${year} ${time}`;
}
var eventFields = fieldsOf(
  ...["username", "node", "hostname", "id", "level", "created", "type", "description"]
);
var serializeEvent = (event) => ({
  ...eventFields(event),
  created: formatCreated(event.created)
});
function resultType(text4) {
  const name7 = text4.toLowerCase();
  const type = typesInAnswerOrder.find((each) => each === name7 || String(resultTypes[each]) === text4);
  if (type !== void 0) return type;
  throw invalidField("result_type", `'${text4}' is not a result type: 0, 1 or 2.`);
}

// ../../../work/wt/sandbox/src/sandbox/groups/scripts.ts
init_scripts();
init_domain_error();
init_settings();
init_table();
init_world();
init_answers();
var answer = ({ world }, script2, withContent = false) => json(serializeNodeScript(world, script2, withContent));
var scriptOf2 = ({ world, path }) => findScript(world, path.name);
var scripts = {
  "scripts.list"(call) {
    const { world } = call;
    const form = checkedForm(call);
    const [type, hardware2] = [form.text("type"), form.text("hardware_type")];
    const filters = form.list("filters");
    const matches = allScripts(world).filter(
      (script2) => (!type || matchesNumber(type, script2.type, scriptTypes)) && (!hardware2 || matchesNumber(hardware2, script2.hardwareType, hardwareNumbers)) && (filters.length === 0 || filters.some((each) => each === script2.name || script2.tags.includes(each)))
    );
    const withContent = form.boolean("include_script") ?? false;
    return json(matches.map((script2) => serializeNodeScript(world, script2, withContent)));
  },
  "scripts.create": storeScript,
  "script.read": (call) => answer(call, scriptOf2(call), checkedForm(call).boolean("include_script")),
  "script.update": (call) => storeScript(call, scriptOf2(call)),
  "script.delete": withoutContent((call) => removeScript(call.world, scriptOf2(call))),
  "script.download"(call) {
    const { revisions } = scriptOf2(call);
    const form = readForm(call);
    const revisionId = form.integer("revision");
    const revision = revisionId === void 0 ? revisions[0] : revisions.find(({ id }) => id === revisionId);
    if (revision === void 0) form.fail("revision", `${revisionId} not found in history.`);
    form.check();
    return bytes(Buffer.from(revision?.content ?? "", "base64"), "application/binary");
  },
  ...tagHandlers("script", (call, changeTags) => {
    const script2 = scriptOf2(call);
    const tag4 = checkedForm(call).text("tag") ?? "";
    refuseDefaultScript(script2);
    script2.tags = changeTags(script2.tags, tag4);
    return answer(call, script2);
  }),
  "script.revert"(call) {
    const script2 = scriptOf2(call);
    revertScript(script2, checkedForm(call).integer("to") ?? 0);
    return answer(call, script2);
  },
  ...resource2(["commissioning-scripts", "commissioning-script"], {
    serialize: (world, script2, { operation, path }) => operation.method === "GET" && path.name === void 0 && usesDeployedStyle(world, "script-names") ? script2.name : serializeScript(world, script2),
    rows: ({ world }) => commissioningScripts(world).toSorted((a, b) => a.name < b.name ? -1 : 1),
    find: ({ world, path }) => findCommissioningScript(world, path.name),
    rules: (_call, current) => current === void 0 ? [{ name: "name", type: "string", required: true }] : [],
    read: readCommissioningScript,
    create: ({ world }, { name: name7, content }) => addCommissioningScript(world, name7, content),
    update: ({ world }, script2, { content }) => addRevision(world, script2, content, null),
    remove: ({ state }, script2) => removeFrom(state.settings.scripts, script2)
  }),
  "commissioning-script.read"(call) {
    const script2 = findCommissioningScript(call.world, call.path.name);
    return usesDeployedStyle(call.world, "script-names") ? bytes(Buffer.from(contentOf(script2), "base64"), "application/binary") : json(serializeScript(call.world, script2));
  }
};
var hardwareNumbers = Object.fromEntries(hardwareTypes.map((name7, index) => [name7, index]));
var matchesNumber = (text4, number, numbers) => text4 === String(number) || numbers[text4] === number;
async function storeScript(call, current) {
  const { readScriptFields: readScriptFields2, readHeader: readHeader2, withAddedTags: withAddedTags2, mergeHeader: mergeHeader2 } = await Promise.resolve().then(() => (init_script_header(), script_header_exports));
  const { world } = call;
  if (current !== void 0) refuseDefaultScript(current);
  const form = readForm(call, [
    { name: "script", type: "file" },
    // The service accepts words and numbers here.
    ...["type", "hardware_type", "parallel"].map((name8) => ({ name: name8, type: "string" }))
  ]);
  const content = readContent(call, form, current);
  const formFields = readScriptFields2(form.text, form.fail);
  const header = content === void 0 ? {} : readHeader2(Buffer.from(content).toString("utf8"));
  if (typeof header === "string") form.fail("script", header);
  const headerFields = typeof header === "string" ? {} : readScriptFields2(
    (name8) => header[name8] ?? (name8 === "type" ? header["script_type"] : void 0),
    form.fail
  );
  const fields = mergeHeader2(formFields, headerFields, form.fail);
  checkName2(call, form, fields.name, current);
  const comment3 = form.text("comment") ?? null;
  form.check();
  const { name: name7 = "" } = fields;
  if (current === void 0) {
    const newScript = withAddedTags2({ ...newScriptFields(name7, scriptTypes.testing), ...fields });
    return answer(call, addScript(world, newScript, content ?? new Uint8Array(), comment3));
  }
  Object.assign(current, withAddedTags2({ ...current, ...fields }));
  if (content !== void 0) addRevision(world, current, content, comment3);
  return answer(call, current);
}
function readContent({ form }, { fail }, current) {
  const text4 = form.get("script");
  const content = form.file("script")?.content ?? (text4 === void 0 ? void 0 : Buffer.from(text4));
  if (content === void 0 || content.byteLength === 0) {
    if (current === void 0 || content !== void 0) fail("script", requiredMessage);
    return void 0;
  }
  if (!Buffer.from(content.subarray(0, 3)).equals(Buffer.from("#!/")))
    fail("script", "Must start with shebang.");
  return content;
}
function checkName2({ world }, { fail }, name7, current) {
  if (name7 === void 0) {
    if (current === void 0) fail("name", requiredMessage);
    return;
  }
  if (!/^[\w.-]+$/.test(name7))
    fail("name", `Name '${name7}' contains disallowed characters, e.g. space or quotes.`);
  else if (/^\d+$/.test(name7)) fail("name", "Cannot be a number.");
  else if (name7 === "none") fail("name", '"none" is a reserved name.');
  const other = scriptNamed(world, name7);
  if (other !== void 0 && other !== current) fail("name", "Script with this Name already exists.");
}
function readCommissioningScript(form, call) {
  const content = call.form.file("content")?.content ?? Buffer.from(call.form.get("content") ?? "");
  if (content.byteLength === 0) form.fail("content", requiredMessage);
  return { name: form.text("name") ?? "", content };
}

// ../../../work/wt/sandbox/src/sandbox/groups/settings.ts
init_json_record();
init_config();
init_references();
init_domain_error();
init_images();
init_table();
init_world();
init_spellings();
init_answers();
var capabilities = [
  "networks-management",
  "static-ipaddresses",
  "ipv6-deployment-ubuntu",
  "devices-management",
  "storage-deployment-ubuntu",
  "network-deployment-ubuntu",
  "bridging-interface-ubuntu",
  "bridging-automatic-ubuntu",
  "authenticate-api"
];
var repositories = tableAccess(
  (world) => world.state.settings.repositories,
  "PackageRepository",
  requireNamedRow
);
var notificationTable = tableAccess((world) => world.state.settings.notifications, "Notification");
var isForUser = ({ user }, { users, admins, username: username2 }) => username2 === user.username || (user.isAdministrator ? admins : users);
var settings6 = {
  // `/version/` answers the API version as text; `/api/2.0/version/` answers the service's version as JSON.
  "version.get": (call) => call.path.version === void 0 ? text3("2.0") : json({ capabilities, version: "3.4.10-sandbox", subversion: "" }),
  // The API documentation describes plain text, empty if the item is not set.
  "svc.get_config"(call) {
    const item = itemOf(call);
    const value = configValue(call.world, item.name);
    if (item.secret && !call.user.isAdministrator) throw forbidden();
    return usesDeployedStyle(call.world, "config-values") ? plainJson(value) : text3(String(value ?? ""));
  },
  "svc.set_config"(call) {
    const value = call.form.get("value");
    if (value === void 0 && usesDeployedStyle(call.world, "config-without-value"))
      throw invalid("No provided value!");
    setConfigValue(call.world, itemOf(call), value ?? "");
    return text3("OK");
  },
  ...resource2(["license-keys", "license-key"], {
    serialize: serializeLicenseKey,
    rows: ({ world }) => world.state.settings.licenseKeys,
    find: ({ world, path }) => findLicenseKey(world, path.osystem, path.distro_series),
    read: readLicenseKey,
    create: ({ world }, key) => addLicenseKey(world, key),
    update: assign,
    remove: ({ state }, key) => removeFrom(state.settings.licenseKeys, key)
  }),
  ...resource2(["package-repositories", "package-repository"], {
    ...repositories,
    serialize: serializeRepository,
    rules: [patternRule("url", /^(?:https?|ftp|ppa):\S+$/, "Enter a valid URL.")],
    read: readRepository,
    create: ({ world }, values) => insert(world.state.settings.repositories, (id) => ({
      ...{ id, name: "", url: "", key: "", enabled: true, isDefault: false, arches: ["amd64", "i386"] },
      ...{ distributions: [], components: [], disabledPockets: [], disabledComponents: [] },
      disableSources: false,
      ...values
    })),
    update: assign,
    remove(world, repository) {
      if (repository.isDefault) throw invalid("Default package repositories may not be deleted.");
      repositories.remove(world, repository);
    }
  }),
  ...resource2(["notifications", "notification"], {
    ...notificationTable,
    rows: (call) => notificationTable.rows(call).filter((each) => isForUser(call, each) && !each.dismissedBy.includes(call.user.username)),
    find(call) {
      const notification = notificationTable.find(call);
      if (!call.user.isAdministrator && !isForUser(call, notification)) throw forbidden();
      return notification;
    },
    serialize: (world, { dismissedBy: _, username: username2, ...fields }) => ({
      ...fields,
      user: serializeOwner(world, username2),
      resource_uri: resourceUri(world, "notifications", fields.id)
    }),
    rules: [patternRule("ident", /^.{0,40}$/, "Ensure this value has at most 40 characters.")],
    read: readNotification,
    create: ({ world }, values) => insert(world.state.settings.notifications, (id) => ({
      ...{ message: "", ident: null, category: "info", context: {}, username: null },
      ...{ admins: false, users: false, dismissable: true, dismissedBy: [] },
      ...values,
      id
    })),
    update: assign
  }),
  "notification.dismiss": withoutContent((call) => {
    const notification = notificationTable.find(call);
    const { username: username2 } = call.user;
    if (!isForUser(call, notification)) throw forbidden();
    if (!notification.dismissable) throw invalid("Notification is not dismissable.");
    if (!notification.dismissedBy.includes(username2)) notification.dismissedBy.push(username2);
  })
};
function itemOf(call) {
  return findItem(call.world, checkedForm(call).text("name") ?? "");
}
function readLicenseKey(form, _call, current) {
  if (current !== void 0)
    return {
      ...current,
      licenseKey: form.has("license_key") ? form.required("license_key") : current.licenseKey
    };
  const types2 = { osystem: "text", distroSeries: "text", licenseKey: "text" };
  const { osystem = "", distroSeries: distroSeries2 = "", licenseKey = "" } = form.values(types2);
  for (const [field, value] of Object.entries({ osystem, distro_series: distroSeries2 }))
    if (value !== "" && !/^[\w.-]+$/.test(value)) form.fail(field, `'${value}' is not a valid name.`);
  return { osystem, distroSeries: distroSeries2, licenseKey };
}
function readRepository(form, call, current) {
  const fields = form.values({
    name: "word",
    url: "word",
    distributions: "list",
    disabledPockets: "list",
    disabledComponents: "list",
    disableSources: "boolean",
    components: "list",
    arches: "list",
    key: "text",
    enabled: "boolean"
  });
  if (repositories.rows(call).some((each) => each !== current && each.name === fields.name))
    form.fail("name", "Package repository with this Name already exists.");
  const choices = `Known architectures: ${architectures.join(", ")}.`;
  for (const arch of fields.arches ?? [])
    if (!architectures.some((each) => each === arch))
      form.fail("arches", `'${arch}' is not a valid architecture. ${choices}`);
  if (current?.isDefault && fields.enabled === false)
    form.fail("enabled", "Default repositories may not be disabled.");
  return fields;
}
function readNotification(form, call, current) {
  const ident = form.has("ident") ? form.text("ident") || null : void 0;
  if (ident && notificationTable.rows(call).some((each) => each !== current && each.ident === ident))
    form.fail("ident", "Notification with this Ident already exists.");
  if (form.text("message") === "") form.fail("message", requiredMessage);
  const user = form.reference("user", (name7) => findUser(call.world, name7));
  const context = readContext(form);
  const message2 = form.text("message") ?? current?.message ?? "";
  const members3 = context ?? current?.context ?? {};
  for (const [, name7 = ""] of message2.matchAll(/\{([^{}]*)\}/g))
    if (!Object.hasOwn(members3, name7)) throw invalid({ __all__: ["Notification cannot be rendered."] });
  return {
    ...form.values({ message: "text", category: "word" }),
    ...form.values({ admins: "boolean", users: "boolean", dismissable: "boolean" }),
    ...withoutUndefined({ ident, username: user === null ? null : user?.username, context })
  };
}
function readContext(form) {
  const text4 = form.text("context");
  if (text4 === void 0) return void 0;
  if (text4 === "") return {};
  try {
    const value = JSON.parse(text4);
    if (isRecord(value)) return value;
    form.fail("context", "Context is not a mapping.");
  } catch {
    form.fail("context", "Enter a valid JSON.");
  }
  return void 0;
}

// ../../../work/wt/sandbox/src/sandbox/groups/storage-devices.ts
init_filesystems();
init_bcache();
init_disks();
init_storage2();
init_domain_error();
init_storage();
init_table();
init_world();
init_quantities();
init_spellings();
init_answers();
var minBlockBytes = 512;
var deviceAt = ({ storage: storage2 }, text4 = "") => requireFound(findDevice(storage2, text4), "BlockDevice");
var device = {
  find: ({ path }, node) => deviceAt(node, path.id),
  answer: ({ world }, node, target) => json({ firmware_version: target.firmwareVersion ?? null, ...serializeDevice(world, node, target) }),
  inUseMessage: "Cannot format block device; it's currently in use."
};
var partition = {
  find: (call, node) => partitionOf(call, node).partition,
  answer: (call, node) => {
    const target = partitionOf(call, node);
    return json(serializePartition(call.world, node, target.device, target.partition));
  },
  inUseMessage: "Cannot format partition; it's currently in use."
};
function findChangeable(call, { find }) {
  const target = find(call, nodeOf(call, "machine"));
  return { node: storageMachineOf(call), target };
}
var changeExtent = (kind, change) => (call) => {
  const { node, target } = findChangeable(call, kind);
  change(target, call, node);
  return kind.answer(call, node, target);
};
var format = (kind, hasParts) => changeExtent(kind, (target, call) => {
  if (target.claim !== null || hasParts(target)) throw invalid(kind.inUseMessage);
  target.filesystem = readFilesystem(call, target);
});
var mount = (kind) => changeExtent(kind, (target, call, node) => {
  const form = checkedForm(call);
  mountExtent(node, target, form.text("mount_point") ?? "", form.text("mount_options") ?? "");
});
var blockDevices = {
  "block-devices.list"(call) {
    const node = nodeOf(call);
    return json(node.storage.devices.map((each) => serializeDevice(call.world, node, each)));
  },
  "block-devices.create"(call) {
    const node = storageMachineOf(call);
    const disk = readDisk(call);
    requireFreeName(node.storage, disk.name);
    return json(serializeDevice(call.world, node, addDisk(call.world, node.storage, disk)));
  },
  "block-device.read"(call) {
    const node = nodeOf(call);
    return device.answer(call, node, device.find(call, node));
  },
  "block-device.update": changeExtent(device, update2),
  "block-device.delete": withoutContent((call) => {
    const { node, target: disk } = findChangeable(call, device);
    removeDevice(node.storage, disk);
  }),
  ...nodePartTagHandlers("block-device", { type: "machine", ...device }),
  "block-device.format": format(device, ({ partitions: partitions2 }) => partitions2.length > 0),
  "block-device.unformat": changeExtent(device, unformatExtent),
  "block-device.mount": mount(device),
  "block-device.unmount": changeExtent(device, unmountExtent),
  "block-device.set_boot_disk"(call) {
    const { node, target: disk } = findChangeable(call, device);
    setBootDisk(node.storage, disk.id);
    return text3("OK");
  },
  "partitions.list"(call) {
    const node = nodeOf(call);
    const disk = deviceAt(node, call.path.device_id);
    return json(disk.partitions.map((each) => serializePartition(call.world, node, disk, each)));
  },
  "partitions.create": createPartition,
  "partition.read": (call) => partition.answer(call, nodeOf(call), partition.find(call, nodeOf(call))),
  "partition.delete": withoutContent((call) => {
    const target = partitionOf(call, nodeOf(call, "machine"));
    storageMachineOf(call);
    if (target.partition.claim !== null) throw invalid("Cannot delete partition; it's currently in use.");
    removeFrom(target.device.partitions, target.partition);
  }),
  "partition.add_tag"(call) {
    const target = partition.find(call, nodeOf(call, "machine"));
    const allowsAnyStatus = usesDeployedStyle(call.world, "partition-tag");
    const node = editableNodeOf(call, "machine", allowsAnyStatus ? "change" : "changeStorage");
    target.tags = [.../* @__PURE__ */ new Set([...target.tags, checkedForm(call).text("tag") ?? ""])];
    return partition.answer(call, node, target);
  },
  "partition.remove_tag": changeExtent(partition, (target, call) => {
    const tag4 = checkedForm(call).text("tag") ?? "";
    target.tags = target.tags.filter((each) => each !== tag4);
  }),
  "partition.format": format(partition, () => false),
  "partition.unformat": changeExtent(partition, unformatExtent),
  "partition.mount": mount(partition),
  "partition.unmount": changeExtent(partition, unmountExtent)
};
var formatRules = [
  { name: "fstype", type: "string", extendsRule: true, choices: fileSystems },
  uuidRule
];
function readFilesystem(call, { filesystem: previous }) {
  const form = checkedForm(call, formatRules);
  const fstype = form.text("fstype") || (previous?.fstype ?? "ext4");
  const label = form.text("label") ?? previous?.label ?? "";
  const isSwap = fstype === "swap" || previous?.fstype === "swap";
  const mountPoint = isSwap ? null : previous?.mountPoint ?? null;
  return { ...newFilesystem(call.world, fstype, label, mountPoint), ...form.values({ uuid: "word" }) };
}
function readSize2(form, field, minBytes) {
  const sizeText = form.text(field);
  if (!sizeText) return void 0;
  const bytes3 = parseSize(sizeText);
  if (bytes3 === void 0) form.fail(field, "Enter a whole number of bytes, optionally with K, M, G or T.");
  else if (bytes3 < minBytes) form.fail(field, `Ensure this value is greater than or equal to ${minBytes}.`);
  return bytes3;
}
function readDisk(call) {
  const form = readForm(call);
  const sizeBytes = readSize2(form, "size", alignmentBytes) ?? alignmentBytes;
  const blockSizeBytes = readSize2(form, "block_size", minBlockBytes) ?? minBlockBytes;
  const fields = form.values({
    model: "word",
    serial: "word",
    idPath: "word",
    firmwareVersion: "word",
    tags: "list"
  });
  if ((fields.model === void 0 || fields.serial === void 0) && fields.idPath === void 0)
    form.fail("__all__", "serial/model are required if id_path is not provided.");
  form.check();
  if (sizeBytes < blockSizeBytes)
    throw invalidField("block_size", "Ensure this value is less than or equal to the size.");
  return { name: form.text("name") ?? "", sizeBytes, blockSizeBytes, ...fields };
}
function createPartition(call) {
  const disk = deviceAt(nodeOf(call, "machine"), call.path.device_id);
  const node = storageMachineOf(call);
  const form = readForm(call, [uuidRule]);
  const sizeBytes = readSize2(form, "size", alignmentBytes);
  form.check();
  const { bootable = false } = form.values({ bootable: "boolean" });
  const spec = { sizeBytes, uuid: form.text("uuid") || void 0, bootable, field: "size" };
  const newPartition = addPartition(call.world, disk, spec);
  return json(serializePartition(call.world, node, disk, newPartition));
}
var physicalFields = ["model", "serial", "id_path", "size", "block_size", "firmware_version"];
function update2(extent2, call, { storage: storage2 }) {
  const form = readForm(call, [uuidRule]);
  const isPhysical = extent2.type === "physical";
  for (const field of isPhysical ? ["uuid"] : physicalFields)
    if (form.text(field))
      form.fail(field, `A ${extent2.type} block device has no such field that can be changed.`);
  const name7 = form.text("name") || extent2.name;
  const sizeBytes = readSize2(form, "size", alignmentBytes);
  const isInUse2 = extent2.claim !== null || usedBytes(extent2) > 0;
  if (sizeBytes !== void 0 && sizeBytes !== extent2.sizeBytes && isInUse2)
    form.fail("size", "The size of a block device that is in use cannot be changed.");
  const blockSizeBytes = readSize2(form, "block_size", minBlockBytes);
  form.check();
  if (name7 !== extent2.name) requireFreeName(storage2, name7);
  renameDevice(storage2, extent2, name7);
  const fields = form.values({
    model: "text",
    serial: "text",
    idPath: "text",
    uuid: "word",
    firmwareVersion: "text",
    tags: "list"
  });
  Object.assign(extent2, withoutUndefined({ ...fields, sizeBytes, blockSizeBytes }));
}

// ../../../work/wt/sandbox/src/sandbox/groups/storage-groups.ts
init_volumes();
init_bcache();
init_groups();
init_storage2();
init_domain_error();
init_storage();
init_table();
init_world();
init_quantities();
init_spellings();
init_answers();
var storageOf2 = (call) => nodeOf(call).storage;
function readExtents(form, storage2, fields, isAllowed) {
  const allowedExtents = extentsOf(storage2).filter(isAllowed);
  return fields.flatMap(
    (field, index) => [...new Set(form.list(field))].flatMap((text4) => {
      const match = allowedExtents.find(
        ({ partition: partition2, extent: extent2 }) => partition2 !== void 0 === (index === 1) && String(extent2.id) === text4
      );
      if (match === void 0) form.fail(field, invalidChoice(text4));
      return match ?? [];
    })
  );
}
function readMembers(form, call, current) {
  const storage2 = storageOf2(call);
  const canBeAdded = (candidate) => isFree(candidate) && (current === void 0 || !liesOn(storage2, candidate, current.id));
  const memberTest = (kind) => {
    const members3 = current === void 0 ? [] : membersOf(storage2, current, kind);
    return (candidate) => members3.some(({ extent: extent2 }) => extent2 === candidate.extent);
  };
  const prefix2 = current === void 0 ? "" : "add_";
  const added = readExtents(form, storage2, [`${prefix2}block_devices`, `${prefix2}partitions`], canBeAdded);
  const addedSpares = readExtents(
    form,
    storage2,
    [`${prefix2}spare_devices`, `${prefix2}spare_partitions`],
    (each) => canBeAdded(each) && !added.some(({ extent: extent2 }) => extent2 === each.extent)
  );
  const [isMember, isSpare] = [memberTest(), memberTest("spare")];
  const removed = [
    ...readExtents(
      form,
      storage2,
      ["remove_block_devices", "remove_partitions"],
      (each) => isMember(each) && !isSpare(each)
    ),
    ...readExtents(form, storage2, ["remove_spare_devices", "remove_spare_partitions"], isSpare)
  ];
  return { added, addedSpares, removed, ...form.values({ name: "word", uuid: "word" }) };
}
var storageRows = (rowsOf2, type, serialize3) => ({
  permit: storageMachineOf,
  rows: (call) => rowsOf2(storageOf2(call)),
  find: (call) => requireItem(rowsOf2(storageOf2(call)), call.path.id, type),
  serialize: (world, row2, call) => serialize3(world, nodeOf(call), row2)
});
var volumeGroupRows = storageRows(({ volumeGroups: volumeGroups2 }) => volumeGroups2, "VolumeGroup", serializeVolumeGroup);
var groupForm = { rules: [uuidRule], read: readMembers };
var storageGroups = {
  ...resource2(["raids", "raid"], {
    ...storageRows(({ raids: raids2 }) => raids2, "RAID", serializeRaid),
    ...groupForm,
    create(call, { added, addedSpares, ...names }) {
      const level = raidLevels.find((each) => each === call.form.get("level")?.trim()) ?? "raid-0";
      return addRaid(call.world, storageOf2(call), level, { active: added, spares: addedSpares }, names);
    },
    update: (call, raid, { added, addedSpares, removed, ...names }) => changeRaid(call.world, storageOf2(call), raid, { active: added, spares: addedSpares }, removed, names),
    remove: (_world, raid, call) => removeRaid(storageOf2(call), raid)
  }),
  ...resource2(["volume-groups", "volume-group"], {
    ...volumeGroupRows,
    ...groupForm,
    create: (call, { added, ...names }) => addVolumeGroup(call.world, storageOf2(call), added, names),
    update: (call, group13, { added, removed, ...names }) => changeVolumeGroup(call.world, storageOf2(call), group13, added, removed, names),
    remove: (_world, group13, call) => removeVolumeGroup(storageOf2(call), group13)
  }),
  ...resource2(["vmfs-datastores", "vmfs-datastore"], {
    ...storageRows(({ datastores: datastores2 }) => datastores2, "VMFS", serializeDatastore),
    ...groupForm,
    create: (call, { added, ...names }) => addDatastore(call.world, storageOf2(call), added, names),
    update: (call, store, { added, removed, ...names }) => changeDatastore(call.world, storageOf2(call), store, added, removed, names),
    remove: (_world, store, call) => removeDatastore(storageOf2(call), store)
  }),
  "volume-group.create_logical_volume"(call) {
    const group13 = volumeGroupRows.find(call);
    const node = storageMachineOf(call);
    const form = readForm(call, [uuidRule]);
    const sizeBytes = readSize2(form, "size", alignmentBytes);
    form.check();
    const spec = { name: form.text("name") ?? "", sizeBytes, ...form.values({ uuid: "word" }) };
    return json(serializeVolume(call.world, node, addVolume(call.world, node.storage, group13, spec)));
  },
  "volume-group.delete_logical_volume": withoutContent((call) => {
    const group13 = volumeGroupRows.find(call);
    const node = storageMachineOf(call);
    const form = readForm(call);
    const id = form.text("id") ?? "";
    if (id !== "" && !/^\d{1,15}$/.test(id)) form.fail("id", "Enter a whole number.");
    form.check();
    removeVolume(node.storage, group13, id);
  }),
  ...resource2(["bcaches", "bcache"], {
    ...storageRows(({ bcaches: bcaches2 }) => bcaches2, "Bcache", serializeBcache),
    rules: [uuidRule, { name: "cache_mode", type: "string" }],
    read: readBcache,
    create(call, values) {
      const storage2 = storageOf2(call);
      const backing = requireExtent("backing", readExtent(call, "backing"));
      const cacheSet = values.cacheSet ?? defaultCacheSet(storage2);
      return addBcache(call.world, storage2, { cacheMode: "WRITETHROUGH", ...values, backing, cacheSet });
    },
    update(call, bcache, { name: name7, cacheSet, ...changes }) {
      const storage2 = storageOf2(call);
      const backing = readExtent(call, "backing", backingExtent(storage2, bcache.id));
      if (name7 !== void 0 && name7 !== bcache.name) requireFreeName(storage2, name7);
      if (backing !== void 0) moveBacking(storage2, bcache, backing);
      if (name7 !== void 0) renameBcache(storage2, bcache, name7);
      Object.assign(bcache, changes, cacheSet && { cacheSetId: cacheSet.id });
    },
    remove: (_world, bcache, call) => removeBcache(storageOf2(call), bcache)
  }),
  ...resource2(["bcache-cache-sets", "bcache-cache-set"], {
    ...storageRows(({ cacheSets: cacheSets2 }) => cacheSets2, "CacheSet", serializeCacheSet),
    create: (call) => addCacheSet(call.world, storageOf2(call), requireExtent("cache", readExtent(call, "cache"))),
    update(call, cacheSet) {
      const storage2 = storageOf2(call);
      const extent2 = readExtent(call, "cache", cacheExtent(storage2, cacheSet.id));
      if (extent2 !== void 0) moveCache(storage2, cacheSet, extent2);
    },
    remove: (_world, cacheSet, call) => removeCacheSet(storageOf2(call), cacheSet)
  })
};
var readExtent = (call, role, current) => {
  const [device2, partition2] = ["device", "partition"].map(
    (each) => call.form.get(`${role}_${each}`) || void 0
  );
  return chooseExtent(storageOf2(call), role, device2, partition2, current);
};
function requireExtent(role, extent2) {
  if (extent2 !== void 0) return extent2;
  throw invalid({ __all__: [`Either ${role}_device or ${role}_partition must be specified.`] });
}
function readBcache(form, call) {
  const { cacheSets: cacheSets2 } = storageOf2(call);
  const mode = form.text("cache_mode") || void 0;
  const isLowerCase = mode === mode?.toLowerCase();
  const isAccepted = isLowerCase || !usesDeployedStyle(call.world, "cache-mode");
  const cacheMode = isAccepted ? cacheModes.find((each) => each === mode?.toUpperCase()) : void 0;
  if (mode !== void 0 && cacheMode === void 0) form.fail("cache_mode", invalidChoice(mode, cacheModes));
  const cacheSetText = form.text("cache_set") || void 0;
  const cacheSet = cacheSets2.find(({ id, name: name7 }) => String(id) === cacheSetText || name7 === cacheSetText);
  const ids3 = cacheSets2.map(({ id }) => String(id));
  if (cacheSetText !== void 0 && cacheSet === void 0)
    form.fail("cache_set", invalidChoice(cacheSetText, ids3));
  return { ...withoutUndefined({ cacheMode, cacheSet }), ...form.values({ name: "word", uuid: "word" }) };
}
function defaultCacheSet({ cacheSets: cacheSets2 }) {
  const [first, second2] = cacheSets2;
  if (first !== void 0 && second2 === void 0) return first;
  throw invalidField("cache_set", requiredMessage);
}

// ../../../work/wt/sandbox/src/sandbox/groups/subnets.ts
init_addresses();
init_ranges();
init_subnets();
init_networks2();
init_domain_error();
init_networks();
init_table();
init_world();
init_blocks();
init_spellings();
init_answers();
var subnetOf = ({ world, path }) => requireFound(findSubnet(world, path.id ?? ""), "Subnet");
var subnets2 = {
  ...resource2(["subnets", "subnet"], {
    rows: ({ world }) => rowsOf(world.state.networks.subnets),
    find: subnetOf,
    // A new subnet without a gateway is answered with an empty string instead of null.
    serialize: (world, subnet3, call) => ({
      ...serializeSubnet(world, subnet3),
      ...call.operation.method === "POST" ? { gateway_ip: subnet3.gatewayIp ?? "" } : {}
    }),
    read: readSubnet2,
    create({ world }, { cidr: cidr2 = "", vlanId, ...values }) {
      return makeSubnet(world, { cidr: cidr2, vlanId: vlanId ?? requireVlan(world, "0", "0").id, ...values });
    },
    update({ world }, subnet3, changes) {
      const previousVlanId = subnet3.vlanId;
      Object.assign(subnet3, changes);
      clearFreeHints(world, subnet3.id);
      stopIdleDhcp(world, previousVlanId);
    },
    remove: removeSubnet
  }),
  "subnet.ip_addresses"(call) {
    const { world } = call;
    const { id } = subnetOf(call);
    const form = checkedForm(call);
    const withUser = form.boolean("with_username") ?? true;
    const withNode = form.boolean("with_summary") ?? form.boolean("with_node_summary") ?? true;
    return jsonList(
      addressesOfSubnet(world.state.networks, id),
      (each) => serializeAddressUse(world, each, withUser, withNode)
    );
  },
  "subnet.reserved_ip_ranges": (call) => bigintJson(serializeReserved(call.world, subnetOf(call))),
  "subnet.statistics"(call) {
    const subnet3 = subnetOf(call);
    const form = checkedForm(call);
    const ranges2 = form.boolean("include_ranges") ?? false;
    const suggestions = form.boolean("include_suggestions") ?? false;
    return bigintJson(serializeStatistics(call.world, subnet3, { ranges: ranges2, suggestions }));
  },
  "subnet.unreserved_ip_ranges": (call) => bigintJson(serializeUnreserved(call.world, subnetOf(call))),
  ...resource2(["static-routes", "static-route"], {
    ...tableAccess((world) => world.state.networks.staticRoutes, "StaticRoute"),
    serialize: serializeStaticRoute,
    read: readRoute,
    create: ({ world }, route) => insert(world.state.networks.staticRoutes, (id) => ({ id, ...route })),
    update: assign
  })
};
function readSubnet2(form, call, current) {
  const { world } = call;
  const block = readBlock(call, form, current);
  const gateway2 = parseAddress(form.address("gateway_ip") ?? "");
  const dnsServers = form.has("dns_servers") ? call.form.all("dns_servers").flatMap(wordsOf) : void 0;
  checkAddresses(form, "dns_servers", dnsServers);
  const gatewayIp = form.has("gateway_ip") ? gateway2?.text ?? null : void 0;
  const newGateway = parseAddress((gatewayIp === void 0 ? current?.gatewayIp : gatewayIp) ?? "");
  if (block !== void 0 && newGateway !== void 0 && !blockContains(block, newGateway))
    form.fail("gateway_ip", "Gateway IP must be within CIDR range.");
  const fields = form.values({
    name: "word",
    description: "text",
    rdnsMode: "integer",
    activeDiscovery: "boolean",
    disabledBootArchitectures: "list"
  });
  checkFreeName(world, form, "name", fields.name, current);
  const vlanId = readVlan3(call, form, current)?.id;
  const [allowDns, allowProxy, managed] = ["allow_dns", "allow_proxy", "managed"].map(
    (name7) => readSwitch(world, form, name7)
  );
  const switches = { allowDns, allowProxy, managed };
  return {
    ...fields,
    ...withoutUndefined({ cidr: block?.text, vlanId, gatewayIp, dnsServers, ...switches })
  };
}
function checkFreeName({ state }, form, field, name7, current) {
  if (rowsOf(state.networks.subnets).some((each) => each !== current && each.name === name7))
    form.fail(field, "Subnet with this Name already exists.");
}
function readSwitch(world, form, name7) {
  const value = form.boolean(name7);
  const isDeployedSwitch = value === false && usesDeployedStyle(world, "subnet-switches");
  return isDeployedSwitch ? form.text(name7)?.toLowerCase() !== "false" : value;
}
function readBlock({ world }, form, current) {
  const text4 = form.text("cidr");
  if (!text4) return current && blockOf(current);
  const block = parseBlock(text4);
  if (block === void 0) form.fail("cidr", "Required format: <network>/<prefixlen>.");
  else if (rowsOf(world.state.networks.subnets).some((each) => each !== current && each.cidr === block.text))
    form.fail("cidr", "Subnet with this Cidr already exists.");
  else checkBlock(world, { ...form, fail: (_field, message2) => form.fail("cidr", message2) }, block, current);
  return block;
}
function readVlan3({ world }, form, current) {
  const { vlans: vlans2, fabrics: fabrics2 } = world.state.networks;
  const vlan3 = form.reference("vlan", (text4) => findRow(vlans2, text4)) ?? void 0;
  const fabricId2 = form.reference("fabric", (text4) => [...resolveFabrics(world, text4)][0]) ?? void 0;
  const vid = form.integer("vid");
  if (vlan3 !== void 0) {
    if (fabricId2 !== void 0 && vlan3.fabricId !== fabricId2)
      form.fail("vlan", `VLAN ${vlan3.name} is not in fabric ${findRow(fabrics2, fabricId2)?.name}.`);
    if (vid !== void 0 && vlan3.vid !== vid)
      form.fail("vid", invalidChoice(String(vid), [String(vlan3.vid)]));
    return vlan3;
  }
  if (fabricId2 === void 0 && vid === void 0) return void 0;
  const currentFabricId = current === void 0 ? void 0 : findRow(vlans2, current.vlanId)?.fabricId;
  const targetFabricId = fabricId2 ?? currentFabricId ?? 0;
  const match = findVlan(world, targetFabricId, vid ?? 0);
  if (match === void 0)
    form.fail("vid", `No VLAN with vid ${vid} in fabric ${findRow(fabrics2, targetFabricId)?.name}.`);
  return match;
}
function readRoute(form, { world }, current) {
  const { subnets: subnets3, staticRoutes } = world.state.networks;
  const subnetOf2 = (field, currentId) => form.reference(field, (text4) => findSubnet(world, text4)) ?? findRow(subnets3, currentId);
  const source2 = subnetOf2("source", current?.sourceId);
  const destination2 = subnetOf2("destination", current?.destinationId);
  const gateway2 = parseAddress(form.address("gateway_ip") ?? current?.gatewayIp ?? "");
  if (source2 !== void 0 && destination2 !== void 0) {
    if (source2 === destination2) form.fail("__all__", "source and destination cannot be the same subnet.");
    if (blockOf(source2).version !== blockOf(destination2).version)
      form.fail("__all__", "source and destination must be the same IP version.");
  }
  if (source2 !== void 0 && gateway2 !== void 0 && !blockContains(blockOf(source2), gateway2))
    form.fail("gateway_ip", `Enter an IP address in ${source2.cidr}.`);
  const metric2 = form.integer("metric") ?? current?.metric ?? 0;
  form.check();
  if (source2 === void 0 || destination2 === void 0 || gateway2 === void 0)
    throw invalid("The static route is incomplete.");
  const route = { sourceId: source2.id, destinationId: destination2.id, gatewayIp: gateway2.text, metric: metric2 };
  const isSame = (other) => ["sourceId", "destinationId", "gatewayIp"].every((name7) => other[name7] === route[name7]);
  if (rowsOf(staticRoutes).some((each) => each !== current && isSame(each)))
    throw invalid({ __all__: ["Static route with this Source, Destination and Gateway ip already exists."] });
  return route;
}
var networkOf = ({ world, path }) => requireRow(world.state.networks.subnets, /^subnet-(\d{1,9})$/.exec(path.name ?? "")?.[1], "Network");
function refuseIfWithdrawn({ world }) {
  if (usesDeployedStyle(world, "withdrawn-networks")) throw gone();
}
var networks = {
  ...resource2(["networks", "network"], {
    serialize: serializeNetwork,
    rows: ({ world }) => rowsOf(world.state.networks.subnets),
    find: networkOf,
    permit: refuseIfWithdrawn,
    // The documents list no form fields, so all fields of the answers are accepted as optional ones.
    rules: [{ name: "vlan_tag", type: "integer", min: 0, max: maxVid }],
    read: readNetwork,
    create: ({ world }, { vid = 0, ...fields }) => makeSubnet(world, { ...fields, vlanId: vlanOfTag(world, vid, void 0).id }),
    update({ world }, subnet3, { vid, ...changes }) {
      Object.assign(subnet3, changes);
      if (vid !== void 0)
        subnet3.vlanId = vlanOfTag(world, vid, world.state.networks.vlans.rows[subnet3.vlanId]).id;
      clearFreeHints(world, subnet3.id);
    },
    remove: removeSubnet
  }),
  "network.connect_macs": refuseMacChange,
  "network.disconnect_macs": refuseMacChange,
  "network.list_connected_macs": throwMacsNotFound
};
function refuseMacChange(call) {
  refuseIfWithdrawn(call);
  return throwMacsNotFound(call);
}
function throwMacsNotFound(call) {
  const { id } = networkOf(call);
  throw notFound(`Internal error: network subnet-${id} has no MAC address set; use interfaces instead.`);
}
function readNetwork(form, { world }, current) {
  const block = readNetworkBlock(world, form, current);
  const gateway2 = parseAddress(form.address("default_gateway") ?? "");
  const servers = form.text("dns_servers");
  const dnsServers = servers === void 0 ? void 0 : wordsOf(servers);
  const name7 = form.text("description") || (current === void 0 ? form.text("name") : void 0) || void 0;
  checkBlock(world, form, block, current);
  if (gateway2 !== void 0 && !blockContains(block, gateway2))
    form.fail("default_gateway", `Gateway IP must be within CIDR range: ${block.text}.`);
  checkAddresses(form, "dns_servers", dnsServers);
  checkFreeName(world, form, "description", name7, current);
  const gatewayIp = form.has("default_gateway") ? gateway2?.text ?? null : void 0;
  return {
    cidr: block.text,
    ...withoutUndefined({ vid: form.integer("vlan_tag"), name: name7, gatewayIp, dnsServers })
  };
}
function readNetworkBlock(world, form, current) {
  const currentBlock = current === void 0 ? void 0 : blockOf(current);
  if (!form.text("ip") && !form.text("netmask")) return currentBlock ?? freeBlock(world);
  const address3 = parseAddress(form.address("ip") ?? current?.cidr.split("/")[0] ?? "");
  const netmask = form.text("netmask") || (currentBlock === void 0 ? "" : netmaskOf(currentBlock));
  if (!form.text("ip") && current === void 0) form.fail("ip", requiredMessage);
  const block = address3 === void 0 ? void 0 : blockOfMask(address3, netmask);
  if (address3 !== void 0 && block === void 0)
    form.fail("netmask", netmask === "" ? requiredMessage : `'${netmask}' is not a valid netmask.`);
  return block ?? currentBlock ?? { version: 4, first: 0n, last: 0n, prefix: 32, text: "0.0.0.0/32" };
}
function removeSubnet(world, subnet3) {
  const { ranges: ranges2, addresses: addresses3, snippets: snippets3, staticRoutes, subnets: subnets3 } = world.state.networks;
  const [address3] = addressesOfSubnet(world.state.networks, subnet3.id);
  if (address3 !== void 0) throw invalid(`Can't delete subnet; ${address3.ip} is still in use.`);
  for (const node of allNodes(world))
    for (const each of node.interfaces)
      if (each.links.some((link2) => link2.subnetId === subnet3.id))
        throw invalid(`Can't delete subnet; ${each.name} on ${node.hostname} is still linked to it.`);
  for (const range of rowsOf(ranges2)) if (range.subnetId === subnet3.id) removeRow(ranges2, range.id);
  for (const snippet of rowsOf(snippets3)) if (snippet.subnetId === subnet3.id) removeRow(snippets3, snippet.id);
  for (const route of rowsOf(staticRoutes))
    if (route.sourceId === subnet3.id || route.destinationId === subnet3.id) removeRow(staticRoutes, route.id);
  delete addresses3.firstMaybeFree[subnet3.id];
  removeRow(subnets3, subnet3.id);
  stopIdleDhcp(world, subnet3.vlanId);
}

// ../../../work/wt/sandbox/src/sandbox/groups/vm-hosts.ts
init_addresses();
init_dns();
init_interfaces();
init_create();
init_layouts();
init_nodes();
init_references();
init_domain_error();
init_table();
init_world();
init_spellings();
init_answers();
var hostsOf = ({ world }) => world.state.places.pods;
function hostOf(call) {
  const { id = "" } = call.path;
  if (!/^\d+$/.test(id) && usesDeployedStyle(call.world, "pod-names"))
    throw new HttpError(500, `Field 'id' expected a number but got '${id}'.`);
  return requireFound(
    hostsOf(call).find((each) => String(each.id) === id),
    "Pod"
  );
}
var maxRatio = 10;
function readRatio(form, name7) {
  const text4 = form.text(name7);
  if (!text4) return void 0;
  const ratio2 = /^\d+(\.\d+)?$/.test(text4) ? Number(text4) : -1;
  if (ratio2 >= 0 && ratio2 <= maxRatio) return ratio2;
  form.fail(name7, `Enter a number from 0 to ${maxRatio}.`);
  return void 0;
}
var choiceRule = (name7, choices) => ({
  ...{ name: name7, type: "string", extendsRule: true, choices }
});
var rules2 = [
  choiceRule("type", ["lxd", "virsh"]),
  choiceRule("default_macvlan_mode", ["bridge", "passthru", "private", "vepa"]),
  choiceRule("default_storage_pool", [storagePool, "p1"])
];
function readHost(form, call, current) {
  const [name7, address3] = [form.text("name"), form.text("power_address")];
  if (name7 !== void 0 && hostsOf(call).some((each) => each !== current && each.name === name7))
    form.fail("name", "Pod with this Name already exists.");
  if (current !== void 0 && address3 === "") form.fail("power_address", requiredMessage);
  const type = current?.type ?? form.text("type");
  if (type === "virsh" && address3 && !/^qemu(?:\+\w+)?:\/\//.test(address3))
    form.fail("power_address", "Enter an address such as qemu+ssh://user@host/system.");
  return withoutUndefined({
    name: name7 || void 0,
    type: current === void 0 ? type : void 0,
    address: address3 || void 0,
    password: form.text("power_pass"),
    project: form.text("project"),
    tags: form.has("tags") ? [...new Set(wordsOf(form.text("tags") ?? ""))] : void 0,
    cpuRatio: readRatio(form, "cpu_over_commit_ratio"),
    memoryRatio: readRatio(form, "memory_over_commit_ratio"),
    macvlanMode: form.text("default_macvlan_mode"),
    ...readZoneAndPool(call)
  });
}
function createHost({ world }, { tags: tags2 = [], ...values }) {
  const { places } = world.state;
  const host = {
    ...newVmHost,
    id: ++places.lastPodId,
    name: newHostname(world),
    ...values,
    host: findNodeByAddress(world, values.address ?? ""),
    // Live services add this tag to every VM host.
    tags: [.../* @__PURE__ */ new Set([...tags2, "pod-console-logging"])]
  };
  places.pods.push(host);
  return host;
}
var findNodeByAddress = (world, address3) => findAddress(world, /\b\d{1,3}(?:\.\d{1,3}){3}\b/.exec(address3)?.[0] ?? "")?.systemId ?? null;
var findId = (rows) => (text4) => rows.find(({ id }) => String(id) === text4)?.id;
var defaultStorage = "8";
function readMachine(call, host) {
  const { world } = call;
  const { zones: zones2, pools: pools2 } = world.state.places;
  const form = readForm(call);
  const pinnedCores = form.list("pinned_cores");
  if (!pinnedCores.every((each) => /^\d+$/.test(each))) form.fail("pinned_cores", "Enter whole numbers.");
  const architecture = form.text("architecture") ? readArchitecture(form) : "amd64/generic";
  if (architecture !== "amd64/generic")
    form.fail("architecture", invalidChoice(architecture, ["amd64/generic"]));
  const hostname2 = form.text("hostname");
  const memory = form.text("memory") || "2048";
  if (!/^[1-9]\d{0,8}$/.test(memory)) form.fail("memory", "Enter a whole number.");
  form.boolean("hugepages_backed");
  const storage2 = parseStorageConstraint(form.text("storage") || defaultStorage);
  const spec = {
    hostname: hostname2 ? readHostname(world, hostname2).hostname : newHostname(world),
    cpuCount: form.integer("cores") ?? (pinnedCores.length || 1),
    memoryMiB: Number(memory),
    cpuSpeedMHz: form.integer("cpu_speed") ?? 2400,
    architecture,
    disks: storage2.map(({ minBytes, tags: tags2 }) => ({ sizeBytes: minBytes, tags: tags2 })),
    interfaces: readInterfaces(world, form.text("interfaces") ?? ""),
    domainId: form.reference("domain", (text4) => findRow(world.state.networks.domains, text4)?.id) ?? findDomain(world, "0")?.id ?? 0,
    zoneId: form.reference("zone", findId(zones2)) ?? host.zoneId,
    poolId: form.reference("pool", findId(pools2)) ?? host.poolId
  };
  form.check();
  return spec;
}
function readInterfaces(world, text4) {
  return text4.split(";").filter((each) => each.trim() !== "").map((each) => {
    const [name7, keys] = splitPair(each, ":");
    const subnets3 = keys.split(",").map((key) => splitPair(key, "=")).filter(([key]) => /^(subnet|subnet_cidr|space|fabric|vlan|vid|ip)$/.test(key)).map(([key, value]) => key.startsWith("subnet") ? value : `${key}:${value}`).map((spec) => resolveSubnets(world, spec, "interfaces"));
    const subnetId = [...subnets3[0] ?? [fleetSubnetId(world)]].find(
      (id) => subnets3.every((ids3) => ids3.has(id))
    );
    if (!/^[\w.-]{1,15}$/.test(name7) || subnetId === void 0)
      throw invalidField("interfaces", `Malformed interfaces constraint, "${each.trim()}".`);
    return { name: name7, subnetId };
  });
}
function compose({ world, user }, host, spec) {
  const { disks: disks2, interfaces: interfaces3, ...fields } = spec;
  const usage = usedResources(world, host);
  const check = (resource3, ratio2, total, used, requested) => {
    const available = Math.floor(total * ratio2 - used);
    if (requested > available)
      throw invalid({
        __all__: [
          `${resource3} over commit ratio is ${ratio2} and there are ${available} available resources; ${requested} requested.`
        ]
      });
  };
  check("CPU", host.cpuRatio, totalResources.cores, usage.cores, fields.cpuCount);
  check("Memory", host.memoryRatio, totalResources.memory, usage.memory, fields.memoryMiB);
  const diskBytes = sum(disks2, (disk) => disk.sizeBytes);
  check("Storage", 1, totalResources.local_storage, usage.local_storage, diskBytes);
  const node = createNode(world, {
    nodeType: "machine",
    ...fields,
    macAddresses: Array.from({ length: interfaces3.length || 1 }, () => newMac(world, 2)),
    subnetId: interfaces3[0]?.subnetId ?? fleetSubnetId(world),
    disks: disks2.map((disk) => ({ ...disk, model: "Sandbox disk", serial: world.random.token(12) })),
    podId: host.id,
    isComposed: true,
    powerType: host.type,
    powerParameters: { power_address: host.address, power_id: fields.hostname, power_pass: host.password },
    powerState: "off",
    status: "ready",
    results: { commissioning: 2, testing: -1 }
  });
  for (const [index, { name: name7, subnetId }] of interfaces3.entries()) {
    const { [index]: card } = node.interfaces;
    const vlanId = world.state.networks.subnets.rows[subnetId]?.vlanId ?? null;
    if (card !== void 0) Object.assign(card, { name: name7, vlanId });
  }
  identifyCards(node);
  restoreStorage(world, node);
  resetNetworking(world, node, bootLinkMode(world));
  recordNodeEvent(world, node, "Ready", `composed on ${host.name}`, user.username);
  return node;
}
function removeHost(world, host, call) {
  const decompose2 = checkedForm(call).boolean("decompose") ?? false;
  for (const node of guestsOf(world, host))
    if (decompose2) removeNode(world, node);
    else node.podId = null;
  removeFrom(world.state.places.pods, host);
}
function hostHandlers(singular) {
  const plural = `${singular}s`;
  const answer2 = (call, host) => json(serializeVmHost(call.world, host, plural));
  const operations = {
    [`${singular}.compose`](call) {
      const host = hostOf(call);
      const { systemId: systemId2 } = compose(call, host, readMachine(call, host));
      return json({ system_id: systemId2, resource_uri: resourceUri(call.world, "machines", systemId2) });
    },
    [`${singular}.parameters`](call) {
      const { address: address3, password, project } = hostOf(call);
      return json({ power_address: address3, power_pass: password, ...project === "" ? {} : { project } });
    },
    [`${singular}.refresh`]: (call) => answer2(call, hostOf(call))
  };
  return {
    ...resource2([plural, singular], {
      rows: hostsOf,
      find: hostOf,
      serialize: (world, host) => serializeVmHost(world, host, plural),
      rules: rules2,
      read: readHost,
      create: createHost,
      update: (_call, host, values) => Object.assign(host, values),
      remove: removeHost
    }),
    ...tagHandlers(singular, (call, changeTags) => {
      const host = hostOf(call);
      host.tags = changeTags(host.tags, checkedForm(call).required("tag"));
      return answer2(call, host);
    }),
    ...operations
  };
}
var vmHosts = hostHandlers("vm-host");
var pods = hostHandlers("pod");
var vmClusters = resource2(["vm-clusters", "vm-cluster"], {
  rows: () => [],
  find: () => requireFound(void 0, "VMCluster"),
  serialize: (_world, cluster) => cluster,
  update: () => {
  },
  remove: () => {
  }
});

// ../../../work/wt/sandbox/src/sandbox/groups/handlers.ts
var handlers = {
  ...account2,
  ...machines,
  ...machine,
  ...nodes2,
  ...devices,
  ...images,
  ...blockDevices,
  ...storageGroups,
  ...fabricsVlansAndSpaces,
  ...networks,
  ...addresses,
  ...dns,
  ...dhcpSnippets,
  ...nodeHistory,
  ...settings6,
  ...zonesPoolsAndTags,
  ...subnets2,
  ...interfaces2,
  ...controllers,
  ...vmHosts,
  ...pods,
  ...vmClusters,
  ...scripts,
  ...nodeDevices
};
var vlanById = deployed("/vlans/{id}/", [integerId("id", "number of the VLAN")]);
var undocumented = {
  "describe.read": resource("/describe/").read("anonymous", "Describe every operation of the service"),
  "vlan-by-id.read": vlanById.read("anyone", "Show a VLAN by its number"),
  "vlan-by-id.update": vlanById.update("admin", "Change a VLAN by its number", {
    fields: [
      ...vlanGroup.operations["vlan.update"].fields ?? [],
      integer("vid", "VLAN id in its fabric", { min: 0, max: 4094 })
    ]
  }),
  "vlan-by-id.delete": vlanById.remove("admin", "Delete a VLAN by its number")
};
var handlerOf = { ...handlers, ...vlansById };
async function loadServedOperations() {
  const simulated = (await loadAllOperations()).filter(({ id }) => handlerOf[id] !== void 0).map(({ id, operation }) => ({ id, operation: withDeployedNames(operation) }));
  return [...simulated, ...Object.entries(undocumented).map(([id, operation]) => ({ id, operation }))];
}
function withDeployedNames(operation) {
  const { fields = [] } = operation;
  if (fields.every(({ sentAs }) => sentAs === void 0)) return operation;
  return { ...operation, fields: fields.map((field) => ({ ...field, name: field.sentAs ?? field.name })) };
}
function handlersFor(served2, description) {
  const describe = ({ origin }) => plainJson(description.describeAt(origin));
  const entries = served2.flatMap(({ id, operation: { source: source2 } }) => {
    const handler = id === "describe.read" ? describe : handlerOf[id];
    return handler === void 0 ? [] : [[id, source2 === "deployed" ? withDeployedErrors(handler) : handler]];
  });
  return Object.fromEntries(entries);
}
var withDeployedErrors = (handler) => async (call) => {
  try {
    return await handler(call);
  } catch (error) {
    const answer2 = errorAnswer(error, true);
    if (answer2 === void 0) throw error;
    return answer2;
  }
};

// ../../../work/wt/sandbox/src/sandbox/persistence/state-file.ts
import { readFileSync as readFileSync2, readlinkSync, realpathSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname as dirname2, resolve } from "node:path";

// ../../../work/wt/sandbox/src/catalogue/sandbox-settings.ts
var answerStyles = ["documented", "deployed"];
var clockSpeed = { min: 1e-3, max: 1e6 };
var faultForms = [
  {
    form: "latency=MS[-MS]",
    example: "latency=200-800",
    help: "answers are delayed by this many milliseconds"
  },
  {
    form: "errors=RATE[,status=CODE][,retry-after=SECONDS]",
    example: "errors=10%,retry-after=1",
    help: "requests are answered with an error, 503 unless stated otherwise, and not carried out"
  },
  { form: "drop=RATE", example: "drop=0.05", help: "connections are closed without an answer" },
  { form: "half=RATE", example: "half=5%", help: "answers break off in the middle" },
  {
    form: "fail=PHASE[,machine=NAME][,rate=RATE]",
    example: "fail=deploy,machine=web-01",
    help: "machines fail to commission, test, deploy, release, erase, rescue or exit-rescue"
  },
  {
    form: "silent=PHASE[,machine=NAME][,rate=RATE]",
    example: "silent=commission,rate=50%",
    help: "machines stop reporting, until the service gives up on them"
  },
  {
    form: "power=silent[,machine=NAME]",
    example: "power=silent,machine=db-01",
    help: "power controllers do not answer"
  },
  {
    form: "scan=unreachable|timeout[,machine=NAME]",
    example: "scan=timeout",
    help: "rack controllers do not accept the request to scan"
  },
  { form: "clock=SECONDS", example: "clock=-600", help: "the service's clock is wrong by this many seconds" },
  {
    form: "FAULT,on=OPERATION|[METHOD ]PATH",
    example: "errors=1,on=POST machines/*/op-deploy",
    help: "limits latency, errors, drop and half to these requests: an operation such as machine.deploy, or a path below api/2.0/, in which * matches any text"
  },
  {
    form: "FAULT,user=NAME",
    example: "errors=1,user=bob,status=500",
    help: "limits latency, errors, drop and half to the requests of this user"
  },
  {
    form: "FAULT,next=N[,after=N]",
    example: "fail=deploy,next=1",
    help: "limits the fault to the next N requests or machines; after=N skips N of them first"
  }
];

// ../../../work/wt/sandbox/src/sandbox/persistence/state-file.ts
init_statuses();
init_failure();
init_json_record();
init_settings();
init_world();

// ../../../work/wt/sandbox/src/sandbox/persistence/saved-points.ts
import { deflateRawSync, inflateRawSync } from "node:zlib";

// ../../../work/wt/sandbox/src/core/parallel.ts
function chunksOf(items2, size2) {
  const chunks = [];
  for (let start = 0; start < items2.length; start += size2) chunks.push(items2.slice(start, start + size2));
  return chunks;
}

// ../../../work/wt/sandbox/src/sandbox/persistence/saved-points.ts
init_domain_error();
init_world();
var maxPoints = 16;
var maxNodes2 = 25e3;
var validName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
function makeSavedPoints(saved = {}) {
  const points = new Map(Object.entries(saved));
  const requirePoint = (name7) => {
    checkName3(name7);
    const point = points.get(name7);
    if (point !== void 0) return point;
    const names = [...points.keys()];
    const savedNames = names.length === 0 ? "no point is saved" : `saved: ${names.join(", ")}`;
    throw notFound(`there is no saved point '${name7}'; ${savedNames}`);
  };
  return {
    put(name7, point) {
      checkName3(name7);
      const others = [...points].filter(([each]) => each !== name7).map(([, each]) => each);
      const nodes3 = [...others, point].flatMap(({ state }) => Object.keys(state.nodes.bySystemId));
      if (others.length >= maxPoints || others.length > 0 && nodes3.length > maxNodes2)
        throw invalid(
          `a sandbox can have ${maxPoints} saved points with ${maxNodes2} machines and devices in total: delete one first`
        );
      points.delete(name7);
      points.set(name7, { ...point, state: copyState(point.state) });
    },
    get(name7) {
      const point = requirePoint(name7);
      return { ...point, state: copyState(point.state) };
    },
    remove(name7) {
      requirePoint(name7);
      points.delete(name7);
    },
    list: () => [...points].map(([name7, { timeMs, state }]) => ({
      name: name7,
      time: new Date(timeMs).toISOString(),
      machine_count: Object.values(state.nodes.bySystemId).filter((node) => node.nodeType === "machine").length
    })),
    all: () => Object.fromEntries(points)
  };
}
var isPointName = (name7) => validName.test(name7);
function checkName3(name7) {
  if (!isPointName(name7))
    throw invalid(
      `'${name7.slice(0, 80)}' is not a valid name: use up to 64 letters, digits, '.', '_' and '-'`
    );
}
var pieceSize = 20;
function packPoint({ state, ...others }) {
  const { nodes: nodes3, ...rest } = state;
  const packedRest = Object.entries(rest).map(([name7, part]) => [name7, pack(part)]);
  const packedNodes = chunksOf(Object.values(nodes3.bySystemId), pieceSize).map((piece) => ({
    ids: piece.map(({ systemId: systemId2 }) => systemId2),
    packed: pack(piece)
  }));
  const unpackState = (current) => {
    const unpacked = packedNodes.flatMap(({ ids: ids3, packed }) => {
      const sameNodes = current && ids3.map((id) => current.nodes.bySystemId[id]);
      return unpack(packed, sameNodes);
    });
    const bySystemId = Object.fromEntries(unpacked.map((node) => [node.systemId, node]));
    const parts = packedRest.map(([name7, part]) => [name7, unpack(part, current?.[name7])]);
    return { ...Object.fromEntries(parts), nodes: { bySystemId } };
  };
  return {
    ...others,
    get state() {
      return unpackState();
    },
    stateBefore: unpackState
  };
}
var pack = (value) => deflateRawSync(JSON.stringify(value), { level: 1, memLevel: 5, windowBits: 13 });
function unpack(packed, same) {
  const text4 = inflateRawSync(packed).toString("utf8");
  return same !== void 0 && JSON.stringify(same) === text4 ? same : JSON.parse(text4);
}

// ../../../work/wt/sandbox/src/sandbox/persistence/state-file.ts
var StateFileError = class extends Error {
  obstacle;
  constructor(message2, obstacle = "content", cause) {
    super(message2, { cause });
    this.obstacle = obstacle;
  }
};
var format2 = "svc-sandbox-state";
var version3 = 1;
function locateStateFile(path) {
  let file2 = resolve(path);
  try {
    return realpathSync(file2);
  } catch {
    for (let links2 = 0; links2 < maxLinks; links2 += 1) {
      const target = linkTarget(file2);
      if (target === void 0) return file2;
      file2 = resolve(dirname2(file2), target);
    }
    throw new StateFileError(`the state file ${path} is a symbolic link to itself`);
  }
}
var maxLinks = 40;
var linkTarget = (file2) => attempt(() => readlinkSync(file2));
function readStateFile(file2) {
  const refuse2 = (why) => new StateFileError(`the state file ${file2} ${why}`);
  let text4;
  try {
    if (statSync(file2, { throwIfNoEntry: false })?.isFile() === false) throw refuse2("is not a regular file");
    text4 = readFileSync2(file2, "utf8");
  } catch (error) {
    if (error instanceof StateFileError) throw error;
    if (systemErrorCode(error) !== "ENOENT") throw refuse2(`cannot be read (${systemErrorText(error)})`);
    prepareFolder(file2);
    return void 0;
  }
  let value;
  try {
    value = JSON.parse(text4);
  } catch {
    throw refuse2(text4 === "" ? "is empty" : "is damaged: it is not valid JSON");
  }
  if (!isRecord(value) || value["format"] !== format2) throw refuse2("is not a state file of a sandbox");
  if (value["version"] !== version3)
    throw refuse2(`has version ${String(value["version"])}, but this svc reads version ${version3}`);
  addMissingMembers(value["state"]);
  const damage = findDamage(value) ?? findDamagedPoint(value);
  if (damage !== void 0) throw refuse2(`is damaged: ${damage} is wrong or missing`);
  return value;
}
var folderMode = 511;
function prepareFolder(file2) {
  try {
    makeFolder(dirname2(file2), folderMode);
  } catch (error) {
    throw new StateFileError(
      `the state file ${file2} cannot be created (${systemErrorText(error)})`,
      "unwritable",
      error
    );
  }
}
async function writeStateFile(file2, saved) {
  const temporaryFile = `${file2}.new`;
  await rm(temporaryFile, { force: true });
  await writeAtomically(file2, stateText(saved), { temporaryPath: temporaryFile, mode: 384 });
  return fingerprintOf(file2) ?? "";
}
function stateText({ points = {}, initial, ...others }) {
  const text4 = JSON.stringify({ format: format2, version: version3, ...others });
  const texts = Object.entries(points).map(([name7, point]) => `${JSON.stringify(name7)}:${pointText(point)}`);
  const parts = [
    text4.slice(0, -1),
    ...texts.length === 0 ? [] : [`"points":{${texts.join()}}`],
    ...initial === void 0 ? [] : [`"initial":${pointText(initial)}`]
  ];
  return `${parts.join()}}`;
}
var pointTexts = /* @__PURE__ */ new WeakMap();
function pointText(point) {
  const text4 = pointTexts.get(point) ?? JSON.stringify(point);
  pointTexts.set(point, text4);
  return text4;
}
function fingerprintOf(file2) {
  const stats = statSync(file2, { throwIfNoEntry: false });
  return stats && `${stats.ino}:${stats.mtimeMs}:${stats.size}`;
}
var partOf = (value, name7) => isRecord(value) ? value[name7] : void 0;
function hostsIn(state) {
  const hosts = partOf(partOf(state, "places"), "pods");
  return Array.isArray(hosts) ? hosts : [];
}
function addMissingMembers(state) {
  const defaults3 = emptyState(1);
  const nodes3 = partOf(partOf(state, "nodes"), "bySystemId");
  const { tags: tags2, copied, settings: settings7, networks: networks2, places } = defaults3;
  const { repositories: repositories2, nextScriptId, notifications } = settings7;
  const { lastZoneId, lastPoolId, lastPodId } = places;
  const defaultsByPart = [
    [state, { tags: tags2, copied }],
    [partOf(state, "settings"), { repositories: repositories2, nextScriptId, hasOwnBuiltins: false, notifications }],
    [partOf(state, "networks"), { staticRoutes: networks2.staticRoutes }],
    [partOf(state, "places"), { lastZoneId, lastPoolId, lastPodId }],
    ...hostsIn(state).map((host) => [host, { ...newVmHost, tags: [] }]),
    ...Object.values(isRecord(nodes3) ? nodes3 : {}).map(
      (node) => [partOf(node, "storage"), { raids: [], datastores: [] }]
    )
  ];
  for (const [part, members3] of defaultsByPart)
    if (isRecord(part)) {
      for (const [name7, value] of Object.entries(members3)) if (!Object.hasOwn(part, name7)) part[name7] = value;
    }
  const saved = partOf(state, "settings");
  if (Array.isArray(partOf(saved, "scripts"))) fillInScripts(saved);
}
function findDamage(saved) {
  for (const name7 of ["seed", "machines", "timeMs"]) if (!Number.isFinite(saved[name7])) return name7;
  if (typeof saved["segment"] !== "string") return "segment";
  return findStateDamage(saved["state"]);
}
function findDamagedPoint({ points = {}, initial }) {
  if (!isRecord(points)) return "points";
  const entries = Object.entries(points).map(([name7, point]) => [`points.${name7}`, point]);
  if (initial !== void 0) entries.push(["initial", initial]);
  const invalidName2 = Object.keys(points).find((name7) => !isPointName(name7));
  if (invalidName2 !== void 0) return `points.${invalidName2}`;
  for (const [path, point] of entries) {
    if (!isRecord(point)) return path;
    const { timeMs, faults, answers, speed, isPaused, state } = point;
    addMissingMembers(state);
    const isComplete = Number.isFinite(timeMs) && Number.isFinite(speed) && typeof isPaused === "boolean" && Array.isArray(faults) && faults.every((each) => typeof each === "string") && answerStyles.some((each) => each === answers);
    const damage = isComplete ? findStateDamage(state) : "faults or clock";
    if (damage !== void 0) return `${path}.${damage}`;
  }
  return void 0;
}
function findStateDamage(state) {
  if (!isRecord(state)) return "state";
  const damage = findMissingMember(emptyState(1), state, "state", 2);
  if (damage !== void 0) return damage;
  const { bySystemId } = state.nodes;
  const damagedNode = Object.entries(bySystemId).find(([id, node]) => !isNode(id, node));
  return damagedNode && `state.nodes.bySystemId.${damagedNode[0]}`;
}
function findMissingMember(model2, value, path, depth) {
  for (const [name7, expected] of Object.entries(model2)) {
    const actual = value[name7];
    const memberPath = `${path}.${name7}`;
    if (actual === void 0) return memberPath;
    if (expected === null || actual === null) {
      if (expected !== null) return memberPath;
      continue;
    }
    if (typeof actual !== typeof expected || Array.isArray(actual) !== Array.isArray(expected))
      return memberPath;
    if (typeof expected !== "object" || Array.isArray(expected) || depth === 1) continue;
    const damage = findMissingMember(expected, actual, memberPath, depth - 1);
    if (damage !== void 0) return damage;
  }
  return void 0;
}
function isNode(id, node) {
  if (!isRecord(node)) return false;
  const { systemId: systemId2, hostname: hostname2, status, interfaces: interfaces3, storage: storage2, activity } = node;
  return systemId2 === id && typeof hostname2 === "string" && typeof status === "string" && Object.hasOwn(statuses, status) && Array.isArray(interfaces3) && isRecord(storage2) && Array.isArray(storage2["devices"]) && (activity === null || isRecord(activity));
}
var timeNames = new Set(
  "created createdAt updated lastSeen lastDeployed startedAt endsAt importEndsAt scanEndsAt".split(" ")
);
var workTimeNames = new Set("startedAt endsAt importEndsAt scanEndsAt".split(" "));
var shiftTimes = (state, byMs) => shiftMembers(state, byMs, state.copied === null ? timeNames : workTimeNames);
function shiftMembers(value, byMs, names) {
  if (typeof value !== "object" || value === null) return;
  const members3 = value;
  for (const [name7, member] of Object.entries(members3)) {
    if (typeof member === "number" && names.has(name7)) members3[name7] = member + byMs;
    else shiftMembers(member, byMs, names);
  }
}

// ../../../work/wt/sandbox/src/sandbox/persistence/state-keeper.ts
init_failure();
import { linkSync, readFileSync as readFileSync3, renameSync as renameSync2, rmSync as rmSync2, writeFileSync as writeFileSync2 } from "node:fs";
import { dirname as dirname3 } from "node:path";
var delayMs = 500;
var pauseFactor = 10;
function makeKeeper(options) {
  const saver = makeSaver(options);
  let isDirty = saver.isNew;
  let isFailing = false;
  let timer;
  let saving;
  const save = async () => {
    isDirty = false;
    const problem = await saver.save();
    if (problem !== void 0) isDirty = true;
    return problem;
  };
  const saveInBackground = async () => {
    timer = void 0;
    const problem = await save();
    if (problem !== void 0 && !isFailing) options.onProblem(problem.message);
    isFailing = problem !== void 0;
    saving = void 0;
    scheduleSave();
  };
  const scheduleSave = () => {
    if (timer !== void 0 || saving !== void 0 || !isDirty || saver.isChangedByOthers()) return;
    const startSave = () => {
      saving = saveInBackground();
    };
    timer = setTimeout(startSave, saver.pauseMs()).unref();
  };
  scheduleSave();
  return {
    noteChange() {
      isDirty = true;
      scheduleSave();
    },
    async flush() {
      await saving;
      clearTimeout(timer);
      timer = void 0;
      const problem = isDirty ? await save() : void 0;
      if (problem !== void 0) throw problem;
    }
  };
}
function makeSaver({ file: file2, snapshot, now }) {
  let fingerprint = fingerprintOf(file2);
  let nextAt = now();
  let isChangedByOthers = false;
  return {
    isNew: fingerprint === void 0,
    isChangedByOthers: () => isChangedByOthers,
    pauseMs: () => Math.max(delayMs, nextAt - now()),
    async save() {
      const startedAt = now();
      try {
        const currentFingerprint = fingerprintOf(file2);
        isChangedByOthers = currentFingerprint !== void 0 && currentFingerprint !== fingerprint;
        if (isChangedByOthers)
          throw new Error("another program has changed it, and svc does not overwrite that change");
        fingerprint = await writeStateFile(file2, snapshot());
        return void 0;
      } catch (error) {
        const reason = isSystemError(error) ? error.code : error instanceof Error ? error.message : error;
        return new StateFileError(`the state cannot be saved in ${file2}: ${reason}`, "unwritable", error);
      } finally {
        nextAt = now() + Math.max(delayMs, (now() - startedAt) * pauseFactor);
      }
    }
  };
}
var writeTimeoutMs = 1e3;
async function lockState(file2, self, signal) {
  const lock = `${file2}.lock`;
  const claimText = JSON.stringify({ pid: self.pid, start: await self.startOf(self.pid) ?? null });
  let unreadableMs = 0;
  while (!createLock(lock, claimText, file2)) {
    const lockText = readText(lock);
    const holder = lockText === void 0 ? void 0 : parseHolder(lockText);
    if (holder !== void 0 && await isAlive(holder, self))
      throw new StateFileError(
        `the state file ${file2} is in use by another sandbox (process ${holder.pid})`,
        "inUse"
      );
    const isAbandoned = holder !== void 0 || unreadableMs >= writeTimeoutMs;
    if (isAbandoned && lockText !== void 0 && removeLock(lock, lockText, `${lock}.${self.pid}`)) continue;
    if (unreadableMs >= 2 * writeTimeoutMs)
      throw new StateFileError(`the lock ${lock} of the state file cannot be removed`, "unwritable");
    signal?.throwIfAborted();
    unreadableMs += 50;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return () => {
    if (readText(lock) === claimText) rmSync2(lock, { force: true });
  };
}
function createLock(lock, content, file2) {
  try {
    makeFolder(dirname3(file2), folderMode);
    writeFileSync2(lock, content, { flag: "wx", mode: 384 });
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "EEXIST") return false;
    throw new StateFileError(
      `the state file ${file2} cannot be locked (${systemErrorText(error)})`,
      "unwritable",
      error
    );
  }
}
async function isAlive({ pid, start }, self) {
  if (!self.isRunning(pid)) return false;
  return (await self.startOf(pid) ?? null) === start;
}
function removeLock(lock, expected, temporaryFile) {
  try {
    renameSync2(lock, temporaryFile);
  } catch {
    return false;
  }
  try {
    if (readText(temporaryFile) !== expected) linkSync(temporaryFile, lock);
  } catch {
  } finally {
    rmSync2(temporaryFile, { force: true });
  }
  return true;
}
var readText = (lock) => attempt(() => readFileSync3(lock, "utf8"));
var parseHolder = (text4) => attempt(() => {
  const { pid, start } = JSON.parse(text4);
  return Number.isInteger(pid) && (start === null || typeof start === "string") ? { pid, start } : void 0;
});

// ../../../work/wt/sandbox/src/sandbox/seed/kinds.ts
init_field();
init_statuses();
init_json_record();

// ../../../work/wt/sandbox/src/core/text/word-lists.ts
init_failure();
var maxListed = 10;
function nearest(word, candidates) {
  const all11 = [...candidates];
  const [longer, another] = withPrefix(word, all11);
  if (longer !== void 0) return another === void 0 ? longer : void 0;
  let best;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of all11) {
    const shared2 = sharedWordsLength(word, candidate);
    const [rest, other] = [word.slice(shared2), candidate.slice(shared2)];
    const limit = rest.length <= 4 ? Math.min(1, rest.length - 1) : Math.ceil(rest.length / 3);
    const bound = Math.min(limit, bestDistance - 1);
    if (Math.abs(other.length - rest.length) > bound) continue;
    const distance = editDistance(rest, other);
    if (distance > bound || distance > 1 && other[0] !== rest[0]) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}
function sharedWordsLength(one13, other) {
  let at = 0;
  while (at < one13.length && one13[at] === other[at]) at++;
  return one13.lastIndexOf("-", at - 1) + 1;
}
var withPrefix = (word, candidates) => word.length < 2 ? [] : candidates.filter((candidate) => candidate.startsWith(word));
function joinWithOr(words3) {
  if (words3.length > maxListed)
    return `${words3.slice(0, maxListed).join(", ")} or ${words3.length - maxListed} more`;
  return [words3.slice(0, -1).join(", "), words3.at(-1)].filter(Boolean).join(" or ");
}
function editDistance(from, to) {
  let beforeLast = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row2 = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      let cost = Math.min((last[j] ?? 0) + 1, (row2[j - 1] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row2.push(cost);
    }
    beforeLast = last;
    last = row2;
  }
  return last[to.length] ?? 0;
}

// ../../../work/wt/sandbox/src/sandbox/seed/kinds.ts
var ownerField = text("owner", "user who owns it; admin by default");
var machineActionFields = [
  ...["commission", "deployed", "enable_ssh", "skip_bmc_config", "skip_networking", "skip_storage"],
  ...["commissioning_scripts", "testing_scripts"],
  ...["subarchitecture", "disable_ipv4", "power_parameters_skip_check"]
];
var machineFields = [
  text("status", "any status except those of running operations; ready by default", {
    choices: lastingStatuses
  }),
  text("owner", "owner of the machine; admin by default, except for new and ready machines"),
  text("osystem", "operating system of a deployed machine; ubuntu by default"),
  text("distro_series", "release of a deployed machine; jammy by default"),
  text("power_state", "off by default, on for deployed machines", {
    choices: ["on", "off", "unknown", "error"]
  }),
  text("error_description", "why the machine is broken or failed"),
  boolean("locked", "whether it is locked against changes")
];
var nodeFields = [
  list("tags", "tags; missing ones are created"),
  { name: "annotations", type: "map", help: "workload annotations (owner_data)" }
];
var linkKind = {
  create: "interface.link_subnet",
  excludedFields: ["force"],
  defaults: { mode: "AUTO" }
};
var interfaceKind = {
  create: "interfaces.create_physical",
  update: "interface.update",
  optional: ["mac_address", "parents", "parent", "name", "vlan"],
  derivedFields: [text("type", "physical by default", { choices: ["physical", "bond", "bridge", "vlan"] })],
  children: { links: linkKind }
};
var interfaceKinds = ["create_physical", "create_bond", "create_bridge", "create_vlan"].map(
  (each) => `interfaces.${each}`
);
var diskKind = {
  create: "block-devices.create",
  optional: ["name", "serial"],
  undocumentedFields: [
    list("tags", "tags of the device"),
    text("firmware_version", "version of its firmware")
  ],
  defaults: { block_size: "512", model: "Sandbox disk" }
};
var existingKind = (plural, singular, field = "name") => ({
  create: `${plural}.create`,
  update: `${singular}.update`,
  existing: { list: `${plural}.list`, field }
});
var seedKinds = {
  users: {
    create: "users.create",
    defaults: { email: "*@sandbox.example", password: "sandbox", is_superuser: "0" }
  },
  zones: existingKind("zones", "zone"),
  resourcepools: existingKind("resource-pools", "resource-pool"),
  tags: existingKind("tags", "tag"),
  spaces: existingKind("spaces", "space"),
  domains: existingKind("domains", "domain"),
  fabrics: {
    ...existingKind("fabrics", "fabric"),
    parameter: "fabric_id",
    children: {
      vlans: {
        ...existingKind("vlans", "vlan", "vid"),
        fieldsSetLast: ["dhcp_on", "primary_rack", "secondary_rack", "relay_vlan"]
      }
    }
  },
  subnets: existingKind("subnets", "subnet", "cidr"),
  "static-routes": { create: "static-routes.create" },
  ipranges: { create: "ip-ranges.create", isOwned: true },
  dnsresources: { create: "dns-resources.create", excludedFields: ["fqdn"] },
  "dnsresource-records": { create: "dns-resource-records.create", optional: ["name", "domain", "fqdn"] },
  ipaddresses: { create: "ip-addresses.reserve", isOwned: true },
  "dhcp-snippets": { create: "dhcp-snippets.create" },
  "license-keys": { create: "license-keys.create" },
  "commissioning-scripts": { create: "commissioning-scripts.create" },
  sshkeys: { create: "ssh-keys.create", isOwned: true },
  files: { create: "files.create", isOwned: true },
  devices: {
    create: "devices.create",
    optional: ["mac_addresses"],
    update: "device.update",
    isOwned: true,
    derivedFields: nodeFields,
    parameter: "system_id",
    children: { interfaces: interfaceKind }
  },
  machines: {
    create: "machines.create",
    optional: ["mac_addresses"],
    update: "machine.update",
    excludedFields: machineActionFields,
    defaults: { architecture: "amd64/generic", commission: "false" },
    derivedFields: [...machineFields, ...nodeFields],
    parameter: "system_id",
    children: { interfaces: interfaceKind, blockdevices: diskKind }
  }
};
var configMember = "config";
var setConfig = "svc.set_config";
function fieldsOf2(kind, operations) {
  const fields = /* @__PURE__ */ new Map();
  const add = (field, isForCreation) => {
    const isSettable = kind.excludedFields?.includes(field.name) !== true && field.sentAs === void 0;
    if (isSettable && !fields.has(field.name)) fields.set(field.name, { field, isForCreation });
  };
  const createIds = interfaceKinds.includes(kind.create) ? interfaceKinds : [kind.create];
  for (const id of createIds) for (const field of operations.get(id)?.fields ?? []) add(field, true);
  for (const field of kind.undocumentedFields ?? []) add(field, true);
  for (const field of operations.get(kind.update ?? "")?.fields ?? []) add(field, false);
  for (const field of kind.derivedFields ?? []) add(field, false);
  if (kind.isOwned) add(ownerField, false);
  return fields;
}
var isScalar = (value) => typeof value === "string" || typeof value === "number" || typeof value === "boolean";
var isList = ({ type, repeatable, alsoRepeatable, separator }) => type === "list" || repeatable === true || alsoRepeatable === true || separator !== void 0;
function pairsOrText(field, value) {
  const { name: name7, type, separator, prefix: prefix2 = "" } = field;
  if (type === "map") {
    if (!isRecord(value)) return "takes a mapping of names to values";
    const pairs = Object.entries(value).flatMap(
      ([member, each]) => [each].flat().map((one13) => [`${prefix2}${member}`, one13])
    );
    if (!pairs.every(([, each]) => isScalar(each))) return "takes only text values";
    return pairs.map(([member, each]) => [member, String(each)]);
  }
  const values = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) && !isList(field)) return "takes a single value, not a list";
  const texts = [];
  for (const each of values) {
    const text4 = textOf(field, each);
    if (text4 === void 0) return `takes ${expectation(field)}${isList(field) ? ", or a list of them" : ""}`;
    texts.push(text4);
  }
  return separator === void 0 ? texts.map((each) => [name7, each]) : [[name7, texts.join(separator)]];
}
function textOf({ type, alsoName }, value) {
  if (!isScalar(value)) return void 0;
  if (type === "boolean" || type === "switch") {
    if (value !== true && value !== false && value !== 0 && value !== 1) return void 0;
    const isOn = Boolean(value);
    return type === "switch" ? String(Number(isOn)) : String(isOn);
  }
  if (type === "integer" && alsoName !== true && !/^-?\d+$/.test(String(value))) return void 0;
  return type === "base64" ? Buffer.from(String(value)).toString("base64") : String(value);
}
var expectation = ({ type, alsoName }) => {
  if (type === "boolean" || type === "switch") return "true or false";
  if (type === "integer") return alsoName ? "a number or a name" : "a whole number";
  return "text";
};
function unknownNameText(name7, allowed) {
  const suggestion = nearest(name7.toLowerCase().replaceAll("-", "_"), allowed) ?? nearest(name7.toLowerCase(), allowed);
  return suggestion === void 0 ? `unknown; takes ${joinWithOr(allowed)}` : `unknown; did you mean ${suggestion}?`;
}

// ../../../work/wt/sandbox/src/sandbox/seed/seed-file.ts
init_config_items();
init_json_record();
init_world();
init_call();

// ../../../work/wt/sandbox/src/sandbox/seed/nodes.ts
init_json_record();
init_interfaces();
init_create();
init_disks();
init_table();
init_world();
init_spellings();
init_call();

// ../../../work/wt/sandbox/src/sandbox/seed/fleet.ts
init_statuses();
init_interfaces();
init_create();
init_transitions();
init_layouts();
init_world();
var ssd = (sizeBytes) => ({ sizeBytes, tags: ["ssd", "sata"], model: "Sandbox SSD" });
var hdd = (sizeBytes) => ({
  sizeBytes,
  tags: ["rotary", "sata", "7200rpm"],
  model: "Sandbox HDD"
});
var nvme = (sizeBytes) => ({ sizeBytes, tags: ["ssd", "nvme"], model: "Sandbox NVMe" });
var unknownHardware2 = { cpuCount: 0, memoryMiB: 0, disks: [] };
var small = { cpuCount: 4, memoryMiB: 8192, disks: [ssd(12e10)] };
var medium = { cpuCount: 16, memoryMiB: 65536, disks: [ssd(48e10), hdd(2e12)] };
var large = { cpuCount: 64, memoryMiB: 262144, disks: [nvme(96e10), nvme(96e10), hdd(8e12)] };
function model(name7, status, tags2, hardware2, options) {
  const [role = "", family = ""] = name7.split("/");
  const architecture = `${family}/generic`;
  return { role, architecture, status, tags: tags2.split(" ").filter(Boolean), ...hardware2, ...options };
}
var models = [
  model("web/amd64", "ready", "virtual", small, { poolId: 2, zoneId: 1, pod: "guest" }),
  model("web/amd64", "ready", "ssd", small, { poolId: 2, zoneId: 2 }),
  model("db/amd64", "ready", "ssd raid", medium, { poolId: 0, zoneId: 2 }),
  model("gpu/amd64", "ready", "gpu nvme", large, { poolId: 0, zoneId: 3, gpu: true }),
  model("arm/arm64", "ready", "ssd", medium, { poolId: 1, zoneId: 3 }),
  model("power/ppc64el", "new", "", unknownHardware2, { poolId: 0, zoneId: 1 }),
  model("build/arm64", "allocated", "ssd", medium, { poolId: 1, zoneId: 1, owner: "bob" }),
  model("app/amd64", "deployed", "ssd", medium, { poolId: 0, zoneId: 1, owner: "admin", pod: "host" }),
  model("app/amd64", "deployed", "virtual", small, { poolId: 2, zoneId: 2, owner: "bob" }),
  model("old/amd64", "broken", "rotary", small, { poolId: 0, zoneId: 3 }),
  model("test/amd64", "failed_testing", "", small, { poolId: 0, zoneId: 2 }),
  model("s390/s390x", "failed_deployment", "", medium, {
    poolId: 0,
    zoneId: 1,
    owner: "admin",
    powerType: "hmcz"
  })
];
var graphicsCard = {
  vendor_id: "10de",
  product_id: "1eb8",
  vendor_name: "NVIDIA Corporation",
  product_name: "TU104GL",
  commissioning_driver: "nouveau"
};
var networkCard2 = {
  vendor_id: "8086",
  product_id: "1572",
  vendor_name: "Intel Corporation",
  product_name: "Ethernet Controller X710",
  commissioning_driver: "i40e"
};
function seedFleet(world, machines2, subnetId) {
  const rack2 = seedRack(world, subnetId);
  const numbers = /* @__PURE__ */ new Map();
  for (let index = 0; index < machines2; index += 1) {
    const model2 = models[index % models.length];
    if (model2 === void 0) break;
    const number = (numbers.get(model2.role) ?? 0) + 1;
    numbers.set(model2.role, number);
    seedMachine(world, model2, `${model2.role}-${String(number).padStart(2, "0")}`, index, subnetId);
  }
  return rack2;
}
function seedRack(world, subnetId) {
  return createNode(world, {
    nodeType: "rackController",
    hostname: "rack-01",
    macAddresses: ["52:54:00:00:00:01"],
    ...subnetId === void 0 ? {} : { subnetId },
    status: "deployed",
    osystem: "ubuntu",
    distroSeries: "jammy",
    cpuCount: 4,
    cpuSpeedMHz: 2400,
    memoryMiB: 8192,
    powerState: "on"
  });
}
function seedPrinter(world) {
  createNode(world, {
    nodeType: "device",
    hostname: "printer-01",
    macAddresses: ["52:54:00:dd:00:01"],
    description: "Sandbox device",
    owner: "admin"
  });
}
var macOf = (group13, index) => `52:54:00:${[group13, index >> 8, index & 255].map((part) => (part & 255).toString(16).padStart(2, "0")).join(":")}`;
function seedMachine(world, model2, hostname2, index, subnetId) {
  const { random } = world;
  const isCommissioned = model2.status !== "new";
  const devices2 = model2.gpu ? [networkCard2, graphicsCard] : [networkCard2];
  const node = createNode(world, {
    nodeType: "machine",
    hostname: hostname2,
    macAddresses: [macOf(16 + (index >> 16), index), macOf(64 + (index >> 16), index)],
    subnetId,
    architecture: model2.architecture,
    status: model2.status,
    owner: model2.owner ?? null,
    tags: [...model2.tags],
    poolId: model2.poolId,
    zoneId: model2.zoneId,
    cpuCount: model2.cpuCount,
    cpuSpeedMHz: isCommissioned ? 2400 : 0,
    memoryMiB: model2.memoryMiB,
    disks: model2.disks.map((disk) => ({ ...disk, serial: random.token(12) })),
    hardwareDevices: isCommissioned ? devices2 : [],
    powerType: model2.powerType ?? "virsh",
    powerParameters: {
      power_address: `qemu+ssh://power@10.20.0.${2 + index % 250}/system`,
      power_id: hostname2,
      power_pass: random.token(16)
    },
    powerState: model2.status === "deployed" ? "on" : "off",
    previousStatus: model2.status in errorDescriptions ? "ready" : null,
    errorDescription: errorDescriptions[model2.status] ?? ""
  });
  assignVmHost(world, model2, node);
  addHistory(world, node, `${hostname2} is part of the sandbox's fleet`);
  if (node.status === "deployed" && node.owner === "admin") node.annotations = { role: "app" };
}
function addHistory(world, node, description) {
  const { status } = node;
  const isCommissioned = status !== "new";
  node.results.commissioning = isCommissioned ? 2 : 0;
  if (status === "failed_testing") node.results.testing = 3;
  if (isCommissioned) {
    restoreStorage(world, node);
    observeAddress(world, node);
  }
  if (status === "deployed") seedDeployment(world, node);
  const isExplained = seedProblem(world, node) || status === "deployed" || !statusValues.includes(status);
  recordEvent(world, { type: isExplained ? "Seeded" : statuses[status].name, description, node });
}
var errorDescriptions = {
  failed_testing: "smartctl-validate failed on sda",
  broken: "fan 2 has failed"
};
function seedProblem(world, node) {
  const { status, errorDescription: description } = node;
  if (status === "broken") {
    node.status = "ready";
    recordBroken(
      world,
      node,
      { username: "admin", comment: description },
      () => enterStatus(world, node, "broken")
    );
    return true;
  }
  const phase = Object.values(phaseRules).find(({ failure }) => failure === status);
  if (phase !== void 0) recordEvent(world, { type: phase.events[2], level: "ERROR", description, node });
  return phase !== void 0;
}
function assignVmHost(world, model2, node) {
  const [pod] = world.state.places.pods;
  if (pod !== void 0 && model2.pod === "guest") node.podId = pod.id;
  if (pod !== void 0 && model2.pod === "host") pod.host ??= node.systemId;
}
function seedDeployment(world, node) {
  assignAddresses(world, node);
  node.osystem ||= "ubuntu";
  node.distroSeries ||= "jammy";
  node.hweKernel = "ga-22.04";
  node.statusMessage = "Deployed";
  const { random } = world;
  node.token = { key: random.token(18), secret: random.token(32), consumerKey: random.token(18) };
  recordEvent(world, { type: "Deployed", node });
}

// ../../../work/wt/sandbox/src/sandbox/seed/seed-run.ts
init_json_record();
init_world();
init_call();
var typeNameOf = (value) => Array.isArray(value) ? "a list" : value === null || value === void 0 ? "nothing" : isRecord(value) ? "a mapping" : "text";
function itemsIn({ problems }, list4, path) {
  if (list4 === void 0 || list4 === null) return [];
  if (!Array.isArray(list4)) {
    problems.push({ path, text: `takes a list, not ${typeNameOf(list4)}` });
    return [];
  }
  return list4.flatMap((data, index) => {
    if (isRecord(data)) return [{ path: [...path, index], data }];
    problems.push({ path: [...path, index], text: `takes a mapping, not ${typeNameOf(data)}` });
    return [];
  });
}
function administrator({ service: { world } }) {
  const admin = findUser(world, "admin");
  if (admin === void 0) throw new Error("the sandbox has no administrator");
  return admin;
}
function readItem({ problems, service }, kind, { path, data }) {
  const fields = fieldsOf2(kind, service.operations);
  const children = Object.keys(kind.children ?? {});
  const parameters = /* @__PURE__ */ new Map();
  for (const [name7, value] of Object.entries(data)) {
    if (children.includes(name7)) continue;
    const field = fields.get(name7);
    if (field === void 0)
      problems.push({ path: [...path, name7], text: unknownNameText(name7, [...fields.keys(), ...children]) });
    else if (value !== null) {
      const pairs = pairsOrText(field.field, value);
      if (typeof pairs === "string") problems.push({ path: [...path, name7], text: pairs });
      else if (isOperationField(kind, field))
        parameters.set(name7, { pairs, isForCreation: field.isForCreation });
      else if (field.field.choices?.includes(String(value)) === false)
        problems.push({
          path: [...path, name7],
          text: `'${String(value).slice(0, 60)}' is not one of ${field.field.choices.join(", ")}`
        });
    }
  }
  return parameters;
}
var isOperationField = (kind, { field }) => field !== ownerField && kind.derivedFields?.includes(field) !== true;
function reportUnlessMissing({ problems, missingNames }, path, text4, name7) {
  if (!missingNames.has(name7)) problems.push({ path, text: text4 });
}
async function reportRefusals(seedRun, item, act) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const [field, reason] of error.reasons) reportRefusal(seedRun, item, field, reason);
    addMissingNames(seedRun.missingNames, item);
    return void 0;
  }
}
function reportRefusal({ problems, missingNames }, { path, data }, field, reason) {
  const name7 = Object.keys(data).find((each) => field === each || field.startsWith(`${each}_`));
  const values = name7 === void 0 ? [] : [data[name7]].flat();
  const problemPath = name7 === void 0 ? path : [...path, name7];
  if (name7 !== void 0 && problems.some((each) => isWithin(each.path, problemPath))) return;
  if (values.some((value) => missingNames.has(String(value)))) return;
  const text4 = field === "__all__" || field === name7 ? reason : `${field}: ${reason}`;
  problems.push({ path: problemPath, text: text4 });
}
var isWithin = (path, parentPath) => parentPath.every((step, index) => path[index] === step);
function addMissingNames(missingNames, { data }) {
  for (const name7 of ["name", "username", "hostname", "cidr"])
    if (data[name7] !== void 0) missingNames.add(String(data[name7]));
}
function pathFrom({ service }, id, row2, parent) {
  const { parameters = [] } = service.operations.get(id ?? "") ?? {};
  const members3 = isRecord(row2) ? row2 : {};
  return Object.fromEntries(
    parameters.map(({ name: name7 }) => [name7, parent[name7] ?? String(members3[name7] ?? "")])
  );
}
function withSystemIds({ service }, kind, pairs) {
  const fields = fieldsOf2(kind, service.operations);
  return pairs.map(([name7, value]) => {
    if (fields.get(name7)?.field.kind === void 0) return [name7, value];
    const node = allNodes(service.world).find(({ hostname: hostname2 }) => hostname2 === value);
    return [name7, node?.systemId ?? value];
  });
}

// ../../../work/wt/sandbox/src/sandbox/seed/nodes.ts
function useFirstSubnet({ state: { networks: networks2 } }) {
  const first = rowsOf(networks2.subnets).find(({ cidr: cidr2 }) => !cidr2.includes(":"));
  if (first !== void 0) networks2.fleetSubnetId = first.id;
}
function prepareNode({ service: { world } }, item) {
  const { data } = item;
  if (data["mac_addresses"] !== void 0) return item;
  const macs = (Array.isArray(data["interfaces"]) ? data["interfaces"] : []).filter(isRecord).filter(({ type = "physical" }) => type === "physical").flatMap(({ mac_address: mac2 }) => typeof mac2 === "string" && parseMac(mac2) !== void 0 ? [mac2] : []);
  const generatedMac = newMac(world, 2);
  return { ...item, data: { ...data, mac_addresses: macs.length > 0 ? macs : [generatedMac] } };
}
async function finishNode(seedRun, kind, item, systemId2) {
  const { service, problems } = seedRun;
  const node = nodeById(service.world, systemId2);
  if (node === void 0) return;
  const { data, path } = item;
  const isMachine = node.nodeType === "machine";
  const status = String(data["status"] ?? "ready");
  if (isMachine) node.status = "ready";
  const isCommissioned = !isMachine || status !== "new";
  if (isCommissioned) identifyCards(node);
  await makeInterfaces(seedRun, kind, item, node);
  await makeDisks(seedRun, kind, item, node);
  if (isMachine && isCommissioned) addDefaultHardware(service.world, node);
  node.tags = [
    ...new Set(
      [data["tags"] ?? []].flat().filter((each) => !isRecord(each)).map(String)
    )
  ];
  for (const tag4 of node.tags)
    if (!/^[\w.-]+$/.test(tag4))
      problems.push({ path: [...path, "tags"], text: `'${tag4}' is not a valid tag name` });
  addTagsOfNodes(service.world);
  if (isRecord(data["annotations"])) {
    const { annotations } = data;
    node.annotations = Object.fromEntries(
      Object.entries(annotations).map(([name7, value]) => [name7, String(value)])
    );
  }
  if (isMachine) settleMachine(seedRun, item, node, status);
}
function addDefaultHardware(world, node) {
  node.cpuCount ||= 4;
  node.cpuSpeedMHz ||= 2400;
  node.memoryMiB ||= 8192;
  if (node.storage.devices.length === 0)
    addDisk(world, node.storage, {
      ...{ sizeBytes: 12e10, tags: ["ssd"], model: "Sandbox SSD", serial: world.random.token(12) }
    });
}
function settleMachine(seedRun, { data, path }, node, status) {
  const { world } = seedRun.service;
  const isFree2 = status === "new" || status === "ready";
  const owner = data["owner"] ?? (isFree2 ? null : "admin");
  if (owner !== null && isFree2)
    seedRun.problems.push({ path: [...path, "owner"], text: `a ${status} machine cannot have an owner` });
  else if (owner !== null && findUser(world, String(owner)) === void 0)
    reportUnlessMissing(seedRun, [...path, "owner"], `there is no user ${String(owner)}`, String(owner));
  const textOf2 = (name7) => data[name7] === void 0 || data[name7] === null ? "" : String(data[name7]);
  Object.assign(node, {
    status,
    owner: owner === null ? null : String(owner),
    osystem: textOf2("osystem"),
    distroSeries: textOf2("distro_series"),
    errorDescription: textOf2("error_description"),
    previousStatus: status === "broken" || status.startsWith("failed_") ? "ready" : null,
    locked: data["locked"] === true,
    powerState: textOf2("power_state") || (node.powerType === "manual" ? "unknown" : status === "deployed" ? "on" : "off")
  });
  addHistory(world, node, `${node.hostname} is part of the seed file`);
}
async function makeDisks(seedRun, kind, item, node) {
  const diskKind2 = kind.children?.["blockdevices"];
  if (diskKind2 === void 0) return;
  for (const [index, disk] of itemsIn(seedRun, item.data["blockdevices"], [
    ...item.path,
    "blockdevices"
  ]).entries()) {
    const name7 = `sd${String.fromCharCode(97 + index % 26)}`;
    const serial = seedRun.service.world.random.token(12);
    await makeChild(seedRun, diskKind2, disk, node, { name: name7, serial });
  }
}
async function makeInterfaces(seedRun, kind, item, node) {
  const interfaceKind2 = kind.children?.["interfaces"];
  if (interfaceKind2 === void 0) return;
  const items2 = itemsIn(seedRun, item.data["interfaces"], [...item.path, "interfaces"]);
  const generatedInterface = ({ data }) => node.interfaces.find(({ macAddress: macAddress2 }) => macAddress2 === parseMac(String(data["mac_address"] ?? "")));
  for (const each of items2) {
    const existing = each.data["name"] === void 0 ? void 0 : generatedInterface(each);
    if (existing !== void 0) existing.name = `new${existing.id}`;
  }
  for (const each of items2) {
    const type = String(each.data["type"] ?? "physical");
    const existing = generatedInterface(each);
    if (!interfaceKinds.includes(`interfaces.create_${type}`)) {
      readItem(seedRun, interfaceKind2, each);
      continue;
    }
    const isChange = type === "physical" && existing !== void 0;
    const row2 = await makeChild(
      seedRun,
      { ...interfaceKind2, create: isChange ? "interface.update" : `interfaces.create_${type}` },
      each,
      node,
      {},
      isChange ? { id: String(existing.id) } : {}
    );
    const nic = node.interfaces.find(({ id }) => isRecord(row2) && id === row2["id"]);
    if (nic !== void 0) await makeLinks(seedRun, interfaceKind2, each, node, nic);
  }
}
async function makeLinks(seedRun, kind, item, node, nic) {
  const linkKind2 = kind.children?.["links"];
  const { links: links2 } = item.data;
  if (linkKind2 === void 0 || links2 === void 0 || links2 === null) return;
  const path = { id: String(nic.id) };
  if (nic.type !== "vlan")
    await reportRefusals(
      seedRun,
      item,
      () => callOperation(
        seedRun.service,
        "interface.disconnect",
        administrator(seedRun),
        { system_id: node.systemId, ...path },
        []
      )
    );
  for (const each of itemsIn(seedRun, links2, [...item.path, "links"]))
    await makeChild(seedRun, linkKind2, each, node, linkKind2.defaults ?? {}, path);
}
async function makeChild(seedRun, kind, item, node, defaults3, path = {}) {
  const parameters = readItem(seedRun, kind, item);
  const defaultPairs = Object.entries({ ...defaults3, ...kind.defaults }).filter(
    ([name7]) => !parameters.has(name7)
  );
  const pairs = [...defaultPairs, ...[...parameters].flatMap(([, each]) => each.pairs)].map(
    ([name7, value]) => [name7, name7 === "parents" || name7 === "parent" ? interfaceId(node, value) : value]
  );
  return await reportRefusals(
    seedRun,
    item,
    () => callOperation(
      seedRun.service,
      kind.create,
      administrator(seedRun),
      { ...pathFrom(seedRun, kind.create, {}, path), system_id: node.systemId, ...path },
      pairs
    )
  );
}
var interfaceId = ({ interfaces: interfaces3 }, name7) => String(interfaces3.find((each) => each.name === name7)?.id ?? name7);

// ../../../work/wt/sandbox/src/sandbox/seed/source.ts
init_failure();
import { isCollection, isMap, isPair, LineCounter, parseDocument } from "yaml";
var SeedFileError = class extends Error {
  problems;
  constructor(problems) {
    super(problems.join("\n"));
    this.problems = problems;
  }
};
var maxLength2 = 1e7;
function readSource2({ name: name7, text: text4, hasLocations }) {
  const lines2 = new LineCounter();
  const locationAt = (offset) => {
    const { line, col } = lines2.linePos(offset);
    return hasLocations ? `${name7}:${line}:${col}` : name7;
  };
  if (text4.length > maxLength2) throw new SeedFileError([`${name7}: is larger than 10 MB`]);
  try {
    const document = parseDocument(text4, { merge: true, lineCounter: lines2, prettyErrors: false });
    const [error] = document.errors;
    if (error !== void 0) throw new SeedFileError([`${locationAt(error.pos[0])}: ${messageOf(error)}`]);
    return {
      data: document.toJS(),
      explain: (problems) => {
        const locatedProblems = problems.map(({ path, text: why }) => ({
          at: offsetOf(document.contents, path),
          path,
          why
        }));
        locatedProblems.sort((a, b) => a.at - b.at);
        const texts = locatedProblems.map(
          ({ at, path, why }) => `${locationAt(at)}: ${pathText(path)}${why}`
        );
        return new SeedFileError([...new Set(texts)]);
      }
    };
  } catch (error) {
    if (error instanceof SeedFileError) throw error;
    throw new SeedFileError([`${name7}: ${messageOf(error)}`]);
  }
}
var messageOf = (error) => {
  const message2 = error instanceof Error ? error.message : String(error);
  return message2.includes("call stack") ? "is nested too deeply" : message2;
};
function pathText(path) {
  const text4 = path.map((step) => typeof step === "number" ? `[${step}]` : `.${step}`).join("");
  return text4 === "" ? "" : `${text4.replace(/^\./, "")}: `;
}
function offsetOf(contents, path) {
  let node = contents;
  let offset = 0;
  for (const step of path) {
    if (!isCollection(node)) return offset;
    const item = isMap(node) ? node.items.find(({ key }) => String(key) === String(step)) : node.items[Number(step)];
    node = isPair(item) ? item.value : item;
    offset = rangeOf(isPair(item) ? item.key : item) ?? offset;
  }
  return offset;
}
function rangeOf(node) {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range) ? node.range[0] : void 0;
}

// ../../../work/wt/sandbox/src/sandbox/seed/seed-file.ts
var maxMachines = 1e4;
async function createSeedObjects(service, source2, hasNoFleet) {
  const { data, explain } = readSource2(source2);
  const problems = await applySeed(service, data, hasNoFleet);
  if (problems.length > 0) throw explain(problems);
}
async function applySeed(service, data, hasNoFleet) {
  const seedRun = { service, problems: [], missingNames: /* @__PURE__ */ new Set(), finalSteps: [] };
  const memberNames = [...Object.keys(seedKinds), configMember];
  const members3 = data ?? {};
  if (!isRecord(members3))
    return [
      { path: [], text: `a seed file is a mapping of lists (such as 'machines'), not ${typeNameOf(data)}` }
    ];
  for (const name7 of Object.keys(members3))
    if (!memberNames.includes(name7) && !name7.startsWith("x-"))
      seedRun.problems.push({ path: [name7], text: unknownNameText(name7, memberNames) });
  const count = allNodes(service.world, "machine").length + [members3["machines"] ?? []].flat().length;
  if (count > maxMachines)
    return [{ path: ["machines"], text: `a sandbox can have at most ${maxMachines} machines, not ${count}` }];
  for (const [name7, kind] of Object.entries(seedKinds)) {
    for (const item of itemsIn(seedRun, members3[name7], [name7])) await makeItem(seedRun, kind, item, {});
    if (name7 === "subnets" && hasNoFleet) useFirstSubnet(service.world);
  }
  await applyConfig(seedRun, members3[configMember]);
  for (const step of seedRun.finalSteps) await step();
  return seedRun.problems;
}
var configNames = configItems.map(({ name: name7 }) => name7);
async function applyConfig(seedRun, config) {
  if (config === void 0 || config === null) return;
  if (!isRecord(config)) {
    seedRun.problems.push({ path: [configMember], text: "takes a mapping of configuration items to values" });
    return;
  }
  for (const [name7, value] of Object.entries(config)) {
    if (!configNames.includes(name7)) {
      seedRun.problems.push({ path: [configMember, name7], text: unknownNameText(name7, configNames) });
      continue;
    }
    const pairs = [
      ["name", name7],
      ["value", String(value ?? "")]
    ];
    await reportRefusals(
      seedRun,
      { path: [configMember], data: config },
      () => callOperation(seedRun.service, setConfig, administrator(seedRun), {}, pairs)
    );
  }
}
async function makeItem(seedRun, kind, item, parent) {
  const { problems, service, missingNames } = seedRun;
  const problemCount = problems.length;
  const isNode2 = kind === seedKinds["machines"] || kind === seedKinds["devices"];
  const parameters = readItem(seedRun, kind, isNode2 ? prepareNode(seedRun, item) : item);
  const user = ownerOf(seedRun, kind, item);
  if (problems.length > problemCount) addMissingNames(missingNames, item);
  if (user === void 0) return;
  const lastFields = new Set(kind.fieldsSetLast);
  const result = await reportRefusals(seedRun, item, async () => {
    const existing = await findExisting(seedRun, kind, item, parent);
    const [createPairs, updatePairs] = [[], []];
    for (const [name7, { pairs, isForCreation }] of parameters)
      if (!lastFields.has(name7))
        (existing === void 0 && isForCreation ? createPairs : updatePairs).push(pairs);
    const defaults3 = Object.entries(kind.defaults ?? {}).filter(([name7]) => !parameters.has(name7)).map(([name7, value]) => [name7, value.replace("*", String(item.data["username"]))]);
    const row2 = existing ?? await callOperation(service, kind.create, user, parent, [...defaults3, ...createPairs.flat()]);
    const path = pathFrom(seedRun, kind.update, row2, parent);
    if (updatePairs.length > 0 && kind.update !== void 0)
      await callOperation(service, kind.update, user, path, [
        ...requiredPairs(seedRun, kind, parameters),
        ...updatePairs.flat()
      ]);
    const lastPairs = [...parameters].filter(([name7]) => lastFields.has(name7)).flatMap(([, { pairs }]) => pairs);
    if (lastPairs.length > 0)
      seedRun.finalSteps.push(async () => {
        await reportRefusals(
          seedRun,
          item,
          () => callOperation(service, kind.update ?? "", user, path, withSystemIds(seedRun, kind, lastPairs))
        );
      });
    return row2;
  });
  if (!isRecord(result)) return;
  if (isNode2) await finishNode(seedRun, kind, item, String(result["system_id"]));
  else
    for (const [name7, child] of Object.entries(kind.children ?? {}))
      for (const each of itemsIn(seedRun, item.data[name7], [...item.path, name7]))
        await makeItem(seedRun, child, each, { ...parent, [kind.parameter ?? ""]: String(result["id"]) });
}
function ownerOf(seedRun, kind, { data, path }) {
  const name7 = kind.isOwned ? data["owner"] : void 0;
  if (name7 === void 0 || name7 === null) return administrator(seedRun);
  const user = findUser(seedRun.service.world, String(name7));
  if (user === void 0)
    reportUnlessMissing(seedRun, [...path, "owner"], `there is no user ${String(name7)}`, String(name7));
  return user;
}
function requiredPairs({ service }, { update: update3 = "" }, parameters) {
  const requiredFields = service.operations.get(update3)?.fields?.filter((each) => each.required) ?? [];
  return requiredFields.flatMap(({ name: name7 }) => {
    const parameter = parameters.get(name7);
    return parameter?.isForCreation ? parameter.pairs : [];
  });
}
async function findExisting(seedRun, { existing }, { data }, parent) {
  if (existing === void 0 || data[existing.field] === void 0) return void 0;
  const rows = await callOperation(seedRun.service, existing.list, administrator(seedRun), parent, []);
  return Array.isArray(rows) ? rows.filter(isRecord).find((row2) => String(row2[existing.field]) === String(data[existing.field])) : void 0;
}

// ../../../work/wt/sandbox/src/sandbox/serialize/description.ts
init_grouping();
init_spellings();
import { createHash as createHash4 } from "node:crypto";
function describeService(entries, segment, servesAnonymous) {
  const byPath = groupBy(entries, ({ operation }) => operation.path.replace(/op-[a-z_]+$/, ""));
  const resources = [...byPath].flatMap(
    ([path, operationsAtPath]) => describeResource(path, operationsAtPath, segment, servesAnonymous) ?? []
  ).sort((a, b) => compare2(a.name, b.name));
  const doc = "Provisioning Service API";
  const hash = createHash4("sha1").update(JSON.stringify({ doc, resources })).digest("hex");
  return {
    hash,
    describeAt: (origin) => ({
      doc,
      handlers: [],
      resources: resources.map(({ name: name7, anon, auth }) => ({
        name: name7,
        anon: anon && withAddress(anon, origin),
        auth: auth && withAddress(auth, origin)
      })),
      hash
    })
  };
}
var compare2 = (a, b) => a < b ? -1 : a > b ? 1 : 0;
var withAddress = ({ name: name7, doc, params, path, actions }, origin) => ({
  name: name7,
  doc,
  params,
  path,
  uri: `${origin}${path}`,
  actions
});
var irregularNames = {
  "/boot-resources/{resource_id}/upload/{id}/": void 0,
  "/describe/": void 0,
  "/discovery/": "Discoveries",
  "/installation-results/": "NodeResults",
  "/nodes/{system_id}/results/": "NodeScriptResults",
  "/nodes/{system_id}/results/{id}/": "NodeScriptResult",
  "/scripts/": "NodeScripts",
  "/scripts/{name}": "NodeScript",
  "/vlans/{id}/": void 0
};
var nameOf = (id) => id.replace(/\..*$/, "").replace(/\b(?:dhcp|dns|ip|ssh|ssl)\b/g, (word) => word.toUpperCase()).replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
function describeResource(path, operationsAtPath, segment, servesAnonymous) {
  const name7 = path in irregularNames ? irregularNames[path] : nameOf(operationsAtPath[0]?.id ?? "");
  if (name7 === void 0) return void 0;
  const operations = operationsAtPath.map(({ operation }) => operation);
  const serviceName = segment.toLowerCase();
  const isConfiguration = path === "/svc/";
  const title = isConfiguration ? capitalize(serviceName) : name7;
  const relativePath = isConfiguration ? `/${serviceName}/` : path.replace(/^\/api\//, "/");
  const publicOperations = operationsAtPath.filter(servesAnonymous).map(({ operation }) => operation);
  const signedOperations = operations.filter(({ unsigned }) => unsigned !== true);
  const describe = (handlerName, handlerOperations) => ({
    name: `${handlerName}Handler`,
    doc: `Operations on ${wordsOf2(handlerName).toLowerCase()}.`,
    params: operations[0]?.parameters?.map((each) => each.name) ?? [],
    path: `/${segment}/api/2.0${relativePath}`,
    actions: handlerOperations.map(describeAction).sort((a, b) => compare2(a.name, b.name))
  });
  const isPublic = publicOperations.length === operations.length;
  return {
    name: `${title}Handler`,
    anon: publicOperations.length === 0 ? null : describe(isPublic ? title : `Anon${title}`, publicOperations),
    auth: isPublic ? null : describe(title, signedOperations)
  };
}
var wordsOf2 = (name7) => name7.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
var crudNames = {
  GET: "read",
  POST: "create",
  PUT: "update",
  DELETE: "delete"
};
function describeAction(operation) {
  const op = /op-([a-z_]+)$/.exec(operation.path)?.[1] ?? null;
  return {
    method: operation.method,
    name: op ?? crudNames[operation.method],
    op,
    restful: op === null,
    doc: describeFields(operation)
  };
}
function describeFields({ summary: summary2, fields = [] }) {
  const documentedFields = fields.filter(
    (field) => field.undocumented !== true && (field.prefix ?? "") === ""
  );
  if (documentedFields.length === 0) return `${summary2}
`;
  return `${summary2}

${documentedFields.map((field) => `${describeField(field)}

 `).join("")}`;
}
var typeNames2 = {
  string: "String",
  integer: "Int",
  boolean: "Boolean",
  switch: "Int",
  size: "String",
  base64: "String",
  file: "String",
  list: "String",
  map: "String"
};
function describeField(field) {
  const { name: name7, type, help, required, choices } = field;
  const sentences = [
    `${required ? "Required" : "Optional"}. `,
    `${capitalize(help)}.`,
    ...type === "list" || field.repeatable ? ["It may be given several times."] : [],
    ...choices === void 0 ? [] : [`Possible values are: ${choices.map((each) => `\`\`${each}\`\``).join(", ")}.`],
    ...field.default === void 0 ? [] : [`(Default: ${field.default}).`]
  ];
  return `:param ${name7}: ${sentences.join(" ")}
:type ${name7}: ${typeNames2[type]}`;
}

// ../../../work/wt/sandbox/src/sandbox/wire/bodies.ts
init_answers();
var defaultLimits = {
  requestLineBytes: 8192,
  bodyBytes: 1e7,
  chunkBytes: 256 * 1024 * 1024,
  headersMs: 1e4,
  requestMs: 12e4,
  /** How long to read from a client that is still sending after the answer: in total, and without receiving data. */
  lingerMs: 3e4,
  lingerIdleMs: 2e3
};
function readBody(request, limit) {
  const tooLarge = () => new HttpError(413, `The body is larger than ${limit} bytes.`, { Connection: "close" });
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.reject(tooLarge());
  return new Promise((resolve2, reject) => {
    const chunks = [];
    let size2 = 0;
    request.on("data", (chunk) => {
      size2 += chunk.length;
      if (size2 > limit) {
        request.pause();
        request.removeAllListeners("data");
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve2(Buffer.concat(chunks)));
    request.on("close", () => reject(new HttpError(400, "The body is incomplete.")));
  });
}
var maxDiscardedBodies = 16;
function discardRest(request, limits) {
  if (request.complete) return Promise.resolve(true);
  return new Promise((resolve2) => {
    let remainingBytes = maxDiscardedBodies * limits.bodyBytes;
    const finish = (isComplete) => {
      clearTimeout(total);
      clearTimeout(idle);
      request.off("data", countBytes);
      resolve2(isComplete);
    };
    const total = setTimeout(() => finish(false), limits.lingerMs);
    const idle = setTimeout(() => finish(false), limits.lingerIdleMs);
    const countBytes = (chunk) => {
      remainingBytes -= chunk.length;
      if (remainingBytes < 0) finish(false);
      else idle.refresh();
    };
    request.on("data", countBytes);
    request.once("end", () => finish(true));
    request.once("close", () => finish(false));
    request.resume();
  });
}
function captureText(answer2, length) {
  const { body, contentType = "application/json" } = answer2;
  const isText = /^text\/|json/.test(contentType);
  if (typeof body === "string") return { answer: answer2, textSoFar: () => body.slice(0, length) };
  if (body instanceof Uint8Array) {
    const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, length));
    return { answer: answer2, textSoFar: () => isText ? start.toString("utf8") : `(${body.length} bytes)` };
  }
  let text4 = "";
  function* pieces() {
    for (const piece of body) {
      if (text4.length < length) text4 += piece.slice(0, length - text4.length);
      yield piece;
    }
  }
  return { answer: { ...answer2, body: { [Symbol.iterator]: pieces } }, textSoFar: () => text4 };
}
async function sendAnswer(request, response, answer2, isCut, limits) {
  if (response.destroyed) return;
  const { body } = answer2;
  const content = typeof body === "string" || body instanceof Uint8Array ? Buffer.from(body) : void 0;
  for (const [name7, value] of Object.entries(answer2.headers ?? {})) response.setHeader(name7, value);
  if (answer2.contentType !== void 0) response.setHeader("Content-Type", answer2.contentType);
  response.statusCode = answer2.status;
  if (content !== void 0 && answer2.status !== 204) response.setHeader("Content-Length", content.length);
  if (isCut) {
    const part = content ?? Buffer.from("[");
    response.write(part.subarray(0, Math.ceil(part.length / 2)), () => request.socket.destroy());
    response.flushHeaders();
    return;
  }
  if (!request.complete) await sendEarly(request, response, content, limits);
  else if (content !== void 0) response.end(answer2.status === 204 ? void 0 : content);
  else await sendPieces(response, body);
}
var answeredSockets = /* @__PURE__ */ new WeakSet();
var isAnswered = (socket) => answeredSockets.has(socket);
async function sendEarly(request, response, content, limits) {
  answeredSockets.add(request.socket);
  response.flushHeaders();
  if (content !== void 0 && content.length > 0 && request.method !== "HEAD") response.write(content);
  const isComplete = await discardRest(request, limits);
  answeredSockets.delete(request.socket);
  if (isComplete) response.end();
  else request.socket.destroy();
}
async function sendPieces(response, pieces) {
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await waitForDrain(response);
  }
  response.end();
}
var waitForDrain = (response) => new Promise((resolve2) => {
  const done = () => {
    response.off("drain", done);
    response.off("close", done);
    resolve2();
  };
  response.on("drain", done);
  response.on("close", done);
});

// ../../../work/wt/sandbox/src/sandbox/sandbox.ts
init_call();

// ../../../work/wt/sandbox/src/sandbox/wire/exchange-log.ts
init_grouping();
init_names();
init_text();
import { isUtf8 as isUtf82 } from "node:buffer";

// ../../../work/wt/sandbox/src/sandbox/wire/form.ts
init_failure();
init_answers();
init_call();
var noForm = { pairs: [], files: [], isUrlEncoded: false };
function watchParameters({ method, fields = [] }, location, pairs, files = []) {
  const readNames2 = /* @__PURE__ */ new Set();
  const parameters = makeParameters(pairs, files, (name7) => readNames2.add(name7));
  const defaultLocation = method === "GET" || method === "DELETE" ? "query" : "form";
  const documentedFields = fields.filter((field) => (field.in ?? defaultLocation) === location);
  const isField = (name7) => documentedFields.some((field) => isSentAs(field, name7));
  return {
    parameters,
    unread: () => parameters.names.filter((name7) => !readNames2.has(name7) && !isField(name7))
  };
}
var isSentAs = ({ name: name7, sentAs, alsoSentAs, type, prefix: prefix2 = "" }, parameter) => type === "map" ? parameter.startsWith(prefix2) : [name7, sentAs, alsoSentAs].includes(parameter);
var readable = "send multipart/form-data or application/x-www-form-urlencoded";
function parseForm(contentType, body) {
  if (body.length === 0) return noForm;
  if (contentType === void 0)
    throw new HttpError(415, `The body cannot be read: it has no Content-Type; ${readable}.`);
  const type = parseHeaderValue(contentType);
  if (type === void 0) throw badForm("its Content-Type cannot be read.");
  const charset = type.parameters.get("charset");
  switch (type.value) {
    case "multipart/form-data": {
      const boundary = type.parameters.get("boundary");
      if (boundary === void 0) throw badForm("its Content-Type has no boundary.");
      const parts = parseMultipart(boundary, charset, body);
      const pairs = parts.flatMap((part) => part.kind === "text" ? [[part.name, part.value]] : []);
      return { pairs, files: parts.filter((part) => part.kind === "file"), isUrlEncoded: false };
    }
    case "application/x-www-form-urlencoded": {
      const pairs = parsePairs(body.toString("latin1"), "form", readerOf(charset), checkName4);
      return { pairs, files: [], isUrlEncoded: true };
    }
    default:
      throw new HttpError(
        415,
        `The body cannot be read: its type '${type.value.slice(0, 80)}' is not supported; ${readable}.`
      );
  }
}
function checkName4(name7) {
  if (/[\s"<>{}]/.test(name7))
    throw badForm(`it is declared as urlencoded, but is not name=value pairs; ${readable}.`);
}
var maxFiles = 100;
var maxHeadBytes = 16 * 1024;
var maxNameLength = 1e3;
var maxBoundaryLength = 70;
var badForm = (why) => new HttpError(400, `The form cannot be read: ${why}`);
function parseMultipart(boundary, charset, body) {
  if (boundary === "" || boundary.length > maxBoundaryLength)
    throw badForm(`its boundary must have 1 to ${maxBoundaryLength} characters.`);
  const parts = [];
  const counts = { file: 0, text: 0 };
  let start;
  for (const delimiter of body.toString("latin1").matchAll(delimiterPattern(boundary))) {
    const bytes3 = body.subarray(start ?? delimiter.index, delimiter.index);
    if (bytes3.length > 0) {
      const part = readPart(bytes3, charset);
      counts[part.kind] += 1;
      if (counts.text > maxFields) throw tooManyFields();
      if (counts.file > maxFiles) throw badForm(`it has more than ${maxFiles} files.`);
      parts.push(part);
    }
    if (delimiter[1] !== void 0) return parts;
    start = delimiter.index + delimiter[0].length + "\r\n".length;
  }
  throw badForm(
    start === void 0 ? "it does not contain the boundary of its Content-Type." : "it ends before its last boundary."
  );
}
var delimiterPattern = (boundary) => new RegExp(`(?:^|\\r\\n)--${boundary.replace(/[^\w]/g, "\\$&")}(?:(--)|[ \\t]*(?=\\r\\n))`, "g");
function readPart(bytes3, formCharset) {
  const { head, content } = splitPart(bytes3);
  const headers = readHead(head);
  const disposition = parseHeaderValue(headers.get("content-disposition") ?? "");
  const name7 = disposition?.parameters.get("name");
  if (disposition?.value !== "form-data" || name7 === void 0)
    throw badForm("a part has no readable Content-Disposition with a name.");
  if (name7.length > maxNameLength)
    throw badForm(`the name of a part is longer than ${maxNameLength} characters.`);
  const encoding = headers.get("content-transfer-encoding") ?? "";
  const decode2 = transferDecoders.get(encoding.toLowerCase());
  if (decode2 === void 0)
    throw badForm(`the transfer encoding '${encoding.slice(0, 40)}' of a part is not supported.`);
  const type = parseHeaderValue(headers.get("content-type") ?? "");
  if (type === void 0) throw badForm("the Content-Type of a part cannot be read.");
  if (type.value.startsWith("multipart/")) throw badForm("a part is a multipart body itself.");
  const filename = disposition.parameters.get("filename");
  const decoded2 = decode2(content);
  if (filename !== void 0) return { kind: "file", name: name7, filename: baseName(filename), content: decoded2 };
  const read = readerOf(type.parameters.get("charset") ?? formCharset);
  return { kind: "text", name: name7, value: read(decoded2) };
}
function splitPart(bytes3) {
  const start = bytes3.subarray(0, maxHeadBytes + 4);
  const at = start.indexOf("\r\n\r\n");
  if (at >= 0) return { head: readUtf8(start.subarray(0, at)), content: bytes3.subarray(at + 4) };
  if (bytes3.length <= maxHeadBytes && bytes3.length > 2 && bytes3.subarray(-2).toString("latin1") === "\r\n")
    return { head: readUtf8(bytes3.subarray(0, -2)), content: Buffer.alloc(0) };
  throw badForm("the head of a part is not terminated.");
}
function readHead(head) {
  const headers = /* @__PURE__ */ new Map();
  for (const line of head.replace(/\r\n[ \t]/g, " ").split("\r\n")) {
    const at = line.indexOf(":");
    const name7 = line.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name7 === "") throw badForm("the head of a part cannot be read.");
    if (headers.has(name7)) throw badForm("a header of a part is given twice.");
    headers.set(name7, line.slice(at + 1).trim());
  }
  return headers;
}
var baseName = (path) => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
function parseHeaderValue(text4) {
  const [first = ""] = text4.split(";", 1);
  const parameters = /* @__PURE__ */ new Map();
  for (let at = first.length + 1; at < text4.length; at = parameterPattern.lastIndex) {
    parameterPattern.lastIndex = at;
    const match = parameterPattern.exec(text4);
    if (match === null) return void 0;
    const [, rawName = "", quoted, plain] = match;
    const name7 = rawName.trim().toLowerCase();
    const value = quoted?.replace(/\\(["\\])/g, "$1") ?? plain?.trim();
    if (name7 === "" && value === void 0) continue;
    if (name7 === "" || value === void 0 || parameters.has(name7)) return void 0;
    parameters.set(name7, value);
  }
  for (const [name7, encoded] of parameters) {
    if (!name7.endsWith("*")) continue;
    const decoded2 = decodeExtended(encoded);
    if (decoded2 === void 0) return void 0;
    parameters.set(name7.slice(0, -1), decoded2);
  }
  return { value: first.trim().toLowerCase(), parameters };
}
var parameterPattern = /([^;=]*)(?:=(?:[ \t]*"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"\s*|(?![ \t]*")([^;]*)))?(?:;|$)/y;
function decodeExtended(text4) {
  const [charset = "", , ...rest] = text4.split("'");
  if (rest.length === 0 || charset.toLowerCase() !== "utf-8") return void 0;
  return attempt(() => decodeURIComponent(rest.join("'")));
}

// ../../../work/wt/sandbox/src/sandbox/wire/exchange-log.ts
var maxExchanges = 200;
var maxRefused = 1e3;
var maxBodyLength = 4096;
var maxValueLength = 1024;
function makeExchangeLog(onExchange = () => {
}) {
  const exchanges = [];
  const refused = [];
  return {
    add(exchange) {
      exchanges.push(exchange);
      if (exchanges.length > maxExchanges) exchanges.shift();
      const isRefused = exchange.method !== "GET" && exchange.status >= 400;
      if (isRefused && refused.length < maxRefused) refused.push(exchange);
      onExchange(exchange);
    },
    last: (count) => count <= 0 ? [] : exchanges.slice(-count),
    refused: () => refused,
    forgetRefused() {
      refused.length = 0;
    }
  };
}
function describeExchange({ method = "", url = "", headers }, notes, answer2) {
  const { query = [], form = noForm, operation = null, user = null, secretFields = [] } = notes;
  const parameters = [...query, ...form.pairs];
  const isSecret = (name7) => secretFields.includes(name7) || isSecretField(name7, parameters);
  const { time, status, took_ms } = answer2;
  const contentType = headers["content-type"];
  const unread = [401, 403, 404].includes(status) ? [] : notes.unread?.() ?? [];
  const responseText = copyOf(answer2.responseText);
  const secrets = parameters.filter(([name7, value]) => value !== "" && isSecret(name7)).map(([, value]) => copyOf(value));
  let maskedBody;
  return {
    time,
    user,
    method,
    path: maskText(url.replace(/\?.*$/s, "")),
    operation,
    query: maskFields(query, isSecret),
    form: maskFields(form.pairs, isSecret),
    files: form.files.map(({ name: name7, filename, content }) => ({
      name: maskText(name7),
      filename: maskText(filename),
      bytes: content.length
    })),
    content_type: typeof contentType === "string" ? maskText(contentType) : null,
    unread: unread.map(maskText),
    body: maskRefused(notes.unreadBody, contentType, secretFields),
    status,
    // Masked on first access, because most entries of the log are never read.
    get answer() {
      maskedBody ??= maskBody(
        responseText,
        secrets,
        operation === "svc.get_config" && requestsSecret(parameters)
      );
      return { content_type: answer2.contentType ?? null, ...maskedBody };
    },
    took_ms
  };
}
function maskFields(pairs, isSecret) {
  const fields = /* @__PURE__ */ new Map();
  for (const [name7, value] of pairs) {
    const displayText = isSecret(name7) ? mask : truncate(displayValueOf({ name: name7, value: value.slice(0, scannedLength) }, []), maxValueLength);
    addTo(fields, maskText(name7), displayText);
  }
  return Object.fromEntries(fields);
}
var isSecretField = (name7, parameters) => name7 === "oauth_signature" || isSecretName(name7) || name7 === "value" && requestsSecret(parameters);
var requestsSecret = (parameters) => parameters.some(([name7, value]) => name7 === "name" && isSecretName(value));
function maskBody(body, secrets, isSecret) {
  if (isSecret) return { body: mask, is_cut: false };
  const masked = createRedactor(secrets)(body, "document");
  return { body: masked.slice(0, maxBodyLength), is_cut: masked.length > maxBodyLength };
}
function maskRefused(body, contentType, secretFields) {
  if (body === void 0 || body.length === 0) return null;
  if (!isUtf82(body)) return `(${body.length} bytes)`;
  const text4 = body.subarray(0, scannedLength).toString("utf8");
  const words3 = text4.match(/[\w.-]+/g) ?? [];
  if (words3.some((word) => secretFields.includes(word))) return mask;
  const isMultipart = contentType?.toLowerCase().includes("multipart") === true || /^--/.test(text4);
  const mayHideSecret = (word) => isSecretName(word) || /^content-transfer-encoding$/i.test(word);
  if (isMultipart && words3.some(mayHideSecret)) return mask;
  return truncate(redactText(text4, "document"), maxBodyLength);
}
var copyOf = (text4) => Buffer.from(text4, "utf16le").toString("utf16le");
var scannedLength = 2 * maxBodyLength;
var maskText = (text4) => truncate(redactText(text4.slice(0, scannedLength)), maxValueLength);
var truncate = (text4, length) => text4.length > length ? `${text4.slice(0, length)}...` : text4;

// ../../../work/wt/sandbox/src/sandbox/wire/server.ts
init_defaults();
init_failure();
init_world();
init_answers();
import { once } from "node:events";
import {
  createServer
} from "node:http";
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

// ../../../work/wt/sandbox/src/sandbox/wire/authentication.ts
init_users();
init_answers();
import { createHmac, timingSafeEqual } from "node:crypto";
var tolerance = 300;
function makeAuthenticator(nonceCapacity = 1e5) {
  const nonces = /* @__PURE__ */ new Map();
  const useNonce = (key, timestamp2, nowMs) => {
    for (const [oldest, usedMs] of nonces) {
      if (nowMs - usedMs <= 2 * tolerance * 1e3 && nonces.size < nonceCapacity) break;
      nonces.delete(oldest);
    }
    if (nonces.has(key)) throw denied("the nonce has been used before.");
    nonces.set(key, Math.max(nowMs, timestamp2 * 1e3));
  };
  return {
    authenticate(request, users, nowMs) {
      const headerMap = headerCredentials(request.authorization);
      const fields = headerMap ?? parameterCredentials(request.parameters);
      if (fields === void 0) return void 0;
      const field = (name7) => {
        const value = fields.get(name7);
        if (value === void 0) throw denied(`${name7} is missing.`);
        return value;
      };
      if ((fields.get("oauth_version") ?? "1.0") !== "1.0") throw denied("oauth_version must be 1.0.");
      const match = findToken(users, field("oauth_consumer_key"), field("oauth_token"));
      if (match === void 0) throw denied("invalid consumer or token.");
      const timestamp2 = checkTimestamp(field("oauth_timestamp"), nowMs, request.acceptsFuture === true);
      const nonce = field("oauth_nonce");
      if (nonce === "" || nonce.length > 255) throw denied("oauth_nonce must have 1 to 255 characters.");
      const [method, signature] = [field("oauth_signature_method"), field("oauth_signature")];
      const isSigned = (parameters2) => isEqual(
        sign(method, { ...request, parameters: [...parameters2, ...headerMap ?? []] }, match.token.secret),
        signature
      );
      const { parameters, deployedParameters = parameters } = request;
      if (!isSigned(parameters) && !isSigned(deployedParameters)) throw denied("invalid signature.");
      useNonce(`${match.token.key}:${timestamp2}:${nonce}`, timestamp2, nowMs);
      return match.user;
    },
    nonceCount: () => nonces.size
  };
}
function checkTimestamp(text4, nowMs, acceptsFuture) {
  const timestamp2 = Number(text4);
  if (!Number.isSafeInteger(timestamp2) || timestamp2 < 0) throw denied("oauth_timestamp is not a number.");
  const offset = timestamp2 - Math.floor(nowMs / 1e3);
  if (offset < -tolerance || offset > tolerance && !acceptsFuture)
    throw denied(`expired timestamp: it is ${offset} seconds off the service's clock.`);
  return timestamp2;
}
var encode = (text4) => encodeURIComponent(text4).replace(
  /[!'()*]/g,
  (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
);
function sign(method, request, tokenSecret) {
  const key = `&${encode(tokenSecret)}`;
  if (method === "PLAINTEXT") return key;
  if (method !== "HMAC-SHA1") throw denied("oauth_signature_method must be PLAINTEXT or HMAC-SHA1.");
  const parameters = request.parameters.filter(([name7]) => name7 !== "realm" && name7 !== "oauth_signature").map(([name7, value]) => [encode(name7), encode(value)]).sort(([a, x], [b, y]) => a === b ? x < y ? -1 : 1 : a < b ? -1 : 1).map(([name7, value]) => `${name7}=${value}`).join("&");
  const text4 = [request.method.toUpperCase(), encode(request.url), encode(parameters)].join("&");
  return createHmac("sha1", key).update(text4).digest("base64");
}
function isEqual(expected, actual) {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}
var denied = (why) => new HttpError(401, `Authorization Error: ${why}`, { "WWW-Authenticate": "OAuth" });
var unreadableHeader = () => denied("the Authorization header cannot be read.");
var isCredential2 = (name7) => name7.startsWith("oauth_");
function headerCredentials(header) {
  if (header === void 0 || !/^OAuth(?:[\s,]|$)/.test(header)) return void 0;
  const pairs = splitItems2(header.slice("OAuth".length)).map((item) => {
    const at = item.indexOf("=");
    if (at < 1) throw unreadableHeader();
    return [decode(item.slice(0, at).trim()), decode(unquote(item.slice(at + 1).trim()))];
  });
  return uniqueFields(pairs);
}
function parameterCredentials(pairs) {
  const credentials = pairs.filter(([name7]) => isCredential2(name7));
  return credentials.length === 0 ? void 0 : uniqueFields(credentials);
}
function uniqueFields(pairs) {
  const fields = /* @__PURE__ */ new Map();
  for (const [name7, value] of pairs) {
    if (fields.has(name7)) throw denied(`${name7.slice(0, 40)} is given twice.`);
    fields.set(name7, value);
  }
  return fields;
}
function splitItems2(text4) {
  const items2 = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= text4.length; at += 1) {
    if (text4[at] === '"') isQuoted = !isQuoted;
    if (at < text4.length && (text4[at] !== "," || isQuoted)) continue;
    const item = text4.slice(from, at).trim();
    if (item !== "") items2.push(item);
    from = at + 1;
  }
  if (isQuoted) throw unreadableHeader();
  return items2;
}
function unquote(text4) {
  const isQuoted = text4.length > 1 && text4.startsWith('"') && text4.endsWith('"');
  const value = isQuoted ? text4.slice(1, -1) : text4;
  if (value.includes('"') || !isQuoted && /\s/.test(value)) throw unreadableHeader();
  return value;
}
function decode(text4) {
  try {
    return decodeURIComponent(text4);
  } catch {
    throw denied("the Authorization header has invalid percent-encoding.");
  }
}

// ../../../work/wt/sandbox/src/sandbox/wire/control.ts
init_failure();

// ../../../work/wt/sandbox/src/core/text/units.ts
init_failure();
var unitMs = {
  ms: 1,
  s: 1e3,
  m: 6e4,
  h: 36e5,
  d: 864e5
};
var unitsByName = new Map([
  ...Object.entries(unitMs),
  ...["sec", "secs", "second", "seconds"].map((name7) => [name7, 1e3]),
  ...["min", "mins", "minute", "minutes"].map((name7) => [name7, 6e4]),
  ...["hr", "hrs", "hour", "hours"].map((name7) => [name7, 36e5]),
  ...["day", "days"].map((name7) => [name7, 864e5])
]);
var maxMs = 2 ** 31 - 1;
var maxIntervalMs = 22 * 864e5;
var minDurationMs = 1;
function parseDuration(text4, label) {
  const parts = [...text4.trim().matchAll(/(\d+(?:\.\d+)?)([a-z]+)?/gy)];
  const matchedText = parts.map(([part]) => part).join("");
  const sizes = parts.map(([, , unit = "s"]) => unitsByName.get(unit));
  const hasUnits = parts.every(([, , unit]) => unit !== void 0);
  const isDuration = matchedText !== "" && matchedText === text4.trim() && (parts.length === 1 || hasUnits);
  if (!isDuration || sizes.includes(void 0)) {
    throw new Failure("usage", `${label} takes a duration, not '${text4}'`, {
      hint: "durations look like 90s, 40m, 2h or 1h30m"
    });
  }
  const ms = parts.reduce((sum2, [, count], index) => sum2 + Number(count) * (sizes[index] ?? 0), 0);
  if (ms > maxMs) throw new Failure("usage", `${label} must be at most 24 days, not '${text4}'`);
  const isZero = parts.every(([, count]) => /^[0.]+$/.test(count ?? ""));
  if (!isZero && ms < minDurationMs)
    throw new Failure("usage", `${label} must be at least 1ms, not '${text4}'`);
  return Math.round(ms);
}
var momentUnitMs = { ...unitMs, w: 6048e5 };

// ../../../work/wt/sandbox/src/core/text/glob.ts
function matchesGlob(glob, text4) {
  const pattern = glob.toLowerCase();
  const subject = text4.toLowerCase();
  let at = 0;
  let star = -1;
  let retry = 0;
  for (let index = 0; index < subject.length; ) {
    if (pattern[at] === "*") {
      star = at;
      at += 1;
      retry = index;
    } else if (pattern[at] === "?" || pattern[at] === subject[index]) {
      at += 1;
      index += 1;
    } else if (star === -1) return false;
    else {
      at = star + 1;
      retry += 1;
      index = retry;
    }
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}

// ../../../work/wt/sandbox/src/sandbox/simulation/faults.ts
init_spellings();
function makeFaults(random, texts = [], isOperation = () => true) {
  const parseLines = (lines2) => lines2.map((text4) => ({
    text: text4.trim(),
    fault: parseFault(text4, isOperation),
    matchCount: 0,
    affectedCount: 0
  }));
  let activeFaults = parseLines(texts);
  const faultsOfKinds = (...kinds3) => activeFaults.filter(
    (each) => kinds3.includes(each.fault.kind)
  );
  const takesEffect = (active, rate) => {
    const { after = 0, next = Number.POSITIVE_INFINITY } = active.fault;
    active.matchCount += 1;
    const isDue = active.matchCount > after && active.matchCount <= after + next;
    if (!isDue || rate === 0 || random.next() >= rate) return false;
    active.affectedCount += 1;
    return true;
  };
  const matchesMachine = ({ machine: machine2 }, target) => machine2 === void 0 || machine2 === target.systemId || machine2 === target.hostname;
  return {
    list: () => activeFaults.map(({ text: text4 }) => text4),
    affectedCounts: () => activeFaults.map(({ affectedCount }) => affectedCount),
    replace(lines2) {
      activeFaults = parseLines(lines2);
    },
    add(lines2) {
      activeFaults = [...activeFaults, ...parseLines(lines2)];
    },
    remove(names) {
      const isNamed = (text4) => names.some((name7) => text4 === name7 || text4.startsWith(`${name7}=`));
      activeFaults = activeFaults.filter(({ text: text4 }) => names.length > 0 && !isNamed(text4));
    },
    /** Applies the faults that are limited to some requests. Without `request`, applies the faults that are not. */
    apply(request) {
      const delays = faultsOfKinds("latency").filter(
        (each) => matchesRequest(each.fault, request) && takesEffect(each, 1)
      );
      const [first] = faultsOfKinds("errors", "drop", "half").filter(
        (each) => matchesRequest(each.fault, request) && takesEffect(each, each.fault.rate)
      );
      return {
        delayMs: delays.reduce(
          (sum2, { fault: { fromMs, toMs } }) => sum2 + fromMs + random.next() * (toMs - fromMs),
          0
        ),
        fault: first?.fault
      };
    },
    outcome(phase, target) {
      const [first] = faultsOfKinds("fail", "silent").filter(
        (each) => failingPhases[each.fault.phase] === phase && matchesMachine(each.fault, target) && takesEffect(each, each.fault.rate)
      );
      return first === void 0 ? "success" : first.fault.kind === "fail" ? "failure" : "silence";
    },
    powerAnswers: (target) => !faultsOfKinds("power").some(({ fault }) => matchesMachine(fault, target)),
    scanAnswer: (target) => faultsOfKinds("scan").find(({ fault }) => matchesMachine(fault, target))?.fault.answer ?? "started",
    clockOffsetMs: () => faultsOfKinds("clock").reduce((sum2, { fault: { seconds: seconds2 } }) => sum2 + seconds2 * 1e3, 0)
  };
}
function matchesRequest({ on, user }, request) {
  if (request === void 0) return on === void 0 && user === void 0;
  if (on === void 0 && user === void 0) return false;
  if (user !== void 0 && user !== request.user) return false;
  if (on === void 0) return true;
  if ("operation" in on) return on.operation === request.operation;
  if (on.method !== void 0 && on.method !== request.method) return false;
  return [request.path, request.path.replace(/\/$/, "")].some((path) => matchesGlob(on.path, path));
}
var failingPhases = {
  commission: "commissioning",
  test: "testing",
  deploy: "deploying",
  release: "releasing",
  erase: "erasing",
  rescue: "entering_rescue_mode",
  "exit-rescue": "exiting_rescue_mode"
};
var FaultError = class extends Error {
};
var requestSettings = ["on", "user", "next", "after"];
var workSettings = ["machine", "rate", "next", "after"];
var readFailure = (kind) => ({ value, get, rate, refuse: refuse2 }) => {
  if (!Object.hasOwn(failingPhases, value))
    throw refuse2(`unknown phase '${value}': use ${Object.keys(failingPhases).join(", ")}`);
  const machine2 = get("machine");
  return { kind, phase: value, rate: rate(get("rate")), ...withoutUndefined({ machine: machine2 }) };
};
var readShare = (kind) => ({ value, rate }) => ({ kind, rate: rate(value) });
var kinds2 = {
  latency: {
    settings: requestSettings,
    read({ value, number }) {
      const [, from = value, to = from] = /^([^-]*?)(?:ms)?(?:-([^-]*?)(?:ms)?)?$/.exec(value) ?? [];
      const fromMs = number(from, 0, 36e5);
      return { kind: "latency", fromMs, toMs: number(to, fromMs, 36e5) };
    }
  },
  errors: {
    settings: ["status", "retry-after", ...requestSettings],
    read({ value, get, number, rate }) {
      const seconds2 = get("retry-after");
      const retryAfter = seconds2 === void 0 ? void 0 : number(seconds2, 0, 86400);
      const status = number(get("status") ?? "503", 400, 599, "whole");
      return { kind: "errors", rate: rate(value), status, ...withoutUndefined({ retryAfter }) };
    }
  },
  drop: { settings: requestSettings, read: readShare("drop") },
  half: { settings: requestSettings, read: readShare("half") },
  fail: { settings: workSettings, read: readFailure("fail") },
  silent: { settings: workSettings, read: readFailure("silent") },
  power: {
    settings: ["machine"],
    read({ value, get, refuse: refuse2 }) {
      if (value !== "silent") throw refuse2("the only value of power is 'silent'");
      return { kind: "power", ...withoutUndefined({ machine: get("machine") }) };
    }
  },
  scan: {
    settings: ["machine"],
    read({ value, get, refuse: refuse2 }) {
      if (value !== "unreachable" && value !== "timeout") throw refuse2("scan takes unreachable or timeout");
      return { kind: "scan", answer: value, ...withoutUndefined({ machine: get("machine") }) };
    }
  },
  clock: {
    settings: [],
    read: ({ value, number }) => ({ kind: "clock", seconds: number(value.replace(/s$/, ""), -1e9, 1e9) })
  }
};
var requiredValues = {
  machine: "a system_id or a host name",
  user: "a user name",
  on: "an operation or a path"
};
function parseFault(text4, isOperation) {
  const refuse2 = (why) => new FaultError(`fault '${text4.trim()}': ${why}`);
  const settings7 = /* @__PURE__ */ new Map();
  for (const item of text4.trim().split(",")) {
    const at = item.indexOf("=");
    if (at < 1) throw refuse2(`'${item}' is not name=value`);
    const [name8, value2] = [item.slice(0, at).trim(), item.slice(at + 1).trim()];
    if (settings7.has(name8)) throw refuse2(`'${name8}' is given twice`);
    const expectedValue = Object.hasOwn(requiredValues, name8) ? requiredValues[name8] : void 0;
    if (value2 === "" && expectedValue !== void 0) throw refuse2(`'${name8}' needs ${expectedValue}`);
    settings7.set(name8, value2);
  }
  const [[name7 = "", value = ""] = []] = settings7;
  if (!Object.hasOwn(kinds2, name7)) throw refuse2(`unknown fault '${name7}'`);
  const kind = kinds2[name7];
  const unknownSetting = [...settings7.keys()].slice(1).find((each) => !kind.settings.includes(each));
  if (unknownSetting !== void 0) throw refuse2(`unknown setting '${unknownSetting}'`);
  const number = (amount, min, max, isWhole) => {
    const result = /^[+-]?(\d{1,15}(\.\d{0,9})?|\.\d{1,9})$/.test(amount ?? "") ? Number(amount) : Number.NaN;
    if (result >= min && result <= max && (isWhole === void 0 || Number.isInteger(result))) return result;
    throw refuse2(`'${amount}' is not a ${isWhole === void 0 ? "" : "whole "}number from ${min} to ${max}`);
  };
  const rate = (share = "1") => share.endsWith("%") ? number(share.slice(0, -1), 0, 100) / 100 : number(share, 0, 1);
  const get = (setting) => settings7.get(setting);
  const count = (setting, min) => settings7.has(setting) ? number(get(setting), min, 1e9, "whole") : void 0;
  const on = get("on");
  return {
    ...kind.read({ value, get, number, rate, refuse: refuse2 }),
    ...withoutUndefined({
      on: on === void 0 ? void 0 : readPattern(on, isOperation, refuse2),
      user: get("user"),
      next: count("next", 1),
      after: count("after", 0)
    })
  };
}
function readPattern(text4, isOperation, refuse2) {
  const [, method, path = ""] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(text4) ?? [];
  if (method === void 0 && !path.includes("/")) {
    if (isOperation(path)) return { operation: path };
    throw refuse2(`'${text4}' is not an operation such as machine.deploy, or a path such as machines/*`);
  }
  if (path === "" || method !== void 0 && !methods.includes(method.toUpperCase()))
    throw refuse2(
      `'${text4}' is not a path such as machines/*, with or without a method (${methods.join(", ")}) before it`
    );
  const below = path.replace(/^\/?(?:[^/]+\/)?api\/2\.0\/|^\//, "");
  return { path: below, ...withoutUndefined({ method: method?.toUpperCase() }) };
}
var methods = ["GET", "POST", "PUT", "DELETE"];

// ../../../work/wt/sandbox/src/sandbox/wire/control.ts
init_world();
init_answers();
var root = "/_sandbox/";
var isControlPath = (url) => url.startsWith(root);
async function answerControl(control, request) {
  const { stopping } = control;
  if (request.instance !== void 0 && request.instance !== stopping?.instance)
    throw new HttpError(409, "This request is for another sandbox.");
  const resource3 = request.url.slice(root.length).replace(/\?.*$/, "");
  if (resource3 === "ca.pem" && control.authority !== void 0)
    return { ...text3(control.authority), contentType: "application/x-pem-file" };
  if (resource3 !== "status" && !request.hasControlHeader)
    throw new HttpError(403, "This request needs the header X-Sandbox-Control, with any value.");
  const lines2 = request.method === "GET" ? [] : linesOf2(await request.readBody());
  const world = control.world();
  switch (`${request.method} ${resource3}`) {
    case "GET status":
      return json({ ...serializeStatus(world), ...control.extraStatus });
    case "GET keys":
      return json(control.keys());
    case "GET requests":
      return json({ requests: control.log.last(lastCount(request.url)) });
    case "GET faults":
      return json({ ...serializeFaults(world.faults), forms: faultForms.map(({ form }) => form) });
    case "DELETE faults":
      world.faults.remove(lines2);
      return empty(204);
    case "POST faults":
      return changeFaults(world.faults, "add", lines2);
    case "PUT faults":
      return changeFaults(world.faults, "replace", lines2);
    case "GET clock":
      return json(serializeClock(world));
    case "POST clock":
      return changeClock(world, lines2.join(" ").trim());
    case "PUT answers":
      return setAnswers(world, lines2.join(" ").trim());
    case "POST reset":
      control.reset();
      return json(serializeStatus(control.world()));
    case "POST save":
    case "POST restore":
      control.points[resource3 === "save" ? "save" : "restore"](lines2.join(" ").trim());
      return json(serializeStatus(control.world()));
    case "GET state":
      return { status: 200, contentType: "application/json", body: control.state() };
    case "GET changes": {
      const changes = await control.changes();
      if (changes === void 0)
        throw new HttpError(
          404,
          "this sandbox is not a copy of a site: start one with svc sandbox start --from"
        );
      return json({ changes });
    }
    case "GET saved":
      return json({ saved: control.points.list() });
    case "POST stop":
      if (stopping === void 0 || request.instance === void 0)
        throw new HttpError(403, "Only the program that started this sandbox can stop it.");
      request.whenAnswered(stopping.stop);
      return await saveNow(control.save);
    default:
      if (request.method === "DELETE" && resource3.startsWith("saved/")) {
        control.points.remove(resource3.slice("saved/".length));
        return empty(204);
      }
      throw new HttpError(404, "Not Found");
  }
}
var lastCount = (url) => Number(/[?&]last=(\d{1,6})(?:&|$)/.exec(url)?.[1] ?? maxExchanges);
async function saveNow(save) {
  try {
    await save();
    return empty(204);
  } catch (error) {
    return text3(error instanceof Error ? error.message : String(error));
  }
}
var linesOf2 = (body) => body.toString("utf8").split("\n").filter((line) => line.trim() !== "");
var serializeFaults = (faults) => ({ faults: faults.list(), struck: faults.affectedCounts() });
function changeFaults(faults, method, lines2) {
  try {
    faults[method](lines2);
  } catch (error) {
    if (error instanceof FaultError) return text3(error.message, 400);
    throw error;
  }
  return json(serializeFaults(faults));
}
var serializeClock = ({ clock }) => ({
  time: new Date(clock.now()).toISOString(),
  speed: clock.speed(),
  paused: clock.isPaused(),
  instant: clock.isInstant
});
function changeClock(world, line) {
  const { clock } = world;
  const [, verb = "", value] = /^(\S*)(?:\s+(.*))?$/.exec(line) ?? [];
  if (verb === "advance") {
    try {
      clock.advance(parseDuration(value ?? "", "advance"));
    } catch (error) {
      if (error instanceof Failure) return text3(error.message, 400);
      throw error;
    }
  } else if (verb === "speed") {
    const factor = Number(value || "NaN");
    const { min, max } = clockSpeed;
    if (!(factor >= min && factor <= max))
      return text3(`speed takes a number from ${min} to ${max}, not '${value ?? ""}'`, 400);
    clock.setSpeed(factor);
  } else if ((verb === "pause" || verb === "resume") && value === void 0)
    clock.setPaused(verb === "pause");
  else return text3("use advance DURATION, pause, resume or speed FACTOR", 400);
  return json(serializeClock(world));
}
function setAnswers(world, word) {
  const style = answerStyles.find((each) => each === word);
  if (style === void 0) return text3(`'${word}' is not one of ${answerStyles.join(", ")}.`, 400);
  world.answers.style = style;
  return json({ answers: style });
}
var serializeStatus = (world) => {
  const byStatus = {};
  const machines2 = allNodes(world, "machine");
  for (const node of machines2) byStatus[node.status] = (byStatus[node.status] ?? 0) + 1;
  return {
    sandbox: true,
    segment: world.segment,
    time: new Date(world.clock.now()).toISOString(),
    machine_count: machines2.length,
    machines: byStatus,
    events: world.state.events.records.length,
    faults: world.faults.list(),
    answers: world.answers.style
  };
};

// ../../../work/wt/sandbox/src/sandbox/wire/request.ts
init_world();
init_answers();
init_call();
async function answerRequest(service, authenticator, incoming) {
  const location = locate(service, incoming);
  const earlyRequest = needsForm(incoming.request, location) ? await receive(service, incoming, location) : void 0;
  const user = authenticate(authenticator, incoming, location, earlyRequest?.form ?? noForm);
  const receivedRequest = earlyRequest ?? await receive(service, incoming, location);
  const authorizedRequest = authorize(incoming, receivedRequest, user);
  const { line, match } = authorizedRequest;
  const answer2 = await incoming.applyFaults({
    operation: match.route.id,
    method: line.method,
    path: pathOf(authorizedRequest),
    user: user?.username
  });
  return answer2 ?? await handle(service, incoming, authorizedRequest);
}
function pathOf({ line, queryOp, form }) {
  const path = readPath(line.path).replace(/^\/[^/]+\/api\/(?:2\.0\/)?/, "");
  const op = queryOp ?? lastValueOf(form.pairs, "op");
  return op === void 0 ? path : `${path}op-${op}`;
}
function locate({ locateTarget, limits }, { request, notes, onRouted }) {
  const line = readRequestLine(request, limits);
  notes.query = line.pairs;
  const target = locateTarget(line.method, readPath(line.path));
  const queryOp = lastValueOf(line.pairs, "op");
  const hasRawBody = target.routes.some(
    ({ operation }) => operation.fields?.some((each) => each.in === "body")
  );
  const hasForm = line.method === "POST" || line.method === "PUT";
  const bodyKind = hasRawBody ? "raw" : hasForm ? "form" : "none";
  const match = queryOp !== void 0 || bodyKind !== "form" ? target.choose(queryOp) : void 0;
  onRouted();
  return { line, target, queryOp, bodyKind, match };
}
async function receive({ limits }, { request, notes }, location) {
  const { bodyKind } = location;
  const body = await readBody(request, bodyKind === "raw" ? limits.chunkBytes : limits.bodyBytes);
  if (bodyKind === "raw") return { ...location, form: noForm, body };
  notes.unreadBody = body;
  notes.secretFields = location.target.routes.flatMap(secretFieldsOf);
  const form = readForm2(request, bodyKind === "form", body);
  notes.unreadBody = void 0;
  notes.form = form;
  return { ...location, form, body: new Uint8Array() };
}
function authenticate(authenticator, { world, request, nowMs, notes }, { line, target, queryOp, match }, form) {
  const acceptsFuture = usesDeployedStyle(world, "future-timestamp");
  const signedFields = { ...signedRequest(request, line, form), acceptsFuture };
  const isKeyless = match !== void 0 && keyIgnoringOperations.includes(match.route.id);
  const user = isKeyless ? void 0 : authenticator.authenticate(signedFields, world.state.users, nowMs);
  notes.user = user?.username;
  const isDeployed = usesDeployedStyle(world, "anonymous-callers");
  if (match !== void 0) requirePermission(match.route, user, queryOp ?? target.pathOp, isDeployed);
  else if (user === void 0) requireAnonymous(target, isDeployed);
  return user;
}
function authorize({ world, notes }, received, user) {
  const { line, target, queryOp, form } = received;
  const op = queryOp ?? lastValueOf(form.pairs, "op");
  const match = received.match ?? target.choose(op);
  notes.operation = match.route.id;
  notes.secretFields = secretFieldsOf(match.route);
  if (op === void 0 && usesDeployedStyle(world, "partition-operations"))
    requireAcceptedSuffix(match.route, line);
  requirePermission(match.route, user, op ?? target.pathOp, usesDeployedStyle(world, "anonymous-callers"));
  if (match.route.operation.unsigned === true && user !== void 0)
    throw unknownEndpoint(readPath(line.path));
  return { ...received, user, match };
}
async function handle({ handlers: handlers2 }, { world, request, notes }, { line, user, match, queryOp, form, body }) {
  const { id, operation } = match.route;
  const handler = handlers2[id];
  if (handler === void 0) throw new Error(`no handler for ${id}`);
  const query = watchParameters(operation, "query", line.pairs.filter(isOperationParameter));
  const fields = watchParameters(operation, "form", form.pairs.filter(isOperationParameter), form.files);
  notes.unread = () => [...query.unread(), ...fields.unread()];
  const call = {
    world,
    user,
    operation,
    origin: `${schemeOf(request)}://${request.headers.host ?? localHost(request)}`,
    path: match.path,
    addressing: queryOp === void 0 ? "path" : "query",
    query: query.parameters,
    form: fields.parameters,
    body
  };
  checkLengths(operation, call);
  const answer2 = restoreSiteAnswer(world, await handler(call));
  const format3 = lastValueOf(line.pairs, "format");
  if (format3 !== void 0 && format3 !== "json")
    throw new HttpError(400, `Invalid output format specified '${format3}'.`);
  const isDocumentedEmpty = operation.success === 200 && operation.result === "none";
  if (isDocumentedEmpty && !usesDeployedStyle(world, "untyped-answers"))
    return { ...withoutContentType(answer2), status: operation.success };
  return layOutAnswer(world, answer2);
}
var localHost = ({ socket: { localAddress = "127.0.0.1", localPort } }) => `${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort ?? 80}`;
var secretFieldsOf = ({ operation: { fields = [] } }) => fields.filter(({ secret }) => secret === true).map(({ name: name7 }) => name7);
var isOperationParameter = ([name7]) => name7 !== "op" && !isCredential2(name7);
var lastValueOf = (pairs, name7) => pairs.findLast(([key]) => key === name7)?.[1] || void 0;
function requireAcceptedSuffix({ operation }, { method, path }) {
  if (!/[^/]op-[a-z_]+$/.test(operation.path)) return;
  if (/(?:\/|%2f)op-[a-z_]+$/i.test(path)) throw unknownEndpoint(readPath(path));
  throw new HttpError(400, `Unrecognised signature: method=${method} op=None`);
}
function requireAnonymous({ routes: routes2, choose, pathOp }, isDeployed) {
  if (routes2.some((each) => allowsAnonymous(each, isDeployed))) return;
  requirePermission(routes2[0] ?? choose(void 0).route, void 0, pathOp, isDeployed);
}
function needsForm({ headers }, { line, target, bodyKind }) {
  if (bodyKind !== "form") return false;
  const { authorization } = headers;
  const credentials = parameterCredentials(line.pairs);
  if (authorization === void 0 && credentials === void 0)
    return /urlencoded/i.test(headers["content-type"] ?? "") || target.routes.some((each) => allowsAnonymous(each));
  return /HMAC-SHA1/i.test(authorization ?? credentials?.get("oauth_signature_method") ?? "");
}
function readForm2({ headers, method }, hasForm, body) {
  if (body.length === 0 || method === "DELETE") return noForm;
  if (!hasForm)
    throw new HttpError(400, `A ${method} takes its parameters in the query: its body cannot be read.`);
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity" && encoding !== "")
    throw new HttpError(415, `The Content-Encoding '${encoding.slice(0, 40)}' is not supported.`);
  return parseForm(headers["content-type"], body);
}
function signedRequest(request, line, form) {
  const { headers } = request;
  const scheme2 = schemeOf(request);
  const defaultPort = scheme2 === "http" ? /:80$/ : /:443$/;
  const { method, path, pairs } = line;
  return {
    method,
    url: `${scheme2}://${(headers.host ?? "").toLowerCase().replace(defaultPort, "")}${path}`,
    parameters: form.isUrlEncoded ? [...pairs, ...form.pairs] : pairs,
    deployedParameters: [...new Map([...pairs].reverse()), ...method === "POST" ? form.pairs : []],
    authorization: headers.authorization
  };
}
var schemeOf = ({ socket }) => "encrypted" in socket ? "https" : "http";
function readRequestLine(request, { requestLineBytes }) {
  const method = request.method ?? "GET";
  const url = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  if (method.length + url.length + " HTTP/1.1 ".length > requestLineBytes)
    throw new HttpError(414, "The request line is too long.", { Connection: "close" });
  const queryAt = url.indexOf("?");
  return {
    method,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    pairs: parsePairs(queryAt < 0 ? "" : url.slice(queryAt + 1))
  };
}
function layOutAnswer(world, answer2) {
  const { body, contentType = "" } = answer2;
  const isJson = contentType.startsWith("application/json") && !(body instanceof Uint8Array);
  if (!isJson || answer2.status >= 400 || !usesDeployedStyle(world, "json-layout")) return answer2;
  if (typeof body !== "string") return { ...answer2, body: indentedJson(body) };
  return { ...answer2, body: [...indentedJson([body])].join("") };
}

// ../../../work/wt/sandbox/src/sandbox/wire/server.ts
async function startServer(options, host, port) {
  const { limits } = options;
  const authenticator = makeAuthenticator();
  const timers = /* @__PURE__ */ new Set();
  const settings7 = {
    maxHeaderSize: 64 * 1024,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.max(50, Math.min(1e3, limits.headersMs)),
    keepAliveTimeout: 3e4,
    noDelay: true
  };
  const listener = (request, response) => {
    latestResponses.set(request.socket, response);
    const { "content-type": type, "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (request.method !== "GET" && type && length === void 0 && encoding === void 0)
      response.setHeader("Connection", "close");
    response.on("error", () => request.destroy());
    request.on("error", () => {
    });
    void serve(options, authenticator, request, response, timers);
  };
  const server = options.tls === void 0 ? createServer(settings7, listener) : (await import("node:https")).createServer(
    { ...settings7, key: options.tls.key, cert: options.tls.certificate },
    listener
  );
  server.on("clientError", refuseBrokenRequest);
  server.on("dropRequest", (_request, socket) => socket.destroy());
  server.listen(port, host);
  await once(server, "listening");
  return { address: server.address(), stop: () => stopServer(server, timers) };
}
function stopServer(server, timers) {
  for (const timer of timers) clearTimeout(timer);
  return new Promise((resolve2) => {
    server.close(() => resolve2());
    server.closeAllConnections();
  });
}
var latestResponses = /* @__PURE__ */ new WeakMap();
function refuseBrokenRequest(error, socket) {
  const response = latestResponses.get(socket);
  if (response?.req.complete && !response.writableFinished) {
    response.once("finish", () => socket.end());
    return;
  }
  if (!socket.writable || error.code === "ECONNRESET" || isAnswered(socket)) {
    socket.destroy();
    return;
  }
  const status = error.code === "HPE_HEADER_OVERFLOW" ? error.rawPacket?.subarray(0, 8192).includes("\r\n") === false ? "414 URI Too Long" : "431 Request Header Fields Too Large" : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "408 Request Timeout" : "400 Bad Request";
  socket.end(
    `HTTP/1.1 ${status}\r
Content-Type: text/plain\r
Content-Length: 0\r
Connection: close\r
\r
`
  );
}
async function serve(options, authenticator, request, response, timers) {
  const world = options.world();
  const startedMs = options.now();
  const nowMs = startedMs + world.faults.clockOffsetMs();
  response.setHeader("Date", new Date(nowMs).toUTCString());
  response.setHeader("Server", sandboxServer);
  if (isControlPath(request.url ?? "")) {
    const answer3 = await answerSafely(
      options,
      request,
      () => answerControl(options.control, controlRequest(request, response, options))
    );
    await send(options, request, response, answer3, false);
    return;
  }
  const notes = {};
  const appliedFault = {};
  const applyFaults = async (faultTarget) => {
    const { delayMs: delayMs2, fault } = world.faults.apply(faultTarget);
    await pause(delayMs2, timers);
    if (fault === void 0) return void 0;
    appliedFault.fault = fault;
    if (fault.kind === "errors") return injectedError(fault.status, fault.retryAfter);
    return fault.kind === "drop" ? empty(204) : void 0;
  };
  const log = (status, contentType, responseText = "") => {
    const time = new Date(nowMs).toISOString();
    const took_ms = Math.round(options.now() - startedMs);
    options.log.add(describeExchange(request, notes, { time, took_ms, status, contentType, responseText }));
  };
  const onRouted = () => {
    for (const [name7, value] of Object.entries(options.operationHeaders)) response.setHeader(name7, value);
  };
  const fullAnswer = await answerSafely(
    options,
    request,
    async () => await applyFaults() ?? await answerRequest(options, authenticator, { world, request, nowMs, notes, onRouted, applyFaults })
  );
  if (appliedFault.fault?.kind === "drop") {
    request.socket.destroy();
    log(0);
    return;
  }
  const { answer: answer2, textSoFar } = captureText(fullAnswer, scannedLength);
  await send(options, request, response, answer2, appliedFault.fault?.kind === "half");
  log(answer2.status, answer2.contentType, textSoFar());
}
async function answerSafely(options, request, handle2) {
  try {
    options.checkOrigin(request.headers, request.url ?? "");
    return await handle2();
  } catch (error) {
    const refusal2 = errorAnswer(error, usesDeployedStyle(options.world(), "error-type"));
    const answer2 = refusal2 ?? failureAnswer(error, request);
    if (refusal2 === void 0) options.onProblem?.(String(answer2.body));
    return answer2;
  }
}
async function send({ onChange, limits }, request, response, answer2, isCut) {
  if (request.method !== "GET") onChange?.();
  await sendAnswer(request, response, answer2, isCut, limits).catch(() => response.destroy());
}
function controlRequest(request, response, { limits }) {
  const instance = request.headers["x-sandbox-instance"];
  return {
    hasControlHeader: request.headers["x-sandbox-control"] !== void 0,
    method: request.method ?? "",
    url: request.url ?? "",
    instance: typeof instance === "string" ? instance : void 0,
    whenAnswered: (then) => void response.once("close", then),
    readBody: () => readBody(request, limits.bodyBytes)
  };
}
function pause(ms, timers) {
  if (ms === 0) return void 0;
  return new Promise((resolve2) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      resolve2();
    }, ms);
    timers.add(timer);
  });
}
var injectedError = (status, retryAfter) => ({
  ...text3("A fault of the sandbox made this request fail.", status),
  ...retryAfter === void 0 ? {} : { headers: { "Retry-After": String(retryAfter) } }
});
function failureAnswer(error, request) {
  const reason = error instanceof Error ? error.message : String(error);
  return text3(`The sandbox failed: ${reason} (${request.method} ${request.url})`, 500);
}
function makeOriginCheck(listenHost, allowed) {
  const names = new Set([listenHost, ...allowed].map((each) => nameOf2(hostOf2(each)) ?? each.toLowerCase()));
  const listensBeyondLoopback = !isLoopback(nameOf2(hostOf2(listenHost)) ?? "");
  const isAccepted = (host) => {
    const name7 = nameOf2(host);
    if (name7 === void 0) return false;
    if (isLoopback(name7) || names.has(name7)) return true;
    return listensBeyondLoopback && (isIP(name7.replace(/^\[|\]$/g, "")) !== 0 || !name7.includes("."));
  };
  const refuse2 = (headerName, text4) => {
    const excerpt = text4.slice(0, 100);
    return new HttpError(403, `The ${headerName} '${excerpt}' is not allowed: add it with --allow-host.`);
  };
  return (headers, url) => {
    const urlHost = /^https?:\/\/([^/?]*)/i.exec(url)?.[1];
    for (const host of [headers.host, urlHost])
      if (host !== void 0 && host !== "" && !isAccepted(host)) throw refuse2("host", host);
    const { origin } = headers;
    if (origin !== void 0 && !isAccepted(/^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? "?"))
      throw refuse2("origin", origin);
    if (origin === void 0 && headers["sec-fetch-site"] === "cross-site")
      throw new HttpError(403, "A page of another site sent this request.");
  };
}
function hostNames(listenHost, allowed) {
  const isEverywhere = listenHost === "0.0.0.0" || listenHost === "::";
  const addresses3 = Object.values(networkInterfaces()).flatMap(
    (each) => (each ?? []).map(({ address: address3 }) => address3)
  );
  const listenNames = isEverywhere ? [hostname(), ...addresses3] : [listenHost];
  const names = [...listenNames, ...allowed].map((each) => nameOf2(hostOf2(each))?.replace(/^\[|\]$/g, ""));
  return [.../* @__PURE__ */ new Set(["localhost", "127.0.0.1", "::1", ...names.filter((each) => each !== void 0)])];
}
var hostOf2 = (address3) => isIP(address3) === 6 ? `[${address3}]` : address3;
function nameOf2(host) {
  if (!/^[^\s/?#@\\]+$/.test(host)) return void 0;
  return attempt(() => new URL(`http://${host}`).hostname.replace(/\.$/, ""));
}
var isLoopback = (name7) => name7 === "localhost" || name7.endsWith(".localhost") || /^127(\.\d{1,3}){3}$/.test(name7) || name7 === "[::1]" || name7.startsWith("[::ffff:7f");

// ../../../work/wt/sandbox/src/sandbox/worlds.ts
init_neighbours();
init_create();

// ../../../work/wt/sandbox/src/sandbox/seed/seed.ts
init_addresses();
init_dns();
init_interfaces();
init_neighbours();
init_subnets();
init_create();
init_scripts();
init_bcache();
init_disks();
init_settings();
init_storage();
init_table();
init_world();
function seedWorld(world, machineCount) {
  seedNetworks(world, machineCount);
  seedImages(world);
  const rack2 = seedFleet(world, machineCount, fleetSubnetId(world));
  seedRackNetworking(world, rack2);
  seedPrinter(world);
  for (const node of allNodes(world))
    if (node.nodeType !== "machine" || node.status !== "new") identifyCards(node);
  addTagsOfNodes(world);
  makeFabric(world, { name: "fabric-old", description: "Empty" });
  makeDomain(world, { name: "old.example.com" });
  seedCaches(world);
  seedSettings(world);
}
function seedDefaultWorld(world) {
  const { places } = world.state;
  for (const rows of [places.zones, places.pools]) rows.splice(1);
  places.pods.length = 0;
  Object.assign(places, { lastZoneId: places.zones[0]?.id, lastPoolId: places.pools[0]?.id, lastPodId: 0 });
  makeFabric(world, {});
  makeDomain(world, { name: "svc" });
  seedImages(world);
  identifyCards(seedRack(world));
}
function seedCaches(world) {
  const storageOf3 = (hostname2) => allNodes(world).find((node) => node.hostname === hostname2)?.storage;
  const gpu2 = storageOf3("gpu-01");
  if (gpu2 !== void 0) {
    const [cache, backing] = [wholeDisk(gpu2, "sdb"), wholeDisk(gpu2, "sdc")];
    if (cache !== void 0 && backing !== void 0) {
      const cacheSet = addCacheSet(world, gpu2, cache);
      addBcache(world, gpu2, { backing, cacheSet, cacheMode: "WRITEBACK", name: "bcache0" });
      addDisk(world, gpu2, {
        sizeBytes: 8e12,
        tags: ["rotary", "sata", "7200rpm"],
        model: "Sandbox HDD",
        serial: world.random.token(12)
      });
    }
  }
  const arm = storageOf3("arm-01");
  const unusedDisk = arm && wholeDisk(arm, "sdb");
  if (arm !== void 0 && unusedDisk !== void 0) addCacheSet(world, arm, unusedDisk);
}
var wholeDisk = (storage2, name7) => extentsOf(storage2).find(({ device: device2, partition: partition2 }) => device2.name === name7 && partition2 === void 0);
function seedImages(world) {
  const source2 = addSource(world, {
    url: "http://images.example/ephemeral-v3/stable/",
    keyringFilename: "/usr/share/keyrings/cloudimage-keyring.gpg",
    keyringData: ""
  });
  const releases = [
    { release: "focal", arches: ["amd64"] },
    { release: "jammy", arches: ["amd64", "arm64"] },
    { release: "noble", arches: ["amd64"] }
  ];
  for (const { release: release3, arches } of releases) {
    addSelection(world, source2, { os: "ubuntu", release: release3, arches, subarches: ["*"], labels: ["*"] });
    for (const family of arches) addSyncedResource(world, "ubuntu", release3, family);
  }
}
var certificate = `-----BEGIN CERTIFICATE-----
MIIBijCCATGgAwIBAgIUXo99pdZwHkBU4/cLoHaprD5vTLYwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPc2FuZGJveC5leGFtcGxlMCAXDTI2MTEyMTAyMDkwOVoYDzIx
MjYxMDI4MDIwOTA5WjAaMRgwFgYDVQQDDA9zYW5kYm94LmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAARbmgfW4Oh2f7Sgl0JlbD9GP25VeH0eibR+PogD
Dq/vKurgyqAd9CMVOtGIAt/Hq7OTLg4tBpQpmXrTMeM9Mj4do1MwUTAdBgNVHQ4E
FgQUzNorbus+lmawEXttwyIvK+CxP2wwHwYDVR0jBBgwFoAUzNorbus+lmawEXtt
wyIvK+CxP2wwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBwYjRm
xWxAMVG9JFtyg5wVoYhtR9eWmX2a1OJwFrGSjgIgOLZlxM8ZTFmK34YpdCOab84T
TPaWt8JzxorqAhe3P78=
-----END CERTIFICATE-----
`;
var sshKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILetVnR3yDdWqrmlQrK+BPd9uuJRFdhfIgcNdNjMR3nc admin@sandbox";
function seedSettings(world) {
  const admin = findUser(world, "admin");
  if (admin === void 0) return;
  const { settings: settings7 } = world.state;
  settings7.files.push({
    owner: admin.username,
    filename: "seed.txt",
    key: "00da2a47-8552-40d2-9b2c-7624c7915acc",
    content: Buffer.from("stored in the sandbox\n").toString("base64")
  });
  addSshKey(world, admin.username, sshKey);
  addSslKey(world, admin.username, certificate);
  addLicenseKey(world, {
    osystem: "windows",
    distroSeries: "win2022",
    licenseKey: "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE"
  });
  addCommissioningScript(world, "50-burn-in", Buffer.from("#!/bin/sh\nsleep 1\n"));
  const smokeScript = (text4) => Buffer.from(`#!/bin/sh
echo ${text4}
`);
  const fields = { title: "Smoke test", tags: ["node", "site"], timeoutSeconds: 300 };
  const script2 = addScript(
    world,
    { ...newScriptFields("10-smoke", scriptTypes.testing), ...fields },
    smokeScript("checking"),
    null
  );
  addRevision(world, script2, smokeScript("smoke test passed"), "reports success");
  admin.tokens.push({
    key: "automation00000001",
    secret: world.random.token(32),
    consumerKey: world.random.token(18),
    name: "automation"
  });
}
var maxSmallFleet = 100;
function seedNetworks(world, machineCount = 12) {
  const { networks: networks2 } = world.state;
  const prod = insert(networks2.spaces, (id) => ({ id, name: "prod" }));
  const mgmt = insert(networks2.spaces, (id) => ({ id, name: "mgmt" }));
  makeFabric(world, {});
  const fabric = makeFabric(world, { name: "fabric-prod", classType: "10g", description: "Production" });
  const untagged = findVlan(world, fabric.id, 0);
  if (untagged === void 0) throw new RangeError("the fabric has no untagged VLAN");
  untagged.spaceId = prod.id;
  untagged.dhcpOn = true;
  const tagged = makeVlan(world, { fabricId: fabric.id, vid: 100, name: "mgmt", spaceId: mgmt.id });
  makeDomain(world, { name: "svc" });
  const exampleDomain = makeDomain(world, { name: "example.com" });
  const prodNet = makeSubnet(world, {
    name: "prod-net",
    cidr: "10.10.0.0/24",
    vlanId: untagged.id,
    gatewayIp: "10.10.0.1",
    dnsServers: ["10.10.0.2"]
  });
  makeSubnet(world, { name: "mgmt-net", cidr: "10.20.0.0/24", vlanId: tagged.id, gatewayIp: "10.20.0.1" });
  makeSubnet(world, {
    name: "prod-net6",
    cidr: "2001:db8:10::/64",
    vlanId: untagged.id,
    gatewayIp: "2001:db8:10::1"
  });
  makeRange(world, prodNet.id, "dynamic", "10.10.0.200", "10.10.0.239", "dhcp");
  makeRange(world, prodNet.id, "reserved", "10.10.0.240", "10.10.0.250", "kept");
  rackAddress(world, prodNet);
  networks2.fleetSubnetId = prodNet.id;
  if (machineCount > maxSmallFleet) networks2.fleetSubnetId = seedFleetSubnet(world, untagged.id);
  seedNames(world, exampleDomain, prodNet);
}
function seedNames(world, domain2, prodNet) {
  const www = makeResource(world, "www", domain2);
  takeAddress(world, prodNet, "10.10.0.50", { kind: "userReserved" });
  www.ips = ["10.10.0.50"];
  const resourceId = makeResource(world, "txt", domain2).id;
  const record = { resourceId, rrtype: "TXT", rrdata: "hello world", ttl: null };
  insert(world.state.networks.dnsRecords, (id) => ({ id, ...record }));
  makeSnippet(world, {
    name: "ntp",
    description: "Time server of the production network",
    value: "option ntp-servers 10.10.0.2;",
    subnetId: prodNet.id
  });
}
function seedFleetSubnet(world, vlanId) {
  const subnet3 = makeSubnet(world, {
    name: "fleet-net",
    cidr: "10.64.0.0/16",
    vlanId,
    gatewayIp: "10.64.0.1",
    dnsServers: ["10.10.0.2"]
  });
  makeRange(world, subnet3.id, "dynamic", "10.64.128.0", "10.64.255.250", "dhcp");
  return subnet3.id;
}
var makeRange = (world, subnetId, type, startIp2, endIp2, comment3) => insert(world.state.networks.ranges, (id) => ({ id, subnetId, type, startIp: startIp2, endIp: endIp2, owner: null, comment: comment3 }));
var neighbours = [
  { ip: "10.10.0.77", mac: "52:54:00:99:00:01", hostname: "found1", organization: null },
  { ip: "10.10.0.78", mac: "52:54:00:99:00:02", hostname: null, organization: "Example Printers Ltd" },
  { ip: "10.20.0.91", mac: "52:54:00:99:00:03", hostname: "switch-a", organization: "Example Switches Inc" }
];
var rackIp = "10.10.0.3";
var rackAddress = (world, subnet3) => findAddress(world, rackIp) ?? takeAddress(world, subnet3, rackIp, { kind: "static" });
function seedRackNetworking(world, rack2) {
  const prodNet = findSubnet(world, "prod-net");
  const [nic] = rack2.interfaces;
  if (prodNet === void 0 || nic === void 0)
    throw new RangeError("the rack controller is not on a network");
  const vlan3 = world.state.networks.vlans.rows[prodNet.vlanId];
  if (vlan3 !== void 0) vlan3.primaryRack = rack2.systemId;
  const address3 = rackAddress(world, prodNet);
  address3.systemId = rack2.systemId;
  address3.interfaceId = nic.id;
  nic.links = [];
  linkStatic(world, nic, prodNet.id, address3.ip);
  const lastSeen = world.clock.now();
  for (const each of neighbours) recordNeighbour(world, { ...each, lastSeen, observer: rack2.systemId });
}

// ../../../work/wt/sandbox/src/sandbox/simulation/clock.ts
var waitPrefix = "pass:";
function makeAgenda() {
  const tasks = /* @__PURE__ */ new Map();
  return {
    add(key, at, run2, isRepeated = false) {
      tasks.delete(key);
      tasks.set(key, { at, run: run2, isRepeated });
    },
    remove: (key) => void tasks.delete(key),
    clear: () => tasks.clear(),
    keepAwaitedTasks() {
      for (const key of tasks.keys()) if (!key.startsWith(waitPrefix)) tasks.delete(key);
      return tasks.size > 0;
    },
    next(which = "all") {
      let first = Number.POSITIVE_INFINITY;
      for (const { at, isRepeated } of tasks.values())
        if (at < first && (which === "all" || !isRepeated)) first = at;
      return first;
    },
    runUntil(time) {
      const dueTasks = [...tasks].filter(([, task]) => task.at <= time).sort(([, a], [, b]) => a.at - b.at);
      for (const [key, task] of dueTasks) {
        if (tasks.get(key) !== task) continue;
        tasks.delete(key);
        task.run();
      }
      return dueTasks.length > 0;
    }
  };
}
function makeTime({ now: realNow, startAt, speed }) {
  let speedState = { speed, isPaused: false };
  let baseRealMs = realNow();
  let baseMs = startAt ?? baseRealMs;
  const now = () => baseMs + (speedState.isPaused ? 0 : (realNow() - baseRealMs) * speedState.speed);
  return {
    now,
    jump(at) {
      baseMs += Math.max(0, at - now());
    },
    speed: () => speedState.speed,
    isPaused: () => speedState.isPaused,
    setPace(change) {
      [baseMs, baseRealMs] = [now(), realNow()];
      speedState = { ...speedState, ...change };
    }
  };
}
var maxDelayMs = 2 ** 31 - 1;
function startClock(options) {
  const { instant, onRun } = options;
  const agenda = makeAgenda();
  const time = makeTime(options);
  const { now, speed, isPaused } = time;
  let timer;
  let alarmAt = Number.POSITIVE_INFINITY;
  let waitCount = 0;
  const jumpTo = (at) => {
    if (Number.isFinite(at)) time.jump(at);
    if (agenda.runUntil(now())) onRun?.();
  };
  const runDueTasks = () => {
    jumpTo(instant ? agenda.next("once") : now());
    setNextAlarm();
  };
  const setNextAlarm = () => setAlarm(agenda.next(instant ? "once" : "all"));
  const setPace = (speedState) => {
    time.setPace(speedState);
    setNextAlarm();
  };
  const setAlarm = (at) => {
    clearTimeout(timer);
    alarmAt = isPaused() ? Number.POSITIVE_INFINITY : at;
    if (!Number.isFinite(alarmAt)) return;
    const delayMs2 = instant ? 0 : Math.max(0, (at - now()) / speed());
    timer = setTimeout(runDueTasks, Math.min(delayMs2, maxDelayMs)).unref();
  };
  return {
    now,
    schedule(key, at, run2) {
      agenda.add(key, at, run2);
      if (at < alarmAt) setAlarm(at);
    },
    cancel: agenda.remove,
    wait(ms) {
      waitCount += 1;
      return new Promise((resolve2) => this.schedule(`${waitPrefix}${waitCount}`, now() + ms, resolve2));
    },
    repeat(key, everyMs, run2) {
      const again = () => {
        this.repeat(key, everyMs, run2);
        run2();
      };
      const at = now() + everyMs;
      agenda.add(key, at, again, true);
      if (!instant && at < alarmAt) setAlarm(at);
    },
    advance(ms) {
      const target = now() + ms;
      for (let at = agenda.next(); at <= target; at = agenda.next()) jumpTo(at);
      jumpTo(target);
      setNextAlarm();
    },
    isInstant: instant,
    speed,
    setSpeed: (factor) => setPace({ speed: factor }),
    isPaused,
    /** While paused, only `advance` moves time. */
    setPaused: (paused) => setPace({ isPaused: paused }),
    retire() {
      const hasWaitingRequests = agenda.keepAwaitedTasks();
      this.setPaused(false);
      return hasWaitingRequests;
    },
    stop() {
      clearTimeout(timer);
      agenda.clear();
    }
  };
}

// ../../../work/wt/sandbox/src/sandbox/worlds.ts
init_random();
init_users();
init_world();
function continueState(saved, nowMs) {
  if (saved === void 0 || saved.timeMs >= nowMs) return saved;
  shiftTimes(saved.state, nowMs - saved.timeMs);
  return { ...saved, timeMs: nowMs };
}
function openWorlds(options, { seed, machines: machines2, segment, hasNoFleet = false, isEmpty = false }, saved, onChange, isOperation) {
  const { now = Date.now, speed = 1, instant = false } = options;
  const styleOf = (point) => options.answers ?? (point?.state.copied ? point.answers : "documented");
  const faults = makeFaults(seededRandom(seedState(seed + 1)), options.faults, isOperation);
  const answers = { style: styleOf(saved?.initial) };
  const points = makeSavedPoints(saved?.points);
  const clocks = /* @__PURE__ */ new Set();
  const makeWorld = (state, startAt) => {
    for (const previousClock of clocks) if (!previousClock.retire()) clocks.delete(previousClock);
    const clock = startClock({ now, speed, instant, startAt, onRun: onChange });
    clocks.add(clock);
    const newWorld = { clock, state, segment, random: seededRandom(state.random), faults, answers };
    clock.repeat("images:by-itself", autoImportMs, () => startAutoImport(newWorld));
    return newWorld;
  };
  const makeSeededWorld = (startAt) => {
    const newWorld = makeWorld(emptyState(seed), startAt);
    if (hasNoFleet) seedDefaultWorld(newWorld);
    else if (!isEmpty) seedWorld(newWorld, machines2);
    return newWorld;
  };
  const currentPoint = () => ({
    timeMs: world.clock.now(),
    state: world.state,
    faults: faults.list(),
    answers: answers.style,
    speed: world.clock.speed(),
    isPaused: world.clock.isPaused()
  });
  let initial = saved?.initial === void 0 ? void 0 : packPoint(saved.initial);
  const restoreInitial = (startAt) => {
    if (initial === void 0) return makeSeededWorld(startAt);
    const { state } = initial;
    shiftTimes(state, startAt - initial.timeMs);
    return makeWorld(state, startAt);
  };
  let world = saved === void 0 ? makeSeededWorld(now()) : makeWorld(saved.state, saved.timeMs);
  if (saved !== void 0) resumeWorld(world);
  return {
    current: () => world,
    reset() {
      world = restoreInitial(world.clock.now());
      faults.replace(options.faults ?? []);
      answers.style = styleOf(initial);
      onChange();
    },
    save(name7) {
      points.put(name7, currentPoint());
      onChange();
    },
    restore(name7) {
      const point = points.get(name7);
      world = makeWorld(point.state, point.timeMs);
      world.clock.setSpeed(point.speed);
      world.clock.setPaused(point.isPaused);
      resumeWorld(world);
      faults.replace(point.faults);
      answers.style = point.answers;
      onChange();
    },
    saved: {
      list: points.list,
      all: points.all,
      remove(name7) {
        points.remove(name7);
        onChange();
      }
    },
    saveInitial() {
      initial = packPoint(currentPoint());
    },
    initial: () => initial,
    advance: (ms) => world.clock.advance(ms),
    stop() {
      for (const each of clocks) each.stop();
    },
    keys: () => keysOf2(world),
    users: () => keysOfUsers(world.state.users)
  };
}
function keysOf2(world) {
  const { copied, users } = world.state;
  if (copied === null) return { administrator: keyOf(world, "admin"), user: keyOf(world, "bob") };
  const otherUser = users.find(({ isAdministrator }) => !isAdministrator)?.username ?? copied.username;
  return { administrator: keyOf(world, copied.username), user: keyOf(world, otherUser) };
}
function keyOf(world, username2) {
  const token = findUser(world, username2)?.tokens[0];
  return token === void 0 ? "" : apiKey(token);
}
function resumeWorld(world) {
  addTagsOfNodes(world);
  for (const node of allNodes(world)) resumeWork(world, node);
  resumeImport(world);
  resumeScan(world);
}

// ../../../work/wt/sandbox/src/sandbox/sandbox.ts
async function startSandbox(options = {}) {
  const { program } = options;
  const stateFile = options.stateFile === void 0 ? void 0 : locateStateFile(options.stateFile);
  const unlock = stateFile === void 0 || program === void 0 ? () => {
  } : await lockState(stateFile, program, options.signal);
  try {
    return await openSandbox(options, stateFile, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}
async function openSandbox(options, stateFile, onStopped) {
  const { worlds, origin, isLoaded, copyReport, save, snapshot, onChange } = await openState(
    options,
    stateFile
  );
  const { current: world, keys, users, reset, advance, save: savePoint, restore, saved } = worlds;
  const log = makeExchangeLog(options.onExchange);
  const changes = async () => {
    const initial = worlds.initial();
    if (initial === void 0) return void 0;
    const { changesBetween: changesBetween2, refusal: refusal2 } = await Promise.resolve().then(() => (init_changes(), changes_exports));
    const service = { world: world(), ...await serveOperations(origin.segment) };
    return [
      ...await changesBetween2(service, initial.stateBefore(world().state)),
      ...log.refused().map(refusal2)
    ];
  };
  try {
    options.signal?.throwIfAborted();
    const tls = options.tls === true ? await makeTlsCertificates(options) : void 0;
    const authority = tls?.authority;
    const server = await listen({ ...options, certificates: tls }, origin, onChange, {
      world,
      changes,
      reset() {
        reset();
        log.forgetRefused();
      },
      points: { save: savePoint, restore, ...saved },
      state: () => stateText(snapshot()),
      save,
      log,
      authority,
      stopping: options.stopping,
      extraStatus: { seed: origin.seed, state_file: stateFile ?? null },
      keys: () => ({ key: keys().administrator, user_key: keys().user, users: users() })
    });
    const { address: address3, port } = server.address;
    return {
      url: `${authority === void 0 ? "http" : "https"}://${reachableAddress(address3)}:${port}/${origin.segment}`,
      port,
      keys: keys(),
      get world() {
        return world();
      },
      ...{ authority, stateFile, isLoaded, copyReport, changes, requests: log.last },
      ...{ users, reset, save: savePoint, restore, saved, advance },
      async stop() {
        worlds.stop();
        await server.stop();
        await save().finally(onStopped);
      }
    };
  } catch (error) {
    worlds.stop();
    throw error;
  }
}
async function openState(options, file2) {
  const { now = Date.now, onProblem = () => {
  } } = options;
  const saved = file2 === void 0 ? void 0 : continueState(readStateFile(file2), now());
  const copy = saved !== void 0 || options.copy === void 0 ? void 0 : await openCopy(options.copy);
  const origin = {
    seed: saved?.seed ?? options.seed ?? 1,
    machines: saved?.machines ?? options.machines ?? (options.seedSource === void 0 ? 12 : 0),
    segment: options.segment ?? saved?.segment ?? copy?.pathSegment ?? "SVC"
  };
  let copyReport;
  let keeper;
  const onChange = () => keeper?.noteChange();
  const { operations, handlers: handlers2 } = await serveOperations(origin.segment);
  const hasNoFleet = saved === void 0 && options.seedSource !== void 0 && options.machines === void 0;
  options.signal?.throwIfAborted();
  const worlds = openWorlds(
    options,
    { ...origin, hasNoFleet, isEmpty: copy !== void 0 },
    saved,
    onChange,
    (id) => operations.has(id)
  );
  const snapshot = () => {
    const { clock, state } = worlds.current();
    return { ...origin, timeMs: clock.now(), state, points: worlds.saved.all(), initial: worlds.initial() };
  };
  const save = async () => {
    onChange();
    await keeper?.flush();
  };
  try {
    if (saved === void 0 && options.seedSource !== void 0) {
      const world = { ...worlds.current(), answers: { style: "documented" } };
      await createSeedObjects({ world, operations, handlers: handlers2 }, options.seedSource, hasNoFleet);
      worlds.saveInitial();
    }
    if (copy !== void 0) {
      const service = { world: worlds.current(), operations, handlers: handlers2 };
      copyReport = await importCopy(service, copy, options.answers === void 0);
      worlds.saveInitial();
    }
    if (file2 !== void 0) keeper = makeKeeper({ file: file2, snapshot, now, onProblem });
    if (saved === void 0) await keeper?.flush();
  } catch (error) {
    worlds.stop();
    throw error;
  }
  return { worlds, origin, isLoaded: saved !== void 0, copyReport, save, snapshot, onChange };
}
async function makeTlsCertificates({ host = loopback, allowHosts = [], now = Date.now }) {
  const { makeCertificates: makeCertificates2 } = await Promise.resolve().then(() => (init_certificates(), certificates_exports));
  return makeCertificates2(hostNames(host, allowHosts), now());
}
async function listen(options, { segment }, onChange, control) {
  const { host = loopback, port = 0, now = Date.now, onProblem = () => {
  } } = options;
  const service = {
    tls: options.certificates,
    ...await serveOperations(segment),
    world: control.world,
    limits: { ...defaultLimits, ...options.limits },
    checkOrigin: makeOriginCheck(host, options.allowHosts ?? []),
    now,
    control,
    log: control.log,
    onChange,
    onProblem
  };
  return await startServer(service, host, port);
}
var loopback = "127.0.0.1";
function reachableAddress(address3) {
  if (address3 === "0.0.0.0") return "127.0.0.1";
  return address3.includes(":") ? `[${address3 === "::" ? "::1" : address3}]` : address3;
}
var cached;
function serveOperations(segment) {
  if (cached?.segment !== segment) cached = { segment, served: makeServedOperations(segment) };
  return cached.served;
}
async function makeServedOperations(segment) {
  const operations = await loadServedOperations();
  const description = describeService(operations, segment, allowsAnonymous);
  return {
    locateTarget: makeRouter(operations, segment),
    handlers: handlersFor(operations, description),
    operationHeaders: { [`X-${segment}-API-Hash`]: description.hash },
    operations: new Map(operations.map(({ id, operation }) => [id, operation]))
  };
}

// trace.ts
init_answers();
init_call();
init_call();
init_random();
init_config_items();

// base/test/wire/sandbox-random-calls.ts
var hostile = [
  "",
  ...[" ", "-1", "0", "999999999999999999999", "1e3", "NaN", "null", "__proto__", "constructor"],
  ...["toString", "../../etc", "a,b,,c", "\xE9\0\u202E", "%zz", "=;:[]{}"],
  "x".repeat(2e3)
];
var words2 = ["web", "db", "a", "b1", "north", "default", "jammy", "example.com", "svc", "prod"];
var nodesOf = (world) => Object.values(world.state.nodes.bySystemId);
var systemId = ({ random, world }) => random.pick(nodesOf(world)).systemId;
var address2 = ({ random }) => random.next() < 0.15 ? `2001:db8:10::${random.integer(1, 40).toString(16)}` : `10.${random.pick([10, 20])}.0.${random.integer(0, 255)}`;
var mac = ({ random }) => `02:00:00:00:00:${random.integer(16, 99)}`;
var row = (rows) => ({ random, world }) => random.pick([...Object.keys(rows(world)), "1"]);
var extent = (kind) => ({ random, node }) => {
  const devices2 = node?.storage.devices ?? [];
  const matches = devices2.flatMap(
    (device2) => kind === "device" ? [device2.id] : device2.partitions.map(({ id }) => id)
  );
  return String(random.pick([...matches, 1]));
};
var subnet2 = ({ random, world }) => {
  const rows = Object.values(world.state.networks.subnets.rows);
  const each = rows.length === 0 ? void 0 : random.pick(rows);
  return each === void 0 ? "1" : random.pick([each.cidr, String(each.id), each.name]);
};
var generators = {
  system_id: systemId,
  nodes: systemId,
  machines: systemId,
  source: systemId,
  destinations: systemId,
  parent: systemId,
  node: systemId,
  primary_rack: systemId,
  secondary_rack: systemId,
  ip: address2,
  ip_address: address2,
  start_ip: address2,
  end_ip: address2,
  ip_addresses: address2,
  forward_dns_servers: address2,
  mac,
  mac_address: mac,
  mac_addresses: mac,
  subnet: subnet2,
  subnets: subnet2,
  cidr: subnet2,
  architecture: ({ random }) => random.pick(["amd64/generic", "arm64/generic", "amd64"]),
  domain: ({ random }) => random.pick(["svc", "example.com", "0", "1", "nosuch"]),
  zone: ({ random }) => random.pick(["default", "north", "south", "nosuch"]),
  pool: ({ random }) => random.pick(["default", "build", "web"]),
  hostname: ({ random }) => `host-${random.integer(1, 60)}`,
  name: ({ random }) => `${random.pick(words2)}${random.integer(1, 30)}`,
  filename: ({ random }) => `file${random.integer(1, 5)}`,
  osystem: () => "windows",
  distro_series: ({ random }) => random.pick(["jammy", "ubuntu/focal", "22.04", "win1"]),
  storage: ({ random }) => random.pick(["root:10(ssd)", "a:1,b:2", "x:0"]),
  interfaces: ({ random }) => random.pick(["eth0:name=eth0", "a:fabric=0", "b:vid=7"]),
  power_state: ({ random }) => random.pick(["on", "off", "error"]),
  simple_status: ({ random }) => random.pick(["ready", "failed", "other"]),
  arch: ({ random }) => random.pick(["amd64", "arm64/generic"]),
  cpu_speed: ({ random }) => String(random.integer(1e3, 3e3)),
  devices: ({ random }) => random.pick(["vendor_id=8086", "vendor_name=intel", "nonsense"]),
  fabric_id: row((world) => world.state.networks.fabrics.rows),
  vid: ({ random }) => String(random.integer(0, 6)),
  relay_vlan: row((world) => world.state.networks.vlans.rows),
  boot_source_id: row((world) => world.state.images.sources.rows),
  resource_id: row((world) => world.state.images.resources.rows),
  device_id: extent("device"),
  cache_device: extent("device"),
  backing_device: extent("device"),
  root_device: extent("device"),
  cache_partition: extent("partition"),
  backing_partition: extent("partition"),
  cache_set: ({ random, node }) => String(random.pick([...node?.storage.cacheSets ?? [], { id: 1 }]).id),
  block_size: () => "512",
  user_data: () => "IyEvYmluL3No",
  token_key: ({ random }) => random.token(18)
};
var interfaceId2 = ({ random, node }) => String(random.pick([...node?.interfaces.map(({ id }) => id) ?? [], 1]));
var linkId = ({ random, node }) => String(random.pick([...node?.interfaces.flatMap(({ links: links2 }) => links2.map(({ id }) => id)) ?? [], 1]));
var vlan2 = row((world) => world.state.networks.vlans.rows);
var username = ({ random }) => random.pick(["admin", "bob", "carol", "dora", "erin"]);
var tag3 = ({ random }) => random.pick(["gpu", "ssd", "raid", "web1", "db2"]);
var interfaceMakers = {
  id: interfaceId2,
  link_id: linkId,
  parent: interfaceId2,
  parents: interfaceId2,
  vlan: vlan2,
  mode: ({ random }) => random.pick(["AUTO", "DHCP", "STATIC", "static", "LINK_UP"]),
  name: ({ random }) => random.pick(["eth0", "eth1", "eth2", "bond0", "br0", "br-eth0"])
};
var place = ({ random }) => random.pick(["default", "north", "south", "build", "web", "far"]);
var resourceOf2 = (path) => path.replace(/\{\w+\}|op-\w+$/g, "").match(/[a-z-]+/g)?.at(-1)?.replace(/s$/, "") ?? "";
var storageGenerators = {
  fstype: ({ random }) => random.pick(["ext4", "xfs", "swap", "nosuch"]),
  mount_point: ({ random }) => random.pick(["/", "/srv", "/var", "none", "srv"]),
  tag: tag3
};
var resourceGenerators = {
  interface: interfaceMakers,
  zone: { name: place },
  resourcepool: { name: place, id: ({ random }) => String(random.integer(0, 4)) },
  tag: { name: tag3, add: systemId, remove: systemId, definition: ({ random }) => random.pick(["", "//x"]) },
  user: {
    username,
    transfer_resources_to: username,
    email: ({ random }) => `${random.token(4)}@example.com`
  },
  space: { id: row((world) => world.state.networks.spaces.rows) },
  subnet: {
    id: subnet2,
    cidr: ({ random }) => `10.${random.integer(30, 33)}.${random.integer(0, 3)}.0/${random.pick([22, 24, 26])}`,
    gateway_ip: address2,
    dns_servers: address2,
    vlan: vlan2,
    fabric: row((world) => world.state.networks.fabrics.rows)
  },
  "static-route": {
    id: row((world) => world.state.networks.staticRoutes.rows),
    source: subnet2,
    destination: subnet2,
    gateway_ip: address2
  },
  blockdevice: storageGenerators,
  partition: storageGenerators,
  pod: { id: ({ random }) => String(random.integer(0, 4)) }
};
var ids2 = {
  fabric: row((world) => world.state.networks.fabrics.rows),
  domain: row((world) => world.state.networks.domains.rows),
  dnsresource: row((world) => world.state.networks.dnsResources.rows),
  dnsresourcerecord: row((world) => world.state.networks.dnsRecords.rows),
  iprange: row((world) => world.state.networks.ranges.rows),
  "dhcp-snippet": row((world) => world.state.networks.snippets.rows),
  "boot-resource": row((world) => world.state.images.resources.rows),
  upload: row((world) => world.state.images.resources.rows),
  "boot-source": row((world) => world.state.images.sources.rows),
  selection: row((world) => world.state.images.selections.rows),
  partition: extent("partition"),
  blockdevice: extent("device"),
  vlan: vlan2,
  "bcache-cache-set": ({ random, node }) => String(random.pick([...node?.storage.cacheSets ?? [], { id: 1 }]).id),
  bcache: ({ random, node }) => String(random.pick([...node?.storage.bcaches ?? [], { id: 1 }]).id)
};
function ofType(field, chance) {
  const { random } = chance;
  const likelyValues = [...field.choices ?? [], ...field.suggestions ?? []];
  if (likelyValues.length > 0 && random.next() < 0.9) return random.pick(likelyValues);
  switch (field.type) {
    case "boolean":
      return random.pick(["true", "false"]);
    case "switch":
      return random.pick(["1", "0"]);
    case "integer":
      return String(random.integer(Math.max(field.min ?? 0, -5), Math.min(field.max ?? 50, 5e3)));
    case "size":
      return random.pick(["512M", "1G", "4G", "20G", "2T"]);
    case "base64":
      return "AAAA";
    default:
      return random.pick(words2);
  }
}
var systemIdOf = (world, id) => nodesOf(world).find((node) => node.systemId === id);
function drawCall(world, random, entries) {
  const entry = random.pick(entries);
  const { operation } = entry;
  const resource3 = resourceOf2(operation.path);
  const spoiled = (value) => random.next() < 0.03 ? random.pick(hostile) : value;
  const path = {};
  for (const { name: name7 } of operation.parameters ?? []) {
    const chance = { random, world, node: systemIdOf(world, path.system_id) };
    const maker = resourceGenerators[resource3]?.[name7] ?? (name7 === "id" ? ids2[resource3] : generators[name7]) ?? (() => random.pick(["1", "2", "nosuch"]));
    path[name7] = name7 === "name" && resource3 === "network" ? `subnet-${random.integer(1, 6)}` : spoiled(maker(chance));
  }
  const node = systemIdOf(world, path.system_id);
  const values = {};
  for (const field of operation.fields ?? []) {
    if (field.in === "body" || random.next() > (field.required ? 0.95 : 0.25)) continue;
    const isLink = resource3 === "interface" && field.name === "id";
    const name7 = field.name.replace(/^not_(?:in_)?/, "");
    const generatorByName = resourceGenerators[resource3]?.[field.name] ?? generators[name7];
    const generator = isLink ? linkId : field.type === "boolean" ? void 0 : generatorByName;
    const count = field.repeatable || field.type === "list" ? random.integer(1, 2) : 1;
    values[field.type === "map" ? `${field.prefix ?? ""}${random.pick(words2)}` : field.name] = Array.from(
      { length: count },
      () => spoiled(generator?.({ random, world, node }) ?? ofType(field, { random, world, node }))
    );
  }
  return { entry, path, values };
}

// trace.ts
var served = await loadServedOperations();
var table = handlersFor(served, describeService(served, "SVC", allowsAnonymous));
var byId = new Map(served.map((e) => [e.id, e]));
var [out, callsText = "3000"] = process.argv.slice(2);
var lines = [];
var bodyText = (body) => typeof body === "string" || body instanceof Uint8Array ? body : [...body].join("");
var hostile2 = ["", " ", "-1", "0", "1e3", "null", "__proto__", "toString", "a,b,,c", "=;:[]{}", "x".repeat(300)];
var focus = process.env.FOCUS ? new RegExp(process.env.FOCUS) : void 0;
for (const style of ["documented", "deployed"])
  for (const seed of (process.env.SEEDS ?? "1,2,3").split(",").map(Number)) {
    let nowMs = Date.UTC(2026, 10, 20, 12);
    const sandbox = await startSandbox({ now: () => nowMs, seed, machines: 24, answers: style, faults: ["fail=deploy,rate=0.15", "fail=test,rate=0.15", "silent=release,rate=0.1", "fail=erase,rate=0.3"] });
    const random = seededRandom(seedState(seed * 77));
    const sorted = [...served].sort((a, b) => a.id < b.id ? -1 : 1).filter(({ id }) => id !== "account.delete_authorisation_token" && (!focus || focus.test(id) || /^machines\.(create|allocate)|^machine\.(release|commission)/.test(id)));
    const often = sorted.filter(({ id }) => /^machines?\.(create|allocate|deploy|release|commission|abort|accept)/.test(id));
    const creates = sorted.filter(({ id }) => /\.(create|update|list|read|create_\w+|reserve|link_subnet)$/.test(id));
    const storageMore = process.env.STORAGE ? sorted.filter(({ id }) => /^(block-devices.create|machine.set_storage_layout|raids?[.]|bcache|volume-g|vmfs)/.test(id)) : [];
    const entries = [...sorted, ...often.filter(() => !process.env.STORAGE), ...creates, ...storageMore, ...storageMore, ...storageMore];
    const pool = /* @__PURE__ */ new Map();
    const uris = /* @__PURE__ */ new Set();
    const put = (name7, value) => {
      const set = pool.get(name7) ?? /* @__PURE__ */ new Set();
      set.delete(value);
      set.add(value);
      if (set.size > 60) set.delete(set.values().next().value);
      pool.set(name7, set);
    };
    const harvest = (value, depth = 0) => {
      if (depth > 5) return;
      if (Array.isArray(value)) {
        for (const each of value.slice(0, 20)) harvest(each, depth + 1);
        return;
      }
      if (typeof value !== "object" || value === null) return;
      for (const [name7, member] of Object.entries(value)) {
        if (typeof member === "string" || typeof member === "number" || typeof member === "boolean") {
          if (String(member).length < 400) put(name7, String(member));
          if (name7 === "resource_uri" && typeof member === "string") {
            uris.delete(member);
            uris.add(member);
            if (uris.size > 1500) uris.delete(uris.values().next().value);
          }
        } else harvest(member, depth + 1);
      }
    };
    const users = () => sandbox.world.state.users;
    for (let n = 0; n < Number(callsText); n += 1) {
      const world = sandbox.world;
      const call = drawCall(world, random, entries);
      const { operation, id } = call.entry;
      const values = { ...call.values };
      const density = random.pick([0, 0, 0.3, 0.7]);
      const fields = operation.fields ?? [];
      for (const field of fields) {
        if (values[field.name] !== void 0 || field.type === "map" || field.in === "body") {
          if (random.next() > 0.25) continue;
        } else if (random.next() > density) continue;
        const known = [...pool.get(field.name) ?? [], ...pool.get(field.name.replace(/_(id|name)$/, "")) ?? []];
        const roll = random.next();
        if (field.choices && roll < 0.5) values[field.name] = [random.pick(field.choices)];
        else if (known.length > 0 && roll < 0.75) values[field.name] = [random.pick(known)];
        else if (field.type === "boolean" || field.type === "switch") values[field.name] = [random.pick(["true", "false", "1", "0"])];
        else if (field.type === "integer" && roll < 0.9) values[field.name] = [String(random.integer(0, 100))];
        else if (roll > 0.97) values[field.name] = [random.pick(hostile2)];
      }
      const sha = createHash6("sha256").update("chunk").digest("hex");
      const plausible = {
        size: () => /boot-res/.test(id) ? "5" : random.pick(["100M", "1G", "4G", "20000000", "8M"]),
        sha256: () => sha,
        mount_point: () => random.pick(["/", "/srv", "/a/", "none", "/b"]),
        fstype: () => random.pick(["ext4", "xfs", "swap", "tmpfs", "ramfs"]),
        url: () => "http://h" + random.integer(1, 3) + "/x",
        keysource: () => random.pick(["lp:a", "gh:b", "zz:c"]),
        filename: () => "file" + random.integer(1, 4),
        level: () => random.pick(["raid-0", "raid-1", "raid-5"]),
        cidr: () => `10.${random.integer(30, 33)}.${random.integer(0, 3)}.0/${random.pick([22, 24, 26])}`,
        start_ip: () => `10.10.0.${random.integer(150, 200)}`,
        end_ip: () => `10.10.0.${random.integer(180, 220)}`,
        type: () => /range/.test(id) ? random.pick(["dynamic", "reserved"]) : /vm-host|pod/.test(id) ? random.pick(["lxd", "virsh"]) : random.pick(["testing", "commissioning", "2", "0"]),
        rrtype: () => random.pick(["CNAME", "MX", "TXT", "NS", "SRV", "A"]),
        rrdata: () => random.pick(["www.example.com", "10 mail.example.com", "text", "1 2 3 a.b"]),
        uuid: () => world.state.nodes.bySystemId ? "0a0a0a0a-0000-4000-8000-00000000000" + random.integer(1, 9) : "",
        key: () => id === "ssh-keys.create" ? `ssh-ed25519 ${Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from("ssh-ed25519"), Buffer.from("x" + random.integer(1, 4))]).toString("base64")} c` : id === "ssl-keys.create" ? `-----BEGIN A-----
${Buffer.from([48, 2, 1, random.integer(1, 4)]).toString("base64")}
-----END A-----` : "k" + random.integer(1, 3),
        password: () => "pw",
        email: () => `u${random.integer(1, 9)}@x`,
        power_type: () => random.pick(["manual", "ipmi", "virsh", "webhook"]),
        power_address: () => random.pick(["qemu+ssh://a@10.10.0.3/system", "10.0.0.1"]),
        chassis_type: () => random.pick(["virsh", "ucsm", "recs_box", "powerkvm"]),
        ip: () => random.pick(Object.keys(world.state.networks.addresses.byIp).concat("10.10.0.5")),
        cache_mode: () => random.pick(["writeback", "WRITETHROUGH", "writearound"]),
        storage_layout: () => random.pick(["flat", "lvm", "bcache", "vmfs6", "vmfs7", "blank", "custom"]),
        storage: () => random.pick(["root:10(ssd),b:2", "8", "a:4(x)", "x:"]),
        interfaces: () => random.pick(["eth0:subnet=1", "a:fabric=0;b:vid=7", "eth0:space=dmz", "eth0:name=eth0"]),
        memory: () => random.pick(["1024", "2G", "x"]),
        frequency: () => "1",
        netmask: () => random.pick(["24", "255.255.255.0"]),
        description: () => "d" + random.integer(1, 3),
        hostname: () => random.pick(["h" + random.integer(1, 9), "n.svc", "web.example.com"]),
        fqdn: () => random.pick(["a.svc", "b.example.com", "x.y.zz"]),
        osystem: () => random.pick(["windows", "ubuntu", "custom"]),
        distro_series: () => random.pick(["jammy", "focal", "ubuntu/jammy", "win1"]),
        os: () => "ubuntu",
        release: () => random.pick(["jammy", "noble", "focal"]),
        to: () => random.pick(["-1", "1", "-2"]),
        cidrs: () => "10.10.0.0/24",
        tag: () => random.pick(["t1", "t2"]),
        ident: () => "i" + random.integer(1, 3),
        message: () => random.pick(["hello", "hi {a}"]),
        context: () => random.pick(['{"a":1}', "[]", "x"]),
        vid: () => String(random.integer(0, 12)),
        mtu: () => random.pick(["1500", "9000"]),
        power_parameters: () => random.pick(['{"power_address":"a","power_id":"b"}', "[1]", "{}"]),
        base_image: () => "ubuntu/jammy",
        architecture: () => random.pick(["amd64/generic", "arm64", "i386/x"]),
        filetype: () => random.pick(["tgz", "ddtgz"]),
        link_speed: () => "1000",
        interface_speed: () => "10000",
        mode: () => random.pick(["AUTO", "static", "DHCP", "LINK_UP"]),
        script: () => "#!/bin/sh\n",
        content: () => "#!/bin/sh\n",
        timeout: () => random.pick(["00:05:00", "300", "x"]),
        user_data: () => "YWFh",
        license_key: () => "lk",
        keyring_data: () => "YWFh",
        keyring_filename: () => "/a"
      };
      if (/^svc\./.test(id)) {
        values["name"] = [random.pick(configItemNames)];
        if (random.next() < 0.7) values["value"] = [random.pick(["true", "1", "jammy", "x", "", "10.0.0.1", "15m", "http://a"])];
      }
      for (const field of fields) {
        if (field.in === "body" || field.type === "map" || /^svc\./.test(id)) continue;
        if (plausible[field.name] !== void 0 && random.next() < (field.required ? 0.7 : 0.25)) values[field.name] = [plausible[field.name]()];
      }
      if (random.next() < 0.1) {
        for (const name7 of ["gateway_ip", "vid", "mount_options", "uuid", "interface_speed", "name"]) if (random.next() < 0.3) {
          const k = [...pool.get(name7) ?? ["7"]];
          values[name7] = [random.pick(k)];
        }
      }
      const path = { ...call.path };
      for (const name7 of Object.keys(path)) if (random.next() < 0.15) {
        const k = [...pool.get(name7) ?? [], ...pool.get("name") ?? ["1"]];
        path[name7] = random.pick(k);
      }
      if (Object.keys(path).length > 0 && random.next() < 0.8) {
        const template = operation.path.slice(0, operation.path.lastIndexOf("}") + 1);
        const names = [...template.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
        const pattern = new RegExp("api/2.0" + template.replace(/\{\w+\}/g, "([^/]+)") + "/?$");
        const matches = [...uris].flatMap((uri) => {
          const m = pattern.exec(uri);
          return m ? [m.slice(1)] : [];
        });
        const st = world.state;
        const extra = {
          user: () => st.users.map((u) => [u.username]),
          script: () => ["smartctl-validate", ...st.settings.scripts.map((x) => x.name)].map((x) => [x]),
          "commissioning-script": () => st.settings.scripts.map((x) => [x.name]),
          file: () => st.settings.files.map((x) => [x.filename]),
          "license-key": () => st.settings.licenseKeys.map((x) => [x.osystem, x.distroSeries]),
          tag: () => st.tags.map((x) => [x.name]),
          "rack-controller": () => Object.values(st.nodes.bySystemId).filter((x) => x.nodeType === "rackController").map((x) => [x.systemId]),
          "region-controller": () => Object.values(st.nodes.bySystemId).filter((x) => x.nodeType === "rackController").map((x) => [x.systemId]),
          device: () => Object.values(st.nodes.bySystemId).filter((x) => x.nodeType === "device").map((x) => [x.systemId]),
          discovery: () => st.networks.neighbours.rows.map((x) => [Buffer.from(x.ip + "," + x.mac).toString("base64")]),
          result: () => Object.values(st.nodes.bySystemId).flatMap((x) => ["current-commissioning", "current-testing", "current-installation"].map((r) => [x.systemId, r])),
          "vlan-by-id": () => Object.keys(st.networks.vlans.rows).map((x) => [x]),
          vlan: () => Object.values(st.networks.vlans.rows).map((x) => [String(x.fabricId), String(x.vid)]),
          "vm-host": () => st.places.pods.map((x) => [String(x.id)]),
          pod: () => st.places.pods.map((x) => [String(x.id)]),
          partition: () => Object.values(st.nodes.bySystemId).flatMap((x) => x.storage.devices.flatMap((d) => d.partitions.map((q) => [x.systemId, String(d.id), String(q.id)]))),
          partitions: () => Object.values(st.nodes.bySystemId).flatMap((x) => x.storage.devices.map((d) => [x.systemId, String(d.id)])),
          "block-device": () => Object.values(st.nodes.bySystemId).flatMap((x) => x.storage.devices.map((d) => [x.systemId, String(d.id)])),
          raid: () => Object.values(st.nodes.bySystemId).flatMap((x) => x.storage.raids.map((d) => [x.systemId, String(d.id)])),
          bcache: () => Object.values(st.nodes.bySystemId).flatMap((x) => x.storage.bcaches.map((d) => [x.systemId, String(d.id)])),
          "bcache-cache-set": () => Object.values(st.nodes.bySystemId).flatMap((x) => x.storage.cacheSets.map((d) => [x.systemId, String(d.id)])),
          "volume-group": () => Object.values(st.nodes.bySystemId).flatMap((x) => x.storage.volumeGroups.map((d) => [x.systemId, String(d.id)])),
          "vmfs-datastore": () => Object.values(st.nodes.bySystemId).flatMap((x) => x.storage.datastores.map((d) => [x.systemId, String(d.id)])),
          interface: () => Object.values(st.nodes.bySystemId).flatMap((x) => x.interfaces.map((d) => [x.systemId, String(d.id)]))
        };
        const more = extra[id.split(".")[0]]?.() ?? [];
        const all11 = [...more, ...matches];
        if (all11.length > 0) {
          const m = random.pick(all11);
          if (m.length === names.length) names.forEach((name7, i) => {
            path[name7] = decodeURIComponent(m[i]);
          });
        }
        if (process.env.STORAGE && path.system_id !== void 0 && !/^machine\.(release|commission)/.test(id)) {
          const ready = Object.values(st.nodes.bySystemId).filter((x) => (x.status === "ready" || x.status === "allocated") && x.storage.devices.length > 1 && !x.locked);
          const fit = ready.slice(0, 4);
          if (fit.length > 0 && !fit.some((x) => x.systemId === path.system_id) && random.next() < 0.95) {
            const x = random.pick(fit);
            path.system_id = x.systemId;
            const kinds3 = { raid: x.storage.raids, bcache: x.storage.bcaches, "bcache-cache-set": x.storage.cacheSets, "volume-group": x.storage.volumeGroups, "vmfs-datastore": x.storage.datastores, "block-device": x.storage.devices };
            const list4 = kinds3[id.split(".")[0]];
            if (list4?.length > 0) path.id = String(random.pick(list4).id);
            if (path.device_id) {
              const d = random.pick(x.storage.devices);
              path.device_id = String(d.id);
              if (d.partitions.length > 0 && path.id) path.id = String(random.pick(d.partitions).id);
            }
          }
        }
        const node = Object.hasOwn(st.nodes.bySystemId, path.system_id ?? "") ? st.nodes.bySystemId[path.system_id] : void 0;
        if (node !== void 0) {
          const devices2 = node.storage.devices.map((d) => random.pick([String(d.id), String(d.id), d.name]));
          const partitions2 = node.storage.devices.flatMap((d) => d.partitions.map((q) => String(q.id)));
          const nics = node.interfaces.map((d) => String(d.id));
          const links2 = node.interfaces.flatMap((d) => d.links.map((l) => String(l.id)));
          for (const field of fields) {
            if (field.in === "body") continue;
            const source2 = /devices?$/.test(field.name) ? devices2 : /partitions?$/.test(field.name) ? partitions2 : /^parents?$/.test(field.name) && /interface/.test(id) ? nics : /link/.test(field.name) || field.name === "id" && /unlink/.test(id) ? links2 : field.name === "cache_set" ? node.storage.cacheSets.map((c) => String(c.id)) : [];
            if (source2.length > 0 && random.next() < (field.required ? 0.9 : 0.4)) {
              values[field.name] = Array.from({ length: field.type === "list" || field.repeatable ? random.integer(1, 3) : 1 }, () => random.pick(source2));
            }
          }
        }
      }
      if (process.env.STORAGE) {
        const st = world.state;
        const node = Object.hasOwn(st.nodes.bySystemId, path.system_id ?? "") ? st.nodes.bySystemId[path.system_id] : void 0;
        for (const name7 of Object.keys(values)) {
          const required = fields.find((f) => f.name === name7)?.required;
          if (!required && random.next() < 0.4) {
            delete values[name7];
            continue;
          }
          if (name7 === "uuid" && random.next() < 0.8) delete values[name7];
          if (node && /(devices?|partitions?)$/.test(name7) && random.next() < 0.9) {
            const free = node.storage.devices.flatMap((d) => /partition/.test(name7) ? d.partitions.filter((q) => /^remove/.test(name7) ? q.claim : !q.claim && !q.filesystem).map((q) => String(q.id)) : (/^remove/.test(name7) ? d.claim : !d.claim && !d.filesystem && d.partitions.length === 0) ? [String(d.id)] : []);
            if (free.length === 0) delete values[name7];
            else values[name7] = free.slice(0, random.integer(1, 4));
          }
          if (name7 === "name") values[name7] = ["n" + random.integer(1, 12)];
        }
        if (id === "machine.set_storage_layout" && random.next() < 0.6) values["storage_layout"] = ["blank"];
        if (id === "raids.create") {
          values["level"] = [random.pick(["raid-0", "raid-1", "raid-5"])];
          const free = node?.storage.devices.filter((d) => !d.claim && !d.filesystem && d.partitions.length === 0).map((d) => String(d.id)) ?? [];
          values["block_devices"] = free.slice(0, random.integer(2, 4));
          delete values["partitions"];
        }
        if (id === "block-devices.create") {
          values["model"] = ["m"];
          values["serial"] = ["s" + n];
          values["size"] = [random.pick(["8G", "20G"])];
          values["block_size"] = ["512"];
          delete values["id_path"];
        }
      }
      const pairs = Object.entries(values).flatMap(([name7, each]) => each.map((value) => [name7, value]));
      const inQuery = operation.method === "GET" || operation.method === "DELETE";
      const files = [];
      for (const name7 of ["content", "script", "keyring_data", "file"]) if (!inQuery && fields.some((f) => f.name === name7) && random.next() < 0.3) files.push({ kind: "file", name: name7, filename: "f", content: Buffer.from(random.pick(["#!/bin/sh\n# --- Start SVC 1.0 script metadata ---\n# name: h" + random.integer(1, 4) + "\n# tags: a, b\n# timeout: 00:05:00\n# --- End SVC 1.0 script metadata ---\n", "#!/bin/sh\necho 1\n", "plain", ""])) });
      if (id === "files.create" && random.next() < 0.7) files.push({ kind: "file", name: "file", filename: "f", content: Buffer.from("abc") });
      const who = random.pick(["admin", "admin", "admin", "admin", "admin", "admin", "admin", "admin", "admin", "admin", "bob", "bob", "carol", "nobody"]);
      const user = users().find((u) => u.username === who);
      const asDeployed = style === "deployed";
      let answer2;
      try {
        requirePermission({ id, operation, hasAnonymousSibling: false }, user, void 0, asDeployed);
        const pending = Promise.resolve(table[id]({ world, user, path, operation, origin: "http://sandbox", addressing: random.pick(["path", "query"]), query: makeParameters(inQuery ? pairs : []), form: makeParameters(inQuery ? [] : pairs, files), body: Buffer.from("chunk") }));
        let isDone = false;
        const watch = pending.then(() => {
          isDone = true;
        }, () => {
          isDone = true;
        });
        for (let i = 0; i < 10; i += 1) await new Promise((r) => setImmediate(r));
        if (!isDone) {
          for (let i = 0; i < 60 && !isDone; i += 1) {
            nowMs += 1e3;
            world.clock.advance(1e3);
            for (let j = 0; j < 5; j += 1) await new Promise((r) => setImmediate(r));
          }
        }
        await watch;
        answer2 = await pending;
      } catch (error) {
        answer2 = errorAnswer(error, asDeployed);
        if (answer2 === void 0) answer2 = { status: -1, contentType: "", body: String(error) };
      }
      const body = bodyText(answer2.body);
      const text4 = Buffer.from(body).toString("utf8");
      if (answer2.status < 300 && /json/.test(answer2.contentType ?? "")) try {
        harvest(JSON.parse(text4));
      } catch {
      }
      const state = n % 50 === 0 ? createHash6("sha1").update(JSON.stringify(world.state, (_k, v) => v && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => a < b ? -1 : 1)) : v)).digest("hex") : "";
      lines.push(`${style} ${seed} ${n} ${who} ${id} ${JSON.stringify(path)} ${JSON.stringify(values).slice(0, 500)} => ${answer2.status} ${answer2.contentType} ${JSON.stringify(answer2.headers ?? {})} ${text4.length > 300 && answer2.status < 300 ? createHash6("sha1").update(text4).digest("hex") : text4} ${state}`);
      if (random.next() < 0.3) {
        const ms = random.integer(1, 2e4);
        nowMs += ms;
        await world.clock.advance(ms);
      }
    }
    await sandbox.stop();
  }
writeFileSync3(out, lines.join("\n"));
var statuses2 = /* @__PURE__ */ new Map();
for (const line of lines) {
  const s = / => (-?\d+)/.exec(line)[1];
  statuses2.set(s, (statuses2.get(s) ?? 0) + 1);
}
console.log(lines.length, JSON.stringify([...statuses2].sort()));
process.exit(0);
