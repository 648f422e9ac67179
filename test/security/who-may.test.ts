import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BRIDGE_RIGHTS } from '../../electron/bridge/call-rights.ts';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import { exchange } from '../support/http-exchange.ts';
import { routesOf } from '../support/routes-of.ts';
import { openPorts, type UiPort } from './support/ports/open-ports.ts';

/**
 * Who may change what, for whom, at each door of the program. A call that is added stands here, or this fails: somebody
 * has thought about who may make it.
 */
const CHANGES = [
  // The API. The caller is known by a token or key.
  ['POST /api/auth/login', 'anyone', 'own'],
  ['POST /api/auth/refresh', 'anyone', 'own'],
  ['POST /api/sessions/end-others', 'user', 'own'],
  ['POST /api/webhooks', 'manager', 'company'],
  ['POST /api/webhooks/{id}', 'manager', 'company'],
  ['DELETE /api/webhooks/{id}', 'manager', 'company'],
  ['POST /api/webhooks/{id}/deliveries/{delivery_id}/replay', 'manager', 'company'],
  ['POST /api/webhooks/{id}/deliveries/{delivery_id}/retry', 'manager', 'company'],
  ['POST /api/webhooks/{id}/enable', 'manager', 'company'],
  ['POST /api/webhooks/{id}/pause', 'manager', 'company'],
  ['POST /api/webhooks/{id}/ping', 'manager', 'company'],
  ['POST /api/webhooks/{id}/rotate-secret', 'manager', 'company'],
  // The bridge. The caller is the user of the window's session.
  ['signIn', 'anyone', 'own'],
  ['switchSignIn', 'anyone', 'own'],
  ['forgetSignIn', 'anyone', 'computer'],
  ['signOut', 'anyone', 'own'],
  ['changeSettings', 'anyone', 'computer'],
  ['changeComputerSettings', 'manager', 'computer'],
  ['changePlatform', 'manager', 'computer'],
  ['changePreferences', 'signed-in', 'own'],
  ['exportDataset', 'signed-in', 'own'],
  ['exportMonth', 'signed-in', 'own'],
  ['cancelExport', 'signed-in', 'own'],
  ['changeCompany', 'manager', 'company'],
  ['emptyCopies', 'signed-in', 'computer'],
  ['controlCopy', 'signed-in', 'own'],
  ['createApiKey', 'signed-in', 'own'],
  ['revokeApiKey', 'signed-in', 'own'],
  ['changeLiveTill', 'manager', 'company'],
] as const;

/** What each route of the port of the window asks for; a file of the build asks for the cookie. */
const WINDOW_ROUTES: Readonly<Record<string, 'nothing' | 'cookie' | 'cookie and ticket' | 'open page' | 'proof'>> = {
  'GET /launch': 'nothing',
  'POST /launch': 'nothing',
  'POST /launch/session': 'nothing',
  'POST /launch/page': 'cookie and ticket',
  'POST /launch/proof': 'nothing',
  'POST /launch-address': 'proof',
  'GET /': 'cookie',
  'GET /docs': 'cookie',
  'GET /docs/docs.js': 'cookie',
  'GET /docs/docs.css': 'cookie',
  'GET /docs/icon.svg': 'cookie',
  'GET /openapi.json': 'cookie',
  'GET /downloads/{id}': 'cookie',
  'GET /assets/main-abc.js': 'cookie',
  'GET /assets/big-abc.js': 'cookie',
  'POST /bridge/{call}': 'open page',
};

describe('write permissions', () => {
  it('are defined in one table for the API and the bridge', () => {
    const ofApi = CONTRACT_ENDPOINTS.filter(({ method }) => method !== 'GET').map(({ method, path, access }) => [
      `${method} ${path}`,
      access === 'public' ? 'anyone' : access,
    ]);
    const ofBridge = Object.entries(BRIDGE_RIGHTS)
      .filter(([, { changes }]) => changes !== 'nothing')
      .map(([name, { who, changes }]) => [name, who, changes]);
    const rows = CHANGES.map(([call, who, changes]) => (call.includes(' ') ? [call, who] : [call, who, changes]));
    expect([...ofApi, ...ofBridge].sort()).toEqual([...rows].sort());
  });

  it('require a manager for changes to the whole company', () => {
    for (const [call, who, changes] of CHANGES) {
      if (changes === 'company') expect([call, who]).toEqual([call, 'manager']);
    }
  });
});

describe('the HTTP port of the window', () => {
  let ui: UiPort;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tilldesk-who-may-'));
    const ports = await openPorts(folder);
    ui = ports.ui;
    return async () => {
      await ports.close();
      await rm(folder, { recursive: true });
    };
  });

  it('has the routes of the table, and the API behind it', () => {
    const routes = routesOf(ui.app).map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    // `/api/*` is the API itself, by every method; the relay says which.
    const own = routes.filter((route) => !/^HEAD | (\/api)?\/\*$/.test(route));
    expect(own.sort()).toEqual(Object.keys(WINDOW_ROUTES).sort());
  });

  it.each(Object.entries(WINDOW_ROUTES).filter(([, asked]) => !['nothing', 'proof'].includes(asked)))(
    'refuses %s without its %s',
    async (route, asked) => {
      const [method = '', path = ''] = route.split(' ');
      const send = (headers: Record<string, string>) =>
        exchange(ui.port, method, path.replace(/\{\w+\}/, 'x'), {
          headers: { host: ui.authority, origin: `http://${ui.authority}`, ...headers },
        });
      expect((await send({})).status).toBe(401);
      if (asked !== 'cookie') expect((await send({ cookie: ui.cookie })).status).toBe(401);
    },
  );
});
