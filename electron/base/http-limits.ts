import type { ServerOptions, ServerResponse } from 'node:http';

/** What one client may take of a server. */
export interface HttpLimits {
  /** Request line and headers; has to hold a query string of 16 KiB. */
  readonly maxHeaderBytes: number;
  /** For routes without a limit of their own. */
  readonly maxBodyBytes: number;
  /** Above what one program that opens sockets and says nothing can hold for `headersTimeoutMs` in passing. */
  readonly maxConnections: number;
  /** For the headers to arrive. At most `requestTimeoutMs`: Node swaps the two otherwise. */
  readonly headersTimeoutMs: number;
  /** For headers and body to arrive. */
  readonly requestTimeoutMs: number;
  /** How often the two above are checked. */
  readonly timeoutCheckMs: number;
  /** An open connection without a request; Node adds a second of its own. */
  readonly keepAliveMs: number;
  /** For a client to take an answer, once it is there. */
  readonly unreadTimeoutMs: number;
}

/** For a server of this computer. */
export const HTTP_LIMITS: HttpLimits = {
  maxHeaderBytes: 32 * 1024,
  maxBodyBytes: 16 * 1024,
  maxConnections: 1_000,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 15_000,
  timeoutCheckMs: 500,
  keepAliveMs: 10_000,
  unreadTimeoutMs: 20_000,
};

/** Options of Fastify. Node lets a request without a Host header through: the guard of each server refuses it. */
export function fastifyLimits(limits: HttpLimits) {
  return {
    bodyLimit: limits.maxBodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: nodeLimits(limits),
  };
}

export function nodeLimits(limits: HttpLimits): ServerOptions {
  return {
    requireHostHeader: false,
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
  };
}

/** Node would wait for ever for a client that takes no answer; a byte now and then must not hold the connection. */
export function limitResponseTime(answer: ServerResponse, { unreadTimeoutMs }: HttpLimits): void {
  const timer = setTimeout(() => answer.destroy(), unreadTimeoutMs);
  answer.once('close', () => clearTimeout(timer));
}
