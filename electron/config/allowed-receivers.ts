import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { type Static, type TObject, Type } from 'typebox';
import { getErrorCode } from '../base/errors.ts';
import { createNetworks, isNetwork } from '../base/networks.ts';
import { type Refuse, readOperatorFile } from './operator-file.ts';

/** A host of the local network that the operator allows as a receiver of webhooks. */
export interface AllowedReceiverEntry {
  /** Exact name or address, in lower case, without a dot at the end and without brackets. */
  readonly host: string;
  /** The addresses that it may have beyond public ones, such as `192.168.1.0/24`. */
  readonly cidr: string;
  /** PEM certificates that are trusted for this host only, besides the usual ones; `null` for none. */
  readonly ca: string | null;
}

const HOST = 'one name, or one address in its usual form';
const CIDR = 'a range such as "192.168.1.0/24" or "fd00:1::/64"';

const MEMBERS = {
  host: Type.String({ description: HOST }),
  cidr: Type.String({ description: CIDR }),
  ca: Type.Optional(Type.String({ minLength: 1, description: 'the name of a file' })),
};

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads `{"allowed": [{"host": "nas.winkel.lan", "cidr": "192.168.1.0/24", "ca": "winkel-ca.pem"}]}`; without the file
 * nothing is allowed. `ca` is optional, and names a file beside this one. Throws `StartError`.
 */
export function readAllowedReceivers(file: string): readonly AllowedReceiverEntry[] {
  return readOperatorFile(file, 'allowed', MEMBERS, (entry, refuse) => readEntry(entry, dirname(file), refuse));
}

function readEntry(
  { host: typed, cidr, ca }: Static<TObject<typeof MEMBERS>>,
  folder: string,
  refuse: Refuse,
): AllowedReceiverEntry {
  const host = toCanonicalHost(typed);
  if (host === null || host !== typed.toLowerCase()) throw refuse(`must have "host" set to ${HOST}`);
  if (!isNetwork(cidr)) throw refuse(`must have "cidr" set to ${CIDR}`);
  if (isIP(host) !== 0 && !createNetworks([cidr]).has(host)) throw refuse('has a "host" outside of its "cidr"');
  return { host, cidr, ca: ca === undefined ? null : readCertificates(ca, folder, refuse) };
}

/** In the canonical form of a URL; `null` if it is not a host. */
function toCanonicalHost(host: string): string | null {
  const isIpv6 = isIP(host) === 6;
  if (!isIpv6 && !/^[\w-]+(\.[\w-]+)*$/.test(host)) return null;
  const url = URL.parse(isIpv6 ? `https://[${host}]/` : `https://${host}/`);
  return url === null ? null : url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function readCertificates(ca: string, folder: string, refuse: Refuse): string {
  const file = resolve(folder, ca);
  try {
    const certificates = readFileSync(file, 'utf8').match(CERTIFICATES) ?? [];
    for (const certificate of certificates) new X509Certificate(certificate);
    if (certificates.length > 0) return certificates.join('\n');
  } catch (cause) {
    throw refuse(`has the "ca" ${file}, which cannot be used (${getErrorCode(cause)})`);
  }
  throw refuse(`has the "ca" ${file}, which contains no certificate`);
}
