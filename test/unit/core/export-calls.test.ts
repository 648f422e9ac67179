import { describe, expect, it } from 'vitest';
import { ExportError } from '../../../electron/exports/export-error.ts';
import type { FinishedExport } from '../../../shared/contract/bridge.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble } from './bridge-double.ts';

const PRICE_LIST = { dataset: 'price-list', filters: { q: 'appel' }, language: 'nl' };

async function finished(double = bridgeDouble()): Promise<FinishedExport> {
  const result = await double.handle('exportDataset', PRICE_LIST);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value as FinishedExport;
}

describe('exportDataset', () => {
  it('writes where the user chose and answers the file', async () => {
    const double = bridgeDouble();

    expect(await finished(double)).toEqual({
      id: expect.any(String),
      fileName: 'my list.csv',
      rows: 3,
      bytes: 99,
      path: '/chosen/my list.csv',
      download: null,
    });
    expect(double.done).toEqual(['write /chosen/my list.csv']);
  });

  it('answers the address and not the path where the browser fetches the file', async () => {
    const chooseExportTarget = async () => ({ path: '/shelf/8f3a', download: '/downloads/8f3a' });

    expect(await finished(bridgeDouble({ host: { chooseExportTarget } }))).toMatchObject({
      fileName: 'list.csv',
      path: null,
      download: '/downloads/8f3a',
    });
  });

  it('answers null and writes nothing when the user chose no file', async () => {
    const { handle, done } = bridgeDouble({ host: { chooseExportTarget: async () => null } });

    expect(await handle('exportDataset', PRICE_LIST)).toEqual({ ok: true, value: null });
    expect(done).toEqual([]);
  });

  it('asks for no file when the request cannot be taken', async () => {
    const refuse = async () => {
      throw new ExportError('invalid_request', 'there is no filter x');
    };
    const { handle } = bridgeDouble({
      exporter: { suggestFileName: refuse },
      host: { chooseExportTarget: () => Promise.reject(new Error('was asked')) },
    });

    expect(await handle('exportDataset', PRICE_LIST)).toMatchObject({
      failure: { code: 'invalid', message: 'there is no filter x' },
    });
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
      callerOf: async (given) => (given === 'renewed' ? STAND_IN_CALLER : null),
    });

    expect(await handle('exportDataset', PRICE_LIST)).toMatchObject({ ok: true });
    expect(asked).toEqual([{ method: 'GET', path: '/api/me' }]);
  });

  it.each([
    ['nobody is signed in', { session: { token: () => null } }],
    ['the token is not valid', { callerOf: async () => null }],
  ])('is refused when %s', async (_name, changes) => {
    expect(await bridgeDouble(changes).handle('exportDataset', PRICE_LIST)).toMatchObject({
      ok: false,
      failure: { code: 'refused' },
    });
  });

  it.each([
    { ...PRICE_LIST, dataset: 'customers' },
    { ...PRICE_LIST, columns: [] },
    { ...PRICE_LIST, filters: { q: 5 } },
    { ...PRICE_LIST, path: '/etc/passwd' },
  ])('refuses the request %j', async (request) => {
    expect(await bridgeDouble().handle('exportDataset', request)).toMatchObject({
      failure: { code: 'invalid' },
    });
  });
});

describe('a finished export', () => {
  it('is opened and shown by its id', async () => {
    const double = bridgeDouble();
    const { id } = await finished(double);

    expect(await double.handle('openExport', { id })).toEqual({ ok: true, value: null });
    await double.handle('revealExport', { id });

    expect(double.done.slice(1)).toEqual(['open /chosen/my list.csv', 'reveal /chosen/my list.csv']);
  });

  it.each(['openExport', 'revealExport'])('cannot be named by path: %s', async (call) => {
    const { handle, done } = bridgeDouble();

    expect(await handle(call, { id: '/etc/passwd' })).toMatchObject({ failure: { code: 'invalid' } });
    expect(done).toEqual([]);
  });
});
