import type { Settings } from '../../shared/contract/bridge.ts';

/** Settings of this computer. A file that cannot be read is kept aside and reported, never overwritten. */
export interface SettingsStore {
  read(): Settings;
  change(changes: Partial<Settings>): Settings;
  /** Path of a broken settings file that was set aside at start; null when all was well. */
  readonly setAside: string | null;
}
