import { PlatformError } from '../platform/platform-error.ts';

/** The platform takes no call now, and says when it will. */
export class BusyPlatformError extends PlatformError {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super('unavailable', message);
    this.retryAfterMs = retryAfterMs;
  }
}
