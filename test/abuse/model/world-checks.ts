import type { SentMessage } from '../../support/recording-sender.ts';
import { eventsIn } from '../../unit/webhooks/events-in.ts';
import { isGenuine } from '../../unit/webhooks/second-verifier.ts';
import { accountOf, type ExpectedWebhook, type ExpectedWorld, isTokenGood } from './expected-world.ts';
import type { RealWorld } from './real-world.ts';

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
export async function checkCredentials(expected: ExpectedWorld, world: RealWorld, turn: number): Promise<void> {
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
