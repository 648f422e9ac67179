import type { RemoteLimits } from '../../../../electron/platform/remote/remote-client.ts';
import { createRemotePlatform } from '../../../../electron/platform/remote/remote-platform.ts';
import { readMe } from '../../../../shared/contract/auth.ts';
import { makeCertificate } from '../../../support/certificates.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createKnownUsers } from '../../../support/known-users.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { localDeployment } from '../../api-client/local-deployment.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The token after `Bearer`. */
  readonly bearer: string;
}

export interface Told {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const CREDENTIALS = { account: 'alpha', email: 'Owner@alpha.example', password: 'geheim' };
export const ACCOUNT_ID = 1_000_000_007;
export const ME = {
  account: 'alpha',
  user: { id: 31, name: 'Olga Eigenaar', email: 'owner@alpha.example' },
  roles: ['owner'],
  locked_location: null,
  auth: { kind: 'token', expires_at: 4_000_000_000 },
};
export const failed = (status: number, message = 'No.') => ({
  status,
  body: { error: 'Error', message, status, request_id: 'r-1' },
});
export const issued = (token: string) => ({ body: { token, expires_at: 4_000_000_000, expires_in: 1_800 } });

/** Opens the adapter in front of a deployment that answers as `tell` says, by default correctly with one user. */
export async function remoteBefore(
  tell: (asked: Asked) => Told | undefined,
  limits: Partial<RemoteLimits> = {},
  scheme: 'https' | 'http' = 'https',
) {
  const certificate = scheme === 'https' ? await makeCertificate({ names: ['127.0.0.1'] }) : null;
  const asked: Asked[] = [];
  /** Accounts that were given a number. */
  const numbered: string[] = [];
  let logins = 0;

  function honest({ path }: Asked): Told {
    if (path === readMe.path) return { body: ME };
    if (!path.startsWith('/api/auth/')) return failed(404);
    logins += 1;
    return issued(`token-${logins}`);
  }

  const { baseAddress } = await localDeployment((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://there');
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
    const one = { method: request.method ?? '', path, query, bearer };
    asked.push(one);
    const { status = 200, body, headers } = tell(one) ?? honest(one);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }, certificate);
  const clock = createFixedClock('2026-11-01T12:00:00Z');
  const { log, records } = createLogRecorder();
  const open = () =>
    createRemotePlatform({
      ...{ address: baseAddress, clock, log, limits },
      authorities: certificate === null ? [] : [certificate.cert],
      users: createKnownUsers(),
      accounts: {
        async getId(account) {
          numbered.push(account);
          return ACCOUNT_ID + (account === 'alpha' ? 0 : 1);
        },
        findName: async (accountId) => (accountId === ACCOUNT_ID ? 'alpha' : 'beta'),
      },
    });
  const pathsAsked = () => asked.map(({ path }) => path).filter((path) => path !== '/openapi.json');
  return { platform: open(), open, clock, asked, pathsAsked, numbered, records, logins: () => logins };
}
