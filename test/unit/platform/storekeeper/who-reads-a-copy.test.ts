import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { toRemoteUserId } from '../../../../electron/base/remote-accounts.ts';
import type { NarrowedRights } from '../../../../electron/platform/platform-adapter.ts';
import { createFixedClock, NOW } from '../../../support/fixed-clock.ts';
import { createKnownUsers } from '../../../support/known-users.ts';

import { openStoreKeeperCopies } from '../../../support/storekeeper/open-copies.ts';
import { type StoreKeeperServer, startStoreKeeperServer } from '../../../support/storekeeper/storekeeper-server.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30', start: 0, limit: 10 } as const;

const HOUR_MS = 60 * 60_000;

type Copies = ReturnType<typeof openStoreKeeperCopies>;

async function startAccount() {
  const clock = createFixedClock(NOW);
  const server = await startStoreKeeperServer({ products: 10, orders: 20, months: 2, clock });
  const folder = createTemporaryFolder();
  onTestFinished(() => server.stop());

  function open(getNarrowedRights: () => NarrowedRights | null = () => null, users = createKnownUsers()): Copies {
    const copies = openStoreKeeperCopies(server.address, { clock, folder, getNarrowedRights, users });
    onTestFinished(copies.close);
    return copies;
  }

  /** Advances the clock in steps, with time for the work that falls due. */
  async function pass(ms: number, stepMs = 1_000): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
      clock.advance(stepMs);
      for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
    }
  }

  /** Repeats the call until it fails with this code, and returns the last code. */
  async function untilCode(ask: () => Promise<unknown>, code: string): Promise<string | undefined> {
    let last = await codeOf(ask());
    for (let tries = 0; last !== code && tries < 300; tries += 1) {
      await pass(2_000);
      last = await codeOf(ask());
    }
    return last;
  }

  async function untilCopied({ platform, copies }: Copies, caller: Caller): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      await platform.searchProducts(caller, { start: 0, limit: 1 }).catch(() => null);
      const status = await copies.getStatus(caller);
      if (status?.coverage?.isWhole && status.state === 'waiting') return;
      await pass(1_000);
    }
    throw new Error('the account was not copied');
  }

  return { clock, server, folder, open, pass, untilCode, untilCopied };
}

function keyCredentials(server: StoreKeeperServer, apikey = server.channels[0]?.apikey) {
  const auth = { ...server.channels[0], apikey };
  const password = `skc_${Buffer.from(JSON.stringify(auth)).toString('base64url')}`;
  return { account: 'voorbeeld', email: `channel:${server.channels[0]?.subaccount}`, password };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: { readonly code?: string }) => error.code,
  );

describe('the copy of a channel', () => {
  it('cannot be opened with an invented key if the function that checks keys is missing', async () => {
    const { server, open, untilCopied } = await startAccount();
    const copies = open();
    const caller = await copies.platform.signIn(keyCredentials(server));
    await untilCopied(copies, caller);
    server.switches.removeFunctions('getShopWithRelation');

    expect(await codeOf(copies.platform.signIn(keyCredentials(server, 'made up')))).toBe('credentials_refused');
    expect(await codeOf(copies.platform.signIn(keyCredentials(server)))).toBe('answered');
  });

  it('is separate from that of the e-mail address for which its key was issued', async () => {
    const { server, open } = await startAccount();
    const { platform } = open();
    const [{ email }] = server.users;

    expect(await codeOf(platform.signIn({ ...keyCredentials(server), email }))).toBe('credentials_refused');
  });
});

describe('the copy of a user', () => {
  it('is separate from that of another user with the same number, as in a replaced data file', async () => {
    const { server, open, untilCopied } = await startAccount();
    const before = open();
    const [user, other] = server.users;
    const caller = await before.platform.signIn(user);
    await untilCopied(before, caller);
    await before.close();

    const { platform } = open();
    const colleague = await platform.signIn(other ?? user);
    expect(colleague.userId).toBe(caller.userId);
    expect(await codeOf(platform.listOrders(colleague, NOVEMBER))).toBe('rejected');
    expect(await codeOf(platform.identify(caller))).toBe('session_ended');
  });

  it('is their only one: another form of their identity replaces the former', async () => {
    const { server, open } = await startAccount();
    let nth = 1;
    const { platform, directory } = open(undefined, { getId: async () => toRemoteUserId(nth) });
    await platform.signIn(server.users[0]);
    const [former] = await directory.listNames();
    nth = 2;
    await platform.signIn(server.users[0]);

    expect(await directory.listNames()).toEqual([expect.not.stringMatching(former ?? '')]);
  });

  it('is deleted with the session, even if the function that checks sessions is missing', async () => {
    const { server, open, untilCode, untilCopied } = await startAccount();
    const copies = open();
    const [user] = server.users;
    const caller = await copies.platform.signIn(user);
    await untilCopied(copies, caller);
    server.switches.removeFunctions('getShopWithRelation');
    server.sessions.switchOff(user.user, true);
    server.sessions.end();

    expect(await untilCode(() => copies.platform.identify(caller), 'session_ended')).toBe('session_ended');
    expect(await codeOf(copies.platform.listOrders(caller, NOVEMBER))).not.toBe('answered');
  });

  it('cannot be read without StoreKeeper by a user whose rights the operator has reduced since', async () => {
    const { server, open, untilCopied, pass } = await startAccount();
    const before = open();
    const caller = await before.platform.signIn(server.users[0]);
    await untilCopied(before, caller);
    await before.close();
    server.switches.goOffline();
    const staff = { name: null, role: 'staff', location: { id: 1_000_000_002, title: 'Utrecht' } } as const;

    const after = open(() => staff);
    await pass(60_000, 5_000);
    expect(await codeOf(after.platform.identify(caller))).toBe('unavailable');
    const restarted = open();
    expect(await restarted.platform.identify(caller)).toMatchObject({ roles: ['owner'], lockedLocation: null });
  });

  it('shows a user of one location nothing of other locations on the page Connection', async () => {
    const { server, open, untilCopied } = await startAccount();
    const staff = { name: null, role: 'staff', location: { id: 1_000_000_002, title: 'Utrecht' } } as const;
    const copies = open(() => staff);
    const caller = await copies.platform.signIn(server.users[0]);
    await untilCopied(copies, caller);

    const status = await copies.copies.getStatus(caller);
    expect(status).toMatchObject({ notes: [], check: null, coverage: { months: [], isWhole: true } });
  });

  it('is not read further after it was stopped, at any time', async () => {
    const { server, open, pass } = await startAccount();
    const { platform, copies } = open();
    const caller = await platform.signIn(server.users[0]);
    // Starts to confirm who the user is.
    const asking = platform.searchProducts(caller, { start: 0, limit: 1 }).catch(() => null);
    await copies.control(caller, 'stop');
    await asking;
    const { total } = server.calls;
    await pass(5 * 60_000, 5_000);
    await platform.searchProducts(caller, { start: 0, limit: 1 }).catch(() => null);

    expect(await copies.getStatus(caller)).toMatchObject({ state: 'stopped', problem: null });
    expect(server.calls.total - total).toBeLessThanOrEqual(2);
  });

  it('says at once that StoreKeeper is unavailable, and for 72 hours how old the data is', async () => {
    const { server, open, untilCode, untilCopied, pass } = await startAccount();
    const copies = open();
    const caller = await copies.platform.signIn(server.users[0]);
    await untilCopied(copies, caller);
    server.switches.goOffline();
    // A reader who cannot see the age gets no old data.
    expect(await untilCode(() => copies.platform.listOrders(caller, NOVEMBER), 'unavailable')).toBe('unavailable');
    await pass(73 * HOUR_MS, HOUR_MS);
    expect(await codeOf(copies.platform.identify(caller))).not.toBe('answered');
  });
});
