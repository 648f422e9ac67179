import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { type Refuse, readOperatorFile } from './operator-file.ts';

/** A host of the own network that the operator allows as a receiver of webhooks. */
export interface AllowedReceiverEntry {
  /** Exact name or address, in lower case, without a dot at the end and without brackets. */
  readonly host: string;
  /** The addresses that it may have beyond public ones. */
  readonly range: AllowedRange;
  /** Certificates in PEM that are trusted for this host alone, besides the usual ones. */
  readonly ca: string | null;
}

interface AllowedRange {
  readonly first: string;
  readonly prefixBits: number;
  readonly family: 'ipv4' | 'ipv6';
}

const MEMBERS = ['host', 'cidr', 'ca'];
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads `{"allowed": [{"host": "nas.winkel.lan", "cidr": "192.168.1.0/24", "ca": "winkel-ca.pem"}]}`; without the file
 * nothing is allowed. `ca` may be left out, and lies beside the file. Throws `StartError`.
 */
export function readAllowedReceivers(file: string): readonly AllowedReceiverEntry[] {
  return readOperatorFile(file, 'allowed', MEMBERS, (entry, refuse) => readEntry(entry, dirname(file), refuse));
}

function readEntry(entry: Readonly<Record<string, unknown>>, folder: string, refuse: Refuse): AllowedReceiverEntry {
  const host = readHost(entry.host, refuse);
  const range = readRange(entry.cidr, refuse);
  if (isIP(host) !== 0 && !isWithin(host, range)) throw refuse('has a "host" outside of its "cidr"');
  return { host, range, ca: entry.ca === undefined ? null : readCertificates(entry.ca, folder, refuse) };
}

function readHost(host: unknown, refuse: Refuse): string {
  const canonical = typeof host === 'string' ? canonicalHost(host) : null;
  if (canonical === null || canonical !== String(host).toLowerCase()) {
    throw refuse('must have a "host" that is one name, or one address in its usual form');
  }
  return canonical;
}

/** As it stands in the canonical form of a URL. */
function canonicalHost(host: string): string | null {
  const isIpv6 = isIP(host) === 6;
  if (!isIpv6 && !/^[\w-]+(\.[\w-]+)*$/.test(host)) return null;
  const url = URL.parse(isIpv6 ? `https://[${host}]/` : `https://${host}/`);
  return url === null ? null : url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function readRange(cidr: unknown, refuse: Refuse): AllowedRange {
  const [, first = '', bits = ''] = /^([\d.]+|[\da-f:.]+)\/(\d{1,3})$/i.exec(String(cidr)) ?? [];
  const version = isIP(first);
  const prefixBits = Number(bits);
  if (version === 0 || bits === '' || prefixBits > (version === 4 ? 32 : 128)) {
    throw refuse('must have a "cidr" such as "192.168.1.0/24" or "fd00:1::/64"');
  }
  return { first, prefixBits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

function isWithin(address: string, { first, prefixBits, family }: AllowedRange): boolean {
  const list = new BlockList();
  list.addSubnet(first, prefixBits, family);
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

function readCertificates(ca: unknown, folder: string, refuse: Refuse): string {
  if (typeof ca !== 'string' || ca === '') throw refuse('must have a "ca" that is the name of a file');
  const file = resolve(folder, ca);
  try {
    const certificates = readFileSync(file, 'utf8').match(CERTIFICATES) ?? [];
    for (const certificate of certificates) new X509Certificate(certificate);
    if (certificates.length > 0) return certificates.join('\n');
  } catch (cause) {
    throw refuse(`has the "ca" ${file}, which cannot be used (${codeOf(cause)})`);
  }
  throw refuse(`has the "ca" ${file}, in which there is no certificate`);
}
