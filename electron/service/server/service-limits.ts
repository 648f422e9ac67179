/** How much, and for how long, one client may ask of the service. */
export interface ServiceLimits {
  /** Request line and headers; has to hold a query string of 16 KiB. */
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
  /** Above what one program that opens sockets and says nothing can hold for `headersTimeoutMs` in passing. */
  readonly maxConnections: number;
  /** For the headers to arrive. At most `requestTimeoutMs`. */
  readonly headersTimeoutMs: number;
  /** For headers and body to arrive. */
  readonly requestTimeoutMs: number;
  /** How often the two above are looked at. */
  readonly timeoutCheckMs: number;
  /** An open connection without a request; Node adds a second of its own. */
  readonly keepAliveMs: number;
  /** For a handler, which waits for the platform alone. Its deadlines are shorter: this one ends what hangs. */
  readonly handlerTimeoutMs: number;
  /** For a client to take an answer, once it is there. */
  readonly unreadTimeoutMs: number;
}

export const SERVICE_LIMITS: ServiceLimits = {
  maxHeaderBytes: 32 * 1024,
  maxBodyBytes: 16 * 1024,
  maxConnections: 1_000,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 15_000,
  timeoutCheckMs: 500,
  keepAliveMs: 10_000,
  handlerTimeoutMs: 60_000,
  unreadTimeoutMs: 20_000,
};

/** Of a server: each window of the chain keeps a connection for `keepAliveMs` after whatever it asked last. */
export const SERVER_LIMITS: ServiceLimits = { ...SERVICE_LIMITS, maxConnections: 5_000 };
