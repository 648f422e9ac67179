/** What one call may take. */
export interface UpstreamLimits {
  /** From the start of a connection to its being secured. */
  readonly connectMs: number;
  /** From the start of the call to the headers of its answer. */
  readonly headersMs: number;
  /** From the start of the call to the last byte of its answer. */
  readonly totalMs: number;
  /** Of the body of an answer, in bytes. */
  readonly mostBytes: number;
  /** Of the body of an error. */
  readonly mostErrorBytes: number;
  /** Further calls wait for one of these, on their own time. */
  readonly connections: number;
}

export const UPSTREAM_LIMITS: UpstreamLimits = {
  connectMs: 5_000,
  headersMs: 15_000,
  totalMs: 30_000,
  mostBytes: 16 * 1024 * 1024,
  mostErrorBytes: 64 * 1024,
  connections: 8,
};
