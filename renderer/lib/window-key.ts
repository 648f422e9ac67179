import { WINDOW_KEY_FRAGMENT, WINDOW_KEY_HEADER } from '../../shared/contract/window-key.ts';

/** Name in the storage of the page, which browsers keep apart by port. */
export const STORED_AS = 'tilldesk-window-key';

/** Takes the key out of the address that the launch page went on to, before anything else reads that. */
export function takeWindowKey(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get(WINDOW_KEY_FRAGMENT);
  if (key === null) return;
  localStorage.setItem(STORED_AS, key);
  history.replaceState(null, '', location.pathname);
}

/** What each call to the host shows. None where the host, as Electron's, asks for no key. */
export function windowKeyHeaders(): Readonly<Record<string, string>> {
  const key = localStorage.getItem(STORED_AS);
  return key === null ? {} : { [WINDOW_KEY_HEADER]: key };
}
