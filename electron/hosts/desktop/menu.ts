import { app, BrowserWindow, Menu, type MenuItemConstructorOptions, nativeTheme, type WebContents } from 'electron';
import { ACTIONS } from '../../../shared/commands.ts';
import type { Settings } from '../../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/defaults.ts';
import { chooseLanguage, type Language } from '../../../shared/contract/language.ts';
import { readSettings } from '../../config/settings-file.ts';

export interface MenuOptions {
  readonly language: Language;
  readonly platform: NodeJS.Platform;
  /** Adds reload and the developer tools. */
  readonly isDevelopment: boolean;
}

/** Electron has the labels of its roles in English only. */
const LABELS = {
  about: { nl: 'Over Tilldesk', en: 'About Tilldesk' },
  services: { nl: 'Voorzieningen', en: 'Services' },
  hide: { nl: 'Verberg Tilldesk', en: 'Hide Tilldesk' },
  hideOthers: { nl: 'Verberg andere', en: 'Hide Others' },
  unhide: { nl: 'Toon alles', en: 'Show All' },
  quit: { nl: 'Afsluiten', en: 'Quit' },
  close: { nl: 'Venster sluiten', en: 'Close Window' },
  undo: { nl: 'Ongedaan maken', en: 'Undo' },
  redo: { nl: 'Opnieuw', en: 'Redo' },
  cut: { nl: 'Knippen', en: 'Cut' },
  copy: { nl: 'Kopiëren', en: 'Copy' },
  paste: { nl: 'Plakken', en: 'Paste' },
  pasteAndMatchStyle: { nl: 'Plakken zonder opmaak', en: 'Paste and Match Style' },
  delete: { nl: 'Verwijderen', en: 'Delete' },
  selectAll: { nl: 'Alles selecteren', en: 'Select all' },
  resetZoom: { nl: 'Ware grootte', en: 'Actual size' },
  zoomIn: { nl: 'Vergroten', en: 'Zoom in' },
  zoomOut: { nl: 'Verkleinen', en: 'Zoom out' },
  togglefullscreen: { nl: 'Volledig scherm', en: 'Full screen' },
  reload: { nl: 'Opnieuw laden', en: 'Reload' },
  toggleDevTools: { nl: 'Ontwikkelaarstools', en: 'Developer tools' },
  window: { nl: 'Venster', en: 'Window' },
  minimize: { nl: 'Minimaliseer', en: 'Minimize' },
  zoom: { nl: 'Zoom', en: 'Zoom' },
  front: { nl: 'Alles op voorgrond', en: 'Bring All to Front' },
  help: { nl: 'Help', en: 'Help' },
} as const satisfies Partial<
  Record<NonNullable<MenuItemConstructorOptions['role']>, Readonly<Record<Language, string>>>
>;

/** A menu entry for a role of Electron. */
export function createRoleItem(role: keyof typeof LABELS, language: Language): MenuItemConstructorOptions {
  return { role, label: LABELS[role][language] };
}

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

/** The menu bar of the window; on a Mac the one at the top of the screen, with the menus that Macs have. */
export function createMenuTemplate({ language, platform, isDevelopment }: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const label = (nl: string, en: string) => ({ label: language === 'nl' ? nl : en });
  const item = (role: keyof typeof LABELS) => createRoleItem(role, language);
  /** An additional key for an entry. Electron accepts it without showing it. */
  const key = (role: keyof typeof LABELS, accelerator: string) => ({ ...item(role), accelerator, visible: false });
  const actions = ACTIONS.flatMap((action) => ('menuShortcut' in action ? [createActionItem(action, language)] : []));
  const edit = [
    ...[item('undo'), item('redo'), SEPARATOR, item('cut'), item('copy'), item('paste')],
    ...(isMac ? [item('pasteAndMatchStyle'), item('delete')] : []),
    item('selectAll'),
  ];
  const view = [
    {
      ...label('Vorige pagina', 'Back'),
      accelerator: isMac ? 'Command+[' : 'Alt+Left',
      click: createPageAction(({ navigationHistory }) => navigationHistory.goBack()),
    },
    {
      ...label('Volgende pagina', 'Forward'),
      accelerator: isMac ? 'Command+]' : 'Alt+Right',
      click: createPageAction(({ navigationHistory }) => navigationHistory.goForward()),
    },
    SEPARATOR,
    ...[item('resetZoom'), key('resetZoom', 'CommandOrControl+num0')],
    // Its own key is Ctrl with Shift and =.
    ...[item('zoomIn'), key('zoomIn', 'CommandOrControl+='), key('zoomIn', 'CommandOrControl+numadd')],
    ...[item('zoomOut'), key('zoomOut', 'CommandOrControl+numsub')],
    ...[SEPARATOR, item('togglefullscreen')],
    ...(isDevelopment ? [SEPARATOR, item('reload'), item('toggleDevTools')] : []),
  ];
  const editMenu = { ...label('Bewerken', 'Edit'), submenu: edit };
  const viewMenu = { ...label('Beeld', 'View'), submenu: view };

  if (!isMac) {
    return [
      { ...label('Bestand', 'File'), submenu: [...actions, SEPARATOR, item('quit')] },
      editMenu,
      viewMenu,
      { label: 'Help', submenu: [item('about')] },
    ];
  }
  const application = [
    ...[item('about'), SEPARATOR, item('services'), SEPARATOR],
    ...[item('hide'), item('hideOthers'), item('unhide'), SEPARATOR],
    { ...item('quit'), ...label('Stop Tilldesk', 'Quit Tilldesk') },
  ];
  return [
    { label: 'Tilldesk', submenu: application },
    { ...label('Archief', 'File'), submenu: [item('close'), SEPARATOR, ...actions] },
    editMenu,
    viewMenu,
    { ...item('window'), submenu: [item('minimize'), item('zoom'), SEPARATOR, item('front')] },
    // The system adds its field of search.
    { ...item('help'), submenu: [] },
  ];
}

/** The channel on which the page gets the id of a chosen action. The preload script repeats it. */
export const COMMAND_CHANNEL = 'tilldesk:command';

type MenuAction = Extract<(typeof ACTIONS)[number], { readonly menuShortcut: string }>;

const ACTION_LABELS: Readonly<Record<MenuAction['id'], Readonly<Record<Language, string>>>> = {
  print: { nl: 'Afdrukken…', en: 'Print…' },
};

/** An entry that the page itself executes, see `renderer/app/shortcuts`. */
function createActionItem({ id, menuShortcut }: MenuAction, language: Language): MenuItemConstructorOptions {
  return {
    label: ACTION_LABELS[id][language],
    accelerator: menuShortcut.toUpperCase().replace('MOD', 'CommandOrControl'),
    click: createPageAction((page) => page.send(COMMAND_CHANNEL, id)),
  };
}

/** What an entry does in the page of the focused window. */
function createPageAction(act: (page: WebContents) => void): NonNullable<MenuItemConstructorOptions['click']> {
  return (_item, window) => {
    if (window instanceof BrowserWindow) act(window.webContents);
  };
}

/** Applies the settings outside the page: theme and menu. */
export function applySettings({ language, theme }: Pick<Settings, 'language' | 'theme'>): void {
  nativeTheme.themeSource = theme;
  const options = {
    language: chooseMenuLanguage(language),
    platform: process.platform,
    isDevelopment: !app.isPackaged,
  };
  Menu.setApplicationMenu(Menu.buildFromTemplate(createMenuTemplate(options)));
}

export function chooseMenuLanguage(setting: Settings['language']): Language {
  return chooseLanguage(setting, app.getLocale());
}

/** For the time before the settings are open: a missing or broken file counts as the defaults. */
export function applyStoredSettings(dataFolder: string): Language {
  const settings = { ...DEFAULT_SETTINGS, ...readSettings(dataFolder) };
  applySettings(settings);
  return chooseMenuLanguage(settings.language);
}
