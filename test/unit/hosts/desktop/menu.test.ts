import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../../../../electron/hosts/desktop/menu.ts';

const rolesIn = (menu: unknown) => [...JSON.stringify(menu).matchAll(/"role":"(\w+)"/g)].map(([, role]) => role);

describe('menuTemplate', () => {
  it('speaks the language of the program', () => {
    const labels = (language: 'nl' | 'en') =>
      menuTemplate({ language, platform: 'linux', isDevelopment: false }).map(({ label }) => label);
    expect(labels('nl')).toEqual(['Bestand', 'Bewerken', 'Beeld', 'Help']);
    expect(labels('en')).toEqual(['File', 'Edit', 'View', 'Help']);
  });

  it('offers reload and the developer tools in development alone', () => {
    const of = (isDevelopment: boolean) => rolesIn(menuTemplate({ language: 'en', platform: 'win32', isDevelopment }));
    expect(of(true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
    expect(of(false)).not.toContain('reload');
    expect(of(false)).not.toContain('toggleDevTools');
  });

  it('begins with the menu of the app on macOS, which says what the program is; elsewhere another menu does', () => {
    const of = (platform: NodeJS.Platform) => menuTemplate({ language: 'nl', platform, isDevelopment: false });
    expect(of('darwin')[0]).toEqual({ role: 'appMenu' });
    expect(rolesIn(of('darwin'))).not.toContain('about');
    expect(rolesIn(of('win32'))).toContain('about');
  });
});
