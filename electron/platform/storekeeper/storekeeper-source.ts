import type { UserReference } from '../../base/caller.ts';
import type { Log } from '../../base/log.ts';
import type { CopyDb } from '../../store/copies/copy-store.ts';
import { openStoreKeeperCopy, toStoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import type { CopySource } from '../copy-source.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { type AnswersDeps, createStoreKeeperAnswers } from './answers.ts';
import { createOffers } from './offers.ts';
import { COPIED_CALLS } from './platform.ts';
import type { StoreKeeperSession } from './session.ts';
import { isAnswering, readCallTime, readStatus } from './status.ts';
import { readAccount, requestFullReading } from './sync.ts';

export interface StoreKeeperSourceDeps {
  readonly getSession: (caller: UserReference) => StoreKeeperSession;
  /** The built-in platform on a store. */
  readonly createCalls: (db: CopyDb) => PlatformCalls;
  readonly backOffice: string | null;
  readonly getShopKind: AnswersDeps['getShopKind'];
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/** Creates the copy source of an account: how it is read, and which calls its copy answers. */
export function createStoreKeeperSource(deps: StoreKeeperSourceDeps): CopySource {
  const { getSession, createCalls, backOffice, getShopKind, random, log } = deps;
  return {
    calls: COPIED_CALLS,
    isCopyOnly: true,
    getMaxAgeMs: () => Number.POSITIVE_INFINITY,
    async open(file, clock) {
      const store = await openStoreKeeperCopy(file, clock);
      const db = toStoreKeeperDb(store.db);
      const offers = createOffers(db, clock);
      return {
        answers: createStoreKeeperAnswers({ db, embedded: createCalls(store.db), backOffice, getShopKind, clock }),
        getReadAt: (call) => readCallTime(db, call),
        continueReading: ({ caller, markComplete, ...reading }) =>
          readAccount(
            { ...reading, db, offers, clock, random, session: getSession(caller) },
            {
              markComplete,
              warn: (err, task) => log.warn({ err, task }, 'could not read part of a StoreKeeper account'),
            },
          ),
        markAllDue: () => requestFullReading(db, clock.now()),
        isComplete: () => isAnswering(db),
        getStatus: () => readStatus(db, clock.now()),
        close: store.close,
      };
    },
  };
}
