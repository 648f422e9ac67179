/** The only permission a page of ours may use: writing to the clipboard after a click. */
const GRANTED_PERMISSIONS: readonly string[] = ['clipboard-sanitized-write'];

/** The frame of a message or a request, as far as the guards look at it. */
export interface FrameSigns {
  readonly url: string;
  /** null for the main frame of a window. */
  readonly parent: unknown;
  /** Of what is gone nothing else can be read. */
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

/** Nothing leaves the window: pages reach our own scheme, and data that they hold themselves. */
export function mayRequest(address: string, allowsDevTools: boolean): boolean {
  const scheme = URL.parse(address)?.protocol;
  if (scheme === 'data:') return true;
  if (scheme === 'blob:') return isAppAddress(address.slice('blob:'.length));
  if (scheme === 'devtools:') return allowsDevTools;
  return isAppAddress(address);
}

/** A link that has passed the link guard is still only handed to the system when it is plain https. */
export function mayOpenOutside(url: URL): boolean {
  return url.protocol === 'https:' && url.username === '' && url.password === '';
}

/** The one plain http address that is handed to the system: made by this program, never by what it shows. */
export function isOwnDocumentation(url: URL): boolean {
  return url.port !== '' && url.href === `http://127.0.0.1:${url.port}/docs`;
}

/** Where the window finds the user interface: a scheme of our own, never a file or a server. */
export const APP_SCHEME = 'app';

const APP_HOST = 'bundle';

const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

export const APP_START_PAGE = `${APP_ORIGIN}/`;

/** Whether an address is one of the window's own pages or files. `URL.origin` knows no schemes of one's own. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === '';
}

/** With these, other programs of this computer could steer the window. No fuse takes them away. */
export const DEBUGGING_SWITCHES: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
];

/**
 * For Chromium no name and no address leads anywhere. The lock of the session sees requests alone: not the names that
 * a page has looked up beforehand, nor the connections that it has opened beforehand.
 */
export const NO_NETWORK_SWITCH = { name: 'host-resolver-rules', value: 'MAP * ~NOTFOUND' } as const;

/** How pages may reach a peer: through a proxy, of which there is none. What they send otherwise, no lock sees. */
export const PEER_POLICY = 'disable_non_proxied_udp';

/** With these, a page that takes over its process is outside of Chromium's sandbox. */
export const UNSANDBOXING_SWITCHES: readonly string[] = [
  'no-sandbox',
  'disable-seccomp-filter-sandbox',
  'single-process',
];
