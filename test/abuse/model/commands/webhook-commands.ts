import fc from 'fast-check';
import { WebhookRefusal } from '../../../../electron/webhooks/webhook-record.ts';
import { WEBHOOK_EVENTS } from '../../../../shared/contract/webhook-records.ts';
import { PRODUCT } from '../../../support/shop-fixture.ts';
import {
  type ExpectedWebhook,
  type ExpectedWorld,
  hasTwoSecrets,
  owe,
  rotated,
  USER_NAMES,
  type UserName,
} from '../expected-world.ts';
import { chosen, type ModelCommand, modelCommand } from '../model-command.ts';
import { GATHER_EVERY_MS } from '../program-life.ts';
import { callerOf, type RealWorld } from '../real-world.ts';
import { expectSame } from '../world-checks.ts';

const MOST_WEBHOOKS = 5;

const user = fc.constantFrom(...USER_NAMES);
const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const product = fc.constantFrom(PRODUCT.cafe, PRODUCT.apple, PRODUCT.lamp, PRODUCT.beta);

export function webhookCommands(): readonly fc.Arbitrary<ModelCommand>[] {
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
    expectSame(
      `the secret of webhook ${id} may be rotated`,
      made !== 'refused',
      !hasTwoSecrets(webhook, now),
    );
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
      for (let waited = 0; waited <= GATHER_EVERY_MS && world.sent() === before; waited += STEP_MS)
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
