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

/** The truth value of a text; undefined for any other text. Booleans are sent as text. */
export const parseBoolean = (text: string): boolean | undefined =>
  Object.hasOwn(truths, text.trim().toLowerCase()) ? truths[text.trim().toLowerCase()] : undefined;
