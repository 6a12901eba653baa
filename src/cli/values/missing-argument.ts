import { sourceOfParameter } from "../../catalogue/commands/name-source.ts";
import { groupNames } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";

/** The failure of a line without the name of an object, with the command that lists what there is; any other as it is. */
export function withList(error: unknown, operation: Operation): unknown {
  if (!(error instanceof Failure)) return error;
  const [, name] = /^missing argument <([\w-]+)>$/.exec(error.message) ?? [];
  const kind = name === undefined ? undefined : sourceOfParameter(operation, name)?.of;
  const group = groupNames.find((each) => each === kind);
  return group === undefined ? error : error.with({ hint: `svc ${group} list shows what there is` });
}
