import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { PoolConfig } from 'pg';
import { ConfigError } from '../../base/errors.ts';
import { isUsualLoopbackHost } from '../../base/loopback.ts';

/** The address of a database; `place` is for messages, without user and password. */
export interface DatabaseAddress {
  readonly place: string;
  readonly connection: Pick<PoolConfig, 'host' | 'port' | 'database' | 'user' | 'password' | 'ssl'>;
}

const DEFAULT_PORT = 5432;
const PARAMETERS: readonly string[] = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host'];
const CHECKED_MODES: readonly string[] = ['require', 'verify-ca', 'verify-full'];

/** User and host of a URL, and what follows them: both are looked at before `URL`, which would misread a password. */
const PARTS = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/s;

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…`. Connections to another computer use TLS, unless
 * `sslmode=disable`; certificate and name are always checked (`sslrootcert` names the authority, `sslcert` and `sslkey`
 * prove the user). `host` may be the folder of a socket. Throws a `ConfigError` that does not repeat the address.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const [, authority = '', rest = ''] = PARTS.exec(text) ?? [];
  if (hasPlainPassword(authority, rest)) {
    throw refusal(
      'The address of the database cannot be read: percent-encode the password (@ is %40, / is %2F, # is %23).',
    );
  }
  if (authority.includes(',')) {
    throw refusal(
      'The address of the database has several hosts: give it one, such as HAProxy in front of them (docs/server.md).',
    );
  }
  const url = URL.parse(text);
  if (!PARTS.test(text) || url === null) {
    throw refusal('The address of the database is not of the form postgres://user@host/database.');
  }
  refuseUnknown(url.searchParams);
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const database = decoded(url.pathname.slice(1));
  if (host === '' || database === '') throw refusal('The address of the database lacks a host or a database.');
  return {
    place: `${host}:${port}/${database}`,
    connection: {
      ...{ host, port, database },
      ...(url.username === '' ? {} : { user: decoded(url.username) }),
      ...(url.password === '' ? {} : { password: decoded(url.password) }),
      ssl: tlsOf(host, url.searchParams),
    },
  };
}

/** Whether a character of the password ends the password too early, or the part before the host. */
function hasPlainPassword(authority: string, rest: string): boolean {
  const hasTwoAts = authority.indexOf('@') !== authority.lastIndexOf('@');
  // The path of a file in a parameter may have an "@".
  const [path = ''] = rest.split('?');
  const isCutByQuestionMark = path === '' && rest.includes('@');
  return hasTwoAts || path.includes('@') || isCutByQuestionMark;
}

function refuseUnknown(parameters: URLSearchParams): void {
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown === undefined) return;
  if (unknown === 'prepare') {
    throw refusal('The address of the database has "prepare", which poolers no longer need: leave it out.');
  }
  throw refusal(`The address of the database has an unknown parameter; known are ${PARAMETERS.join(', ')}.`);
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

function refusal(message: string, cause?: unknown): ConfigError {
  return new ConfigError(message, { cause });
}
