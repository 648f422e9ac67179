import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createApiClient } from '../../../../electron/api-client/api-client.ts';
import { systemClock } from '../../../../electron/base/clock.ts';
import { proveLaunchRight } from '../../../../electron/base/instance-proof.ts';
import { openDownloadShelf } from '../../../../electron/hosts/browser/downloads.ts';
import { createEntrance } from '../../../../electron/hosts/browser/entrance.ts';
import { buildUiServer, type UiLimits } from '../../../../electron/hosts/browser/ui-server.ts';
import { listenAsWindow, type WindowPort } from '../../../../electron/hosts/browser/window-port.ts';
import { type HandlerRuns, recordRuns } from './handler-runs.ts';
import { NONCE, type OpenService } from './open-service.ts';

/** What the page of the window says, which no other page may read. */
export const PAGE_MARK = 'the page of the window';

/** Half a megabyte. */
export const BIG_ASSET = '/assets/big-abc.js';
const BIG_BYTES = 512 * 1024;

/** The real server of the browser host, before a real service in which the owner is signed in. */
export interface OpenWindowPort {
  readonly app: FastifyInstance;
  readonly port: number;
  /** Name and port, as the `Host` header has them. */
  readonly authority: string;
  /** Name and value, of a browser that was let in. */
  readonly cookie: string;
  /** What its page shows with each call. */
  readonly windowKey: string;
  /** What a second start shows to be given an address. */
  readonly proof: string;
  readonly runs: HandlerRuns;
  /** A fresh one. */
  launchCode(): string;
  close(): Promise<void>;
}

export async function openWindowPort(
  folder: string,
  { port: apiPort, token }: Pick<OpenService, 'port' | 'token'>,
  limits?: UiLimits,
): Promise<OpenWindowPort> {
  const clock = systemClock;
  const log = pino({ level: 'trace' }, pino.destination({ dest: join(folder, 'ui.log'), sync: true }));
  const client = createApiClient({ baseAddress: `http://127.0.0.1:${apiPort}`, clock });
  const entrance = createEntrance(clock);
  let where: WindowPort | null = null;
  const app = buildUiServer({
    core: {
      handle: async (name) => ({ ok: true, value: `${name} ran` }),
      mayFetch: async () => true,
      readDocumentation: (path) => client.send({ method: 'GET', path }),
      send: (call) => client.send({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }),
    },
    ...{ entrance, where: () => where, onCodeUsedTwice: () => {} },
    ...{ log, nonce: NONCE, rendererFolder: layPages(join(folder, 'pages')) },
    ...(limits && { limits }),
    shelf: await openDownloadShelf(join(folder, 'exports'), clock, log),
  });
  const runs = recordRuns(app);
  where = await listenAsWindow(app, 0);
  const redeemed = entrance.redeem(entrance.issue().code, undefined);
  if (redeemed.kind !== 'let-in') throw new Error('a fresh launch code lets nobody in');
  return {
    ...{ app, ...where, runs, proof: proveLaunchRight(NONCE) },
    cookie: redeemed.setCookie.split(';', 1)[0] ?? '',
    windowKey: redeemed.key,
    launchCode: () => entrance.issue().code,
    close: () => app.close(),
  };
}

function layPages(folder: string): string {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>${PAGE_MARK}</title>`);
  writeFileSync(join(folder, 'assets', 'main-abc.js'), `window.mark = '${PAGE_MARK}';`);
  writeFileSync(join(folder, BIG_ASSET), ' '.repeat(BIG_BYTES));
  return folder;
}
