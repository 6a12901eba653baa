/** A smaller difference of the clocks is left alone, in milliseconds; the service takes up to 300 s. */
export const tolerableSkewMs = 60_000;
