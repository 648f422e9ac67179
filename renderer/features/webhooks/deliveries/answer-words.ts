import type { TFunction } from 'i18next';
import type { Attempt } from './attempt.ts';

/** What an attempt brought: the status of the answer, or why there was none. */
export function answerWords({ status, failure }: Attempt, t: TFunction): string {
  return status === null ? t(`webhooks.failure.${failure ?? 'connection'}`) : String(status);
}
