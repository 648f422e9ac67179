import type { Caller } from '../base/caller.ts';
import { EXPORT_CALLS } from '../exports/export-platform.ts';
import type { ExportContext } from '../exports/select-export.ts';
import {
  type AnswerAge,
  ignoreAnswerAge,
  isAnswerAgeReported,
  recordAnswerAge,
  trackAnswerAge,
} from '../platform/answer-age.ts';
import { makeCall } from '../platform/platform-calls.ts';
import type { AskMain } from './tasks.ts';

/** What a worker asks the main thread for: the platform, and the data of the company. */
export type AskedCalls = ExportContext['platform'] & Pick<ExportContext, 'ledgers' | 'companyName'>;

const ASKED_CALLS: readonly (keyof AskedCalls)[] = [...EXPORT_CALLS, 'ledgers', 'companyName'];

/** A call of a worker for what only the main thread has. The main thread knows whose export it is. */
export interface PlatformQuestion {
  readonly name: keyof AskedCalls;
  readonly args: readonly unknown[];
  /** Whether the asker reports the age. If not, an old answer must not be given as a new one. */
  readonly isAgeReported: boolean;
}

interface AgedAnswer {
  readonly answer: unknown;
  readonly age: AnswerAge | null;
}

/** On the main thread: answers the questions of `createAskedCalls`. */
export function answerAskedCalls(calls: AskedCalls, caller: Caller) {
  return ({ name, args, isAgeReported }: PlatformQuestion): Promise<AgedAnswer> => {
    const ask = () => makeCall(calls, { name, caller, args });
    return isAgeReported
      ? trackAnswerAge(async (ageOf) => ({ answer: await ask(), age: ageOf() }))
      : ignoreAnswerAge(async () => ({ answer: await ask(), age: null }));
  };
}

/** For use in a worker: creates calls that the main thread answers for one export. */
export function createAskedCalls(ask: AskMain): AskedCalls {
  const methods = ASKED_CALLS.map((name) => {
    const method = async (_caller: Caller, ...args: readonly unknown[]) => {
      const question: PlatformQuestion = { name, args, isAgeReported: isAnswerAgeReported() };
      // `answerAskedCalls` answers it.
      const aged = (await ask(question)) as AgedAnswer;
      if (aged.age !== null) recordAnswerAge(aged.age);
      return aged.answer;
    };
    return [name, method];
  });
  return Object.fromEntries(methods);
}
