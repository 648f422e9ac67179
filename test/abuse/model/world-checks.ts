import type { AsyncCommand } from 'fast-check';
import type { SentMessage } from '../../support/recording-sender.ts';
import { eventsIn } from '../../unit/webhooks/events-in.ts';
import { isGenuine } from '../../unit/webhooks/second-verifier.ts';
import { SECOND } from '../../unit/webhooks/spans-of-time.ts';
import { accountOf, type ExpectedWebhook, type ExpectedWorld, isTokenGood } from './expected-world.ts';
import { POLL_EVERY_MS, type RealWorld } from './real-world.ts';

const LOOKED_AT = 4;
const ATTEMPTS = 10;

/** The expectation and the program differ. */
class Divergence extends Error {
  override readonly name = 'Divergence';
}

export function expectSame(what: string, actual: unknown, expected: unknown): void {
  const [is, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== wanted) throw new Divergence(`${what}: ${is} instead of ${wanted}`);
}

/** The newest and some others, each in its turn. */
async function checkCredentials(expected: ExpectedWorld, world: RealWorld, turn: number): Promise<void> {
  for (const token of someOf(expected.tokens, turn)) {
    const isGood = isTokenGood(expected, token, world.clock.now());
    const identity = await world.life().accessTokens.resolve(token.text);
    const left = (token.expiresAt - world.clock.now()) / 1000;
    expectSame(`a token of ${token.user}, ${left} s before its end, is taken`, identity !== null, isGood);
  }
  for (const key of someOf(expected.keys, turn)) {
    const isGood = expected.users[key.user].isActive && !key.isRevoked;
    const identity = await world.life().apiKeys.resolve(key.text);
    expectSame(`key ${key.id} of ${key.user} is taken`, identity !== null, isGood);
  }
}

export async function checkAllCredentials(expected: ExpectedWorld, world: RealWorld): Promise<void> {
  const most = Math.max(expected.tokens.length, expected.keys.length);
  for (let turn = 0; turn < most; turn += LOOKED_AT - 1) await checkCredentials(expected, world, turn);
}

function someOf<Item>(items: readonly Item[], turn: number): readonly Item[] {
  if (items.length <= LOOKED_AT) return items;
  const others = Array.from({ length: LOOKED_AT - 1 }, (_, index) => items[(turn + index) % items.length]);
  return [items.at(-1), ...others].filter((item) => item !== undefined);
}

/** Looks at each message as it is sent; what is wrong is thrown later, for a receiver cannot. */
export function createMessageChecks(expected: ExpectedWorld, now: () => number) {
  const wrong: string[] = [];
  const failures = new Map<string, number>();

  function check(message: SentMessage): ExpectedWebhook | undefined {
    const webhook = expected.webhooks.find(({ url }) => url === message.url);
    if (webhook === undefined) return undefined;
    if (webhook.isRemoved) wrong.push(`webhook ${webhook.id} is told after its removal`);
    if (webhook.isDisabled) wrong.push(`webhook ${webhook.id} is told while it is disabled`);
    for (const { text, until } of webhook.secrets) {
      const isToSign = until === null || now() < until;
      if (isGenuine(message, text, now()) !== isToSign)
        wrong.push(`webhook ${webhook.id}: a secret ${isToSign ? 'does not sign' : 'still signs'}`);
    }
    return webhook;
  }

  return {
    saw(message: SentMessage, isAccepted: boolean): void {
      const webhook = check(message);
      if (webhook === undefined) {
        wrong.push(`${message.url} was never subscribed, and is told`);
        return;
      }
      if (isAccepted) takeOff(webhook, message, wrong);
      const failed = (failures.get(message.id) ?? 0) + (isAccepted ? 0 : 1);
      failures.set(message.id, failed);
      if (failed >= ATTEMPTS) webhook.isDoubtful = true;
    },
    expectNone(): void {
      const [first] = wrong;
      if (first !== undefined) throw new Divergence(first);
    },
  };
}

function takeOff({ owed, user }: ExpectedWebhook, message: SentMessage, wrong: string[]): void {
  for (const { type, record_id: record, version } of eventsIn(message)) {
    const key = `${type} ${record}`;
    if (accountOf(user) === 'beta' && record !== BETA_PRODUCT) wrong.push(`beta is told of ${key}`);
    if (version >= (owed.get(key) ?? Number.POSITIVE_INFINITY)) owed.delete(key);
  }
}

const BETA_PRODUCT = 1901;

/** What one run of the model counts. */
export interface ModelTally {
  commands: number;
  messages: number;
}

interface Actual {
  readonly world: RealWorld;
  readonly tally: ModelTally;
}

export type ModelCommand = AsyncCommand<ExpectedWorld, Actual>;

interface Step {
  readonly name: string;
  /** Whether there is something to do it to. */
  readonly isPossible?: (expected: ExpectedWorld) => boolean;
  /** Does it to both, and throws where they differ. */
  readonly act: (expected: ExpectedWorld, world: RealWorld) => Promise<void>;
}

/** A command after which credentials are looked at: each that is good has to work, and no other. */
export function modelCommand({ name, isPossible = () => true, act }: Step): ModelCommand {
  return {
    check: isPossible,
    async run(expected, { world, tally }) {
      tally.commands += 1;
      await act(expected, world);
      // What the command set in motion goes on until it waits for time.
      await world.clock.advance(0);
      await checkCredentials(expected, world, tally.commands);
    },
    toString: () => name,
  };
}

/** The one that a number between 0 and 1 stands for. */
export function chosen<Item>(items: readonly Item[], part: number): Item {
  const item = items[Math.floor(part * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}

const MOST_ROUNDS = 40;

/** Receivers accept until nothing is pending: then each has received everything. */
export async function settle({ webhooks }: ExpectedWorld, world: RealWorld): Promise<void> {
  world.mood = 'good';
  await world.clock.advance(POLL_EVERY_MS + SECOND);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const dueAt = await nextDueAt(world);
    if (dueAt === null) break;
    await world.clock.advance(Math.max(SECOND, dueAt - world.clock.now()));
  }
  await world.clock.advance(POLL_EVERY_MS + SECOND);
  for (const { id, owed, isRemoved, isDisabled, isDoubtful } of webhooks) {
    if (isRemoved || isDisabled || isDoubtful) continue;
    expectSame(`what webhook ${id} was never told of`, [...owed], []);
  }
}

async function nextDueAt(world: RealWorld): Promise<number | null> {
  const { dueAt } = await world
    .life()
    .db.selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.min<number | null>('next_attempt_at').as('dueAt'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return dueAt;
}
