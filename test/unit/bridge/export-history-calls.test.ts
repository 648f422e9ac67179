import { describe, expect, it } from 'vitest';
import { ExportError } from '../../../electron/exports/export-error.ts';
import type { ExportFormat } from '../../../shared/contract/exports.ts';
import { bridgeDouble, EXPORTED } from './bridge-double.ts';

describe('compareExport', () => {
  it('says in a sentence why it cannot compare', async () => {
    const compare = async () => {
      throw new ExportError('not_comparable', 'It is not kept.');
    };
    expect(await bridgeDouble({ exports: { compare } }).handle('compareExport', { id: 12 })).toMatchObject({
      failure: { code: 'failed', message: 'It is not kept.' },
    });
  });

  it('is cancelled when its user signs out', async () => {
    const signals: AbortSignal[] = [];
    const compare = (_caller: unknown, _id: number, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    };
    const { handle } = bridgeDouble({
      exports: { compare },
      session: {
        state: () => ({ kind: 'signed-out', remembered: [], keepsPassword: false, reason: null }),
      },
    });
    void handle('compareExport', { id: 12 });
    await expect.poll(() => signals.length).toBe(1);

    await handle('signOut', {});

    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('showExport', () => {
  it('never runs a program that the history lists as an export format', async () => {
    const path = '/media/stick/orders.exe';
    const request = { ...EXPORTED.manifest.request, format: 'exe' as ExportFormat };
    const manifest = { ...EXPORTED.manifest, request, fileName: 'orders.exe' };
    const found = { ...EXPORTED, path, manifest };
    const { handle, done } = bridgeDouble({ exports: { find: async () => found } });
    expect(await handle('showExport', { id: 12, where: 'program' })).toMatchObject({ ok: false });
    expect(done).toEqual([]);
  });

  it('shows the file that the history names', async () => {
    const { handle, done } = bridgeDouble();

    expect(await handle('showExport', { id: 12, where: 'program' })).toEqual({
      ok: true,
      value: { href: null },
    });
    await handle('showExport', { id: 12, where: 'folder' });

    expect(done).toEqual(['show /chosen/my list.csv in its program', 'show /chosen/my list.csv in its folder']);
  });

  it.each([
    ['is not in the history of the caller', null],
    ['lies under another name', { ...EXPORTED, path: '/chosen/other.csv' }],
    ['has no whole path', { ...EXPORTED, path: 'my list.csv' }],
  ])('does not show a file that %s', async (_name, found) => {
    const { handle, done } = bridgeDouble({ exports: { find: async () => found } });

    expect(await handle('showExport', { id: 12, where: 'folder' })).toMatchObject({ ok: false });
    expect(done).toEqual([]);
  });

  it.each(['run.bat', 'run.csv.cmd', 'run'])('never opens %s with a program', async (fileName) => {
    const path = `/chosen/${fileName}`;
    const found = { ...EXPORTED, path, manifest: { ...EXPORTED.manifest, fileName } };
    const { handle, done } = bridgeDouble({ exports: { find: async () => found } });

    expect(await handle('showExport', { id: 12, where: 'program' })).toMatchObject({
      failure: { code: 'invalid', message: expect.stringContaining('.csv') },
    });
    await handle('showExport', { id: 12, where: 'folder' });

    expect(done).toEqual([`show ${path} in its folder`]);
  });
});
