import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../shared/contract/webhook-records.ts';
import { createNetworks } from '../base/networks.ts';

type GateRefusal = 'own_program' | 'not_public' | 'own_network' | 'local_name';

export interface ReceiverGate {
  /** Returns `null` if the name or literal address is allowed. */
  findHostRefusal(target: ReceiverTarget): GateRefusal | null;
  /** Returns `null` if all addresses of a target are allowed. One refused address refuses all of them. */
  findAddressRefusal(target: ReceiverTarget, addresses: readonly string[]): GateRefusal | null;
}

export interface AddressRulesDeps {
  readonly allowed: readonly AllowedReceiver[];
  readonly ownPorts: () => readonly number[];
  readonly ownAddresses: () => readonly OwnAddress[];
}

export interface OwnAddress {
  readonly address: string;
  /** The network of the interface, such as `192.0.2.7/24`, which is reached without a router. `null` if unknown. */
  readonly cidr: string | null;
}

const LOCAL_NAME = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa)$/;

export function createReceiverGate({ allowed, ownPorts, ownAddresses }: AddressRulesDeps): ReceiverGate {
  const allowedNetworks = new Map(
    [...Map.groupBy(allowed, ({ host }) => host)].map(([host, receivers]) => [
      host,
      createNetworks(receivers.map(({ cidr }) => cidr)),
    ]),
  );

  const isOwnProgram = ({ port }: ReceiverTarget, address: string): boolean =>
    ownPorts().includes(port) && createNetworks([...THIS_COMPUTER, ...listAddresses(ownAddresses())]).has(address);

  /**
   * Whether the address is that of this computer or its network. A router may protect such an address even if it is
   * public.
   */
  const isInOwnNetwork = (address: string): boolean => {
    const own = ownAddresses();
    return createNetworks([...listAddresses(own), ...listNetworks(own)]).has(address);
  };

  const findRefusal = (target: ReceiverTarget, address: string): GateRefusal | null => {
    if (isOwnProgram(target, address)) return 'own_program';
    // An address with a zone cannot be allowed.
    if (!address.includes('%') && allowedNetworks.get(target.host)?.has(address)) return null;
    if (!isPublicAddress(address)) return 'not_public';
    return isInOwnNetwork(address) ? 'own_network' : null;
  };

  const findAddressRefusal = (target: ReceiverTarget, addresses: readonly string[]): GateRefusal | null =>
    addresses.map((address) => findRefusal(target, address)).find((refusal) => refusal !== null) ?? null;

  return {
    findHostRefusal(target) {
      if (target.isLiteral) return findAddressRefusal(target, [target.host]);
      return LOCAL_NAME.test(target.host) && !allowedNetworks.has(target.host) ? 'local_name' : null;
    },
    findAddressRefusal,
  };
}

/** Addresses that lead to this computer, including those that mean "any". */
const THIS_COMPUTER = ['0.0.0.0', '::', '::1', '127.0.0.0/8'];

function listAddresses(own: readonly OwnAddress[]): string[] {
  return own.map(({ address }) => address);
}

/** Leaves out `/0`, which a tunnel for all connections has, because it is not a network of the operator. */
function listNetworks(own: readonly OwnAddress[]): string[] {
  return own.flatMap(({ cidr }) => (cidr === null || cidr.endsWith('/0') ? [] : [cidr]));
}

export interface ReceiverTarget {
  readonly url: string;
  /** A name without a final dot, or an address without brackets. */
  readonly host: string;
  readonly isLiteral: boolean;
  readonly port: number;
  readonly path: string;
}

export type TargetReading =
  | { readonly ok: true; readonly target: ReceiverTarget }
  | { readonly ok: false; readonly reason: string };

const HTTPS_PORT = 443;

const FIRST_UNPRIVILEGED_PORT = 1024;

const MAX_NAME_LENGTH = 253;

const LABEL = /^[a-z0-9_-]{1,63}$/;

/** The URL parser silently removes some of these. */
const isBlank = (character: string) => character <= ' ' || character === '\x7f';

/** Parses a URL and checks its scheme, port and spelling, but not yet where it leads. */
export function readReceiverTarget(text: string): TargetReading {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return refuse(`must be at most ${MAX_WEBHOOK_URL_LENGTH} characters long`);
  const url = [...text].some(isBlank) ? null : URL.parse(text);
  if (url === null) return refuse('is not a URL');
  if (url.protocol !== 'https:') return refuse('must begin with https://');
  if (url.username !== '' || url.password !== '') return refuse('must not contain a user name or password');
  // `hash` is also empty for an empty fragment.
  if (url.href.includes('#')) return refuse('must not contain a fragment');
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_UNPRIVILEGED_PORT) {
    return refuse(`must have port ${HTTPS_PORT}, or one from ${FIRST_UNPRIVILEGED_PORT}`);
  }
  return completeTarget(url, port);
}

function completeTarget(url: URL, port: number): TargetReading {
  const host = url.hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
  const isLiteral = isIP(host) !== 0;
  if (!isLiteral) {
    if (host.length > MAX_NAME_LENGTH || !host.split('.').every((label) => LABEL.test(label))) {
      return refuse('has a host that is not a name');
    }
    url.hostname = host;
  }
  if (url.href.length > MAX_WEBHOOK_URL_LENGTH)
    return refuse(`must be at most ${MAX_WEBHOOK_URL_LENGTH} characters long`);
  return { ok: true, target: { url: url.href, host, isLiteral, port, path: `${url.pathname}${url.search}` } };
}

function refuse(reason: string): TargetReading {
  return { ok: false, reason: `url ${reason}.` };
}

const ALLOW_HINT = 'the person who runs Tilldesk can allow it in webhook-receivers.json';

const REASONS: Readonly<Record<GateRefusal, string>> = {
  own_program: 'url must not lead to Tilldesk itself.',
  not_public: `url must not lead to an address that is not public; ${ALLOW_HINT}.`,
  own_network: `url must not lead to an address of this computer or its network; ${ALLOW_HINT}.`,
  local_name: `url must not name a host of this computer or its network; ${ALLOW_HINT}.`,
};

/** Does not resolve names, because the answer would reveal names of the operator's network. See address-lookup.ts. */
export function createUrlRules(gate: Pick<ReceiverGate, 'findHostRefusal'>): ReceiverRules {
  return {
    async checkUrl(text) {
      const reading = readReceiverTarget(text);
      if (!reading.ok) return reading;
      const refusal = gate.findHostRefusal(reading.target);
      return refusal === null ? { ok: true, url: reading.target.url } : { ok: false, reason: REASONS[refusal] };
    },
  };
}

/** The canonical form of an allowed receiver URL, or a sentence with the reason for refusing it. */
export type UrlVerdict = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: string };

export interface ReceiverRules {
  /** Checks the URL as written, without resolving its host. Never rejects. */
  checkUrl(text: string): Promise<UrlVerdict>;
}

/** A host of the operator's network that may be a receiver. A host may have several entries. */
export interface AllowedReceiver {
  /** Exact name or address in canonical form: lower case, no final dot, no brackets. */
  readonly host: string;
  /** Addresses that it may have besides public ones, such as `192.168.1.0/24`. */
  readonly cidr: string;
  /** PEM certificates that are trusted only for this host, in addition to the default ones. */
  readonly ca: string | null;
}

export function ownAddresses(): OwnAddress[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
}

/** The public address at which every Azure machine reaches its host, with its keys and settings. */
const AZURE_HOST = '168.63.129.16';

/** The only IPv6 range allocated for the internet. The library also treats others, such as `::7f00:1`, as public. */
const GLOBAL_IPV6 = '2000::/3';

/** Whether the text is a global unicast address without a zone. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 ? address !== AZURE_HOST : parsed.match(ipaddr.IPv6.parseCIDR(GLOBAL_IPV6));
}
