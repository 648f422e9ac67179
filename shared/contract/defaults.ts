import type { Settings } from './bridge.ts';
import type { Preferences } from './preferences.ts';

/** Apart from the schemas, which the window would carry along from its first moment. */
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

/** Apart from the schema, which the window would carry along from its first moment. */
export const DEFAULT_PREFERENCES: Preferences = {
  defaultPeriod: 'automatic',
  defaultShopId: null,
  defaultLocationId: null,
  lastExportForm: 'csv-excel',
  views: [],
  isTourDone: false,
  // A narrow window begins with icons.
  habits: { columns: {}, isSideBarFolded: { wide: false, narrow: true }, dismissedNotices: [] },
};
