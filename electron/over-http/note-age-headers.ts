import { noteAnswerAge } from '../platform/answer-age.ts';

const UNREACHABLE = /detail="unreachable: ([^"]{1,300})"/;
const SECONDS = /^\d{1,9}$/;

/** Tells whoever asked how old an answer of this API says that it is (`Age`, `Cache-Status`). */
export function noteAgeHeaders(headers: { get(name: string): string | null }, now: number): void {
  const age = headers.get('age') ?? '';
  if (!SECONDS.test(age)) return;
  const [, unreachable = null] = UNREACHABLE.exec(headers.get('cache-status') ?? '') ?? [];
  noteAnswerAge({ fetchedAt: now - Number(age) * 1_000, unreachable });
}
