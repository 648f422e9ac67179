import type { Credentials } from '../../../shared/contract/auth.ts';
import type { Answer } from '../../support/http-exchange.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, COUNTED } from './findings.ts';
import { createSignInClient, LOGIN, REFRESH, type SignInClient } from './sign-in-client.ts';
import { ThrottleOracle } from './throttle-oracle.ts';
import { type ProgramGround, startProgram } from './throttled-program.ts';

export interface GuessAttack {
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
export async function attackByGuessing(
  run: SuiteRun,
  ground: ProgramGround,
  attack: GuessAttack,
): Promise<void> {
  const oracle = new ThrottleOracle();
  const perLife = Math.ceil(attack.guesses / (attack.restarts + 1));
  for (let life = 0; life <= attack.restarts; life += 1) {
    const program = await startProgram(ground);
    const client = createSignInClient(program.port, attack.connections);
    if (life > 0) run.count(COUNTED.restarts);
    const siege = { ...ground, ...attack, client, oracle };
    if (life === 0) await wearOut(run, siege);
    await guess(run, siege, Math.ceil(perLife / 2));
    await letHonestUserIn(run, siege);
    await letColleagueIn(run, siege);
    // The program ends on the failures of these.
    await guess(run, siege, Math.floor(perLife / 2));
    client.close();
    await program.stop();
  }
}

type Siege = ProgramGround & GuessAttack & { readonly client: SignInClient; readonly oracle: ThrottleOracle };

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
