import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findPostgres } from '../../../scripts/testing/find-postgres.ts';
import { ordinaryUser } from './ordinary-user.ts';

/** What a commit waits for is the other cluster, not a disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  synchronous_commit: 'on',
  max_connections: '100',
  wal_keep_size: '256MB',
  // A standby follows whichever is promoted.
  recovery_target_timeline: 'latest',
};

export interface PairedCluster {
  readonly port: number;
  /** As a power cut ends it: nothing is said to anybody. */
  kill(): Promise<void>;
  promote(): Promise<void>;
  stop(): void;
}

export interface ClusterPair {
  /** Takes writes; each commit waits until the standby has it. */
  readonly primary: PairedCluster;
  readonly standby: PairedCluster;
  /** Runs one statement in a database of the cluster, as its superuser. */
  ask(cluster: PairedCluster, statement: string, database?: string): Promise<unknown[]>;
  /** Ends both, and deletes them. */
  stop(): void;
}

/** Two throw-away clusters, of which one follows the other. */
export async function startPair(ports: readonly [number, number]): Promise<ClusterPair> {
  const programs = findPostgres();
  if (programs === null) throw new Error('PostgreSQL 15 or later is not installed.');
  const user = ordinaryUser();
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-pair-'));
  if (user) chownSync(folder, user.uid, user.gid);

  function run(program: string, args: readonly string[]): void {
    const { status, error } = spawnSync(join(programs ?? '', program), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`${program} failed with status ${status}`, { cause: error });
  }

  function startCluster(name: string, port: number, further: Readonly<Record<string, string>>): PairedCluster {
    const data = join(folder, name);
    const settings = { ...SETTINGS, ...further, port: String(port), unix_socket_directories: folder };
    const options = Object.entries(settings).map(([setting, value]) => `-c ${setting}='${value}'`);
    run('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, `${name}.log`), '-o', options.join(' ')]);
    const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const end = () => {
      try {
        // The group: its children are to stop in the same moment.
        process.kill(-Number(pid), 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    process.once('exit', end);
    return {
      port,
      async kill() {
        end();
        await untilGone(Number(pid));
      },
      async promote() {
        const promoting = spawn(join(programs ?? '', 'pg_ctl'), ['promote', '-w', '-D', data], {
          ...user,
          cwd: folder,
          stdio: 'ignore',
        });
        const [status] = await once(promoting, 'exit');
        if (status !== 0) throw new Error(`the promotion ended with status ${status}`);
      },
      stop: end,
    };
  }

  const [primaryPort, standbyPort] = ports;
  run('initdb', ['-D', join(folder, 'first'), '-U', 'tilldesk', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  const primary = startCluster('first', primaryPort, {});
  const copying = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'tilldesk', '-D', join(folder, 'second')];
  run('pg_basebackup', [...copying, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  const standby = startCluster('second', standbyPort, {});
  const pair: ClusterPair = {
    primary,
    standby,
    ask: ({ port }, statement, database = 'postgres') => asking(port, statement, database),
    stop() {
      primary.stop();
      standby.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
  await pair.ask(primary, `alter system set synchronous_standby_names = '*'`);
  await pair.ask(primary, 'select pg_reload_conf()');
  for (;;) {
    const rows = await pair.ask(primary, `select from pg_stat_replication where sync_state = 'sync'`);
    if (rows.length > 0) return pair;
  }
}

async function asking(port: number, statement: string, database: string): Promise<unknown[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'tilldesk', database });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
