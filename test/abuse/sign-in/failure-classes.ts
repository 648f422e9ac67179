import type { Credentials } from '../../../shared/contract/auth.ts';
import type { Answer } from '../../support/http-exchange.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { areaUnderCurve } from './area-under-curve.ts';
import { BREACHES, COUNTED } from './findings.ts';
import { createSignInClient, LOGIN, type SignInClient } from './sign-in-client.ts';
import { type ProgramGround, type Reached, startProgram } from './throttled-program.ts';

interface FailureClass {
  readonly name: string;
  readonly credentials: Credentials;
  readonly tookMs: number[];
}

/** Longer than every pause: then each sample reaches the platform. */
const BETWEEN_MS = 61_000;

/** Whether a failed sign-in tells what was wrong: by status, headers, body, the hashing it costs, and by the time. */
export async function compareFailures(
  run: SuiteRun,
  ground: ProgramGround,
  { samples, word }: { readonly samples: number; readonly word: string },
): Promise<void> {
  const program = await startProgram(ground);
  const client = createSignInClient(program.port, 1);
  const classes = failureClasses(word);
  for (let sample = 0; sample < samples; sample += 1) {
    await judge(run, await sampleEach(run, client, classes, ground.reached));
    ground.clock.advance(BETWEEN_MS);
  }
  tellTimes(run, classes);
  client.close();
  await program.stop();
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

interface Sample {
  readonly name: string;
  readonly answer: string;
  readonly hashings: number;
}

async function sampleEach(
  run: SuiteRun,
  client: SignInClient,
  classes: readonly FailureClass[],
  reached: Reached,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const { name, credentials, tookMs } of classes) {
    const before = reached.hashings;
    const startedAt = performance.now();
    const answer = await client.post(LOGIN, credentials);
    tookMs.push(performance.now() - startedAt);
    run.count(COUNTED.classes);
    run.hear('a refusal', JSON.stringify(answer));
    samples.push({ name, answer: comparable(answer), hashings: reached.hashings - before });
  }
  return samples;
}

async function judge(run: SuiteRun, samples: readonly Sample[]): Promise<void> {
  const wanted = samples[0];
  for (const { name, answer, hashings } of samples) {
    if (answer !== wanted?.answer)
      run.breach(BREACHES.telling, `${name}: ${answer} and not ${wanted?.answer}`);
    if (hashings !== 1) run.breach(BREACHES.cost, `${name}: ${hashings} hashings`);
  }
}

/** Status, headers in their order and body, but for the moment and the id of the request. */
function comparable({ status, headers, text }: Answer): string {
  const id = String(headers['x-request-id']);
  const { date, ...others } = headers;
  return JSON.stringify({ status, others, text, dated: date !== undefined }).replaceAll(id, 'id');
}

function tellTimes(run: SuiteRun, classes: readonly FailureClass[]): void {
  const pairs = classes.flatMap((left, index) =>
    classes.slice(index + 1).map((right) => {
      const area = areaUnderCurve(left.tookMs, right.tookMs).toFixed(2);
      return `${left.name}/${right.name} ${area}`;
    }),
  );
  run.tell('area under the curve of times', pairs.join(', '));
}
