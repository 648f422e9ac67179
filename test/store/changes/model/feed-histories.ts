import fc from 'fast-check';
import { createReaders, expectSource, READER_COUNT, readPage } from './feed-readers.ts';
import { openWorld, type PlannedWrite, type TransactionEnd, type Writer } from './feed-world.ts';
import type { SharedShops } from './shared-shop.ts';
import { SHOP_WRITE_NAMES } from './shop-writes.ts';

interface PageReading {
  readonly reader: number;
  readonly limit: number;
  readonly through: Writer | 'reader';
}

/** The events that can happen while feeds are followed. */
type FeedEvent =
  | { readonly kind: 'write'; readonly writer: Writer; readonly writes: readonly PlannedWrite[] }
  | {
      readonly kind: 'write openly';
      readonly writer: Writer;
      readonly writes: readonly PlannedWrite[];
      readonly end: TransactionEnd;
      readonly readings: readonly PageReading[];
    }
  | ({ readonly kind: 'read' } & PageReading)
  | { readonly kind: 'apply again'; readonly reader: number; readonly n: number }
  | { readonly kind: 'lose position'; readonly reader: number }
  | { readonly kind: 'move clock'; readonly ms: number };

const MOST_EVENTS = 60;
const HOUR_MS = 3_600_000;

const writer = fc.constantFrom<Writer>(0, 1);
const reader = fc.nat(READER_COUNT - 1);
const write = fc.record({ name: fc.constantFrom(...SHOP_WRITE_NAMES), n: fc.nat(999) });
const limit = fc.integer({ min: 1, max: 7 });
const reading = fc.record({ reader, limit, through: fc.constantFrom<Writer | 'reader'>(0, 1, 'reader') });

const event: fc.Arbitrary<FeedEvent> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      writer,
      writes: fc.array(write, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('write openly' as const),
      writer,
      writes: fc.array(write, { minLength: 1, maxLength: 3 }),
      end: fc.constantFrom<TransactionEnd>('commit', 'rollback', 'crash'),
      // Nobody else could read through the connection that writes.
      readings: fc.array(
        reading.map((given) => ({ ...given, through: 'reader' as const })),
        { maxLength: 2 },
      ),
    }),
  },
  { weight: 12, arbitrary: reading.map((given) => ({ kind: 'read' as const, ...given })) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('apply again' as const), reader, n: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose position' as const), reader }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move clock' as const),
      ms: fc.integer({ min: -30 * HOUR_MS, max: 60 * HOUR_MS }),
    }),
  },
);

export const feedHistories = fc.array(event, { minLength: 1, maxLength: MOST_EVENTS, size: 'max' });

/**
 * Runs a history with readers who follow the feeds. Throws if a reader does not end up with the same records as the
 * source.
 */
export async function followFeeds(shops: SharedShops, history: readonly FeedEvent[]): Promise<void> {
  const world = await openWorld(shops);
  const readers = createReaders();

  async function read({ reader, limit, through }: PageReading): Promise<void> {
    const found = readers[reader];
    if (found) await readPage(world.platformOf(through), found, limit);
  }

  async function happen(event: FeedEvent): Promise<void> {
    if (event.kind === 'write') return world.write(event.writer, event.writes);
    if (event.kind === 'write openly') {
      const { writer, writes, end, readings } = event;
      return world.writeOpenly(writer, writes, end, async () => {
        for (const reading of readings) await read(reading);
      });
    }
    if (event.kind === 'read') return read(event);
    if (event.kind === 'apply again') return readers[event.reader]?.replica.applyAgain(event.n);
    if (event.kind === 'lose position') return readers[event.reader]?.replica.losePosition();
    return world.moveClock(event.ms);
  }

  try {
    for (const event of history) await happen(event);
    for (const reader of readers) await expectSource(world.platformOf('reader'), reader);
  } finally {
    await world.close();
  }
}
