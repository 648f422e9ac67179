import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { makeCertificate } from '../support/certificates.ts';
import { findOrdinaryUser } from '../support/ordinary-user.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { runStatement } from '../support/test-database.ts';
import { openDatabase } from './open-database.ts';

interface ServerFiles {
  readonly cert: string;
  readonly key: string;
}

/** In a folder of the user that runs the cluster. */
async function layFilesFor(name: string): Promise<ServerFiles> {
  const { cert, key } = await makeCertificate({ names: [name] });
  const folder = createTemporaryFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key, { mode: 0o600 });
  const user = findOrdinaryUser();
  if (user) for (const path of [folder, ...Object.values(files)]) chownSync(path, user.uid, user.gid);
  return files;
}

/** Enables TLS for the whole cluster until `work` is done. */
async function withTls({ cert, key }: ServerFiles, work: () => Promise<void>): Promise<void> {
  const cluster = inject('postgresUrl');
  const change = async (...settings: string[]) => {
    for (const setting of settings) await runStatement(cluster, `alter system ${setting}`);
    await runStatement(cluster, 'select pg_reload_conf()');
  };
  const expectTls = (ssl: 'on' | 'off') => expect.poll(() => runStatement(cluster, 'show ssl')).toEqual([{ ssl }]);
  await change(`set ssl_cert_file = '${cert}'`, `set ssl_key_file = '${key}'`, 'set ssl = on');
  try {
    await expectTls('on');
    await work();
  } finally {
    await change('reset ssl', 'reset ssl_cert_file', 'reset ssl_key_file');
    await expectTls('off');
  }
}

async function refusalOf(url: string): Promise<string> {
  const refused = await openPostgresStore({ url }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'StoreError', code: 'unavailable' });
  return String(refused);
}

it('TLS connects to a database only if its certificate matches the host name of the connection', async () => {
  const files = await layFilesFor('localhost');
  const database = await openDatabase();
  const at = (host: string, search: string) => {
    const url = Object.assign(new URL(database), { hostname: host, password: 'sesame', search });
    return url.href;
  };
  const trusting = `sslmode=verify-full&sslrootcert=${files.cert}`;

  await withTls(files, async () => {
    const { db, close } = await openPostgresStore({ url: at('localhost', trusting) });
    const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
    await close();
    expect(rows).toEqual([{ ssl: 1 }]);
    expect(await refusalOf(at('localhost', 'sslmode=require'))).toMatch(/self.signed certificate/);
    expect(await refusalOf(at('127.0.0.1', trusting))).toMatch(/does not match certificate/);
  });
  const refusal = await refusalOf(at('127.0.0.1', trusting));
  expect(refusal).toMatch(/does not support SSL/);
  expect(refusal).not.toContain('sesame');
});
