import { once } from 'node:events';
import { createServer } from 'node:net';

/** The one address of this computer at which a visit is no harm: tests allow it. */
export const ALLOWED_ADDRESS = '127.0.0.2';

/** Listens on this computer, in every family and on every address of it, and counts who comes. */
export interface Canary {
  readonly port: number;
  hits(): number;
  /** Those who came to the allowed address; they are no hits. */
  allowedVisits(): number;
  close(): Promise<void>;
}

export async function startCanary(): Promise<Canary> {
  let hits = 0;
  let allowedVisits = 0;
  const server = createServer((socket) => {
    if (socket.localAddress?.endsWith(ALLOWED_ADDRESS)) allowedVisits += 1;
    else hits += 1;
    socket.on('error', () => socket.destroy());
    socket.destroy();
  });
  server.listen(0, '::');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the canary listens on no port');
  return {
    port: address.port,
    hits: () => hits,
    allowedVisits: () => allowedVisits,
    async close() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
