import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiAnswer, ApiRequest } from '../../../../electron/api-client/api-client.ts';
import type { UiCore } from '../../../../electron/bridge/host.ts';
import type { AppWindow, WindowLaunch } from '../../../../electron/hosts/browser/app-window.ts';
import { createBrowserHost } from '../../../../electron/hosts/browser/browser-host.ts';
import { prepareDataFolder } from '../../../../electron/startup/data-folder.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/defaults.ts';
import { LAUNCH_SESSION_PATH } from '../../../../shared/contract/window-headers.ts';
import { PAGE_CALL_HEADER } from '../../../../shared/contract/window-page.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { type Answer, exchange, type Sending } from '../../../support/http-exchange.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { createMemoryVault } from '../../../support/memory-vault.ts';
import { openPage } from '../../../support/window-client.ts';

export const NONCE = 'ab'.repeat(32);
export const INDEX = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><title>Tilldesk</title>';

export interface UiOptions {
  readonly answer?: (call: ApiRequest) => Promise<ApiAnswer>;
  /** Default: the signed-in user may download everything. */
  readonly mayFetch?: UiCore['mayFetch'];
  readonly openWindow?: (launch: WindowLaunch) => AppWindow;
  /** Folder of an earlier run whose data folder is used again. Default: a new one. */
  readonly root?: string;
}

/** Starts a browser host that really listens, over a core that returns what it was asked. */
export async function startUi(options: UiOptions = {}) {
  const root = options.root ?? (await mkdtemp(join(tmpdir(), 'tilldesk-ui-')));
  const rendererFolder = join(root, 'renderer');
  await mkdir(join(rendererFolder, 'assets'), { recursive: true });
  await writeFile(join(rendererFolder, 'index.html'), INDEX);
  await writeFile(join(rendererFolder, 'assets', 'main-abc.js'), 'export {};');
  await writeFile(join(rendererFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(root, 'secret.txt'), 'SECRET');

  const clock = createFixedClock('2026-11-21T09:00:00Z');
  const { log, records } = createLogRecorder();
  const sent: ApiRequest[] = [];
  const calls: { name: string; argument: unknown }[] = [];
  const sessionIds: (string | null)[] = [];
  const core: UiCore = {
    handle: async (name, argument, sessionId) => {
      calls.push({ name, argument });
      sessionIds.push(sessionId);
      return { ok: true, value: { name, argument } };
    },
    readDocumentation: async (path) => answerOf(200, { path }, { 'content-security-policy': "default-src 'none'" }),
    mayFetch: options.mayFetch ?? (async () => true),
    send: async (call, sessionId) => {
      sent.push(call);
      sessionIds.push(sessionId);
      return options.answer ? options.answer(call) : answerOf(200, { target: call.path });
    },
  };
  let usedTwice = 0;
  const host = await createBrowserHost({
    folder: prepareDataFolder(join(root, 'data')),
    rendererFolder,
    port: 0,
    nonce: NONCE,
    vault: createMemoryVault(),
    settings: {
      read: () => DEFAULT_SETTINGS,
      change: () => DEFAULT_SETTINGS,
      setAside: null,
    },
    clock,
    log,
    openWindow: options.openWindow ?? null,
    onCodeUsedTwice: () => {
      usedTwice += 1;
    },
  });
  const place = await host.show(core, {
    openWork: () => ({ isExporting: false, isApiInUse: false }),
    leaveWindow: async () => undefined,
  });
  const port = place.port ?? 0;
  const origin = /http:\/\/[\w.]+:\d+/.exec(place.description)?.[0] ?? '';
  const { host: authority } = new URL(origin);
  const launchCode = /\/launch#(\S+)/.exec(place.description)?.[1] ?? '';
  const send = (method: string, target: string, { headers, ...sending }: Sending = {}) =>
    exchange(port, method, target, { ...sending, headers: { host: authority, ...headers } });
  /** Redeems a code like the launch page. */
  const redeem = (code: string, cookie?: string) =>
    send('POST', LAUNCH_SESSION_PATH, {
      headers: { origin, 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }) },
      body: { code },
    });

  const sendAsPage: Parameters<typeof openPage>[0] = (method, target, headers, body) =>
    send(method, target, { headers: { origin, ...headers }, body });

  return {
    host,
    clock,
    records,
    sent,
    /** Paths and queries that were sent to the API. */
    get asked() {
      return sent.map(({ path }) => path);
    },
    calls,
    /** The id of the shown session in each call to the core. */
    sessionIds,
    port,
    origin,
    authority,
    place,
    root,
    /** The launch code of the printed address. */
    launchCode,
    get usedTwice() {
      return usedTwice;
    },
    send,
    redeem,
    openPage: (cookie: string, ticket: string) => openPage(sendAsPage, cookie, ticket),
    /** Redeems the launch address, opens a page, and returns the headers of a browser that was let in. */
    async enter(): Promise<{ cookie: string; origin: string; [PAGE_CALL_HEADER]: string }> {
      const answer = await redeem(launchCode);
      const cookie = cookieOf(answer);
      const { keys } = await openPage(sendAsPage, cookie, JSON.parse(answer.text).ticket);
      return { cookie, origin, [PAGE_CALL_HEADER]: `${keys.id}.1` };
    },
    async stop(): Promise<void> {
      await host.close();
      await rm(root, { recursive: true });
    },
  };
}

export type RunningUi = Awaited<ReturnType<typeof startUi>>;

export function answerOf(status: number, body: unknown, headers: Record<string, string> = {}): ApiAnswer {
  return {
    status,
    headers: new Headers({ 'content-type': 'application/json; charset=utf-8', ...headers }),
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

export function cookieOf(answer: Answer): string {
  const [cookie = ''] = [answer.headers['set-cookie'] ?? []].flat();
  return cookie.split(';')[0] ?? '';
}
