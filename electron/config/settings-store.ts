import { join } from 'node:path';
import Conf, { type Options } from 'conf';
import { Settings } from '../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/defaults.ts';
import type { Clock } from '../base/clock.ts';
import { renameFileSync } from '../base/rename-file.ts';
import { dropFormer, FORMER_SETTINGS, getSettingsPath, readSettingsFile, SETTINGS_NAME } from './settings-file.ts';

/** Settings of this computer. A broken file is renamed and reported, never overwritten. */
export interface SettingsStore {
  read(): Settings;
  change(changes: Partial<Settings>): Settings;
  /** Path of a broken settings file that was set aside at the start; `null` if there was none. */
  readonly setAside: string | null;
}

const OWNER_ONLY = 0o600;

export interface SettingsFolder {
  readonly folder: string;
  readonly clock: Clock;
}

/** Options of both `conf` and `electron-store`, which write the same bytes and read each other's file. */
const FILE_OPTIONS: Options<Settings> = {
  schema: { ...Settings.properties, ...FORMER_SETTINGS },
  rootSchema: { additionalProperties: false },
  defaults: DEFAULT_SETTINGS,
  clearInvalidConfig: false,
  configFileMode: OWNER_ONLY,
};

/** The settings on `conf`, for a program without Electron; see `openSettings`. */
export function createConfSettings(location: SettingsFolder): SettingsStore {
  return openSettings(location, (options) => new Conf<Settings>({ ...options, configName: SETTINGS_NAME }));
}

/**
 * The settings in `settings.json` in `folder`, which must exist. The file is only for its owner. One of another form is
 * renamed to `settings.broken-<time>.json`, and the defaults are used. Only the program that has claimed the data
 * folder may open them: opening writes absent settings. Throws if the folder cannot be written.
 */
export function openSettings(
  { folder, clock }: SettingsFolder,
  openFile: (options: Options<Settings>) => Pick<Conf<Settings>, 'store'>,
): SettingsStore {
  const setAside = setBrokenFileAside(folder, clock);
  const file = openFile({ ...FILE_OPTIONS, cwd: folder });
  // Cached, so that damage to the file does not stop the program.
  let settings: Settings = { ...DEFAULT_SETTINGS, ...dropFormer(file.store) };
  return {
    setAside,
    read: () => settings,
    change(changes) {
      const changed = { ...settings, ...changes };
      file.store = changed;
      settings = changed;
      return settings;
    },
  };
}

function setBrokenFileAside(folder: string, clock: Clock): string | null {
  if (readSettingsFile(folder) !== 'broken') return null;
  const time = new Date(clock.now()).toISOString().replaceAll(':', '-');
  const aside = join(folder, `${SETTINGS_NAME}.broken-${time}.json`);
  renameFileSync(getSettingsPath(folder), aside);
  return aside;
}
