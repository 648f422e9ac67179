import { systemClock as clock } from '../base/clock.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import { openDemoShops } from '../platform/demo/open-demo-shops.ts';
import { openStore } from '../store/open-store.ts';
import type { StoreFile } from '../store/store-connections.ts';
import { answerRequests, threadData } from './answer-requests.ts';

const { file } = threadData<StoreFile>();

answerRequests(async (_request: null) => {
  const { db, close } = await openStore({ file, clock });
  try {
    await openDemoShops({ db, clock, hasher: createPasswordHasher() });
  } finally {
    await close();
  }
});
