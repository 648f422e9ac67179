import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createStoreKeeperClient } from '../../../../electron/platform/storekeeper/client.ts';
import type { AuthObject, StoreKeeperFunction } from '../../../../electron/platform/storekeeper/functions.ts';
import { createPace } from '../../../../electron/platform/storekeeper/pace.ts';
import { makeCertificate } from '../../../support/certificates.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { localDeployment } from '../../api-client/local-deployment.ts';
import { standingClock } from '../../session/standing-clock.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly module: string;
  readonly name: string;
  readonly auth: Readonly<Record<string, unknown>>;
  readonly params: readonly unknown[];
}

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged if it is text, otherwise as JSON. */
  readonly body: unknown;
}

export const succeeded = (response?: unknown): Scripted => ({ body: { success: true, response } });

export const failed = (errorClass: string | undefined, error = 'No.', status = 200): Scripted => ({
  status,
  body: { success: false, class: errorClass, error, errno: 3, ref: 'R-123', trace: 'at secret.php:12' },
});

/** Returns a page of a list. */
export const listed = (...data: readonly unknown[]) => succeeded({ data, count: data.length, total: data.length });

export const USER: AuthObject = { account: 'demo', user: 'olga', rights: 'user', mode: 'hash', hash: 'hush-hash-1' };

/** Opens the client in front of a local server that answers by function name, as the script says. */
export async function storeKeeperBefore(
  script: (asked: Asked) => Scripted | undefined | Promise<Scripted>,
  { scheme = 'http' }: { scheme?: 'http' | 'https' } = {},
) {
  const certificate = scheme === 'https' ? await makeCertificate({ names: ['127.0.0.1'] }) : null;
  const asked: Asked[] = [];
  const { baseAddress, server } = await localDeployment(async (request, response) => {
    const { searchParams: query } = new URL(request.url ?? '', 'http://there');
    const { auth, params } = JSON.parse(await text(request));
    const [module, name] = [query.get('module') ?? '', query.get('function') ?? ''];
    const { method = '', url: path = '', headers: sent } = request;
    const one = { method, path, headers: sent, module, name, auth, params };
    asked.push(one);
    const { status = 200, headers = {}, body } = (await script(one)) ?? failed('General', 'not scripted');
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }, certificate);
  const clock = standingClock();
  const { log, records } = createLogRecorder();
  const authorities = certificate === null ? [] : [certificate.cert];
  const client = createStoreKeeperClient({ origin: baseAddress, authorities, clock, log });
  onTestFinished(() => client.close());
  const pace = createPace(clock, { callsPerSecond: () => Number.POSITIVE_INFINITY });
  const namesAsked = () => asked.map(({ name }) => name as StoreKeeperFunction);
  return { client, pace, clock, asked, namesAsked, records, origin: baseAddress, server };
}

/** Returns the error of the work. Fails if the work succeeds. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
