import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../electron/exports/schedules/scheduler.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import {
  createExportsRepository,
  MAX_EXPORTS_PER_ACCOUNT,
} from '../../../../electron/store/accounts/exports-repository.ts';
import { addDays } from '../../../../shared/calendar.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { DAILY, MONTHLY, openScheduling, startScheduling } from '../../../support/open-schedules.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { pickBySize } from '../../../support/test-size.ts';

const OCTOBER_20 = '2026-10-20T12:00:00+02:00';
const ORDERS_OF_OCTOBER_20 = 'orders_de-linde_2026-10-20.csv';

const ORDERS_REQUEST = { dataset: 'orders', filters: {}, format: 'csv', profile: 'excel', language: 'nl' } as const;

const WEEKLY = {
  ...DAILY,
  work: { ...DAILY.work, kind: 'dataset', request: ORDERS_REQUEST, period: 'last-week' },
  timing: { every: 'week', on: 1, at: '06:00' },
} as const;

describe('a scheduled export', () => {
  it('is made when it is due, with its name, company and period', async () => {
    const { look, goTo, listFiles, lastRun, readHistory } = await openScheduling(DAILY, { now: OCTOBER_20 });
    await look();
    expect(listFiles()).toEqual([]);
    goTo('2026-10-21T06:00:30+02:00');
    await look();
    expect(listFiles()).toEqual([ORDERS_OF_OCTOBER_20]);
    expect(await lastRun()).toMatchObject({
      state: 'made',
      isLate: false,
      problem: null,
      fileName: ORDERS_OF_OCTOBER_20,
    });
    const [entry] = await readHistory();
    expect(entry?.manifest).toMatchObject({
      period: { from: '2026-10-20', to: '2026-10-20' },
      scheduled: { name: 'Orders', isLate: false, changes: null },
    });
  });

  it('is made by the clock alone', async () => {
    const { clock, scheduler, goTo, listFiles } = await openScheduling(DAILY, { now: '2026-10-21T05:58:00+02:00' });
    goTo('2026-10-21T05:59:30+02:00');
    await scheduler.untilIdle();
    expect(listFiles()).toEqual([]);
    clock.advance(60_000);
    await scheduler.untilIdle();
    expect(listFiles()).toEqual([ORDERS_OF_OCTOBER_20]);
  });

  it('is not made while it is paused', async () => {
    const { schedules, id, form, look, goTo, listFiles } = await openScheduling(DAILY, { now: OCTOBER_20 });
    await schedules.save(CALLER.owner, id, { ...form, isPaused: true });
    goTo('2026-11-02T06:01:00+01:00');
    await look();
    expect([listFiles(), (await schedules.list(CALLER.owner))[0]?.nextAt]).toEqual([[], null]);
  });

  it('is announced once: the first file that a user ever gets', async () => {
    const { look, goTo, announced, folder } = await openScheduling(DAILY, { now: OCTOBER_20 });
    goTo('2026-10-21T06:01:00+02:00');
    await look();
    goTo('2026-11-01T06:01:00+01:00');
    await look();
    expect(announced).toEqual([join(folder, ORDERS_OF_OCTOBER_20)]);
  });

  it('is deleted with its schedule, but its files stay', async () => {
    const { schedules, id, look, goTo, listFiles } = await openScheduling(DAILY, { now: OCTOBER_20 });
    goTo('2026-10-21T06:01:00+02:00');
    await look();
    expect(await schedules.remove(CALLER.owner, id)).toBe(true);
    goTo('2026-11-01T06:01:00+01:00');
    await look();
    expect([listFiles(), await schedules.list(CALLER.owner)]).toEqual([[ORDERS_OF_OCTOBER_20], []]);
  });
});

describe('a period that fell due while the program was off for six weeks', () => {
  const back = '2026-12-09T09:00:00+01:00';

  it('is exported later, once for each week, and marked as late', async () => {
    const { store, clock, platform, scheduler, goTo, listFiles } = await openScheduling(WEEKLY, {
      now: '2026-10-28T12:00:00+01:00',
    });
    await scheduler.stop();
    goTo(back);
    const restarted = startScheduling({ store, clock, platform });
    await restarted.look();
    expect(listFiles()).toEqual([
      'orders_de-linde_2026-10-26_2026-11-01.csv',
      'orders_de-linde_2026-11-02_2026-11-08.csv',
      'orders_de-linde_2026-11-09_2026-11-15.csv',
      'orders_de-linde_2026-11-16_2026-11-22.csv',
      'orders_de-linde_2026-11-23_2026-11-29.csv',
      'orders_de-linde_2026-11-30_2026-12-06.csv',
    ]);
    const late = (await restarted.readHistory()).map(({ manifest }) => manifest.scheduled?.isLate);
    expect(late).toEqual([true, true, true, true, true, true]);
  });

  it('is exported later for the last day only', async () => {
    const { goTo, look, listFiles } = await openScheduling(DAILY, { now: OCTOBER_20 });
    goTo(back);
    await look();
    expect(listFiles()).toEqual(['orders_de-linde_2026-12-08.csv']);
  });

  it('is exported once for data without a period', async () => {
    const priceList = {
      ...WEEKLY,
      name: 'Prijslijst',
      work: { kind: 'dataset', request: { ...ORDERS_REQUEST, dataset: 'price-list' }, period: null },
    } as const;
    const { goTo, look, listFiles } = await openScheduling(priceList, { now: OCTOBER_20 });
    goTo(back);
    await look();
    expect(listFiles()).toEqual(['prijslijst_de-linde_2026-12-07.csv']);
  });

  it('is exported for at most twelve months', async () => {
    const { goTo, look, listFiles } = await openScheduling(MONTHLY, { now: '2026-11-02T12:00:00+01:00' });
    goTo('2028-02-02T12:00:00+01:00');
    await look();
    expect(listFiles()).toHaveLength(12);
    expect(listFiles()[0]).toBe('maandpakket_de-linde_2027-02.zip');
  });

  it('is exported at the next sign-in of its user, and by nobody else', async () => {
    const { signIn, goTo, look, listFiles } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    signIn(null);
    goTo('2026-11-01T06:01:00+01:00');
    await look();
    signIn(CALLER.accountant);
    await look();
    expect(listFiles()).toEqual([]);
    signIn(CALLER.owner);
    await look();
    expect(listFiles()).toEqual(['maandpakket_de-linde_2026-10.zip']);
  });
});

describe('a scheduled export that fails', () => {
  it('is retried after 15 minutes, one hour, four hours and then daily for a week', async () => {
    const { folder, goTo, look, lastRun } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    rmSync(folder, { recursive: true });
    goTo('2026-11-01T06:00:00+01:00');
    const tries: (string | null)[] = [];
    for (let nextAt: string | null = ''; nextAt !== null; ) {
      await look();
      const run = await lastRun();
      expect([run.problem, run.state]).toEqual(['no-folder', run.nextAt === null ? 'failed' : 'retrying']);
      nextAt = run.nextAt;
      tries.push(nextAt);
      if (nextAt !== null) goTo(nextAt);
    }
    expect(tries).toEqual([
      '2026-11-01T06:15:00+01:00',
      '2026-11-01T07:15:00+01:00',
      '2026-11-01T11:15:00+01:00',
      '2026-11-02T11:15:00+01:00',
      '2026-11-03T11:15:00+01:00',
      '2026-11-04T11:15:00+01:00',
      '2026-11-05T11:15:00+01:00',
      '2026-11-06T11:15:00+01:00',
      '2026-11-07T11:15:00+01:00',
      null,
    ]);
    expect((await lastRun()).needsAttention).toBe(true);
  });

  it('needs attention after the first day', async () => {
    const { folder, goTo, look, lastRun } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    rmSync(folder, { recursive: true });
    goTo('2026-11-01T06:00:00+01:00');
    await look();
    goTo('2026-11-02T05:59:00+01:00');
    expect((await lastRun()).needsAttention).toBe(false);
    goTo('2026-11-02T06:00:00+01:00');
    expect((await lastRun()).needsAttention).toBe(true);
  });

  it('is made once the folder is back', async () => {
    const { folder, goTo, look, lastRun, listFiles } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    renameSync(folder, `${folder}-away`);
    goTo('2026-11-01T06:00:00+01:00');
    await look();
    renameSync(`${folder}-away`, folder);
    goTo('2026-11-01T06:15:00+01:00');
    await look();
    expect(listFiles()).toEqual(['maandpakket_de-linde_2026-10.zip']);
    expect(await lastRun()).toMatchObject({ state: 'made', problem: null, needsAttention: false, isLate: true });
  });

  it('waits for a copy that lacks the period, and says so', async () => {
    const { store, clock, platform, scheduler, goTo, listFiles } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    let isBehind = true;
    await scheduler.stop();
    const behind = startScheduling({
      store,
      clock,
      platform: {
        ...platform,
        readReport: async (...asked) => {
          if (isBehind) throw new PlatformError('rejected', 'Orders are being read: 20% is there.');
          return platform.readReport(...asked);
        },
      },
    });
    goTo('2026-11-01T06:00:00+01:00');
    // Much longer than a week, because the copy of a large account takes long.
    for (let tries = 0; tries < 6; tries += 1) {
      await behind.look();
      expect(await behind.lastRun()).toMatchObject({ state: 'retrying', problem: 'copy-behind' });
      clock.advance(2 * 24 * 60 * 60_000);
    }
    isBehind = false;
    await behind.look();
    expect(listFiles()).toEqual(['maandpakket_de-linde_2026-10.zip']);
  });

  it('is paused if its user may no longer read the data', async () => {
    const { store, clock, platform, scheduler, goTo, schedules } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    await scheduler.stop();
    const refusing = startScheduling({
      store,
      clock,
      platform: {
        ...platform,
        readReport: async () => {
          throw new PlatformError('forbidden', 'You may not read the financial report.');
        },
      },
    });
    goTo('2026-11-01T06:00:00+01:00');
    await refusing.look();
    const [schedule] = await schedules.list(CALLER.owner);
    expect(schedule).toMatchObject({ isPausedForRights: true, nextAt: null });
    expect(schedule?.lastRun).toMatchObject({ state: 'failed', problem: 'refused', needsAttention: true });
  });

  it('leaves one file that lacks rows, and later the complete one', async () => {
    const { store, clock, platform, scheduler, goTo, listFiles } = await openScheduling(DAILY, { now: OCTOBER_20 });
    let isShort = true;
    await scheduler.stop();
    const failing = startScheduling({
      store,
      clock,
      platform,
      spoil: (exporter) => ({
        async write(job) {
          const incomplete = job.targetPath.replace('.csv', '_INCOMPLETE.csv');
          const { path, manifest } = await exporter.write({
            ...job,
            targetPath: isShort ? incomplete : job.targetPath,
          });
          const shortfall = isShort ? ({ kind: 'failed', message: 'It failed.' } as const) : null;
          return { path, manifest: { ...manifest, shortfall } };
        },
      }),
    });
    goTo('2026-10-21T06:00:00+02:00');
    await failing.look();
    clock.advance(15 * 60_000);
    await failing.look();
    expect(await failing.lastRun()).toMatchObject({ state: 'retrying', problem: 'incomplete' });
    expect(listFiles()).toEqual(['orders_de-linde_2026-10-20_INCOMPLETE.csv']);
    isShort = false;
    clock.advance(60 * 60_000);
    await failing.look();
    expect(listFiles()).toEqual([ORDERS_OF_OCTOBER_20, 'orders_de-linde_2026-10-20_INCOMPLETE.csv']);
  });
});

describe('a period that is exported again', () => {
  async function madeOnce(asked = DAILY) {
    const opened = await openScheduling(asked, { now: OCTOBER_20 });
    opened.goTo('2026-10-21T06:00:00+02:00');
    await opened.look();
    return {
      ...opened,
      async again() {
        await opened.schedules.runNow(CALLER.owner, opened.id);
        await opened.scheduler.untilIdle();
        return opened.lastRun();
      },
    };
  }

  it.each(['csv', 'xlsx', 'pdf', 'jsonl'] as const)('writes nothing if %s has the same content', async (format) => {
    const { profile: _profile, ...request } = ORDERS_REQUEST;
    const asked = {
      ...DAILY,
      work: { ...DAILY.work, kind: 'dataset', request: { ...request, format }, period: 'yesterday' },
    };
    const { again, goTo, listFiles, folder } = await madeOnce(asked as typeof DAILY);
    const [name = ''] = listFiles();
    const before = readFileSync(join(folder, name));
    goTo('2026-10-21T09:30:00+02:00');
    expect(await again()).toMatchObject({ state: 'unchanged', fileName: name });
    expect(listFiles()).toEqual([name]);
    expect(readFileSync(join(folder, name)).equals(before)).toBe(true);
  });

  it('is still recognized after the history has dropped other entries of that time', async () => {
    const { again, goTo, listFiles, store } = await madeOnce();
    const history = createExportsRepository(store.db, createFixedClock(OCTOBER_20), () => {});
    const [made] = await history.list(CALLER.owner, { before: null, limit: 1 });
    if (made === undefined) throw new Error('nothing was made');
    const { accountId, userId } = CALLER.owner;
    for (let others = 0; others <= MAX_EXPORTS_PER_ACCOUNT; others += 1) {
      await history.add({ accountId, userId, manifest: made.manifest, path: '/other.csv' });
    }
    goTo('2026-10-21T09:30:00+02:00');
    expect(await again()).toMatchObject({ state: 'unchanged' });
    expect(listFiles()).toEqual([ORDERS_OF_OCTOBER_20]);
  });

  it('is written to a new file beside the old one if the content has changed, and the history shows the changes', async () => {
    const { again, goTo, listFiles, store, readHistory } = await madeOnce();
    await store.db.updateTable('orders').set({ value_wt: 1 }).execute();
    goTo('2026-10-21T09:30:00+02:00');
    expect(await again()).toMatchObject({ state: 'made', changedFrom: ORDERS_OF_OCTOBER_20 });
    expect(listFiles()).toEqual([ORDERS_OF_OCTOBER_20, 'orders_de-linde_2026-10-20_2026-10-21_0930.csv']);
    const [newest] = await readHistory();
    expect(newest?.manifest.scheduled?.changes).toMatchObject({
      fileName: ORDERS_OF_OCTOBER_20,
      counts: { added: 0, removed: 0 },
    });
    expect(newest?.manifest.scheduled?.changes?.counts?.changed).toBeGreaterThan(0);
  });

  it('never overwrites a file that somebody else wrote or changed', async () => {
    const { again, goTo, listFiles, folder } = await madeOnce();
    appendFileSync(join(folder, ORDERS_OF_OCTOBER_20), 'a note of the accountant');
    goTo('2026-10-21T09:30:00+02:00');
    expect((await again()).state).toBe('made');
    expect(readFileSync(join(folder, ORDERS_OF_OCTOBER_20), 'utf8')).toContain('a note of the accountant');
    expect(listFiles()).toContain('orders_de-linde_2026-10-20_2026-10-21_0930.csv');
  });

  it('is written again if the file is gone', async () => {
    const { again, listFiles, folder } = await madeOnce();
    rmSync(join(folder, ORDERS_OF_OCTOBER_20));
    expect((await again()).state).toBe('made');
    expect(listFiles()).toEqual([ORDERS_OF_OCTOBER_20]);
  });
});

/** For each of the two times. */
const KILLS = pickBySize({ quick: 3, full: 100 });

describe('a program that is killed between a file and its record', () => {
  it.each(['before', 'after'] as const)(
    'exports each period once, when it is killed %s the file is in place',
    { timeout: 240_000 },
    async (moment) => {
      const { store, clock, platform, goTo, listFiles, scheduler } = await openScheduling(DAILY, { now: OCTOBER_20 });
      await scheduler.stop();
      goTo('2026-10-21T07:00:00+02:00');
      for (let kill = 0; kill < KILLS; kill += 1) {
        const killed = startScheduling({ store, clock, platform, killed: moment });
        await killed.look();
        await killed.scheduler.stop();
        const next = startScheduling({ store, clock, platform });
        await next.look();
        await next.look();
        await next.scheduler.stop();
        expect((await next.lastRun()).state).toBe('made');
        clock.advance(DAY_MS);
      }
      const days = Array.from({ length: KILLS }, (_, at) => addDays('2026-10-20', at));
      const names = days.map((day) => `orders_de-linde_${day}.csv`);
      expect(listFiles()).toEqual(names);
      const history = await startScheduling({ store, clock, platform }).readHistory();
      expect(history.map(({ manifest }) => manifest.fileName)).toEqual(names.toReversed());
    },
  );
});

describe('the rights of a scheduled export', () => {
  it('are limited to a location for staff who are locked to it', async () => {
    const { goTo, look, listFiles } = await openScheduling(MONTHLY, { now: OCTOBER_20, user: CALLER.staff });
    goTo('2026-11-01T06:00:00+01:00');
    await look();
    expect(listFiles()).toEqual(['maandpakket_de-linde_utrecht_2026-10.zip']);
  });

  it('let no user see, change, run or remove the schedule of another user', async () => {
    const { schedules, id, form } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    expect(await schedules.list(CALLER.accountant)).toEqual([]);
    expect(await schedules.save(CALLER.accountant, id, form)).toBeNull();
    expect(await schedules.runNow(CALLER.accountant, id)).toBe(false);
    expect(await schedules.remove(CALLER.accountant, id)).toBe(false);
    expect(await schedules.list(CALLER.owner)).toHaveLength(1);
  });
});

describe('a form that cannot be saved', () => {
  it('says which field is wrong, and how', async () => {
    const { schedules, form, dataFolder, folder } = await openScheduling(DAILY, { now: OCTOBER_20 });
    mkdirSync(join(dataFolder, 'exports'));
    writeFileSync(join(folder, 'a file'), '');
    const other = { ...form, name: 'Other' };
    const refusalOf = async (changes: Partial<typeof form>) =>
      (await schedules.save(CALLER.owner, null, { ...other, ...changes }))?.refusal;
    const { timing } = form;
    expect(await refusalOf({ name: '  ' })).toEqual({ field: 'name', problem: 'empty' });
    expect(await refusalOf({ name: 'x'.repeat(61) })).toEqual({ field: 'name', problem: 'too-long' });
    expect(await refusalOf({ name: 'ORDERS ' })).toEqual({ field: 'name', problem: 'name-used' });
    expect(await refusalOf({ timing: { ...timing, at: '25:00' } })).toEqual({ field: 'at', problem: 'no-time' });
    expect(await refusalOf({ timing: { ...timing, every: 'week' } })).toEqual({ field: 'on', problem: 'no-day' });
    expect(await refusalOf({ folder: '' })).toEqual({ field: 'folder', problem: 'empty' });
    expect(await refusalOf({ folder: 'exports' })).toEqual({ field: 'folder', problem: 'no-folder' });
    expect(await refusalOf({ folder: join(folder, 'missing') })).toEqual({ field: 'folder', problem: 'no-folder' });
    expect(await refusalOf({ folder: join(folder, 'a file') })).toEqual({ field: 'folder', problem: 'no-folder' });
    expect(await refusalOf({ folder: dataFolder })).toEqual({ field: 'folder', problem: 'own-folder' });
    expect(await refusalOf({ folder: join(dataFolder, 'exports') })).toEqual({
      field: 'folder',
      problem: 'own-folder',
    });
    const work = { kind: 'dataset', request: ORDERS_REQUEST, period: null } as const;
    expect(await refusalOf({ work })).toEqual({ field: 'work', problem: 'not-possible' });
    const unknown = {
      ...work,
      period: 'yesterday',
      request: { ...work.request, filters: { shop_id: '999' } },
    } as const;
    expect(await refusalOf({ work: unknown })).toEqual({ field: 'work', problem: 'not-possible' });
    for (let count = 1; count < 20; count += 1) await refusalOf({ name: `Schedule ${count}` });
    expect(await refusalOf({})).toEqual({ field: 'name', problem: 'too-many' });
  });
});

describe('the month package of a schedule', () => {
  it('is byte for byte the package that is made by hand, except for the time of making', async () => {
    const { goTo, look, folder, clock, months } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    goTo('2026-11-01T06:00:00+01:00');
    await look();
    const request = { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' } as const;
    const targetPath = join(folder, 'by hand.zip');
    const { signal } = new AbortController();
    await months.make({ request, caller: CALLER.owner, place: null, targetPath, onProgress: () => {}, signal });
    expect(clock.now()).toBe(Date.parse('2026-11-01T06:00:00+01:00'));
    const scheduled = readFileSync(join(folder, 'maandpakket_de-linde_2026-10.zip'));
    expect(scheduled.equals(readFileSync(targetPath))).toBe(true);
  });
});
