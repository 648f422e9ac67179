import { type AnswerAge, withAnswerAge } from '../platform/answer-age.ts';
import { aroundCalls } from './around-calls.ts';
import type { ExportPlatform } from './export-platform.ts';

export interface DatedPlatform {
  readonly platform: ExportPlatform;
  /** Of the oldest answer so far; null where the platform gave them all as they were asked for. */
  age(): AnswerAge | null;
}

/** The platform, which may answer out of a copy from here on: who asks is told how old that is. */
export function datedPlatform(platform: ExportPlatform): DatedPlatform {
  let oldest: AnswerAge | null = null;

  function note(age: AnswerAge | null): void {
    if (age === null) return;
    oldest = {
      fetchedAt: Math.min(age.fetchedAt, oldest?.fetchedAt ?? age.fetchedAt),
      unreachable: age.unreachable ?? oldest?.unreachable ?? null,
    };
  }

  return {
    platform: aroundCalls(platform, (call) =>
      withAnswerAge(async (ageOf) => {
        const answer = await call();
        note(ageOf());
        return answer;
      }),
    ),
    age: () => oldest,
  };
}
