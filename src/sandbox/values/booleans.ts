const truths: Readonly<Record<string, boolean>> = {
  true: true,
  "1": true,
  yes: true,
  on: true,
  false: false,
  "0": false,
  no: false,
  off: false,
};

/**
 * The truth value of a text; undefined where it is none. Document 1, "Format facts": booleans are given as
 * text.
 */
export const parseBoolean = (text: string): boolean | undefined =>
  Object.hasOwn(truths, text.trim().toLowerCase()) ? truths[text.trim().toLowerCase()] : undefined;
