import { join } from 'node:path';
import fc from 'fast-check';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { credentialCommands } from './commands/credential-commands.ts';
import { timeCommands } from './commands/time-commands.ts';
import { webhookCommands } from './commands/webhook-commands.ts';
import { newExpectedWorld } from './expected-world.ts';
import type { ModelCommand, ModelTally } from './model-command.ts';
import { MODEL_SABOTAGES } from './model-sabotages.ts';
import { openRealWorld } from './real-world.ts';
import { settle } from './settle.ts';
import { checkAllCredentials, createMessageChecks } from './world-checks.ts';

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
  sabotages: MODEL_SABOTAGES,

  async run(run) {
    const template = join(run.folder, 'template.sqlite');
    const store = await openStore({ file: template });
    await seedFixtureShop(store.db, createPasswordHasher({ cost: CHEAP_COST }));
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
        // The shortest case is worth its time where somebody reads it.
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
    await fc.asyncModelRun(
      () => ({ model: expected, real: { world, tally } }),
      commands as Iterable<ModelCommand>,
    );
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
