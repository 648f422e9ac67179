import { chmodSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { Settings } from '../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/default-settings.ts';
import type { Clock } from '../session/clock.ts';
import { readSettingsFile, SETTINGS_NAME, settingsPath } from './settings-file.ts';
import type { SettingsStore } from './settings-store.ts';

const FILE_OPTIONS = {
  name: SETTINGS_NAME,
  schema: Settings.properties,
  rootSchema: { additionalProperties: false },
  defaults: DEFAULT_SETTINGS,
  clearInvalidConfig: false,
  configFileMode: 0o600,
} as const;

/** A settings file that is open; assigning to `store` writes it whole. */
export interface SettingsFile {
  store: Settings;
}
export type OpenSettingsFile = (options: typeof FILE_OPTIONS & { readonly cwd: string }) => SettingsFile;

const openWithConf: OpenSettingsFile = ({ name, schema, ...options }) =>
  new Conf<Settings>({ ...options, configName: name, schema: { ...schema } });

/**
 * The settings in `settings.json` in `folder`, which must exist, for its owner alone. A file that is not of the agreed form is
 * renamed to `settings.broken-<time>.json` and the default settings are used. `openFile` puts a relative of
 * conf, such as electron-store, in its place. Throws when the folder cannot be written.
 */
export function createConfSettings(deps: {
  readonly folder: string;
  readonly clock: Clock;
  readonly openFile?: OpenSettingsFile;
}): SettingsStore {
  const { folder, clock, openFile = openWithConf } = deps;
  narrowMode(settingsPath(folder));
  const setAside = setBrokenFileAside(folder, clock);
  const file = openFile({ ...FILE_OPTIONS, cwd: folder });
  // Held here, so that a file which somebody breaks meanwhile does not stop the program.
  let settings: Settings = { ...DEFAULT_SETTINGS, ...file.store };
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

/** For a file that an older version, or a person, has made. */
function narrowMode(path: string): void {
  if (!existsSync(path)) return;
  try {
    chmodSync(path, FILE_OPTIONS.configFileMode);
  } catch {
    // On a disk without modes, which is accepted or refused with the data folder: see launch/folder-access.ts.
  }
}

function setBrokenFileAside(folder: string, clock: Clock): string | null {
  if (readSettingsFile(folder) !== 'broken') return null;
  const time = new Date(clock.now()).toISOString().replaceAll(':', '-');
  const aside = join(folder, `${SETTINGS_NAME}.broken-${time}.json`);
  renameSync(settingsPath(folder), aside);
  return aside;
}
