import type { FastifyInstance } from 'fastify';

const LOOPBACK = '127.0.0.1';

export type ListenErrorCode = 'port_taken' | 'port_not_allowed' | 'no_such_address';

/** Why the service cannot listen, in a sentence for whoever started it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: ListenErrorCode;

  constructor(code: ListenErrorCode, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Listens on this computer alone, on `port` or, for 0, on a free one. Answers the port. Throws `ListenError`.
 */
export function listenOnLoopback(app: FastifyInstance, port: number): Promise<number> {
  return listenOn(app, LOOPBACK, port);
}

/** The same on any address of this computer, which may be open to others. */
export async function listenOn(app: FastifyInstance, host: string, port: number): Promise<number> {
  try {
    // Fastify takes whatever it did not make itself for plain HTTP.
    const listenTextResolver = (address: string) => `listens at ${address.replace(/^https?:\/\//, '')}`;
    await app.listen({ host, port, listenTextResolver });
  } catch (error) {
    throw asListenError(error, host, port);
  }
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the service listens on no port');
  return address.port;
}

function asListenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return new ListenError('port_taken', `Port ${port} of ${host} is taken by another program.`, error);
  }
  if (code === 'EACCES') {
    return new ListenError('port_not_allowed', `Port ${port} of ${host} may not be used.`, error);
  }
  if (code === 'EADDRNOTAVAIL') {
    return new ListenError('no_such_address', `This computer has no address ${host}.`, error);
  }
  return error;
}
