import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findPostgres } from '../../../scripts/testing/find-postgres.ts';
import { startCluster } from '../../postgres/cluster/start-cluster.ts';
import { runProgram, startProgram, startServing } from '../../support/program-process.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { buildDatabaseUrl, runStatement } from '../../support/test-database.ts';

const programs = findPostgres();

let cluster: Awaited<ReturnType<typeof startCluster>>;

beforeAll(async () => {
  if (programs !== null) cluster = await startCluster(programs);
}, 60_000);

afterAll(() => cluster?.stop());

/** An empty database, and a file with its URL. */
async function emptyDatabase(name: string) {
  await runStatement(cluster.url, `create database ${name}`);
  const url = buildDatabaseUrl(cluster.url, name);
  const file = join(createTemporaryFolder(), 'url');
  writeFileSync(file, `${url}\n`, { mode: 0o600 });
  return { url, file };
}

/** A data folder with a shop, its webhook and its key. */
async function dataFolder() {
  const folder = createTemporaryFolder();
  const store = await writeShop(
    folder,
    `insert into webhooks (account_id, user_id, url, events, description, created_at, sealed_secret)
      values (1, 31, 'https://hooks.example/', 'order.updated', '', 0, 'v1.sealed')`,
  );
  const key = join(folder, 'secret.key');
  writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
  return { folder, store, key };
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe.skipIf(programs === null)('npm run store:move', { timeout: 120_000 }, () => {
  it('moves a data folder and says what the servers need; they start only with that', async () => {
    const { folder, store, key } = await dataFolder();
    const { url, file } = await emptyDatabase('moved');
    const before = hashOf(store);
    const { status, out, err } = await runProgram('move', ['--data-dir', folder, '--database-url-file', file]);

    expect(err).toMatch(/0%\n.*100%\n$/s);
    expect(out).toMatch(/^Moved [\d,]+ rows of \d+ tables in \d+ s; counts and totals are the same in both\.\n/);
    expect(out).toContain(`Give each server a copy of ${key} with --secret-key-file`);
    expect(status).toBe(0);
    expect(hashOf(store)).toBe(before);

    const other = join(createTemporaryFolder(), 'other.key');
    writeFileSync(other, Buffer.alloc(32, 8).toString('base64'), { mode: 0o600 });
    const argv = ['--port', '0', '--data-dir', createTemporaryFolder(), '--database-url-file', file];
    const refused = await runProgram('serve', ['--headless', ...argv, '--secret-key-file', other]);
    expect(refused.err).toContain('The other servers of this database have a different secret key');
    expect(refused.status).not.toBe(0);
    // The fixture shop counts as a demo shop, and its password is public.
    const kept = await runProgram('accounts', ['deactivate', '--account', 'alpha', '--database-url-file', file]);
    expect(kept).toMatchObject({ status: 0 });
    const server = await startServing([...argv, '--secret-key-file', key]);
    expect((await fetch(`${server.address}/health`)).status).toBe(200);
    expect(await server.stop()).toBe(0);

    const verified = await runProgram('verify', ['--database-url-file', file]);
    expect(verified).toMatchObject({ status: 0, out: expect.stringContaining('All totals match') });
    expect(await runStatement(url, `select to_regclass('unfinished_move') as mark`)).toEqual([{ mark: null }]);

    const again = await runProgram('move', ['--data-dir', folder, '--database-url-file', file]);
    const sentence = 'The database already has a store: use an empty one, or recreate this one (dropdb, createdb).\n';
    expect(again.err).toContain(sentence);
    expect(again.status).toBe(1);
  });

  it('leaves a database that servers refuse with status 2 and one sentence if it was stopped', async () => {
    const { folder, key } = await dataFolder();
    const { url, file } = await emptyDatabase('stopped');
    const { child, ended } = startProgram('move', ['--data-dir', folder, '--database-url-file', file]);
    await expect
      .poll(() => runStatement(url, `select to_regclass('unfinished_move') as mark`))
      .toMatchObject([{ mark: 'unfinished_move' }]);
    child.kill('SIGINT');
    const { status, err } = await ended;
    expect(err).toMatch(/The move was stopped: recreate the database \(dropdb, createdb\) before the next one\.\n$/);
    expect(status).toBe(1);

    const argv = ['--headless', '--port', '0', '--data-dir', createTemporaryFolder(), '--database-url-file', file];
    const server = await runProgram('serve', [...argv, '--secret-key-file', key]);
    expect(server.status).toBe(2);
    expect(server.err).toMatch(/^A move into this database did not finish,.*\.\n$/);
    // The data folder is free again.
    const next = await emptyDatabase('after_stop');
    expect((await runProgram('move', ['--data-dir', folder, '--database-url-file', next.file])).status).toBe(0);
  });

  it('is refused while a program runs on the data folder', async () => {
    const folder = createTemporaryFolder();
    await writeShop(folder);
    const program = await startServing(['--port', '0', '--data-dir', folder]);
    onTestFinished(() => void program.child.kill('SIGKILL'));
    const { url, file } = await emptyDatabase('running');
    const { status, err } = await runProgram('move', ['--data-dir', folder, '--database-url-file', file]);
    expect(err).toMatch(/^Tilldesk runs on this data folder, at \S+: stop it before its store is moved\.\n$/);
    expect(status).toBe(1);
    expect(await runStatement(url, `select from information_schema.tables where table_schema = 'public'`)).toEqual([]);
    await program.stop();
  });

  it('has no default database, and finds no shop in an empty folder', async () => {
    const folder = createTemporaryFolder();
    const unnamed = await runProgram('move', ['--data-dir', folder]);
    expect(unnamed).toMatchObject({ status: 2, out: '', err: expect.stringContaining('--database-url-file') });
    const { file } = await emptyDatabase('unused');
    const empty = await runProgram('move', ['--data-dir', folder, '--database-url-file', file]);
    expect(empty).toMatchObject({ status: 1, err: expect.stringContaining('There is no shop in') });
  });
});
