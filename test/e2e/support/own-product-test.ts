import { test as base } from './product-test.ts';
import { PRODUCT_START_MS, type RunningProduct, startProduct } from './running-product.ts';

/** Each test has a separate product, which it may end and restart. */
export const test = base.extend<{ readonly running: RunningProduct }>({
  running: [
    async ({ browser: _ }, use) => {
      const running = await startProduct();
      await use(running);
      await running.stop();
    },
    { timeout: PRODUCT_START_MS },
  ],
});
