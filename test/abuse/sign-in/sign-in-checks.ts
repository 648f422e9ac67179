import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccessTokens } from '../../../electron/service/security/access-tokens.ts';
import { newApiKey } from '../../../electron/service/security/api-key-format.ts';
import { createApiKeys } from '../../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import {
  BREACHES,
  COUNTED,
  LOGIN,
  type ProgramSetup,
  REFRESH,
  type SignInClient,
  withProgram,
} from './throttled-program.ts';

const HOUR_S = 3_600;

/** Seconds by which the clock moves after a sign-in, and whether the token lives then. */
const LIVES: readonly { readonly moves: readonly number[]; readonly lives: boolean }[] = [
  { moves: [1_799], lives: true },
  { moves: [1_799, 1], lives: false },
  { moves: [1_801], lives: false },
  // Sleep, and a clock that is set forward and back again.
  { moves: [HOUR_S], lives: false },
  { moves: [HOUR_S, -HOUR_S], lives: false },
  { moves: [600, -HOUR_S], lives: false },
  { moves: [1_700, -60, 150], lives: false },
];

/** Tokens live for 1,800 seconds whatever the clock does, over restarts, and not a request longer once revoked. */
export async function checkTokens(run: SuiteRun, setup: ProgramSetup, rounds: number): Promise<void> {
  const { clock } = setup;
  const left = await withProgram(setup, 1, async (client, { store, platform }) => {
    const accessTokens = createAccessTokens({ tokens: createTokensRepository(store.db), platform, clock });
    for (let round = 0; round < rounds; round += 1) {
      for (const path of [LOGIN, REFRESH]) {
        for (const { moves, lives } of LIVES) {
          const token = await tokenBy(run, client, path);
          for (const seconds of moves) {
            await client.statusOf(token);
            clock.advance(seconds * 1_000);
          }
          await expectLife(run, client, token, { lives, after: moves.join(', ') });
        }
      }
      const token = await tokenBy(run, client, LOGIN);
      const before = await client.statusOf(token);
      await accessTokens.revoke(token);
      const after = await client.statusOf(token);
      run.count(COUNTED.tokens);
      if (before !== 200 || after !== 401) run.breach(BREACHES.revoked, `${before} before it, ${after} after it`);
    }
    return tokenBy(run, client, LOGIN);
  });
  clock.advance(1_799_000);
  await withProgram(setup, 1, async (client) => {
    await expectLife(run, client, left, { lives: true, after: '1799, with a restart' });
    clock.advance(1_000);
    await expectLife(run, client, left, { lives: false, after: '1800, with a restart' });
  });
}

async function tokenBy(run: SuiteRun, client: SignInClient, path: string): Promise<string> {
  const { token } = JSON.parse((await client.post(path, CREDENTIALS.owner)).text);
  run.keepSecret('token', token);
  return token;
}

async function expectLife(
  run: SuiteRun,
  client: SignInClient,
  token: string,
  { lives, after }: { readonly lives: boolean; readonly after: string },
): Promise<void> {
  run.count(COUNTED.tokens);
  const status = await client.statusOf(token);
  if (status !== (lives ? 200 : 401)) run.breach(BREACHES.life, `${status} after ${after} s`);
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_- é';

/** A key with one wrong character is refused without a look at the store. */
export function checkMistypedKeys(
  run: SuiteRun,
  setup: ProgramSetup,
  typos: number,
  random: (below: number) => number,
): Promise<void> {
  return withProgram(setup, 1, async (_client, { store, platform }) => {
    const keys = createApiKeysRepository(store.db);
    let reads = 0;
    const find: typeof keys.find = (hash) => {
      reads += 1;
      return keys.find(hash);
    };
    const apiKeys = createApiKeys({ keys: { ...keys, find }, platform, clock: setup.clock });
    for (let typo = 0; typo < typos; typo += 1) {
      const identity = await apiKeys.resolve(mistyped(newApiKey(), random));
      run.count(COUNTED.typos);
      if (identity !== null) run.breach(BREACHES.reads, 'a mistyped key let somebody in');
    }
    if (reads > 0) run.breach(BREACHES.reads, `${reads} for ${typos} mistyped keys`, reads);
  });
}

function mistyped(key: string, random: (below: number) => number): string {
  // Not in its prefix: what begins otherwise is no key at all.
  const at = 4 + random(key.length - 4);
  const others = [...DIGITS].filter((digit) => digit !== key[at]);
  return `${key.slice(0, at)}${others[random(others.length)]}${key.slice(at + 1)}`;
}

/** With blanks around it, of 128 characters, of characters beyond the usual, and of what looks like an escape. */
const PASSWORDS = ['  in front and behind  ', 'x'.repeat(128), '🗝️ sleutel é ﬀ', 'C:\\%00\\u0041"<>&', '\t\n\u00a0 '];

/** A password reaches the platform as it was typed, to the byte. */
export function checkPasswords(run: SuiteRun, setup: ProgramSetup): Promise<void> {
  return withProgram(setup, 1, async (client) => {
    for (const [index, password] of PASSWORDS.entries()) {
      const email = `${index}@alpha.example`;
      await client.post(LOGIN, { ...CREDENTIALS.owner, email, password });
      run.count(COUNTED.passwords);
      if (!Buffer.from(setup.reached.password).equals(Buffer.from(password))) {
        run.breach(BREACHES.changed, `the one numbered ${index}`);
      }
    }
  });
}

const MIB = 1 << 20;
/** Two passwords are hashed at once, for 128 MiB each; half of that again for everything else. */
const MOST_GROWTH = 384 * MIB;
const SAMPLE_MS = 10;

/** Many sign in at once at the real cost of hashing: memory stays bounded, and the service goes on. */
export function signInSideBySide(run: SuiteRun, setup: ProgramSetup, users: number): Promise<void> {
  return withProgram(setup, users, async (client) => {
    const before = process.memoryUsage.rss();
    const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
    delay.enable();
    const watched = new AbortController();
    const peak = watchMemory(watched.signal);
    const statuses = await Promise.all(
      Array.from({ length: users }, async (_, index) => {
        const { status } = await client.post(LOGIN, { ...CREDENTIALS.owner, email: `${index}@alpha.example` });
        return status;
      }),
    );
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
      `${refused} asked to come back, ${Math.round(growth / MIB)} MiB more, event loop p99 ${lagMs} ms`,
    );
  });
}

async function watchMemory(signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    most = Math.max(most, process.memoryUsage.rss());
    await pause(SAMPLE_MS);
  }
  return most;
}
