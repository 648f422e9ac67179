import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/local-port.ts';
import { findOrdinaryUser } from '../../support/ordinary-user.ts';

/** Nothing of it outlives the tests, so nothing waits for a disk. Many stores are open at the same time. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  autovacuum_naptime: '10s',
};

/** The collation of a language, as databases usually have. What the store sorts by bytes must not depend on it. */
const ORDER = ['--locale=C', '--locale-provider=icu', '--icu-locale=nl-NL'];

/**
 * Runs a temporary PostgreSQL cluster while its standard input is open, so it ends with its parent process, even if
 * that is killed. It gets the folder of PostgreSQL's programs, and prints one line: the port.
 */
const [programs = ''] = process.argv.slice(2);

const user = findOrdinaryUser();

const folder = mkdtempSync(join(tmpdir(), 'tilldesk-postgres-'));

const data = join(folder, 'data');

// An interrupt goes to the whole process group; the end of the tests ends this process.
process.on('SIGINT', () => undefined);

try {
  if (user) chownSync(folder, user.uid, user.gid);
  run('initdb', ['-D', data, '-U', 'tilldesk', '-A', 'trust', '-E', 'UTF8', ...ORDER, '--no-sync']);
  const port = await findFreePort();
  const places = { port: String(port), unix_socket_directories: folder };
  const settings = { ...SETTINGS, ...places };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  run('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options.join(' ')]);
  process.stdout.write(`${port}\n`);
  process.stdin.resume();
  await Promise.race([once(process.stdin, 'close'), once(process, 'SIGTERM')]);
  run('pg_ctl', ['stop', '-w', '-D', data, '-m', 'immediate']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

process.exit();

function run(program: string, args: readonly string[]): void {
  // With pipes the server would keep them open, and this would never end.
  const { status, error } = spawnSync(join(programs, program), args, {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} failed with status ${status}`, { cause: error });
}
