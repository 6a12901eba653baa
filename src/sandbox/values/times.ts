/** A moment as answers write it: UTC to the millisecond, without a time zone. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().slice(0, -1);
