import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserHost } from '../../../electron/browser-host/browser-host.ts';
import { prepareDataFolder } from '../../../electron/launch/data-folder.ts';
import type { AppWindow } from '../../../electron/launch/open-app-window.ts';
import type { UiCore } from '../../../electron/pages/ui-host.ts';
import type { ApiAnswer, ApiRequest } from '../../../electron/session/api-client.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import { WINDOW_KEY_FRAGMENT, WINDOW_KEY_HEADER } from '../../../shared/contract/window-key.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { type Answer, exchange, type Sending } from '../../support/http-exchange.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';

export const NONCE = 'ab'.repeat(32);
export const INDEX = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><title>Tilldesk</title>';

export interface UiOptions {
  readonly startsAt?: number;
  readonly answer?: (call: ApiRequest) => Promise<ApiAnswer>;
  /** Absent: who is signed in may fetch everything. */
  readonly mayFetch?: UiCore['mayFetch'];
  readonly openWindow?: (issueAddress: () => string) => AppWindow;
}

/** A browser host that really listens, over a core that answers what it was asked. */
export async function startUi(options: UiOptions = {}) {
  const root = await mkdtemp(join(tmpdir(), 'tilldesk-ui-'));
  const rendererFolder = join(root, 'renderer');
  await mkdir(join(rendererFolder, 'assets'), { recursive: true });
  await writeFile(join(rendererFolder, 'index.html'), INDEX);
  await writeFile(join(rendererFolder, 'assets', 'main-abc.js'), 'export {};');
  await writeFile(join(rendererFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(root, 'secret.txt'), 'SECRET');

  const clock = createFixedClock(options.startsAt ?? '2026-11-21T09:00:00Z');
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
    mayFetch: options.mayFetch ?? (async () => true),
    send: async (call, sessionId) => {
      sent.push(call);
      sessionIds.push(sessionId);
      return options.answer ? options.answer(call) : answerOf(200, { target: call.path });
    },
  };
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
  });
  const place = await host.show(core);
  const port = place.port ?? 0;
  const origin = `http://127.0.0.1:${port}`;
  const launchTarget = /\/launch\?code=\S+/.exec(place.description)?.[0] ?? '';

  return {
    host,
    clock,
    records,
    sent,
    /** Paths and queries of what was sent to the API. */
    get asked() {
      return sent.map(({ path }) => path);
    },
    calls,
    /** What each call to the core named as the session that is shown. */
    sessionIds,
    port,
    origin,
    place,
    root,
    launchTarget,
    send: (method: string, target: string, sending?: Sending) => exchange(port, method, target, sending),
    /** Redeems the launch address and answers the headers of a browser that was let in. */
    async enter(): Promise<{ cookie: string; origin: string; [WINDOW_KEY_HEADER]: string }> {
      const answer = await exchange(port, 'GET', launchTarget);
      return { cookie: cookieOf(answer), origin, [WINDOW_KEY_HEADER]: windowKeyOf(answer) };
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

/** As the launch page hands it to the page that it goes on to. */
function windowKeyOf({ text }: Answer): string {
  return new RegExp(`#${WINDOW_KEY_FRAGMENT}=([\\w-]{43})"`).exec(text)?.[1] ?? '';
}

export function cookieOf(answer: Answer): string {
  const [cookie = ''] = [answer.headers['set-cookie'] ?? []].flat();
  return cookie.split(';')[0] ?? '';
}
