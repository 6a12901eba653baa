/** FNV-1a with 32 bits, in hexadecimal: a fast hash for comparing texts; not for secrets. */
export function hashText(text: string, seed = 0x811c9dc5): string {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
