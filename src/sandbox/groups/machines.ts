import type { HandlersOf } from "../wire/call.ts";
import { collectionHandlers } from "./machines-collection.ts";
import { enlistmentHandlers } from "./machines-enlistment.ts";
import { lifecycleHandlers } from "./machines-lifecycle.ts";
import { settingsHandlers } from "./machines-settings.ts";
import { singleHandlers } from "./machines-single.ts";

export const handlers = {
  ...collectionHandlers,
  ...enlistmentHandlers,
  ...singleHandlers,
  ...settingsHandlers,
  ...lifecycleHandlers,
} satisfies HandlersOf<"machines">;
