/** A moment as the answers write it: UTC to the millisecond, without a time zone (field notes, "Events"). */
export const serviceTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/Z$/, "");
