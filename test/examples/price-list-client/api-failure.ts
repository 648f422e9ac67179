import type { Answer, Call } from './call-patiently.ts';

/** A call that has failed for good. The message holds the whole body, which names the parameter or the reason. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** Null when no answer came. */
  readonly status: number | null;

  constructor({ method, path }: Call, { status, text }: Answer) {
    super(`${method} ${path}: ${status ?? 'no answer'}, ${text || 'without a body'}`);
    this.status = status;
  }
}
