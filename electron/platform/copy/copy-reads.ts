import type { Caller } from '../../base/caller.ts';
import { isAnswerAgeReported, readWithAge, recordAnswerAge } from '../answer-age.ts';
import { PlatformError } from '../platform-error.ts';
import { isUnreachable } from './connectivity.ts';
import { type CopyAccess, type CopyAccessDeps, createAwayError } from './copy-access.ts';
import { isOfflineCredential, MAX_OFFLINE_MS } from './copy-owner.ts';
import { rightsVersion } from './copy-record.ts';
import type { CopiedAnswer } from './stored-copy.ts';
import type { UserCopy } from './user-copy.ts';

export interface CopyReads {
  /** Asks the platform. */
  askPlatform<A>(caller: Caller, ask: (as: Caller) => Promise<A>): Promise<A>;
  /** Asks the copy, or else the platform if the copy does not have everything. */
  preferCopy<A>(
    caller: Caller,
    fromCopy: (copy: UserCopy) => Promise<CopiedAnswer<A> | null>,
    ask: (as: Caller) => Promise<A>,
  ): Promise<A>;
  /** Asks the platform. If it is away, gives its cached answer if the settings allow that. */
  askWithCache<A>(call: string, caller: Caller, query: readonly unknown[], ask: (as: Caller) => Promise<A>): Promise<A>;
  /** Finds the copy that was read with exactly the caller's rights; `null` if there is none. */
  findCopy(caller: Caller): Promise<UserCopy | null>;
}

export function createCopyReads(copyDeps: CopyAccessDeps, access: Pick<CopyAccess, 'endCredential'>): CopyReads {
  const { connectivity, copies, log } = copyDeps;
  const { host } = new URL(copyDeps.baseUrl);

  function recordAge(fetchedAt: number, isAway: boolean): void {
    recordAnswerAge({ fetchedAt, unreachable: isAway ? host : null });
  }

  async function askPlatform<A>(caller: Caller, ask: (as: Caller) => Promise<A>, tracker = connectivity): Promise<A> {
    if (isOfflineCredential(caller)) throw createAwayError();
    try {
      return await tracker.ask(() => ask(caller));
    } catch (error) {
      if (isRefusal(error)) await access.endCredential(caller);
      throw error;
    }
  }

  async function findCopy(caller: Caller): Promise<UserCopy | null> {
    const copy = await copies.find(caller);
    if (copy === null || copy.rights !== rightsVersion(caller)) return null;
    if (copy.owner.findKnown(caller, MAX_OFFLINE_MS) === null) return null;
    copy.touch(caller);
    return copy;
  }

  /** `null` if the copy cannot answer for any reason: the platform can. */
  async function tryCopy<A>(
    copy: UserCopy,
    fromCopy: (copy: UserCopy) => Promise<CopiedAnswer<A> | null>,
  ): Promise<CopiedAnswer<A> | null> {
    try {
      return await fromCopy(copy);
    } catch (err) {
      // The copy gave this error as its answer. Only a failing store is a reason to ask the platform.
      if (err instanceof PlatformError && err.code !== 'unavailable') throw err;
      log.error({ err }, 'could not read a copy');
      await copy.close();
      return null;
    }
  }

  async function findCached(copy: UserCopy | null, call: string, query: readonly unknown[]) {
    // Old figures are only for readers who see their age. An exported file does not show it.
    return copy !== null && isAnswerAgeReported() ? copy.answers.find(call, query) : null;
  }

  async function findCopied<A>(
    copy: UserCopy | null,
    fromCopy: (copy: UserCopy) => Promise<CopiedAnswer<A> | null>,
  ): Promise<CopiedAnswer<A> | null> {
    // A file that does not state its age must be current.
    if (copy === null || (copy.connectivity.isLost() && !isAnswerAgeReported())) return null;
    const found = await tryCopy(copy, fromCopy);
    if (found === null || (copy.connectivity.isLost() && !isAnswerAgeReported())) return null;
    if (found.readAt !== null) recordAge(found.readAt, copy.connectivity.isLost());
    return found;
  }

  /** The cast holds: the key contains the call, its arguments and the rights. */
  function takeCached<A>({ answer, keptAt }: { readonly answer: unknown; readonly keptAt: number }): A {
    recordAge(keptAt, true);
    return answer as A;
  }

  function cacheInBackground(copy: UserCopy | null, call: string, query: readonly unknown[], answer: unknown): void {
    copy?.answers
      .store(call, query, answer)
      .catch((err: unknown) => log.error({ err, call }, 'an answer could not be stored in the copy'));
  }

  return {
    askPlatform: (caller, ask) => askPlatform(caller, ask),
    findCopy,
    async preferCopy(caller, fromCopy, ask) {
      const copy = await findCopy(caller);
      const found = await findCopied(copy, fromCopy);
      if (found !== null) return found.answer;
      if (copy === null) return askPlatform(caller, ask);
      try {
        return await askPlatform(caller, ask, copy.connectivity);
      } catch (error) {
        const retried = isUnreachable(error) ? await findCopied(copy, fromCopy) : null;
        if (retried === null) throw error;
        return retried.answer;
      }
    },
    async askWithCache<A>(call: string, caller: Caller, query: readonly unknown[], ask: (as: Caller) => Promise<A>) {
      const copy = await findCopy(caller);
      const known = connectivity.isRecentlyLost() ? await findCached(copy, call, query) : null;
      if (known !== null) return takeCached<A>(known);
      try {
        const { answer, age } = await readWithAge(() => askPlatform(caller, ask));
        // An old answer would be cached as a current one.
        if (age === null) cacheInBackground(copy, call, query, answer);
        return answer;
      } catch (error) {
        const found = isUnreachable(error) ? await findCached(copy, call, query) : null;
        if (found === null) throw error;
        return takeCached<A>(found);
      }
    },
  };
}

/** Whether the platform no longer accepts the credential or the remembered password. */
function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'session_ended' || error.code === 'credentials_refused');
}
