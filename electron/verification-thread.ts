import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { openStore, type Store } from './store/open-store.ts';
import { type RepairPace, repairTotals } from './store/totals/repair-totals.ts';
import { type AccountMonth, readMonths } from './store/totals/totals-months.ts';
import { type TotalsDifference, verifyMonth } from './store/totals/verify-totals.ts';
import { answerRequests } from './threads/answer-requests.ts';

export type VerificationRequest =
  | { readonly kind: 'list-months' }
  | { readonly kind: 'verify'; readonly month: AccountMonth }
  | { readonly kind: 'repair' };

export interface VerificationAnswer {
  readonly months: readonly AccountMonth[];
  readonly differences: readonly TotalsDifference[];
}

const PACE: RepairPace = { now: () => performance.now(), sleep };
const NOTHING: VerificationAnswer = { months: [], differences: [] };

let store: Store | undefined;

answerRequests(async (request: VerificationRequest): Promise<VerificationAnswer> => {
  // A store that cannot be opened is the failure of a request.
  store ??= await openStore({ file: workerData.file });
  const { db } = store;
  switch (request.kind) {
    case 'list-months':
      return { ...NOTHING, months: await readMonths(db) };
    case 'verify':
      return { ...NOTHING, differences: await verifyMonth(db, request.month) };
    case 'repair':
      await repairTotals(db, PACE);
      return NOTHING;
  }
});
