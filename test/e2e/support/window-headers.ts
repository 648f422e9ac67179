import type { APIRequestContext } from '@playwright/test';
import { STORED_AS } from '../../../renderer/lib/window-key.ts';
import { WINDOW_KEY_HEADER } from '../../../shared/contract/window-key.ts';

/** What the page of the window shows with each call besides the cookie. `request` is let in already. */
export async function windowHeaders(
  request: APIRequestContext,
  origin: string,
): Promise<Record<string, string>> {
  const { origins } = await request.storageState();
  const stored = origins.find((one) => one.origin === origin)?.localStorage ?? [];
  const key = stored.find(({ name }) => name === STORED_AS)?.value;
  if (key === undefined) throw new Error(`${origin} has not let this browser in`);
  return { origin, [WINDOW_KEY_HEADER]: key };
}
