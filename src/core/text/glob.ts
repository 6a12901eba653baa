export const isGlob = (name: string): boolean => /[*?]/.test(name);

/** Ignores case; `*` matches any number of characters, `?` one. Takes time proportional to the product of the lengths. */
export function matchesGlob(glob: string, text: string): boolean {
  const pattern = glob.toLowerCase();
  const subject = text.toLowerCase();
  let patternIndex = 0;
  let starIndex = -1;
  let starEnd = 0;
  for (let textIndex = 0; textIndex < subject.length; ) {
    if (pattern[patternIndex] === "*") {
      starIndex = patternIndex;
      patternIndex += 1;
      starEnd = textIndex;
    } else if (pattern[patternIndex] === "?" || pattern[patternIndex] === subject[textIndex]) {
      patternIndex += 1;
      textIndex += 1;
    } else if (starIndex === -1) return false;
    else {
      patternIndex = starIndex + 1;
      starEnd += 1;
      textIndex = starEnd;
    }
  }
  while (pattern[patternIndex] === "*") patternIndex += 1;
  return patternIndex === pattern.length;
}
