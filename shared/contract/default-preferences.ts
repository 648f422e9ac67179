import type { Preferences } from './preferences.ts';

/** Apart from the schema, which the window would carry along from its first moment. */
export const DEFAULT_PREFERENCES: Preferences = {
  defaultPeriod: 'automatic',
  defaultShopId: null,
  views: [],
  isTourDone: false,
  // A narrow window begins with icons.
  habits: { columns: {}, isSideBarFolded: { wide: false, narrow: true }, dismissedNotices: [] },
};
