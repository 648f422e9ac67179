import { SECOND } from '../../unit/webhooks/spans-of-time.ts';
import type { ExpectedWorld } from './expected-world.ts';
import { POLL_EVERY_MS } from './program-life.ts';
import type { RealWorld } from './real-world.ts';
import { expectSame } from './world-checks.ts';

const MOST_ROUNDS = 40;

/** Receivers are good until nothing waits: then everybody was told of everything. */
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
