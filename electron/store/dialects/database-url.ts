import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { PoolConfig } from 'pg';
import { isUsualLoopbackHost } from '../../base/loopback.ts';
import { StoreError } from '../store-error.ts';

/** The address of a database; `place` is for messages, without the password. */
export interface DatabaseAddress {
  readonly place: string;
  /** Whether statements are prepared under names. */
  readonly prepares: boolean;
  /** At least one; where there are several, one of them takes writes. */
  readonly hosts: readonly DatabaseHost[];
  readonly connection: Pick<PoolConfig, 'database' | 'user' | 'password' | 'ssl'>;
}

export interface DatabaseHost {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 5432;
const PARAMETERS: readonly string[] = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'prepare'];
const CHECKED_MODES: readonly string[] = ['require', 'verify-ca', 'verify-full'];

/** Several hosts, which no URL may have: what stands before them, between the commas, and after them. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?].*)?$/;

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…`, with several hosts as `host:port,host:port`. Without
 * `sslmode` the connection to another computer
 * uses TLS; certificate and name are always checked (`sslrootcert` names the authority, `sslcert` and `sslkey` prove the
 * user). `host` may be the folder of a socket. `prepare=off` is for a pooler that gives each transaction another connection.
 * Throws a `StoreError` that does not repeat the address.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const [, before = '', listed = '', after = ''] = ADDRESS.exec(text) ?? [];
  const urls = listed.split(',').map((host) => URL.parse(`${before}${host}${after}`));
  const [url] = urls;
  if (before === '' || !url || urls.includes(null)) {
    throw refusal('The address of the database is not of the form postgres://user@host/database.');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw refusal(`The address of the database has "${unknown}"; known are ${PARAMETERS.join(', ')}.`);
  }
  const hosts = urls.flatMap((one) => (one === null ? [] : [hostIn(one)]));
  const database = decoded(url.pathname.slice(1));
  if (hosts.some(({ host }) => host === '') || database === '') {
    throw refusal('The address of the database lacks a host or a database.');
  }
  return {
    place: `${hosts.map(({ host, port }) => `${host}:${port}`).join()}/${database}`,
    prepares: preparesIn(url.searchParams),
    hosts,
    connection: {
      database,
      ...(url.username === '' ? {} : { user: decoded(url.username) }),
      ...(url.password === '' ? {} : { password: decoded(url.password) }),
      ssl: tlsOf(hosts, url.searchParams),
    },
  };
}

function preparesIn(parameters: URLSearchParams): boolean {
  const value = parameters.get('prepare') ?? 'on';
  if (value === 'on' || value === 'off') return value === 'on';
  throw refusal(`The database cannot be asked with prepare "${value}": use on, or off.`);
}

function hostIn(url: URL): DatabaseHost {
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  return { host, port: url.port === '' ? DEFAULT_PORT : Number(url.port) };
}

function tlsOf(hosts: readonly DatabaseHost[], parameters: URLSearchParams): ConnectionOptions | false {
  const isHere = hosts.every(({ host }) => host.startsWith('/') || isUsualLoopbackHost(host));
  const mode = parameters.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  if (mode === 'disable') return false;
  if (!CHECKED_MODES.includes(mode)) {
    throw refusal(`The database cannot be asked with sslmode "${mode}": use verify-full, or disable.`);
  }
  return {
    rejectUnauthorized: true,
    ...fileOf('ca', parameters.get('sslrootcert')),
    ...fileOf('cert', parameters.get('sslcert')),
    ...fileOf('key', parameters.get('sslkey')),
  };
}

function fileOf(name: 'ca' | 'cert' | 'key', path: string | null): ConnectionOptions {
  if (path === null) return {};
  try {
    return { [name]: readFileSync(path, 'utf8') };
  } catch (cause) {
    throw refusal(`The file ${path}, which the address of the database names, cannot be read.`, cause);
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Without its cause, which repeats what may be a password.
    throw refusal('The address of the database has a "%" that stands for nothing; write it as %25.');
  }
}

function refusal(message: string, cause?: unknown): StoreError {
  return new StoreError('unavailable', message, { cause });
}
