import { describe, expect, it } from 'vitest';
import { bridgeDouble } from './bridge-double.ts';

const HEARD = Date.parse('2026-11-21T12:00:00Z');
const COPY = { baseUrl: 'https://shop.example', account: 'alfa', confirmedAt: HEARD, bytes: 1_000 };
const SHOWN = { platform: 'https://shop.example', account: 'alfa', users: 1, bytes: 1_000 };

function directoryOf(copies: readonly (typeof COPY & { readonly email?: string })[]) {
  return { list: async () => copies, empty: async () => ({ copies: copies.length, bytes: 3_000 }) };
}

describe('readCopies', () => {
  it('tells of each account of each platform when it was heard last, and how large it is', async () => {
    const later = { ...COPY, confirmedAt: HEARD + 60_000, bytes: 500 };
    const other = { ...COPY, account: 'beta', confirmedAt: HEARD + 120_000 };
    const copies = directoryOf([{ ...COPY, email: 'o@alfa.example' }, later, other]);
    expect(await bridgeDouble({ copies }).handle('readCopies', {})).toEqual({
      ok: true,
      value: [
        { ...SHOWN, account: 'beta', updatedAt: '2026-11-21T13:02:00+01:00' },
        { ...SHOWN, users: 2, bytes: 1_500, updatedAt: '2026-11-21T13:01:00+01:00' },
      ],
    });
  });

  it.each(['readCopies', 'emptyCopies'])('%s is refused when nobody is signed in', async (call) => {
    const { handle } = bridgeDouble({ session: { token: () => null }, copies: directoryOf([COPY]) });
    expect(await handle(call, {})).toMatchObject({ failure: { code: 'refused', status: 401 } });
  });
});

describe('emptyCopies', () => {
  it('answers what that freed, also while nobody can say who is signed in', async () => {
    const callerOf = async () => {
      throw new Error('the platform is away');
    };
    const { handle } = bridgeDouble({ copies: directoryOf([COPY]), callerOf });
    expect(await handle('emptyCopies', {})).toEqual({ ok: true, value: { bytes: 3_000 } });
  });
});
