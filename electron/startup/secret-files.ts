import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { getErrorCode, StartError } from '../base/errors.ts';
import { replacePrivateFileSync } from '../base/private-file.ts';
import type { DatabaseSource, ServerConfig, TlsFiles } from '../config/server-config.ts';

const KEY_BYTES = 32;

/**
 * The secret key of a data folder; `null` if the folder has none yet. Cursors and webhook secrets are sealed with keys
 * derived from it, so that a copy of the store alone reveals none of them. It is in a separate file for every host: the
 * same folder serves the window and a headless program. Throws `StartError`.
 */
export function readSecretKey(file: string): Uint8Array | null {
  if (!existsSync(file)) return null;
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
    if (key.length === KEY_BYTES) return key;
    const reason = 'it contains no key; put back the previous one, or remove it and give every webhook a new secret';
    throw createKeyError(file, reason, null);
  } catch (error) {
    throw error instanceof StartError ? error : createKeyError(file, getErrorCode(error), error);
  }
}

export function createSecretKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

/** Creates the file of a secret key, only for its owner. */
export function saveSecretKey(file: string, key: Uint8Array): void {
  // Written to a draft, so that a crash leaves no half key.
  replacePrivateFileSync(file, `${Buffer.from(key).toString('base64')}\n`, `${file}.draft`);
}

/**
 * The secret key that several servers of one database share. It is never created here: each server would create its
 * own, and none could open what another sealed. Throws `StartError`.
 */
export function readSharedKey(file: string): Uint8Array {
  const key = readSecretKey(file);
  if (key !== null) return key;
  throw createKeyError(
    file,
    'there is none; create one for all servers, for example with openssl rand -base64 32',
    null,
  );
}

function createKeyError(file: string, reason: string, cause: unknown): StartError {
  return new StartError(`The key file ${file} cannot be used: ${reason}.`, { cause });
}

/** A certificate and its matching key. */
export interface CheckedTls {
  /** In PEM. */
  readonly cert: string;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Sentences about problems for clients, now or soon. */
  readonly warnings: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

const EXPIRY_WARNING_MS = 21 * DAY_MS;

/** Reads the certificate of a server. Throws `StartError` for one that no client could use. */
export function readTlsFiles(
  { certFile, keyFile }: TlsFiles,
  { publicHosts, now }: { readonly publicHosts: readonly string[]; readonly now: number },
): CheckedTls {
  const cert = readSecretFile(certFile);
  const key = readSecretFile(keyFile);
  const certificate = parseOrRefuse(certFile, () => new X509Certificate(cert), 'no certificate in PEM');
  const privateKey = parseOrRefuse(
    keyFile,
    () => createPrivateKey(key),
    'no private key in PEM that needs no password',
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new StartError(`The key in ${keyFile} does not belong to the certificate in ${certFile}.`);
  }
  // For example an incomplete chain, or a key that is too weak.
  parseOrRefuse(certFile, () => createSecureContext({ cert, key }), 'no certificate that TLS accepts');
  const [startsAt, expiresAt] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
  if (now >= expiresAt) throw new StartError(`The certificate in ${certFile} expired on ${formatDay(expiresAt)}.`);
  if (now < startsAt)
    throw new StartError(`The certificate in ${certFile} is not valid before ${formatDay(startsAt)}.`);
  const isSoonOver = expiresAt - now < EXPIRY_WARNING_MS;
  const warnings = isSoonOver ? [`The certificate expires on ${formatDay(expiresAt)}.`] : [];
  const unnamed = publicHosts
    .map((host) => new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, ''))
    .filter((name) => !(isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)));
  for (const name of unnamed) warnings.push(`The certificate does not name ${name}: clients will refuse it.`);
  return { cert, key, expiresAt, warnings };
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(`The file ${file} cannot be read (${getErrorCode(cause)}).`, { cause });
  }
}

function parseOrRefuse<Result>(file: string, parse: () => Result, lack: string): Result {
  try {
    return parse();
  } catch (cause) {
    throw new StartError(`The file ${file} contains ${lack}.`, { cause });
  }
}

function formatDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The URL of the database, which may contain a password. Throws `StartError`. */
export function readDatabaseUrl(source: DatabaseSource): string {
  if (source.kind === 'url') return source.url;
  const url = readSecretFile(source.file).trim();
  if (url !== '' && !url.includes('\n')) return url;
  throw new StartError(`The file ${source.file} must contain one line with the URL of a database.`);
}

/** Every user of the computer can read a typed option in the list of processes. */
export function listPasswordWarnings({ database }: Pick<ServerConfig, 'database'>): readonly string[] {
  if (!hasVisiblePassword(database)) return [];
  return ['Every user of this computer can read the password of the database: use --database-url-file.'];
}

function hasVisiblePassword(source: DatabaseSource | null): boolean {
  return source?.kind === 'url' && source.isTyped && /^\w+:\/\/[^/?#@:]*:[^/?#@]+@/.test(source.url);
}

/** Reading and writing by everybody but the owner and the group. Modes on Windows mean nothing. */
const OTHERS_MODE = 0o006;

/** Returns one warning for each of the server's secret files that every user of the computer can read or write. */
export function listReadableSecrets(
  { tls, database, secretKeyFile }: Pick<ServerConfig, 'tls' | 'database' | 'secretKeyFile'>,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  if (platform === 'win32') return [];
  const urlFile = database?.kind === 'file' ? database.file : null;
  return [tls?.keyFile ?? null, urlFile, secretKeyFile]
    .filter((file) => file !== null)
    .filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_MODE) !== 0)
    .map((file) => `The mode of ${file} lets every user of this computer read its secret: chmod o= ${file}.`);
}
