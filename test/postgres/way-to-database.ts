import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listenLocally } from '../support/local-port.ts';

/** A network path to a database. */
export interface WayToDatabase {
  /** The URL of the database by this path. */
  readonly url: string;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Drops everything silently from now on, on existing and on new connections. */
  silence(): void;
  /** The same for existing connections only. */
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
