import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import {
  createExportsRepository,
  MAX_EXPORTS_PER_ACCOUNT,
  type NewExport,
} from '../../../electron/store/accounts/exports-repository.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import type { ExportManifest, MonthManifest } from '../../../shared/contract/exports.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { CALLER } from '../../support/shop-fixture.ts';

const { owner, accountant, staff, beta } = CALLER;
const OPERATOR: Caller = { ...owner, userId: 0 };
const MANIFEST: ExportManifest = {
  request: { dataset: 'orders', filters: {}, format: 'csv', profile: 'data', language: 'nl' },
  ...{ fileName: 'a.csv', columns: ['id'], account: 'alpha', user: null, place: null, period: null },
  compared: { from: '2025-10-01', to: '2025-10-31' },
  filters: [{ label: 'Status', value: 'Afgerond' }],
  filtersIn: { nl: [{ label: 'Status', value: 'Afgerond' }], en: [{ label: 'Status', value: 'Complete' }] },
  ...{ asOf: '2026-11-21T13:00:00+01:00', rows: 1, total: 1, shortfall: null, sums: { value: 1.5 } },
  ...{ bytes: 9, sha256: 'ab'.repeat(32) },
};

const MONTH: MonthManifest = {
  request: { month: '2026-10', locationId: 3, format: 'xlsx', language: 'nl' },
  ...{ fileName: 'month.zip', account: 'alpha', user: null, place: 'Utrecht', bytes: 9, sha256: 'ab'.repeat(32) },
  ...{ asOf: '2026-11-21T13:00:00+01:00', period: { from: '2026-10-01', to: '2026-10-31' } },
  ...{ isComplete: true, isOver: true, unknown: ['tips'], failedChecks: 1 },
  members: [{ fileName: 'a.xlsx', dataset: 'payments', rows: 3, isComplete: true }],
};

let store: Store;
let history: ReturnType<typeof createExportsRepository>;
let damaged: number[];

beforeEach(async () => {
  damaged = [];
  store = await openTestStore();
  history = createExportsRepository(store.db, createFixedClock('2026-11-21T12:00:00Z'), (id) => damaged.push(id));
  return store.close;
});

const madeBy = ({ accountId, userId }: Caller, changes: Partial<NewExport> = {}) =>
  history.add({
    ...{ accountId, userId: userId === 0 ? null : userId, manifest: MANIFEST, path: '/a.csv' },
    ...changes,
  });
const idsSeenBy = async (caller: Caller, before: number | null = null, limit = 50) =>
  (await history.list(caller, { before, limit })).map(({ id }) => id);

/** Like anyone who can write to the file of the store, for example to a backup. */
const rewrite = (id: number, values: { manifest?: string; path?: string }) =>
  store.db.updateTable('exports').set(values).where('id', '=', id).execute();

describe('an export history written by another program', () => {
  const request = { ...MANIFEST.request, format: 'exe' };
  it.each([
    ['an unknown format', { ...MANIFEST, request, fileName: 'orders.exe' }],
    ['an unknown dataset', { ...MANIFEST, request: { ...MANIFEST.request, dataset: 'users' } }],
    ['an unknown kind of shortfall', { ...MANIFEST, shortfall: { kind: 'x', message: 'x' } }],
    ['sums that are not numbers', { ...MANIFEST, sums: { value: '1' } }],
    ['no sums', { ...MANIFEST, sums: undefined }],
    ['an invalid month', { ...MONTH, request: { ...MONTH.request, month: '2026-13' } }],
    ['invalid files of a month', { ...MONTH, members: ['a.csv'] }],
  ])('is omitted if a manifest has %s', async (_, manifest) => {
    const id = await madeBy(owner);
    await rewrite(id, { manifest: JSON.stringify(manifest), path: '/media/stick/orders.exe' });
    expect(await history.find(owner, id)).toBeNull();
    expect(await idsSeenBy(owner)).toEqual([]);
    expect(damaged).toEqual([id]);
  });
});

describe('the history of exports', () => {
  it('lists added exports, newest first', async () => {
    const first = await madeBy(owner);
    const second = await madeBy(owner, { path: '/b.csv' });

    expect(await history.list(owner, { before: null, limit: 9 })).toEqual([
      { id: second, manifest: MANIFEST, path: '/b.csv' },
      { id: first, manifest: MANIFEST, path: '/a.csv' },
    ]);
    expect(await history.find(owner, first)).toMatchObject({ id: first });
    expect(await history.find(owner, 999)).toBeNull();
  });

  it('lists exports from before filters were recorded, without filters', async () => {
    const { filters: _, ...older } = MANIFEST;
    await madeBy(owner, { manifest: older as ExportManifest });
    const [record] = await history.list(owner, { before: null, limit: 9 });
    expect(record?.manifest).toEqual({ ...older, filters: [] });
  });

  it('lists exports with figures that the platform did not know', async () => {
    const manifest = { ...MANIFEST, sums: { value: 1.5, cost: null }, unknown: ['cost'] };
    const id = await madeBy(owner, { manifest });
    expect(await history.find(owner, id)).toMatchObject({ id, manifest });
    expect(damaged).toEqual([]);
  });

  it('includes month packages among the files', async () => {
    const id = await madeBy(owner, { manifest: MONTH, path: '/month.zip' });
    expect(await history.find(owner, id)).toEqual({ id, manifest: MONTH, path: '/month.zip' });
    expect(damaged).toEqual([]);
  });

  it('can be read page by page', async () => {
    const ids = [await madeBy(owner), await madeBy(owner), await madeBy(owner)].toReversed();
    expect(await idsSeenBy(owner, null, 2)).toEqual(ids.slice(0, 2));
    expect(await idsSeenBy(owner, ids[1], 2)).toEqual(ids.slice(2));
  });

  it('shows users their own, and also those of the operator to users who may see all', async () => {
    const ids = {
      owner: await madeBy(owner),
      accountant: await madeBy(accountant),
      staff: await madeBy(staff),
      beta: await madeBy(beta),
      operator: await madeBy(OPERATOR),
    };
    const lockedOwner = { ...owner, lockedLocation: staff.lockedLocation };
    const unlockedStaff = { ...staff, lockedLocation: null };
    for (const [caller, seen] of [
      [owner, [ids.operator, ids.owner]],
      [accountant, [ids.operator, ids.accountant]],
      [staff, [ids.staff]],
      [unlockedStaff, [ids.staff]],
      [lockedOwner, [ids.owner]],
      [beta, [ids.beta]],
      [OPERATOR, [ids.operator]],
    ] as const) {
      expect(await idsSeenBy(caller)).toEqual(seen);
      for (const id of Object.values(ids)) {
        expect((await history.find(caller, id)) !== null).toBe((seen as readonly number[]).includes(id));
      }
    }
  });

  it('keeps the latest of each account', async () => {
    const other = await madeBy(beta);
    for (let made = 0; made < MAX_EXPORTS_PER_ACCOUNT + 3; made += 1) await madeBy(owner);

    const ids = await idsSeenBy(owner, null, 1000);

    expect(ids).toHaveLength(MAX_EXPORTS_PER_ACCOUNT);
    expect(Math.min(...ids)).toBe(other + 4);
    expect(await idsSeenBy(beta)).toEqual([other]);
  });

  it("finds the paths of the caller's files", async () => {
    await madeBy(owner, { path: '/exports/a.csv' });
    await madeBy(OPERATOR, { path: '/b.csv' });

    expect(await history.hasPath(owner, '/exports/a.csv')).toBe(true);
    expect(await history.hasPath(owner, '/exports/A.csv')).toBe(false);
    expect(await history.hasPath(accountant, '/exports/a.csv')).toBe(false);
    expect(await history.hasPath(accountant, '/b.csv')).toBe(true);
    expect(await history.hasPath(beta, '/b.csv')).toBe(false);
  });

  it.each(['{"request"', '{}', 'null', '[]', '{"request":null,"fileName":"a.csv","columns":[]}'])(
    'skips and reports the damaged row %s, and continues with older ones',
    async (manifest) => {
      const [first, spoilt, last] = [await madeBy(owner), await madeBy(owner), await madeBy(owner)];
      await store.db.updateTable('exports').set({ manifest }).where('id', '=', spoilt).execute();

      expect(await idsSeenBy(owner, null, 2)).toEqual([last, first]);
      expect(await history.find(owner, spoilt)).toBeNull();
      expect(damaged).toEqual([spoilt]);
    },
  );
});
