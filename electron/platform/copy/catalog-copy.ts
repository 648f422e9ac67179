import { ageOf } from '../../base/age-of.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { countCopiedProducts, readFact, writeFacts } from '../../store/copies/catalog-copy-store.ts';
import { StoreError } from '../../store/store-error.ts';
import type { ReferenceKind, ReferenceRecords } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import {
  type CatalogAnswers,
  findGenerations,
  type Generation,
  type GenerationLocation,
  openGeneration,
  removeGeneration,
} from './catalog-generation.ts';
import {
  type CatalogSource,
  copyReferenceLists,
  followProducts,
  namesUnknown,
  READ_AT,
  readListsAt,
  readReferenceList,
} from './catalog-sync.ts';

/** An answer out of the copy, with the moment up to which the copy was read. */
export interface CopiedAnswer<Answer> {
  readonly answer: Answer;
  readonly readAt: number;
}

export interface CatalogCopy {
  /** Null while there is none that is whole. */
  answer<A>(ask: (answers: CatalogAnswers) => Promise<A>): Promise<CopiedAnswer<A> | null>;
  listReference<K extends ReferenceKind>(
    kind: K,
    country?: string,
  ): Promise<CopiedAnswer<ReferenceRecords[K][]> | null>;
  isWhole(): boolean;
  /** Up to when it was read; null while it is not whole. */
  readAt(): Promise<number | null>;
  /** Reads on. To be run once at a time. Throws `PlatformError`; what was read till then stays read. */
  refresh(caller: Caller): Promise<void>;
  close(): Promise<void>;
}

const WHOLE = 'whole';
const LISTS_MS = 5 * 60_000;
/** Of one generation. Room for several hundred thousand products, and a bound to what fills the disk. */
const MOST_BYTES = 2 * 1024 ** 3;
/** Something may be sold out of the range between the two counts. */
const COUNTS = 3;

/** Opens what is there; a file that cannot be used is removed, for it is a copy. */
export async function openCatalogCopy(
  place: GenerationLocation & { readonly clock: Clock; readonly mostBytes?: number },
  source: CatalogSource,
): Promise<CatalogCopy> {
  const { folder, mark, clock, mostBytes = MOST_BYTES } = place;
  let isClosed = false;
  /** The one that answers. */
  let live: Generation | null = null;
  /** The one that is not whole yet. */
  let filling: Generation | null = null;

  for (const number of await findGenerations(place)) {
    const generation = await openIfUsable(place, number);
    if (generation === null) continue;
    const isWhole = (await readFact(generation.store.db, WHOLE)) !== undefined;
    const outdated = [filling, ...(isWhole ? [live] : [])];
    for (const older of outdated) await older?.discard();
    filling = isWhole ? null : generation;
    if (isWhole) live = generation;
  }

  function expectOpen(): void {
    if (isClosed) throw new PlatformError('unavailable', 'The copy of the catalog is no longer kept.');
  }

  function expectRoom(generation: Generation): void {
    expectOpen();
    if (generation.bytes() <= mostBytes) return;
    throw new PlatformError('invalid_answer', 'The catalog is larger than a copy of it may be.');
  }

  /** Asks nothing where there is no room left. */
  async function follow(generation: Generation, caller: Caller) {
    const expectOn = () => expectRoom(generation);
    expectOn();
    return followProducts({ source, store: generation.store, clock, expectOn }, caller);
  }

  async function begin(): Promise<Generation> {
    expectOpen();
    const generation = await openGeneration(place, (live?.number ?? 0) + 1);
    // Nobody would close it any more.
    if (isClosed) await generation.discard();
    expectOpen();
    return generation;
  }

  async function readOn(generation: Generation, caller: Caller): Promise<void> {
    const { store } = generation;
    const named = await follow(generation, caller);
    const areListsDue = ageOf(clock, await readListsAt(store)) >= LISTS_MS;
    if (!areListsDue && !(await namesUnknown(store, named))) return;
    await copyReferenceLists(source, caller, store, clock.now());
    if (await holdsAll(generation, caller)) return;
    throw new PlatformError('position_lost', 'The feed of products and their list do not agree.');
  }

  async function holdsAll(generation: Generation, caller: Caller): Promise<boolean> {
    for (let count = 0; count < COUNTS; count += 1) {
      const { total } = await source.searchProducts(caller, { start: 0, limit: 1 });
      if (total === (await countCopiedProducts(generation.store.db))) return true;
      await follow(generation, caller);
    }
    return false;
  }

  async function refreshLive(generation: Generation, caller: Caller): Promise<void> {
    try {
      await readOn(generation, caller);
    } catch (error) {
      if (!isAstray(error)) throw error;
      filling = await begin();
      await fill(filling, caller);
    }
  }

  async function fill(generation: Generation, caller: Caller): Promise<void> {
    try {
      await readOn(generation, caller);
    } catch (error) {
      // It can never continue from there: the next refresh starts over.
      if (isAstray(error)) await giveUp(generation);
      throw error;
    }
    await writeFacts(generation.store.db, { [WHOLE]: 'yes' });
    const before = live;
    live = generation;
    filling = null;
    await before?.discard();
  }

  async function readOnWith(caller: Caller): Promise<void> {
    if (live !== null && filling === null) return refreshLive(live, caller);
    filling ??= await begin();
    return fill(filling, caller);
  }

  async function giveUp(generation: Generation): Promise<void> {
    filling = null;
    await generation.discard();
  }

  async function useLive<Result>(work: (generation: Generation, answers: CatalogAnswers) => Promise<Result>) {
    const generation = live;
    return generation === null || isClosed ? null : generation.use((answers) => work(generation, answers));
  }

  return {
    answer: (ask) =>
      useLive(async (generation, answers) => {
        const answer = await ask(answers);
        return { answer, readAt: await readAtOf(generation) };
      }),
    listReference: (kind, country) =>
      useLive(async ({ store }) => {
        const list = await readReferenceList(store, kind);
        return (
          list && {
            answer: list.rows.filter((row) => country === undefined || isOf(country, row)),
            readAt: list.readAt,
          }
        );
      }),
    isWhole: () => live !== null && !isClosed,
    readAt: () => useLive(readAtOf),
    async refresh(caller) {
      try {
        expectOpen();
        await readOnWith(caller);
      } catch (error) {
        // Instead of the error of a file that was closed meanwhile.
        expectOpen();
        throw error;
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([live?.close(), filling?.close()]);
    },
  };

  async function openIfUsable(at: GenerationLocation, number: number): Promise<Generation | null> {
    try {
      return await openGeneration(at, number);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      await removeGeneration(folder, mark, number);
      return null;
    }
  }
}

async function readAtOf({ store }: Generation): Promise<number> {
  return Number((await readFact(store.db, READ_AT)) ?? 0);
}

/** The feed cannot continue from there, or does not lead to what the list has. */
function isAstray(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'position_lost';
}

function isOf(country: string, row: object): boolean {
  return 'country_iso2' in row && row.country_iso2 === country;
}
