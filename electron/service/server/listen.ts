import type { FastifyInstance } from 'fastify';

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
 * Listens on an address of this computer, on `port` or, for 0, on a free one: others reach it where the address is not
 * 127.0.0.1. Answers the port. Throws `ListenError`.
 */
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
