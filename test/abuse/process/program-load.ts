import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { CREDENTIALS } from '../../support/shop-fixture.ts';

/** Clients that go on calling until they are told to stop. */
export interface ProgramLoad {
  readonly token: string;
  /** Statuses by how often they came; 0 for a call that got no whole answer. */
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
const PATIENCE_MS = 10_000;

export async function startLoad(address: string, keep: (token: string) => void): Promise<ProgramLoad> {
  const token = await signIn(address);
  keep(token);
  const statuses = new Map<number, number>();
  let isOver = false;
  const callOn = async (client: number) => {
    for (let turn = client; !isOver; turn += 1) {
      const status = await statusOf(address, CALLS[turn % CALLS.length] ?? CALLS[0], token);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0) await delay(10);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, client) => callOn(client));
  return {
    token,
    statuses,
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
    const answer = await fetch(`${address}${path}`, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    await answer.json();
    return answer.status;
  } catch {
    return 0;
  }
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CREDENTIALS.owner),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
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
