import Fastify, { type FastifyInstance } from 'fastify';
import { createTlsOptions, SERVICE_LIMITS, type TlsIdentity } from './create-server.ts';

interface UpdateServerOptions {
  readonly address: string;
  readonly port: number;
  readonly tls: TlsIdentity | null;
  /** What the program is doing, in a sentence. */
  readonly describe: () => string;
}

/**
 * Answers while the program updates its data and cannot serve yet: `/health` with 200, so that nothing restarts the
 * program, and every other path with 503. Returns a function that closes it. Rejects with the system's error if the
 * port cannot be used.
 */
export async function openUpdateServer({
  address,
  port,
  tls,
  describe,
}: UpdateServerOptions): Promise<() => Promise<void>> {
  const app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    ...(tls && createTlsOptions(tls, SERVICE_LIMITS)),
  });
  app.get('/health', async () => ({ status: 'updating', message: describe() }));
  app.setNotFoundHandler((_request, reply) =>
    reply.code(503).header('retry-after', '5').send({ status: 503, message: describe() }),
  );
  await app.listen({ host: address, port });
  return () => app.close();
}
