import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { codeOf } from '../base/code-of.ts';
import { StartError } from '../base/start-error.ts';
import type { TlsFiles } from '../config/server-config.ts';

/** A certificate with its key, which were found to belong together. */
export interface CheckedTls {
  /** In PEM. */
  readonly cert: string;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Sentences on what clients may stumble over, now or soon. */
  readonly warnings: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const TOLD_BEFORE_MS = 21 * DAY_MS;

/** Reads what a server shows to its clients. Throws `StartError` for what no client could use. */
export function readTlsFiles(
  { certFile, keyFile }: TlsFiles,
  { publicHosts, now }: { readonly publicHosts: readonly string[]; readonly now: number },
): CheckedTls {
  const cert = readPem(certFile);
  const key = readPem(keyFile);
  const certificate = parsed(certFile, () => new X509Certificate(cert), 'no certificate in PEM');
  const privateKey = parsed(
    keyFile,
    () => createPrivateKey(key),
    'no private key in PEM that needs no password',
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new StartError(`The key in ${keyFile} is not that of the certificate in ${certFile}.`);
  }
  // Such as a chain that is cut off, or a key that is too weak.
  parsed(certFile, () => createSecureContext({ cert, key }), 'no certificate that TLS takes');
  const [startsAt, expiresAt] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
  if (now >= expiresAt)
    throw new StartError(`The certificate in ${certFile} expired on ${dayOf(expiresAt)}.`);
  if (now < startsAt)
    throw new StartError(`The certificate in ${certFile} counts from ${dayOf(startsAt)} on.`);
  return {
    cert,
    key,
    expiresAt,
    warnings: [...soonOver(expiresAt, now), ...unnamed(certificate, publicHosts)],
  };
}

function soonOver(expiresAt: number, now: number): string[] {
  return expiresAt - now < TOLD_BEFORE_MS ? [`The certificate expires on ${dayOf(expiresAt)}.`] : [];
}

function unnamed(certificate: X509Certificate, publicHosts: readonly string[]): string[] {
  return publicHosts
    .map((host) => new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, ''))
    .filter((name) => !(isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)))
    .map((name) => `The certificate does not name ${name}: clients will refuse it.`);
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(`The file ${file} cannot be read (${codeOf(cause)}).`, { cause });
  }
}

function parsed<Result>(file: string, parse: () => Result, lack: string): Result {
  try {
    return parse();
  } catch (cause) {
    throw new StartError(`The file ${file} holds ${lack}.`, { cause });
  }
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
