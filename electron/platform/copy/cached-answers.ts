import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { readDated, removeBeyond, removeOlder, writeDated } from './copy-files.ts';
import { hashOf } from './copy-owner.ts';

export interface CachedAnswers {
  keep(call: string, query: readonly unknown[], answer: unknown): Promise<void>;
  /** Null for one that is not there, too old, or damaged. */
  find(call: string, query: readonly unknown[]): Promise<{ answer: unknown; keptAt: number } | null>;
}

const ANSWERS_FOLDER = 'answers';
/** A longer answer is one page of an export rather than one that somebody looks at. */
const MOST_CHARACTERS = 2_000_000;
const MOST_ANSWERS = 400;
const CachedAnswer = Type.Object({ keptAt: Type.Integer(), answer: Type.Unknown() });

export function createCachedAnswers(options: {
  readonly userFolder: string;
  /** Of the rights under which they were given. */
  readonly mark: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly keepsAnswersMs: () => number;
}): CachedAnswers {
  const { mark, clock, keepsAnswersMs } = options;
  const folder = join(options.userFolder, ANSWERS_FOLDER);
  const nameOf = (call: string, query: readonly unknown[]) => `${hashOf([mark, call, ...query])}.json`;

  return {
    async keep(call, query, answer) {
      if (keepsAnswersMs() === 0) return;
      const keptAt = clock.now();
      const text = JSON.stringify({ keptAt, answer });
      if (text.length > MOST_CHARACTERS) return;
      await writeDated(folder, nameOf(call, query), text, keptAt);
      await removeBeyond(folder, MOST_ANSWERS);
    },

    async find(call, query) {
      const kept = await readStored(folder, nameOf(call, query));
      return kept !== null && ageOf(clock, kept.keptAt) < keepsAnswersMs() ? kept : null;
    },
  };
}

/** Removes what is kept longer than that in the folder of a user. */
export async function sweepAnswers(userFolder: string, now: number, keepsMs: number): Promise<void> {
  await removeOlder(join(userFolder, ANSWERS_FOLDER), now, keepsMs);
}

async function readStored(folder: string, name: string): Promise<{ answer: unknown; keptAt: number } | null> {
  const text = await readDated(folder, name);
  if (text === undefined) return null;
  const kept = parseJson(text);
  return Value.Check(CachedAnswer, kept) ? kept : null;
}
