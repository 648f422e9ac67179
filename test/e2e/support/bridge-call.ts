import { type APIRequestContext, expect } from '@playwright/test';
import type { BridgeArgument, BridgeCall, BridgeResult } from '../../../shared/contract/bridge.ts';
import { windowHeaders } from './window-headers.ts';

/** Calls the bridge of the browser host as its page does. `request` is let in already. */
export async function callBridge<C extends BridgeCall>(
  request: APIRequestContext,
  origin: string,
  name: C,
  argument: BridgeArgument<C>,
): Promise<void> {
  const headers = await windowHeaders(request, origin);
  const answer = await request.post(`${origin}/bridge/${name}`, { data: argument, headers });
  const result: BridgeResult<unknown> = await answer.json();
  expect(result, `the call ${name}`).toMatchObject({ ok: true });
}
