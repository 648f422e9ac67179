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
  readonly connection: Pick<PoolConfig, 'host' | 'port' | 'database' | 'user' | 'password' | 'ssl'>;
}

const DEFAULT_PORT = 5432;
const PARAMETERS: readonly string[] = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'prepare'];
const CHECKED_MODES: readonly string[] = ['require', 'verify-ca', 'verify-full'];

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…`. Without `sslmode` the connection to another computer
 * uses TLS; certificate and name are always checked (`sslrootcert` names the authority, `sslcert` and `sslkey` prove the
 * user). `host` may be the folder of a socket. `prepare=off` is for a pooler that gives each transaction another connection.
 * Throws a `StoreError` that does not repeat the address.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw refusal('The address of the database is not of the form postgres://user@host/database.');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw refusal(`The address of the database has "${unknown}"; known are ${PARAMETERS.join(', ')}.`);
  }
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const database = decoded(url.pathname.slice(1));
  if (host === '' || database === '') throw refusal('The address of the database lacks a host or a database.');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  return {
    place: `${host}:${port}/${database}`,
    prepares: preparesIn(url.searchParams),
    connection: {
      host,
      port,
      database,
      ...(url.username === '' ? {} : { user: decoded(url.username) }),
      ...(url.password === '' ? {} : { password: decoded(url.password) }),
      ssl: tlsOf(host, url.searchParams),
    },
  };
}

function preparesIn(parameters: URLSearchParams): boolean {
  const value = parameters.get('prepare') ?? 'on';
  if (value === 'on' || value === 'off') return value === 'on';
  throw refusal(`The database cannot be asked with prepare "${value}": use on, or off.`);
}

function tlsOf(host: string, parameters: URLSearchParams): ConnectionOptions | false {
  const isHere = host.startsWith('/') || isUsualLoopbackHost(host);
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
