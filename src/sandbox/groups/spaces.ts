import { removeSpace } from "../model/networks/removal.ts";
import { serializeSpace, undefinedSpace } from "../serialize/networks.ts";
import { invalid, requireFound } from "../state/domain-error.ts";
import type { Space } from "../state/networks.ts";
import { findRow, insert, rowsOf } from "../state/table.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readNamed } from "./named-rows.ts";
import { resource } from "./resource.ts";

const spaceTable = ({ world }: Call) => world.state.networks.spaces;
const spacesOf = (call: Call): Space[] => [...rowsOf(spaceTable(call)), undefinedSpace];

const givenSpaceName = (id: number) => `space-${id}`;
const reservedSpace = /^(space-\d+|undefined)$/;

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
  read: readNamed("Space", spacesOf, reservedSpace),
  create: (call, values) =>
    insert(spaceTable(call), (id) => ({
      id,
      description: "",
      ...values,
      name: values.name || givenSpaceName(id),
    })),
  update(_call, space, { name, ...values }) {
    Object.assign(space, values, name === undefined ? {} : { name: name || givenSpaceName(space.id) });
  },
  remove: removeSpace,
}) satisfies HandlersOf<"spaces">;
