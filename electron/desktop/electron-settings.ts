import ElectronStore from 'electron-store';
import type { Settings } from '../../shared/contract/bridge.ts';
import { createConfSettings } from '../core/conf-settings.ts';
import type { SettingsStore } from '../core/settings-store.ts';
import type { Clock } from '../session/clock.ts';

/** The settings of the window: the file, schema and defaults of the browser host, kept by electron-store. */
export function createElectronSettings(deps: {
  readonly folder: string;
  readonly clock: Clock;
}): SettingsStore {
  return createConfSettings({
    ...deps,
    openFile: ({ schema, ...options }) => new ElectronStore<Settings>({ ...options, schema: { ...schema } }),
  });
}
