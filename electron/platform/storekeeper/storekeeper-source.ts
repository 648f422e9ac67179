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
import { isAnswering, readStatus, readTimeOf } from './status.ts';
import { askToReadAgain, readAccount } from './sync.ts';

export interface StoreKeeperSourceDeps {
  readonly sessionOf: (caller: UserReference) => StoreKeeperSession;
  /** The built-in platform on a store. */
  readonly answerFrom: (db: CopyDb) => PlatformCalls;
  readonly backOffice: string | null;
  readonly kindOfShop: AnswersDeps['kindOfShop'];
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/** How an account is copied, and what its copy answers. */
export function createStoreKeeperSource(deps: StoreKeeperSourceDeps): CopySource {
  const { sessionOf, answerFrom, backOffice, kindOfShop, random, log } = deps;
  return {
    calls: COPIED_CALLS,
    isAloneInAnswering: true,
    mostAgeMs: () => Number.POSITIVE_INFINITY,
    async open(file, clock) {
      const store = await openStoreKeeperCopy(file, clock);
      const db = toStoreKeeperDb(store.db);
      const offers = createOffers(db, clock);
      return {
        answers: createStoreKeeperAnswers({ db, embedded: answerFrom(store.db), backOffice, kindOfShop, clock }),
        readAt: (call) => readTimeOf(db, call),
        readOn: ({ caller, becomeWhole, ...reading }) =>
          readAccount(
            { ...reading, db, offers, clock, random, session: sessionOf(caller) },
            {
              becomeWhole,
              warn: (err, task) => log.warn({ err, task }, 'a part of a StoreKeeper account was not read'),
            },
          ),
        readAgain: () => askToReadAgain(db, clock.now()),
        isWhole: () => isAnswering(db),
        status: () => readStatus(db, clock.now()),
        close: store.close,
      };
    },
  };
}
