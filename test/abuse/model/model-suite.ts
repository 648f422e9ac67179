import { join } from 'node:path';
import fc from 'fast-check';
import { openStore } from '../../../electron/store/open-store.ts';
import { WebhookRefusal } from '../../../electron/webhooks/webhook-record.ts';
import { WEBHOOK_EVENTS } from '../../../shared/contract/webhook-records.ts';
import { CREDENTIALS, PRODUCT, seedFixtureShop } from '../../support/shop-fixture.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../unit/webhooks/spans-of-time.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import {
  type ExpectedWebhook,
  type ExpectedWorld,
  hasTwoSecrets,
  LIFETIME_MS,
  newExpectedWorld,
  owe,
  rotated,
  USER_NAMES,
  type UserName,
} from './expected-world.ts';
import { MODEL_MUTANTS } from './mutants.ts';
import { callerOf, MOODS, type Mood, openRealWorld, POLL_EVERY_MS, type RealWorld } from './real-world.ts';
import {
  checkAllCredentials,
  chosen,
  createMessageChecks,
  expectSame,
  type ModelCommand,
  type ModelTally,
  modelCommand,
  settle,
} from './world-checks.ts';

const RUNS = 2_000;

const MOST_COMMANDS = 60;

export const modelSuite: AbuseSuite = {
  name: 'model',
  title: 'sign-ins, keys, webhooks, kills and clocks in any order, against a simple model of them',
  counts: [
    { name: 'runs', least: RUNS },
    { name: 'commands', least: 10 * RUNS },
    { name: 'messages', least: RUNS },
  ],
  breaches: ['divergences'],
  mutants: MODEL_MUTANTS,

  async run(run) {
    const template = join(run.folder, 'template.sqlite');
    const store = await openStore({ file: template });
    await seedFixtureShop(store.db);
    await store.close();
    const commands = fc.commands([...credentialCommands(), ...webhookCommands(), ...timeCommands()], {
      maxCommands: MOST_COMMANDS,
      size: 'max',
    });
    const details = await fc.check(
      fc.asyncProperty(commands, (some) => runOnce(run, template, some)),
      {
        numRuns: run.scaled(RUNS),
        seed: run.seed,
        // Shrinking is worth its time only if a person reads the result.
        endOnFailure: run.size !== 'full',
      },
    );
    if (details.failed) run.breach('divergences', reportOf(details));
  },
};

async function runOnce(run: SuiteRun, template: string, commands: Iterable<ModelCommand>): Promise<void> {
  const world = await openRealWorld(template, run.folder);
  const expected = newExpectedWorld();
  const tally: ModelTally = { commands: 0, messages: 0 };
  const checks = createMessageChecks(expected, world.clock.now);
  world.onMessage = (message, isAccepted) => {
    tally.messages += 1;
    checks.saw(message, isAccepted);
  };
  try {
    await fc.asyncModelRun(() => ({ model: expected, real: { world, tally } }), commands as Iterable<ModelCommand>);
    await settle(expected, world);
    await checkAllCredentials(expected, world);
    checks.expectNone();
  } finally {
    await world.close();
    run.count('runs');
    run.count('commands', tally.commands);
    run.count('messages', tally.messages);
  }
}

/** How to see it again. */
function reportOf({
  seed,
  counterexamplePath,
  counterexample,
  errorInstance,
}: fc.RunDetails<[Iterable<ModelCommand>]>) {
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${why}; after ${String(counterexample?.[0])} (seed ${seed}, path ${counterexamplePath})`;
}

/** Refusals in a row from which on the throttle has a say, which is no matter of this model. */
const FREE_REFUSALS = 5;

const user = fc.constantFrom(...USER_NAMES);

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function credentialCommands(): readonly fc.Arbitrary<ModelCommand>[] {
  return [
    user.map((name) => signIn('login', name)),
    user.map((name) => signIn('refresh', name)),
    part.map(logOut),
    user.map(makeKey),
    part.map(revokeKey),
    user.map((name) => switchUser(name, false)),
    user.map((name) => switchUser(name, true)),
  ];
}

/** Both are the same to the program: neither ends what was issued before. */
function signIn(way: 'login' | 'refresh', name: UserName): ModelCommand {
  return modelCommand({
    name: `${way} ${name}`,
    isPossible: ({ users }) => users[name].refusals < FREE_REFUSALS,
    async act(expected, world) {
      const answer = await world
        .life()
        .signIn(CREDENTIALS[name], () => false, '127.0.0.1')
        .catch(() => null);
      const state = expected.users[name];
      expectSame(`${name} may sign in`, answer !== null, state.isActive);
      state.refusals = answer === null ? state.refusals + 1 : 0;
      if (answer === null) return;
      const now = world.clock.now();
      const expiresAt = now + LIFETIME_MS;
      expectSame('the end of a token', answer.issued.expires_at, Math.floor(expiresAt / 1000));
      expected.tokens = expected.tokens.filter((token) => now < token.expiresAt);
      expected.tokens.push({ text: answer.issued.token, user: name, expiresAt, isRevoked: false });
    },
  });
}

function logOut(which: number): ModelCommand {
  return modelCommand({
    name: `log out ${which.toFixed(2)}`,
    isPossible: ({ tokens }) => tokens.length > 0,
    async act(expected, world) {
      const token = chosen(expected.tokens, which);
      token.isRevoked = true;
      await world.life().accessTokens.revoke(token.text);
    },
  });
}

function makeKey(name: UserName): ModelCommand {
  return modelCommand({
    name: `make key of ${name}`,
    async act(expected, world) {
      const terms = { name: 'model', expiresAt: null, personalData: true };
      const { record, key } = await world.life().apiKeys.create(callerOf(name), terms);
      expected.keys.push({ text: key, id: record.id, user: name, isRevoked: false });
    },
  });
}

function revokeKey(which: number): ModelCommand {
  return modelCommand({
    name: `revoke key ${which.toFixed(2)}`,
    isPossible: ({ keys }) => keys.length > 0,
    async act(expected, world) {
      const key = chosen(expected.keys, which);
      const hadIt = await world.life().apiKeys.revoke(callerOf(key.user), key.id);
      expectSame('a key is there to be revoked', hadIt, !key.isRevoked);
      key.isRevoked = true;
    },
  });
}

/** In the store, as the operator of a platform does. Whose rights are gone gets no further messages. */
function switchUser(name: UserName, isActive: boolean): ModelCommand {
  return modelCommand({
    name: `switch ${name} ${isActive ? 'on' : 'off'}`,
    isPossible: ({ users }) => users[name].isActive !== isActive,
    async act(expected, world) {
      await writeUser(world, name, isActive);
      expected.users[name].isActive = isActive;
      if (!isActive) await world.clock.advance(UNTIL_NOTICED_MS);
      if (!isActive) disableAllOf(expected, name);
    },
  });
}

const UNTIL_NOTICED_MS = 11 * 60_000;

async function writeUser(world: RealWorld, name: UserName, isActive: boolean): Promise<void> {
  await world
    .life()
    .db.updateTable('users')
    .set({ is_active: isActive ? 1 : 0 })
    .where('id', '=', callerOf(name).userId)
    .execute();
}

function disableAllOf({ webhooks }: ExpectedWorld, name: UserName): void {
  for (const webhook of webhooks) if (webhook.user === name) webhook.isDisabled = true;
}

/** Well formed, and nobody's. */
const NO_TOKEN = 'x'.repeat(43);

function timeCommands(): readonly fc.Arbitrary<ModelCommand>[] {
  return [
    fc.constantFrom(SECOND, 10 * SECOND, 11 * MINUTE, HOUR).map(pass),
    fc.tuple(part, fc.constantFrom(-1, 0, 1)).map(([which, by]) => passUntilEnd(which, by)),
    fc.constantFrom(-HOUR, HOUR, DAY + MINUTE).map(jump),
    fc.constantFrom(...MOODS).map(turn),
    fc.constant(modelCommand({ name: 'kill', act: (_, world) => world.killAndReopen() })),
    fc.constant(modelCommand({ name: 'restart', act: (_, world) => world.restart() })),
    fc.constant(modelCommand({ name: 'settle', act: settle })),
  ];
}

function pass(ms: number): ModelCommand {
  return modelCommand({ name: `pass ${ms / SECOND} s`, act: (_, world) => world.clock.advance(ms) });
}

/** To the moment at which a token ends, or a millisecond beside it. */
function passUntilEnd(which: number, byMs: number): ModelCommand {
  return modelCommand({
    name: `pass until the end of token ${which.toFixed(2)} and ${byMs} ms`,
    isPossible: ({ tokens }) => tokens.length > 0,
    async act(expected, world) {
      const { expiresAt } = chosen(expected.tokens, which);
      await world.clock.advance(Math.max(0, expiresAt + byMs - world.clock.now()));
    },
  });
}

/** A clock that was set back ends what was issued before: nobody knows how long that has lived. */
function jump(byMs: number): ModelCommand {
  return modelCommand({
    name: `the clock jumps ${byMs / SECOND} s`,
    async act(expected, world) {
      await world.life().accessTokens.resolve(NO_TOKEN);
      world.clock.jump(byMs);
      await world.life().accessTokens.resolve(NO_TOKEN);
      if (byMs < 0) for (const token of expected.tokens) token.isRevoked = true;
    },
  });
}

function turn(mood: Mood): ModelCommand {
  return modelCommand({
    name: `receivers are ${mood}`,
    async act(_, world) {
      world.mood = mood;
    },
  });
}

const MOST_WEBHOOKS = 5;

const product = fc.constantFrom(PRODUCT.cafe, PRODUCT.apple, PRODUCT.lamp, PRODUCT.beta);

function webhookCommands(): readonly fc.Arbitrary<ModelCommand>[] {
  return [
    ...[subscribe, subscribe, subscribe, subscribe].map((command) => user.map(command)),
    part.map(rotate),
    part.map(remove),
    part.map(enable),
    ...[rename, rename, rename, killWhileSending, killWhileSending].map((command) => product.map(command)),
  ];
}

function subscribe(name: UserName): ModelCommand {
  return modelCommand({
    name: `subscribe as ${name}`,
    isPossible: ({ users, webhooks }) => users[name].isActive && webhooks.length < MOST_WEBHOOKS,
    async act(expected, world) {
      const url = `https://model.example/${expected.webhooks.length}`;
      const subscription = { url, events: [...WEBHOOK_EVENTS] };
      const made = await world.life().webhooks.subscribe(callerOf(name), subscription, null);
      const secrets = [{ text: made.secret, until: null }];
      const state = { isRemoved: false, isDisabled: false, isDoubtful: false };
      expected.webhooks.push({ id: made.id, url, user: name, secrets, ...state, owed: new Map() });
    },
  });
}

function rotate(which: number): ModelCommand {
  return onWebhook('rotate', which, async (webhook, world) => {
    const now = world.clock.now();
    const { id, user: name } = webhook;
    const made = await unlessRefused(world.life().webhooks.rotateSecret(callerOf(name), id));
    expectSame(`the secret of webhook ${id} may be rotated`, made !== 'refused', !hasTwoSecrets(webhook, now));
    if (made !== 'refused' && made !== null) rotated(webhook, made.secret, now);
  });
}

function remove(which: number): ModelCommand {
  return onWebhook('remove', which, async (webhook, world) => {
    const isRemoved = await world.life().webhooks.remove(callerOf(webhook.user), webhook.id);
    expectSame(`webhook ${webhook.id} is removed`, isRemoved, true);
    webhook.isRemoved = true;
  });
}

function enable(which: number): ModelCommand {
  return onWebhook('enable', which, async (webhook, world, { users }) => {
    const { id, user: name } = webhook;
    const enabled = await unlessRefused(world.life().webhooks.enable(callerOf(name), id));
    const isRefused = enabled === 'refused';
    const mayBeRefused = !users[name].isActive && (webhook.isDisabled || webhook.isDoubtful);
    if (isRefused) expectSame(`webhook ${id} may be enabled`, mayBeRefused, true);
    else webhook.isDisabled &&= !users[name].isActive;
  });
}

function rename(id: number): ModelCommand {
  return modelCommand({
    name: `rename product ${id}`,
    act: (expected, world) => writeTitle(expected, world, id),
  });
}

/** The program dies while a receiver has a message and has not answered yet. */
function killWhileSending(id: number): ModelCommand {
  return modelCommand({
    name: `rename product ${id} and kill while it is told of`,
    isPossible: ({ webhooks }) => webhooks.length > 0,
    async act(expected, world) {
      await writeTitle(expected, world, id);
      world.mood = 'hanging';
      const before = world.sent();
      for (let waited = 0; waited <= POLL_EVERY_MS && world.sent() === before; waited += STEP_MS)
        await world.clock.advance(STEP_MS);
      await world.killAndReopen();
      world.mood = 'good';
    },
  });
}

/** Shorter than a receiver may take. */
const STEP_MS = 10_000;

/** In the store: all who are subscribed on the account of the product are owed that. */
async function writeTitle(expected: ExpectedWorld, world: RealWorld, id: number): Promise<void> {
  const { db } = world.life();
  expected.titles += 1;
  const title = `title ${expected.titles}`;
  await db.updateTable('products').set({ title }).where('id', '=', id).execute();
  const { version } = await db
    .selectFrom('product_changes')
    .select('version')
    .where('product_id', '=', id)
    .executeTakeFirstOrThrow();
  owe(expected, id === PRODUCT.beta ? 'beta' : 'alpha', `product.updated ${id}`, version);
}

function onWebhook(
  name: string,
  which: number,
  act: (webhook: ExpectedWebhook, world: RealWorld, expected: ExpectedWorld) => Promise<void>,
): ModelCommand {
  const living = ({ webhooks }: ExpectedWorld) => webhooks.filter(({ isRemoved }) => !isRemoved);
  return modelCommand({
    name: `${name} webhook ${which.toFixed(2)}`,
    isPossible: (expected) => living(expected).length > 0,
    act: (expected, world) => act(chosen(living(expected), which), world, expected),
  });
}

async function unlessRefused<Result>(asked: Promise<Result>): Promise<Result | 'refused'> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof WebhookRefusal) return 'refused';
    throw error;
  }
}
