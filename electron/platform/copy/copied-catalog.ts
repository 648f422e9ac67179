import type { Caller } from '../../base/caller.ts';
import type { Platform, PriceListBatch } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { COPY_READER } from './catalog-answers.ts';
import { isAbsence } from './connectivity.ts';
import type { KeptReads } from './copy-reads.ts';

type CatalogCalls =
  | 'listReference'
  | 'searchProducts'
  | 'findProduct'
  | 'listProductPrices'
  | 'readPriceList';

/** What the copy answers once it is whole. */
export function copiedCatalog(remote: Platform, { copied, there }: KeptReads): Pick<Platform, CatalogCalls> {
  return {
    listReference: (caller, kind) =>
      copied(
        caller,
        (copy) => copy.listReference(kind),
        (as) => remote.listReference(as, kind),
      ),
    searchProducts: (caller, query) =>
      copied(
        caller,
        (copy) => copy.answer((answers) => answers.searchProducts(COPY_READER, query)),
        (as) => remote.searchProducts(as, query),
      ),
    listProductPrices: (caller, query) =>
      copied(
        caller,
        (copy) => copy.answer((answers) => answers.listProductPrices(COPY_READER, query)),
        (as) => remote.listProductPrices(as, query),
      ),
    async findProduct(caller, id) {
      const ask = (as: Caller) => remote.findProduct(as, id);
      const found = await copied(
        caller,
        (copy) => copy.answer((answers) => answers.findProduct(COPY_READER, id)),
        ask,
      );
      // It may have come a moment ago.
      return found ?? (await nullIfAway(() => there(caller, ask)));
    },
    async readPriceList(caller, query, after) {
      const key = after === null ? null : keyOfCopy(after);
      const ask = (as: Caller) => remote.readPriceList(as, query, after);
      // A list is read to its end where it was begun.
      if (after !== null && key === null) return there(caller, ask);
      return copied(
        caller,
        (copy) =>
          copy.answer(async (answers) => inCopy(await answers.readPriceList(COPY_READER, query, key))),
        key === null ? ask : brokenOff,
      );
    },
  };
}

async function nullIfAway<Found>(find: () => Promise<Found | null>): Promise<Found | null> {
  try {
    return await find();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

const KEY_OF_COPY = /^copy\.(\d{1,15})$/;

/** Null for a key of the deployment. */
function keyOfCopy(key: string): string | null {
  return KEY_OF_COPY.exec(key)?.[1] ?? null;
}

function inCopy({ rows, next }: PriceListBatch): PriceListBatch {
  return { rows, next: next === null ? null : `copy.${next}` };
}

async function brokenOff(): Promise<never> {
  throw new PlatformError('rejected', 'The price list cannot be read on: read it from the beginning.');
}
