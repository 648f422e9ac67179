/** The only permission for our pages: writing to the clipboard after a click. */
const GRANTED_PERMISSIONS: readonly string[] = ['clipboard-sanitized-write'];

/** The frame of a message or a request, as far as the guards read it. */
export interface FrameSigns {
  readonly url: string;
  /** `null` for the main frame of a window. */
  readonly parent: unknown;
  /** If true, the other members cannot be read. */
  isDestroyed(): boolean;
}

export function mayNavigate(address: string): boolean {
  return isAppAddress(address);
}

export function mayUsePermission(permission: string, requestingAddress: string): boolean {
  return GRANTED_PERMISSIONS.includes(permission) && isAppAddress(requestingAddress);
}

/** The bridge answers the main frame of our own page; a frame that is gone cannot be checked. */
export function mayCallBridge(frame: FrameSigns | null): boolean {
  return frame !== null && !frame.isDestroyed() && frame.parent === null && isAppAddress(frame.url);
}

/** Nothing leaves the window: pages may only request our own scheme, and data that they hold themselves. */
export function mayRequest(address: string, allowsDevTools: boolean): boolean {
  const scheme = URL.parse(address)?.protocol;
  if (scheme === 'data:') return true;
  if (scheme === 'blob:') return isAppAddress(address.slice('blob:'.length));
  if (scheme === 'devtools:') return allowsDevTools;
  return isAppAddress(address);
}

/** Even a link that has passed the link guard is only given to the system if it is plain https. */
export function mayOpenOutside(url: URL): boolean {
  return url.protocol === 'https:' && url.username === '' && url.password === '';
}

/** The only plain http address that is given to the system: this program made it, never a page. */
export function isOwnDocumentation(url: URL): boolean {
  return url.port !== '' && url.href === `http://127.0.0.1:${url.port}/docs`;
}

/** The scheme of the user interface in the window: never a file or a server. */
export const APP_SCHEME = 'app';

const APP_HOST = 'bundle';

const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

export const APP_START_PAGE = `${APP_ORIGIN}/`;

/** Whether an address is one of the window's own pages or files. `URL.origin` supports no custom schemes. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === '';
}

/** With these, other programs of this computer could control the window. No fuse removes them. */
export const DEBUGGING_SWITCHES: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
];

/**
 * Chromium resolves no name and no address. The lock of the session only sees requests, not the names that a page looks
 * up or the connections that it opens in advance.
 */
export const NO_NETWORK_SWITCH = { name: 'host-resolver-rules', value: 'MAP * ~NOTFOUND' } as const;

/** Pages may connect to a peer only through a proxy, and there is none. No lock sees other traffic to a peer. */
export const PEER_POLICY = 'disable_non_proxied_udp';

/** With these, a page that takes over its process is outside of Chromium's sandbox. */
export const UNSANDBOXING_SWITCHES: readonly string[] = [
  'no-sandbox',
  'disable-seccomp-filter-sandbox',
  'single-process',
];
