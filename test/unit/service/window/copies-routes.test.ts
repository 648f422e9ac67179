import { describe, expect, it } from 'vitest';
import { toRemoteAccountId } from '../../../../electron/base/remote-accounts.ts';
import type { CopyStatus } from '../../../../shared/contract/connection.ts';
import { controlCopy, emptyCopies, readConnection, readCopies } from '../../../../shared/contract/window.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { windowDouble } from './window-double.ts';

const HEARD = Date.parse('2026-11-21T12:00:00Z');
const COPY = { baseUrl: 'https://shop.example', account: 'alfa', confirmedAt: HEARD, bytes: 1_000 };
const SHOWN = { platform: 'https://shop.example', account: 'alfa', users: 1, bytes: 1_000 };

function directoryOf(copies: readonly (typeof COPY & { readonly email?: string })[]) {
  return { list: async () => copies, removeAll: async () => ({ copies: copies.length, bytes: 3_000 }) };
}

describe('readCopies', () => {
  it('returns for each account of each platform when it was last updated, and its size', async () => {
    const later = { ...COPY, confirmedAt: HEARD + 60_000, bytes: 500 };
    const other = { ...COPY, account: 'beta', confirmedAt: HEARD + 120_000 };
    const copies = directoryOf([{ ...COPY, email: 'o@alfa.example' }, later, other]);
    expect(await windowDouble({ copies }).call(readCopies)).toEqual({
      status: 200,
      body: [
        { ...SHOWN, account: 'beta', updatedAt: '2026-11-21T13:02:00+01:00' },
        { ...SHOWN, users: 2, bytes: 1_500, updatedAt: '2026-11-21T13:01:00+01:00' },
      ],
    });
  });

  it.each([readCopies, emptyCopies])('is refused if nobody is signed in: $method $path', async (endpoint) => {
    const { call } = windowDouble({ copies: directoryOf([COPY]) });
    expect((await call(endpoint, { isSignedIn: false })).status).toBe(401);
  });
});

describe('emptyCopies', () => {
  it('returns how much that freed, even if it is unknown who is signed in', async () => {
    const identify = async () => {
      throw new Error('the platform is away');
    };
    const { call } = windowDouble({ copies: directoryOf([COPY]), identify });
    expect(await call(emptyCopies)).toEqual({ status: 200, body: { bytes: 3_000 } });
  });
});

describe('the connection of the signed-in user', () => {
  const PLATFORM = 'storekeeper+https://api-demo.storekeepercloud.com';
  const caller = { accountId: toRemoteAccountId(1) };
  const findAddress = async () => PLATFORM;
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
    const getStatus = async ({ userId }: { userId: number }) => {
      asked.push(userId);
      return STATUS;
    };
    const { call } = windowDouble({ caller, copies: { findAddress, getStatus } });
    const { account, userId } = STAND_IN_CALLER;
    expect(await call(readConnection)).toEqual({
      status: 200,
      body: { platform: PLATFORM, account, copy: STATUS },
    });
    expect(asked).toEqual([userId]);
  });

  it('has no copy if this program itself stores the data, and nothing is called', async () => {
    const getStatus = async () => {
      throw new Error('not to be asked');
    };
    const { call } = windowDouble({ copies: { getStatus } });
    expect(await call(readConnection)).toMatchObject({ status: 200, body: { platform: null, copy: null } });
    expect((await call(controlCopy, { body: { action: 'stop' } })).status).toBe(400);
  });

  it.each(['readAgain', 'stop', 'empty'])('%s affects only the user’s own copy', async (action) => {
    const done: unknown[] = [];
    const control = async ({ userId }: { userId: number }, asked: string) => void done.push([userId, asked]);
    const { call } = windowDouble({ caller, copies: { findAddress, control } });
    expect(await call(controlCopy, { body: { action } })).toEqual({ status: 204, body: null });
    expect(done).toEqual([[STAND_IN_CALLER.userId, action]]);
  });

  it.each([{}, { action: 'remove' }, { action: 'stop', userId: 8 }])(
    'accepts no other action: %j',
    async (argument) => {
      const { call } = windowDouble({ caller });
      expect((await call(controlCopy, { body: argument })).status).toBe(400);
    },
  );
});
