import { readOwnUser } from "../../../client/service/user.ts";
import { type CheckSpec, ok, skipped } from "../check.ts";
import { openClient } from "../facts.ts";

/** Whose key it is. */
export const userCheck: CheckSpec = {
  name: "user",
  needs: ["key", "addressing"],
  async examine(facts) {
    const user = await readOwnUser(openClient(facts));
    const name = user?.["username"];
    if (typeof name !== "string" || name === "") return skipped("the service does not say whose key it is");
    const isAdmin = user?.["is_superuser"];
    const role = isAdmin === true ? ", an administrator" : isAdmin === false ? ", not an administrator" : "";
    return ok(`${name.slice(0, 80)}${role}`);
  },
};
