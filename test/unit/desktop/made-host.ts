import { createElectronHost } from '../../../electron/desktop/electron-host.ts';
import type { UiCore } from '../../../electron/pages/ui-host.ts';
import type { Settings } from '../../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import { behaviour, told } from '../../support/electron-stand-in.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';

export const CORE: UiCore = {
  handle: async () => ({ ok: true, value: null }),
  send: () => Promise.reject(new Error('nobody asks')),
  readDocumentation: () => Promise.reject(new Error('nobody reads it')),
  mayFetch: async () => false,
};

/** The host of Electron on its stand-in, with dark settings in memory. */
export function makeHost(
  platform: NodeJS.Platform = 'linux',
  kept: Partial<Settings> = {},
  rendererFolder = '/nowhere',
) {
  let settings: Settings = { ...DEFAULT_SETTINGS, theme: 'dark', ...kept };
  return createElectronHost({
    vault: createMemoryVault(),
    settings: {
      read: () => settings,
      change: (changes) => {
        settings = { ...settings, ...changes };
        return settings;
      },
      setAside: null,
    },
    rendererFolder,
    preload: '/dist/preload/preload.cjs',
    platform,
    log: createLogRecorder().log,
  });
}

/** Makes the stand-in as it was before anything was asked of it. */
export function forgetStandIn(): void {
  told.steps.length = 0;
  told.opened.length = 0;
  told.windows.length = 0;
  told.switches.clear();
  Object.assign(behaviour, {
    isPackaged: false,
    isSaveCanceled: false,
    openPathProblem: '',
    isLoginItem: false,
    keepsLoginItem: false,
  });
}
