import { type BridgeDeps, createBridge } from '../../../electron/bridge/bridge-handler.ts';
import { createRunningExports } from '../../../electron/bridge/export-calls.ts';
import type { Host } from '../../../electron/bridge/host.ts';
import type { SettingsStore } from '../../../electron/config/settings-store.ts';
import type { SessionKeeper } from '../../../electron/session/session-keeper.ts';
import type { About, Settings } from '../../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/defaults.ts';
import type { ExportComparison, PastExport } from '../../../shared/contract/exports.ts';
import { financialReportExample } from '../../../shared/contract/financial-report-example.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { createStandInPlatform, STAND_IN_CALLER, STAND_IN_CAPABILITIES } from '../../support/stand-in-platform.ts';
import { recordedLog } from '../session/recorded-log.ts';
import { ME } from '../session/service-double.ts';

export const ABOUT: About = {
  version: '0.1.0',
  host: 'browser',
  runtimes: [{ name: 'Node.js', version: '24.0.0' }],
  apiAddress: 'http://127.0.0.1:4870',
  isPortGiven: false,
  platform: null,
  isPlatformGiven: false,
  dataFolder: '/data',
  projectFolder: '/opt/tilldesk',
  canShowDataFolder: false,
  canStartWithSystem: false,
  notices: [],
};
const NOW = Date.parse('2026-11-21T12:00:00Z');
export const SIGNED_IN = {
  kind: 'signed-in',
  me: ME,
  platform: null,
  signInId: null,
  sessionId: 'session-1',
  remembered: [],
  keepsPassword: false,
} as const satisfies ReturnType<SessionKeeper['state']>;
export const SIGNED_OUT = { kind: 'signed-out', remembered: [], keepsPassword: false, reason: 'expired' } as const;

export const EXPORTED = {
  id: 12,
  path: '/chosen/my list.csv',
  manifest: {
    request: { dataset: 'price-list', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
    fileName: 'my list.csv',
    columns: ['sku'],
    account: STAND_IN_CALLER.account,
    user: STAND_IN_CALLER.email,
    asOf: '2026-11-21T13:00:00+01:00',
    place: null,
    period: null,
    filters: [],
    rows: 3,
    total: 3,
    shortfall: null,
    sums: {},
    bytes: 99,
    sha256: 'ab'.repeat(32),
  },
} as const satisfies Omit<PastExport, 'canBeCompared'>;
const MONTH_RECORD = {
  request: { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' },
  fileName: 'my month.zip',
  account: STAND_IN_CALLER.account,
  user: STAND_IN_CALLER.email,
  ...{ asOf: '2026-11-21T13:00:00+01:00', place: null, period: { from: '2026-10-01', to: '2026-10-31' } },
  ...{ isComplete: true, isOver: true, unknown: [], members: [], failedChecks: 0 },
  ...{ bytes: 99, sha256: 'ab'.repeat(32) },
} as const;
export const PACKAGED = { id: 13, path: '/chosen/my month.zip', manifest: MONTH_RECORD } as const;
const MONTH_MANIFEST = {
  request: { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' },
  ...{ company: 'Linde', account: STAND_IN_CALLER.account },
  user: STAND_IN_CALLER.email,
  period: { from: '2026-10-01', to: '2026-10-31' },
  ...{ isOver: true, place: null, asOf: '2026-11-21T13:00:00+01:00', heldStill: true, isComplete: true },
  ...{ checks: financialReportExample.checks, members: [EXPORTED.manifest] },
} as const;
const UNCHANGED: ExportComparison = {
  isUnchanged: true,
  asOf: '2026-11-21T13:05:00+01:00',
  ...{ changed: [], changedCount: 0, added: [], addedCount: 0, removed: [], removedCount: 0 },
};

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

/** A bridge whose parts all succeed unless a test replaces them. `done` records what the host did. */
export function bridgeDouble(
  changes: {
    session?: Partial<SessionKeeper>;
    host?: Partial<Host>;
    exports?: Partial<BridgeDeps['exports']>;
    months?: Partial<BridgeDeps['months']>;
    resolveCaller?: BridgeDeps['resolveCaller'];
    platform?: BridgeDeps['platform'];
    now?: () => number;
    defaultPlatform?: string | null;
    hasOwnUsers?: boolean;
    isPublished?: boolean;
  } = {},
) {
  const done: string[] = [];
  const log = recordedLog();
  const host: Host = {
    kind: 'browser',
    vault: createMemoryVault(),
    settings: settingsInMemory(),
    chooseExportTarget: async (name) => ({
      path: `/chosen/my ${name}`,
      download: null,
      release: async () => void done.push('release'),
    }),
    canShowFolders: true,
    chooseFolder: async () => '/chosen/folder',
    announceFile: () => {},
    canStartWithSystem: false,
    async openPlace(place) {
      const { href } = 'url' in place ? place.url : { href: null };
      done.push(`open ${href ?? ('path' in place && place.path)}`);
      return { href };
    },
    getVisiblePath: (path) => path,
    async showExport({ path, where }) {
      done.push(`show ${path} in its ${where}`);
      return { href: null };
    },
    ...changes.host,
  };
  const session: SessionKeeper = {
    state: () => SIGNED_IN,
    token: () => 'token-1',
    signIn: async () => SIGNED_IN,
    switchTo: async () => SIGNED_IN,
    forget: async () => SIGNED_IN,
    signOut: async () => void done.push('sign out'),
    leaveWindow: async () => undefined,
    confirmPassword: async () => void done.push('confirm password'),
    restore: async () => SIGNED_IN,
    restoreAgain: async () => undefined,
    request: async () => ({ status: 200, headers: new Headers(), body: new Uint8Array() }),
    ...changes.session,
  };
  const exports: BridgeDeps['exports'] = {
    suggestFileName: async () => 'list.csv',
    async run({ targetPath }) {
      done.push(`write ${targetPath}`);
      return { ...EXPORTED, path: targetPath };
    },
    find: async (_caller, id) => (id === EXPORTED.id ? EXPORTED : null),
    compare: async () => UNCHANGED,
    mayFetch: async () => true,
    ...changes.exports,
  };
  const resolveCaller = changes.resolveCaller ?? (async () => STAND_IN_CALLER);
  const capabilities = { ...STAND_IN_CAPABILITIES, backofficeHosts: ['demo.backoffice.example'] };
  const running = createRunningExports(changes.now ?? (() => NOW));
  const bridge = createBridge({
    host,
    session,
    exports,
    months: {
      plan: async () => ({ place: null, fileName: 'month.zip' }),
      async write({ targetPath }) {
        done.push(`write ${targetPath}`);
        return { id: PACKAGED.id, path: targetPath, manifest: MONTH_MANIFEST, record: MONTH_RECORD };
      },
      compare: async () => UNCHANGED,
      ...changes.months,
    },
    resolveCaller,
    documentation: new URL('http://127.0.0.1:4870/docs'),
    dataFolder: ABOUT.dataFolder,
    uiPort: 5001,
    defaultPlatform: changes.defaultPlatform ?? null,
    hasOwnUsers: async () => changes.hasOwnUsers ?? false,
    isPublished: async () => changes.isPublished ?? false,
    about: () => ABOUT,
    platform: changes.platform ?? createStandInPlatform({ getCapabilities: async () => capabilities }),
    running,
    onSignedIn: running.keepOnly,
    log,
  });
  return { handle: bridge.handle, done, log, session };
}
