import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { createPasswordHasher, type PasswordHasher, type ScryptCost } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { buildService } from '../../../electron/service/build-service.ts';
import { listenOn } from '../../../electron/service/server/create-server.ts';
import { openLog } from '../../../electron/startup/log-file.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import type { Answer } from '../../support/http-exchange.ts';
import { repositoriesOf } from '../../support/service-repositories.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { createWebhooksUnderTest, SECRET_KEY } from '../../support/webhooks-under-test.ts';

/** What reached the platform, over all starts of the program. */
export interface Reached {
  /** Sign-ins that it was asked for. */
  attempts: number;
  /** Passwords that were hashed. */
  hashings: number;
  /** The password of the latest sign-in, as it arrived. */
  password: string;
}

/** The real service on a store file, joined as the program joins it, as often as it is started. */
export interface ThrottledProgram {
  readonly port: number;
  readonly store: Store;
  readonly platform: Platform;
  stop(): Promise<void>;
}

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

async function startProgram({ folder, clock, cost, reached }: ProgramSetup): Promise<ThrottledProgram> {
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
export interface SignInClient {
  post(path: string, body: object): Promise<Answer>;
  /** The status of a call with this token or key. */
  statusOf(bearer: string): Promise<number>;
  close(): void;
}

function createSignInClient(port: number, connections: number): SignInClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  async function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Answer> {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, agent, method, path, headers }, resolve).on('error', reject).end(body);
    });
    return { status: message.statusCode ?? 0, headers: message.headers, text: await textOf(message) };
  }

  return {
    post(path, body) {
      const text = JSON.stringify(body);
      const length = String(Buffer.byteLength(text));
      return send('POST', path, { 'content-type': 'application/json', 'content-length': length }, text);
    },
    statusOf: async (bearer) => (await send('GET', '/api/me', { authorization: `Bearer ${bearer}` })).status,
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
