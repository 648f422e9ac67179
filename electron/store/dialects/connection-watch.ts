import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Client, type ClientConfig, DatabaseError, type Pool, type PoolClient } from 'pg';
import { type Clock, withTimeout } from '../../base/clock.ts';

/** A query that waits for longer may take its time, or lead nowhere: then the host is asked. */
const LONG_MS = 2_000;

const LOOK_EVERY_MS = 500;

/** With the two above less than the eight seconds within which a connection to nowhere has to be free. */
const ANSWER_WITHIN_MS = 4_000;

/** Notices connections on which no answer will come, though nothing closed them: the host or the way to it is gone. */
export interface ConnectionWatch {
  /** The answer to a query that has just been sent on this connection. */
  answerOf<Answer>(client: PoolClient, answer: Promise<Answer>): Promise<Answer>;
}

/**
 * Ends connections of the pool that lead nowhere; queries on them fail. A query may take as long as the database lets it:
 * what counts is whether the database knows of it. `connection` is for asking the host of a late answer, beside the pool.
 */
export function watchConnections(pool: Pool, connection: ClientConfig, clock: Clock): ConnectionWatch {
  const open = new Set<PoolClient>();
  /** How many answers are due on a connection, and since when nothing came. */
  const waiting = new Map<PoolClient, { due: number; since: number }>();
  let isLooking = false;

  pool.on('connect', (client) => {
    open.add(client);
    // For the other end, which would hold the locks of a program that vanished.
    for (const setting of END_OF_SILENCE) client.query(`set ${setting}`).catch(() => undefined);
  });
  pool.on('remove', (client) => void open.delete(client));

  function lookSoon(): void {
    if (isLooking || waiting.size === 0) return;
    isLooking = true;
    clock.after(LOOK_EVERY_MS, () => {
      void look().finally(() => {
        isLooking = false;
        lookSoon();
      });
    });
  }

  async function look(): Promise<void> {
    const late = [...waiting].flatMap(([client, { since }]) => (clock.now() - since >= LONG_MS ? [client] : []));
    const [first] = late;
    if (first === undefined) return;
    const isThere = ({ host, port }: PoolClient) => host === first.host && port === first.port;
    const there = [...open].filter(isThere);
    const readBefore = new Map(there.map((client) => [client, bytesRead(client)]));
    const { host, port } = first;
    const dead = await findDead({ ...connection, host, port }, late.filter(isThere), clock);
    // What lies in the buffers of this program comes first: it may have been too busy to read.
    await setImmediate();
    const isSilent = (client: PoolClient) => bytesRead(client) === readBefore.get(client);
    const ended = dead === 'all' ? there : dead;
    if (dead === 'all' && !ended.every(isSilent)) return;
    for (const client of ended.filter(isSilent)) endNow(client);
  }

  function begins(client: PoolClient): void {
    const { due, since } = waiting.get(client) ?? { due: 0, since: clock.now() };
    waiting.set(client, { due: due + 1, since });
    lookSoon();
  }

  function ends(client: PoolClient): void {
    const due = (waiting.get(client)?.due ?? 1) - 1;
    if (due === 0) waiting.delete(client);
    else waiting.set(client, { due, since: clock.now() });
  }

  return {
    answerOf(client, answer) {
      begins(client);
      return answer.finally(() => ends(client));
    },
  };
}

/**
 * Settings of a session: one that does not confirm what was sent, or that it is there, ends after eight seconds. A system that
 * lacks one of them refuses that one.
 */
const END_OF_SILENCE = [
  'tcp_keepalives_idle = 2',
  'tcp_keepalives_interval = 2',
  'tcp_keepalives_count = 3',
  'tcp_user_timeout = 8000',
] as const;

/** A session that has just become idle may have sent what is on its way. */
const AT_WORK = `select pg_backend_pid() as own, array(select pid from pg_stat_activity
  where state is null or state not like 'idle%' or state_change > clock_timestamp() - interval '1 second') as busy`;

/** Those connections of which the database does not work on a query; all where it does not answer. */
async function findDead(
  connection: ClientConfig,
  clients: readonly PoolClient[],
  clock: Clock,
): Promise<readonly PoolClient[] | 'all'> {
  const asking = new Client({ ...connection, connectionTimeoutMillis: ANSWER_WITHIN_MS });
  asking.on('error', () => undefined);
  try {
    const rows = await withTimeout(clock, ANSWER_WITHIN_MS, askAtWork(asking), () => {
      throw new Error('no answer');
    });
    const [row] = rows;
    // A pooler in between has numbers of its own for connections.
    if (row === undefined || row.own !== backendOf(asking)) return [];
    return clients.filter((client) => !row.busy.includes(backendOf(client) ?? 0));
  } catch (error) {
    return error instanceof DatabaseError ? [] : 'all';
  } finally {
    endNow(asking);
  }
}

async function askAtWork(client: Client): Promise<{ own: number; busy: number[] }[]> {
  await client.connect();
  return (await client.query<{ own: number; busy: number[] }>(AT_WORK)).rows;
}

/** Members that the types leave out. */
interface ClientInside {
  readonly processID: number | null;
  readonly connection: { readonly stream: Pick<Socket, 'bytesRead' | 'destroy'> };
}

function inside(client: PoolClient | Client): ClientInside {
  return client as unknown as ClientInside;
}

function backendOf(client: PoolClient | Client): number | null {
  return inside(client).processID;
}

function bytesRead(client: PoolClient): number {
  return inside(client).connection.stream.bytesRead;
}

/** Without a word to the other end, which would wait for an answer. */
function endNow(client: PoolClient | Client): void {
  inside(client).connection.stream.destroy(new Error('it no longer answers'));
}
