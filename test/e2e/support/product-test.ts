import { test as base } from '@playwright/test';
import { type RunningProduct, startProduct } from './running-product.ts';
import { enterUi, type UiEntrance } from './ui-entrance.ts';

interface OfTest {
  /** Signs the program out before each test: it has one session, whoever looks at it. */
  readonly signedOut: undefined;
}

interface OfWorker {
  /** One running product for all tests of a worker. */
  readonly product: RunningProduct & UiEntrance;
}

/** Tests that drive the built product in a browser. `page` is let in, signed out, and relative to the start page. */
export const test = base.extend<OfTest, OfWorker>({
  product: [
    async ({ browser }, use) => {
      const running = await startProduct();
      try {
        await use({ ...running, ...(await enterUi(browser, running)) });
      } finally {
        await running.stop();
      }
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(product.origin),
  storageState: ({ product }, use) => use(product.storageState),
  signedOut: [
    async ({ request, product }, use) => {
      const answer = await request.post('/bridge/signOut', { data: {}, headers: { origin: product.origin } });
      if (!answer.ok()) throw new Error(`The program could not be signed out: ${answer.status()}.`);
      await use(undefined);
    },
    { auto: true },
  ],
});
