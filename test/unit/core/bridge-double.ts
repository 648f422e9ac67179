import { type BridgeDeps, createBridge } from '../../../electron/core/bridge-handler.ts';
import type { Host } from '../../../electron/core/host.ts';
import type { SettingsStore } from '../../../electron/core/settings-store.ts';
import { createMemoryVault } from '../../../electron/session/memory-vault.ts';
import type { SessionKeeper } from '../../../electron/session/session-keeper.ts';
import type { ApiKeyRecord } from '../../../shared/api-key.ts';
import { type About, DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/bridge.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { recordedLog } from '../session/recorded-log.ts';
import { ME } from '../session/service-double.ts';

export const ABOUT: About = {
  version: '0.1.0',
  host: 'browser',
  apiAddress: 'http://127.0.0.1:4870',
  dataFolder: '/data',
  notices: [],
};
export const KEPT_KEY = {
  id: 5,
  name: 'Excel',
  createdAt: Date.parse('2026-11-01T09:00:00Z'),
  expiresAt: null,
  lastUsedAt: Date.parse('2026-11-20T15:30:00Z'),
} as const satisfies ApiKeyRecord;
export const SIGNED_IN = { kind: 'signed-in', me: ME } as const satisfies ReturnType<SessionKeeper['state']>;
export const SIGNED_OUT = {
  kind: 'signed-out',
  remembersSignIn: false,
  keepsPassword: false,
  reason: 'expired',
} as const;

function settingsInMemory(): SettingsStore {
  let settings: Settings = DEFAULT_SETTINGS;
  return {
    setAside: null,
    read: () => settings,
    change: (changes) => {
      settings = { ...settings, ...changes };
      return settings;
    },
  };
}

/** A bridge whose parts all do well, but for those that a test replaces; `done` tells what the host did. */
export function bridgeDouble(
  changes: {
    session?: Partial<SessionKeeper>;
    host?: Partial<Host>;
    exporter?: Partial<BridgeDeps['exporter']>;
    callerOf?: BridgeDeps['callerOf'];
    apiKeys?: Partial<BridgeDeps['apiKeys']>;
    requestsOf?: BridgeDeps['requestsOf'];
    platform?: BridgeDeps['platform'];
    liveTill?: BridgeDeps['liveTill'];
  } = {},
) {
  const done: string[] = [];
  const log = recordedLog();
  const host: Host = {
    kind: 'browser',
    vault: createMemoryVault(),
    settings: settingsInMemory(),
    chooseExportTarget: async (name) => ({ path: `/chosen/my ${name}`, download: null }),
    openLink: async (url) => ({ href: url.href }),
    openDocumentation: async (url) => ({ href: url.href }),
    openFile: async (path) => void done.push(`open ${path}`),
    revealFile: async (path) => void done.push(`reveal ${path}`),
    ...changes.host,
  };
  const session: SessionKeeper = {
    state: () => SIGNED_IN,
    token: () => 'token-1',
    signIn: async () => SIGNED_IN,
    signOut: async () => void done.push('sign out'),
    restore: async () => SIGNED_IN,
    request: async () => ({ status: 200, headers: new Headers(), body: new Uint8Array() }),
    ...changes.session,
  };
  const exporter: BridgeDeps['exporter'] = {
    suggestFileName: async () => 'list.csv',
    run: async (_request, _caller, path) => {
      done.push(`write ${path}`);
      return { rows: 3, bytes: 99 };
    },
    ...changes.exporter,
  };
  const callerOf = changes.callerOf ?? (async () => STAND_IN_CALLER);
  const apiKeys: BridgeDeps['apiKeys'] = {
    list: async () => [KEPT_KEY],
    create: async (_user, terms) => ({ record: { ...KEPT_KEY, ...terms }, key: 'tdk_made' }),
    revoke: async (_user, id) => id === KEPT_KEY.id,
    ...changes.apiKeys,
  };
  const backofficeHosts = ['demo.backoffice.example'];
  const bridge = createBridge({
    host,
    session,
    exporter,
    callerOf,
    backofficeHosts,
    documentation: new URL('http://127.0.0.1:4870/docs'),
    about: () => ABOUT,
    apiKeys,
    requestsOf: changes.requestsOf ?? (() => ({ entries: [], newest: 0 })),
    platform: changes.platform ?? createStandInPlatform(),
    liveTill: changes.liveTill ?? null,
    now: () => Date.parse('2026-11-21T12:00:00Z'),
    log,
  });
  return { handle: bridge.handle, done, log };
}
