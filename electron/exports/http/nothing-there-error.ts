import { PlatformError } from '../../platform/platform-error.ts';

/** The service has nothing under that address: a record that does not exist, or an endpoint that it lacks. */
export class NothingThereError extends PlatformError {
  constructor(message: string) {
    super('unavailable', message);
  }
}
