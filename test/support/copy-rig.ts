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

/** For a busy computer; by default `waitFor` gives up after a second. */
const COPIED_WITHIN_MS = 15_000;

const unreached = () => new PlatformError('unavailable', 'It cannot be reached.', { isUnreached: true });

type User = keyof typeof CREDENTIALS;
type Wrong = (own: Platform) => Partial<Platform>;

/** Opens a deployment with the fixture shop that can be switched off. */
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
    /** Returns the names of the calls since it was last called. */
    takeAsked: () => state.asked.splice(0),
    switchOff: () => {
      state.isAway = true;
    },
    switchOn: () => {
      state.isAway = false;
    },
    /** Replaces some of its calls with wrong ones. */
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

/** Opens copies of the deployment, like a program that was just started. */
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
    /** Signs in with a typed password. */
    signIn: (user: User) => platform.signIn(CREDENTIALS[user]),
    /** Signs in like a window session that continues or starts with a remembered password. */
    resume: (user: User) => platform.signIn({ ...CREDENTIALS[user], isRemembered: true }),
    /** Signs in, and waits until a copy is complete and open. */
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

/** Returns the result of a call with the age that it reports. */
export function aged<Answer>(call: () => Promise<Answer>): Promise<{ answer: Answer; age: AnswerAge | null }> {
  return trackAnswerAge(async (ageOf) => {
    const answer = await call();
    return { answer, age: ageOf() };
  });
}
