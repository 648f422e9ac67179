import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, COUNTED } from './findings.ts';
import { createSignInClient, LOGIN, REFRESH } from './sign-in-client.ts';
import { ThrottleOracle } from './throttle-oracle.ts';
import { type ProgramGround, startProgram } from './throttled-program.ts';

export interface CrowdAttack {
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

/** Guesses under many names at once: each has a count of its own, and what is wrong is told to nobody. */
export async function attackManyNames(
  run: SuiteRun,
  ground: ProgramGround,
  attack: CrowdAttack,
): Promise<void> {
  const program = await startProgram(ground);
  const client = createSignInClient(program.port, CONNECTIONS);
  const oracles = NAMES.map(() => new ThrottleOracle());
  for (let sent = 0; sent < attack.guesses; sent += NAMES.length * PER_WAVE) {
    const before = ground.reached.attempts;
    const now = ground.clock.now();
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
    const beyond = ground.reached.attempts - before - bound;
    if (beyond > 0) run.breach(BREACHES.beyond, `${bound + beyond} where ${bound} are the most`, beyond);
    for (const { status } of answers) {
      if (status !== 401 && status !== 429)
        run.breach(BREACHES.telling, `a guess was answered with ${status}`);
    }
    ground.clock.advance(1_000 * (1 + attack.random(20)));
  }
  client.close();
  await program.stop();
}
