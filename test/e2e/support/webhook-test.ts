import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HttpsReceiver, type ReceiverReply, startHttpsReceiver } from '../../support/https-receiver.ts';
import { test as base } from './product-test.ts';
import { PRODUCT_START_MS, startProduct } from './running-product.ts';
import { enterUi } from './ui-entrance.ts';

/** A receiver on this PC that the product of the worker may deliver to. */
interface LocalReceiver extends HttpsReceiver {
  /** To be subscribed. */
  readonly address: string;
  /** What is answered from now on. */
  reply: ReceiverReply;
}

export const TAKEN: ReceiverReply = { status: 200, text: 'taken' };
const CA_FILE = 'receiver-ca.pem';

/** Tests in which the product delivers to `receiver`, which takes everything unless it is told otherwise. */
export const test = base.extend<{ readonly receiver: LocalReceiver }, { readonly running: LocalReceiver }>({
  running: [
    async ({ browser: _ }, use) => {
      const receiver = await startReceiver();
      await use(receiver);
      await receiver.close();
    },
    { scope: 'worker' },
  ],
  receiver: async ({ running }, use) => {
    running.reply = TAKEN;
    await use(running);
  },
  product: [
    async ({ running }, use) => {
      const product = await startProduct((dataFolder) => allow(running, dataFolder));
      try {
        await use({ ...product, ...(await enterUi(product)) });
      } finally {
        await product.stop();
      }
    },
    { scope: 'worker', timeout: PRODUCT_START_MS },
  ],
});

/** The file that makes curl trust the receiver. */
export function caFileIn(dataFolder: string): string {
  return join(dataFolder, CA_FILE);
}

async function startReceiver(): Promise<LocalReceiver> {
  const server = await startHttpsReceiver({ answer: () => receiver.reply });
  const receiver: LocalReceiver = {
    ...server,
    address: `https://127.0.0.1:${server.port}/hook`,
    reply: TAKEN,
  };
  return receiver;
}

async function allow({ ca }: LocalReceiver, dataFolder: string): Promise<void> {
  await writeFile(caFileIn(dataFolder), ca);
  const allowed = [{ host: '127.0.0.1', cidr: '127.0.0.1/32', ca: CA_FILE }];
  await writeFile(join(dataFolder, 'webhook-receivers.json'), JSON.stringify({ allowed }));
}
