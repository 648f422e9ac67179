import type { ProgramOfWindow, UiCore } from '../../../../electron/bridge/host.ts';
import { createElectronHost } from '../../../../electron/hosts/desktop/electron-host.ts';
import { openProgramWindow, type ProgramWindow } from '../../../../electron/hosts/desktop/program-window.ts';
import type { Settings } from '../../../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/defaults.ts';
import { app, behaviour, electronCalls, nativeTheme, powerMonitor } from '../../../support/electron-stand-in.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { createMemoryVault } from '../../../support/memory-vault.ts';

export const CORE: UiCore = {
  handle: async () => ({ ok: true, value: null }),
  send: () => Promise.reject(new Error('nobody asks')),
  readDocumentation: () => Promise.reject(new Error('nobody reads it')),
  mayFetch: async () => false,
};

export const AT_REST: ProgramOfWindow = {
  openWork: () => ({ isExporting: false, isApiInUse: false }),
  leaveWindow: async () => undefined,
};

const CLOSED_WINDOW: ProgramWindow = {
  current: null,
  showPages: async () => undefined,
  show: () => undefined,
  putAway: async () => undefined,
};

export function openStandInWindow(platform: NodeJS.Platform = 'linux'): Promise<ProgramWindow> {
  return openProgramWindow({ preload: '/dist/preload/preload.cjs', language: 'nl', platform });
}

/** Opens the host in a window, as the program does. */
export async function showHost(kept: Partial<Settings> = {}, program = AT_REST, platform: NodeJS.Platform = 'linux') {
  const host = makeHost(platform, kept, await openStandInWindow(platform));
  await host.show(CORE, program);
  return host;
}

/** Creates the Electron host on its stand-in, with dark settings in memory. By default its window was closed. */
export function makeHost(
  platform: NodeJS.Platform = 'linux',
  kept: Partial<Settings> = {},
  window: ProgramWindow = CLOSED_WINDOW,
  isDefaultFolder = true,
) {
  let settings: Settings = { ...DEFAULT_SETTINGS, theme: 'dark', ...kept };
  return createElectronHost({
    window,
    vault: createMemoryVault(),
    settings: {
      read: () => settings,
      change: (changes) => {
        settings = { ...settings, ...changes };
        return settings;
      },
      setAside: null,
    },
    rendererFolder: '/nowhere',
    trayIcon: '/icons/32x32.png',
    platform,
    isDefaultFolder,
    log: createLogRecorder().log,
    stopAtOnce: () => void electronCalls.steps.push('stopped at once'),
  });
}

export function forgetStandIn(): void {
  for (const source of [app, nativeTheme, powerMonitor]) source.removeAllListeners();
  electronCalls.steps.length = 0;
  electronCalls.opened.length = 0;
  electronCalls.windows.length = 0;
  electronCalls.trays.length = 0;
  electronCalls.notifications.length = 0;
  electronCalls.pages.length = 0;
  electronCalls.switches.clear();
  Object.assign(behaviour, {
    isPackaged: false,
    loading: Promise.resolve(),
    isSaveCanceled: false,
    openPathProblem: '',
    isLoginItem: false,
    keepsLoginItem: false,
    needsApproval: false,
    savedPath: '/downloads/export.csv',
    pressedButton: 0,
    workAreaSize: { width: 1920, height: 1040 },
  });
}
