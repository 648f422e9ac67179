import type {
  BridgeArgument,
  BridgeCall,
  BridgeResult,
  BridgeResults,
} from '../../../shared/contract/bridge.ts';
import { WINDOW_KEY_FRAGMENT, WINDOW_KEY_HEADER } from '../../../shared/contract/window-key.ts';
import { OWNER } from './api-connection.ts';
import type { RunningProduct } from './running-product.ts';
import { printedAddress } from './server-process.ts';

/** The window's page as its host sees it: let in once, signed in, calling the bridge. */
export interface WindowPage {
  call<C extends BridgeCall>(name: C, argument: BridgeArgument<C>): Promise<BridgeResults[C]>;
  /** The file of a finished export, as the browser fetches it. */
  download(path: string): Promise<string>;
}

/** Of a product that was started with the browser host. */
export async function openWindowPage(product: RunningProduct): Promise<WindowPage> {
  const launchAddress = printedAddress(product, 'Window');
  const { origin } = new URL(launchAddress);
  const entrance = await fetch(launchAddress);
  const cookie = entrance.headers.get('set-cookie')?.split(';')[0];
  const key = new RegExp(`#${WINDOW_KEY_FRAGMENT}=([\\w-]+)`).exec(await entrance.text())?.[1];
  if (cookie === undefined || key === undefined) {
    throw new Error(`${launchAddress} let nobody in: ${entrance.status}`);
  }
  const pass = { cookie, [WINDOW_KEY_HEADER]: key };

  const page: WindowPage = {
    async call(name, argument) {
      const answer = await fetch(`${origin}/bridge/${name}`, {
        method: 'POST',
        headers: { ...pass, origin, 'content-type': 'application/json' },
        body: JSON.stringify(argument),
      });
      const result = (await answer.json()) as BridgeResult<BridgeResults[typeof name]>;
      if (!result.ok) throw new Error(`${name}: ${result.failure.message}`);
      return result.value;
    },
    async download(path) {
      const answer = await fetch(`${origin}${path}`, { headers: pass });
      // Not text(), which would take the byte order mark away.
      return Buffer.from(await answer.arrayBuffer()).toString();
    },
  };
  await page.call('signIn', { ...OWNER, platform: null, remember: false });
  return page;
}
