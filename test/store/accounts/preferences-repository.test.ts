import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createPreferencesRepository } from '../../../electron/store/accounts/preferences-repository.ts';
import { setPragmas } from '../../../electron/store/dialects/sqlite-connection.ts';
import { openStore, type Store, sqliteStore } from '../../../electron/store/open-store.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/contract/defaults.ts';
import type { Preferences } from '../../../shared/contract/preferences.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const EVA = { accountId: 1, userId: 7 };
const COLLEAGUE = { accountId: 1, userId: 8 };
const NAMESAKE = { accountId: 2, userId: 7 };
const VIEW = { id: 'v1', name: 'Korting', path: '/discounts', search: 'period=last-month' };
const CHOSEN: Preferences = {
  defaultPeriod: 'last-week',
  defaultShopId: 3,
  exportFormat: 'xlsx',
  views: [VIEW],
  isTourDone: true,
  habits: {
    columns: { products: { shown: { sku: false }, order: ['title', 'sku'], widths: { title: 300 } } },
    isSideBarFolded: { wide: true, narrow: true },
    dismissedNotices: ['4 2026-11-20T09:00:00Z'],
  },
};

describe('preferences repository', () => {
  let store: Store;
  const repositoryOf = ({ db }: Store) => createPreferencesRepository(db);

  beforeEach(async () => {
    store = await openTestStore();
    return () => store.close();
  });

  const write = (data: string) =>
    store.db.insertInto('preferences').values({ account_id: 1, user_id: 7, data }).execute();

  it('answers the defaults for a user who never changed any', async () => {
    expect(await repositoryOf(store).read(EVA)).toEqual(DEFAULT_PREFERENCES);
  });

  it('separates the preferences of users', async () => {
    const repository = repositoryOf(store);
    await repository.change(EVA, { defaultShopId: 3 });
    await repository.change(NAMESAKE, { defaultShopId: 4 });
    expect(await repository.read(EVA)).toEqual({ ...DEFAULT_PREFERENCES, defaultShopId: 3 });
    expect(await repository.read(NAMESAKE)).toEqual({ ...DEFAULT_PREFERENCES, defaultShopId: 4 });
    expect(await repository.read(COLLEAGUE)).toEqual(DEFAULT_PREFERENCES);
  });

  it('replaces the given ones, leaves the rest and answers both', async () => {
    const repository = repositoryOf(store);
    await repository.change(EVA, CHOSEN);
    const changed = await repository.change(EVA, { defaultShopId: null, views: [] });
    expect(changed).toEqual({ ...CHOSEN, defaultShopId: null, views: [] });
    expect(await repository.read(EVA)).toEqual(changed);
  });

  it('reads a member of another version as its default, and keeps the rest', async () => {
    await write(JSON.stringify({ ...CHOSEN, defaultPeriod: 'for-ever', isTourDone: 1 }));
    expect(await repositoryOf(store).read(EVA)).toEqual({ ...CHOSEN, defaultPeriod: 'automatic', isTourDone: false });
  });

  it('fills in missing members of a row, and ignores unknown ones', async () => {
    await write('{"defaultShopId":3,"colour":"red"}');
    expect(await repositoryOf(store).read(EVA)).toEqual({ ...DEFAULT_PREFERENCES, defaultShopId: 3 });
  });

  it('fails and changes nothing while another program writes to the file', async () => {
    const file = join(temporaryFolder(), 'store.sqlite');
    await (await openStore({ file })).close();
    const connection = new DatabaseSync(file);
    setPragmas(connection, { busyTimeoutMs: 20 });
    const impatient = sqliteStore(connection);
    const other = new DatabaseSync(file);
    onTestFinished(async () => {
      other.close();
      await impatient.close();
    });
    other.exec('begin immediate');
    const repository = repositoryOf(impatient);
    await expect(repository.change(EVA, CHOSEN)).rejects.toThrow('locked');
    expect(await repository.read(EVA)).toEqual(DEFAULT_PREFERENCES);
    other.exec('rollback');
    expect(await repository.change(EVA, CHOSEN)).toEqual(CHOSEN);
  });
});
