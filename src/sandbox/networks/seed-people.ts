import type { World } from "../world.ts";
import { takeAddress } from "./addresses.ts";
import { makeDomain } from "./domains.ts";
import { setSnippetValue } from "./snippets.ts";
import { findSubnet } from "./subnets.ts";
import { rowsOf } from "./table.ts";

/** What people did on the networks of a new sandbox: an address reserved, a domain left empty, a snippet changed. */
export function seedPeoplesNetworking(world: World): void {
  const prodNet = findSubnet(world, "prod-net");
  if (prodNet !== undefined)
    takeAddress(world, prodNet, "10.10.0.60", { kind: "userReserved", owner: "admin" });
  makeDomain(world, { name: "old.example.com" });
  const [snippet] = rowsOf(world.state.networks.snippets);
  if (snippet !== undefined) setSnippetValue(world, snippet, "option ntp-servers 10.10.0.2, 10.10.0.3;");
}
