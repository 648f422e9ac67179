import { beforeAll, describe, expect, it } from 'vitest';
import { prepareQuery, prepareScopedQuery } from '../../electron/store/scoped-queries.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { perFile } from '../support/test-scope.ts';

const store = await perFile(openTestStore);

beforeAll(async () => {
  for (const [id, name] of [
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ] as const) {
    await store.db.insertInto('accounts').values({ id, name }).execute();
    await store.db
      .insertInto('locations')
      .values({
        id,
        account_id: 1,
        title: name,
        street: '',
        house_number: '',
        postal_code: '',
        city: '',
        country_iso2: 'NL',
        is_active: 1,
      })
      .execute();
  }
});

describe('prepareQuery', () => {
  it('is compiled once and run with the values of each call', async () => {
    let builds = 0;
    const query = prepareQuery({ above: 0, limit: 0 }, (db, { above, limit }) => {
      builds += 1;
      return db.selectFrom('accounts').select('name').where('id', '>', above).orderBy('id').limit(limit);
    });

    expect(await query.run(store.db, { above: 0, limit: 2 })).toEqual([{ name: 'one' }, { name: 'two' }]);
    expect(await query.run(store.db, { above: 2, limit: 9 })).toEqual([{ name: 'three' }]);
    expect(builds).toBe(1);
  });

  it('keeps a constant value beside the variable ones', async () => {
    const query = prepareQuery({ name: '' }, (db, { name }) =>
      db.selectFrom('accounts').select('id').where('id', '<', 3).where('name', '!=', name),
    );

    expect(await query.run(store.db, { name: 'two' })).toEqual([{ id: 1 }]);
  });

  it('treats a value as data, whatever its text', async () => {
    const query = prepareQuery({ name: '' }, (db, { name }) =>
      db.selectFrom('accounts').select('id').where('name', '=', name),
    );

    expect(await query.run(store.db, { name: "' or 1 = 1 --" })).toEqual([]);
  });
});

describe('prepareScopedQuery', () => {
  it('has a query for all users and one for users with a locked location', async () => {
    const query = prepareScopedQuery({ below: 0 }, (db, { accountId, locationId }, { below }) =>
      db
        .selectFrom('locations')
        .select('id')
        .where('account_id', '=', accountId)
        .where('id', '<', below)
        .$if(locationId !== null, (locations) => locations.where('id', '=', locationId)),
    );

    expect(await query.run(store.db, { accountId: 1, locationId: null }, { below: 3 })).toHaveLength(2);
    expect(await query.run(store.db, { accountId: 1, locationId: 2 }, { below: 3 })).toEqual([{ id: 2 }]);
    expect(await query.run(store.db, { accountId: 2, locationId: null }, { below: 3 })).toEqual([]);
  });
});
