import { test as base } from '@playwright/test';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { DEFAULT_PREFERENCES, DEFAULT_SETTINGS } from '../../../shared/contract/defaults.ts';
import type { Preferences } from '../../../shared/contract/preferences.ts';
import { changePreferences } from '../../../shared/contract/window.ts';
import { type ApiReader, OWNER, openApi } from './api-reader.ts';
import { PRODUCT_START_MS, type RunningProduct, startProduct } from './running-product.ts';
import { callBridge, changeAtWindow, enterUi, giveTicket, type UiEntrance } from './ui-entrance.ts';

/** Preferences of a user who has seen the tour and changed nothing else. */
const TOUR_DONE_PREFERENCES: Preferences = { ...DEFAULT_PREFERENCES, isTourDone: true };

interface OfTest {
  /** Signs out and resets the settings before each test: a program has one session and one set of settings. */
  readonly freshProgram: undefined;
  /** Signs in without the form, with default preferences. Pages opened afterwards belong to this user. */
  readonly signIn: (user: Credentials) => Promise<void>;
}

interface OfWorker {
  /** One product for all tests of a worker. */
  readonly product: RunningProduct & UiEntrance;
  /** Reads the API of that product as the owner of the demo shop, with a separate token. */
  readonly api: ApiReader;
}

/**
 * Starts a product for the duration of `use`, and enters its window. `prepare` gets the data folder before the start.
 */
export async function useProduct(
  use: (product: OfWorker['product']) => Promise<void>,
  prepare?: (dataFolder: string) => Promise<void>,
): Promise<void> {
  const running = await startProduct(prepare);
  try {
    await use({ ...running, ...(await enterUi(running)) });
  } finally {
    await running.stop();
  }
}

/** Tests that use the built product in a browser. `page` is admitted, signed out, and relative to the start page. */
export const test = base.extend<OfTest, OfWorker>({
  product: [async ({ browser: _ }, use) => useProduct(use), { scope: 'worker', timeout: PRODUCT_START_MS }],
  api: [async ({ product }, use) => use(await openApi(product.apiAddress, OWNER)), { scope: 'worker' }],
  baseURL: ({ product }, use) => use(product.origin),
  storageState: ({ product }, use) => use(product.storageState),
  // Otherwise things would be read or clicked during a transition.
  contextOptions: { reducedMotion: 'reduce' },
  context: async ({ context, product }, use) => {
    await giveTicket(context, product);
    await use(context);
  },
  freshProgram: [
    async ({ product }, use) => {
      await callBridge(product, 'signOut', {});
      const { language, theme } = DEFAULT_SETTINGS;
      await callBridge(product, 'changeSettings', { language, theme });
      await use(undefined);
    },
    { auto: true },
  ],
  signIn: ({ product }, use) =>
    use(async (user) => {
      await callBridge(product, 'signIn', { ...user, platform: null, remember: false });
      await changeAtWindow(product, changePreferences, TOUR_DONE_PREFERENCES);
    }),
});
