import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ageOf } from '../../base/age-of.ts';
import type { UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { OFFLINE_MS } from './copy-deps.ts';
import { hashOf } from './copy-owner.ts';
import { readDated, removeBeyond, removeOlder, writeDated } from './dated-files.ts';

/**
 * Which grants of a user the deployment took, and when last: a file each, named by a hash. Without it a grant reads
 * nothing of the copy, so that one that was refused stays refused over a restart.
 */
export interface KeptGrants {
  confirm(user: UserReference): Promise<void>;
  /** Done once no program with this data folder serves it any more. */
  end(user: UserReference): Promise<void>;
  /** Whether the deployment took it, and not too long ago to be believed. */
  isTaken(user: UserReference): Promise<boolean>;
}

const GRANTS_FOLDER = 'grants';
const MOST_GRANTS = 400;
/** A confirmation is written down again after so long; it holds for much longer. */
const WRITTEN_MS = 60_000;
const MOMENT = /^\d{1,15}$/;

export function createKeptGrants(userFolder: string, clock: Pick<Clock, 'now'>): KeptGrants {
  const folder = join(userFolder, GRANTS_FOLDER);

  async function takenAgo(user: UserReference): Promise<number> {
    const text = (await readDated(folder, nameOf(user))) ?? '';
    return MOMENT.test(text) ? ageOf(clock, Number(text)) : Number.POSITIVE_INFINITY;
  }

  return {
    async confirm(user) {
      if ((await takenAgo(user)) < WRITTEN_MS) return;
      const now = clock.now();
      await writeDated(folder, nameOf(user), String(now), now);
      await removeBeyond(folder, MOST_GRANTS);
    },
    end: (user) => rm(join(folder, nameOf(user)), { force: true }),
    isTaken: async (user) => (await takenAgo(user)) < OFFLINE_MS,
  };
}

/** Removes those that are believed no more. */
export async function sweepGrants(userFolder: string, now: number): Promise<void> {
  await removeOlder(join(userFolder, GRANTS_FOLDER), now, OFFLINE_MS);
}

function nameOf({ grant }: UserReference): string {
  return hashOf(['grant', grant ?? null]);
}
