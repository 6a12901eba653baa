const strings = [
  '""',
  '"a"',
  '"é 日本 🚀"',
  '"\\u0069nteger:5"',
  '"integer:12345678901234567890"',
  '"12345678901234567890"',
  '"\\\\"',
  '"\\\\\\""',
  '"] } , :"',
  '"\\ud800"',
  '"__proto__"',
  '"toJSON"',
];
const scalars = [
  ...["0", "-0", "1", "-12", "1.50", "1e5", "2E-3", "-1.25e+10", "9007199254740991", "9007199254740993"],
  ...["-12345678901234567890", "12345678901234567890.5", "true", "false", "null"],
];
const spaces = ["", "", "", " ", "\n", "\t\r\n "];

export function randomJson(next: () => number, depth = 4): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const space = (): string => pick(spaces);
  const kind = depth === 0 ? next() * 2 : next() * 4;
  if (kind < 1) return pick(strings);
  if (kind < 2) return pick(scalars);
  const items = Array.from({ length: Math.floor(next() * 4) }, () => {
    const value = randomJson(next, depth - 1);
    return kind < 3 ? value : `${pick(strings)}${space()}:${space()}${value}`;
  });
  const inside = items.map((item) => `${space()}${item}${space()}`).join(",");
  return kind < 3 ? `[${inside}]` : `{${inside}}`;
}

/** Removes, inserts or replaces one character. */
export function damaged(text: string, next: () => number): string {
  const at = Math.floor(next() * (text.length + 1));
  const added = '[]{}",:\\0129-+.eEtrufalsn \n\t/u'[Math.floor(next() * 30)] ?? "";
  const kind = next();
  if (kind < 0.3) return text.slice(0, at) + text.slice(at + 1);
  if (kind < 0.6) return text.slice(0, at) + added + text.slice(at);
  if (kind < 0.9) return text.slice(0, at) + added + text.slice(at + 1);
  return text.slice(0, at);
}
