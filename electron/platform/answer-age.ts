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

/** Runs `work`, and tells afterwards how old what it answered is: null where all of it is of this moment. */
export function withAnswerAge<Result>(work: (ageOf: () => AnswerAge | null) => Result): Result {
  const own: Noted = { age: null };
  return noted.run(own, () => work(() => own.age));
}

/** Runs `work` that is for later, whoever waits meanwhile: nobody is told how old what it is answered is. */
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

/** What `work` answers, and how old that alone is, whatever came before; whoever is told of ages is told of this one. */
export async function withOwnAge<Answer>(
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly age: AnswerAge | null }> {
  if (!isAnswerAgeTold()) return { answer: await work(), age: null };
  const own = await withAnswerAge(async (ageOf) => ({ answer: await work(), age: ageOf() }));
  if (own.age !== null) noteAnswerAge(own.age);
  return own;
}

/** Whether somebody tells the reader how old an answer is; without that, nobody may be given an old one as a new one. */
export function isAnswerAgeTold(): boolean {
  return noted.getStore() !== undefined;
}
