import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { startFromSources } from '../harness/source-program.ts';

/** What goes wrong in the program because the suite says so. */
export type Strike =
  | { readonly where: 'main' | 'threads'; readonly how: 'throw' | 'reject' | 'exit' }
  /** The process of the page is gone. */
  | { readonly where: 'window' }
  /** From now on no thread can be ended: a step of stopping hangs. */
  | { readonly where: 'teardown' }
  /** Nothing: it answers how late the event loop was, in ms. */
  | { readonly where: 'lag' };

/** The program with clients that go on calling until they are stopped. */
export interface StruckProgram {
  readonly apiAddress: string;
  readonly load: ProgramLoad;
  strike(strike: Strike): void;
  /** 99 of 100 turns of the event loop were no later than this, in ms. */
  lagMs(): Promise<number>;
  kill(signal: NodeJS.Signals): void;
  /** Its status, or what ended it, and after how many ms; null where it has not ended by then. */
  endsWithin(ms: number): Promise<{ readonly status: number | string | null; readonly tookMs: number } | null>;
}

const STRIKES = pathToFileURL(projectPath('test', 'abuse', 'process', 'strikes.ts')).href;

/** With the stand-in of Electron for its window, or with none. `keep` gets the token of the clients. */
export async function startStruckProgram(
  dataFolder: string,
  host: 'electron' | 'none',
  keep: (token: string) => void,
): Promise<StruckProgram> {
  const [entry, options] =
    host === 'electron' ? (['main.ts', []] as const) : (['serve.ts', ['--host', 'none']] as const);
  const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${STRIKES}` };
  const { child, apiAddress } = await startFromSources(entry, [...options, '--data-dir', dataFolder], env);
  const ended = once(child, 'exit');
  return {
    apiAddress,
    load: await startLoad(apiAddress, keep),
    strike: (strike) => void (child.connected && child.send(strike)),
    async lagMs() {
      if (!child.connected) return Number.NaN;
      child.send({ where: 'lag' } satisfies Strike);
      const [lag] = await once(child, 'message');
      return Number(lag);
    },
    kill: (signal) => void child.kill(signal),
    async endsWithin(ms) {
      const from = performance.now();
      const timeUp = new AbortController();
      const end = await Promise.race([ended, delay(ms, null, { signal: timeUp.signal }).catch(() => null)]);
      timeUp.abort();
      if (end === null) child.kill('SIGKILL');
      return end && { status: child.exitCode ?? child.signalCode, tookMs: performance.now() - from };
    },
  };
}

interface ProgramLoad {
  readonly token: string;
  /** How often each status came; 0 for a call that got no whole answer. */
  readonly statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

const DAYS = 'from=2026-10-01&to=2026-10-31';
export const CALLS = [
  '/api/shops',
  '/api/products?limit=50',
  '/api/customers',
  `/api/orders?${DAYS}&include=items,payments`,
  `/api/financial-report?${DAYS}`,
  `/api/reports/product-sales?${DAYS}`,
  `/api/order-items?${DAYS}`,
] as const;
const CLIENTS = 4;
const TIMEOUT_MS = 10_000;

async function startLoad(address: string, keep: (token: string) => void): Promise<ProgramLoad> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CREDENTIALS.owner),
  });
  const { token } = (await answer.json()) as { token: string };
  keep(token);
  const statuses = new Map<number, number>();
  let isOver = false;
  const callOn = async (client: number) => {
    for (let call = client; !isOver; call += 1) {
      const status = await statusOf(address, CALLS[call % CALLS.length] ?? CALLS[0], token);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0) await delay(10);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, client) => callOn(client));
  return {
    ...{ token, statuses },
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

/** 0 for none: the connection was refused or cut, or nothing came in time. */
export async function statusOf(address: string, path: string, token: string): Promise<number> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${address}${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.json();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Half of a request on most connections, and on the others one answer after the other that nobody reads. */
export function openHangingRequests(address: string, count: number): readonly Socket[] {
  const { host, port } = new URL(address);
  const half = `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 90\r\n\r\n{`;
  const unread = `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50);
  return Array.from({ length: count }, (_, index) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write(index % 10 === 0 ? unread : half);
    return socket;
  });
}
