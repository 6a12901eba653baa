import type { State } from "./world.ts";

/** Events and patches never change, and are shared by the copies. */
export function copyState(state: State): State {
  const { events, copied, ...others } = state;
  return {
    ...copyData(others),
    events: { ...events, records: [...events.records] },
    copied: copied && { ...copied, statuses: copyData(copied.statuses) },
  };
}

/** For plain data: several times as fast as `structuredClone`. */
function copyData<Value>(value: Value): Value;
function copyData(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyData);
  // Spreading keeps members such as `__proto__`.
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const member = copy[name];
    if (typeof member === "object" && member !== null) copy[name] = copyData(member);
  }
  return copy;
}
