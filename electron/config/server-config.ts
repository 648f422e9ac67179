import { isIP, isIPv6 } from 'node:net';
import { ConfigError } from '../base/errors.ts';
import { isLoopbackAddress, LOOPBACK } from '../base/loopback.ts';
import { isNetwork } from '../base/networks.ts';
import { type Given, type GivenOptions, readChoice, readNumber, SERVER_OPTIONS } from './options.ts';

/** How a headless program serves a whole chain. Paths are absolute. */
export interface ServerConfig {
  /** IPv4 or IPv6. */
  readonly listen: string;
  /** Names that clients use, with a port if one is given; lower case. */
  readonly publicHosts: readonly string[];
  /** `null` for plain HTTP. */
  readonly tls: TlsFiles | null;
  /** Addresses and networks of the proxies at which TLS ends, besides this computer; `null` if there is no proxy. */
  readonly proxies: readonly string[] | null;
  /** `null` for SQLite in the data folder. */
  readonly database: DatabaseSource | null;
  /** `null` for that of the data folder. */
  readonly secretKeyFile: string | null;
  /** Where operators read health and metrics; `null` for the port of the API, if that is on loopback only. */
  readonly metricsListen: ListenAddress | null;
  readonly logsTo: 'file' | 'stdout';
  /** How long it keeps serving before it stops. */
  readonly drainMs: number;
  /** Whether the demo shops are created and kept up to date. Their users have a published password. */
  readonly hasDemoShops: boolean;
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A URL may contain a password, which a file hides from the list of processes. */
export type DatabaseSource =
  | { readonly kind: 'url'; readonly url: string; readonly isTyped: boolean }
  | { readonly kind: 'file'; readonly file: string };

/** The host by which programs of this computer reach `address`, as in a URL. */
export function getLocalHost(address: string): string {
  if (address === '0.0.0.0') return LOOPBACK;
  if (address === '::') return '[::1]';
  return isIPv6(address) ? `[${address}]` : address;
}

/** Throws `ConfigError` for anything but an IP address: the address of a name may change. */
function readAddress({ name, text }: Given): string {
  if (isIP(text) !== 0) return text;
  throw new ConfigError(`${name} takes an address such as 127.0.0.1, 0.0.0.0 or ::, not "${text}".`);
}

export interface ListenAddress {
  readonly address: string;
  /** 0 takes any free one. */
  readonly port: number;
}

/** `PORT` on this computer only, or `ADDRESS:PORT`. An IPv6 address is in brackets, without a zone, as in a URL. */
function readListenAddress({ name, text }: Given): ListenAddress {
  const [, bracketed, plain, digits] = /^(?:(?:\[([^\]%]*)\]|([^:]*)):)?(\d{1,5})$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? LOOPBACK;
  const port = Number(digits ?? Number.NaN);
  if (isIP(address) !== 0 && port <= 65535) return { address, port };
  throw new ConfigError(`${name} takes a port, or an address and a port such as 127.0.0.1:9464, not "${text}".`);
}

/**
 * The names that clients use for a server, each with its port if it has one, in lower case as browsers write them.
 * Throws `ConfigError` for anything that is not a host.
 */
function readPublicHosts(given: Given | null): readonly string[] {
  if (given === null) return [];
  const hosts = given.text.split(',').map((text) => text.trim().toLowerCase());
  const wrong = hosts.find((host) => !isHost(host));
  if (wrong === undefined) return hosts;
  throw new ConfigError(`${given.name} takes a name such as till.example or till.example:8443, not "${wrong}".`);
}

/** The parsed address is compared with the input: a path, a user or a wildcard is not a host. */
function isHost(host: string): boolean {
  // A scheme without a default port drops no port.
  const address = `any://${host}`;
  return !/^$|[*/?#@]|:0*$/.test(host) && URL.canParse(address) && new URL(address).host === host;
}

const DEFAULT_DRAIN_S = 5;

const MAX_DRAIN_S = 300;

type ServerGates = Omit<ServerConfig, 'drainMs' | 'hasDemoShops'>;

/** Throws `ConfigError` for invalid options, and for those that would leave a server open. */
export function readServerConfig({
  given,
  isHeadless,
  resolvePath,
}: {
  readonly given: GivenOptions;
  readonly isHeadless: boolean;
  readonly resolvePath: (path: string) => string;
}): ServerConfig {
  refuseRemoved(given);
  const unused = isHeadless ? null : SERVER_OPTIONS.map((option) => given.find(option)).find((found) => found !== null);
  if (unused) throw new ConfigError(`${unused.name} takes effect only with --headless.`);
  const path = (found: Given | null) => found && resolvePath(found.text);
  const listen = given.find('listen');
  const metricsListen = given.find('metrics-listen');
  const logTo = given.find('log-to');
  const config: ServerGates = {
    listen: listen === null ? LOOPBACK : readAddress(listen),
    publicHosts: readPublicHosts(given.find('public-host')),
    tls: readTlsFiles(path(given.find('tls-cert')), path(given.find('tls-key'))),
    proxies: readProxies(given),
    database: readDatabase(given, resolvePath),
    secretKeyFile: path(given.find('secret-key-file')),
    metricsListen: metricsListen && readListenAddress(metricsListen),
    logsTo: logTo === null ? 'file' : readChoice(logTo, ['file', 'stdout']),
  };
  requireProtection(config);
  const isForOthers = isServing(config);
  return {
    ...config,
    drainMs: readDrainMs(given.find('drain-seconds'), isForOthers),
    // A server that others reach, or may reach through another server, starts without published passwords.
    hasDemoShops: given.isSet('demo') || (!isForOthers && config.database === null),
  };
}

/** Whether other computers are served, directly or through a proxy. */
export function isServing({ listen, proxies }: Pick<ServerConfig, 'listen' | 'proxies'>): boolean {
  return proxies !== null || !isLoopbackAddress(listen);
}

function readTlsFiles(certFile: string | null, keyFile: string | null): TlsFiles | null {
  if (certFile !== null && keyFile !== null) return { certFile, keyFile };
  if (certFile === null && keyFile === null) return null;
  throw new ConfigError('Give both --tls-cert and --tls-key, or neither.');
}

function readProxies(given: GivenOptions): readonly string[] | null {
  const trusted = given.find('trusted-proxy');
  if (given.isSet('behind-proxy')) return trusted === null ? [] : readNetworks(trusted);
  if (trusted === null) return null;
  throw new ConfigError(`${trusted.name} takes effect only with --behind-proxy.`);
}

function readNetworks({ name, text }: Given): readonly string[] {
  const networks = text.split(',').map((one) => one.trim());
  // A network of all addresses is refused: every client could forge its address then.
  const wrong = networks.find((network) => isIP(network) === 0 && (!isNetwork(network) || network.endsWith('/0')));
  if (wrong === undefined) return networks;
  throw new ConfigError(`${name} takes an address or a network such as 10.0.0.0/8, not "${wrong}".`);
}

/** `null` if neither a URL nor a file with one is given. */
export function readDatabase(given: GivenOptions, resolvePath: (path: string) => string): DatabaseSource | null {
  const [url, file] = [given.find('database-url'), given.find('database-url-file')];
  const found = url ?? file;
  if (found === null) return null;
  const recover = given.find('recover');
  if (recover) throw new ConfigError(`${recover.name} restores files of SQLite: leave out ${found.name}.`);
  if (url !== null && file !== null)
    throw new ConfigError(`${url.name} and ${file.name} contradict each other: give only one.`);
  if (url === null) return { kind: 'file', file: resolvePath(found.text) };
  if (/^postgres(ql)?:\/\//.test(url.text)) return { kind: 'url', url: url.text, isTyped: url.name.startsWith('--') };
  // The text is not repeated: it may contain a password.
  throw new ConfigError(`${url.name} takes a URL such as postgres://user@host:5432/database.`);
}

/** If they were ignored, they would promise what no longer exists. */
function refuseRemoved(given: GivenOptions): void {
  const found = given.find('read-url') ?? given.find('read-url-file');
  if (found === null) return;
  throw new ConfigError(`${found.name} was removed: leave it out. Lists and reports are read from --database-url.`);
}

/** 0 by default on this computer, where no client looks for another server meanwhile. */
function readDrainMs(found: Given | null, isForOthers: boolean): number {
  return (found === null ? (isForOthers ? DEFAULT_DRAIN_S : 0) : readNumber(found, 0, MAX_DRAIN_S)) * 1000;
}

/** A server for other computers needs encryption, its public name, and the addresses of its proxies. */
function requireProtection(config: ServerGates): void {
  const { listen, publicHosts, tls, proxies } = config;
  const isBeyond = !isLoopbackAddress(listen);
  if (tls !== null && proxies !== null) {
    throw new ConfigError('--behind-proxy and --tls-cert contradict each other: give only one.');
  }
  if (isBeyond && tls === null && proxies === null) {
    throw new ConfigError(
      `Other computers can reach --listen ${listen}: add --tls-cert and --tls-key, or --behind-proxy.`,
    );
  }
  if (isServing(config) && publicHosts.length === 0) {
    const option = isBeyond ? `--listen ${listen}` : '--behind-proxy';
    throw new ConfigError(`${option} needs --public-host, the name that clients use for this server.`);
  }
  if (isBeyond && proxies?.length === 0) {
    throw new ConfigError(
      `--behind-proxy with --listen ${listen} needs --trusted-proxy: no other client may connect without TLS.`,
    );
  }
}
