import { vi } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { type AnswerAge, trackAnswerAge } from '../../electron/platform/answer-age.ts';
import { withCopy } from '../../electron/platform/copy/copied-platform.ts';
import { createCopyDirectory } from '../../electron/platform/copy/copy-directory.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { createCatalogSource } from '../../electron/platform/remote/copied-catalog.ts';
import { cheapHasher } from './cheap-cost.ts';
import type { FixedClock } from './fixed-clock.ts';
import { openFixturePlatform } from './fixture-platform.ts';
import { createLogRecorder } from './log-recorder.ts';
import { shopChanges } from './shop-changes.ts';
import { CREDENTIALS } from './shop-fixture.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** On a busy machine; by default `waitFor` gives up after a second. */
const COPIED_WITHIN_MS = 15_000;

const unreached = () => new PlatformError('unavailable', 'It cannot be reached.', { isUnreached: true });

type User = keyof typeof CREDENTIALS;
type Wrong = (own: Platform) => Partial<Platform>;

/** A deployment that can be switched off, with the fixture shop; its copies lie in `folder`. */
export async function openDeployment() {
  const { store, clock, platform } = await openFixturePlatform();
  const state = { isAway: false, asked: [] as string[], wrong: {} as Partial<Platform> };
  const remote = Object.fromEntries(
    Object.keys(platform).map((name) => [
      name,
      async (...args: unknown[]) => {
        state.asked.push(name);
        if (state.isAway) throw unreached();
        const call = { ...platform, ...state.wrong }[name as keyof Platform] as (...all: unknown[]) => unknown;
        return call(...args);
      },
    ]),
  ) as unknown as Platform;
  return {
    ...{ remote, clock, db: store.db },
    changes: shopChanges(store.db, clock.now),
    /** Names of the calls since it was asked last. */
    takeAsked: () => state.asked.splice(0),
    switchOff: () => {
      state.isAway = true;
    },
    switchOn: () => {
      state.isAway = false;
    },
    /** From now on some of its calls go wrong. */
    spoil: (wrong: Wrong) => {
      state.wrong = wrong(platform);
    },
  };
}

export type Deployment = Awaited<ReturnType<typeof openDeployment>>;

interface CopyRigOptions {
  readonly folder?: string;
  readonly baseUrl?: string;
  readonly getAnswerRetentionMs?: () => number;
  readonly clock?: FixedClock;
}

/** The deployment with its copies, as a program has it that was just started. */
export function openCopies(deployment: Deployment, options: CopyRigOptions = {}) {
  const { clock } = deployment;
  const { folder = temporaryFolder(), baseUrl = 'https://shop.example', getAnswerRetentionMs = () => 0 } = options;
  const { log, records } = createLogRecorder();
  const directory = createCopyDirectory({ folder, clock, log });
  const { platform, copies, close } = withCopy({
    opened: { platform: deployment.remote, webhooks: null, close() {} },
    ...{ baseUrl, directory, clock, log, getAnswerRetentionMs },
    source: createCatalogSource(deployment.remote, (db) => createEmbeddedPlatform({ db, clock, hasher: cheapHasher })),
  });
  return {
    ...{ platform, copies, directory, folder, records, close },
    /** With a typed password. */
    signIn: (user: User) => platform.signIn(CREDENTIALS[user]),
    /** As the session of the window goes on, or begins with what is remembered. */
    resume: (user: User) => platform.signIn({ ...CREDENTIALS[user], isRemembered: true }),
    /** Signs in, and waits until a copy is whole and closed no more. */
    async signInAndCopy(user: User): Promise<Caller> {
      const caller = await platform.signIn(CREDENTIALS[user]);
      const untilCopied = async () => {
        const { age } = await aged(() => platform.searchProducts(caller, { start: 0, limit: 1 }));
        if (age === null) throw new Error('there is no whole copy yet');
      };
      await vi.waitFor(untilCopied, { timeout: COPIED_WITHIN_MS });
      return caller;
    },
  };
}

/** What a call answers, with how old the answer says that it is. */
export function aged<Answer>(call: () => Promise<Answer>): Promise<{ answer: Answer; age: AnswerAge | null }> {
  return trackAnswerAge(async (ageOf) => {
    const answer = await call();
    return { answer, age: ageOf() };
  });
}
