import { beforeEach, describe, expect, it } from 'vitest';
import { behaviour, electronCalls } from '../../../support/electron-stand-in.ts';
import { AT_REST, CORE, forgetStandIn, makeHost } from './made-host.ts';

describe('starting with the system', () => {
  const loginItemSteps = () => electronCalls.steps.filter((step) => step.startsWith('setLoginItemSettings'));

  beforeEach(() => {
    forgetStandIn();
    behaviour.isPackaged = true;
  });

  it.each(['win32', 'darwin'] as const)('is passed to the system when it changes (%s)', (platform) => {
    const host = makeHost(platform);
    expect(host.canStartWithSystem).toBe(true);
    expect(host.settings.change({ startsWithSystem: true }).startsWithSystem).toBe(true);
    expect(loginItemSteps()).toEqual(['setLoginItemSettings {"openAtLogin":true}']);
    host.settings.change({ startsWithSystem: false });
    expect(loginItemSteps()[1]).toBe('setLoginItemSettings {"openAtLogin":false}');
  });

  it('is not touched by a change of another setting', () => {
    makeHost('win32').settings.change({ language: 'en' });
    expect(loginItemSteps()).toEqual([]);
  });

  it.each([true, false])('is set again at start (%s)', async (startsWithSystem) => {
    behaviour.isLoginItem = !startsWithSystem;
    await makeHost('win32', { startsWithSystem }).show(CORE, AT_REST);
    expect(behaviour.isLoginItem).toBe(startsWithSystem);
    await makeHost('win32', { startsWithSystem }).show(CORE, AT_REST);
    expect(loginItemSteps()).toHaveLength(1);
  });

  it('is not stored if the system does not accept it', () => {
    behaviour.keepsLoginItem = true;
    const host = makeHost('darwin');
    expect(() => host.settings.change({ startsWithSystem: true })).toThrow('did not change');
    expect(host.settings.read().startsWithSystem).toBe(false);
  });

  it('is done when macOS waits for the approval of the user, who is told where, and is not registered again', async () => {
    behaviour.needsApproval = true;
    const host = makeHost('darwin');
    expect(host.settings.change({ startsWithSystem: true }).startsWithSystem).toBe(true);
    expect(electronCalls.steps.at(-1)).toContain('Inlogonderdelen');
    await makeHost('darwin', { startsWithSystem: true }).show(CORE, AT_REST);
    expect(loginItemSteps()).toEqual(['setLoginItemSettings {"openAtLogin":true}']);
    host.settings.change({ startsWithSystem: false });
    expect(loginItemSteps()).toHaveLength(2);
  });

  it('is left to the program with the default data folder, because the system starts that one', async () => {
    const host = makeHost('win32', { startsWithSystem: true }, undefined, false);
    await host.show(CORE, AT_REST);
    expect([host.canStartWithSystem, loginItemSteps()]).toEqual([false, []]);
  });

  it.each([
    ['Linux', 'linux', true],
    ['a program that is not packaged, where Electron itself would start', 'win32', false],
  ] as const)('is not available for %s', async (_what, platform, isPackaged) => {
    behaviour.isPackaged = isPackaged;
    const host = makeHost(platform, { startsWithSystem: true });
    await host.show(CORE, AT_REST);
    expect([host.canStartWithSystem, loginItemSteps()]).toEqual([false, []]);
  });
});
