import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { PoolConfig } from 'pg';
import { ConfigError } from '../../base/errors.ts';
import { isUsualLoopbackHost } from '../../base/loopback.ts';

/** The address of a database. `label` is for messages and has no user or password. */
export interface DatabaseAddress {
  readonly label: string;
  readonly connection: Pick<PoolConfig, 'host' | 'port' | 'database' | 'user' | 'password' | 'ssl'>;
}

const DEFAULT_PORT = 5432;
const PARAMETERS: readonly string[] = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host'];
const CHECKED_MODES: readonly string[] = ['require', 'verify-ca', 'verify-full'];

/** Splits a URL into user and host, and the rest. Checked before `URL`, which would misread an unencoded password. */
const URL_PARTS = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/s;

/**
 * Parses `postgres://user:password@host:port/database?sslmode=…`. Connections to other computers use TLS unless
 * `sslmode=disable`, and always check certificate and name. `sslrootcert` is the authority; `sslcert` and `sslkey`
 * authenticate the user. `host` may be a socket folder. Throws a `ConfigError` that does not repeat the address.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const [, authority = '', rest = ''] = URL_PARTS.exec(text) ?? [];
  if (hasPlainPassword(authority, rest)) {
    throw toConfigError(
      'The address of the database has an unencoded password. Percent-encode it (@ is %40, / is %2F, # is %23).',
    );
  }
  if (authority.includes(',')) {
    throw toConfigError(
      'The address of the database has several hosts. Give one host, such as HAProxy in front of them (docs/server.md).',
    );
  }
  const url = URL.parse(text);
  if (!URL_PARTS.test(text) || url === null) {
    throw toConfigError('The address of the database is not valid. Write it as postgres://user@host/database.');
  }
  rejectUnknownParameters(url.searchParams);
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const database = decode(url.pathname.slice(1));
  if (host === '' || database === '')
    throw toConfigError(
      'The address of the database has no host or no database name. Write it as postgres://user@host/database.',
    );
  return {
    label: `${host}:${port}/${database}`,
    connection: {
      ...{ host, port, database },
      ...(url.username === '' ? {} : { user: decode(url.username) }),
      ...(url.password === '' ? {} : { password: decode(url.password) }),
      ssl: getTlsOptions(host, url.searchParams),
    },
  };
}

/** Whether an unencoded character of the password ends it, or the authority, too early. */
function hasPlainPassword(authority: string, rest: string): boolean {
  const hasTwoAts = authority.indexOf('@') !== authority.lastIndexOf('@');
  // A file path in a parameter may contain "@".
  const [path = ''] = rest.split('?');
  const isCutByQuestionMark = path === '' && rest.includes('@');
  return hasTwoAts || path.includes('@') || isCutByQuestionMark;
}

function rejectUnknownParameters(parameters: URLSearchParams): void {
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown === undefined) return;
  if (unknown === 'prepare') {
    throw toConfigError(
      'The address of the database has the parameter "prepare", which is no longer supported. Remove it.',
    );
  }
  throw toConfigError(`The address of the database has an unknown parameter. Use only ${PARAMETERS.join(', ')}.`);
}

function getTlsOptions(host: string, parameters: URLSearchParams): ConnectionOptions | false {
  const isLocal = host.startsWith('/') || isUsualLoopbackHost(host);
  const mode = parameters.get('sslmode') ?? (isLocal ? 'disable' : 'verify-full');
  if (mode === 'disable') return false;
  if (!CHECKED_MODES.includes(mode)) {
    throw toConfigError(`The sslmode "${mode}" is not supported. Use verify-full or disable.`);
  }
  return {
    rejectUnauthorized: true,
    ...readPemFile('ca', parameters.get('sslrootcert')),
    ...readPemFile('cert', parameters.get('sslcert')),
    ...readPemFile('key', parameters.get('sslkey')),
  };
}

function readPemFile(name: 'ca' | 'cert' | 'key', path: string | null): ConnectionOptions {
  if (path === null) return {};
  try {
    return { [name]: readFileSync(path, 'utf8') };
  } catch (cause) {
    throw toConfigError(
      `The file ${path} in the address of the database cannot be read. Check its path and permissions.`,
      cause,
    );
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Omits the cause, which may repeat the password.
    throw toConfigError('The address of the database has a "%" that encodes nothing. Write it as %25.');
  }
}

function toConfigError(message: string, cause?: unknown): ConfigError {
  return new ConfigError(message, { cause });
}
