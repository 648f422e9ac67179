/**
 * Reasons not to send a password to an address. `not-an-address`: it does not look like `https://host:port/path`.
 * `insecure`: passwords would cross a network unencrypted.
 */
export type AddressProblem = 'not-an-address' | 'insecure';

export type WebAddressResult =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: AddressProblem };

const MAX_ADDRESS_LENGTH = 2048;

/** Without user, query and fragment: the platform would not get them, and they may contain a password. */
const ADDRESS =
  /^(?<scheme>https?):\/\/(?<host>\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(?<port>\d{1,5}))?(?<path>(?:\/[\w.~-]+)*)\/*$/i;

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a `URL.hostname` is this computer, so that nothing crosses a network. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOST.test(hostname);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** The paths of the API start here. */
const API_PATH = /\/api$/i;

/**
 * Reads the stored form of a base address: scheme and host in lower case, without default port, final slash and `/api`.
 * HTTPS, unless the host is this computer.
 */
export function readWebAddress(text: string): WebAddressResult {
  const typed = text.trim();
  const parts = typed.length <= MAX_ADDRESS_LENGTH ? ADDRESS.exec(typed)?.groups : undefined;
  if (parts === undefined) return { ok: false, problem: 'not-an-address' };
  const { scheme = '', host = '', port, path = '' } = parts;
  const [kind, name] = [scheme.toLowerCase(), host.toLowerCase()];
  if (!isHost(name) || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0 || hasDotSegment(path)) {
    return { ok: false, problem: 'not-an-address' };
  }
  if (kind !== 'https' && !isLoopbackHost(name)) return { ok: false, problem: 'insecure' };
  const portText = port === undefined || port === DEFAULT_PORTS[kind] ? '' : `:${Number(port)}`;
  return { ok: true, address: `${kind}://${name}${portText}${path.replace(API_PATH, '')}` };
}

/** Whether it is a host name or an IP address. A name that only looks like an IP address is neither. */
function isHost(name: string): boolean {
  if (name.startsWith('[')) return isIpv6(name.slice(1, -1));
  const labels = name.split('.');
  if (/^\d+$/.test(labels.at(-1) ?? '')) return labels.length === 4 && labels.every(isOctet);
  return labels.every((label) => label !== '');
}

function isOctet(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= 255;
}

/** Hexadecimal groups, with at most one run of zeros left out. */
function isIpv6(text: string): boolean {
  const sides = text.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const groups = sides.flat();
  const isWhole = sides.length === 1 ? groups.length === 8 : sides.length === 2 && groups.length < 8;
  return isWhole && groups.every((group) => /^[0-9a-f]{1,4}$/.test(group));
}

function hasDotSegment(path: string): boolean {
  return path.split('/').some((part) => part === '.' || part === '..');
}
