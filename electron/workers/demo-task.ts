import { systemClock as clock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { openDemoShops } from '../platform/demo/open-demo-shops.ts';
import { openStore } from '../store/open-store.ts';
import { createTask } from './tasks.ts';

export default createTask(async (file: string) => {
  const { db, close } = await openStore({ file, clock });
  try {
    await openDemoShops({ db, clock, hasher: createPasswordHasher() });
  } finally {
    await close();
  }
});
