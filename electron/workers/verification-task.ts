import { setTimeout as sleep } from 'node:timers/promises';
import { openStoreAt, type StoreLocation } from '../compose/open-shop.ts';
import type { Store } from '../store/open-store.ts';
import type { RepairPace } from '../store/totals/repair-totals.ts';
import { answerVerification, type VerificationRequest } from '../store/totals/store-verification.ts';
import { createTask, getPoolData } from './tasks.ts';

const PACE: RepairPace = { now: () => performance.now(), sleep };

let store: Store | undefined;

export default createTask(async (request: VerificationRequest) => {
  store ??= await openStoreAt(getPoolData<StoreLocation>());
  return answerVerification(store.db, request, PACE);
});
