import { openStore } from '../../../electron/store/open-store.ts';

/** Opens the store named by its argument when it gets a message, and may be killed meanwhile. */

const [file = ''] = process.argv.slice(2);
process.once('message', async () => {
  try {
    const store = await openStore({ file });
    process.send?.({ kind: 'opened' });
    await store.close();
  } catch (error) {
    const name = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    process.send?.({ kind: 'refused', name });
  }
  process.disconnect();
});
process.send?.({ kind: 'ready' });
