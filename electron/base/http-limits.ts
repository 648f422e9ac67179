import type { ServerOptions, ServerResponse } from 'node:http';

/** Limits for one client of a server. */
export interface HttpLimits {
  /** Request line and headers; must hold a query string of 16 KiB. */
  readonly maxHeaderBytes: number;
  /** For routes without their own limit. */
  readonly maxBodyBytes: number;
  /** More than one program that opens sockets and sends nothing can hold open within `headersTimeoutMs`. */
  readonly maxConnections: number;
  /** Time for the headers to arrive. At most `requestTimeoutMs`: Node swaps the two otherwise. */
  readonly headersTimeoutMs: number;
  /** Time for headers and body to arrive. */
  readonly requestTimeoutMs: number;
  /** How often the two above are checked. */
  readonly timeoutCheckMs: number;
  /** For an open connection without a request; Node adds a second. */
  readonly keepAliveMs: number;
  /** Time for a client to read a finished answer. */
  readonly unreadTimeoutMs: number;
}

/** For a server that only this computer reaches. */
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

/** Options of Fastify. Node accepts a request without a Host header: the guard of each server refuses it. */
export function toFastifyOptions(limits: HttpLimits) {
  return {
    bodyLimit: limits.maxBodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: toNodeOptions(limits),
  };
}

export function toNodeOptions(limits: HttpLimits): ServerOptions {
  return {
    requireHostHeader: false,
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
  };
}

/**
 * Node would wait for ever for a client that reads no answer. Reading a byte now and then must not hold the connection.
 */
export function limitResponseTime(answer: ServerResponse, { unreadTimeoutMs }: HttpLimits): void {
  const timer = setTimeout(() => answer.destroy(), unreadTimeoutMs);
  answer.once('close', () => clearTimeout(timer));
}
