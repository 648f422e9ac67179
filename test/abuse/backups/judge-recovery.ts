import type { SuiteRun } from '../harness/suite.ts';
import { contentOf } from './content-of.ts';
import type { LaidShop } from './lay-shop.ts';
import { missingIn, type ShopPlace, type ShopStart } from './start-shop.ts';

export const BREACHES = {
  served: 'silent changes served after a restore',
  failed: 'restores that failed',
  early: 'data changed before anybody chose',
  incomplete: 'sets not kept whole',
  era: 'eras that went on',
  session: 'tokens or leases that went on',
  lost: 'losses that nobody was told of',
  lacking: 'backups that lack something',
  pruned: 'backups removed too early',
  unchecked: 'damaged copies kept as backups',
} as const;

/** After a start that put back a backup: whether it did so as it has to. `expected` are contents of good backups. */
export function judgeRecovery(run: SuiteRun, { shop, place, start, expected }: RecoveredShop, where: string): void {
  const { recovery, found, eras, tokens, leases } = start;
  if (recovery === null) return;
  if (!expected.includes(contentOf(place.file))) run.breach(BREACHES.served, where);
  const missing = missingIn(recovery.setAside, place.file, found);
  if (missing.length > 0) run.breach(BREACHES.incomplete, `${where}: without ${missing.join(', ') || 'the store'}`);
  if (eras.length === 0 || eras.some((era) => shop.eras.includes(era))) run.breach(BREACHES.era, where);
  if (tokens + leases > 0) run.breach(BREACHES.session, `${where}: ${tokens} tokens, ${leases} leases`);
}

interface RecoveredShop {
  readonly shop: LaidShop;
  readonly place: ShopPlace;
  readonly start: ShopStart;
  readonly expected: readonly string[];
}
