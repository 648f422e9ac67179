import type { RequestListener } from 'node:http';
import type { ApiAnswer } from '../../../electron/session/api-client.ts';
import { createUpstreamSession, type UpstreamSession } from '../../../electron/upstream/upstream-session.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { SHOPS_ANSWER } from './asked-shops.ts';
import { startStub } from './stub-deployment.ts';
import type { UpstreamGround } from './upstream-ground.ts';

const STORMS = 20;
const AT_ONCE = 100;
const CREDENTIALS = { account: 'storm', email: 'owner@storm.example', password: 'a password of a storm' };
const RIGHT = 'token-of-the-storm-number-';

interface Deployment {
  readonly listener: RequestListener;
  logins(): number;
  /** No token that was given until now is good any longer. */
  revoke(): void;
  /** From now on the password is refused. */
  changePassword(): void;
}

function createDeployment(): Deployment {
  let logins = 0;
  let oldest = 1;
  let isRefusing = false;
  // One call of each storm hears of its old token only when the login of the others is over.
  let straggling = 0;
  let loginOver = Promise.withResolvers<void>();
  const beginStorm = () => {
    straggling = 1;
    loginOver = Promise.withResolvers<void>();
  };
  const answerLogin = () => {
    logins += 1;
    loginOver.resolve();
    if (isRefusing) return { status: 401, body: refused() };
    const ends = Math.floor(Date.now() / 1_000) + 1_800;
    return { status: 200, body: { token: `${RIGHT}${logins}`, expires_at: ends, expires_in: 1_800 } };
  };
  const answerRead = async (authorization = '') => {
    straggling -= 1;
    if (straggling === 0) await loginOver.promise;
    const number = Number(authorization.split(RIGHT)[1]);
    return number >= oldest ? { status: 200, body: SHOPS_ANSWER } : { status: 401, body: refused() };
  };
  return {
    async listener(request, response) {
      const isLogin = request.method === 'POST';
      const { status, body } = isLogin ? answerLogin() : await answerRead(request.headers.authorization);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
    logins: () => logins,
    revoke() {
      beginStorm();
      oldest = logins + 1;
    },
    changePassword() {
      beginStorm();
      isRefusing = true;
      oldest = Number.POSITIVE_INFINITY;
    },
  };
}

function refused() {
  return { error: 'Unauthorized', message: 'No.', status: 401, request_id: 'r-1', hint: 'Sign in.' };
}

/** Many calls at once that have no token yet, then one that is no longer good, then a password that is none. */
export async function raiseStorms(ground: UpstreamGround): Promise<void> {
  ground.run.keepSecret('password', CREDENTIALS.password);
  ground.run.keepSecret('token', RIGHT);
  for (let left = ground.run.scaled(STORMS); left > 0; left -= 1) {
    await raiseStorm(ground, left % 2 === 0 ? AT_ONCE : 8);
  }
}

async function raiseStorm({ run, log, open }: UpstreamGround, connections: number): Promise<void> {
  const deployment = createDeployment();
  const stub = await startStub(deployment.listener);
  const client = open({ baseAddress: `http://127.0.0.1:${stub.port}`, limits: { connections } });
  const clock = { now: () => Date.now(), after: () => () => {} };
  const session = createUpstreamSession({ client, clock, log }, CREDENTIALS);

  const expectLogins = (when: string, logins: number, due: number) => {
    run.count('storms');
    if (logins !== due) run.breach('logins other than due', `${when}: ${logins} instead of ${due}`);
  };
  const expectAnswers = (when: string, answers: readonly (ApiAnswer | null)[], status: number | null) => {
    const others = answers.filter((answer) => (answer?.status ?? null) !== status).length;
    run.breach('outcomes other than due', `${when}: not ${status}`, others);
  };

  expectAnswers('the first calls', await askAtOnce(session), 200);
  expectLogins('the first calls', deployment.logins(), 1);
  deployment.revoke();
  expectAnswers('calls with an old token', await askAtOnce(session), 200);
  expectLogins('calls with an old token', deployment.logins(), 2);
  deployment.changePassword();
  expectAnswers('calls after the password was changed', await askAtOnce(session), 401);
  expectAnswers('further calls', await askAtOnce(session), null);
  expectLogins('calls after the password was changed', deployment.logins(), 3);
  session.replaceCredentials({ ...CREDENTIALS });
  expectAnswers('calls with a wrong password', await askAtOnce(session), null);
  expectAnswers('further calls', await askAtOnce(session), null);
  expectLogins('calls with a wrong password', deployment.logins(), 4);
  session.end();
  client.close();
  await stub.close();
}

/** Null where there was no answer. */
function askAtOnce(session: UpstreamSession): Promise<readonly (ApiAnswer | null)[]> {
  const call = { method: listShops.method, path: listShops.path };
  return Promise.all(Array.from({ length: AT_ONCE }, () => session.send(call).catch(() => null)));
}
