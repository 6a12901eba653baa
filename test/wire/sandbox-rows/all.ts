import { account } from "./account.ts";
import { images } from "./images.ts";
import { machineCollection, singleMachine } from "./machines.ts";
import { addresses, fabrics, names, networks, snippets } from "./networks.ts";
import { devices, nodes } from "./nodes.ts";
import type { Rows } from "./row.ts";
import { settings } from "./settings.ts";
import { storage } from "./storage.ts";

/** A call for every documented operation, by group. */
export const rowGroups: Readonly<Record<string, Rows>> = {
  account,
  images,
  settings,
  devices,
  nodes,
  fabrics,
  names,
  snippets,
  addresses,
  networks,
  "machines, collection": machineCollection,
  "machines, single": singleMachine,
  storage,
};
