import { AsyncLocalStorage } from 'node:async_hooks';

/** The age of an answer that did not come from the platform just now. */
export interface AnswerAge {
  /** When the data of the answer came from the platform, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Host of the platform if it cannot be reached; `null` if it can. */
  readonly unreachable: string | null;
}

interface Noted {
  age: AnswerAge | null;
}

const noted = new AsyncLocalStorage<Noted | undefined>();

/** Runs `work`. `getAge` then returns the age of its answer, `null` if all of it is current. */
export function withAnswerAge<Result>(work: (ageOf: () => AnswerAge | null) => Result): Result {
  const own: Noted = { age: null };
  return noted.run(own, () => work(() => own.age));
}

/** Runs `work` in the background: the age of its answers is not reported to the current caller. */
export function withoutAnswerAge<Result>(work: () => Result): Result {
  return noted.run(undefined, work);
}

/** If an answer has several parts, the oldest one counts. */
export function noteAnswerAge({ fetchedAt, unreachable }: AnswerAge): void {
  const own = noted.getStore();
  if (own === undefined) return;
  own.age = {
    fetchedAt: Math.min(fetchedAt, own.age?.fetchedAt ?? fetchedAt),
    unreachable: unreachable ?? own.age?.unreachable ?? null,
  };
}

/** Returns the answer of `work` with its own age. The age is also recorded for the current caller. */
export async function withOwnAge<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly age: AnswerAge | null }> {
  if (!isAnswerAgeReported()) return { answer: await work(), age: null };
  const own = await withAnswerAge(async (ageOf) => ({ answer: await work(), age: ageOf() }));
  if (own.age !== null) noteAnswerAge(own.age);
  return own;
}

/** Whether the reader sees the age of answers. If not, an old answer must not be given. */
export function isAnswerAgeReported(): boolean {
  return noted.getStore() !== undefined;
}
