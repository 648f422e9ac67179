import { AsyncLocalStorage } from 'node:async_hooks';

/** How old an answer is that the platform itself did not give just now. */
export interface AnswerAge {
  /** When the platform gave what the answer is made of, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Host of the platform that could not be reached meanwhile; null while it can be. */
  readonly unreachable: string | null;
}

interface Noted {
  age: AnswerAge | null;
}

const noted = new AsyncLocalStorage<Noted | undefined>();

/** Runs `work`; `ageOf` then says how old its answer is, null where all of it is of this moment. */
export function withAnswerAge<Result>(work: (ageOf: () => AnswerAge | null) => Result): Result {
  const own: Noted = { age: null };
  return noted.run(own, () => work(() => own.age));
}

/** Runs `work` in the background: the age of its answers is not reported to the present caller. */
export function withoutAnswerAge<Result>(work: () => Result): Result {
  return noted.run(undefined, work);
}

/** Of an answer that is made of several, the oldest counts. */
export function noteAnswerAge({ fetchedAt, unreachable }: AnswerAge): void {
  const own = noted.getStore();
  if (own === undefined) return;
  own.age = {
    fetchedAt: Math.min(fetchedAt, own.age?.fetchedAt ?? fetchedAt),
    unreachable: unreachable ?? own.age?.unreachable ?? null,
  };
}

/** The answer of `work` and the age of that alone; the age is also noted for the present caller. */
export async function withOwnAge<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly age: AnswerAge | null }> {
  if (!isAnswerAgeReported()) return { answer: await work(), age: null };
  const own = await withAnswerAge(async (ageOf) => ({ answer: await work(), age: ageOf() }));
  if (own.age !== null) noteAnswerAge(own.age);
  return own;
}

/** Whether the reader is told the age of answers; without that an old one must not be given as a new one. */
export function isAnswerAgeReported(): boolean {
  return noted.getStore() !== undefined;
}
