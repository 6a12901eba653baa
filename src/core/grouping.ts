export function addTo<Key, Value>(groups: Map<Key, Value[]>, key: Key, ...values: readonly Value[]): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [...values]);
  else group.push(...values);
}

export function groupBy<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}

export function countOccurrences<Value>(values: Iterable<Value>): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
