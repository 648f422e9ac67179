import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { findPostgres } from '../../../scripts/testing/find-postgres.ts';
import { findFreePort } from '../../support/local-port.ts';
import { findOrdinaryUser } from '../../support/ordinary-user.ts';

/** A commit waits for the other cluster, not for a disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  synchronous_commit: 'on',
  max_connections: '100',
  wal_keep_size: '256MB',
  // A standby follows whichever server is promoted.
  recovery_target_timeline: 'latest',
};

/** The statements of the recipe, without its comments. */
const PROMOTION = readFileSync(projectPath('deploy', 'promote-standby.sql'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('--'));

interface Cluster {
  readonly port: number;
  readonly folder: string;
  /** The first process of the server. */
  pid: number;
}

/** Two temporary clusters; one follows the other. */
export interface ClusterPair {
  readonly ports: readonly [number, number];
  /** Its port. Each commit waits until the standby has it. */
  primary(): number;
  /** Its port. */
  standby(): number;
  /** Ends a server without notice, like a power cut. */
  kill(port: number): Promise<void>;
  /** Stops all processes of a server, like a computer that hangs: connections stay open, and nothing answers. */
  halt(port: number): void;
  /**
   * Runs `deploy/promote-standby.sql` on the standby, which becomes the primary. The former primary is not notified.
   */
  promote(): Promise<void>;
  /** Restarts the former primary, which still believes that it is one. */
  revive(): Promise<void>;
  /** Runs a statement in a database of a cluster, as its superuser. */
  ask(port: number, statement: string, database?: string): Promise<unknown[]>;
  /** Ends and deletes both. */
  stop(): Promise<void>;
}

export async function startPair(): Promise<ClusterPair> {
  const programs = findPostgres();
  if (programs === null) throw new Error('PostgreSQL 15 or later is not installed.');
  const user = findOrdinaryUser();
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-pair-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const ports = [await findFreePort(), await findFreePort()] as const;
  let primary: Cluster = { port: ports[0], folder: join(folder, 'one'), pid: 0 };
  let standby: Cluster = { port: ports[1], folder: join(folder, 'other'), pid: 0 };

  async function run(program: string, args: readonly string[]): Promise<void> {
    // With pipes a server would keep them open, and this would never end.
    const child = spawn(join(programs ?? '', program), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [status] = await once(child, 'exit');
    if (status !== 0) throw new Error(`${program} ended with status ${status}`);
  }

  async function start(cluster: Cluster): Promise<void> {
    const settings = { ...SETTINGS, port: String(cluster.port), unix_socket_directories: folder };
    const options = Object.entries(settings).map(([setting, value]) => `-c ${setting}='${value}'`);
    await run('pg_ctl', ['start', '-w', '-D', cluster.folder, '-l', `${cluster.folder}.log`, '-o', options.join(' ')]);
    const [pid = ''] = readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n');
    cluster.pid = Number(pid);
  }

  async function follow(): Promise<void> {
    rmSync(standby.folder, { recursive: true, force: true, maxRetries: 20 });
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'tilldesk', '-D', standby.folder];
    await run('pg_basebackup', [...from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
    await start(standby);
    await waitFor('*');
    for (;;) {
      const following = await asking(primary.port, `select from pg_stat_replication where sync_state = 'sync'`);
      if (following.length > 0) return;
    }
  }

  async function waitFor(names: string): Promise<void> {
    await asking(primary.port, `alter system set synchronous_standby_names = '${names}'`);
    await asking(primary.port, 'select pg_reload_conf()');
  }

  const endAll = () => {
    for (const { pid } of [primary, standby]) signalAll(pid, 'SIGKILL');
  };
  process.once('exit', endAll);
  await run('initdb', ['-D', primary.folder, '-U', 'tilldesk', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  await start(primary);
  await follow();

  return {
    ports,
    primary: () => primary.port,
    standby: () => standby.port,
    ask: asking,
    async kill(port) {
      const { pid } = port === primary.port ? primary : standby;
      signalAll(pid, 'SIGKILL');
      await untilGone(pid);
    },
    halt(port) {
      signalAll(port === primary.port ? primary.pid : standby.pid, 'SIGSTOP');
    },
    async promote() {
      for (const statement of PROMOTION) await asking(standby.port, statement);
      [primary, standby] = [standby, primary];
    },
    async revive() {
      rmSync(join(standby.folder, 'postmaster.pid'), { force: true });
      await start(standby);
    },
    async stop() {
      process.off('exit', endAll);
      endAll();
      await Promise.all([primary, standby].map(({ pid }) => untilGone(pid)));
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function asking(port: number, statement: string, database = 'postgres'): Promise<unknown[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'tilldesk', database });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Sends a signal to the first process of a server and to its children, because each has its own process group. */
function signalAll(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return;
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  for (const one of [
    pid,
    ...children.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map(Number),
  ]) {
    try {
      process.kill(one, signal);
    } catch {
      // It has ended.
    }
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await delay(10);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
