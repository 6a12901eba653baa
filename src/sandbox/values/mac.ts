const spellings = [
  /^[0-9a-f]{1,2}(:[0-9a-f]{1,2}){5}$/i,
  /^[0-9a-f]{1,2}(-[0-9a-f]{1,2}){5}$/i,
  /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i,
];

/** The MAC address that a text spells, in lower case with colons; undefined where it spells none. */
export function parseMac(text: string): string | undefined {
  const trimmed = text.trim();
  const form = spellings.findIndex((each) => each.test(trimmed));
  if (form < 0) return undefined;
  const pairs =
    form === 2
      ? (trimmed.replaceAll(".", "").match(/../g) ?? [])
      : trimmed.split(/[:-]/).map((p) => p.padStart(2, "0"));
  return pairs.join(":").toLowerCase();
}
