/** FNV-1a, 32 bits, as eight hexadecimal digits: tells texts apart, and no secret may depend on it. */
export function fingerprint(text: string, seed = 0x811c9dc5): string {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
