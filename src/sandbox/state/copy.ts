import type { State } from "./world.ts";

/** Events and patches never change, so the copy shares them. */
export function copyState(state: State): State {
  const { events, copied, ...others } = state;
  return {
    ...copyData(others),
    events: { ...events, records: [...events.records] },
    copied: copied && { ...copied, statuses: copyData(copied.statuses) },
  };
}

/** Several times as fast as `structuredClone`, for plain data. */
function copyData<Value>(value: Value): Value;
function copyData(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyData);
  // Unlike assignments, spreading keeps members such as `__proto__`.
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const member = copy[name];
    if (typeof member === "object" && member !== null) copy[name] = copyData(member);
  }
  return copy;
}
