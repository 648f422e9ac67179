import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createConfSettings } from '../../../../electron/config/settings-store.ts';
import { createElectronSettings } from '../../../../electron/hosts/desktop/electron-settings.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/defaults.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const clock = createFixedClock('2026-11-21T09:00:00Z');

describe('the settings of the Electron host', () => {
  it('are in the same file as those of the browser host, and each host reads what the other has written', () => {
    const location = { folder: temporaryFolder(), clock };
    const file = join(location.folder, 'settings.json');
    createConfSettings(location).change({ theme: 'dark', apiPort: 4990 });
    const written = readFileSync(file, 'utf8');

    const settings = createElectronSettings(location);
    expect(settings.read()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark', apiPort: 4990 });
    expect(readFileSync(file, 'utf8')).toBe(written);

    settings.change({ language: 'nl' });
    expect(createConfSettings(location).read()).toEqual({ ...settings.read(), language: 'nl' });
    expect(createConfSettings(location).setAside).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('are readable by their owner only', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'settings.json');
    writeFileSync(file, '{"theme":"dark"}');
    chmodSync(file, 0o666);
    createElectronSettings({ folder, clock }).change({ language: 'nl' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
