import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { backupWork } from '../../../electron/store/backups/backup-work.ts';
import { type DamagedStore, type Recovery, recoverStore } from '../../../electron/store/backups/recover-store.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { BEGIN, DAY_MS, SIGNING_KEY, type StoreParts } from './lay-shop.ts';

const NOW = BEGIN + 30 * DAY_MS;

export interface ShopPlace {
  readonly file: string;
  readonly backups: string;
  readonly damaged: string;
}

/** What came of a start in which somebody wants the last good backup. */
export interface ShopStart {
  /** Null where the data could be opened, and was taken for whole. */
  readonly recovery: Recovery | null;
  /** What was offered; null where nothing was. */
  readonly offer: DamagedStore | null;
  /** What lay in the place of the data when that was offered. */
  readonly found: StoreParts;
  /** Of the store that is open afterwards. */
  readonly eras: readonly string[];
  readonly tokens: number;
  readonly leases: number;
}

/** Rejects where the start fails. The store is closed again. */
export async function startShop(place: ShopPlace, isInspected = false): Promise<ShopStart> {
  const clock = createFixedClock(NOW);
  let offer: DamagedStore | null = null;
  let found: StoreParts = new Map();
  const { store, recovery } = await recoverStore({
    ...{ ...place, clock, isInspected, work: backupWork, signingKey: SIGNING_KEY },
    open: () => openStore({ file: place.file, clock }),
    choose: async (damaged) => {
      found = partsAt(place.file);
      offer = damaged;
      return 'backup';
    },
  });
  try {
    if (recovery === null) return { recovery, offer, found, eras: [], tokens: 0, leases: 0 };
    const eras = await store.db.selectFrom('feeds').select('era').execute();
    const tokens = await store.db.selectFrom('tokens').selectAll().execute();
    const leases = await store.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('leased_until', 'is not', null)
      .execute();
    return {
      ...{ recovery, offer, found },
      ...{ eras: eras.map(({ era }) => era), tokens: tokens.length, leases: leases.length },
    };
  } finally {
    await store.close();
  }
}

/** What lies there under the name of a store. */
function partsAt(file: string): StoreParts {
  const there = STORE_ENDINGS.filter((ending) => existsSync(`${file}${ending}`));
  return new Map(there.map((ending) => [ending, readFileSync(`${file}${ending}`)]));
}

/** What of it does not lie, byte by byte, in the folder in which it was set aside. */
export function missingIn(folder: string, file: string, parts: StoreParts): readonly string[] {
  const aside = partsAt(join(folder, basename(file)));
  return [...parts].filter(([ending, bytes]) => !aside.get(ending)?.equals(bytes)).map(([ending]) => ending);
}

/** As SQLite names them, whatever the program takes them for. */
const STORE_ENDINGS = ['', '-wal', '-shm', '-journal'];
