import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../../electron/store/dialects/database-url.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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
    'postgres://user:sesame@one.example,/shop',
    'postgres://user:sesame@one.example,two.example:port/shop',
    'postgres://user:sesame@db.example:port/shop',
    'postgres://user:sesame%zz@db.example/shop',
    'postgres://user:sesame@db.example/shop?sslmode=prefer',
    'postgres://user:sesame@db.example/shop?options=-c%20fsync=off',
    'postgres://user:sesame@db.example/shop?sslrootcert=/absent.pem',
    'postgres://user:sesame@db.example/shop?prepare=maybe',
  ])('is refused in a sentence without the password: %s', (url) => {
    const refusal = refusalOf(url);
    expect(refusal).toMatchObject({ name: 'StoreError', code: 'unavailable' });
    expect(`${refusal.stack} ${String(refusal.cause)} ${JSON.stringify(refusal)}`).not.toContain('sesame');
  });

  it('is parsed, and printed without user and password', () => {
    const url = 'postgres://till%40desk:open%2Fsesame@db.example:6432/shop?sslmode=disable';
    expect(parseDatabaseUrl(url)).toEqual({
      place: 'db.example:6432/shop',
      prepares: true,
      hosts: [{ host: 'db.example', port: 6432 }],
      connection: {
        database: 'shop',
        user: 'till@desk',
        password: 'open/sesame',
        ssl: false,
      },
    });
  });

  it.each(['', '?sslmode=require', '?sslmode=verify-ca', '?sslmode=verify-full'])(
    'beyond this machine is used by TLS with certificate verification: "%s"',
    (search) => {
      const { connection } = parseDatabaseUrl(`postgres://user@db.example/shop${search}`);
      expect(connection.ssl).toEqual({ rejectUnauthorized: true });
    },
  );

  it.each(['localhost', '127.0.0.1', '[::1]'])('on this machine needs no TLS: %s', (host) => {
    expect(parseDatabaseUrl(`postgres://user@${host}/shop`).connection.ssl).toBe(false);
    expect(parseDatabaseUrl(`postgres://user@${host}/shop?sslmode=require`).connection.ssl).toEqual({
      rejectUnauthorized: true,
    });
  });

  it('may be the folder of a socket', () => {
    const { hosts, connection } = parseDatabaseUrl('postgres:///shop?host=/var/run/postgresql');
    expect(hosts).toEqual([{ host: '/var/run/postgresql', port: 5432 }]);
    expect(connection).toMatchObject({ database: 'shop', ssl: false });
  });

  it('may name several hosts, of which all have to be here to do without TLS', () => {
    const { hosts, place, connection } = parseDatabaseUrl('postgres://user:sesame@one.example,[::1]:6432/shop');
    expect(hosts).toEqual([
      { host: 'one.example', port: 5432 },
      { host: '::1', port: 6432 },
    ]);
    expect(place).toBe('one.example:5432,::1:6432/shop');
    expect(connection).toMatchObject({ database: 'shop', user: 'user', ssl: { rejectUnauthorized: true } });
    expect(parseDatabaseUrl('postgres://user@127.0.0.1,localhost:6432/shop').connection.ssl).toBe(false);
  });

  it('may say that nothing is prepared', () => {
    const preparesAt = (search: string) => parseDatabaseUrl(`postgres://user@db.example/shop${search}`).prepares;
    expect([preparesAt('?prepare=off'), preparesAt('?prepare=on'), preparesAt('')]).toEqual([false, true, true]);
  });

  it('may name the certificate authority', () => {
    const file = join(temporaryFolder(), 'authority.pem');
    writeFileSync(file, 'an authority');
    const { connection } = parseDatabaseUrl(`postgres://user@db.example/shop?sslrootcert=${file}`);
    expect(connection.ssl).toEqual({ rejectUnauthorized: true, ca: 'an authority' });
  });
});
