import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../../../electron/store/open-store.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { seedFixtureShop } from '../../../support/shop-fixture.ts';
import { plainHasher } from '../../demo/demo-store.ts';

export function fillSmallShop({ db }: Store): Promise<void> {
  return seedFixtureShop(db, plainHasher);
}

/** The file of a small shop, to be copied. */
export async function makeShopTemplate(): Promise<{ readonly file: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-feeds-'));
  const file = join(folder, 'template.sqlite');
  const store = await openStore({ file, clock: createFixedClock('2026-11-01T09:00:00+01:00') });
  await fillSmallShop(store);
  // Closing the last connection leaves all in the one file.
  await store.close();
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}
