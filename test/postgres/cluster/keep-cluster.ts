import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/local-port.ts';
import { findOrdinaryUser } from '../../support/ordinary-user.ts';

/** Nothing of it is to outlive the tests, so nothing waits for a disk; many stores are open at once. */
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

/** That of a language, as databases usually have it: what the store does by the bytes of text must not go by this. */
const ORDER = ['--locale=C', '--locale-provider=icu', '--icu-locale=nl-NL'];

/**
 * A program that runs a throw-away cluster of PostgreSQL as long as its standard input is open, so that it ends with the
 * process that started it, even when that is killed. It gets the folder of PostgreSQL's programs, and writes
 * one line: the port.
 */
const [programs = ''] = process.argv.slice(2);

const user = findOrdinaryUser();

const folder = mkdtempSync(join(tmpdir(), 'tilldesk-postgres-'));

const data = join(folder, 'data');

// An interrupt goes to the whole group of processes: the end of the tests ends this one.
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
