import type { Static, TSchema } from 'typebox';
import { timestampOrNull } from '../../../../shared/calendar.ts';
import { COPIED_ACCOUNT, readFact, writeFacts } from '../../../store/copies/copy-store.ts';
import {
  inCopyTransaction,
  type NewNote,
  replaceNotesOf,
  type StoreKeeperDb,
  upsertRows,
} from '../../../store/copies/storekeeper-copy-store.ts';
import { readOnlyActive, readShopLocations, withdrawUnlisted } from '../../../store/copies/storekeeper-reference.ts';
import type { Resource } from '../handshake.ts';
import { type NotedRecord, noteOf } from '../mapping/notes.ts';
import {
  homeCountryOf,
  locationIdOf,
  mapConfiguration,
  mapLocation,
  mapPaymentMethod,
  mapShop,
  mapTaxRate,
  UNKNOWN_PROVIDER_ID,
  unknownProvider,
} from '../mapping/reference.ts';
import { LocationRecord, PaymentMethodRecord, ShopRecord, TaxRateRecord } from '../mapping/wire-records.ts';
import { readRecord } from '../mapping/wire-values.ts';
import { configurationOf, DEFAULT_CONFIGURATION, type ListFunction } from '../storekeeper-functions.ts';
import { accountFacts, readAccountFacts } from './account-facts.ts';
import { MOST_PAGE_ROWS, readPage, rowIdOf } from './pages.ts';
import type { Stream, StreamProgressOf, StreamReadAtOf, SyncContext } from './stream.ts';

const HOUR_MS = 60 * 60 * 1_000;

const NAME = 'reference';

/** A list of the account: its rows are written as they come, and what it no longer has is withdrawn at its end. */
interface ReferenceList {
  readonly function: (context: SyncContext) => ListFunction | null;
  /** Answers the notes of the rows, by their owner. */
  write(db: StoreKeeperDb, rows: readonly unknown[]): Promise<ReadonlyMap<string, readonly NewNote[]>>;
  /** `listedIds` are those of all its rows, as StoreKeeper has them. */
  finish?(db: StoreKeeperDb, listedIds: readonly number[]): Promise<void>;
}

const LISTS: Readonly<Record<ListName, ReferenceList>> = {
  shops: {
    function: readBy('shops'),
    write: (db, rows) =>
      writeReadable({ sort: 'shop', schema: ShopRecord, rows, write: (records) => writeOtherShops(db, records) }),
    async finish(db, listedIds) {
      const { ownShopId } = await readAccountFacts(db);
      await withdrawUnlisted(db, 'shops', ownShopId === null ? listedIds : [...listedIds, ownShopId]);
    },
  },
  taxRates: {
    function: readBy('taxRates'),
    write: (db, rows) =>
      writeReadable({
        ...{ sort: 'tax_rate', schema: TaxRateRecord, rows },
        isUsable: (record) => mapTaxRate(record, COPIED_ACCOUNT) !== null,
        async write(records) {
          await upsertRows(
            db,
            'tax_rates',
            records.flatMap((record) => mapTaxRate(record, COPIED_ACCOUNT) ?? []),
          );
        },
      }),
  },
  paymentMethods: {
    function: readBy('paymentMethods'),
    write: (db, rows) =>
      writeReadable({
        ...{ sort: 'payment_method', schema: PaymentMethodRecord, rows },
        async write(records) {
          const methods = records.map((record) => mapPaymentMethod(record, COPIED_ACCOUNT));
          await upsertRows(db, 'payment_providers', methods);
        },
      }),
    finish: (db, listedIds) => withdrawUnlisted(db, 'payment_providers', [...listedIds, UNKNOWN_PROVIDER_ID]),
  },
  locations: {
    function: readBy('locations'),
    write: (db, rows) =>
      writeReadable({
        ...{ sort: 'location', schema: LocationRecord, rows },
        async write(records) {
          const { homeCountry } = await readAccountFacts(db);
          const locations = records.map((record) => mapLocation(record, COPIED_ACCOUNT, homeCountry));
          await upsertRows(db, 'locations', locations);
        },
      }),
    async finish(db, listedIds) {
      const ours = listedIds.flatMap((id) => locationIdOf(id) ?? []);
      await withdrawUnlisted(db, 'locations', ours);
      await writeFacts(db, accountFacts({ onlyLocationId: await readOnlyActive(db, ours), areLocationsListed: true }));
    },
  },
};

type ListName = 'shops' | 'taxRates' | 'paymentMethods' | 'locations';

/** What others need is read first: country and currency before shops and locations. */
const ORDER: readonly ('account' | ListName)[] = ['account', 'shops', 'taxRates', 'paymentMethods', 'locations'];

/** How far a reading has got: a fact, as JSON. */
interface ReadingState {
  readonly begunAt: number;
  /** Into `ORDER`. */
  readonly at: number;
  /** Of the list that is read. */
  readonly start: number;
  readonly listedIds: readonly number[];
  readonly limit: number;
}

const FACTS = {
  reading: 'reference_reading',
  readAt: 'reference_read_at',
  next: 'reference_next',
  again: 'reference_again',
} as const;

/** Shops, VAT rates, payment methods and locations, and what the account is: all of it each hour. */
export function createReferenceStream(context: SyncContext): Stream {
  const { db, clock } = context;

  async function readAccount() {
    const { ownShop, configuration } = context.plan.resources;
    const paced = { stream: NAME, signal: context.signal };
    const [shop, settings] = await Promise.all([
      ownShop.readBy === null ? null : context.session.call('getShopWithRelation', {}, paced),
      configuration.readBy === null ? null : context.session.call('listConfigurations', DEFAULT_CONFIGURATION, paced),
    ]);
    return { shop, configuration: settings && configurationOf(settings) };
  }

  async function writing(work: (transaction: StoreKeeperDb) => Promise<ReadingState>): Promise<void> {
    context.expectOn();
    await inCopyTransaction(db, async (transaction) => {
      const after = await work(transaction);
      const isOver = after.at >= ORDER.length;
      await writeFacts(transaction, {
        [FACTS.reading]: isOver ? null : JSON.stringify(after),
        ...(isOver && { [FACTS.readAt]: String(after.begunAt), [FACTS.next]: String(after.begunAt + HOUR_MS) }),
      });
    });
  }

  async function readAccountStep(begunAt: number): Promise<void> {
    const { shop, configuration } = await readAccount();
    await writing(async (transaction) => {
      // A reading that was asked for is the one that begins here.
      await writeFacts(transaction, { [FACTS.again]: null });
      if (configuration !== null) await writeFacts(transaction, accountFacts(mapConfiguration(configuration)));
      if (shop !== null) {
        const known = { ownShopId: Number(shop.id), homeCountry: homeCountryOf(shop) };
        await writeFacts(transaction, accountFacts(known));
        await writeShops(transaction, [shop]);
      }
      await upsertRows(transaction, 'payment_providers', [unknownProvider(COPIED_ACCOUNT)]);
      return { begunAt, at: nextList(context, 0), start: 0, listedIds: [], limit: MOST_PAGE_ROWS };
    });
  }

  async function readListStep(state: ReadingState, list: ReferenceList): Promise<void> {
    const name = list.function(context);
    // A plan of today may have lost the function that the reading began with.
    if (name === null) return writing(async () => listAfter(context, state));
    const page = await readPage(context, NAME, name, { start: state.start, limit: state.limit });
    const { rows, total } = page.answer;
    await writing(async (transaction) => {
      await replaceNotesOf(transaction, await list.write(transaction, rows), clock.now());
      const ids = rows.flatMap((row) => rowIdOf(row) ?? []);
      const listedIds = [...new Set([...state.listedIds, ...ids])];
      const start = state.start + rows.length;
      // A list has ended at its total, or once nothing new comes.
      const isNothingNew = listedIds.length === state.listedIds.length;
      const isAgain = isNothingNew && ids.length > 0;
      const isOver = total === null ? isNothingNew : start >= total || rows.length === 0 || isAgain;
      if (!isOver) return { ...state, start, listedIds, limit: page.limit };
      // Where rows are missing from it, nobody knows which are gone.
      if (total === null || listedIds.length === total) await list.finish?.(transaction, listedIds);
      return listAfter(context, state);
    });
  }

  return {
    name: NAME,

    async dueAt() {
      if ((await readState(db)) !== null || (await readFact(db, FACTS.again)) !== undefined) return 0;
      const next = Number((await readFact(db, FACTS.next)) ?? 0);
      // After the clock was set back it would be due too late.
      return next - clock.now() > HOUR_MS ? 0 : next;
    },

    async step() {
      const state = await readState(db);
      const name = state && ORDER[state.at];
      if (state === null || name === undefined || name === null || name === 'account') {
        await readAccountStep(clock.now());
      } else await readListStep(state, LISTS[name]);
    },
  };
}

/** All of it is read again, after a reading that is under way. */
export async function makeReferenceDue(db: StoreKeeperDb): Promise<void> {
  await writeFacts(db, { [FACTS.again]: '1' });
}

export const referenceReadAt: StreamReadAtOf = async (db) => {
  const readAt = await readFact(db, FACTS.readAt);
  return readAt === undefined ? null : Number(readAt);
};

export const referenceProgress: StreamProgressOf = async (db, now) => {
  const state = await readState(db);
  return {
    readAt: timestampOrNull(await referenceReadAt(db, now)),
    progress: state && { done: state.at, of: ORDER.length, expectedEnd: null },
  };
};

async function readState(db: StoreKeeperDb): Promise<ReadingState | null> {
  const text = await readFact(db, FACTS.reading);
  return text === undefined ? null : (JSON.parse(text) as ReadingState);
}

function readBy(resource: Resource) {
  return ({ plan }: SyncContext) => plan.resources[resource].readBy as ListFunction | null;
}

/** The index of the first list after `at` that can be read, or of the end. */
function nextList(context: SyncContext, at: number): number {
  const next = ORDER.findIndex((name, index) => {
    return index > at && name !== 'account' && LISTS[name].function(context) !== null;
  });
  return next < 0 ? ORDER.length : next;
}

function listAfter(context: SyncContext, { begunAt, at }: ReadingState): ReadingState {
  return { begunAt, at: nextList(context, at), start: 0, listedIds: [], limit: MOST_PAGE_ROWS };
}

interface ReadableRows<Schema extends TSchema> {
  readonly sort: NotedRecord;
  readonly schema: Schema;
  readonly rows: readonly unknown[];
  /** Which records of the form have what a row needs; all where it is left out. */
  isUsable?(record: Static<Schema>): boolean;
  write(records: readonly Static<Schema>[]): Promise<void>;
}

/** Writes the rows that are of the form, each once. The others get a note, and what is there of them stays. */
async function writeReadable<Schema extends TSchema>({
  sort,
  schema,
  rows,
  isUsable = () => true,
  write,
}: ReadableRows<Schema>): Promise<ReadonlyMap<string, readonly NewNote[]>> {
  const notes = new Map<string, readonly NewNote[]>();
  const records = new Map<number, Static<Schema>>();
  for (const row of rows) {
    const id = rowIdOf(row);
    if (id === null) continue;
    const read = readRecord(schema, row);
    const record = read !== null && isUsable(read) ? read : null;
    notes.set(`${sort}:${id}`, record === null ? [noteOf('record_unreadable', sort, id)] : []);
    if (record !== null) records.set(id, record);
  }
  await write([...records.values()]);
  return notes;
}

/** The own shop has been read by itself. */
async function writeOtherShops(db: StoreKeeperDb, records: readonly ShopRecord[]): Promise<void> {
  const { ownShopId } = await readAccountFacts(db);
  await writeShops(
    db,
    records.filter(({ id }) => Number(id) !== ownShopId),
  );
}

/** Their location is that of their orders. */
async function writeShops(db: StoreKeeperDb, records: readonly ShopRecord[]): Promise<void> {
  const { currency, homeCountry } = await readAccountFacts(db);
  const locations = await readShopLocations(db);
  const shops = records.map((record) => {
    const locationId = locations.get(Number(record.id)) ?? null;
    return mapShop(record, { accountId: COPIED_ACCOUNT, locationId, currency, homeCountry });
  });
  await upsertRows(db, 'shops', shops);
}
