import { describe, expect, it, vi } from 'vitest';
import type { Config } from '../../../electron/config/config.ts';
import { chooseHost, type HostMeans } from '../../../electron/startup/electron-program.ts';

type Choice = Pick<Config, 'host' | 'opensBrowser'>;

const CONFIG: Choice = { host: 'auto', opensBrowser: true };

const ELECTRON_REQUESTED: Choice = { ...CONFIG, host: 'electron' };

const PROBLEM = { reason: 'no namespaces', remedy: 'Allow them, or give it its helper.' };

function createMeans(overrides: Partial<HostMeans> = {}) {
  const lines: string[] = [];
  const means: HostMeans = {
    hasDisplay: true,
    findElectron: () => null,
    fetchElectron: null,
    findSandboxProblem: async () => null,
    print: (line) => lines.push(line),
    ...overrides,
  };
  return { means, lines };
}

const untouched = (): never => {
  throw new Error('nobody asked for Electron');
};

describe('chooseHost', () => {
  it('uses an installed Electron', async () => {
    const { means, lines } = createMeans({ findElectron: () => '/electron', fetchElectron: untouched });
    expect(await chooseHost(CONFIG, means)).toEqual({ kind: 'electron', program: '/electron' });
    expect(lines).toEqual([]);
  });

  it('continues with the browser host while Electron is downloaded for the next start', async () => {
    const fetching = Promise.withResolvers<string | null>();
    const { means, lines } = createMeans({ fetchElectron: () => fetching.promise });
    expect(await chooseHost(CONFIG, means)).toEqual({ kind: 'browser' });
    expect(lines).toEqual([expect.stringContaining('in the background, for the next start')]);
    fetching.resolve('/fetched');
    await vi.waitUntil(() => lines.length === 2);
    expect(lines[1]).toContain('The next start opens its window');
  });

  it('waits for the download if Electron was requested', async () => {
    const { means } = createMeans({ fetchElectron: async () => '/fetched' });
    expect(await chooseHost(ELECTRON_REQUESTED, means)).toEqual({ kind: 'electron', program: '/fetched' });
  });

  it('uses the browser host, and says why in one line, if the sandbox of Electron cannot work', async () => {
    const { means, lines } = createMeans({
      findElectron: () => '/electron',
      findSandboxProblem: async (program) => (program === '/electron' ? PROBLEM : null),
    });
    expect(await chooseHost(CONFIG, means)).toEqual({ kind: 'browser' });
    expect(lines).toEqual(['Electron cannot run (no namespaces). Tilldesk runs in the browser instead.']);
  });

  it('does not download an Electron that could not run', async () => {
    const { means } = createMeans({ fetchElectron: untouched, findSandboxProblem: async () => PROBLEM });
    expect(await chooseHost(CONFIG, means)).toEqual({ kind: 'browser' });
  });

  it('uses the browser host if there is no Electron and none may be downloaded', async () => {
    const { means, lines } = createMeans();
    expect(await chooseHost(CONFIG, means)).toEqual({ kind: 'browser' });
    expect(lines).toEqual([]);
  });

  it.each([
    ['none', CONFIG],
    ['browser', CONFIG],
    ['auto', { ...CONFIG, opensBrowser: false }],
  ] as const)('does not look for Electron with host %s', async (host, config) => {
    const { means } = createMeans({ findElectron: untouched, fetchElectron: untouched });
    expect((await chooseHost({ ...config, host }, means)).kind).not.toBe('electron');
  });

  it('does not look for Electron without a display', async () => {
    const { means } = createMeans({ hasDisplay: false, findElectron: untouched, fetchElectron: untouched });
    expect(await chooseHost(CONFIG, means)).toEqual({ kind: 'browser' });
  });

  it('says why Electron is not available if it was requested', async () => {
    const choose = (overrides: Partial<HostMeans>) => chooseHost(ELECTRON_REQUESTED, createMeans(overrides).means);
    await expect(choose({})).rejects.toThrow(/not on this computer .* --host browser/);
    await expect(choose({ hasDisplay: false })).rejects.toThrow(/no display/);
    const refused = choose({ findElectron: () => '/electron', findSandboxProblem: async () => PROBLEM });
    await expect(refused).rejects.toThrow('Electron cannot run: no namespaces. Allow them, or give it its helper.');
  });
});
