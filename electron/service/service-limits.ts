/** How much, and for how long, one client may ask of the service. */
export interface ServiceLimits {
  /** Request line and headers; has to hold a query string of 16 KiB. */
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
  /** For the headers to arrive. At most `requestTimeoutMs`. */
  readonly headersTimeoutMs: number;
  /** For headers and body to arrive. */
  readonly requestTimeoutMs: number;
  /** How often the two above are looked at. */
  readonly timeoutCheckMs: number;
  /** An open connection without a request. */
  readonly keepAliveMs: number;
}

export const SERVICE_LIMITS: ServiceLimits = {
  maxHeaderBytes: 32 * 1024,
  maxBodyBytes: 16 * 1024,
  maxConnections: 256,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 15_000,
  timeoutCheckMs: 1_000,
  keepAliveMs: 10_000,
};
