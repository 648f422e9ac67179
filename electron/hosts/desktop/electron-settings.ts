import ElectronStore from 'electron-store';
import type { Settings } from '../../../shared/contract/bridge.ts';
import { SETTINGS_NAME } from '../../config/settings-file.ts';
import { openSettings, type SettingsFolder, type SettingsStore } from '../../config/settings-store.ts';

/**
 * The settings on `electron-store`, in the same file as `createConfSettings`. The package would open a channel to every
 * page if it saw `ipcMain`: the build gives it an empty `electron`, see `emptyElectronForStore` in `vite.config.ts`.
 */
export function createElectronSettings(location: SettingsFolder): SettingsStore {
  return openSettings(location, (options) => new ElectronStore<Settings>({ ...options, name: SETTINGS_NAME }));
}
