import type { Settings } from './bridge.ts';

/** Apart from the schemas, which the window would carry along from its first moment. */
export const DEFAULT_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  csvProfile: 'excel',
  apiPort: null,
  startsWithSystem: false,
  keepsAnswersHours: 0,
  platform: null,
};
