import type { Caller } from '../base/caller.ts';
import { EXPORT_CALLS } from '../exports/export-platform.ts';
import type { ExportContext } from '../exports/select-export.ts';
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
import { answerOf, type ExportAnswer, resultOf } from './export-answer.ts';
import { asPlatformError } from './platform-threads.ts';

/** What a thread asks of the main thread: the platform, and what is known of the company. */
export type AskedCalls = ExportContext['platform'] & Pick<ExportContext, 'ledgers' | 'companyName'>;

const ASKED_CALLS: readonly (keyof AskedCalls)[] = [...EXPORT_CALLS, 'ledgers', 'companyName'];

/** A call of a thread for what only the main thread has. The main thread knows whose export it is. */
export interface PlatformQuestion {
  readonly name: keyof AskedCalls;
  readonly args: readonly unknown[];
  /** Without that an old answer must not be given as a new one. */
  readonly isAgeReported: boolean;
}

interface AgedAnswer {
  readonly packed: PackedAnswer;
  readonly age: AnswerAge | null;
}

/** On the main thread: answers the questions of `createAskedCalls`. */
export function answerAskedCalls(calls: AskedCalls, caller: Caller) {
  return ({ name, args, isAgeReported }: PlatformQuestion): Promise<ExportAnswer<AgedAnswer>> => {
    const ask = async () => packAnswer(await makeCall(calls, { name, caller, args }));
    return answerOf(
      isAgeReported
        ? withAnswerAge(async (ageOf) => ({ packed: await ask(), age: ageOf() }))
        : withoutAnswerAge(async () => ({ packed: await ask(), age: null })),
    );
  };
}

/** In a thread: what the main thread has for one export. */
export function createAskedCalls(askParent: AskParent): AskedCalls {
  const methods = ASKED_CALLS.map((name) => {
    const method = async (_caller: Caller, ...args: readonly unknown[]) => {
      const question: PlatformQuestion = { name, args, isAgeReported: isAnswerAgeReported() };
      // `answerAskedCalls` answers it.
      const asked = askParent(question) as Promise<ExportAnswer<AgedAnswer>>;
      const answer = await asked.catch((error: unknown) => {
        throw asPlatformError(error);
      });
      const { packed, age } = resultOf(answer);
      if (age !== null) noteAnswerAge(age);
      return unpackAnswer(packed);
    };
    return [name, method];
  });
  return Object.fromEntries(methods);
}
