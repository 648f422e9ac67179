import type { BridgeCalls } from './bridge-calls.ts';
import type { Host } from './host.ts';

type SettingsCalls = Pick<BridgeCalls, 'readSettings' | 'changeSettings'>;

export function settingsCalls({ host }: { readonly host: Host }): SettingsCalls {
  return {
    readSettings: async () => host.settings.read(),
    changeSettings: async (changes) => host.settings.change(changes),
  };
}
