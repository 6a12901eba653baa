import type { Description } from "../serialize/description.ts";
import type { UndocumentedId } from "../undocumented/index.ts";
import { json } from "../wire/answers.ts";
import type { Handler } from "../wire/call.ts";
import { handlers as places } from "./places.ts";
import { handlers as tags } from "./tags.ts";
import { handlers as users } from "./users.ts";

/** What answers each operation that the documents do not have; one without a handler does not compile. */
export const furtherHandlers = (description: Description): Record<UndocumentedId, Handler> => ({
  "describe.read": ({ origin }) => json(description.at(origin)),
  ...places,
  ...tags,
  ...users,
});
