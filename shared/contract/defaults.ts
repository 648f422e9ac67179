import type { Settings } from './bridge.ts';
import type { Preferences } from './preferences.ts';

/** In a separate file so that the window does not load the schemas at its start. */
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

/** In a separate file so that the window does not load the schema at its start. */
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
