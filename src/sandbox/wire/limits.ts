/** Bounds on what a client may send; the sizes are those of deployed services. */
export interface Limits {
  readonly requestLineBytes: number;
  readonly bodyBytes: number;
  /** Of a raw body: a chunk of an upload. */
  readonly chunkBytes: number;
  /** A client that has not sent its headers, or its whole request, by then is cut off. */
  readonly headersMs: number;
  readonly requestMs: number;
}

export const defaultLimits: Limits = {
  requestLineBytes: 8192,
  bodyBytes: 10_000_000,
  chunkBytes: 256 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 120_000,
};
