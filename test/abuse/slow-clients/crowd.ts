import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES } from './figures.ts';

const MORE = 20;
/** For those above the limit to be closed. */
const WAIT_MS = 1_000;

/** More connections than a port takes: those above the limit are closed at once, without a word. */
export async function crowd(run: SuiteRun, name: string, port: number, most: number): Promise<void> {
  const sockets: Socket[] = [];
  const turnedAway = new Set<Socket>();
  const enough = new AbortController();
  while (sockets.length < most + MORE) {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.resume().once('close', () => {
      if (socket.bytesRead === 0) turnedAway.add(socket);
      if (turnedAway.size === MORE) enough.abort();
    });
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  }
  const deadline = setTimeout(() => enough.abort(), WAIT_MS);
  if (!enough.signal.aborted) await once(enough.signal, 'abort');
  clearTimeout(deadline);
  const tooMany = MORE - Math.min(MORE, turnedAway.size);
  run.breach(BREACHES.beyond, `${name}: ${most + tooMany} where ${most} are the most`, tooMany);
  for (const socket of sockets) socket.destroy();
}
