import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import type { CopySource } from '../../electron/platform/copy-source.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import type { NarrowedRights } from '../../electron/platform/platform-adapter.ts';
import { makeCall, type PlatformCalls, wrapPlatform } from '../../electron/platform/platform-calls.ts';
import { COPIED_ACCOUNT, writeFacts } from '../../electron/store/copies/copy-store.ts';
import { openStoreKeeperCopy } from '../../electron/store/copies/storekeeper-copy-store.ts';
import type { StoreDb } from '../../electron/store/schema.ts';
import { UNKNOWN_FIGURES } from '../../shared/contract/financial-report.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { ACCOUNT, CALLER, CREDENTIALS, LOCATION } from '../support/shop-fixture.ts';
import { openStoreKeeperCopies } from '../support/storekeeper/open-copies.ts';
import { startStoreKeeperServer } from '../support/storekeeper/storekeeper-server.ts';
import { CALLING_USERS, type KnownUser, type PlatformUnderTest } from './fact.ts';
import { openEmbedded, seedKnownShop } from './open-embedded.ts';
import { createAccountIds } from './open-remote.ts';

type AccountName = keyof typeof ACCOUNT;

const TITLES = new Map<number, string>([
  [LOCATION.utrecht, 'Utrecht'],
  [LOCATION.amsterdam, 'Amsterdam'],
  [LOCATION.arnhem, 'Arnhem'],
]);

/**
 * StoreKeeper accounts whose users sign in at simulated servers, one for each account. Their copies are filled with the
 * known shop instead of being read. The operator limits the users to the rights of the known shop.
 */
export async function openStoreKeeper(): Promise<PlatformUnderTest> {
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-storekeeper-'));
  const rights = new Map<string, NarrowedRights>(
    CALLING_USERS.map((user) => [CREDENTIALS[user].email, rightsOf(CALLER[user])]),
  );
  const accounts = createAccountIds();
  const opened = await Promise.all(
    (Object.keys(ACCOUNT) as AccountName[]).map(async (name) => {
      const ofAccount = Object.entries(CREDENTIALS).filter(([, { account }]) => account === name);
      const server = await startStoreKeeperServer({
        ...{ account: name, clock, products: 1, orders: 1 },
        users: ofAccount.map(([user, { email, password }]) => ({ user, email, password })),
      });
      server.sessions.switchOff('gone', true);
      const account = openStoreKeeperCopies(server.address, {
        ...{ clock, accounts, folder: join(folder, name), acceptedTtlMs: 0, rightsHoldMs: 0 },
        getNarrowedRights: (_account, email) => rights.get(email.toLowerCase()) ?? null,
        around: (source) => filled(source, name),
      });
      return { name, id: await accounts.getId(name), server, ...account };
    }),
  );
  const [alpha, beta] = opened;
  if (alpha === undefined || beta === undefined) throw new Error('there are two accounts');
  const accountOf = ({ accountId }: Pick<Caller, 'accountId'>) => (accountId === beta.id ? beta : alpha);
  // With several platforms, a sign-in goes to the one that it names, and a call to the one of its caller.
  const platform: Platform = {
    ...wrapPlatform(alpha.platform, (ask, { caller }) => ask(caller, accountOf(caller).platform)),
    signIn: (request) => (request.account === beta.name ? beta : alpha).platform.signIn(request),
    signInWithKey: (claimed, key) => accountOf(claimed).platform.signInWithKey(claimed, key),
    identify: (user) => accountOf(user).platform.identify(user),
  };
  await Promise.all(CALLING_USERS.map((user) => untilCopied(platform, user)));
  const known = await openEmbedded();
  return {
    platform: withKnownFigures(platform, known.platform),
    now: clock.now,
    tellsDemo: false,
    async changeRights(user, { isActive, roles, lockedLocation }) {
      if (isActive !== undefined) {
        const { server } = CREDENTIALS[user].account === beta.name ? beta : alpha;
        server.sessions.switchOff(user, !isActive);
      }
      const { email } = CREDENTIALS[user];
      const known = rights.get(email) ?? { name: null, role: 'owner', location: null };
      const location =
        lockedLocation === undefined || lockedLocation === null
          ? lockedLocation
          : { id: lockedLocation, title: TITLES.get(lockedLocation) ?? '' };
      rights.set(email, {
        ...known,
        ...(roles?.[0] && { role: roles[0] }),
        ...(location !== undefined && { location }),
      });
      if (isActive !== false) await untilCopied(platform, user);
    },
    async breakDown() {
      for (const { directory, server } of opened) {
        await directory.removeAll();
        await server.stop();
      }
    },
    async close() {
      for (const { close, server } of opened) {
        await close();
        await server.stop();
      }
      await known.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Members that StoreKeeper does not provide. */
const UNKNOWN = /^(cost|cost_value_ex|margin|total_cost_of_goods_sold)$/;

/**
 * The facts expect a platform that knows its costs. Each figure that must be unknown here is checked to be null, and
 * then replaced by that of a platform that knows it.
 */
function withKnownFigures(platform: Platform, known: Platform): Platform {
  return wrapPlatform(platform, async (ask, { name, caller, args }) => {
    const answer = await ask();
    const user = Object.values(CALLER).find(({ email }) => email === caller.email) ?? CALLER.owner;
    const { roles, lockedLocation } = caller;
    const model = await makeCall<PlatformCalls>(known, {
      name,
      caller: { ...user, roles, lockedLocation },
      args,
    }).catch(() => null);
    return filledIn(answer, model) as typeof answer;
  });
}

function filledIn(answer: unknown, model: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((one, at) => filledIn(one, Reflect.get(Object(model), at)));
  if (typeof answer !== 'object' || answer === null) return answer;
  const members = Object.entries(answer).map(([name, value]) => {
    const ofModel = Reflect.get(Object(model), name);
    if (name === 'unknown') return [name, expectSame(value, UNKNOWN_FIGURES) && []];
    if (!UNKNOWN.test(name)) return [name, filledIn(value, ofModel)];
    // The margin of the report is an object with two members.
    const isUnknown = expectSame(value, name === 'margin' && value !== null ? { value: null, percentage: null } : null);
    return [name, isUnknown && ofModel];
  });
  return Object.fromEntries(members);
}

function expectSame(value: unknown, expected: unknown): true {
  expect(value).toEqual(expected);
  return true;
}

function rightsOf({ name, roles, lockedLocation }: Caller): NarrowedRights {
  return { name, role: roles[0] ?? 'owner', location: lockedLocation };
}

async function untilCopied(platform: Platform, user: Exclude<KnownUser, 'gone'> | KnownUser): Promise<void> {
  const caller = await platform.signIn(CREDENTIALS[user]);
  for (let isCopied = false; !isCopied; ) {
    isCopied = await platform.listReference(caller, 'shops').then(
      () => true,
      () => false,
    );
    await new Promise(setImmediate);
  }
}

const LISTS = ['ownShop', 'configuration', 'taxRates', 'paymentMethods', 'locations', 'products', 'customers'];

/** The source with copies that already have the known shop of an account, and read nothing. */
function filled(source: CopySource, name: AccountName): CopySource {
  return {
    ...source,
    async open(file, clock) {
      const { db, close } = await openStoreKeeperCopy(file, clock);
      const { isFilled } = (await sql<{ isFilled: number }>`select count(*) as "isFilled" from shops`.execute(db))
        .rows[0] ?? { isFilled: 0 };
      if (isFilled === 0) {
        await db.deleteFrom('accounts').execute();
        await seedKnownShop(db);
        if (ACCOUNT[name] !== COPIED_ACCOUNT) await exchangeAccounts(db);
        const now = clock.now();
        const list = JSON.stringify({ sweptAt: now, wholeAt: now });
        await writeFacts(db, {
          ...Object.fromEntries(LISTS.map((name) => [`list ${name}`, list])),
          orders: JSON.stringify({ isWhole: true, allAt: now, newAt: now }),
          turnover_groups: JSON.stringify({ areKnown: true }),
        });
      }
      await close();
      const records = await source.open(file, clock);
      return { ...records, continueReading: (reading) => reading.markComplete() };
    },
  };
}

/** A copy has one account, which is that of alpha in the known shop. */
async function exchangeAccounts(db: StoreDb): Promise<void> {
  const triggers = await sql<{
    name: string;
    sql: string;
  }>`select name, sql from sqlite_master where type = 'trigger'`.execute(db);
  const tables = await sql<{ name: string }>`select m.name from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'account_id'`.execute(db);
  await sql`pragma foreign_keys = off`.execute(db);
  // Triggers would record a change of the shop.
  for (const { name } of triggers.rows) await sql`drop trigger ${sql.id(name)}`.execute(db);
  for (const { name } of tables.rows) {
    for (const [from, to] of [
      [ACCOUNT.alpha, -1],
      [ACCOUNT.beta, ACCOUNT.alpha],
      [-1, ACCOUNT.beta],
    ]) {
      await sql`update ${sql.table(name)} set account_id = ${to} where account_id = ${from}`.execute(db);
    }
  }
  for (const { sql: text } of triggers.rows) await sql.raw(text).execute(db);
}
