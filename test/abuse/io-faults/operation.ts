import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';

/** What came of an operation. */
export interface Attempt {
  readonly isDone: boolean;
  /** What is wrong with how it was told; null for nothing. */
  readonly wrong: string | null;
}

/** Something that writes: in one transaction, or nothing. */
export interface Operation {
  readonly name: string;
  /** The connection that it writes by. */
  readonly db: Kysely<StoreSchema>;
  /** Tables of what it leaves to be tidied later, in transactions of their own. */
  readonly leaves?: readonly string[];
  /** Puts what it needs in place, so that it does the same each time. */
  prepare?(): Promise<unknown>;
  attempt(): Promise<Attempt>;
}

/** One that is called inside of the program, and rejects where it is not done. */
export function attempting(work: () => Promise<unknown>): Operation['attempt'] {
  return async () => {
    try {
      await work();
      return { isDone: true, wrong: null };
    } catch (error) {
      return { isDone: false, wrong: error instanceof Error ? null : `threw ${String(error)}` };
    }
  };
}
