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

const MENU_LABELS = {
  nl: {
    file: 'Bestand',
    quit: 'Afsluiten',
    edit: 'Bewerken',
    undo: 'Ongedaan maken',
    redo: 'Opnieuw',
    cut: 'Knippen',
    copy: 'Kopiëren',
    paste: 'Plakken',
    selectAll: 'Alles selecteren',
    view: 'Beeld',
    resetZoom: 'Ware grootte',
    zoomIn: 'Vergroten',
    zoomOut: 'Verkleinen',
    fullScreen: 'Volledig scherm',
    reload: 'Opnieuw laden',
    devTools: 'Ontwikkelaarstools',
    help: 'Help',
    about: 'Over Tilldesk',
  },
  en: {
    file: 'File',
    quit: 'Quit',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    view: 'View',
    resetZoom: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullScreen: 'Full screen',
    reload: 'Reload',
    devTools: 'Developer tools',
    help: 'Help',
    about: 'About Tilldesk',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** The menu bar of the window; on macOS the first menu is that of the app, named by the system. */
export function menuTemplate({ language, platform, isDevelopment }: MenuOptions): MenuItemConstructorOptions[] {
  const label = MENU_LABELS[language];
  const first: MenuItemConstructorOptions =
    platform === 'darwin' ? { role: 'appMenu' } : { label: label.file, submenu: [{ label: label.quit, role: 'quit' }] };
  // On macOS it stands in the menu of the app.
  const help: MenuItemConstructorOptions = {
    label: label.help,
    submenu: [{ label: label.about, role: 'about' }],
  };
  const development: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { label: label.reload, role: 'reload' },
    { label: label.devTools, role: 'toggleDevTools' },
  ];
  return [
    first,
    {
      label: label.edit,
      submenu: [
        { label: label.undo, role: 'undo' },
        { label: label.redo, role: 'redo' },
        { type: 'separator' },
        { label: label.cut, role: 'cut' },
        { label: label.copy, role: 'copy' },
        { label: label.paste, role: 'paste' },
        { label: label.selectAll, role: 'selectAll' },
      ],
    },
    {
      label: label.view,
      submenu: [
        { label: label.resetZoom, role: 'resetZoom' },
        { label: label.zoomIn, role: 'zoomIn' },
        { label: label.zoomOut, role: 'zoomOut' },
        { type: 'separator' },
        { label: label.fullScreen, role: 'togglefullscreen' },
        ...(isDevelopment ? development : []),
      ],
    },
    ...(platform === 'darwin' ? [] : [help]),
  ];
}

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
