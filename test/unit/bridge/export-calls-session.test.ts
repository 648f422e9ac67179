import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { SignInError } from '../../../electron/session/sign-in.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { SIGNED_IN } from './bridge-double.ts';
import { lastingExports, order } from './lasting-exports.ts';

const elsewhere = { ...STAND_IN_CALLER, accountId: 1_000_000_001 };
const colleague = { ...STAND_IN_CALLER, userId: 8 };

describe('signing out', () => {
  it.each(['succeeds', 'fails'])('cancels exports in progress, whether it %s', async (how) => {
    const signOut = async () => {
      if (how === 'fails') throw new Error('no connection');
    };
    const state = () => ({ kind: 'signed-out' as const, remembered: [], keepsPassword: false, reason: null });
    const { handle, jobs } = lastingExports({ session: { signOut, state } });
    const run = handle('exportDataset', order());
    await expect.poll(() => jobs.length).toBe(1);

    await handle('signOut', {});

    expect(await run).toEqual({ ok: true, value: null });
  });

  it.each([
    ['goes on when the same user signs in once more', STAND_IN_CALLER, false],
    ['ends when another user of the account signs in', colleague, true],
    ['ends when an account of another platform has users of that number', elsewhere, true],
    ['ends when nobody can say who has signed in', null, true],
  ])('%s', async (_name, next, isCancelled) => {
    let caller: Caller | null = STAND_IN_CALLER;
    const { handle, jobs } = lastingExports({ resolveCaller: async () => caller });
    void handle('exportDataset', order());
    await expect.poll(() => jobs.length).toBe(1);
    caller = next;

    await handle('switchSignIn', { id: 'another' });

    expect(jobs[0]?.signal.aborted).toBe(isCancelled);
  });

  it('does not cancel the exports of the next user, even if the previous user is identified late', async () => {
    const late = Promise.withResolvers<Caller>();
    let sessionId = 'first';
    let resolveCaller = (): Promise<Caller> => late.promise;
    const state = () => ({ ...SIGNED_IN, sessionId });
    const { handle, jobs } = lastingExports({ session: { state }, resolveCaller: () => resolveCaller() });
    const first = handle('switchSignIn', { id: 'first' });
    await Promise.resolve();
    sessionId = 'second';
    resolveCaller = async () => colleague;
    await handle('switchSignIn', { id: 'second' });
    void handle('exportDataset', order());
    await expect.poll(() => jobs.length).toBe(1);

    late.resolve(STAND_IN_CALLER);
    await first;

    expect(jobs[0]?.signal.aborted).toBe(false);
  });

  it('cancels nothing if the other sign-in fails', async () => {
    const switchTo = () => Promise.reject(new SignInError('refused', 'Wrong credentials.'));
    const { handle, jobs } = lastingExports({ session: { switchTo } });
    void handle('exportDataset', order());
    await expect.poll(() => jobs.length).toBe(1);

    await handle('switchSignIn', { id: 'another' });

    expect(jobs[0]?.signal.aborted).toBe(false);
  });
});
