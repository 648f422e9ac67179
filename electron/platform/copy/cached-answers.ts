import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { getAgeMs } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { readTextIfExists, replacePrivateFile } from '../../base/private-file.ts';
import { hash } from './copy-record.ts';

export interface CachedAnswers {
  store(call: string, query: readonly unknown[], answer: unknown): Promise<void>;
  /** `null` if the answer is missing, too old or damaged. */
  find(call: string, query: readonly unknown[]): Promise<{ answer: unknown; keptAt: number } | null>;
}

/** Longer answers are pages of an export, which nobody looks at twice. */
const MAX_CHARACTERS = 2_000_000;

const MAX_ANSWERS = 400;

const CachedAnswer = Type.Object({ keptAt: Type.Integer(), answer: Type.Unknown() });

/** Creates the cache for one user with the rights `rights`. Each answer is a file in `folder`. */
export function createCachedAnswers(options: {
  readonly folder: string;
  readonly rights: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly getRetentionMs: () => number;
}): CachedAnswers {
  const { folder, rights, clock, getRetentionMs } = options;
  const getFile = (call: string, query: readonly unknown[]) => join(folder, `${hash([rights, call, ...query])}.json`);
  let draftCount = 0;

  return {
    async store(call, query, answer) {
      if (getRetentionMs() === 0) return;
      const keptAt = clock.now();
      const text = JSON.stringify({ keptAt, answer });
      if (text.length > MAX_CHARACTERS) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = getFile(call, query);
      draftCount += 1;
      await replacePrivateFile(file, text, { draft: `${file}.${draftCount}.new`, flush: false });
      await utimes(file, keptAt / 1000, keptAt / 1000);
    },

    async find(call, query) {
      const text = await readTextIfExists(getFile(call, query));
      const stored = text === null ? null : parseJson(text);
      return Value.Check(CachedAnswer, stored) && getAgeMs(clock, stored.keptAt) < getRetentionMs() ? stored : null;
    },
  };
}

/** Removes answers that are older than `retentionMs`, and the oldest ones beyond `MAX_ANSWERS`. */
export async function sweepAnswers(folder: string, clock: Pick<Clock, 'now'>, retentionMs: number): Promise<void> {
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const dated = files.map((file) => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  for (const [index, { file, at }] of dated.sort((a, b) => b.at - a.at).entries()) {
    // `utimes` can store a fraction of a millisecond less.
    if (index >= MAX_ANSWERS || getAgeMs(clock, Math.round(at)) >= retentionMs) await rm(file, { force: true });
  }
}
