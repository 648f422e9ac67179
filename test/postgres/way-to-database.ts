import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listenLocally } from '../support/local-port.ts';

/** A way to a database, as a network is one. */
export interface WayToDatabase {
  /** Of the database, over this way. */
  readonly url: string;
  /** Ends all connections; from now on none gets through. */
  cut(): Promise<void>;
  /** From now on nothing gets through, and nobody is told: neither on connections that there are nor on others. */
  silence(): void;
  /** The same for the connections that there are alone. */
  silenceOpen(): void;
  repair(): Promise<void>;
}

export async function openWayTo(url: string): Promise<WayToDatabase> {
  const there = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    if (isSilent) return;
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
  const port = await listenLocally(server);
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
  const silenceOpen = () => {
    for (const socket of sockets) socket.unpipe();
  };
  return {
    url: here.href,
    cut,
    silenceOpen,
    silence() {
      isSilent = true;
      silenceOpen();
    },
    async repair() {
      isSilent = false;
      if (!server.listening) await listenLocally(server, port);
    },
  };
}
