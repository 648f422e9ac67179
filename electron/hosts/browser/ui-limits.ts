/**
 * How much, and for how long, one client may ask of the port of the window. What is relayed has the deadline of the
 * API client; calls of the bridge and downloads last as long as they do.
 */
export interface UiLimits {
  /** Request line and headers. */
  readonly maxHeaderBytes: number;
  /** Of the routes that do not name another. */
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
  /** For the headers to arrive. At most `requestTimeoutMs`: Node swaps the two otherwise. */
  readonly headersTimeoutMs: number;
  /** For headers and body to arrive. */
  readonly requestTimeoutMs: number;
  /** How often the two above are looked at. */
  readonly timeoutCheckMs: number;
  /** An open connection without a request; Node adds a second of its own. */
  readonly keepAliveMs: number;
  /** For a client to take an answer, once it is there. */
  readonly unreadTimeoutMs: number;
}

export const UI_LIMITS: UiLimits = {
  maxHeaderBytes: 32 * 1024,
  maxBodyBytes: 64 * 1024,
  maxConnections: 1_000,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 15_000,
  timeoutCheckMs: 500,
  keepAliveMs: 10_000,
  unreadTimeoutMs: 20_000,
};
