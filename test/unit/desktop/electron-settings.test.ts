import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createConfSettings } from '../../../electron/core/conf-settings.ts';
import { createElectronSettings } from '../../../electron/desktop/electron-settings.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const clock = createFixedClock('2026-11-21T09:00:00Z');

describe('createElectronSettings', () => {
  it('keeps what was changed over a restart', () => {
    const folder = temporaryFolder();
    createElectronSettings({ folder, clock }).change({ theme: 'dark' });
    expect(createElectronSettings({ folder, clock }).read()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
  });

  it('reads what the browser host has written', () => {
    const folder = temporaryFolder();
    createConfSettings({ folder, clock }).change({ language: 'nl' });
    expect(createElectronSettings({ folder, clock }).read().language).toBe('nl');
  });

  it('sets a broken file aside and says so', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'settings.json'), '{"theme":');
    const settings = createElectronSettings({ folder, clock });
    expect(settings.read()).toEqual(DEFAULT_SETTINGS);
    expect(readFileSync(settings.setAside ?? '', 'utf8')).toBe('{"theme":');
    expect(readdirSync(folder)).toHaveLength(2);
  });
});
