import type { BridgeArgument, BridgeCall, BridgeResult, BridgeResults } from '../../../shared/contract/bridge.ts';
import { enterWindow } from '../../support/window-client.ts';
import { OWNER } from './api-connection.ts';
import { printedAddress, type RunningProduct } from './running-product.ts';

/** The window's page as its host sees it: let in once, signed in, calling the bridge. */
export interface WindowPage {
  call<C extends BridgeCall>(name: C, argument: BridgeArgument<C>): Promise<BridgeResults[C]>;
  /** The file of a finished export, as the browser fetches it. */
  download(path: string): Promise<string>;
}

/** Of a product that was started with the browser host. */
export async function openWindowPage(product: RunningProduct): Promise<WindowPage> {
  const window = await enterWindow(printedAddress(product, 'Window'));
  const page: WindowPage = {
    async call(name, argument) {
      const answer = await window.ask('POST', `/bridge/${name}`, argument);
      const result: BridgeResult<BridgeResults[typeof name]> = JSON.parse(answer.text);
      if (!result.ok) throw new Error(`${name}: ${result.failure.message}`);
      return result.value;
    },
    async download(path) {
      return (await window.ask('GET', path)).text;
    },
  };
  await page.call('signIn', { ...OWNER, platform: null, remember: false });
  return page;
}
