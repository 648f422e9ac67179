import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../../electron/store/dialects/database-url.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

function refusalOf(url: string): Error {
  try {
    parseDatabaseUrl(url);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error(`${url} was taken`);
}

describe('the address of a database', () => {
  it.each([
    'mysql://user:sesame@db.example/shop',
    'postgres://user:sesame@db.example',
    'postgres:///shop',
    'sesame',
    'postgres://user:sesame@one.example,two.example:5433/shop',
    'postgres://user:sesame@db.example:port/shop',
    'postgres://user:sesame%zz@db.example/shop',
    'postgres://user:sesame@db.example/shop?sslmode=prefer',
    'postgres://user:sesame@db.example/shop?options=-c%20fsync=off',
    'postgres://user:sesame@db.example/shop?sslrootcert=/absent.pem',
    'postgres://user:sesame@db.example/shop?prepare=off',
    'postgres://user:sesame@db.example/shop?sesame=1',
  ])('is refused in one sentence without the password: %s', (url) => {
    const refusal = refusalOf(url);
    expect(refusal).toMatchObject({ name: 'ConfigError', exitStatus: 2 });
    expect(`${refusal.stack} ${String(refusal.cause)} ${JSON.stringify(refusal)}`).not.toContain('sesame');
  });

  it.each(['ses@me', 'ses/me', '12/34', 'ses#me', 'ses?me', 's@/#me', '/', '@'])(
    'asks for percent-encoding if the password %s is not encoded',
    (password) => {
      const refusal = refusalOf(`postgres://till:${password}@db.example/shop?sslrootcert=/etc/a@b.pem`);
      expect(refusal.message).toContain('Percent-encode it (@ is %40, / is %2F, # is %23).');
      expect(refusal.message).not.toContain(password.length > 1 ? password : 'db.example');
      const encoded = `postgres://till:${encodeURIComponent(password)}@db.example/shop`;
      expect(parseDatabaseUrl(encoded).connection.password).toBe(password);
    },
  );

  it('may name a file with an "@", and a port', () => {
    const url = 'postgres://db.example:5432/shop?sslmode=disable&sslrootcert=/etc/a@b.pem';
    expect(parseDatabaseUrl(url).label).toBe('db.example:5432/shop');
  });

  it.each([
    ['postgres://till@one.example,two.example:5433/shop', 'has several hosts. Give one host, such as HAProxy'],
    [
      'postgres://till@db.example/shop?prepare=off',
      'has the parameter "prepare", which is no longer supported. Remove it',
    ],
  ])('gets advice if only an earlier version accepted it: %s', (url, sentence) => {
    expect(refusalOf(url).message).toContain(sentence);
  });

  it('is parsed, and printed without user and password', () => {
    const url = 'postgres://till%40desk:open%2Fsesame@db.example:6432/shop?sslmode=disable';
    expect(parseDatabaseUrl(url)).toEqual({
      label: 'db.example:6432/shop',
      connection: {
        host: 'db.example',
        port: 6432,
        database: 'shop',
        user: 'till@desk',
        password: 'open/sesame',
        ssl: false,
      },
    });
  });

  it.each(['', '?sslmode=require', '?sslmode=verify-ca', '?sslmode=verify-full'])(
    'requires TLS with certificate verification beyond this machine: "%s"',
    (search) => {
      const { connection } = parseDatabaseUrl(`postgres://user@db.example/shop${search}`);
      expect(connection.ssl).toEqual({ rejectUnauthorized: true });
    },
  );

  it.each(['localhost', '127.0.0.1', '[::1]'])('needs no TLS on this machine: %s', (host) => {
    expect(parseDatabaseUrl(`postgres://user@${host}/shop`).connection.ssl).toBe(false);
    expect(parseDatabaseUrl(`postgres://user@${host}/shop?sslmode=require`).connection.ssl).toEqual({
      rejectUnauthorized: true,
    });
  });

  it('may be the folder of a socket', () => {
    const { connection } = parseDatabaseUrl('postgres:///shop?host=/var/run/postgresql');
    expect(connection).toMatchObject({ host: '/var/run/postgresql', port: 5432, database: 'shop', ssl: false });
  });

  it('may name the certificate authority', () => {
    const file = join(createTemporaryFolder(), 'authority.pem');
    writeFileSync(file, 'an authority');
    const { connection } = parseDatabaseUrl(`postgres://user@db.example/shop?sslrootcert=${file}`);
    expect(connection.ssl).toEqual({ rejectUnauthorized: true, ca: 'an authority' });
  });
});
