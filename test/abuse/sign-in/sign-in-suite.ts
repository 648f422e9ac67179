import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { seededRandom } from '../../unit/feeds/webhooks/seeded-random.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { attackManyNames } from './crowd-attack.ts';
import { compareFailures } from './failure-classes.ts';
import { BREACHES, COUNTED } from './findings.ts';
import { attackByGuessing } from './guess-attack.ts';
import { checkMistypedKeys } from './key-checks.ts';
import { signInSideBySide } from './parallel-sign-ins.ts';
import { checkPasswords } from './password-checks.ts';
import { SIGN_IN_SABOTAGES } from './sabotages.ts';
import { layShop, type ProgramGround } from './throttled-program.ts';
import { checkTokens } from './token-checks.ts';

const SIEGES = [
  { victim: CREDENTIALS.owner, connections: 1 },
  { victim: CREDENTIALS.accountant, connections: 10 },
  { victim: CREDENTIALS.staff, connections: 100 },
];
const GUESSES = 1_000;
const NAMES_GUESSED = 2_100;
const SAMPLES = 500;
const TYPOS = 100_000;
const NOON = '2026-11-21T12:00:00Z';
const REAL_COST = { N: 2 ** 17, r: 8, p: 1 };
/** A refusal takes about as long as its hashing; a hundredth of the real cost, so that 2,000 can be compared. */
const TIMED_COST = { N: 2 ** 11, r: 8, p: 1 };

export const signInSuite: AbuseSuite = {
  name: 'sign-in',
  title: 'passwords, tokens and keys are guessed over many connections, restarts and spellings',
  counts: [
    { name: COUNTED.guesses, least: SIEGES.length * GUESSES + NAMES_GUESSED },
    { name: COUNTED.held, least: 1_000 },
    { name: COUNTED.restarts, least: 9 },
    { name: COUNTED.honest, least: 24 },
    { name: COUNTED.classes, least: 4 * SAMPLES },
    { name: COUNTED.tokens, least: 80 },
    { name: COUNTED.typos, least: TYPOS },
    { name: COUNTED.passwords, least: 5 },
  ],
  breaches: Object.values(BREACHES),
  sabotages: SIGN_IN_SABOTAGES,

  async run(run) {
    const number = seededRandom(run.seed);
    const random = (below: number) => Math.floor(number() * below);
    const words = Array.from({ length: 8 }, () => `gegokt-${random(1e9)}`);
    for (const word of [...words, CREDENTIALS.owner.password]) run.keepSecret('password', word);
    const ground = await layGround(run, 'guessed', CHEAP_COST);
    const isShort = run.size === 'short';
    for (const { victim, connections } of isShort ? SIEGES.slice(1, 2) : SIEGES) {
      const guesses = isShort ? 60 : run.scaled(GUESSES);
      await attackByGuessing(run, ground, {
        victim,
        connections,
        guesses,
        restarts: isShort ? 1 : 3,
        words,
        random,
      });
    }
    await attackManyNames(run, ground, { guesses: isShort ? 30 : run.scaled(NAMES_GUESSED), words, random });
    await checkTokens(run, ground, isShort ? 1 : run.scaled(6));
    await checkMistypedKeys(run, ground, { typos: run.scaled(TYPOS), random });
    await checkPasswords(run, ground);
    // Each costs a third of a second.
    if (!isShort) await signInSideBySide(run, { ...ground, cost: REAL_COST }, run.size === 'full' ? 50 : 10);
    // A few samples say nothing about the time.
    const timed = isShort ? ground : await layGround(run, 'timed', TIMED_COST);
    await compareFailures(run, timed, { samples: run.scaled(SAMPLES), word: words[0] ?? '' });
  },
};

async function layGround(run: SuiteRun, name: string, cost: ProgramGround['cost']): Promise<ProgramGround> {
  const folder = join(run.folder, name);
  mkdirSync(folder);
  const ground = {
    ...{ folder, cost, clock: createFixedClock(NOON) },
    reached: { attempts: 0, hashings: 0, password: '' },
  };
  await layShop(ground);
  return ground;
}
