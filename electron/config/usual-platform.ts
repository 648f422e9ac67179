import { readPlatformAddress } from '../../shared/platform-address.ts';
import { StartError } from '../base/start-error.ts';
import { readSettingsFile } from './settings-file.ts';

interface UsualPlatformSources {
  /** What an option of the start names; null for nothing. */
  readonly named: string | null;
  readonly dataFolder: string;
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * The base URL of the platform that other tools reach during this run: as an option names it, else the settings as they
 * are at the start; null for the one that is built in. Throws `StartError` for an address that no password may be sent to.
 */
export function readUsualPlatform({ named, dataFolder, log }: UsualPlatformSources): string | null {
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
  throw new StartError(
    `The platform in the settings is no address that a password may be sent to (${read.problem}); name another one with --platform.`,
  );
}
