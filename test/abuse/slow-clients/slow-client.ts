import { connect, type Socket } from 'node:net';
import type { StoodStill } from '../harness/stood-still.ts';

/** A way of being slow, and for how long it may last. */
export interface SlowWay {
  readonly what: string;
  readonly limitMs: number;
  /** Does what it does on a connection that is open; what it started ends with the socket. */
  begin(socket: Socket): void;
}

const GRACE_MS = 1_000;
/** For the news to get here on a busy computer: added to the wait, not to what is allowed. */
const PATIENCE_MS = 250;

/** Whether the port closed the connection in time. What the clients stood still is not counted. */
export async function isEndedInTime(port: number, way: SlowWay, still: StoodStill): Promise<boolean> {
  const mostMs = way.limitMs + GRACE_MS;
  const socket = connect({ port, host: '127.0.0.1' });
  // Being thrown out in the middle of a word is what this is about.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const [startedAt, stillBefore] = [performance.now(), still.ms];
  const openMs = () => performance.now() - startedAt - (still.ms - stillBefore);
  const giveUp = () => {
    if (openMs() > mostMs) socket.destroy();
    else deadline = setTimeout(giveUp, PATIENCE_MS);
  };
  let deadline = setTimeout(giveUp, mostMs + PATIENCE_MS);
  socket.once('connect', () => way.begin(socket));
  await closed;
  clearTimeout(deadline);
  return openMs() <= mostMs;
}

/** Writes one piece after the other for as long as the connection lasts. */
export function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => void socket.write(piece), everyMs);
  socket.once('close', () => clearInterval(timer));
}
