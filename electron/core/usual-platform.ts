import { readPlatformAddress } from '../../shared/platform-address.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { readSettingsFile } from './settings-file.ts';

interface UsualPlatformSources {
  /** What an option of the start names; null for nothing. */
  readonly named: string | null;
  readonly dataFolder: string;
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * The base URL of the platform that other tools reach: as an option names it, else the settings as they are now; null
 * for the one that is built in. An address that no password may be sent to throws `PlatformError`.
 */
export function usualPlatform({ named, dataFolder, log }: UsualPlatformSources): string | null {
  if (named !== null) return named;
  const kept = readSettingsFile(dataFolder);
  if (kept === 'broken') {
    log.warn({}, 'the settings file is broken: other tools reach the built-in platform');
    return null;
  }
  return kept.platform ? checkedAddress(kept.platform) : null;
}

function checkedAddress(text: string): string {
  const read = readPlatformAddress(text);
  if (read.ok) return read.address;
  const cause = new Error(`the address of the platform in the settings is ${read.problem}`);
  throw new PlatformError('unavailable', 'The platform of the settings cannot be used.', { cause });
}
