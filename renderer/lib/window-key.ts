import { WINDOW_KEY_HEADER, WINDOW_KEY_STORED_AS } from '../../shared/contract/window-headers.ts';

/** Between windows of one run: an empty text asks for the key, any other one is it. */
const CHANNEL = WINDOW_KEY_STORED_AS;
const ANSWER_WITHIN_MS = 500;

/**
 * Ensures that this tab has the key that the launch page stored, and gives it to tabs that ask. A tab that is opened by a
 * link begins without one. Windows of the Electron host need none, and never ask.
 */
export async function shareWindowKey(): Promise<void> {
  if (window.tilldesk !== undefined) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    const key = storedKey();
    if (data === '' && key !== null) channel.postMessage(key);
  });
  if (storedKey() !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  channel.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string' || data === '' || storedKey() !== null) return;
    sessionStorage.setItem(WINDOW_KEY_STORED_AS, data);
    resolve();
  });
  channel.postMessage('');
  setTimeout(resolve, ANSWER_WITHIN_MS);
  await promise;
}

/** The key in each call to the host; none for a host, such as Electron's, that needs no key. */
export function windowKeyHeaders(): Readonly<Record<string, string>> {
  const key = storedKey();
  return key === null ? {} : { [WINDOW_KEY_HEADER]: key };
}

function storedKey(): string | null {
  return sessionStorage.getItem(WINDOW_KEY_STORED_AS);
}
