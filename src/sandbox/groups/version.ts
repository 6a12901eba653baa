import type { OperationIdOf } from "../../api/index.ts";
import { type Handler, text } from "../handler.ts";

/** Document 1, "Versioning": the number of the API version, as plain text. */
export const handlers = {
  "version.get": () => text("2.0"),
} satisfies Record<OperationIdOf<"version">, Handler>;
