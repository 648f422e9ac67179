import { ExportError } from './export-error.ts';

/** Throws `ExportError` `cancelled` once the signal was given. */
export function expectNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancellation();
}

export function cancellation(): ExportError {
  return new ExportError('cancelled', 'The export was cancelled.');
}
