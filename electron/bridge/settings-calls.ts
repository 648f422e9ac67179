import type { ComputerSettings } from '../../shared/contract/bridge.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import type { Host } from './host.ts';
import { platformAddressOf } from './platform-address-of.ts';

export interface SettingsCallsDeps {
  readonly host: Host;
  readonly session: SessionKeeper;
  /** The port that is pinned for the browser window, which the API cannot have too; 0 where none is. */
  readonly uiPort: number;
  /** Where other tools sign in during this run: a base address; null for this program itself. */
  readonly usualPlatform: string | null;
}

type SettingsCalls = Pick<
  BridgeCalls,
  'readSettings' | 'changeSettings' | 'changeComputerSettings' | 'changePlatform'
>;

export function settingsCalls(deps: SettingsCallsDeps): SettingsCalls {
  const { session, usualPlatform } = deps;
  const { settings } = deps.host;
  return {
    readSettings: async () => settings.read(),
    changeSettings: async (changes) => settings.change(changes),
    async changeComputerSettings(changes) {
      refuseImpossible(changes, deps);
      return settings.change(changes);
    },
    async changePlatform({ platform, password }) {
      const address = platform === null ? null : platformAddressOf(platform);
      const state = session.state();
      // The passwords of other tools go there: a user of some other platform, such as the demo, has no say in it.
      if (state.kind !== 'signed-in' || state.platform !== usualPlatform) {
        throw new BridgeError('refused', 'Sign in where other tools sign in now; then change it.', 403);
      }
      await session.confirmPassword(password);
      return settings.change({ platform: address });
    },
  };
}

function refuseImpossible(
  { apiPort, startsWithSystem }: ComputerSettings,
  { host, uiPort }: SettingsCallsDeps,
): void {
  if (apiPort && apiPort === uiPort) {
    throw new BridgeError('invalid', `Port ${apiPort} is that of the browser window; choose another one.`);
  }
  if (startsWithSystem && !host.canStartWithSystem) {
    throw new BridgeError('invalid', 'Tilldesk cannot start with the system here.');
  }
}
