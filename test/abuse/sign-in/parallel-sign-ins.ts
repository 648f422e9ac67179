import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES } from './findings.ts';
import { createSignInClient, LOGIN, type SignInClient } from './sign-in-client.ts';
import { type ProgramGround, startProgram } from './throttled-program.ts';

const MIB = 1 << 20;
/** Two passwords are hashed at once, for 128 MiB each; half of that again for everything else. */
const MOST_GROWTH = 384 * MIB;
const SAMPLE_MS = 10;

/** Many sign in at once at the real cost of hashing: memory stays bounded, and the service goes on. */
export async function signInSideBySide(run: SuiteRun, ground: ProgramGround, users: number): Promise<void> {
  const program = await startProgram(ground);
  const client = createSignInClient(program.port, users);
  const before = process.memoryUsage.rss();
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  const watched = new AbortController();
  const peak = watchMemory(watched.signal);
  const statuses = await Promise.all(Array.from({ length: users }, (_, index) => signInAs(client, index)));
  watched.abort();
  delay.disable();
  const growth = (await peak) - before;
  if (growth > MOST_GROWTH) {
    run.breach(BREACHES.memory, `${Math.round(growth / MIB)} MiB more for ${users} sign-ins at once`);
  }
  const refused = statuses.filter((status) => status === 429).length;
  const lagMs = Math.round(delay.percentile(99) / 1e6);
  run.tell(
    `${users} sign-ins at once`,
    `${refused} told to come back, ${Math.round(growth / MIB)} MiB more, event loop p99 ${lagMs} ms`,
  );
  client.close();
  await program.stop();
}

async function signInAs(client: SignInClient, index: number): Promise<number> {
  const email = `${index}@alpha.example`;
  const { status } = await client.post(LOGIN, { ...CREDENTIALS.owner, email });
  return status;
}

async function watchMemory(signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    most = Math.max(most, process.memoryUsage.rss());
    await pause(SAMPLE_MS);
  }
  return most;
}
