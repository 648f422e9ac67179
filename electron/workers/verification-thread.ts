import { setTimeout as sleep } from 'node:timers/promises';
import { openStoreAt, type StoreLocation } from '../compose/open-shop.ts';
import type { Store } from '../store/open-store.ts';
import type { RepairPace } from '../store/totals/repair-totals.ts';
import { answerVerification, type VerificationRequest } from '../store/totals/store-verification.ts';
import { answerRequests, threadData } from './answer-requests.ts';

const PACE: RepairPace = { now: () => performance.now(), sleep };
const location = threadData<StoreLocation>();
let store: Store | undefined;

answerRequests(async (request: VerificationRequest) => {
  // A store that cannot be opened is the failure of a request.
  store ??= await openStoreAt(location);
  return answerVerification(store.db, request, PACE);
});
