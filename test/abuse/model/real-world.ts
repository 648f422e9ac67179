import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Caller } from '../../../electron/base/caller.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { createAccessTokens } from '../../../electron/service/security/access-tokens.ts';
import { createApiKeys } from '../../../electron/service/security/api-keys.ts';
import { createSignIn } from '../../../electron/service/security/sign-in.ts';
import { createSignInAdmission } from '../../../electron/service/security/sign-in-admission.ts';
import { createSignInProofs } from '../../../electron/service/security/sign-in-proofs.ts';
import { createSignInThrottle, NO_PEER_THROTTLE } from '../../../electron/service/security/sign-in-throttle.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { createSignInFailuresRepository } from '../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../../../electron/store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox } from '../../../electron/store/webhooks/stored-outbox.ts';
import { createDispatcher } from '../../../electron/webhooks/dispatcher.ts';
import type { Outcome } from '../../../electron/webhooks/https-sender.ts';
import { createWebhookService } from '../../../electron/webhooks/webhook-service.ts';
import { cheapHasher } from '../../support/cheap-cost.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import {
  answered,
  createRecordingSender,
  type Respond,
  type SentMessage,
  TIMED_OUT,
} from '../../support/recording-sender.ts';
import { CALLER } from '../../support/shop-fixture.ts';
import { EXAMPLE_RECEIVERS, SECRET_KEY } from '../../support/webhooks-under-test.ts';
import { mortal } from '../../unit/webhooks/mortal.ts';
import { MINUTE, SECOND } from '../../unit/webhooks/spans-of-time.ts';
import { createVirtualClock, type VirtualClock } from '../../unit/webhooks/virtual-clock.ts';
import type { UserName } from './expected-world.ts';

export const MOODS = ['good', 'failing', 'hanging'] as const;
export type Mood = (typeof MOODS)[number];

/** The program on a store file of its own, with time and receivers in the hands of the model. */
export interface RealWorld {
  readonly clock: VirtualClock;
  readonly life: () => ProgramLife;
  mood: Mood;
  /** Messages so far. */
  sent(): number;
  /** Called with each message that is sent, and whether it is accepted. */
  onMessage: (message: SentMessage, isAccepted: boolean) => void;
  killAndReopen(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const HANGS_FOR_MS = 15 * SECOND;
const ENDINGS = ['', '-wal', '-shm'];

export async function openRealWorld(template: string, folder: string): Promise<RealWorld> {
  const file = join(folder, 'store.sqlite');
  copyFileSync(template, file);
  let sent = 0;
  const clock = createVirtualClock();
  const { log } = createLogRecorder();
  const respond = (message: SentMessage): Outcome | Promise<Outcome> => {
    sent += 1;
    world.onMessage(message, world.mood === 'good');
    if (world.mood === 'good') return answered(204);
    if (world.mood === 'failing') return answered(500);
    return new Promise((resolve) => clock.after(HANGS_FOR_MS, () => resolve(TIMED_OUT)));
  };
  const begin = () => beginLife({ file, clock, respond, log });
  const world: RealWorld = {
    clock,
    life: () => current,
    mood: 'good',
    sent: () => sent,
    onMessage: () => undefined,
    async killAndReopen() {
      await current.kill();
      current = await begin();
    },
    async restart() {
      await current.stop();
      current = await begin();
    },
    async close() {
      await current.kill();
      for (const ending of ENDINGS) rmSync(`${file}${ending}`, { force: true });
    },
  };
  let current = await begin();
  return world;
}

export const callerOf = (user: UserName): Caller => CALLER[user];

export const POLL_EVERY_MS = 10 * MINUTE;

/** The program from one start to its end: what its routes call, without routes, threads and sockets. */
type ProgramLife = Awaited<ReturnType<typeof beginLife>>;

interface LifeContext {
  readonly file: string;
  readonly clock: VirtualClock;
  readonly respond: Respond;
  readonly log: Logger;
}

async function beginLife({ file, clock, respond, log }: LifeContext) {
  const store = await openStore({ file, clock });
  const { db } = store;
  let isDead = false;
  const whileAlive = <Part extends object>(part: Part) => mortal(part, () => isDead);
  const lifeClock = {
    now: clock.now,
    after: (delayMs: number, run: () => void) => clock.after(delayMs, () => !isDead && run()),
  };
  const platform = createEmbeddedPlatform({ db, clock, hasher: cheapHasher });
  const outbox = createOutbox(db, () => Promise.resolve());
  const sender = createRecordingSender({ now: clock.now });
  sender.answer(respond);
  const dispatcher = createDispatcher({
    platform: whileAlive(platform),
    outbox: whileAlive(outbox),
    webhooks: whileAlive(createActiveWebhooks(db)),
    ...{ sender, secretKey: SECRET_KEY, clock: lifeClock, log, pollEveryMs: POLL_EVERY_MS },
    random: () => 0.5,
  });
  const tokens = createTokensRepository(db);
  const accessTokens = createAccessTokens({ tokens, platform, clock });
  const failures = createSignInFailuresRepository(db);
  const throttle = createSignInThrottle({ failures, clock, log });
  const storedKeys = createApiKeysRepository(db);
  const proofs = createSignInProofs({
    ...{ proofs: createSignInProofsRepository(db), apiKeys: storedKeys, tokens, platform, clock },
  });
  await dispatcher.start();
  return {
    db,
    accessTokens,
    /** What login and refresh both do. */
    signIn: createSignIn({
      ...{ platform, peerThrottle: NO_PEER_THROTTLE, throttle, proofs, accessTokens, log },
      ...{ admit: createSignInAdmission(clock), admitProven: createSignInAdmission(clock) },
      admitWindow: createSignInAdmission(clock),
      usualPlatform: null,
    }),
    apiKeys: createApiKeys({ keys: storedKeys, platform, clock }),
    webhooks: createWebhookService({
      ...{ db, platform, outbox, dispatcher, clock, secretKey: SECRET_KEY, rules: EXAMPLE_RECEIVERS },
    }),
    /** As a process ends that is killed: nothing of it goes on, and nothing is undone. */
    async kill() {
      isDead = true;
      await store.close();
    },
    /** In order. */
    async stop() {
      await Promise.all([dispatcher.stop(), clock.advance(2_000)]);
      isDead = true;
      await store.close();
    },
  };
}
