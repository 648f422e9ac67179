import { describe, expect, it } from 'vitest';
import type { CopyStatus } from '../../../shared/contract/connection.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble, SIGNED_IN } from './bridge-double.ts';

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

  it.each(['readCopies', 'emptyCopies', 'readConnection'])('%s is refused when nobody is signed in', async (call) => {
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

describe('the connection of the signed-in user', () => {
  const PLATFORM = 'storekeeper+https://api-demo.storekeepercloud.com';
  const at = (platform: string | null) => ({ state: () => ({ ...SIGNED_IN, platform }) });
  const STATUS: CopyStatus = {
    ...{
      state: 'waiting',
      problem: null,
      triesAgainAt: null,
      confirmedAt: '2026-11-21T13:00:00+01:00',
      bytes: 5,
      streams: [],
      coverage: null,
    },
    ...{ check: null, notes: [], unknown: ['cost'] },
  };

  it('is that of their own copy at their platform', async () => {
    const asked: number[] = [];
    const statusOf = async ({ userId }: { userId: number }) => {
      asked.push(userId);
      return STATUS;
    };
    const { handle } = bridgeDouble({ session: at(PLATFORM), copies: { statusOf } });
    const { account, userId } = STAND_IN_CALLER;
    expect(await handle('readConnection', {})).toEqual({
      ok: true,
      value: { platform: PLATFORM, account, copy: STATUS },
    });
    expect(asked).toEqual([userId]);
  });

  it('has no copy where this program itself has the data, and nothing is asked', async () => {
    const statusOf = async () => {
      throw new Error('not to be asked');
    };
    const { handle } = bridgeDouble({ session: at(null), copies: { statusOf } });
    expect(await handle('readConnection', {})).toMatchObject({ ok: true, value: { platform: null, copy: null } });
    expect(await handle('controlCopy', { action: 'stop' })).toMatchObject({ ok: false, failure: { code: 'invalid' } });
  });

  it.each(['readAgain', 'stop', 'empty'])('%s acts on their own copy alone', async (action) => {
    const done: unknown[] = [];
    const control = async ({ userId }: { userId: number }, asked: string) => void done.push([userId, asked]);
    const { handle } = bridgeDouble({ session: at(PLATFORM), copies: { control } });
    expect(await handle('controlCopy', { action })).toEqual({ ok: true, value: null });
    expect(done).toEqual([[STAND_IN_CALLER.userId, action]]);
  });

  it.each([{}, { action: 'remove' }, { action: 'stop', userId: 8 }])('takes no other action: %j', async (argument) => {
    const { handle } = bridgeDouble({ session: at(PLATFORM) });
    expect(await handle('controlCopy', argument)).toMatchObject({ ok: false, failure: { code: 'invalid' } });
  });
});
