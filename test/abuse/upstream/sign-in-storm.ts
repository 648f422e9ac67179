import type { RequestListener } from 'node:http';
import type { Caller } from '../../../electron/base/caller.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createRemotePlatform, type RemotePlatform } from '../../../electron/platform/remote/remote-platform.ts';
import { readMe } from '../../../shared/contract/auth.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { SHOPS_ANSWER } from './asked-shops.ts';
import { startStub } from './stub-deployment.ts';
import type { UpstreamGround } from './upstream-ground.ts';

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

interface Deployment {
  readonly listener: RequestListener;
  logins(): number;
  /** No token that was given until now is good any longer. */
  revoke(): void;
  /** The same, and the password is refused from now on. */
  refusePassword(): void;
  takePassword(): void;
}

function createDeployment(): Deployment {
  let logins = 0;
  let oldest = 1;
  let isTaken = true;
  // One call of each storm hears of its old token only when the login of the others is over.
  let straggling = 0;
  let loginOver = Promise.withResolvers<void>();
  const revoke = () => {
    straggling = 1;
    loginOver = Promise.withResolvers<void>();
    oldest = logins + 1;
  };
  const answerLogin = () => {
    logins += 1;
    loginOver.resolve();
    if (!isTaken) return refused();
    const ends = Math.floor(Date.now() / 1_000) + 1_800;
    return { status: 200, body: { token: `${RIGHT}${logins}`, expires_at: ends, expires_in: 1_800 } };
  };
  const answerShops = async (isGood: boolean) => {
    straggling -= 1;
    if (straggling === 0) await loginOver.promise;
    return isGood ? { status: 200, body: SHOPS_ANSWER } : refused();
  };
  return {
    async listener({ method, url = '', headers }, response) {
      const isGood = Number(headers.authorization?.split(RIGHT)[1]) >= oldest;
      const answer = async () => {
        if (method === 'POST') return answerLogin();
        if (url.startsWith(listShops.path)) return answerShops(isGood);
        if (url === readMe.path) return isGood ? { status: 200, body: ME } : refused();
        return { status: 404, body: {} };
      };
      const { status, body } = await answer();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
    logins: () => logins,
    revoke,
    refusePassword() {
      revoke();
      isTaken = false;
    },
    takePassword() {
      isTaken = true;
    },
  };
}

function refused() {
  const body = { error: 'Unauthorized', message: 'No.', status: 401, request_id: 'r-1', hint: 'Sign in.' };
  return { status: 401, body };
}

/** Many calls at once of somebody whose token is no longer good, and then whose password is none. */
export async function raiseStorms(ground: UpstreamGround): Promise<void> {
  ground.run.keepSecret('password', CREDENTIALS.password);
  ground.run.keepSecret('token', RIGHT);
  for (let left = ground.run.scaled(STORMS); left > 0; left -= 1) {
    await raiseStorm(ground, left % 2 === 0 ? AT_ONCE : 8);
  }
}

async function raiseStorm({ run, log }: UpstreamGround, connections: number): Promise<void> {
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
  deployment.refusePassword();
  await expectAnswers('calls after the password was changed', caller, 'session_ended');
  await expectAnswers('further calls', caller, 'session_ended');
  expectLogins('calls after the password was changed', 3);
  deployment.takePassword();
  await expectAnswers('calls of somebody who has not signed in again', caller, 'session_ended');
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
