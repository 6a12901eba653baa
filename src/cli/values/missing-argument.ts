import { groupNames } from "../../api/index.ts";
import type { Operation } from "../../api/operation.ts";
import { sourceOfParameter } from "../../contract/name-source.ts";
import { Failure } from "../../failure.ts";

/** The failure of a line without the name of an object, with the command that lists what there is; any other as it is. */
export function withList(error: unknown, operation: Operation): unknown {
  if (!(error instanceof Failure)) return error;
  const [, name] = /^missing argument <([\w-]+)>$/.exec(error.message) ?? [];
  const kind = name === undefined ? undefined : sourceOfParameter(operation, name)?.of;
  const group = groupNames.find((each) => each === kind);
  return group === undefined ? error : error.with({ hint: `svc ${group} list shows what there is` });
}
