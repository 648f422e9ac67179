import { AsyncLocalStorage } from 'node:async_hooks';

/** The age of an answer that did not come from the platform just now. */
export interface AnswerAge {
  /** The time when the platform returned the data, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Host of the platform if it cannot be reached; `null` if it can. */
  readonly unreachable: string | null;
}

interface AgeRecord {
  age: AnswerAge | null;
}

const ageStorage = new AsyncLocalStorage<AgeRecord | undefined>();

/** Runs `work`. `getAge` then returns the age of its answer, `null` if all of it is current. */
export function trackAnswerAge<Result>(work: (getAge: () => AnswerAge | null) => Result): Result {
  const own: AgeRecord = { age: null };
  return ageStorage.run(own, () => work(() => own.age));
}

/** Runs `work` in the background: the age of its answers is not reported to the current caller. */
export function ignoreAnswerAge<Result>(work: () => Result): Result {
  return ageStorage.run(undefined, work);
}

/** If an answer has several parts, the oldest one counts. */
export function recordAnswerAge({ fetchedAt, unreachable }: AnswerAge): void {
  const own = ageStorage.getStore();
  if (own === undefined) return;
  own.age = {
    fetchedAt: Math.min(fetchedAt, own.age?.fetchedAt ?? fetchedAt),
    unreachable: unreachable ?? own.age?.unreachable ?? null,
  };
}

/** Returns the answer of `work` with its own age. The age is also recorded for the current caller. */
export async function readWithAge<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly age: AnswerAge | null }> {
  if (!isAnswerAgeReported()) return { answer: await work(), age: null };
  const own = await trackAnswerAge(async (getAge) => ({ answer: await work(), age: getAge() }));
  if (own.age !== null) recordAnswerAge(own.age);
  return own;
}

/** Whether the reader sees the age of answers. If not, an old answer must not be given. */
export function isAnswerAgeReported(): boolean {
  return ageStorage.getStore() !== undefined;
}
