import type { HandlersOf } from "../wire/call.ts";
import { allocationHandlers } from "./machines-allocation.ts";
import { collectionHandlers } from "./machines-collection.ts";
import { enlistmentHandlers } from "./machines-enlistment.ts";
import { lifecycleHandlers } from "./machines-lifecycle.ts";
import { powerHandlers } from "./machines-power.ts";
import { settingsHandlers } from "./machines-settings.ts";
import { singleHandlers } from "./machines-single.ts";

export const handlers = {
  ...collectionHandlers,
  ...enlistmentHandlers,
  ...allocationHandlers,
  ...singleHandlers,
  ...settingsHandlers,
  ...lifecycleHandlers,
  ...powerHandlers,
} satisfies HandlersOf<"machines">;
