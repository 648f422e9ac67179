import type { Caller } from '../../base/caller.ts';
import { isAnswerAgeReported, noteAnswerAge, withOwnAge } from '../answer-age.ts';
import { PlatformError } from '../platform-error.ts';
import { isAbsence } from './connectivity.ts';
import { type CopyAccess, type CopyAccessDeps, platformAway } from './copy-access.ts';
import { isOfflineCredential, OFFLINE_MS } from './copy-owner.ts';
import { rightsVersion } from './copy-record.ts';
import type { CopiedAnswer } from './stored-copy.ts';
import type { UserCopy } from './user-copy.ts';

export interface CopyReads {
  /** Asks the platform. */
  there<A>(caller: Caller, ask: (as: Caller) => Promise<A>): Promise<A>;
  /** Asks the copy, or else the platform if the copy does not have everything. */
  copied<A>(
    caller: Caller,
    fromCopy: (copy: UserCopy) => Promise<CopiedAnswer<A> | null>,
    ask: (as: Caller) => Promise<A>,
  ): Promise<A>;
  /** Asks the platform. If it is away, gives its cached answer if the settings allow that. */
  kept<A>(call: string, caller: Caller, query: readonly unknown[], ask: (as: Caller) => Promise<A>): Promise<A>;
  /** The copy that was read with exactly the caller's rights; `null` if there is none. */
  copyOf(caller: Caller): Promise<UserCopy | null>;
}

export function createCopyReads(copyDeps: CopyAccessDeps, access: Pick<CopyAccess, 'endCredential'>): CopyReads {
  const { connectivity, copies, log } = copyDeps;
  const { host } = new URL(copyDeps.baseUrl);

  function note(fetchedAt: number, isAway: boolean): void {
    noteAnswerAge({ fetchedAt, unreachable: isAway ? host : null });
  }

  async function there<A>(caller: Caller, ask: (as: Caller) => Promise<A>, over = connectivity): Promise<A> {
    if (isOfflineCredential(caller)) throw platformAway();
    try {
      return await over.ask(() => ask(caller));
    } catch (error) {
      if (isRefusal(error)) await access.endCredential(caller);
      throw error;
    }
  }

  async function copyOf(caller: Caller): Promise<UserCopy | null> {
    const copy = await copies.find(caller);
    if (copy === null || copy.rights !== rightsVersion(caller)) return null;
    if (copy.owner.findKnown(caller, OFFLINE_MS) === null) return null;
    copy.touch(caller);
    return copy;
  }

  /** `null` if the copy cannot answer for any reason: the platform can. */
  async function quietly<A>(
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
    if (copy === null || (copy.connectivity.wasLost() && !isAnswerAgeReported())) return null;
    const found = await quietly(copy, fromCopy);
    if (found === null || (copy.connectivity.wasLost() && !isAnswerAgeReported())) return null;
    if (found.readAt !== null) note(found.readAt, copy.connectivity.wasLost());
    return found;
  }

  /** The cast holds: the key contains the call, its arguments and the rights. */
  function noted<A>({ answer, keptAt }: { readonly answer: unknown; readonly keptAt: number }): A {
    note(keptAt, true);
    return answer as A;
  }

  function keepLater(copy: UserCopy | null, call: string, query: readonly unknown[], answer: unknown): void {
    copy?.answers.keep(call, query, answer).catch((err: unknown) => log.error({ err, call }, 'could not cache an answer'));
  }

  return {
    there: (caller, ask) => there(caller, ask),
    copyOf,
    async copied(caller, fromCopy, ask) {
      const copy = await copyOf(caller);
      const found = await findCopied(copy, fromCopy);
      if (found !== null) return found.answer;
      if (copy === null) return there(caller, ask);
      try {
        return await there(caller, ask, copy.connectivity);
      } catch (error) {
        const again = isAbsence(error) ? await findCopied(copy, fromCopy) : null;
        if (again === null) throw error;
        return again.answer;
      }
    },
    async kept<A>(call: string, caller: Caller, query: readonly unknown[], ask: (as: Caller) => Promise<A>) {
      const copy = await copyOf(caller);
      const known = connectivity.isLost() ? await findCached(copy, call, query) : null;
      if (known !== null) return noted<A>(known);
      try {
        const { answer, age } = await withOwnAge(() => there(caller, ask));
        // An old answer would be cached as a current one.
        if (age === null) keepLater(copy, call, query, answer);
        return answer;
      } catch (error) {
        const found = isAbsence(error) ? await findCached(copy, call, query) : null;
        if (found === null) throw error;
        return noted<A>(found);
      }
    },
  };
}

/** Whether the platform no longer accepts the credential or the remembered password. */
function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'session_ended' || error.code === 'credentials_refused');
}
