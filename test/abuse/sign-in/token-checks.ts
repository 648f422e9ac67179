import { createAccessTokens } from '../../../electron/service/security/access-tokens.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, COUNTED } from './findings.ts';
import { createSignInClient, LOGIN, REFRESH, type SignInClient } from './sign-in-client.ts';
import { type ProgramGround, startProgram, type ThrottledProgram } from './throttled-program.ts';

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
export async function checkTokens(run: SuiteRun, ground: ProgramGround, rounds: number): Promise<void> {
  const program = await startProgram(ground);
  const client = createSignInClient(program.port, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const path of [LOGIN, REFRESH]) {
      for (const { moves, lives } of LIVES) {
        const token = await tokenBy(run, client, path);
        for (const seconds of moves) {
          await client.statusOf(token);
          ground.clock.advance(seconds * 1_000);
        }
        await expectLife(run, client, token, { lives, after: moves.join(', ') });
      }
    }
    await checkRevocation(run, { client, program, ground });
  }
  const left = await tokenBy(run, client, LOGIN);
  client.close();
  await program.stop();
  await checkAfterRestart(run, ground, left);
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

async function checkRevocation(
  run: SuiteRun,
  parts: {
    readonly client: SignInClient;
    readonly program: ThrottledProgram;
    readonly ground: ProgramGround;
  },
): Promise<void> {
  const { client, program, ground } = parts;
  const tokens = createTokensRepository(program.store.db);
  const token = await tokenBy(run, client, LOGIN);
  const before = await client.statusOf(token);
  await createAccessTokens({ tokens, platform: program.platform, clock: ground.clock }).revoke(token);
  const after = await client.statusOf(token);
  run.count(COUNTED.tokens);
  if (before !== 200 || after !== 401) run.breach(BREACHES.revoked, `${before} before it, ${after} after it`);
}

async function checkAfterRestart(run: SuiteRun, ground: ProgramGround, token: string): Promise<void> {
  ground.clock.advance(1_799_000);
  const program = await startProgram(ground);
  const client = createSignInClient(program.port, 1);
  await expectLife(run, client, token, { lives: true, after: '1799, with a restart' });
  ground.clock.advance(1_000);
  await expectLife(run, client, token, { lives: false, after: '1800, with a restart' });
  client.close();
  await program.stop();
}
