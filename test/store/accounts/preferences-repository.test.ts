import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createPreferencesRepository } from '../../../electron/store/accounts/preferences-repository.ts';
import { setPragmas } from '../../../electron/store/dialects/sqlite-connection.ts';
import { createSqliteStore, openStore, type Store } from '../../../electron/store/open-store.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/contract/defaults.ts';
import type { Preferences } from '../../../shared/contract/preferences.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const EVA = { accountId: 1, userId: 7 };
const COLLEAGUE = { accountId: 1, userId: 8 };
const NAMESAKE = { accountId: 2, userId: 7 };
const VIEW = { id: 'v1', name: 'Korting', path: '/discounts', search: 'period=last-month' };
const CHOSEN: Preferences = {
  defaultPeriod: 'last-week',
  defaultShopId: 3,
  defaultLocationId: null,
  lastExportForm: 'xlsx',
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
  let damaged: unknown[];
  const repositoryOf = ({ db }: Store) =>
    createPreferencesRepository(db, ({ userId }, { what, isSetAside }) => {
      damaged.push([userId, what, ...(isSetAside ? ['set aside'] : [])]);
    });

  beforeEach(async () => {
    store = await openTestStore();
    damaged = [];
    return () => store.close();
  });

  const write = (data: string) =>
    store.db.insertInto('preferences').values({ account_id: 1, user_id: 7, data }).execute();

  const setAside = () => store.db.selectFrom('damaged_preferences').select(['account_id', 'user_id', 'data']).execute();

  it('returns the defaults for a user who never changed any', async () => {
    expect(await repositoryOf(store).read(EVA)).toEqual(DEFAULT_PREFERENCES);
    expect(damaged).toEqual([]);
  });

  it('keeps the preferences of users apart', async () => {
    const repository = repositoryOf(store);
    await repository.change(EVA, { defaultShopId: 3 });
    await repository.change(NAMESAKE, { defaultShopId: 4 });
    expect(await repository.read(EVA)).toEqual({ ...DEFAULT_PREFERENCES, defaultShopId: 3 });
    expect(await repository.read(NAMESAKE)).toEqual({ ...DEFAULT_PREFERENCES, defaultShopId: 4 });
    expect(await repository.read(COLLEAGUE)).toEqual(DEFAULT_PREFERENCES);
  });

  it('changes only the given ones and returns all', async () => {
    const repository = repositoryOf(store);
    await repository.change(EVA, CHOSEN);
    const changed = await repository.change(EVA, { defaultShopId: null, views: [] });
    expect(changed).toEqual({ ...CHOSEN, defaultShopId: null, views: [] });
    expect(await repository.read(EVA)).toEqual(changed);
  });

  it('reads an invalid member as its default, reports it, and keeps the rest', async () => {
    const views = [VIEW, { ...VIEW, path: 'javascript:alert(1)' }, 'x'];
    await write(JSON.stringify({ ...CHOSEN, defaultPeriod: 'for-ever', isTourDone: 1, views }));
    expect(await repositoryOf(store).read(EVA)).toEqual({ ...CHOSEN, defaultPeriod: 'automatic', isTourDone: false });
    expect(damaged).toEqual([
      [7, 'defaultPeriod'],
      [7, 'isTourDone'],
      [7, '2 of the views'],
    ]);
  });

  it.each(['', '{', 'null', '[]', '7', '"x"'])(
    'reads %j as the defaults, reports it, and can be changed',
    async (data) => {
      await write(data);
      const repository = repositoryOf(store);
      expect(await repository.read(EVA)).toEqual(DEFAULT_PREFERENCES);
      expect(damaged).toEqual([[7, 'all']]);
      expect(await repository.change(EVA, { defaultShopId: 3 })).toEqual({ ...DEFAULT_PREFERENCES, defaultShopId: 3 });
      expect(damaged.slice(1)).toEqual([[7, 'all', 'set aside']]);
      expect(await setAside()).toEqual([{ account_id: 1, user_id: 7, data }]);
      damaged = [];
      expect((await repository.read(EVA)).defaultShopId).toBe(3);
      expect(damaged).toEqual([]);
    },
  );

  it('stores a copy of the original row when a change overwrites its damaged part', async () => {
    const data = JSON.stringify({ ...CHOSEN, views: [VIEW, { ...VIEW, name: '' }] });
    await write(data);
    const repository = repositoryOf(store);
    await repository.read(EVA);
    expect(await setAside()).toEqual([]);
    await repository.change(EVA, { defaultShopId: 4 });
    await repository.change(EVA, { defaultShopId: 5 });
    expect(await setAside()).toEqual([{ account_id: 1, user_id: 7, data }]);
    expect(await repository.read(EVA)).toEqual({ ...CHOSEN, defaultShopId: 5 });
  });

  it('stores no copy and reports nothing if the change is rolled back', async () => {
    await write('{');
    const repository = repositoryOf(store);
    await store.db.schema.dropTable('damaged_preferences').execute();
    await expect(repository.change(EVA, CHOSEN)).rejects.toThrow('damaged_preferences');
    expect(damaged).toEqual([]);
    expect(await store.db.selectFrom('preferences').select('data').execute()).toEqual([{ data: '{' }]);
  });

  it('fills in missing members of a row, and ignores unknown ones', async () => {
    await write('{"defaultShopId":3,"colour":"red"}');
    expect(await repositoryOf(store).read(EVA)).toEqual({ ...DEFAULT_PREFERENCES, defaultShopId: 3 });
    expect(damaged).toEqual([]);
  });

  it('fails and changes nothing while another program writes to the file', async () => {
    const file = join(createTemporaryFolder(), 'store.sqlite');
    await (await openStore({ file })).close();
    const connection = new DatabaseSync(file);
    setPragmas(connection, { busyTimeoutMs: 20 });
    const impatient = createSqliteStore(connection);
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
