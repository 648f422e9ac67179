/** A thread is gone, by an end that was asked for or by a fault, and what it was asked has no answer. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly code = 'ERR_THREAD_ENDED';
}
