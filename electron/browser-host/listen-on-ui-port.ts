import type { FastifyInstance } from 'fastify';
import { codeOf } from '../launch/code-of.ts';
import { StartError } from '../launch/start-error.ts';

/** Listens on this computer alone and answers the port. Throws `StartError` when it is taken. */
export async function listenOnUiPort(app: FastifyInstance, port: number): Promise<number> {
  try {
    const address = await app.listen({ host: '127.0.0.1', port });
    return Number(new URL(address).port);
  } catch (cause) {
    const reason = codeOf(cause);
    if (reason !== 'EADDRINUSE' && reason !== 'EACCES') throw cause;
    throw new StartError(
      `Port ${port} of the browser window cannot be used (${reason}); choose another with --ui-port.`,
      { cause },
    );
  }
}
