import type { LinkMode } from "../../state/interfaces.ts";
import type { World } from "../../state/world.ts";
import { configValue } from "../settings/config.ts";

/** What the configuration says of new and commissioned nodes. */

/** The least kernel of nodes that are made or commissioned without one; empty for any. */
export const defaultMinKernel = (world: World): string =>
  String(configValue(world, "default_min_hwe_kernel") ?? "");

const linkModes: readonly LinkMode[] = ["auto", "dhcp", "link_up", "static"];

/** How the interface that a node boots from gets its address. */
export const bootLinkMode = (world: World): LinkMode =>
  linkModes.find((mode) => mode === configValue(world, "default_boot_interface_link_type")) ?? "auto";
