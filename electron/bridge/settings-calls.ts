import { type AddressProblem, readPlatformAddress } from '../../shared/platform-address.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import { BridgeError } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import type { Host } from './host.ts';

export interface SettingsCallsDeps {
  readonly host: Host;
  readonly session: SessionKeeper;
  /** The fixed port of the browser window, which the API cannot have too; 0 if there is none. */
  readonly uiPort: number;
  /** The base address where other tools sign in during this run; `null` for this program itself. */
  readonly defaultPlatform: string | null;
}

export function createSettingsCalls({ host, session, uiPort, defaultPlatform }: SettingsCallsDeps) {
  const { settings } = host;
  return {
    readSettings: async () => settings.read(),
    changeSettings: async (changes) => settings.change(changes),
    async changeComputerSettings(changes) {
      const { apiPort, startsWithSystem } = changes;
      if (apiPort && apiPort === uiPort) {
        throw new BridgeError('invalid', `Port ${apiPort} is used by the browser window; choose another one.`);
      }
      if (startsWithSystem && !host.canStartWithSystem) {
        throw new BridgeError('invalid', 'Tilldesk cannot start with the system here.');
      }
      return settings.change(changes);
    },
    async changePlatform({ platform, password }) {
      const address = platform === null ? null : requirePlatformAddress(platform);
      const state = session.state();
      // The passwords of other tools go there, so a user of another platform, such as the demo, must not change it.
      if (state.kind !== 'signed-in' || state.platform !== defaultPlatform) {
        throw new BridgeError('refused', 'Sign in at the platform where other tools sign in; then change it.', 403);
      }
      await session.confirmPassword(password);
      return settings.change({ platform: address });
    },
  } satisfies Partial<BridgeCalls>;
}

const ADDRESS_SENTENCES: Readonly<Record<AddressProblem, string>> = {
  'not-an-address': 'This is not the address of a platform.',
  insecure: 'The address of a platform must begin with https://.',
};

/**
 * Throws `BridgeError` for text that is not an address, and for an address to which passwords would travel in the
 * clear.
 */
export function requirePlatformAddress(typed: string): string {
  const read = readPlatformAddress(typed);
  if (read.ok) return read.address;
  throw new BridgeError('invalid', ADDRESS_SENTENCES[read.problem], null, { platformProblem: read.problem });
}
