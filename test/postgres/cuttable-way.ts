import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a database, as a network is one. */
interface CuttableWay {
  /** Of the database, over this way. */
  readonly url: string;
  /** Ends what is under way; from now on nobody gets through. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openWayTo(url: string): Promise<CuttableWay> {
  const there = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    return address.port;
  };
  const port = await listen(0);
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(cut);
  const here = new URL(url);
  here.port = String(port);
  return { url: here.href, cut, mend: async () => void (await listen(port)) };
}
