import type { BaseWindow, MenuItemConstructorOptions } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMenuTemplate, type MenuOptions } from '../../../../electron/hosts/desktop/menu.ts';
import { BrowserWindow, electronCalls } from '../../../support/electron-stand-in.ts';
import { forgetStandIn } from './made-host.ts';

beforeEach(forgetStandIn);

const menu = (options: Partial<MenuOptions>) =>
  createMenuTemplate({ language: 'nl', platform: 'win32', isDevelopment: false, ...options });

/** Returns the items of all menus, without separators. */
const entriesOf = (template: readonly MenuItemConstructorOptions[]) =>
  template.flatMap(({ submenu }) => submenu as MenuItemConstructorOptions[]).filter(({ type }) => type !== 'separator');

const rolesIn = (template: readonly MenuItemConstructorOptions[]) => entriesOf(template).map(({ role }) => role);

describe('createMenuTemplate', () => {
  it('is in the language of the program', () => {
    const labels = (language: 'nl' | 'en') => menu({ language }).map(({ label }) => label);
    expect(labels('nl')).toEqual(['Bestand', 'Bewerken', 'Beeld', 'Help']);
    expect(labels('en')).toEqual(['File', 'Edit', 'View', 'Help']);
  });

  it.each(['win32', 'linux', 'darwin'] as const)(
    'labels every item itself on %s, because those of Electron are English',
    (platform) => {
      const entries = entriesOf(menu({ platform, isDevelopment: true }));
      expect(entries.filter(({ label }) => label === undefined)).toEqual([]);
    },
  );

  it('offers reload and the developer tools in development only', () => {
    expect(rolesIn(menu({ isDevelopment: true }))).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
    expect(rolesIn(menu({}))).not.toContain('reload');
    expect(rolesIn(menu({}))).not.toContain('toggleDevTools');
  });

  it('has the menus of a Mac on macOS', () => {
    const mac = menu({ platform: 'darwin' });
    expect(mac.map(({ label, role }) => role ?? label)).toEqual([
      'Tilldesk',
      'Archief',
      'Bewerken',
      'Beeld',
      'window',
      'help',
    ]);
    expect(rolesIn(mac.slice(0, 1))).toEqual(['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit']);
    expect(rolesIn(mac.slice(1, 2))).toContain('close');
    expect(rolesIn(mac.slice(2, 3))).toContain('pasteAndMatchStyle');
    expect(rolesIn(mac.slice(4, 5))).toEqual(['minimize', 'zoom', 'front']);
  });

  it('has about and quit on other systems', () => {
    expect(rolesIn(menu({}))).toEqual(expect.arrayContaining(['about', 'quit']));
    expect(rolesIn(menu({}))).not.toContain('close');
  });
});

describe('the keyboard shortcuts of a browser', () => {
  const press = (template: readonly MenuItemConstructorOptions[], accelerator: string) => {
    const entry = entriesOf(template).find((entry) => entry.accelerator === accelerator);
    if (entry === undefined) throw new Error(`Nothing has ${accelerator}.`);
    const window = new BrowserWindow({});
    electronCalls.steps.length = 0;
    entry.click?.({} as never, window as unknown as BaseWindow, {} as never);
    return entry.role ?? electronCalls.steps;
  };

  it.each([
    // The page prints all rows of a list, not only the visible ones.
    ['CommandOrControl+P', ['send tilldesk:command print']],
    ['Alt+Left', ['go back']],
    ['Alt+Right', ['go forward']],
    // Without Shift, which `zoomIn` would require, and on the number keys.
    ['CommandOrControl+=', 'zoomIn'],
    ['CommandOrControl+numadd', 'zoomIn'],
    ['CommandOrControl+numsub', 'zoomOut'],
    ['CommandOrControl+num0', 'resetZoom'],
  ])('%s works', (accelerator, done) => {
    expect(press(menu({}), accelerator)).toEqual(done);
  });

  it('go back and forward on macOS as usual there, where Option with an arrow moves by words', () => {
    expect(press(menu({ platform: 'darwin' }), 'Command+[')).toEqual(['go back']);
    expect(press(menu({ platform: 'darwin' }), 'Command+]')).toEqual(['go forward']);
  });

  it('are in the menu once for each command', () => {
    const shown = entriesOf(menu({})).filter(({ visible }) => visible !== false);
    expect(new Set(shown.map(({ label }) => label)).size).toBe(shown.length);
  });
});
