import { type Kysely, sql } from 'kysely';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { Change, Platform } from '../../../../electron/platform/platform.ts';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import type { Writer } from './feed-world.ts';
import type { WriteContext } from './shop-writes.ts';

type Db = Kysely<StoreSchema>;

/** A way in which feeds would be wrong. */
export interface Mutant {
  readonly name: string;
  /** In the file, before anything happens. */
  spoil(db: Db): Promise<void>;
  /** Makes the trigger `planted` beside those of the program; null for none. A store is not opened with it there. */
  readonly trigger: string | null;
  platform(platform: Platform): Platform;
  write(write: (context: WriteContext) => Promise<void>, context: WriteContext, writer: Writer): Promise<void>;
  /** Outside the transaction of a write. */
  afterWrite(db: Db, writer: Writer): Promise<void>;
}

export const NO_MUTANT: Mutant = {
  name: 'nothing',
  spoil: async () => {},
  trigger: null,
  platform: (platform) => platform,
  write: (write, context) => write(context),
  afterWrite: async () => {},
};

const inFile = (name: string, statement: string): Mutant => ({
  ...NO_MUTANT,
  name,
  async spoil(db) {
    await sql.raw(statement).execute(db);
  },
});

const withTrigger = (name: string, rest: string): Mutant => ({
  ...NO_MUTANT,
  name,
  trigger: `create trigger planted ${rest}`,
});

const onReading = (name: string, wrong: (platform: Platform) => Platform['readChanges']): Mutant => ({
  ...NO_MUTANT,
  name,
  platform: (platform) => ({ ...platform, readChanges: wrong(platform) }),
});

export const MUTANTS: readonly (() => Mutant)[] = [
  () => inFile('a new name of a product is not recorded', 'drop trigger products_recorded_on_update'),
  () => inFile('a new product is not recorded', 'drop trigger products_recorded_on_insert'),
  () => inFile('stock that is set is not recorded', 'drop trigger stock_recorded_on_update'),
  () => inFile('stock that goes is not recorded', 'drop trigger stock_recorded_on_delete'),
  () => inFile('stock that moves is recorded where it comes to alone', 'drop trigger stock_recorded_on_move'),
  () => inFile('a new name of a customer is not recorded', 'drop trigger customers_recorded_on_update'),
  () =>
    withTrigger(
      'a product leaves no tombstone',
      `after update on product_changes
        when not exists (select 1 from products where id = new.product_id) begin
        delete from product_changes where product_id = new.product_id; end`,
    ),
  () =>
    withTrigger(
      'an order leaves no tombstone',
      `after update on order_changes when new.is_deleted = 1 begin
        delete from order_changes where order_id = new.order_id; end`,
    ),
  () =>
    withTrigger(
      'time goes back with the clock',
      `after update on feeds when new.changed_at <> now_ms() begin
        update feeds set changed_at = now_ms() where account_id = new.account_id and feed = new.feed; end`,
    ),
  () => recordsEvery('products'),
  () => recordsEvery('product_prices'),
  () => recordsEvery('stock'),
  takesVersionsAhead,
  () =>
    onReading(
      'a lock is ignored',
      ({ readChanges }) =>
        (caller, feed, query) =>
          readChanges({ ...caller, lockedLocation: null } satisfies Caller, feed, query),
    ),
  () =>
    onReading('a page is cut by the moment of its last change', ({ readChanges }) => async (...asked) => {
      const [caller, feed, query] = asked;
      const { after, limit } = query;
      const isMoment = 'position' in after && after.position.startsWith('t');
      const start = isMoment ? { since: Number(after.position.slice(1)) } : after;
      const page = await readChanges(caller, feed, { after: start, limit });
      const last: Change<unknown> | undefined = page.rows.at(-1);
      return last ? { ...page, next: `t${Date.parse(last.changed_at) + 1_000}` } : page;
    }),
  () =>
    onReading('a page that is not the last goes on at the end', ({ readChanges }) => async (...asked) => {
      const [caller, feed, { limit }] = asked;
      const end = await readChanges(caller, feed, { after: { since: Number.MAX_SAFE_INTEGER }, limit });
      return { ...(await readChanges(...asked)), next: end.next };
    }),
  () =>
    onReading('a page goes on one change too far', ({ readChanges }) => async (...asked) => {
      const page = await readChanges(...asked);
      const next = page.next.replace(/\d+$/, (version) => `${Number(version) + 1}`);
      return page.hasMore ? { ...page, next } : page;
    }),
  () =>
    onReading('a moment leaves out what changed at it', ({ readChanges }) => (caller, feed, query) => {
      const { after, limit } = query;
      const later = 'since' in after && after.since > 0 ? { since: after.since + 1_000 } : after;
      return readChanges(caller, feed, { after: later, limit });
    }),
];

function recordsEvery(table: 'products' | 'product_prices' | 'stock'): Mutant {
  return withTrigger(
    `an equal value that is written to ${table} is a change`,
    `after update on ${table} begin
      update feeds set version = version + 1 where account_id = new.account_id and feed = 'products'; end`,
  );
}

/** Each writer has its next version before its transaction begins, as with a sequence. */
function takesVersionsAhead(): Mutant {
  const taken = new Map<Writer, number>();
  const take = (db: Db, accountId: number) =>
    db
      .updateTable('feeds')
      .set({ version: sql`version + 1` })
      .where('account_id', '=', accountId)
      .where('feed', '=', 'orders')
      .returning('version')
      .executeTakeFirstOrThrow();

  return {
    ...NO_MUTANT,
    name: 'versions are taken outside the transaction',
    async write(write, context, writer) {
      await write(context);
      const version = taken.get(writer);
      if (version === undefined) return;
      const { rowsWritten } = await recordAt(context, version);
      if (rowsWritten) taken.delete(writer);
    },
    async afterWrite(db, writer) {
      if (!taken.has(writer)) taken.set(writer, (await take(db, 1)).version);
    },
  };
}

async function recordAt({ db, newId }: WriteContext, version: number): Promise<{ rowsWritten: boolean }> {
  const { numUpdatedRows } = await db
    .updateTable('order_changes')
    .set({ version })
    .where('order_id', '=', newId)
    .executeTakeFirstOrThrow();
  return { rowsWritten: numUpdatedRows > 0n };
}
