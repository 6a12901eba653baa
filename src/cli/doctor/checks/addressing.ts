import { mayBeAddressing, noService } from "../../../client/service/keys.ts";
import { Failure } from "../../../core/failure.ts";
import { type CheckSpec, failedBy, ok, skipped } from "../check.ts";
import { connectionOf } from "../facts.ts";
import { changeOf } from "../fixes.ts";
import { askKeys } from "../keys.ts";

const words = { path: "operations as /op-name", query: "operations as ?op=name" } as const;

/** Which form of addressing the service takes; tried by a read operation, as at login. */
export const addressingCheck: CheckSpec = {
  name: "addressing",
  needs: ["service"],
  async examine(facts) {
    const { endpoint } = connectionOf(facts);
    if (endpoint.credentials === undefined) return skipped("it is found out with a key");
    const keys = await askKeys(facts);
    if (keys === endpoint.addressing) return ok(words[keys]);
    if (!(keys instanceof Failure))
      return {
        state: "failed",
        kind: "notFound",
        found: `the service takes ${words[keys]}, and svc is set to ${endpoint.addressing}`,
        fix: changeOf(facts, "addressing", keys),
      };
    return mayBeAddressing(keys)
      ? failedBy(noService(endpoint, keys))
      : ok(`${words[endpoint.addressing]}: it is known, though the request is refused`);
  },
};
