import type { Caller } from '../../../../electron/base/caller.ts';
import type { ApiKeyService } from '../../../../electron/service/security/api-keys.ts';
import { createDeltaCursors } from '../../../../electron/service/security/delta-cursors.ts';
import { addRequestGuard } from '../../../../electron/service/security/request-guard.ts';
import { addJsonBodies } from '../../../../electron/service/server/body-decoder.ts';
import { createInProcessServer } from '../../../../electron/service/server/create-server.ts';
import { addErrorHandler } from '../../../../electron/service/server/error-handler.ts';
import type { CopyDirectory } from '../../../../electron/service/window/copies-routes.ts';
import { addWindowRoutes, type WindowRoutesDeps } from '../../../../electron/service/window/window-routes.ts';
import type { ApiKeyRecord } from '../../../../shared/contract/api-keys.ts';
import { NO_COMPANY_DETAILS } from '../../../../shared/contract/company.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/contract/defaults.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';

export const NOW = Date.parse('2026-11-21T12:00:00Z');

/** The key of the data folder, which encrypts the positions of feeds. */
export const FEED_KEY = new Uint8Array(32).fill(7);

export const STORED_KEY = {
  id: 5,
  name: 'Excel',
  prefix: 'tdk_Ab3x',
  personalData: false,
  createdAt: Date.parse('2026-11-01T09:00:00Z'),
  expiresAt: null,
  lastUsedAt: Date.parse('2026-11-20T15:30:00Z'),
} as const satisfies ApiKeyRecord;

interface Changes extends Omit<Partial<WindowRoutesDeps>, 'apiKeyService' | 'copies'> {
  readonly apiKeyService?: Partial<ApiKeyService>;
  readonly copies?: Partial<CopyDirectory>;
  /** Default: the caller of the stand-in platform. */
  readonly caller?: Partial<Caller>;
  /** Identifies the caller. Default: returns `caller`. */
  readonly identify?: () => Promise<Caller | null>;
}

interface WindowCall {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, number>>;
  readonly id?: number;
  readonly isSignedIn?: boolean;
}

/** The routes of the window over parts that all succeed unless a test replaces them. */
export function windowDouble({ caller: changed, identify, apiKeyService, copies, ...changes }: Changes = {}) {
  const clock = createFixedClock(NOW);
  const { log, records } = createLogRecorder();
  const caller: Caller = { ...STAND_IN_CALLER, ...changed };
  const identity = { caller, auth: { kind: 'token', expiresAtS: 0 } } as const;
  const resolve = async () => {
    const identified = identify === undefined ? caller : await identify();
    return identified && { ...identity, caller: identified };
  };
  const app = createInProcessServer(log);
  addErrorHandler(app);
  addRequestGuard(app, { accessTokens: { resolve }, apiKeys: { resolve } });
  addJsonBodies(app);
  addWindowRoutes(app, {
    platform: createStandInPlatform(),
    clock,
    preferences: {
      read: async () => DEFAULT_PREFERENCES,
      change: async (_user, chosen) => ({ ...DEFAULT_PREFERENCES, ...chosen }),
    },
    ledgers: { read: async () => ({}), change: async (_caller, accounts) => accounts },
    companies: {
      read: async () => NO_COMPANY_DETAILS,
      change: async () => NO_COMPANY_DETAILS,
    },
    apiKeyService: {
      list: async () => [STORED_KEY],
      create: async (_user, terms) => ({ record: { ...STORED_KEY, ...terms }, key: 'tdk_made' }),
      revoke: async (_user, id) => id === STORED_KEY.id,
      ...apiKeyService,
    },
    journal: { read: () => ({ entries: [], newest: 0 }) },
    liveTill: null,
    readExportHistory: async () => ({ entries: [], hasMore: false }),
    schedules: {
      list: async () => [],
      save: async () => ({ id: 1, refusal: null }),
      remove: async (_owner, id) => id === 1,
      runNow: async (_caller, id) => id === 1,
    },
    cursors: createDeltaCursors({ key: FEED_KEY, clock }),
    copies: {
      list: async () => [],
      removeAll: async () => ({ bytes: 0 }),
      findAddress: async () => null,
      getStatus: async () => null,
      control: async () => undefined,
      ...copies,
    },
    ...changes,
  });

  return {
    records,
    async call(endpoint: Endpoint, { body, query = {}, id, isSignedIn = true }: WindowCall = {}) {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const answer = await app.inject({
        method: endpoint.method,
        url: `${endpoint.path.replace('{id}', String(id))}?${search}`,
        ...(isSignedIn && { headers: { authorization: 'Bearer token-1' } }),
        ...(body !== undefined && { body: body as object }),
      });
      return { status: answer.statusCode, body: answer.payload === '' ? null : answer.json() };
    },
  };
}
