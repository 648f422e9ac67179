import { readdirSync, renameSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../electron/exports/schedules/scheduler.ts';
import { DAILY, LEDGERS, MONTHLY, openScheduling, startScheduling } from '../../../support/open-schedules.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const OCTOBER_20 = '2026-10-20T12:00:00+02:00';
const ORDERS_OF_OCTOBER_20 = 'orders_de-linde_2026-10-20.csv';

const ORDERS_REQUEST = { dataset: 'orders', filters: {}, format: 'csv', profile: 'excel', language: 'nl' } as const;

describe('a period of a copy', () => {
  it('waits until the copy has been read since the period ended', async () => {
    const { copyUntil, clock, goTo, look, lastRun, listFiles } = await openScheduling(DAILY, { now: OCTOBER_20 });
    copyUntil('2026-10-20T21:00:00+02:00');
    goTo('2026-10-21T06:00:00+02:00');
    await look();
    expect(await lastRun()).toMatchObject({ state: 'retrying', problem: 'copy-behind' });
    copyUntil('2026-10-21T06:10:00+02:00');
    clock.advance(15 * 60_000);
    await look();
    expect(listFiles()).toEqual([ORDERS_OF_OCTOBER_20]);
  });
});

describe('a file that could not be recorded', () => {
  it('is recorded later, and not made twice', async () => {
    const { store, clock, goTo, look, listFiles, readHistory } = await openScheduling(DAILY, { now: OCTOBER_20 });
    await sql`create trigger full before insert on exports begin select raise(abort, 'full'); end`.execute(store.db);
    goTo('2026-10-21T06:00:00+02:00');
    await look();
    await sql`drop trigger full`.execute(store.db);
    clock.advance(15 * 60_000);
    await look();
    expect([listFiles(), (await readHistory()).length]).toEqual([[ORDERS_OF_OCTOBER_20], 1]);
  });

  it('is recorded once its folder is back after a kill', async () => {
    const { store, clock, platform, scheduler, folder, goTo, listFiles } = await openScheduling(DAILY, {
      now: OCTOBER_20,
    });
    await scheduler.stop();
    goTo('2026-10-21T06:00:00+02:00');
    const killed = startScheduling({ store, clock, platform, killed: 'after' });
    await killed.look();
    await killed.scheduler.stop();
    renameSync(folder, `${folder}-away`);
    const next = startScheduling({ store, clock, platform });
    goTo('2026-10-21T06:15:00+02:00');
    await next.look();
    renameSync(`${folder}-away`, folder);
    clock.advance(DAY_MS);
    await next.look();
    expect(listFiles()).toContain(ORDERS_OF_OCTOBER_20);
    expect(listFiles().filter((name) => name.startsWith('orders_de-linde_2026-10-20'))).toHaveLength(1);
  });
});

describe('a schedule that is changed', () => {
  it('does not lose a run that fell due just before', async () => {
    const { schedules, id, form, goTo, look, listFiles } = await openScheduling(DAILY, { now: OCTOBER_20 });
    goTo('2026-10-21T06:00:30+02:00');
    await schedules.save(CALLER.owner, id, { ...form, timing: { ...form.timing, at: '07:00' } });
    await look();
    expect(listFiles()).toEqual([ORDERS_OF_OCTOBER_20]);
  });

  it('can be paused while its folder is missing', async () => {
    const { schedules, id, form, folder } = await openScheduling(DAILY, { now: OCTOBER_20 });
    rmSync(folder, { recursive: true });
    expect(await schedules.save(CALLER.owner, id, { ...form, isPaused: true })).toEqual({ id, refusal: null });
    expect(await schedules.runNow(CALLER.owner, id)).toBe(false);
  });

  it('makes the period again in its new folder', async () => {
    const { schedules, scheduler, id, form, goTo, look } = await openScheduling(DAILY, { now: OCTOBER_20 });
    goTo('2026-10-21T06:00:00+02:00');
    await look();
    const moved = temporaryFolder();
    await schedules.save(CALLER.owner, id, { ...form, folder: moved });
    await schedules.runNow(CALLER.owner, id);
    await scheduler.untilIdle();
    expect(readdirSync(moved)).toEqual([ORDERS_OF_OCTOBER_20]);
  });
});

describe('a clock that is set back', () => {
  it('does not stop exports that are due', async () => {
    const { clock, goTo, look, listFiles } = await openScheduling(DAILY, { now: '2027-10-20T12:00:00+02:00' });
    await look();
    clock.advance(Date.parse('2026-10-20T12:00:00+02:00') - clock.now());
    await look();
    goTo('2026-10-21T06:00:00+02:00');
    await look();
    expect(listFiles()).toEqual([ORDERS_OF_OCTOBER_20]);
  });
});

describe('the run that the list shows', () => {
  it('is the run for the oldest period without a file, which can be made now', async () => {
    const { schedules, scheduler, id, folder, goTo, look, lastRun } = await openScheduling(MONTHLY, {
      now: OCTOBER_20,
    });
    renameSync(folder, `${folder}-away`);
    goTo('2026-11-01T06:00:00+01:00');
    for (let tries = 0; tries < 12; tries += 1) {
      await look();
      const { nextAt } = await lastRun();
      if (nextAt !== null) goTo(nextAt);
    }
    renameSync(`${folder}-away`, folder);
    goTo('2026-12-01T06:00:00+01:00');
    await look();
    expect(await lastRun()).toMatchObject({ state: 'failed', period: { from: '2026-10-01' }, needsAttention: true });
    await schedules.runNow(CALLER.owner, id);
    await scheduler.untilIdle();
    expect(await lastRun()).toMatchObject({ state: 'made', period: { from: '2026-10-01' }, isLate: true });
  });
});

describe('open invoices of a schedule', () => {
  it('are those at the end of the period, at any age', async () => {
    const invoices = {
      ...DAILY,
      name: 'Open',
      work: {
        kind: 'dataset',
        request: { ...ORDERS_REQUEST, dataset: 'open-invoices', filters: { from: '2000-01-01', to: '2026-10-20' } },
        period: 'last-month',
      },
      timing: { every: 'month', on: 1, at: '06:00' },
    } as const;
    const { goTo, look, readHistory } = await openScheduling(invoices, { now: '2026-11-02T12:00:00+01:00' });
    goTo('2026-12-01T06:00:00+01:00');
    await look();
    const [entry] = await readHistory();
    expect(entry?.manifest.request).toMatchObject({
      filters: { from: '2000-01-01', to: '2026-11-30', as_of: '2026-11-30' },
    });
    expect(entry?.manifest).toHaveProperty(
      'rows',
      expect.not.toSatisfy((rows) => rows === 0),
    );
  });
});

describe('a month package that is exported again', () => {
  it('is a different file if the ledger accounts have changed', async () => {
    const { schedules, scheduler, id, goTo, look, listFiles } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    goTo('2026-11-01T06:00:00+01:00');
    await look();
    LEDGERS['payment:pin'] = '1212';
    goTo('2026-11-01T09:00:00+01:00');
    await schedules.runNow(CALLER.owner, id);
    await scheduler.untilIdle();
    LEDGERS['payment:pin'] = '1000';
    expect(listFiles()).toEqual([
      'maandpakket_de-linde_2026-10.zip',
      'maandpakket_de-linde_2026-10_2026-11-01_0900.zip',
    ]);
  });

  it('is the same file if nothing has changed', async () => {
    const { schedules, scheduler, id, goTo, look, listFiles } = await openScheduling(MONTHLY, { now: OCTOBER_20 });
    goTo('2026-11-01T06:00:00+01:00');
    await look();
    goTo('2026-11-01T09:00:00+01:00');
    await schedules.runNow(CALLER.owner, id);
    await scheduler.untilIdle();
    expect(listFiles()).toEqual(['maandpakket_de-linde_2026-10.zip']);
  });
});
