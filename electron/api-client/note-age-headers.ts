import { isAnswerAgeTold, noteAnswerAge } from '../platform/answer-age.ts';
import { PlatformError } from '../platform/platform-error.ts';

/** A host, with a port where there is one: what stands there is shown, whoever wrote it. */
const UNREACHABLE = /detail="unreachable: ([\w.-]{1,253}(?::\d{1,5})?|\[[\da-f:.]{2,45}\](?::\d{1,5})?)"/i;
const SECONDS = /^\d{1,9}$/;

/**
 * Tells whoever asked how old an answer of this API says that it is (`Age`, `Cache-Status`). Throws `PlatformError`
 * `unavailable` where its platform is away and nobody is told: a file that says nothing of its age is of now, or not made.
 */
export function noteAgeHeaders(headers: { get(name: string): string | null }, now: number): void {
  const age = headers.get('age') ?? '';
  if (!SECONDS.test(age)) return;
  const [, unreachable = null] = UNREACHABLE.exec(headers.get('cache-status') ?? '') ?? [];
  if (unreachable !== null && !isAnswerAgeTold()) {
    throw new PlatformError(
      'unavailable',
      'The service cannot reach its platform, and has old answers only.',
    );
  }
  noteAnswerAge({ fetchedAt: now - Number(age) * 1_000, unreachable });
}
