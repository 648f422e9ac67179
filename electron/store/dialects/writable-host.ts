import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg';
import { StoreError } from '../store-error.ts';
import type { DatabaseHost } from './database-url.ts';

/** Connects to that of several hosts of a database which takes writes. */
export interface WritableHost {
  /** For a pool: each of its connections goes to the host that took writes last. */
  readonly Client: typeof Client;
  /** A connection that takes writes. Rejects where no host gives one. */
  lend(pool: Pool): Promise<PoolClient>;
  /** To be called when a connection is lost: another host may take the writes now, though the former one still would. */
  doubt(): void;
}

interface WritableHostOptions {
  readonly hosts: readonly DatabaseHost[];
  /** What connects to any of them. */
  readonly connection: ClientConfig;
  /** Of the database, for messages. */
  readonly place: string;
}

/** A host that has not answered by then is taken for lost. */
const ANSWER_MS = 3_000;

/** On a host that takes writes the number of its timeline, which is one more after each promotion of a standby; else null. */
const TIMELINE = `select case when not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off'
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint end as timeline`;

export function createWritableHost({ hosts, connection, place }: WritableHostOptions): WritableHost {
  const [first = { host: '', port: 0 }] = hosts;
  let current = first;
  let isDoubtful = false;
  let search: Promise<void> | null = null;
  /** Of which it is known. */
  const writing = new WeakSet<PoolClient>();

  /** Null where the host only reads. */
  async function timelineOf(host: DatabaseHost): Promise<number | null> {
    const client = new Client({ ...connection, ...host, connectionTimeoutMillis: ANSWER_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await readTimeline(client);
    } finally {
      // A host that does not answer is not waited for.
      void client.end().catch(() => undefined);
    }
  }

  /** After a promotion the former host may still take writes; that of the latest timeline is the one that others use. */
  async function findHost(): Promise<void> {
    const answers = await Promise.allSettled(hosts.map(timelineOf));
    const timelines = answers.map((answer) => (answer.status === 'fulfilled' ? (answer.value ?? 0) : 0));
    const latest = Math.max(...timelines);
    const found = hosts[timelines.indexOf(latest)];
    const [failure] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    // Where all of them fail, such as for a wrong password, the reason is that of the first.
    if (answers.every(({ status }) => status === 'rejected')) throw failure;
    if (latest === 0 || found === undefined) throw noneWrites(failure);
    current = found;
    isDoubtful = false;
  }

  function find(): Promise<void> {
    search ??= findHost().finally(() => {
      search = null;
    });
    return search;
  }

  function noneWrites(cause?: unknown): StoreError {
    return new StoreError('unavailable', `None of the databases ${place} takes writes.`, { cause });
  }

  async function takesWrites(client: PoolClient): Promise<boolean> {
    if (writing.has(client)) return true;
    const timeline = await readTimeline(client);
    if (timeline !== null) writing.add(client);
    return timeline !== null;
  }

  /** Undefined where the host that took writes last cannot be reached, or only reads. */
  async function lendCurrent(pool: Pool): Promise<PoolClient | undefined> {
    for (;;) {
      const client = await pool.connect().catch(() => undefined);
      if (client === undefined) return undefined;
      const isCurrent = client.host === current.host && client.port === current.port;
      if (isCurrent && (await takesWrites(client).catch(() => false))) return client;
      client.release(true);
      if (isCurrent) return undefined;
    }
  }

  return {
    Client: class extends Client {
      constructor(options?: ClientConfig) {
        // A pool hides the password in what it passes on.
        super({ ...options, ...connection, ...current, connectionTimeoutMillis: ANSWER_MS });
      }
    },
    doubt() {
      isDoubtful = true;
    },
    async lend(pool) {
      const client = isDoubtful ? undefined : await lendCurrent(pool);
      if (client !== undefined) return client;
      await find();
      const found = await lendCurrent(pool);
      if (found === undefined) throw noneWrites();
      return found;
    },
  };
}

async function readTimeline(client: Client): Promise<number | null> {
  // Its types have this for a whole connection alone.
  const query = { text: TIMELINE, query_timeout: ANSWER_MS };
  const { rows } = await client.query<{ timeline: string | number | null }>(query);
  const timeline = rows[0]?.timeline ?? null;
  return timeline === null ? null : Number(timeline);
}
