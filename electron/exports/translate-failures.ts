import { PlatformError } from '../platform/platform-error.ts';
import { ExportError } from './export-error.ts';

/** A failure of the platform becomes an `ExportError` with the message that may be shown. */
export async function translatingFailures<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw new ExportError('source_failed', error.message, { cause: error });
  }
}
