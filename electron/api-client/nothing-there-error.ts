import { PlatformError } from '../platform/platform-error.ts';

/** The service has nothing under that address: a record that does not exist, or an endpoint that it lacks. */
export class NothingThereError extends PlatformError {
  constructor(message: string) {
    super('not_offered', message);
  }
}

/** Null where the service has no such record. */
export async function nullWithout<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof NothingThereError) return null;
    throw error;
  }
}
