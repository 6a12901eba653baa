import { removeSpace } from "../model/networks/removal.ts";
import { addZoneOrPool, removeZoneOrPool, zonesOrPoolsOf } from "../model/nodes/groupings.ts";
import { serializeSpace, undefinedSpace } from "../serialize/networks.ts";
import { serializePool, serializeZone } from "../serialize/references.ts";
import { invalid, requiredMessage, requireFound } from "../state/domain-error.ts";
import type { Space } from "../state/networks.ts";
import { findRow, insert, rowsOf } from "../state/table.ts";
import type { World } from "../state/world.ts";
import type { ZoneOrPool } from "../state/zones-and-pools.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import type { FormReader } from "../wire/form-reader.ts";
import { assign, resource } from "./resource.ts";

interface NamedRow {
  readonly name: string;
}

/** `kind` is used in messages. `reservedNames` matches the names that the service generates for rows without a name. */
const nameReader =
  (kind: string, rows: (call: Call) => readonly NamedRow[], reservedNames?: RegExp) =>
  (form: FormReader, call: Call, current?: NamedRow): { name?: string; description?: string } => {
    const name = form.text("name");
    if (name === "" && reservedNames === undefined) form.fail("name", requiredMessage);
    else if (name && !/^\w[ \w-]*$/.test(name)) form.fail("name", "Enter a valid value.");
    else if (name !== undefined && name.length > 256)
      form.fail("name", "Ensure this value has at most 256 characters.");
    else if (name !== undefined && reservedNames?.test(name) === true)
      form.fail("name", `Reserved ${kind.toLowerCase()} name.`);
    if (rows(call).some((each) => each !== current && each.name === name))
      form.fail("name", `${kind} with this Name already exists.`);
    return form.values({ name: "text", description: "text" });
  };

const zoneOrPoolActions = (kind: "zone" | "pool", type: string, label: string) => ({
  rows: ({ world }: Call) => zonesOrPoolsOf(world, kind),
  find: ({ world, path: { id, name } }: Call) =>
    requireFound(
      zonesOrPoolsOf(world, kind).find((each) => String(each.id) === id) ??
        zonesOrPoolsOf(world, kind).find((each) => each.name === (name ?? id)),
      type,
    ),
  read: nameReader(label, ({ world }) => zonesOrPoolsOf(world, kind)),
  create: ({ world }: Call, values: Partial<ZoneOrPool>) =>
    addZoneOrPool(world, kind, { name: "", description: "", ...values }),
  update: assign<ZoneOrPool>,
  remove: (world: World, zoneOrPool: ZoneOrPool) => removeZoneOrPool(world, kind, zoneOrPool),
});

export const zones = resource(["zones", "zone"], {
  ...zoneOrPoolActions("zone", "Zone", "Physical zone"),
  serialize: (world, { id }) => serializeZone(world, id),
  mayBeAbsent: true,
}) satisfies HandlersOf<"zones">;

export const resourcePools = resource(["resource-pools", "resource-pool"], {
  ...zoneOrPoolActions("pool", "ResourcePool", "Resource pool"),
  serialize: (world, { id }) => serializePool(world, id),
}) satisfies HandlersOf<"resourcepools">;

const spaceTable = ({ world }: Call) => world.state.networks.spaces;
const spacesOf = (call: Call): Space[] => [...rowsOf(spaceTable(call)), undefinedSpace];

const defaultSpaceName = (id: number) => `space-${id}`;
const reservedSpaceNames = /^(space-\d+|undefined)$/;

export const spaces = resource(["spaces", "space"], {
  rows: spacesOf,
  find: (call: Call) =>
    requireFound(
      findRow(spaceTable(call), call.path.id) ?? spacesOf(call).find(({ name }) => name === call.path.id),
      "Space",
    ),
  permit(_call, current) {
    if (current === undefinedSpace) throw invalid("The undefined space cannot be changed.");
  },
  serialize: serializeSpace,
  read: nameReader("Space", spacesOf, reservedSpaceNames),
  create: (call, values) =>
    insert(spaceTable(call), (id) => ({
      id,
      description: "",
      ...values,
      name: values.name || defaultSpaceName(id),
    })),
  update(_call, space, { name, ...values }) {
    Object.assign(space, values, name === undefined ? {} : { name: name || defaultSpaceName(space.id) });
  },
  remove: removeSpace,
}) satisfies HandlersOf<"spaces">;
