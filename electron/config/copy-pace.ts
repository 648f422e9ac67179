import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { getAgeMs } from '../base/age-of.ts';
import type { Clock } from '../base/clock.ts';
import { readJsonFile } from '../base/json.ts';
import { replacePrivateFile } from '../base/private-file.ts';

/** Maximum number of calls per second to a platform whose account is copied as a whole. */
export const MAX_CALLS_PER_SECOND = 4;

export const MIN_CALLS_PER_SECOND = 0.1;

const Pace = Type.Object({
  callsPerSecond: Type.Number({ minimum: MIN_CALLS_PER_SECOND, maximum: MAX_CALLS_PER_SECOND }),
});

/** A running program notices a change within this time. */
const CACHED_MS = 5_000;

const getPacePath = (copiesFolder: string) => join(copiesFolder, 'pace.json');

/** Reads `{"callsPerSecond": 2}` in the folder of the copies. If it is missing or broken, the pace is 4. */
export function readCallsPerSecond(copiesFolder: string): number {
  const pace = readJsonFile(getPacePath(copiesFolder));
  return Check(Pace, pace) ? pace.callsPerSecond : MAX_CALLS_PER_SECOND;
}

export function isPace(calls: unknown): calls is number {
  return Check(Pace.properties.callsPerSecond, calls);
}

export async function writeCallsPerSecond(copiesFolder: string, callsPerSecond: number): Promise<void> {
  await mkdir(copiesFolder, { recursive: true, mode: 0o700 });
  await replacePrivateFile(getPacePath(copiesFolder), `${JSON.stringify({ callsPerSecond })}\n`);
}

/** The current pace, for a running program. */
export function createCopyPace(copiesFolder: string, clock: Pick<Clock, 'now'>): () => number {
  let known = { at: Number.NEGATIVE_INFINITY, calls: MAX_CALLS_PER_SECOND };
  return () => {
    if (getAgeMs(clock, known.at) >= CACHED_MS) known = { at: clock.now(), calls: readCallsPerSecond(copiesFolder) };
    return known.calls;
  };
}
