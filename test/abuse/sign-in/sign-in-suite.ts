import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import type { Answer } from '../../support/http-exchange.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { SIGN_IN_MUTANTS } from './mutants.ts';
import { checkMistypedKeys, checkPasswords, checkTokens, signInSideBySide } from './sign-in-checks.ts';
import {
  BREACHES,
  COUNTED,
  LOGIN,
  layShop,
  type ProgramSetup,
  REFRESH,
  type SignInClient,
  ThrottleOracle,
  withProgram,
} from './throttled-program.ts';

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
  mutants: SIGN_IN_MUTANTS,

  async run(run) {
    const number = seededRandom(run.seed);
    const random = (below: number) => Math.floor(number() * below);
    const words = Array.from({ length: 8 }, () => `gegokt-${random(1e9)}`);
    for (const word of [...words, CREDENTIALS.owner.password]) run.keepSecret('password', word);
    const setup = await laySetup(run, 'guessed', CHEAP_COST);
    const isShort = run.size === 'short';
    for (const { victim, connections } of isShort ? SIEGES.slice(1, 2) : SIEGES) {
      const guesses = isShort ? 60 : run.scaled(GUESSES);
      const restarts = isShort ? 1 : 3;
      await attackByGuessing(run, setup, { victim, connections, guesses, restarts, words, random });
    }
    await attackManyNames(run, setup, { guesses: isShort ? 30 : run.scaled(NAMES_GUESSED), words, random });
    await checkTokens(run, setup, isShort ? 1 : run.scaled(6));
    await checkMistypedKeys(run, setup, run.scaled(TYPOS), random);
    await checkPasswords(run, setup);
    // Each costs a third of a second.
    if (!isShort) await signInSideBySide(run, { ...setup, cost: REAL_COST }, run.size === 'full' ? 50 : 10);
    // A few samples say nothing about the time.
    const timed = isShort ? setup : await laySetup(run, 'timed', TIMED_COST);
    await compareFailures(run, timed, { samples: run.scaled(SAMPLES), word: words[0] ?? '' });
  },
};

async function laySetup(run: SuiteRun, name: string, cost: ProgramSetup['cost']): Promise<ProgramSetup> {
  const folder = join(run.folder, name);
  mkdirSync(folder);
  const setup = {
    ...{ folder, cost, clock: createFixedClock(NOON) },
    reached: { attempts: 0, hashings: 0, password: '' },
  };
  await layShop(setup);
  return setup;
}

interface CrowdAttack {
  readonly guesses: number;
  readonly words: readonly string[];
  readonly random: (below: number) => number;
}

const { owner, beta } = CREDENTIALS;

/** None of these signs in the same user as another one: accounts, users, nobody, and addresses with spaces. */
const NAMES = [
  { account: beta.account, email: beta.email },
  { account: beta.account, email: owner.email },
  { account: 'nobody', email: owner.email },
  { account: owner.account.toUpperCase(), email: owner.email },
  { account: owner.account, email: 'nobody@alpha.example' },
  { account: owner.account, email: CREDENTIALS.gone.email },
  { account: owner.account, email: ` ${owner.email}` },
  { account: owner.account, email: `${owner.email} ` },
  { account: owner.account, email: `${owner.email}\t` },
  { account: owner.account, email: 'ſtaff@alpha.example' },
];

const CONNECTIONS = 10;

/** For each name; all of them at once are not more than may wait. */
const PER_WAVE = 3;

/** Guesses under many names at once: each has a count of its own, and no answer says what is wrong. */
async function attackManyNames(run: SuiteRun, setup: ProgramSetup, attack: CrowdAttack): Promise<void> {
  const oracles = NAMES.map(() => new ThrottleOracle());
  await withProgram(setup, CONNECTIONS, async (client) => {
    for (let sent = 0; sent < attack.guesses; sent += NAMES.length * PER_WAVE) {
      const before = setup.reached.attempts;
      const now = setup.clock.now();
      const bound = oracles.reduce((sum, oracle) => sum + oracle.most(PER_WAVE, now), 0);
      const answers = await Promise.all(
        NAMES.flatMap((names) =>
          Array.from({ length: PER_WAVE }, (_, index) => {
            const password = attack.words[attack.random(attack.words.length)];
            return client.post(index % 2 === 0 ? LOGIN : REFRESH, { ...names, password });
          }),
        ),
      );
      run.count(COUNTED.guesses, answers.length);
      const beyond = setup.reached.attempts - before - bound;
      if (beyond > 0) run.breach(BREACHES.beyond, `${bound + beyond} where ${bound} are the most`, beyond);
      for (const { status } of answers) {
        if (status !== 401 && status !== 429) run.breach(BREACHES.telling, `a guess was answered with ${status}`);
      }
      setup.clock.advance(1_000 * (1 + attack.random(20)));
    }
  });
}

interface FailureClass {
  readonly name: string;
  readonly credentials: Credentials;
  readonly tookMs: number[];
}

/** Longer than every pause: then each sample reaches the platform. */
const BETWEEN_MS = 61_000;

/** Whether a failed sign-in reveals what was wrong: by status, headers, body, the hashing it costs, and by the time. */
async function compareFailures(
  run: SuiteRun,
  setup: ProgramSetup,
  { samples, word }: { readonly samples: number; readonly word: string },
): Promise<void> {
  const classes = failureClasses(word);
  await withProgram(setup, 1, async (client) => {
    for (let sample = 0; sample < samples; sample += 1) {
      await sampleEach(run, client, classes, setup.reached);
      setup.clock.advance(BETWEEN_MS);
    }
  });
  const pairs = classes.flatMap((left, index) =>
    classes.slice(index + 1).map((right) => {
      return `${left.name}/${right.name} ${areaUnderCurve(left.tookMs, right.tookMs).toFixed(2)}`;
    }),
  );
  run.tell('area under the curve of times', pairs.join(', '));
}

function failureClasses(password: string): readonly FailureClass[] {
  const { owner, gone } = CREDENTIALS;
  return [
    { name: 'account', credentials: { ...owner, account: 'alphb', password }, tookMs: [] },
    { name: 'e-mail', credentials: { ...owner, email: 'nobody@alpha.example', password }, tookMs: [] },
    { name: 'password', credentials: { ...owner, password }, tookMs: [] },
    { name: 'disabled', credentials: gone, tookMs: [] },
  ];
}

/** Every class is answered as the first, for one hashing. */
async function sampleEach(
  run: SuiteRun,
  client: SignInClient,
  classes: readonly FailureClass[],
  reached: ProgramSetup['reached'],
): Promise<void> {
  let wanted: string | null = null;
  for (const { name, credentials, tookMs } of classes) {
    const before = reached.hashings;
    const startedAt = performance.now();
    const reply = await client.post(LOGIN, credentials);
    tookMs.push(performance.now() - startedAt);
    run.count(COUNTED.classes);
    run.hear('a refusal', JSON.stringify(reply));
    const answer = comparable(reply);
    const hashings = reached.hashings - before;
    wanted ??= answer;
    if (answer !== wanted) run.breach(BREACHES.telling, `${name}: ${answer} and not ${wanted}`);
    if (hashings !== 1) run.breach(BREACHES.cost, `${name}: ${hashings} hashings`);
  }
}

/** Status, headers in their order and body, but for the moment and the id of the request. */
function comparable({ status, headers, text }: Answer): string {
  const id = String(headers['x-request-id']);
  const { date, ...others } = headers;
  return JSON.stringify({ status, others, text, dated: date !== undefined }).replaceAll(id, 'id');
}

/**
 * How well a figure separates two classes: the share of pairs in which that of the left one is the greater
 * (a tie counts half). 0.5: not at all; 0 and 1: always.
 */
function areaUnderCurve(left: readonly number[], right: readonly number[]): number {
  const greater = left.reduce((sum, one) => sum + right.reduce((inner, other) => inner + winOf(one, other), 0), 0);
  return greater / (left.length * right.length);
}

function winOf(one: number, other: number): number {
  if (one === other) return 0.5;
  return one > other ? 1 : 0;
}

interface GuessAttack {
  readonly victim: Credentials;
  readonly connections: number;
  readonly guesses: number;
  /** Of the program, spread over the attack. */
  readonly restarts: number;
  /** Passwords to guess with; none is right. */
  readonly words: readonly string[];
  readonly random: (below: number) => number;
}

/** As many as may wait at once, so that the throttle of one victim is what answers. */
const MOST_AT_ONCE = 30;

/** 5 failures without one, pauses of 1 to 32 s, and some of the longest. */
const PAUSES_TO_THE_LONGEST = 14;

/** Milliseconds between two waves of guesses: within and beyond every pause that there is. */
const GAPS = [0, 400, 1_000, 2_500, 9_000, 31_000, 61_000];

/** Guesses the password of one user, in turns by login and refresh and in every spelling that signs the user in. */
async function attackByGuessing(run: SuiteRun, setup: ProgramSetup, attack: GuessAttack): Promise<void> {
  const oracle = new ThrottleOracle();
  const perLife = Math.ceil(attack.guesses / (attack.restarts + 1));
  for (let life = 0; life <= attack.restarts; life += 1) {
    if (life > 0) run.count(COUNTED.restarts);
    await withProgram(setup, attack.connections, async (client) => {
      const siege = { ...setup, ...attack, client, oracle };
      if (life === 0) await wearOut(run, siege);
      await guess(run, siege, Math.ceil(perLife / 2));
      await letHonestUserIn(run, siege);
      await letColleagueIn(run, siege);
      // The program ends on the failures of these.
      await guess(run, siege, Math.floor(perLife / 2));
    });
  }
}

type Siege = ProgramSetup & GuessAttack & { readonly client: SignInClient; readonly oracle: ThrottleOracle };

/** As stubborn as a stranger can be: one guess whenever one is let through, until the pauses grow no more. */
async function wearOut(run: SuiteRun, siege: Siege): Promise<void> {
  for (let guesses = 0; guesses < PAUSES_TO_THE_LONGEST; guesses += 1) {
    await sendWave(run, siege, 1);
    siege.clock.advance(siege.oracle.waitS(siege.clock.now()) * 1_000);
  }
}

async function guess(run: SuiteRun, siege: Siege, guesses: number): Promise<void> {
  for (let sent = 0; sent < guesses; ) {
    const wave = Math.min(guesses - sent, 1 + siege.random(MOST_AT_ONCE));
    await sendWave(run, siege, wave);
    sent += wave;
    if (sent < guesses) siege.clock.advance(GAPS[siege.random(GAPS.length)] ?? 0);
  }
}

async function sendWave(run: SuiteRun, siege: Siege, guesses: number): Promise<void> {
  const { clock, client, oracle, reached, victim, words, random } = siege;
  const before = reached.attempts;
  const bound = oracle.most(guesses, clock.now());
  const waitS = oracle.waitS(clock.now());
  const answers = await Promise.all(
    Array.from({ length: guesses }, (_, index) =>
      client.post(index % 2 === 0 ? LOGIN : REFRESH, {
        ...victim,
        email: spelled(victim.email, random(4)),
        password: words[random(words.length)],
      }),
    ),
  );
  run.count(COUNTED.guesses, guesses);
  const beyond = reached.attempts - before - bound;
  if (beyond > 0) run.breach(BREACHES.beyond, `${bound + beyond} where ${bound} are the most`, beyond);
  for (const answer of answers) {
    run.hear('the answer to a guess', JSON.stringify(answer));
    if (answer.status !== 401) judgeRefusal(run, answer, waitS);
  }
}

function judgeRefusal(run: SuiteRun, { status, headers }: Answer, waitS: number): void {
  run.count(COUNTED.held);
  const tells =
    headers['retry-after'] === String(waitS) &&
    /^"sign-in";q=1;w=\d+$/.test(String(headers['ratelimit-policy'])) &&
    headers.ratelimit === `"sign-in";r=0;t=${waitS}`;
  if (status === 429 && tells) return;
  run.breach(BREACHES.wait, `${status} with ${headers['retry-after']} s where ${waitS} s are due`);
}

/** Spellings of an address that sign in the same user. */
function spelled(email: string, spelling: number): string {
  if (spelling === 0) return email.toUpperCase();
  return spelling === 1 ? email.replace(/^./, (first) => first.toUpperCase()) : email;
}

/** The right password is let in after the wait that was said, at most: no stranger locks a user out for good. */
async function letHonestUserIn(run: SuiteRun, { clock, client, oracle, victim }: Siege): Promise<void> {
  const due = oracle.waitS(clock.now());
  const first = await client.post(LOGIN, victim);
  const saidS = first.status === 429 ? Number(first.headers['retry-after']) : 0;
  run.count(COUNTED.honest);
  if (saidS > 60 || saidS !== due) run.breach(BREACHES.locked, `${saidS} s to wait where ${due} s are due`);
  clock.advance(Math.min(due, 60) * 1_000);
  const answer = first.status === 200 ? first : await client.post(LOGIN, victim);
  if (answer.status === 200) run.keepSecret('token', JSON.parse(answer.text).token);
  else run.breach(BREACHES.locked, `${answer.status} after ${due} s`);
  oracle.succeed();
}

/** Guesses at one user do not touch another one of the same account. */
async function letColleagueIn(run: SuiteRun, { client, victim }: Siege): Promise<void> {
  const colleague = victim.email === CREDENTIALS.staff.email ? CREDENTIALS.owner : CREDENTIALS.staff;
  const answer = await client.post(LOGIN, colleague);
  run.count(COUNTED.honest);
  if (answer.status === 200) run.keepSecret('token', JSON.parse(answer.text).token);
  else run.breach(BREACHES.locked, `${answer.status} for a colleague`);
}
