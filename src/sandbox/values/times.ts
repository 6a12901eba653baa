/** A moment as the answers write it: UTC to the millisecond, without a time zone (field notes, "Events"). */
export const serviceTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/Z$/, "");

/** Milliseconds since the epoch as answers write times: UTC without a zone. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().slice(0, -1);
