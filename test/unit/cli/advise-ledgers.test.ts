import { describe, expect, it } from 'vitest';
import { advisingLedgers } from '../../../electron/cli/export-save.ts';
import { ExportError } from '../../../electron/exports/export-error.ts';

const SERVICE = { kind: 'service', baseUrl: 'https://a.example', dataDir: undefined, acceptsUnproven: false } as const;
const STORE = {
  kind: 'store',
  store: { dataDir: undefined, acceptsSharedFolder: false, database: {} },
  account: null,
} as const;
const refusal = () => new ExportError('not_bookable', 'Without a ledger account: tips (Tips).');

describe('advisingLedgers', () => {
  it('names --ledgers where a service knows nothing of the accounts of the window', async () => {
    const asked = { source: SERVICE, ledgers: null };

    await expect(advisingLedgers(asked, Promise.reject(refusal()))).rejects.toMatchObject({
      code: 'not_bookable',
      message:
        'Without a ledger account: tips (Tips). Accounts that were chosen in the window are not read from a service: ' +
        'name a file of them with --ledgers.',
    });
  });

  it.each([
    ['a store, whose accounts are read', { source: STORE, ledgers: null }, refusal()],
    ['a file that lacks some', { source: SERVICE, ledgers: 'l.json' }, refusal()],
    ['another failure', { source: SERVICE, ledgers: null }, new ExportError('source_failed', 'Gone.')],
    ['a mistake of ours', { source: SERVICE, ledgers: null }, new RangeError('oops')],
  ])('leaves alone %s', async (_what, asked, error) => {
    await expect(advisingLedgers(asked, Promise.reject(error))).rejects.toBe(error);
  });
});
