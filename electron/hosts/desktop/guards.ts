import { isAppAddress } from './app-address.ts';

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
