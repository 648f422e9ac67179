import { describe, expect, it } from 'vitest';
import { ExportError } from '../../../electron/exports/export-error.ts';
import type { FinishedExport } from '../../../shared/contract/exports.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble, EXPORTED, PACKAGED } from './bridge-double.ts';
import { lastingExports, order, PRICE_LIST } from './lasting-exports.ts';

const progress = (running: object[], ended: object[] = []) => ({ ok: true, value: { running, ended } });
const colleague = { ...STAND_IN_CALLER, userId: 8, email: 'col@stand-in.example' };

describe('exportDataset', () => {
  it('writes to the file that the user chose, and returns it', async () => {
    const { handle, done } = bridgeDouble();

    expect(await handle('exportDataset', order())).toEqual({
      ok: true,
      value: { ...EXPORTED, download: null } satisfies FinishedExport,
    });
    expect(done).toEqual(['write /chosen/my list.csv']);
  });

  it('returns the address and not the path if the browser downloads the file', async () => {
    const target = {
      path: '/exports/8f3a/list.csv',
      download: '/downloads/8f3a',
      release: async () => undefined,
    };
    const host = { chooseExportTarget: async () => target, getVisiblePath: () => null };

    expect(await bridgeDouble({ host }).handle('exportDataset', order())).toMatchObject({
      value: { path: null, download: '/downloads/8f3a' },
    });
  });

  it('returns null and writes nothing if the user chose no file', async () => {
    const { handle, done } = bridgeDouble({ host: { chooseExportTarget: async () => null } });

    expect(await handle('exportDataset', order())).toEqual({ ok: true, value: null });
    expect(done).toEqual([]);
  });

  it('does not ask for a file if the request is invalid', async () => {
    const refuse = async () => {
      throw new ExportError('invalid_request', 'there is no filter x');
    };
    const { handle } = bridgeDouble({
      exports: { suggestFileName: refuse },
      host: { chooseExportTarget: () => Promise.reject(new Error('was asked')) },
    });

    expect(await handle('exportDataset', order())).toMatchObject({
      failure: { code: 'invalid', message: 'there is no filter x', reason: 'invalid-request' },
    });
  });

  it('releases the chosen file if nothing was written', async () => {
    const run = async () => {
      throw new ExportError('not_written', 'The disk is full.', { reason: 'disk-full' });
    };
    const { handle, done } = bridgeDouble({ exports: { run } });

    expect(await handle('exportDataset', order())).toMatchObject({ failure: { reason: 'disk-full' } });
    expect(done).toEqual(['release']);
  });

  it('reads as the user behind the token, after a call that renews it', async () => {
    let token = 'expired';
    const asked: unknown[] = [];
    const { handle } = bridgeDouble({
      session: {
        token: () => token,
        request: async (call) => {
          asked.push(call);
          token = 'renewed';
          return { status: 200, headers: new Headers(), body: new Uint8Array() };
        },
      },
      resolveCaller: async (given) => (given === 'renewed' ? STAND_IN_CALLER : null),
    });

    expect(await handle('exportDataset', order())).toMatchObject({ ok: true });
    expect(asked).toEqual([{ method: 'GET', path: '/api/me' }]);
  });

  it.each([
    { ...PRICE_LIST, dataset: 'passwords' },
    { ...PRICE_LIST, columns: [] },
    { ...PRICE_LIST, filters: { q: 5 } },
    { ...PRICE_LIST, path: '/etc/passwd' },
  ])('refuses the request %j', async (request) => {
    expect(await bridgeDouble().handle('exportDataset', order('a', request))).toMatchObject({
      failure: { code: 'invalid' },
    });
  });

  it('refuses the key of an export in progress, and accepts it again afterwards', async () => {
    const { handle, jobs } = lastingExports();
    const first = handle('exportDataset', order());
    await expect.poll(() => jobs.length).toBe(1);

    expect(await handle('exportDataset', order())).toMatchObject({ failure: { code: 'invalid' } });
    await handle('cancelExport', { key: 'a' });
    await first;
    void handle('exportDataset', order());

    await expect.poll(() => jobs.length).toBe(2);
  });
});

describe('every call of exports', () => {
  it.each([
    ['nobody is signed in', { session: { token: () => null } }],
    ['the token is not valid', { resolveCaller: async () => null }],
  ])('is refused when %s', async (_name, changes) => {
    const { handle } = bridgeDouble(changes);
    const calls = [
      handle('exportDataset', order()),
      handle('readExportProgress', {}),
      handle('cancelExport', { key: 'a' }),
      handle('compareExport', { id: EXPORTED.id }),
      handle('showExport', { id: EXPORTED.id, where: 'folder' }),
    ];
    for (const call of calls) expect(await call).toMatchObject({ failure: { code: 'refused' } });
  });
});

describe('readExportProgress', () => {
  it('reports the progress of each export, oldest first, with the time in its phase', async () => {
    let now = 1000;
    const { handle, jobs } = lastingExports({ now: () => now });
    void handle('exportDataset', order('a'));
    void handle('exportDataset', order('b', { ...PRICE_LIST, dataset: 'customers' }));
    await expect.poll(() => jobs.length).toBe(2);

    now = 3000;
    jobs[1]?.onProgress({ phase: 'reading', rows: 0, total: 10 });
    now = 3500;
    jobs[1]?.onProgress({ phase: 'reading', rows: 4, total: 10 });

    const waiting = { key: 'a', request: PRICE_LIST, phase: 'waiting', rows: 0, total: null, elapsedMs: 0 };
    const customers = { ...PRICE_LIST, dataset: 'customers' };
    const reading = { key: 'b', request: customers, phase: 'reading', rows: 4, total: 10, elapsedMs: 500 };
    expect(await handle('readExportProgress', {})).toEqual(progress([waiting, reading]));

    jobs[1]?.onProgress({ phase: 'again', rows: 0, total: 10 });
    const again = { ...reading, phase: 'again', rows: 0, elapsedMs: 0 };
    expect(await handle('readExportProgress', {})).toEqual(progress([waiting, again]));
  });

  it('reports none while the user is choosing a file, and none that has ended', async () => {
    let isAsked = false;
    const { promise: choice, resolve: choose } = Promise.withResolvers<null>();
    const chooseExportTarget = () => {
      isAsked = true;
      return choice;
    };
    const { handle } = bridgeDouble({ host: { chooseExportTarget } });
    const run = handle('exportDataset', order());
    await expect.poll(() => isAsked).toBe(true);

    expect(await handle('readExportProgress', {})).toEqual(progress([]));
    choose(null);
    await run;
    expect(await handle('readExportProgress', {})).toEqual(progress([]));
  });
});

describe('readExportProgress, for exports that have ended,', () => {
  it('reports for ten minutes which file was made, or why there is none', async () => {
    let now = 0;
    const run = async () => {
      throw new ExportError('not_written', 'The disk is full.', { reason: 'disk-full' });
    };
    const { handle } = bridgeDouble({ now: () => now });
    const failing = bridgeDouble({ exports: { run } });

    await handle('exportDataset', order('a'));
    await failing.handle('exportDataset', order('b'));

    const done = { key: 'a', outcome: { kind: 'done', file: { ...EXPORTED, download: null } } };
    now = 10 * 60_000 - 1;
    expect(await handle('readExportProgress', {})).toEqual(progress([], [done]));
    expect(await failing.handle('readExportProgress', {})).toMatchObject(
      progress([], [{ key: 'b', outcome: { kind: 'failed', failure: { reason: 'disk-full' } } }]),
    );
    now += 1;
    expect(await handle('readExportProgress', {})).toEqual(progress([]));
  });

  it('reports nothing about a cancelled export, and nothing to other users', async () => {
    let caller = STAND_IN_CALLER;
    const { handle, jobs } = lastingExports({ resolveCaller: async () => caller });
    const run = handle('exportDataset', order());
    await expect.poll(() => jobs.length).toBe(1);
    await handle('cancelExport', { key: 'a' });
    await run;
    expect(await handle('readExportProgress', {})).toEqual(progress([]));

    const other = bridgeDouble({ resolveCaller: async () => caller });
    await other.handle('exportDataset', order());
    caller = colleague;
    expect(await other.handle('readExportProgress', {})).toEqual(progress([]));
  });
});

describe('cancelExport', () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new ExportError('cancelled', 'was cancelled')));
    });

  it('ends an export while the user is choosing a file, during which it is listed', async () => {
    const suggestFileName = (...[, , signal]: [unknown, unknown, AbortSignal]) => untilAborted(signal);
    const { handle, done } = bridgeDouble({ exports: { suggestFileName } });
    const run = handle('exportDataset', order('a'));

    const waiting = expect.objectContaining({ key: 'a', phase: 'waiting' });
    await expect.poll(() => handle('readExportProgress', {})).toEqual(progress([waiting]));
    await handle('cancelExport', { key: 'a' });

    expect(await run).toEqual({ ok: true, value: null });
    expect(await handle('readExportProgress', {})).toEqual(progress([]));
    expect(done).toEqual([]);
  });

  it('ends a month package while it is being planned', async () => {
    const begun = Promise.withResolvers<void>();
    const plan = (...[, , signal]: [unknown, unknown, AbortSignal]) => {
      begun.resolve();
      return untilAborted(signal);
    };
    const { handle, done } = bridgeDouble({ months: { plan } });
    const request = { month: '2026-10', locationId: null, format: 'csv', language: 'nl' };
    const run = handle('exportMonth', { key: 'm', request });
    await begun.promise;
    await handle('cancelExport', { key: 'm' });

    expect(await run).toEqual({ ok: true, value: null });
    expect(done).toEqual([]);
  });

  it('ends the export with that key, which returns null and releases its file', async () => {
    const { handle, jobs, done } = lastingExports();
    const runs = [handle('exportDataset', order('a')), handle('exportDataset', order('b'))];
    await expect.poll(() => jobs.length).toBe(2);

    expect(await handle('cancelExport', { key: 'a' })).toEqual({ ok: true, value: null });

    expect(await runs[0]).toEqual({ ok: true, value: null });
    expect(done).toEqual(['release']);
    expect(jobs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(await handle('cancelExport', { key: 'a' })).toEqual({ ok: true, value: null });
  });
});

describe('exportMonth', () => {
  const monthOrder = { key: 'm', request: { month: '2026-10', locationId: null, format: 'csv', language: 'nl' } };

  it('writes the package to the file that the user chose, and returns its details', async () => {
    const { handle, done } = bridgeDouble();
    expect(await handle('exportMonth', monthOrder)).toEqual({
      ok: true,
      value: {
        ...{ id: 13, fileName: 'my month.zip', path: '/chosen/my month.zip', download: null },
        ...{ isComplete: true, isOver: true, unknown: [] },
      },
    });
    expect(done).toEqual(['write /chosen/my month.zip']);
  });

  it('opens a package of the history as a zip, and no other file under its entry', async () => {
    const find = async (_caller: unknown, id: number) =>
      id === PACKAGED.id ? PACKAGED : { ...PACKAGED, path: '/chosen/my month.exe' };
    const { handle, done } = bridgeDouble({ exports: { find } });
    expect(await handle('showExport', { id: PACKAGED.id, where: 'program' })).toMatchObject({ ok: true });
    expect(await handle('showExport', { id: 99, where: 'program' })).toMatchObject({ ok: false });
    expect(done).toEqual(['show /chosen/my month.zip in its program']);
  });

  it('is cancelled by its key, by its own user only, and leaves nothing behind', async () => {
    let signedIn = colleague;
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const write = ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new ExportError('cancelled', 'was cancelled')));
        begin();
      });
    const { handle, done } = bridgeDouble({ months: { write }, resolveCaller: async () => signedIn });
    const ending = handle('exportMonth', monthOrder);
    await begun;
    signedIn = { ...STAND_IN_CALLER, email: colleague.email };
    await handle('cancelExport', { key: 'm' });
    expect(done).toEqual([]);
    signedIn = colleague;
    expect(await handle('exportMonth', monthOrder)).toMatchObject({ failure: { code: 'invalid' } });
    await handle('cancelExport', { key: 'm' });
    expect(await ending).toEqual({ ok: true, value: null });
    expect(done).toEqual(['release']);
  });

  it('says why there is no package', async () => {
    const write = async () => {
      throw new ExportError('not_bookable', 'Zonder grootboekrekening: payment:pin (Pin).');
    };
    expect(await bridgeDouble({ months: { write } }).handle('exportMonth', monthOrder)).toMatchObject({
      failure: { reason: 'not-bookable', message: 'Zonder grootboekrekening: payment:pin (Pin).' },
    });
  });
});
