import { useSyncExternalStore } from 'react';

/** What the pages show while the platform cannot be reached: a copy of that moment. */
export interface CopiedAnswers {
  readonly host: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

const UNREACHABLE = /detail="unreachable: ([^"]{1,300})"/;

let current: CopiedAnswers | null = null;
const watchers = new Set<() => void>();

/** Learns from an answer of the API whether it comes from a copy. The last answer counts. */
export function noteAnswerHeaders(headers: Headers): void {
  const [, host] = UNREACHABLE.exec(headers.get('cache-status') ?? '') ?? [];
  const ageS = Number(headers.get('age') ?? 0);
  change(host === undefined ? null : { host, fetchedAt: Date.now() - ageS * 1_000 });
}

/** For whoever signs in next. */
export function forgetCopiedAnswers(): void {
  change(null);
}

/** Null while the platform can be reached. */
export function useCopiedAnswers(): CopiedAnswers | null {
  return useSyncExternalStore(watch, () => current);
}

function change(next: CopiedAnswers | null): void {
  if (next === current) return;
  current = next;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}
