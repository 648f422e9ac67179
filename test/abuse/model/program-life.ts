import type { Logger } from 'pino';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { type AccessTokens, createAccessTokens } from '../../../electron/service/security/access-tokens.ts';
import { type ApiKeys, createApiKeys } from '../../../electron/service/security/api-keys.ts';
import { createSignIn, type SignIn } from '../../../electron/service/security/sign-in.ts';
import { createSignInAdmission } from '../../../electron/service/security/sign-in-admission.ts';
import { createSignInProofs } from '../../../electron/service/security/sign-in-proofs.ts';
import { createSignInThrottle, NO_PEER_THROTTLE } from '../../../electron/service/security/sign-in-throttle.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { createSignInFailuresRepository } from '../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../../../electron/store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox } from '../../../electron/store/webhooks/stored-outbox.ts';
import { createDispatcher } from '../../../electron/webhooks/dispatcher.ts';
import { createWebhookService, type WebhookService } from '../../../electron/webhooks/webhook-service.ts';
import { cheapHasher } from '../../support/cheap-cost.ts';
import { EXAMPLE_RECEIVERS } from '../../support/example-receivers.ts';
import { createRecordingSender, type Respond } from '../../support/recording-sender.ts';
import { SECRET_KEY } from '../../support/webhooks-under-test.ts';
import { mortal } from '../../unit/webhooks/mortal.ts';
import { MINUTE } from '../../unit/webhooks/spans-of-time.ts';
import type { VirtualClock } from '../../unit/webhooks/virtual-clock.ts';

export const POLL_EVERY_MS = 10 * MINUTE;

/** The program from one start to its end: what its routes call, without routes, threads and sockets. */
export interface ProgramLife {
  readonly db: Store['db'];
  /** What login and refresh both do. */
  readonly signIn: SignIn;
  readonly accessTokens: AccessTokens;
  readonly apiKeys: ApiKeys;
  readonly webhooks: WebhookService;
  /** As a process ends that is killed: nothing of it goes on, and nothing is undone. */
  kill(): Promise<void>;
  /** In order. */
  stop(): Promise<void>;
}

export interface LifeContext {
  readonly file: string;
  readonly clock: VirtualClock;
  readonly respond: Respond;
  readonly log: Logger;
}

export async function beginLife({ file, clock, respond, log }: LifeContext): Promise<ProgramLife> {
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
  const accessTokens = createAccessTokens({ tokens: createTokensRepository(db), platform, clock });
  const failures = createSignInFailuresRepository(db);
  const throttle = createSignInThrottle({ failures, clock, log });
  const storedKeys = createApiKeysRepository(db);
  const proofs = createSignInProofs({
    ...{ proofs: createSignInProofsRepository(db), apiKeys: storedKeys, platform, clock },
  });
  await dispatcher.start();
  return {
    db,
    accessTokens,
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
    async kill() {
      isDead = true;
      await store.close();
    },
    async stop() {
      await Promise.all([dispatcher.stop(), clock.advance(2_000)]);
      isDead = true;
      await store.close();
    },
  };
}
