import { describe, expect, it } from 'vitest';
import type { Config } from '../../../electron/config/config.ts';
import { chooseHost, type HostMeans } from '../../../electron/startup/electron-program.ts';

type Choice = Pick<Config, 'host' | 'opensBrowser'>;

const CONFIG: Choice = { host: 'auto', opensBrowser: true };

function means(overrides: Partial<HostMeans> = {}): HostMeans {
  return { hasDisplay: true, findElectron: () => null, fetchElectron: null, ...overrides };
}

const untouched = (): never => {
  throw new Error('nobody asked for Electron');
};

describe('chooseHost', () => {
  it('takes the Electron that is there', async () => {
    const found = means({ findElectron: () => '/electron', fetchElectron: untouched });
    expect(await chooseHost(CONFIG, found)).toEqual({ kind: 'electron', program: '/electron' });
  });

  it('fetches Electron when it is not there', async () => {
    const fetched = means({ fetchElectron: async () => '/fetched' });
    expect(await chooseHost(CONFIG, fetched)).toEqual({ kind: 'electron', program: '/fetched' });
  });

  it('falls back to the browser host', async () => {
    expect(await chooseHost(CONFIG, means())).toEqual({ kind: 'browser' });
    expect(await chooseHost(CONFIG, means({ fetchElectron: async () => null }))).toEqual({ kind: 'browser' });
  });

  it.each([
    ['none', CONFIG],
    ['browser', CONFIG],
    ['auto', { ...CONFIG, opensBrowser: false }],
  ] as const)('does not look for Electron with host %s', async (host, config) => {
    const never = means({ findElectron: untouched, fetchElectron: untouched });
    expect((await chooseHost({ ...config, host }, never)).kind).not.toBe('electron');
  });

  it('does not look for Electron where there is no display', async () => {
    const blind = means({ hasDisplay: false, findElectron: untouched, fetchElectron: untouched });
    expect(await chooseHost(CONFIG, blind)).toEqual({ kind: 'browser' });
  });

  it('says why Electron cannot be had when it was asked for', async () => {
    const asked: Choice = { ...CONFIG, host: 'electron' };
    await expect(chooseHost(asked, means())).rejects.toThrow(/not on this computer .* --host browser/);
    await expect(chooseHost(asked, means({ hasDisplay: false }))).rejects.toThrow(/no display/);
  });
});
