import { openDemoShops } from './platform/embedded/demo/open-demo-shops.ts';
import { createPasswordHasher } from './platform/embedded/password-hasher.ts';
import { systemClock as clock } from './session/clock.ts';
import type { StoreFile } from './store/open-reader.ts';
import { openStore } from './store/open-store.ts';
import { answerRequests } from './threads/answer-requests.ts';
import { threadData } from './threads/thread-data.ts';

const { file } = threadData<StoreFile>();

answerRequests(async (_request: null) => {
  const { db, close } = await openStore({ file, clock });
  try {
    await openDemoShops({ db, clock, hasher: createPasswordHasher() });
  } finally {
    await close();
  }
});
