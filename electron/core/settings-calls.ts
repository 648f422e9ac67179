import type { Settings } from '../../shared/contract/bridge.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import type { Host } from './host.ts';
import { platformAddressOf } from './platform-address-of.ts';

export interface SettingsCallsDeps {
  readonly host: Host;
  /** Ports of the browser window: the API cannot have them too. */
  readonly windowPorts: readonly number[];
}

type SettingsCalls = Pick<BridgeCalls, 'readSettings' | 'changeSettings'>;

export function settingsCalls(deps: SettingsCallsDeps): SettingsCalls {
  const { settings } = deps.host;
  return {
    readSettings: async () => settings.read(),
    async changeSettings(changes) {
      refuseImpossible(changes, deps);
      const { platform } = changes;
      return settings.change(platform ? { ...changes, platform: platformAddressOf(platform) } : changes);
    },
  };
}

function refuseImpossible(
  { apiPort, startsWithSystem }: Partial<Settings>,
  { host, windowPorts }: SettingsCallsDeps,
): void {
  if (apiPort && windowPorts.includes(apiPort)) {
    throw new BridgeError('invalid', `Port ${apiPort} is that of the browser window; choose another one.`);
  }
  if (startsWithSystem && !host.canStartWithSystem) {
    throw new BridgeError('invalid', 'Tilldesk cannot start with the system here.');
  }
}
