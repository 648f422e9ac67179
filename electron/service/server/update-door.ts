import { createServer, type RequestListener, type Server } from 'node:http';
import { createTlsServer, SERVICE_LIMITS, type TlsIdentity } from './create-server.ts';

interface UpdateDoorOptions {
  readonly address: string;
  readonly port: number;
  readonly tls: TlsIdentity | null;
  /** What the program does now, in a sentence. */
  readonly describe: () => string;
}

/**
 * Answers while the program updates its data and cannot serve yet: `/health` with 200, so that nothing restarts the program,
 * and every other path with 503. Returns what closes it. Rejects with the error of the system if the port cannot be used.
 */
export async function openUpdateDoor({
  address,
  port,
  tls,
  describe,
}: UpdateDoorOptions): Promise<() => Promise<void>> {
  const answer: RequestListener = ({ url = '' }, response) => {
    const isHealth = /^\/health(\?|$)/.test(url);
    const body = isHealth ? { status: 'updating', message: describe() } : { status: 503, message: describe() };
    response.writeHead(isHealth ? 200 : 503, {
      'content-type': 'application/json',
      connection: 'close',
      ...(!isHealth && { 'retry-after': '5' }),
    });
    response.end(JSON.stringify(body));
  };
  const server: Server = tls === null ? createServer(answer) : createTlsServer(tls, SERVICE_LIMITS, answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
