import type { OperationId } from "../api/index.ts";
import { handlers as events } from "./groups/events.ts";
import { handlers as machines } from "./groups/machines.ts";
import { handlers as nodes } from "./groups/nodes.ts";
import { handlers as tokens } from "./groups/tokens.ts";
import { handlers as version } from "./groups/version.ts";
import type { Handler } from "./handler.ts";

/** What answers each operation. An operation without a handler is an error of the compiler. */
export const handlers: Record<OperationId, Handler> = {
  ...machines,
  ...nodes,
  ...tokens,
  ...events,
  ...version,
};
