import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../shared/contract/webhook-records.ts';
import { createNetworks } from '../base/networks.ts';

type GateRefusal = 'own_program' | 'not_public' | 'own_network' | 'local_name';

export interface ReceiverGate {
  /** Null lets the name, or the literal address, through. */
  refusalOfHost(target: ReceiverTarget): GateRefusal | null;
  /** Null lets all of the addresses of a target through; one that is wrong refuses them together. */
  refusalOfAddresses(target: ReceiverTarget, addresses: readonly string[]): GateRefusal | null;
}

export interface AddressRulesDeps {
  readonly allowed: readonly AllowedReceiver[];
  /** The ports of the program itself, now. */
  readonly ownPorts: () => readonly number[];
  /** Of this computer, now. */
  readonly ownAddresses: () => readonly OwnAddress[];
}

export interface OwnAddress {
  readonly address: string;
  /** The network that the interface is in, as in `192.0.2.7/24`: it is reached without a router. `null` if unknown. */
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
    ownPorts().includes(port) && createNetworks([...THIS_COMPUTER, ...addressesOf(ownAddresses())]).has(address);

  /** Addresses that are public, but of this computer or its network: a router in front would keep others out. */
  const isOfOwnNetwork = (address: string): boolean => {
    const own = ownAddresses();
    return createNetworks([...addressesOf(own), ...networksOf(own)]).has(address);
  };

  const refusalOfAddress = (target: ReceiverTarget, address: string): GateRefusal | null => {
    if (isOwnProgram(target, address)) return 'own_program';
    // A zone names an interface, which nobody can allow.
    if (!address.includes('%') && allowedNetworks.get(target.host)?.has(address)) return null;
    if (!isPublicAddress(address)) return 'not_public';
    return isOfOwnNetwork(address) ? 'own_network' : null;
  };

  const refusalOfAddresses = (target: ReceiverTarget, addresses: readonly string[]): GateRefusal | null =>
    addresses.map((address) => refusalOfAddress(target, address)).find((refusal) => refusal !== null) ?? null;

  return {
    refusalOfHost(target) {
      if (target.isLiteral) return refusalOfAddresses(target, [target.host]);
      return LOCAL_NAME.test(target.host) && !allowedNetworks.has(target.host) ? 'local_name' : null;
    },
    refusalOfAddresses,
  };
}

/** The whole of 127.0.0.0/8 leads here, and so do the addresses that mean "any". */
const THIS_COMPUTER = ['0.0.0.0', '::', '::1', '127.0.0.0/8'];

function addressesOf(own: readonly OwnAddress[]): string[] {
  return own.map(({ address }) => address);
}

/** Without the network of all addresses, which a tunnel that takes all connections has: that is not our own. */
function networksOf(own: readonly OwnAddress[]): string[] {
  return own.flatMap(({ cidr }) => (cidr === null || cidr.endsWith('/0') ? [] : [cidr]));
}

export interface ReceiverTarget {
  /** In canonical form. */
  readonly url: string;
  /** Name without a dot at the end, or address without brackets. */
  readonly host: string;
  readonly isLiteral: boolean;
  readonly port: number;
  /** With the query. */
  readonly path: string;
}

export type TargetReading =
  | { readonly ok: true; readonly target: ReceiverTarget }
  | { readonly ok: false; readonly reason: string };

const HTTPS_PORT = 443;

const FIRST_FREE_PORT = 1024;

const NAME_MAX = 253;

const LABEL = /^[a-z0-9_-]{1,63}$/;

/** The parser drops some of these silently. */
const isBlank = (character: string) => character <= ' ' || character === '\x7f';

/** Takes a URL apart, once: its form, port and spelling are judged, not yet where it leads. */
export function readReceiverTarget(text: string): TargetReading {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return refused(`must be at most ${MAX_WEBHOOK_URL_LENGTH} characters long`);
  const url = [...text].some(isBlank) ? null : URL.parse(text);
  if (url === null) return refused('is not a URL');
  if (url.protocol !== 'https:') return refused('must begin with https://');
  if (url.username !== '' || url.password !== '') return refused('must not contain a user name or password');
  // The property `hash` is empty for an empty fragment too.
  if (url.href.includes('#')) return refused('must not contain a fragment');
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_FREE_PORT) {
    return refused(`must have port ${HTTPS_PORT}, or one from ${FIRST_FREE_PORT}`);
  }
  return withHost(url, port);
}

function withHost(url: URL, port: number): TargetReading {
  const host = url.hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
  const isLiteral = isIP(host) !== 0;
  if (!isLiteral) {
    if (host.length > NAME_MAX || !host.split('.').every((label) => LABEL.test(label))) {
      return refused('has a host that is not a name');
    }
    url.hostname = host;
  }
  if (url.href.length > MAX_WEBHOOK_URL_LENGTH)
    return refused(`must be at most ${MAX_WEBHOOK_URL_LENGTH} characters long`);
  return { ok: true, target: { url: url.href, host, isLiteral, port, path: `${url.pathname}${url.search}` } };
}

function refused(reason: string): TargetReading {
  return { ok: false, reason: `url ${reason}.` };
}

const CAN_BE_ALLOWED = 'the person who runs Tilldesk can allow it in webhook-receivers.json';

const REASONS: Readonly<Record<GateRefusal, string>> = {
  own_program: 'url must not lead to Tilldesk itself.',
  not_public: `url must not lead to an address that is not public; ${CAN_BE_ALLOWED}.`,
  own_network: `url must not lead to an address of this computer or its network; ${CAN_BE_ALLOWED}.`,
  local_name: `url must not name a host of this computer or its network; ${CAN_BE_ALLOWED}.`,
};

/** Names are not resolved: the answer would reveal the names of the own network. See address-lookup.ts. */
export function createUrlRules(gate: Pick<ReceiverGate, 'refusalOfHost'>): ReceiverRules {
  return {
    async checkUrl(text) {
      const reading = readReceiverTarget(text);
      if (!reading.ok) return reading;
      const refusal = gate.refusalOfHost(reading.target);
      return refusal === null ? { ok: true, url: reading.target.url } : { ok: false, reason: REASONS[refusal] };
    },
  };
}

/** Whether a receiver may be subscribed at an address: its canonical form, or a sentence with the reason. */
export type UrlVerdict = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: string };

export interface ReceiverRules {
  /** Form, port and host, as they are written: a name is not resolved. Never rejects. */
  checkUrl(text: string): Promise<UrlVerdict>;
}

/** A host of the own network that the operator lets be a receiver. A host may have several. */
export interface AllowedReceiver {
  /** Exact name or address, in canonical form: lower case, no dot at the end, no brackets. */
  readonly host: string;
  /** The addresses that it may have beyond public ones, such as `192.168.1.0/24`. */
  readonly cidr: string;
  /** Certificates in PEM that are trusted for this host alone, besides the usual ones. */
  readonly ca: string | null;
}

export function ownAddresses(): OwnAddress[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
}

/** A public address of Azure under which every machine there finds its host, with its keys and settings. */
const AZURE_HOST = '168.63.129.16';

/** Of IPv6 nothing else is given out for the internet. The library takes the rest, such as `::7f00:1`, for public. */
const GLOBAL_IPV6 = '2000::/3';

/** Whether an address, as the system writes it, is global unicast. What is no address, or has a zone, is not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 ? address !== AZURE_HOST : parsed.match(ipaddr.IPv6.parseCIDR(GLOBAL_IPV6));
}
