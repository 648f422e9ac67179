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
  /** By the platform. */
  there<A>(caller: Caller, ask: (as: Caller) => Promise<A>): Promise<A>;
  /** By the copy, where it has all that is asked for; else by the platform. */
  copied<A>(
    caller: Caller,
    fromCopy: (copy: UserCopy) => Promise<CopiedAnswer<A> | null>,
    ask: (as: Caller) => Promise<A>,
  ): Promise<A>;
  /** By the platform; while that is away by what it answered before, where the settings let that be kept. */
  kept<A>(call: string, caller: Caller, query: readonly unknown[], ask: (as: Caller) => Promise<A>): Promise<A>;
  /** Of the very rights that the caller has; null where there is none. */
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

  /** Null where the copy cannot answer, for whatever reason: the platform can. */
  async function quietly<A>(
    copy: UserCopy,
    fromCopy: (copy: UserCopy) => Promise<CopiedAnswer<A> | null>,
  ): Promise<CopiedAnswer<A> | null> {
    try {
      return await fromCopy(copy);
    } catch (err) {
      // It answers so; only a store that fails is another matter.
      if (err instanceof PlatformError && err.code !== 'unavailable') throw err;
      log.error({ err }, 'a copy cannot be read');
      await copy.close();
      return null;
    }
  }

  async function findCached(copy: UserCopy | null, call: string, query: readonly unknown[]) {
    // Old figures are only for readers who are told that they are old, not for a file that does not say so.
    return copy !== null && isAnswerAgeReported() ? copy.answers.find(call, query) : null;
  }

  async function findCopied<A>(
    copy: UserCopy | null,
    fromCopy: (copy: UserCopy) => Promise<CopiedAnswer<A> | null>,
  ): Promise<CopiedAnswer<A> | null> {
    // A file that does not state its age must be of now.
    if (copy === null || (copy.connectivity.wasLost() && !isAnswerAgeReported())) return null;
    const found = await quietly(copy, fromCopy);
    if (found === null || (copy.connectivity.wasLost() && !isAnswerAgeReported())) return null;
    if (found.readAt !== null) note(found.readAt, copy.connectivity.wasLost());
    return found;
  }

  /** It is the answer to this very call, under these very rights. */
  function noted<A>({ answer, keptAt }: { readonly answer: unknown; readonly keptAt: number }): A {
    note(keptAt, true);
    return answer as A;
  }

  function keepLater(copy: UserCopy | null, call: string, query: readonly unknown[], answer: unknown): void {
    copy?.answers.keep(call, query, answer).catch((err: unknown) => log.error({ err, call }, 'an answer was not kept'));
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
        // An old answer would be stored as one of now.
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

/** It no longer takes the credential, or the password that continues the session. */
function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === 'session_ended' || error.code === 'credentials_refused');
}
