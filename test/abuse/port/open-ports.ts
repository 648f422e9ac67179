import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createApiClient } from '../../../electron/api-client/api-client.ts';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import type { HttpLimits } from '../../../electron/base/http-limits.ts';
import { proveLaunchRight } from '../../../electron/base/instance-proof.ts';
import { readConfig } from '../../../electron/config/config.ts';
import { openDownloadDirectory } from '../../../electron/hosts/browser/downloads.ts';
import { createEntrance } from '../../../electron/hosts/browser/entrance.ts';
import { buildUiServer } from '../../../electron/hosts/browser/ui-server.ts';
import { createWindowPage } from '../../../electron/hosts/browser/window-page.ts';
import { listenAsWindow, type WindowPort } from '../../../electron/hosts/browser/window-port.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { buildService, buildWindowService } from '../../../electron/service/build-service.ts';
import { DOCS_ASSETS } from '../../../electron/service/routes/documentation-routes.ts';
import { listenOn, type ServiceLimits } from '../../../electron/service/server/create-server.ts';
import { createRequestJournal } from '../../../electron/service/server/request-log.ts';
import { createInProcessTransport } from '../../../electron/session/in-process-transport.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { cheapHasher } from '../../support/cheap-cost.ts';
import { exchange } from '../../support/http-exchange.ts';
import { createServiceRepositories, createWindowRepositories } from '../../support/service-repositories.ts';
import { CREDENTIALS, seedFixtureShop } from '../../support/shop-fixture.ts';
import { createWebhooksUnderTest, SECRET_KEY } from '../../support/webhooks-under-test.ts';

const NONCE = '5a'.repeat(32);

/** A text of the window page, which no other page may read. */
export const PAGE_FLAG = 'the page of the window';

/** Half a megabyte. */
export const BIG_ASSET = '/assets/big-abc.js';
const BIG_BYTES = 512 * 1024;

/** The real service with the fixture shop, on a separate port. */
export interface ApiPort {
  readonly app: FastifyInstance;
  readonly port: number;
  /** The token of the owner. */
  readonly token: string;
  /** The requests that reached a handler, as a person would name them. */
  readonly runs: readonly string[];
}

/** The real server of the browser host, with a real service in which the owner is signed in. */
export interface UiPort {
  readonly app: FastifyInstance;
  readonly port: number;
  /** Name and port, as in the `Host` header. */
  readonly authority: string;
  /** Name and value, for an admitted browser. */
  readonly cookie: string;
  /** The value of the header that its page sends with each call. */
  readonly pageCall: string;
  /** What a second start sends to get an address. */
  readonly proof: string;
  readonly runs: readonly string[];
  /** Returns a new one. */
  launchCode(): string;
}

/** Both ports of a program. */
export interface Ports {
  readonly api: ApiPort;
  readonly ui: UiPort;
}

export interface PortLimits {
  readonly limits?: ServiceLimits;
  readonly uiLimits?: HttpLimits;
}

/** Writes store, pages, exports and a log of everything into `folder`. */
export async function openPorts(
  folder: string,
  { limits, uiLimits }: PortLimits = {},
): Promise<Ports & { close(): Promise<void> }> {
  const { close, ...api } = await openService(folder, limits);
  const ui = await openWindowPort(folder, api, uiLimits);
  return {
    ...{ api, ui },
    async close() {
      await ui.app.close();
      await close();
    },
  };
}

async function openService(folder: string, limits?: ServiceLimits) {
  const store = await openStore({ file: join(folder, 'store.sqlite'), clock });
  await seedFixtureShop(store.db);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: cheapHasher });
  const log = logIn(folder, 'api.log');
  const webhooks = createWebhooksUnderTest({ db: store.db, platform, clock, log });
  const docsFolder = join(folder, 'docs');
  layFiles(docsFolder, Object.fromEntries(Object.keys(DOCS_ASSETS).map((asset) => [asset, ''])));
  const deps = {
    ...{ platform, clock, log, nonce: NONCE, secretKey: SECRET_KEY, docsFolder, webhooks: webhooks.service },
    ...createServiceRepositories(store.db),
    journal: createRequestJournal(),
  };
  const app = buildService({ ...deps, ...(limits && { limits }) });
  const windowService = buildWindowService({
    ...deps,
    ...createWindowRepositories(store.db),
    describeApi: app.describeApi,
  });
  const runs = recordRuns(app);
  // The default port of the program.
  const folders = { platform: 'linux', homeFolder: '/', workingFolder: '/' } as const;
  const { listen } = readConfig({ argv: ['--headless'], env: {}, ...folders }).server;
  const port = await listenOn(app, listen, 0);
  const { text } = await exchange(port, 'POST', '/api/auth/login', { body: CREDENTIALS.owner });
  const token: string = JSON.parse(text).token;
  return {
    ...{ app, port, runs, token, windowService },
    async close() {
      await windowService.close();
      app.server.closeAllConnections();
      await webhooks.dispatcher.stop();
      await app.close();
      await store.close();
    },
  };
}

async function openWindowPort(
  folder: string,
  { port, token, windowService }: ApiPort & { readonly windowService: FastifyInstance },
  limits?: HttpLimits,
): Promise<UiPort> {
  const log = logIn(folder, 'ui.log');
  const transport = createInProcessTransport(windowService);
  const client = createApiClient({ baseAddress: `http://127.0.0.1:${port}`, clock, transport });
  const entrance = createEntrance(clock);
  const rendererFolder = join(folder, 'pages');
  layFiles(rendererFolder, {
    'index.html': `<!doctype html><title>${PAGE_FLAG}</title>`,
    'assets/main-abc.js': `window.mark = '${PAGE_FLAG}';`,
    [BIG_ASSET]: ' '.repeat(BIG_BYTES),
  });
  let where: WindowPort | null = null;
  const app = buildUiServer({
    core: {
      handle: async (name) => ({ ok: true, value: `${name} ran` }),
      mayFetch: async () => true,
      readDocumentation: (path) => client.send({ method: 'GET', path }),
      send: (call) => client.send({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }),
    },
    ...{ entrance, log, rendererFolder, nonce: NONCE, where: () => where, onCodeUsedTwice: () => {} },
    ...(limits && { limits }),
    directory: await openDownloadDirectory(join(folder, 'exports'), clock, log),
  });
  const runs = recordRuns(app);
  where = await listenAsWindow(app, 0, join(folder, 'windows.json'));
  const redeemed = entrance.redeem(entrance.issue().code, undefined);
  if (redeemed.kind !== 'let-in') throw new Error('a fresh launch code lets nobody in');
  const cookie = redeemed.setCookie.split(';', 1)[0] ?? '';
  const pageKey = entrance.openPage(cookie, redeemed.ticket) ?? '';
  return {
    ...{ app, ...where, runs, proof: proveLaunchRight(NONCE) },
    cookie,
    pageCall: `${createWindowPage(Buffer.from(pageKey, 'base64url')).id}.1`,
    launchCode: () => entrance.issue().code,
  };
}

const logIn = (folder: string, name: string) =>
  pino({ level: 'trace' }, pino.destination({ dest: join(folder, name), sync: true }));

function layFiles(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
}

/** Must be called before the server listens. */
function recordRuns(app: FastifyInstance): readonly string[] {
  const runs: string[] = [];
  app.addHook('preHandler', async ({ raw }, reply) => {
    // If a hook has already sent a refusal, the handler does not run.
    if (reply.sent) return;
    const { host, origin, 'sec-fetch-site': site } = raw.headers;
    runs.push(`${raw.method} ${raw.url} (host ${host}, origin ${origin}, site ${site})`);
  });
  return runs;
}
