import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { readTextIfThere, replacePrivateFile } from '../../base/private-file.ts';
import { hashOf } from './copy-record.ts';

export interface CachedAnswers {
  keep(call: string, query: readonly unknown[], answer: unknown): Promise<void>;
  /** `null` if the answer is missing, too old or damaged. */
  find(call: string, query: readonly unknown[]): Promise<{ answer: unknown; keptAt: number } | null>;
}

/** Longer answers are pages of an export, which nobody looks at twice. */
const MAX_CHARACTERS = 2_000_000;

const MAX_ANSWERS = 400;

const CachedAnswer = Type.Object({ keptAt: Type.Integer(), answer: Type.Unknown() });

/** Answers of one user with the rights `rights`, each in a file in `folder`. */
export function createCachedAnswers(options: {
  readonly folder: string;
  readonly rights: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly keepsAnswersMs: () => number;
}): CachedAnswers {
  const { folder, rights, clock, keepsAnswersMs } = options;
  const fileOf = (call: string, query: readonly unknown[]) => join(folder, `${hashOf([rights, call, ...query])}.json`);
  let nthDraft = 0;

  return {
    async keep(call, query, answer) {
      if (keepsAnswersMs() === 0) return;
      const keptAt = clock.now();
      const text = JSON.stringify({ keptAt, answer });
      if (text.length > MAX_CHARACTERS) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(call, query);
      nthDraft += 1;
      await replacePrivateFile(file, text, { draft: `${file}.${nthDraft}.new`, flush: false });
      await utimes(file, keptAt / 1000, keptAt / 1000);
    },

    async find(call, query) {
      const text = await readTextIfThere(fileOf(call, query));
      const kept = text === null ? null : parseJson(text);
      return Value.Check(CachedAnswer, kept) && ageOf(clock, kept.keptAt) < keepsAnswersMs() ? kept : null;
    },
  };
}

/** Removes answers that are older than `keepsMs`, and the oldest ones beyond `MAX_ANSWERS`. */
export async function sweepAnswers(folder: string, clock: Pick<Clock, 'now'>, keepsMs: number): Promise<void> {
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const dated = files.map((file) => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  for (const [index, { file, at }] of dated.sort((a, b) => b.at - a.at).entries()) {
    // `utimes` can store a fraction of a millisecond less.
    if (index >= MAX_ANSWERS || ageOf(clock, Math.round(at)) >= keepsMs) await rm(file, { force: true });
  }
}
