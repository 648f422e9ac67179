import type { Kysely } from 'kysely';
import type { Caller } from '../../base/caller.ts';
import { COPIED_ACCOUNT } from '../../store/copies/catalog-copy-store.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { Platform } from '../platform.ts';

/** What is asked of a catalog, whether the deployment answers or the copy. */
export type CatalogAnswers = Pick<
  Platform,
  'searchProducts' | 'findProduct' | 'listProductPrices' | 'readPriceList'
>;

/** Answers from a store: the built-in platform, so that search and order are the same with and without a copy. */
export type AnswerFrom = (db: Kysely<StoreSchema>) => CatalogAnswers;

/** All of a copy is its reader's: nothing in it is kept from them, and its stock is what they see. */
export const COPY_READER: Caller = {
  accountId: COPIED_ACCOUNT,
  userId: 0,
  account: '',
  name: '',
  email: '',
  roles: [],
  lockedLocation: null,
};
