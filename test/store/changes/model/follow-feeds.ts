import type { FeedEvent, PageReading } from './feed-histories.ts';
import { createReaders, expectSource, readPage } from './feed-readers.ts';
import { openWorld } from './feed-world.ts';
import type { Mutant } from './mutants.ts';
import type { SharedShops } from './shared-shop.ts';

/** Lets a history happen, with readers who follow the feeds. Throws where one of them has not what the source has. */
export async function followFeeds(shops: SharedShops, history: readonly FeedEvent[], mutant: Mutant): Promise<void> {
  const world = await openWorld(shops, mutant);
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
