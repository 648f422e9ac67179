import type { Settings } from './bridge.ts';
import type { Preferences } from './preferences.ts';

/** Separate from the schemas, so that the window does not load them at its start. */
export const DEFAULT_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  apiPort: null,
  startsWithSystem: false,
  keepsAnswersHours: 0,
  platform: null,
  exportFolder: null,
  onWindowClose: 'ask',
};

/** Separate from the schema, so that the window does not load it at its start. */
export const DEFAULT_PREFERENCES: Preferences = {
  defaultPeriod: 'automatic',
  defaultShopId: null,
  defaultLocationId: null,
  lastExportForm: 'csv-excel',
  views: [],
  isTourDone: false,
  // The side bar of a narrow window starts folded.
  habits: { columns: {}, isSideBarFolded: { wide: false, narrow: true }, dismissedNotices: [] },
};
