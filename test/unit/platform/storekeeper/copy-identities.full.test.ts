import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { type AnswerAge, trackAnswerAge } from '../../../../electron/platform/answer-age.ts';
import { makeCertificate } from '../../../support/certificates.ts';
import { type CopiedAccount, monthPeriod, openCopiedAccount } from '../../../support/storekeeper/copied-account.ts';
import { comparedFigures, copiedPrices, countedOrders } from '../../../support/storekeeper/copied-figures.ts';
import { sumPrices } from '../../../support/storekeeper/own-sums.ts';
import { errorOf } from './scripted-storekeeper.ts';

const LONG = 120_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function open({ isSafe = false } = {}): Promise<CopiedAccount> {
  const certificate = isSafe ? await makeCertificate({ names: ['127.0.0.1'] }) : null;
  const account = await openCopiedAccount({
    ...{ products: 45, orders: 105, months: 2 },
    ...(certificate && { certificate, program: { authorities: [certificate.cert] } }),
  });
  onTestFinished(account.close);
  return account;
}

async function expectRight({ platform, server }: CopiedAccount, caller: Caller): Promise<void> {
  const { own, copied } = await comparedFigures(platform, caller, server.account);
  expect(copied).toEqual(own);
  expect(await copiedPrices(platform, caller)).toEqual(sumPrices(server.account));
}

describe('a copy', () => {
  it('belongs to one user or one channel; another identity of the account has a separate one', {
    timeout: LONG,
  }, async () => {
    const account = await open();
    const [owner, other, channel] = [await account.signIn(0), await account.signIn(1), await account.signInAsChannel()];
    expect(new Set([owner, other, channel].map(({ userId }) => userId)).size).toBe(3);
    await account.readOn(owner);

    for (const caller of [other, channel]) {
      expect(await errorOf(account.platform.searchProducts(caller, { start: 0, limit: 5 }))).toMatchObject({
        ...{ code: 'rejected', message: 'The account is being read for the first time.' },
      });
      await account.readOn(caller);
      await expectRight(account, caller);
    }
    expect(await account.program.directory.listNames()).toHaveLength(3);
    await account.program.copies.control(other, 'empty');
    expect(await account.program.directory.listNames()).toHaveLength(2);
    await expectRight(account, owner);
  });

  it('cannot be read by a colleague whose e-mail address has the same 31-bit hash', { timeout: LONG }, async () => {
    const [anna, bram] = [
      { user: 'beheer', email: 'anna.96048@voorbeeld.example', password: 'bloemkool-viool-72' },
      { user: 'kassa', email: 'bram.8744@voorbeeld.example', password: 'regenjas-klavier-31' },
    ];
    const account = await openCopiedAccount({ products: 10, orders: 20, months: 1, users: [anna, bram] });
    onTestFinished(account.close);
    const victim = await account.signIn(0);
    await account.readOn(victim);
    const attacker = await account.signIn(1);

    expect(attacker.userId).not.toBe(victim.userId);
    expect(await errorOf(account.platform.searchProducts(attacker, { start: 0, limit: 5 }))).toMatchObject({
      message: 'The account is being read for the first time.',
    });
    const { upstreamCredential } = attacker;
    const crossed = { ...victim, ...(upstreamCredential && { upstreamCredential }) };
    expect(await errorOf(account.platform.identify(crossed))).toMatchObject({ code: 'session_ended' });
    expect(await account.platform.searchProducts(victim, { start: 0, limit: 5 })).toMatchObject({ total: 10 });
  });

  it('is found with an API key that an earlier version stored under a hash of its channel', {
    timeout: LONG,
  }, async () => {
    const account = await openCopiedAccount({ products: 10, orders: 20, months: 1 });
    onTestFinished(account.close);
    const [user, channel] = [await account.signIn(), await account.signInAsChannel()];
    const { subaccount } = account.server.channels[0] ?? {};
    const identities = [
      ['beheer@voorbeeld.example', 'user', 'beheer', ''],
      ['channel', 'subuser', 'sync', subaccount],
    ];
    const [ofUser = 0, ofChannel = 0] = identities.map(
      (identity) => createHash('sha256').update(JSON.stringify(identity)).digest().readUInt32BE(0) & 0x7fff_ffff,
    );

    expect([user.formerUserId, channel.formerUserId]).toEqual([undefined, ofChannel]);
    expect(await account.platform.identify({ ...channel, userId: ofChannel })).toEqual(channel);
    for (const other of [
      { ...channel, userId: ofChannel ^ 1 },
      { ...user, userId: ofUser },
    ]) {
      expect(await errorOf(account.platform.identify(other))).toMatchObject({ code: 'session_ended' });
    }
  });

  it('of a channel that sees only its own shop has the orders of that shop, and nothing of a user', {
    timeout: LONG,
  }, async () => {
    const account = await open();
    account.server.switches.limitKeysToOwnShop();
    const [owner, channel] = [await account.signIn(), await account.signInAsChannel(1)];
    await account.readOn(owner);
    await account.readOn(channel);
    await expectRight(account, owner);
    const own = countedOrders(account.server.account).filter(({ shop }) => shop.id === 4);
    const others = countedOrders(account.server.account).filter(({ shop }) => shop.id !== 4);
    for (const { id } of own) expect(await account.platform.findOrder(channel, id)).toMatchObject({ shop_id: 4 });
    for (const { id } of others) expect(await account.platform.findOrder(channel, id)).toBeNull();
  });

  it('cannot be read by somebody who only has the number of the account and of the user', {
    timeout: LONG,
  }, async () => {
    const account = await open();
    const owner = await account.signIn();
    await account.readOn(owner);
    const { upstreamCredential: _, ...known } = owner;
    const forged = Buffer.from(
      JSON.stringify({
        auth: { account: 'voorbeeld', user: 'beheer', rights: 'user', mode: 'hash', hash: 'x' },
        email: owner.email,
      }),
    ).toString('base64url');
    for (const caller of [known, { ...known, upstreamCredential: `sks_${forged}` }]) {
      expect(await errorOf(account.platform.searchProducts(caller, { start: 0, limit: 5 }))).toMatchObject({
        ...{ code: 'rejected', message: 'The account is being read for the first time.' },
      });
    }
    expect(await errorOf(account.platform.identify({ ...known, upstreamCredential: `sks_${forged}` }))).toMatchObject({
      code: 'session_ended',
    });
    // The user continues.
    await expectRight(account, owner);
  });
});

describe('a session that StoreKeeper ended', () => {
  it('is started again with the password in memory, and reading continues', { timeout: LONG }, async () => {
    const account = await open({ isSafe: true });
    const caller = await account.signIn();
    await account.readOn(caller);
    account.server.sessions.end();
    const id = account.server.account.sellOrder();
    await account.after(caller, 10 * MINUTE_MS);
    expect(account.server.sessions.started).toBe(2);
    expect(await account.platform.findOrder(caller, id)).toMatchObject({ id });
    await expectRight(account, caller);
  });

  it('is started once, however many calls of a first copy get its end', { timeout: LONG }, async () => {
    const account = await open({ isSafe: true });
    const caller = await account.signIn();
    let ended = 0;
    const unwatch = account.server.calls.watch((total) => {
      if (total % 40 !== 0) return;
      account.server.sessions.end();
      ended += 1;
    });
    await account.readOn(caller);
    unwatch();
    expect(ended).toBeGreaterThan(2);
    expect(account.server.sessions.started).toBeLessThanOrEqual(1 + ended);
    await expectRight(account, caller);
  });

  it('whose password is refused as well loses its copy', { timeout: LONG }, async () => {
    const account = await open({ isSafe: true });
    const caller = await account.signIn();
    await account.readOn(caller);
    expect(await account.program.directory.listNames()).toHaveLength(1);
    account.server.sessions.changePassword('beheer', 'iets-anders-81');
    account.server.sessions.end();
    account.clock.advance(10 * MINUTE_MS);
    expect(await errorOf(account.platform.identify(caller))).toMatchObject({
      ...{ code: 'session_ended', isPasswordRefused: true },
    });
    expect(await account.program.directory.listNames()).toEqual([]);
    expect(await account.program.copies.getStatus(caller)).toBeNull();
  });

  it('without a password in memory must be started by the user, whose copy waits for them', {
    timeout: LONG,
  }, async () => {
    const account = await open();
    const caller = await account.signIn();
    await account.readOn(caller);
    await account.startAgain();
    account.server.sessions.end();
    expect(await errorOf(account.platform.identify(caller))).toMatchObject({
      ...{ code: 'session_ended', isPasswordRefused: false },
    });
    expect(await errorOf(account.platform.searchProducts(caller, { start: 0, limit: 5 }))).toMatchObject({
      code: expect.stringMatching(/^(?:rejected|session_ended)$/),
    });
    const sameCaller = await account.signIn();
    const orders = account.server.calls.byFunction['ShopModule::getOrder'];
    expect(sameCaller.userId).toBe(caller.userId);
    await expectRight(account, sameCaller);
    expect(account.server.calls.byFunction['ShopModule::getOrder']).toBe(orders);
  });

  it('and whose user was disabled cannot be started again, and the copy goes with the first refusal', {
    timeout: LONG,
  }, async () => {
    const account = await open({ isSafe: true });
    const caller = await account.signIn();
    await account.readOn(caller);
    account.server.sessions.switchOff('beheer', true);
    account.clock.advance(10 * MINUTE_MS);
    expect(await errorOf(account.platform.identify(caller))).toMatchObject({ code: 'session_ended' });
    expect(await errorOf(account.signIn())).toMatchObject({ code: 'credentials_refused' });
    expect(await account.program.directory.listNames()).toEqual([]);
  });

  it('of a channel whose key was revoked is over', { timeout: LONG }, async () => {
    const account = await open();
    const caller = await account.signInAsChannel();
    await account.readOn(caller);
    account.server.sessions.withdraw(account.server.channels[0]?.subaccount ?? '');
    account.clock.advance(10 * MINUTE_MS);
    expect(await errorOf(account.platform.identify(caller))).toMatchObject({ code: 'session_ended' });
    expect(await errorOf(account.platform.searchProducts(caller, { start: 0, limit: 5 }))).toMatchObject({
      code: expect.stringMatching(/^(?:rejected|session_ended)$/),
    });
  });
});

describe('while StoreKeeper is unavailable', () => {
  it('the copy answers for 72 hours, each time with its age and the host, and not after that', {
    timeout: LONG,
  }, async () => {
    const account = await open();
    const caller = await account.signIn();
    await account.readOn(caller);
    const lastRead = account.clock.now();
    const end = account.server.switches.goOffline();
    const { platform } = account;
    const [order] = countedOrders(account.server.account);
    const period = monthPeriod('2026-11');
    const asks: readonly (() => Promise<unknown>)[] = [
      () => platform.listReference(caller, 'shops'),
      () => platform.searchProducts(caller, { start: 0, limit: 5 }),
      () => platform.readPriceList(caller, {}, null),
      () => platform.listStock(caller, { start: 0, limit: 5 }),
      () => platform.listCustomers(caller, { start: 0, limit: 5 }),
      () => platform.listOrders(caller, { ...period, start: 0, limit: 5 }),
      () => platform.findOrder(caller, order?.id ?? 0),
      () => platform.readDiscountOrders(caller, { ...period, only_full: false, include_negative: false }, null),
      () => platform.listOrderItems(caller, { ...period, start: 0, limit: 5 }),
      () => platform.listOrderPayments(caller, { ...period, start: 0, limit: 5 }),
      () => platform.readReport(caller, 'financial', period),
      () => platform.readReport(caller, 'dayClosing', { date: '2026-11-20' }),
      () => platform.readChanges(caller, 'orders', { after: { since: 0 }, limit: 5 }),
    ];
    for (const hours of [1, 30, 71]) {
      account.clock.advance(lastRead + hours * HOUR_MS - account.clock.now());
      expect(await account.outcomeOf(platform.identify(caller))).toMatchObject({ userId: caller.userId });
      for (const ask of asks) {
        const age = await account.outcomeOf(
          trackAnswerAge(async (ageOf): Promise<AnswerAge | null> => {
            await ask();
            return ageOf();
          }),
        );
        expect(age?.unreachable).toBe(new URL(account.server.address).host);
        expect(age?.fetchedAt).toBeLessThanOrEqual(lastRead);
      }
      await expectNoAnswerWithoutAge(account, caller);
    }
    account.clock.advance(2 * HOUR_MS);
    expect(await errorOf(account.outcomeOf(platform.identify(caller)))).toMatchObject({ code: 'unavailable' });
    for (const ask of asks) {
      await expect(account.outcomeOf(trackAnswerAge(ask))).rejects.toThrow();
    }

    end();
    account.clock.advance(MINUTE_MS);
    expect(await account.outcomeOf(platform.identify(caller))).toMatchObject({ userId: caller.userId });
    await account.readOn(caller);
    await expectRight(account, caller);
  });

  it('nobody signs in, not even with the right password, and the copies stay', { timeout: LONG }, async () => {
    const account = await open();
    const caller = await account.signIn();
    await account.readOn(caller);
    const end = account.server.switches.goOffline();
    expect(await errorOf(account.signIn())).toMatchObject({ code: 'unavailable' });
    end();
    account.clock.advance(MINUTE_MS);
    const sameCaller = await account.signIn();
    await expectRight(account, sameCaller);
  });
});

/** A file that cannot show its age must have current data. */
async function expectNoAnswerWithoutAge(account: CopiedAccount, caller: Caller): Promise<void> {
  const asked = account.platform.readPriceList(caller, {}, null);
  await expect(account.outcomeOf(asked)).rejects.toThrow();
}

describe('the user of a copy', () => {
  it('can empty it: it is deleted from the disk, and is read again at the next call', { timeout: LONG }, async () => {
    const account = await open();
    const caller = await account.signIn();
    await account.readOn(caller);
    await account.program.copies.control(caller, 'empty');
    expect(await account.program.directory.listNames()).toEqual([]);
    expect(await account.program.copies.getStatus(caller)).toBeNull();
    expect(await errorOf(account.platform.searchProducts(caller, { start: 0, limit: 5 }))).toMatchObject({
      code: 'rejected',
    });
    account.clock.advance(MINUTE_MS);
    expect(await account.platform.identify(caller)).toMatchObject({ userId: caller.userId });
    await account.readOn(caller);
    await expectRight(account, caller);
  });

  it('can stop the first copy: no call is made until it may continue', {
    timeout: LONG,
  }, async () => {
    const account = await open();
    const caller = await account.signIn();
    const { promise: isUnderWay, resolve } = Promise.withResolvers<void>();
    const unwatch = account.server.calls.watch((total) => {
      if (total === 60) resolve();
    });
    await account.look(caller);
    await isUnderWay;
    unwatch();
    await account.program.copies.control(caller, 'stop');
    await account.idle();
    const { total } = account.server.calls;
    for (let minutes = 0; minutes < 60; minutes += 5) {
      account.clock.advance(5 * MINUTE_MS);
      await account.look(caller);
      await account.idle();
    }
    expect(account.server.calls.total).toBe(total);
    const stopped = await account.statusOf(caller);
    expect(stopped.state).toBe('stopped');
    expect(stopped.coverage?.isWhole).toBe(false);
    await account.startAgain();
    await account.look(caller);
    await account.idle();
    expect((await account.statusOf(caller)).state).toBe('stopped');

    await account.look(caller);
    await account.program.copies.control(caller, 'readAgain');
    await account.readOn(caller);
    await expectRight(account, caller);
    // Everything once, again what had been read, and 36 ids that StoreKeeper may have omitted from its list.
    expect(account.server.calls.byFunction['ShopModule::getOrder']).toBeLessThan(105 + 60 + 36);
  });

  it('can have everything read again although nothing is due', { timeout: LONG }, async () => {
    const account = await open();
    const caller = await account.signIn();
    await account.readOn(caller);
    const before = account.server.calls.byFunction['ShopModule::getOrder'] ?? 0;
    account.clock.advance(1);
    await account.look(caller);
    await account.program.copies.control(caller, 'readAgain');
    await account.readOn(caller);
    expect((account.server.calls.byFunction['ShopModule::getOrder'] ?? 0) - before).toBeGreaterThanOrEqual(105);
    await expectRight(account, caller);
  });
});
