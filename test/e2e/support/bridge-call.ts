import { expect } from '@playwright/test';
import type { BridgeArgument, BridgeCall, BridgeResult, BridgeResults } from '../../../shared/contract/bridge.ts';
import type { UiEntrance } from './ui-entrance.ts';

/** Calls the bridge of the browser host as its page does, and answers the value. */
export async function callBridge<C extends BridgeCall>(
  { window }: Pick<UiEntrance, 'window'>,
  name: C,
  argument: BridgeArgument<C>,
): Promise<BridgeResults[C]> {
  const { text } = await window.ask('POST', `/bridge/${name}`, argument);
  const result: BridgeResult<BridgeResults[C]> = JSON.parse(text);
  expect(result, `the call ${name}`).toMatchObject({ ok: true });
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}
