import type { Description } from "../serialize/description.ts";
import { DomainError } from "../state/domain-error.ts";
import type { UndocumentedId } from "../undocumented/index.ts";
import { type Answer, json, plainJson } from "../wire/answers.ts";
import type { Handler } from "../wire/call.ts";
import { errorAnswer } from "../wire/http-error.ts";
import { handlers as interfaces } from "./interfaces.ts";
import { handlers as linked } from "./linked.ts";
import { handlers as places } from "./places.ts";
import { handlers as rackControllers } from "./rack-controllers.ts";
import { handlers as spaces } from "./spaces.ts";
import { handlers as staticRoutes } from "./static-routes.ts";
import { handlers as storage } from "./storage-devices.ts";
import { handlers as subnets } from "./subnets.ts";
import { handlers as tags } from "./tags.ts";
import { handlers as users } from "./users.ts";
import { byIdHandlers as vlansById } from "./vlans.ts";

/** What answers each operation that the documents do not have; one without a handler does not compile. */
export function furtherHandlers(description: Description): Readonly<Record<string, Handler>> {
  const handlers: Record<UndocumentedId, Handler> = {
    "describe.read": ({ origin }) => plainJson(description.at(origin)),
    ...places,
    ...tags,
    ...users,
    ...spaces,
    ...subnets,
    ...staticRoutes,
    ...interfaces,
    ...storage,
    ...vlansById,
    ...rackControllers,
    ...linked,
  };
  return Object.fromEntries(Object.entries(handlers).map(([id, handler]) => [id, deployed(handler)]));
}

/**
 * Gives answers the content types of deployed services, the only ones that answer these operations: a refusal
 * that names fields is JSON, and an empty answer is text.
 */
const deployed =
  (handler: Handler): Handler =>
  async (call) => {
    try {
      return withType(await handler(call));
    } catch (error) {
      const answer = errorAnswer(error);
      if (answer === undefined) throw error;
      const isJson = error instanceof DomainError && error.fields !== undefined;
      return isJson ? json(error.fields, answer.status) : { ...answer, contentType: "text/plain" };
    }
  };

const withType = (answer: Answer): Answer =>
  answer.status === 204 ? { ...answer, contentType: "text/plain" } : answer;
