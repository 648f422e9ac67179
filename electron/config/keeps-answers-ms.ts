import { DEFAULT_SETTINGS } from '../../shared/contract/default-settings.ts';
import { readSettingsFile } from './settings-file.ts';

const HOUR_MS = 60 * 60_000;

/** How long answers of other platforms may be kept, as the settings of a data folder say now; 0 where they are broken. */
export function keepsAnswersMs(dataFolder: string): number {
  const settings = readSettingsFile(dataFolder);
  if (settings === 'broken') return 0;
  return (settings.keepsAnswersHours ?? DEFAULT_SETTINGS.keepsAnswersHours) * HOUR_MS;
}
