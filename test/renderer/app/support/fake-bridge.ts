import { vi } from 'vitest';
import type { ApiKeyView, CreatedApiKey } from '../../../../shared/contract/api-keys.ts';
import type { Me } from '../../../../shared/contract/auth.ts';
import type {
  About,
  BridgeArgument,
  BridgeCall,
  BridgeFailure,
  BridgeResults,
  SessionState,
  Settings,
} from '../../../../shared/contract/bridge.ts';
import { type Company, type CompanyChanges, NO_COMPANY_DETAILS } from '../../../../shared/contract/company.ts';
import type { Connection, MissingParameter } from '../../../../shared/contract/connection.ts';
import { DEFAULT_PREFERENCES, DEFAULT_SETTINGS } from '../../../../shared/contract/defaults.ts';
import type { BodyOf } from '../../../../shared/contract/endpoint.ts';
import type { ExportHistory, PastFile } from '../../../../shared/contract/exports.ts';
import type { Preferences } from '../../../../shared/contract/preferences.ts';
import type { SavedSchedule, Schedule } from '../../../../shared/contract/schedules.ts';
import type {
  CopyView,
  createApiKey,
  LiveTill,
  NewsSubject,
  RequestEntries,
  RequestEntry,
  saveSchedule,
} from '../../../../shared/contract/window.ts';
import {
  answerWindowCall,
  readWindowCall,
  refuseWindowCall,
  type WindowAnswers,
  type WindowCall,
} from '../../support/window-calls.ts';

type Handlers = {
  [C in BridgeCall]?: (argument: never) => BridgeResults[C] | Promise<BridgeResults[C]>;
} & {
  [C in WindowCall]?: (argument: never) => WindowAnswers[C] | Promise<WindowAnswers[C]>;
};

export class Refusal extends Error {
  readonly failure: BridgeFailure;

  constructor(failure: Partial<BridgeFailure>) {
    super('refused');
    this.failure = { status: null, code: 'failed', message: 'no', requestId: null, ...failure };
  }
}

export const ABOUT: About = {
  version: '0.1.0',
  host: 'browser',
  runtimes: [{ name: 'Node.js', version: '24.21.0' }],
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

interface BridgeState {
  session: SessionState;
  settings: Settings;
  preferences: Preferences;
  keys: readonly ApiKeyView[];
  /** The requests that the API has answered so far, newest first. */
  requests: readonly RequestEntry[];
  /** What the next news call reports as changed. */
  news: NewsSubject[];
  till: LiveTill['till'];
  company: Company;
  /** The stored copies of other platforms. */
  copies: readonly CopyView[];
  connection: Connection;
  missingParameters: readonly MissingParameter[];
  /** Finished exports, newest first. */
  history: readonly PastFile[];
  schedules: readonly Schedule[];
}

export interface FakeBridge extends BridgeState {
  readonly calls: { readonly name: string; readonly argument: unknown }[];
  /** Chooses an action in the menu of Electron. */
  chooseInMenu: (id: string) => void;
  /** Overrides the answers of these calls. A `Refusal` that is thrown becomes the failure. */
  on(handlers: Handlers): void;
  /** Answers a request to the service of the window; `null` for any other. */
  answer(address: string, init?: RequestInit): Promise<Response> | null;
}

/** A host that remembers session and settings like the real one. Any password but `wrong` signs in. */
export function installFakeBridge(state: Partial<BridgeState> = {}): FakeBridge {
  function keepSettings(changes: Partial<Settings>): Settings {
    bridge.settings = { ...bridge.settings, ...changes };
    return bridge.settings;
  }

  const handlers: Record<string, (argument: never) => unknown> = {
    readSession: () => bridge.session,
    signIn: ({ email, password }: { email: string; password: string }) => {
      if (password === 'wrong') throw new Refusal({ status: 401, code: 'refused' });
      bridge.session = signedIn(email);
      return bridge.session;
    },
    signOut: () => {
      bridge.session = SIGNED_OUT;
      return bridge.session;
    },
    readSettings: () => bridge.settings,
    changeSettings: keepSettings,
    changeComputerSettings: keepSettings,
    changePlatform: ({ platform, password }: BridgeArgument<'changePlatform'>) => {
      if (password === 'wrong') throw new Refusal({ status: 401, code: 'refused' });
      return keepSettings({ platform });
    },
    readPreferences: () => bridge.preferences,
    changePreferences: (changes: Partial<Preferences>) => {
      bridge.preferences = { ...bridge.preferences, ...changes };
      return bridge.preferences;
    },
    readAbout: () => ABOUT,
    readCopies: () => bridge.copies,
    emptyCopies: () => {
      bridge.copies = [];
      return { bytes: 2_340_000 };
    },
    readMissingParameters: () => bridge.missingParameters,
    readConnection: () => bridge.connection,
    controlCopy: () => null,
    listApiKeys: () => bridge.keys,
    readKeyNeeds: () => ({ platformKey: false }),
    createApiKey: (asked: BodyOf<typeof createApiKey>) => {
      const created = createdKey(asked, bridge.keys.length + 1);
      bridge.keys = [...bridge.keys, created.record];
      return created;
    },
    revokeApiKey: ({ id }: { id: number }) => {
      bridge.keys = bridge.keys.filter((key) => key.id !== id);
      return null;
    },
    readCompany: () => bridge.company,
    changeCompany: ({ accounts, details }: CompanyChanges) => {
      const { company } = bridge;
      bridge.company = {
        ...company,
        accounts: { ...company.accounts, ...accounts },
        details: { ...company.details, ...details },
      };
      return bridge.company;
    },
    readRequests: ({ after }: { after: number }) => requestsAfter(after, bridge.requests),
    readExportProgress: () => ({ running: [], ended: [] }),
    cancelExport: () => null,
    listExportHistory: ({ before = null }: { readonly before?: number | null }) =>
      historyBefore(before, bridge.history),
    listSchedules: () => bridge.schedules,
    saveSchedule: ({ id, form }: BodyOf<typeof saveSchedule>): SavedSchedule => {
      const others = bridge.schedules.filter((schedule) => schedule.id !== id);
      const saved = { ...NEVER_RUN, ...form, id: id ?? others.length + 1, ...(form.isPaused && { nextAt: null }) };
      bridge.schedules = [...others, saved];
      return { id: saved.id, refusal: null };
    },
    removeSchedule: ({ id }: { id: number }) => {
      bridge.schedules = bridge.schedules.filter((schedule) => schedule.id !== id);
      return null;
    },
    runSchedule: () => null,
    chooseFolder: () => ({ path: null }),
    readNews: () => ({ changed: bridge.news.splice(0), seen: 'until now' }),
    readLiveTill: () => ({ till: bridge.till }),
    changeLiveTill: (till: LiveTill['till']) => {
      bridge.till = till;
      return { till };
    },
    openPlace: () => ({ href: `${ABOUT.apiAddress}/docs` }),
  };
  const bridge: FakeBridge = {
    calls: [],
    chooseInMenu: () => undefined,
    session: SIGNED_OUT,
    settings: { ...DEFAULT_SETTINGS, language: 'nl' },
    preferences: { ...DEFAULT_PREFERENCES, isTourDone: true },
    keys: [],
    requests: [],
    news: [],
    till: null,
    company: { accounts: {}, details: NO_COMPANY_DETAILS, mayChange: true },
    copies: [],
    connection: { platform: null, account: 'demo', copy: null },
    missingParameters: [],
    history: [],
    schedules: [],
    ...state,
    on: (changed) => void Object.assign(handlers, changed),
    answer(address, init) {
      const call = readWindowCall(address, init);
      return call && answerCall(call);
    },
  };
  async function answerCall({ name, argument }: { readonly name: WindowCall; readonly argument: never }) {
    bridge.calls.push({ name, argument });
    try {
      return answerWindowCall(await handlers[name]?.(argument));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message } = error.failure;
      // There was no answer.
      if (code === 'unreachable') throw new TypeError(message);
      return refuseWindowCall(status ?? (code === 'invalid' ? 400 : 500), message);
    }
  }
  const answerOthers = globalThis.fetch;
  vi.stubGlobal(
    'fetch',
    (address: string, init?: RequestInit) => bridge.answer(address, init) ?? answerOthers(address, init),
  );
  vi.stubGlobal('tilldesk', {
    async call(name: string, argument: never) {
      bridge.calls.push({ name, argument });
      try {
        return { ok: true, value: await handlers[name]?.(argument) };
      } catch (error) {
        if (error instanceof Refusal) return { ok: false, failure: error.failure };
        throw error;
      }
    },
    onCommand(run: (id: string) => void) {
      bridge.chooseInMenu = run;
      return () => undefined;
    },
  });
  return bridge;
}

const NEVER_RUN = { isPausedForRights: false, nextAt: '2026-12-01T06:00:00+01:00', lastRun: null } as const;

/** The plaintext key as the host shows it once: `tdk_` and 36 characters. */
export const KEY_IN_CLEAR = `tdk_${'aB3'.repeat(12)}`;

function createdKey({ name, expiresOn, personalData }: BodyOf<typeof createApiKey>, id: number): CreatedApiKey {
  const expiresAt = expiresOn === null ? null : `${expiresOn}T23:59:59+01:00`;
  const prefix = KEY_IN_CLEAR.slice(0, 8);
  const createdAt = '2026-11-21T12:00:00+01:00';
  const record = { id, name, prefix, personalData, createdAt, expiresAt, lastUsedAt: null };
  return { record, key: KEY_IN_CLEAR };
}

const HISTORY_PAGE = 50;

function historyBefore(before: number | null, history: readonly PastFile[]): ExportHistory {
  const older = history.filter(({ id }) => before === null || id < before);
  return { entries: older.slice(0, HISTORY_PAGE), hasMore: older.length > HISTORY_PAGE };
}

function requestsAfter(after: number, requests: readonly RequestEntry[]): RequestEntries {
  return { entries: requests.filter(({ number }) => number > after), newest: requests[0]?.number ?? after };
}

export const SIGNED_OUT: SessionState = { kind: 'signed-out', remembered: [], keepsPassword: true, reason: null };

export function signedIn(
  email: string,
  me: Partial<Me> = {},
  changes: Partial<Extract<SessionState, { kind: 'signed-in' }>> = {},
): SessionState {
  return {
    kind: 'signed-in',
    remembered: [],
    keepsPassword: true,
    platform: null,
    signInId: null,
    sessionId: `session of ${email}`,
    me: {
      account: 'demo',
      user: { id: email.length, name: `Naam ${email}`, email },
      roles: ['staff'],
      locked_location: { id: 2, title: 'Utrecht' },
      is_demo: false,
      auth: { kind: 'token', expires_at: null },
      ...me,
    },
    ...changes,
  };
}
