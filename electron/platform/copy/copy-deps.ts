import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Platform } from '../platform.ts';
import type { AnswerFrom } from './catalog-generation.ts';
import type { CopyDirectory } from './copy-directory.ts';

/** How passwords are hashed for whoever signs in while the deployment is away. */
export interface PasswordVerifier {
  hash(password: string): Promise<string>;
  verify(password: string, stored: string): Promise<boolean>;
}

export interface CopyDeps {
  readonly remote: Platform;
  /** Normalised base URL of the deployment. */
  readonly baseUrl: string;
  readonly shelf: CopyDirectory;
  readonly answerFrom: AnswerFrom;
  readonly hasher: PasswordVerifier;
  readonly clock: Clock;
  readonly log: Log;
  /** How long answers with personal data and figures may be kept; 0 for not at all. */
  readonly keepsAnswersMs: () => number;
  /** How long confirmed rights hold without asking: a right that is taken away ends so much later. Default 30 s. */
  readonly rightsHoldMs?: number;
}

/** As long as a user is believed without the deployment: to sign in, and to read the copy. */
export const OFFLINE_MS = 72 * 60 * 60_000;
