import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { createPasswordHasher, type PasswordHasher, type ScryptCost } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { buildService } from '../../../electron/service/build-service.ts';
import { listenOn } from '../../../electron/service/server/create-server.ts';
import { openLog } from '../../../electron/startup/log-file.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import type { Answer } from '../../support/http-exchange.ts';
import { repositoriesOf } from '../../support/service-repositories.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { createWebhooksUnderTest, SECRET_KEY } from '../../support/webhooks-under-test.ts';

export const COUNTED = {
  guesses: 'guesses',
  restarts: 'restarts',
  held: 'guesses held back',
  honest: 'honest sign-ins',
  classes: 'refusals compared',
  tokens: 'moments of tokens',
  typos: 'mistyped keys',
  passwords: 'unusual passwords',
} as const;

export const BREACHES = {
  beyond: 'guesses beyond the bound',
  wait: 'guesses held back without the wait that is due',
  locked: 'honest users who were locked out',
  telling: 'failures that tell what was wrong',
  cost: 'failures that cost more or less hashing than another',
  memory: 'sign-ins at once that took too much memory',
  life: 'tokens that lived too long or too short',
  revoked: 'revoked tokens that worked',
  reads: 'reads of the store for a mistyped key',
  changed: 'passwords that arrived otherwise than typed',
} as const;

/** What reached the platform, over all starts of the program. */
interface Reached {
  /** Sign-ins that it was asked for. */
  attempts: number;
  /** Passwords that were hashed. */
  hashings: number;
  /** The password of the latest sign-in, as it arrived. */
  password: string;
}

/** The real service on a store file, joined as the program joins it, as often as it is started. */
type ThrottledProgram = Awaited<ReturnType<typeof startProgram>>;

export interface ProgramSetup {
  readonly folder: string;
  readonly clock: FixedClock;
  readonly cost: ScryptCost;
  readonly reached: Reached;
}

/** Lays the fixture shop into the folder. */
export async function layShop({ folder, clock, cost }: ProgramSetup): Promise<void> {
  const store = await openStore({ file: join(folder, 'tilldesk.sqlite'), clock });
  await seedFixtureShop(store.db, createPasswordHasher({ cost }));
  await store.close();
}

async function startProgram({ folder, clock, cost, reached }: ProgramSetup) {
  const { log, close: closeLog } = openLog(join(folder, 'tilldesk.log'));
  log.level = 'trace';
  const store = await openStore({ file: join(folder, 'tilldesk.sqlite'), clock });
  const hasher = countingHasher(createPasswordHasher({ cost }), reached);
  const platform = countingPlatform(createEmbeddedPlatform({ db: store.db, clock, hasher }), reached);
  const webhooks = createWebhooksUnderTest({ db: store.db, platform, clock, log });
  const app = buildService({
    ...{ platform, clock, log, nonce: '00', secretKey: SECRET_KEY },
    webhooks: webhooks.service,
    ...repositoriesOf(store.db),
  });
  const port = await listenOn(app, '127.0.0.1', 0);
  return {
    ...{ port, store, platform },
    async stop() {
      await webhooks.dispatcher.stop();
      await app.close();
      await store.close();
      closeLog();
    },
  };
}

function countingPlatform(platform: Platform, reached: Reached): Platform {
  return {
    ...platform,
    signIn(credentials) {
      reached.attempts += 1;
      reached.password = credentials.password;
      return platform.signIn(credentials);
    },
  };
}

function countingHasher(hasher: PasswordHasher, reached: Reached): PasswordHasher {
  const counted = <Result>(result: Promise<Result>) => {
    reached.hashings += 1;
    return result;
  };
  return {
    ...hasher,
    hash: (password) => counted(hasher.hash(password)),
    verify: (password, stored) => counted(hasher.verify(password, stored)),
    verifyAgainstNothing: (password) => counted(hasher.verifyAgainstNothing(password)),
  };
}

export const LOGIN = '/api/auth/login';
export const REFRESH = '/api/auth/refresh';

/** A client that keeps to so many connections. */
export type SignInClient = ReturnType<typeof createSignInClient>;

function createSignInClient(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  async function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Answer> {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, agent, method, path, headers }, resolve).on('error', reject).end(body);
    });
    return { status: message.statusCode ?? 0, headers: message.headers, text: await textOf(message) };
  }

  return {
    post(path: string, body: unknown) {
      const text = JSON.stringify(body);
      const length = String(Buffer.byteLength(text));
      return send('POST', path, { 'content-type': 'application/json', 'content-length': length }, text);
    },
    /** The status of a call with this token or key. */
    statusOf: async (bearer: string) => (await send('GET', '/api/me', { authorization: `Bearer ${bearer}` })).status,
    close: () => agent.destroy(),
  };
}

/** Starts the program, and stops it after the work of a client that keeps to so many connections. */
export async function withProgram<Result>(
  setup: ProgramSetup,
  connections: number,
  work: (client: SignInClient, program: ThrottledProgram) => Promise<Result>,
): Promise<Result> {
  const program = await startProgram(setup);
  const client = createSignInClient(program.port, connections);
  const result = await work(client, program);
  client.close();
  await program.stop();
  return result;
}

/**
 * How many wrong guesses may reach the platform, worked out from the contract's own sentence: from the 6th failure in a
 * row on one attempt after 1, 2, 4 … 60 s. Of what cannot be let through nothing is counted.
 */
export class ThrottleOracle {
  private failures = 0;
  private mayTryAt = 0;

  /** Of `guesses` that come at one moment. */
  most(guesses: number, nowMs: number): number {
    let most = 0;
    while (most < guesses && nowMs >= this.mayTryAt) {
      most += 1;
      this.failures += 1;
      this.mayTryAt = nowMs + this.pauseS() * 1_000;
    }
    return most;
  }

  /** What `Retry-After` says at that moment; 0 where one may try. */
  waitS(nowMs: number): number {
    return Math.max(0, Math.ceil((this.mayTryAt - nowMs) / 1_000));
  }

  succeed(): void {
    this.failures = 0;
    this.mayTryAt = 0;
  }

  private pauseS(): number {
    const pauses = [1, 2, 4, 8, 16, 32];
    return this.failures < 5 ? 0 : (pauses[this.failures - 5] ?? 60);
  }
}
