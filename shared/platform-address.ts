import type { PlatformProblem } from './contract/session-state.ts';

/**
 * Why a text names no platform. `not-an-address`: it is no address of the form `https://host:port/path`.
 * `insecure`: it is one, but passwords would cross a network unencrypted.
 */
export type AddressProblem = 'not-an-address' | 'insecure';

export type PlatformAddress =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: AddressProblem };

const PLATFORM_ADDRESS_MAX = 2048;

/** No user, query or fragment: the platform would not get them, and they may contain a password. */
const ADDRESS =
  /^(?<scheme>https?):\/\/(?<host>\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(?<port>\d{1,5}))?(?<path>(?:\/[\w.~-]+)*)\/*$/i;

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a `URL.hostname` is this computer: what is sent there passes no network. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOST.test(hostname);
}

const USUAL_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Behind it lie the calls of the API itself. */
const API_PATH = /\/api$/i;

/**
 * The base address of a platform in the form in which it is stored and compared: scheme and host in lower case,
 * no default port, no slash and no `/api` at its end. HTTPS, unless the host is this computer.
 */
export function readPlatformAddress(text: string): PlatformAddress {
  const typed = text.trim();
  const parts = typed.length <= PLATFORM_ADDRESS_MAX ? ADDRESS.exec(typed)?.groups : undefined;
  if (parts === undefined) return { ok: false, problem: 'not-an-address' };
  const { scheme = '', host = '', port, path = '' } = parts;
  const [kind, name] = [scheme.toLowerCase(), host.toLowerCase()];
  if (!isHost(name) || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0 || hasDots(path)) {
    return { ok: false, problem: 'not-an-address' };
  }
  if (kind !== 'https' && !isLoopbackHost(name)) return { ok: false, problem: 'insecure' };
  const portText = port === undefined || port === USUAL_PORTS[kind] ? '' : `:${Number(port)}`;
  return { ok: true, address: `${kind}://${name}${portText}${path.replace(API_PATH, '')}` };
}

/**
 * Whether the server at a normalised address proves its identity by a certificate; null, the built-in platform, is this
 * program itself. Over plain HTTP another process can take the port of a program that has ended and answer there: a
 * password is sent there only when the user asks for it.
 */
export function provesItself(platform: string | null): boolean {
  return platform === null || platform.startsWith('https:');
}

/** What a person knows a platform by: its host and port, and its path where there is one. */
export function platformLabel(address: string): string {
  return address.replace(/^https?:\/\//, '');
}

/** Whether it is a host name or an IP address; a name that only looks like an IP address is neither. */
function isHost(name: string): boolean {
  if (name.startsWith('[')) return isIpv6(name.slice(1, -1));
  const labels = name.split('.');
  if (/^\d+$/.test(labels.at(-1) ?? '')) return labels.length === 4 && labels.every(isOctet);
  return labels.every((label) => label !== '');
}

function isOctet(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= 255;
}

/** In hexadecimal groups, at most one run of which is left out. */
function isIpv6(text: string): boolean {
  const sides = text.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const groups = sides.flat();
  const isWhole = sides.length === 1 ? groups.length === 8 : sides.length === 2 && groups.length < 8;
  return isWhole && groups.every((group) => /^[0-9a-f]{1,4}$/.test(group));
}

function hasDots(path: string): boolean {
  return path.split('/').some((part) => part === '.' || part === '..');
}

/**
 * The messages of the service about a platform that it could not reach. The sentences are those of
 * `api-client/upstream-failure.ts`, `platform/remote/remote-errors.ts` and `service/server/error-handler.ts` in electron.
 * The specified form of an error has no field for a code; the test of this file uses the errors that they throw, so that
 * no sentence is missing here.
 */
const PROBLEMS: ReadonlyMap<string, PlatformProblem> = new Map(
  Object.entries<PlatformProblem>({
    'The service is asked over https:// only.': 'insecure',
    'The service could not be reached.': 'unreachable',
    'The service did not answer in time.': 'unreachable',
    'The service failed too often; it is left alone for a moment.': 'unreachable',
    'The service could not prove who it is: its certificate is not trusted, not valid or of another name.': 'untrusted',
    'The service sent us to another address, where nothing is asked.': 'not-this-api',
    'The service answered more than is taken.': 'not-this-api',
    'What answered is not the service: it sent something else than JSON.': 'not-this-api',
    'The service answered something unexpected.': 'not-this-api',
    'The platform cannot be reached or failed inside.': 'unreachable',
    'The platform did not answer in time.': 'unreachable',
    'The platform gave an answer that makes no sense.': 'not-this-api',
    'The platform does not offer this.': 'not-this-api',
    'The platform does not offer to sign in.': 'not-this-api',
  }),
);

/** The problem with a platform by the message of a 502; null for any other message. */
export function platformProblemOf(message: string): PlatformProblem | null {
  return PROBLEMS.get(message) ?? null;
}
