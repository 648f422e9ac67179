import type { BridgeArgument, BridgeCall } from '../../../shared/contract/bridge.ts';
import { LAUNCH_SESSION_PATH, WINDOW_KEY_HEADER } from '../../../shared/contract/window-headers.ts';
import type { Canaries } from './canaries.ts';
import type { Ask, Asked, HeardAnswer } from './heard-client.ts';
import { ACCOUNT_NAME, EMAIL } from './laid-folder.ts';

/** The window of the browser host, as its page uses it. */
export interface Window {
  call<C extends BridgeCall>(
    name: C,
    argument: BridgeArgument<C>,
    shows?: string,
  ): Promise<{ readonly text: string }>;
  read(target: string): Promise<HeardAnswer>;
}

/** Redeems the launch address. Cookie and key are shown once, to the page. */
export async function openWindow(ask: Ask, launchAddress: string, canaries: Canaries): Promise<Window> {
  const { origin, host, hash } = new URL(launchAddress);
  const { cookie, text } = await ask(LAUNCH_SESSION_PATH, {
    method: 'POST',
    headers: { host, origin },
    body: { code: hash.slice(1) },
    shows: 'the cookie and the key',
  });
  canaries.keep('token', cookie.slice(cookie.indexOf('=') + 1));
  const key = canaries.keep('token', JSON.parse(text).key);
  const headers = { host, origin, cookie, [WINDOW_KEY_HEADER]: key };
  const send = (target: string, asked: Asked = {}) => ask(target, { ...asked, headers });
  return {
    call: (name, argument, shows) =>
      send(`/bridge/${name}`, { method: 'POST', body: argument, ...(shows !== undefined && { shows }) }),
    read: (target) => send(target),
  };
}

const { language, format } = { language: 'nl', format: 'csv' } as const;
const REPORT = { dataset: 'price-list', filters: {}, format, language } as const;
const WORKBOOK = { ...REPORT, format: 'xlsx' } as const;

/** Signs in with a canary for a password, and does what one does in the window. */
export async function workInWindow(window: Window, canaries: Canaries, password: string): Promise<void> {
  const right = { account: ACCOUNT_NAME, email: EMAIL, password, platform: null, remember: true };
  await window.call('signIn', { ...right, password: canaries.next('password') });
  await window.call('signIn', right);
  await window.call('readSession', {});
  for (const target of [
    '/api/me',
    '/api/shops',
    '/api/customers',
    '/api/orders?from=2026-10-01',
    '/api/none',
  ]) {
    await window.read(target);
  }
  await window.call('changeSettings', { theme: 'dark', password: canaries.next('password') } as never);
  await window.call('changeSettings', { theme: 'dark' });
  await window.call('readSettings', {});
  await window.call('changePreferences', { password: canaries.next('password') } as never);
  await window.call('exportDataset', { key: 'one', request: REPORT });
  await window.call('exportDataset', { key: 'two', request: WORKBOOK });
  await window.call('exportDataset', {
    key: canaries.next('password').slice(0, 64),
    request: { ...REPORT, dataset: 'x' } as never,
  });
  await window.call('listExportHistory', { before: null });
  await window.call('readRequests', { after: 0 });
  await window.call('readAbout', {});
}

/** Answers an API key that is alive, beside one that was revoked. */
export async function makeKeys(
  window: Window,
  canaries: Canaries,
): Promise<{ live: string; revoked: string }> {
  const make = async (name: string) => {
    const { text } = await window.call('createApiKey', { name, expiresOn: null }, 'the key');
    const { value } = JSON.parse(text);
    return { id: value.record.id, key: canaries.keep('api key', value.key) };
  };
  const [live, revoked] = [await make('live'), await make('revoked')];
  await window.call('revokeApiKey', { id: revoked.id });
  await window.call('listApiKeys', {});
  return { live: live.key, revoked: revoked.key };
}
