import { removeSpace } from "../model/networks/removal.ts";
import { serializeSpace, undefinedSpace } from "../serialize/spaces.ts";
import { invalid, requireFound } from "../state/domain-error.ts";
import type { Space } from "../state/networks.ts";
import { findRow, insert, rowsOf } from "../state/table.ts";
import type { group } from "../undocumented/spaces.ts";
import type { Call, HandlersFor } from "../wire/call.ts";
import { readNamed, readNewNamed } from "./named-rows.ts";
import { resource } from "./resource.ts";

const tableOf = ({ world }: Call) => world.state.networks.spaces;
const spacesOf = (call: Call): Space[] => [...rowsOf(tableOf(call)), undefinedSpace];

/** `space-<number>` is the name of a space that has none of its own, and `undefined` that of none. */
const reserved = /^(space-\d+|undefined)$/;

export const handlers = resource(["spaces", "space"], {
  rows: spacesOf,
  find(call) {
    const { id } = call.path;
    const byName = spacesOf(call).find(({ name }) => name === id);
    return requireFound(findRow(tableOf(call), id) ?? byName, "Space");
  },
  serialize: serializeSpace,
  create(call) {
    const given = readNewNamed(call, spacesOf(call), "Space", reserved);
    return insert(tableOf(call), (id) => ({ id, ...given }));
  },
  update(call, space) {
    requireDefined(space);
    Object.assign(space, readNamed(call, spacesOf(call), "Space", space, reserved));
  },
  remove(world, space) {
    requireDefined(space);
    removeSpace(world, space);
  },
  removed: 204,
}) satisfies HandlersFor<typeof group>;

function requireDefined(space: Space): void {
  if (space === undefinedSpace) throw invalid("The undefined space cannot be changed.");
}
