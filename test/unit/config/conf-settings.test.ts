import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createConfSettings } from '../../../electron/config/settings-store.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/defaults.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const clock = createFixedClock('2026-11-21T09:00:00Z');

function folderWith(text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'settings.json'), text);
  return folder;
}

describe('the settings file', () => {
  it.skipIf(process.platform === 'win32')('is readable by its owner only', () => {
    const made = temporaryFolder();
    createConfSettings({ folder: made, clock }).change({ theme: 'dark' });
    expect(statSync(join(made, 'settings.json')).mode & 0o777).toBe(0o600);
  });

  it('starts with the default settings', () => {
    const settings = createConfSettings({ folder: temporaryFolder(), clock });

    expect(settings.read()).toEqual(DEFAULT_SETTINGS);
    expect(settings.setAside).toBeNull();
  });

  it('stores a change for the next start, and leaves the rest unchanged', () => {
    const folder = temporaryFolder();

    expect(createConfSettings({ folder, clock }).change({ theme: 'dark' })).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'dark',
    });

    expect(createConfSettings({ folder, clock }).read()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
  });

  it('fills in settings that are missing', () => {
    const settings = createConfSettings({ folder: folderWith('{"language":"nl"}'), clock });

    expect(settings.read()).toEqual({ ...DEFAULT_SETTINGS, language: 'nl' });
    expect(settings.setAside).toBeNull();
  });

  it('removes a setting of an older version with the first change', () => {
    const folder = folderWith('{"language":"nl","csvProfile":"data"}');
    const settings = createConfSettings({ folder, clock });

    expect(settings.setAside).toBeNull();
    expect(settings.change({ theme: 'dark' })).toEqual({ ...DEFAULT_SETTINGS, language: 'nl', theme: 'dark' });
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain('csvProfile');
  });

  it.each([
    '{',
    '',
    'null',
    '[]',
    '"nl"',
    '{"language":"de"}',
    '{"language":"nl","colour":"red"}',
    '{"apiPort":80}',
    '\0\0\0',
  ])('sets a broken file aside, says where, and continues: %j', (text) => {
    const folder = folderWith(text);

    const settings = createConfSettings({ folder, clock });

    expect(settings.read()).toEqual(DEFAULT_SETTINGS);
    expect(settings.setAside).toBe(join(folder, 'settings.broken-2026-11-21T09-00-00.000Z.json'));
    expect(readFileSync(settings.setAside ?? '', 'utf8')).toBe(text);
    expect(settings.change({ language: 'en' })).toEqual({ ...DEFAULT_SETTINGS, language: 'en' });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('keeps its settings if the file is damaged while the program runs', () => {
    const folder = temporaryFolder();
    const settings = createConfSettings({ folder, clock });
    writeFileSync(join(folder, 'settings.json'), '{');

    expect(settings.read()).toEqual(DEFAULT_SETTINGS);
  });

  it('fails at once where it cannot read', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'settings.json'));

    expect(() => createConfSettings({ folder, clock })).toThrow('EISDIR');
  });

  it('changes nothing if the change cannot be written', () => {
    const folder = folderWith('{"theme":"dark"}');
    const settings = createConfSettings({ folder, clock });
    rmSync(join(folder, 'settings.json'));
    mkdirSync(join(folder, 'settings.json'));

    expect(() => settings.change({ theme: 'light' })).toThrow('EISDIR');
    expect(settings.read()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
  });
});
