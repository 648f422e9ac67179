import type { Kysely } from 'kysely';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import type { Store } from '../../../../electron/store/open-store.ts';
import { OrderRuleError } from '../../../../electron/store/orders/order-rules.ts';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { plainHasher } from '../../demo/demo-store.ts';
import type { SharedShops } from './shared-shop.ts';
import { SHOP_WRITES, type ShopWrite } from './shop-writes.ts';

type Db = Kysely<StoreSchema>;

export interface PlannedWrite {
  readonly name: ShopWrite;
  readonly n: number;
}

/** One of the two processes that write the shop. */
export type Writer = 0 | 1;

/** A shop with two writers and one reader, each on a separate connection. */
export interface FeedWorld {
  /** The platform of a writer or of the reader. */
  platformOf(who: Writer | 'reader'): Platform;
  write(writer: Writer, writes: readonly PlannedWrite[]): Promise<void>;
  /** Writes in a transaction that stays open while `watch` runs, and then ends it. */
  writeOpenly(
    writer: Writer,
    writes: readonly PlannedWrite[],
    end: TransactionEnd,
    watch: () => Promise<void>,
  ): Promise<void>;
  moveClock(ms: number): void;
  close(): Promise<void>;
}

/** A crash drops the connection without closing it, and the shop is opened again. */
export type TransactionEnd = 'commit' | 'rollback' | 'crash';

export async function openWorld(shops: SharedShops): Promise<FeedWorld> {
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const shop = await shops.make(clock);
  const platformOn = ({ db }: Store) => createEmbeddedPlatform({ db, clock, hasher: plainHasher });
  const open = async () => {
    const store = await shop.open();
    return { store, platform: platformOn(store) };
  };
  const writers = [await open(), await open()];
  const reader = shop.openReader();
  const readerPlatform = platformOn(reader);
  let lastId = 10_000;

  function writerOf(writer: Writer) {
    const found = writers[writer];
    if (!found) throw new Error(`there is no writer ${writer}`);
    return found;
  }

  async function writeAll(db: Db, writes: readonly PlannedWrite[]): Promise<void> {
    for (const { name, n } of writes) {
      lastId += 1;
      const context = { db, now: clock.now(), newId: lastId, n };
      await SHOP_WRITES[name](context);
    }
  }

  return {
    platformOf: (who) => (who === 'reader' ? readerPlatform : writerOf(who).platform),

    async write(writer, writes) {
      const { db } = writerOf(writer).store;
      await unlessRefused(db.transaction().execute((transaction) => writeAll(transaction, writes)));
    },

    async writeOpenly(writer, writes, end, watch) {
      const { store } = writerOf(writer);
      const transaction = await store.db.startTransaction().execute();
      const isWritten = await unlessRefused(writeAll(transaction, writes));
      await watch();
      if (end === 'crash') {
        await shop.crash(store);
        writers[writer] = await open();
        return;
      }
      const isStored = end === 'commit' && isWritten;
      await (isStored ? transaction.commit() : transaction.rollback()).execute();
    },

    moveClock: (ms) => clock.advance(ms),

    async close() {
      for (const { store } of writers) await store.close();
      await reader.close();
      await shop.remove();
    },
  };
}

async function unlessRefused(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof OrderRuleError) return false;
    throw error;
  }
}
