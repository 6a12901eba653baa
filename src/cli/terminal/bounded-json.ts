/** Deeper than this nothing is shown. */
const maxDepth = 20;
const marker = "...";

/**
 * A value whose JSON has about `maxLength` characters at most: the ends of long texts, and what no longer fits
 * into lists and objects, are left out, and a marker says so.
 */
export function boundedJson(value: unknown, maxLength: number): unknown {
  let left = maxLength;
  const text = (long: string): string => {
    const shown = long.length <= left ? long : `${long.slice(0, Math.max(0, left))}${marker}`;
    left -= shown.length + 2;
    return shown;
  };
  const bound = (inner: unknown, depth: number): unknown => {
    if (typeof inner === "string") return text(inner);
    if (typeof inner !== "object" || inner === null) {
      left -= String(inner).length;
      return inner;
    }
    if (depth === 0) return marker;
    if (Array.isArray(inner)) {
      const items: unknown[] = [];
      for (const item of inner) {
        if (left <= 0) return [...items, `${marker} ${inner.length - items.length} more`];
        left -= 1;
        items.push(bound(item, depth - 1));
      }
      return items;
    }
    const members: [string, unknown][] = [];
    const entries = Object.entries(inner);
    for (const [name, member] of entries) {
      if (left <= 0) {
        members.push([marker, `${entries.length - members.length} more`]);
        break;
      }
      left -= 4;
      members.push([text(name), bound(member, depth - 1)]);
    }
    return Object.fromEntries(members);
  };
  return bound(value, maxDepth);
}
