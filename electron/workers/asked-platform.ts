import type { Caller } from '../base/caller.ts';
import { EXPORT_CALLS, type ExportPlatform } from '../exports/export-platform.ts';
import {
  type AnswerAge,
  isAnswerAgeReported,
  noteAnswerAge,
  withAnswerAge,
  withoutAnswerAge,
} from '../platform/answer-age.ts';
import { type PackedAnswer, packAnswer, unpackAnswer } from '../platform/json-rows.ts';
import { makeCall } from '../platform/platform-calls.ts';
import type { AskParent } from './answer-requests.ts';
import { asPlatformError } from './platform-threads.ts';

/** A call of a thread to a platform that only the main thread has. The main thread knows whose export it is. */
export interface PlatformQuestion {
  readonly name: keyof ExportPlatform;
  readonly args: readonly unknown[];
  /** Without that an old answer must not be given as a new one. */
  readonly isAgeReported: boolean;
}

interface AgedAnswer {
  readonly packed: PackedAnswer;
  readonly age: AnswerAge | null;
}

/** On the main thread: answers the questions of `createAskedPlatform`. */
export function answerFromPlatform(platform: ExportPlatform, caller: Caller) {
  return ({ name, args, isAgeReported }: PlatformQuestion): Promise<AgedAnswer> => {
    const ask = async () => packAnswer(await makeCall(platform, { name, caller, args }));
    return isAgeReported
      ? withAnswerAge(async (ageOf) => ({ packed: await ask(), age: ageOf() }))
      : withoutAnswerAge(async () => ({ packed: await ask(), age: null }));
  };
}

/** In a thread: the platform of the main thread, for one export. */
export function createAskedPlatform(askParent: AskParent): ExportPlatform {
  const methods = EXPORT_CALLS.map((name) => {
    const method = async (_caller: Caller, ...args: readonly unknown[]) => {
      const question: PlatformQuestion = { name, args, isAgeReported: isAnswerAgeReported() };
      // `answerFromPlatform` answers it.
      const asked = askParent(question) as Promise<AgedAnswer>;
      const { packed, age } = await asked.catch((error: unknown) => {
        throw asPlatformError(error);
      });
      if (age !== null) noteAnswerAge(age);
      return unpackAnswer(packed);
    };
    return [name, method];
  });
  return Object.fromEntries(methods);
}
