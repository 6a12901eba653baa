export const isGlob = (name: string): boolean => /[*?]/.test(name);

/** Ignores case; `*` is any number of characters, `?` one. Takes time proportional to the product of the lengths. */
export function matchesGlob(glob: string, text: string): boolean {
  const pattern = glob.toLowerCase();
  const subject = text.toLowerCase();
  let at = 0;
  let star = -1;
  let retry = 0;
  for (let index = 0; index < subject.length; ) {
    if (pattern[at] === "*") {
      star = at;
      at += 1;
      retry = index;
    } else if (pattern[at] === "?" || pattern[at] === subject[index]) {
      at += 1;
      index += 1;
    } else if (star === -1) return false;
    else {
      at = star + 1;
      retry += 1;
      index = retry;
    }
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
