import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Platform } from '../platform.ts';
import type { AnswerFrom } from './catalog-generation.ts';
import type { CopyDirectory } from './copy-directory.ts';

export interface CopyDeps {
  readonly remote: Platform;
  /** Normalised base URL of the deployment. */
  readonly baseUrl: string;
  readonly directory: CopyDirectory;
  readonly answerFrom: AnswerFrom;
  readonly clock: Clock;
  readonly log: Log;
  /** How long answers with personal data and figures may be kept; 0 for not at all. */
  readonly keepsAnswersMs: () => number;
  /** How long confirmed rights hold without asking: a right that is taken away ends so much later. Default 30 s. */
  readonly rightsHoldMs?: number;
}

/** How long the last confirmed rights of a user hold without the deployment. */
export const OFFLINE_MS = 72 * 60 * 60_000;
