import type { RequestListener } from 'node:http';
import type { Caller } from '../../../electron/base/caller.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createRemotePlatform, type RemotePlatform } from '../../../electron/platform/remote/remote-platform.ts';
import { readMe } from '../../../shared/contract/auth.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { SHOPS_ANSWER, sendJson, startStub, type UpstreamBench } from './stub-deployment.ts';

const STORMS = 20;
const AT_ONCE = 100;
const CREDENTIALS = { account: 'storm', email: 'owner@storm.example', password: 'a password of a storm' };
const RIGHT = 'token-of-the-storm-number-';
const ACCOUNT_ID = 1_000_000_007;
const ME = {
  account: CREDENTIALS.account,
  user: { id: 31, name: 'Olga Eigenaar', email: CREDENTIALS.email },
  roles: ['owner'],
  locked_location: null,
  auth: { kind: 'token', expires_at: 4_000_000_000 },
};

const REFUSED = { error: 'Unauthorized', message: 'No.', status: 401, request_id: 'r-1', hint: 'Sign in.' };

/** Another deployment, whose tokens and password can be taken back. */
function createDeployment() {
  let logins = 0;
  let oldest = 1;
  let isTaken = true;
  // One call of each storm hears of its old token only when the login of the others is over.
  let straggling = 0;
  let loginOver = Promise.withResolvers<void>();
  const answerLogin = () => {
    logins += 1;
    loginOver.resolve();
    const ends = Math.floor(Date.now() / 1_000) + 1_800;
    return isTaken ? { token: `${RIGHT}${logins}`, expires_at: ends, expires_in: 1_800 } : null;
  };
  const listener: RequestListener = async ({ method, url = '', headers }, response) => {
    const isGood = Number(headers.authorization?.split(RIGHT)[1]) >= oldest;
    if (url.startsWith(listShops.path)) {
      straggling -= 1;
      if (straggling === 0) await loginOver.promise;
    }
    const answer = url === readMe.path ? ME : SHOPS_ANSWER;
    const body = method === 'POST' ? answerLogin() : isGood ? answer : null;
    sendJson(response, body === null ? 401 : 200, body ?? REFUSED);
  };
  return {
    listener,
    logins: () => logins,
    /** No token that was given until now is good any longer. */
    revoke() {
      straggling = 1;
      loginOver = Promise.withResolvers<void>();
      oldest = logins + 1;
    },
    takesPassword(takes: boolean) {
      isTaken = takes;
    },
  };
}

/** Many calls at once of a user whose token is no longer good, and then whose password is not. */
export async function raiseStorms(bench: UpstreamBench): Promise<void> {
  bench.run.keepSecret('password', CREDENTIALS.password);
  bench.run.keepSecret('token', RIGHT);
  for (let left = bench.run.scaled(STORMS); left > 0; left -= 1) {
    await raiseStorm(bench, left % 2 === 0 ? AT_ONCE : 8);
  }
}

async function raiseStorm({ run, log }: UpstreamBench, connections: number): Promise<void> {
  const deployment = createDeployment();
  const certificate = await makeCertificate({ names: ['127.0.0.1'] });
  const stub = await startStub(deployment.listener, certificate);
  const platform = createRemotePlatform({
    // Over plain HTTP nobody is signed in again.
    address: `https://127.0.0.1:${stub.port}`,
    accounts: { idOf: async () => ACCOUNT_ID, nameOf: async () => CREDENTIALS.account },
    clock: { now: () => Date.now(), after: () => () => {} },
    log,
    authorities: [certificate.cert],
    limits: { upstream: { connections } },
  });
  const expectLogins = (when: string, due: number) => {
    run.count('storms');
    const logins = deployment.logins();
    if (logins !== due) run.breach('logins other than due', `${when}: ${logins} instead of ${due}`);
  };
  const expectAnswers = async (when: string, caller: Caller, due: string) => {
    const outcomes = await askAtOnce(platform, caller);
    const others = outcomes.filter((outcome) => outcome !== due);
    run.breach('outcomes other than due', `${when}: ${others[0]} instead of ${due}`, others.length);
  };

  const caller = await platform.signIn(CREDENTIALS);
  await expectAnswers('the first calls', caller, 'answered');
  expectLogins('the first calls', 1);
  deployment.revoke();
  await expectAnswers('calls with an old token', caller, 'answered');
  expectLogins('calls with an old token', 2);
  deployment.revoke();
  deployment.takesPassword(false);
  await expectAnswers('calls after the password was changed', caller, 'session_ended');
  await expectAnswers('further calls', caller, 'session_ended');
  expectLogins('calls after the password was changed', 3);
  deployment.takesPassword(true);
  await expectAnswers('calls of a user who has not signed in again', caller, 'session_ended');
  await expectAnswers('calls after signing in again', await platform.signIn(CREDENTIALS), 'answered');
  expectLogins('calls after signing in again', 4);
  platform.close();
  await stub.close();
}

/** `answered`, or the code of the failure. */
function askAtOnce(platform: RemotePlatform, caller: Caller): Promise<readonly string[]> {
  const ask = async () => {
    try {
      await platform.listReference(caller, 'shops');
      return 'answered';
    } catch (error) {
      return error instanceof PlatformError ? error.code : String(error);
    }
  };
  return Promise.all(Array.from({ length: AT_ONCE }, ask));
}
