import { app, Menu, type MenuItemConstructorOptions, nativeTheme } from 'electron';
import type { Settings } from '../../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/defaults.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { readSettingsFile } from '../../config/settings-file.ts';

export interface MenuOptions {
  readonly language: Language;
  readonly platform: NodeJS.Platform;
  /** Adds reload and the developer tools. */
  readonly isDevelopment: boolean;
}

/** The menu bar of the window; on macOS the first menu is that of the app, named by the system. */
export function menuTemplate({ language, platform, isDevelopment }: MenuOptions): MenuItemConstructorOptions[] {
  const label = (nl: string, en: string) => ({ label: language === 'nl' ? nl : en });
  const separator = { type: 'separator' } as const;
  const first: MenuItemConstructorOptions =
    platform === 'darwin'
      ? { role: 'appMenu' }
      : { ...label('Bestand', 'File'), submenu: [{ ...label('Afsluiten', 'Quit'), role: 'quit' }] };
  // On macOS it is in the menu of the app.
  const help: MenuItemConstructorOptions = {
    label: 'Help',
    submenu: [{ ...label('Over Tilldesk', 'About Tilldesk'), role: 'about' }],
  };
  const development: MenuItemConstructorOptions[] = [
    separator,
    { ...label('Opnieuw laden', 'Reload'), role: 'reload' },
    { ...label('Ontwikkelaarstools', 'Developer tools'), role: 'toggleDevTools' },
  ];
  return [
    first,
    {
      ...label('Bewerken', 'Edit'),
      submenu: [
        { ...label('Ongedaan maken', 'Undo'), role: 'undo' },
        { ...label('Opnieuw', 'Redo'), role: 'redo' },
        separator,
        { ...label('Knippen', 'Cut'), role: 'cut' },
        { ...label('Kopiëren', 'Copy'), role: 'copy' },
        { ...label('Plakken', 'Paste'), role: 'paste' },
        { ...label('Alles selecteren', 'Select all'), role: 'selectAll' },
      ],
    },
    {
      ...label('Beeld', 'View'),
      submenu: [
        { ...label('Ware grootte', 'Actual size'), role: 'resetZoom' },
        { ...label('Vergroten', 'Zoom in'), role: 'zoomIn' },
        { ...label('Verkleinen', 'Zoom out'), role: 'zoomOut' },
        separator,
        { ...label('Volledig scherm', 'Full screen'), role: 'togglefullscreen' },
        ...(isDevelopment ? development : []),
      ],
    },
    ...(platform === 'darwin' ? [] : [help]),
  ];
}

/** Applies the settings outside the page: theme and menu. */
export function applySettings({ language, theme }: Pick<Settings, 'language' | 'theme'>): void {
  nativeTheme.themeSource = theme;
  const options = { language: menuLanguage(language), platform: process.platform, isDevelopment: !app.isPackaged };
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}

/** English for a computer in any language but Dutch. */
export function menuLanguage(language: Settings['language']): Language {
  if (language !== 'system') return language;
  return app.getLocale().startsWith('nl') ? 'nl' : 'en';
}

/** For the time before the settings are open: a file that is missing or broken counts as the default ones. */
export function applyStoredSettings(dataFolder: string): Language {
  const stored = readSettingsFile(dataFolder);
  const settings = { ...DEFAULT_SETTINGS, ...(stored === 'broken' ? {} : stored) };
  applySettings(settings);
  return menuLanguage(settings.language);
}
