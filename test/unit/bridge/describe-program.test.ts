import { describe, expect, it } from 'vitest';
import { describeProgram } from '../../../electron/bridge/about-calls.ts';
import { startUi } from '../hosts/browser/running-ui.ts';

const FACTS = {
  config: { apiPort: 4870, platform: null },
  defaultPlatform: 'https://till.example',
  files: { version: '0.1.0', projectFolder: '/opt/tilldesk' },
  folder: { path: '/data' },
  apiAddress: 'http://127.0.0.1:4870',
  notices: [],
};

describe('describeProgram', () => {
  it('says what the program runs on, and what its host can do', async () => {
    const ui = await startUi();
    const versions = { v8: '13', node: '24.21.0', sqlite: '3.51.0', electron: undefined };
    expect(describeProgram({ ...FACTS, versions }, ui.host)).toEqual({
      version: '0.1.0',
      host: 'browser',
      apiAddress: 'http://127.0.0.1:4870',
      isPortGiven: true,
      platform: 'https://till.example',
      isPlatformGiven: false,
      dataFolder: '/data',
      projectFolder: '/opt/tilldesk',
      runtimes: [
        { name: 'Node.js', version: '24.21.0' },
        { name: 'SQLite', version: '3.51.0' },
      ],
      canShowDataFolder: false,
      canStartWithSystem: false,
      notices: [],
    });
    await ui.stop();
  });

  it('names Electron and Chromium if they are used, and a settings file that was set aside', async () => {
    const ui = await startUi();
    const versions = { node: '24.21.0', electron: '45.0.0', chrome: '150.0.1' };
    const settings = { ...ui.host.settings, setAside: '/data/settings.broken.json' };
    const about = describeProgram({ ...FACTS, versions }, { ...ui.host, settings, canShowFolders: true });
    expect(about.runtimes.map(({ name }) => name)).toEqual(['Electron', 'Chromium', 'Node.js']);
    expect(about.canShowDataFolder).toBe(true);
    expect(about.notices).toEqual([{ kind: 'settings-set-aside', path: '/data/settings.broken.json' }]);
    await ui.stop();
  });

  it('passes on the notices about the data', async () => {
    const ui = await startUi();
    const notices = [{ kind: 'backup-no-space', path: '/data/backups' }] as const;
    const { notices: told } = describeProgram({ ...FACTS, versions: {}, notices }, ui.host);
    expect(told).toEqual(notices);
    await ui.stop();
  });

  it('reports the versions of Node.js and SQLite of this process', async () => {
    const ui = await startUi();
    const facts = {
      ...FACTS,
      config: { apiPort: null, platform: 'https://till.example' },
      versions: process.versions,
    };
    const { runtimes, isPortGiven } = describeProgram(facts, ui.host);
    expect(isPortGiven).toBe(false);
    expect(runtimes.map(({ name }) => name)).toEqual(['Node.js', 'SQLite']);
    await ui.stop();
  });
});
