import { app, Menu, nativeTheme } from 'electron';
import type { Settings } from '../../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { readSettingsFile } from '../../config/settings-file.ts';
import { menuTemplate } from './menu.ts';

/** What of the settings lies outside the page: theme and menu. */
export function applySettings({ language, theme }: Pick<Settings, 'language' | 'theme'>): void {
  nativeTheme.themeSource = theme;
  const template = menuTemplate({
    language: shownLanguage(language),
    platform: process.platform,
    isDevelopment: !app.isPackaged,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** Of a computer in any other language it is English. */
export function shownLanguage(language: Settings['language']): Language {
  if (language !== 'system') return language;
  return app.getLocale().startsWith('nl') ? 'nl' : 'en';
}

/** For the time before the settings are open: a file that is missing or broken counts as the default ones. */
export function applyStoredSettings(dataFolder: string): Language {
  const stored = readSettingsFile(dataFolder);
  const settings = { ...DEFAULT_SETTINGS, ...(stored === 'broken' ? {} : stored) };
  applySettings(settings);
  return shownLanguage(settings.language);
}
