import { exchangeRaw } from '../../support/http-exchange.ts';
import type { Canaries } from './canaries.ts';
import type { Ask, Hear } from './heard-client.ts';
import { ACCOUNT_NAME, EMAIL } from './laid-folder.ts';

const LOGIN = '/api/auth/login';
const REFRESH = '/api/auth/refresh';
const DAY = 'from=2026-10-01';

export interface Planting {
  readonly canaries: Canaries;
  readonly ask: Ask;
  readonly hear: Hear;
  /** Of the API. */
  readonly port: number;
}

/** Answers a token that is alive. */
export async function plantPasswords({ canaries, ask }: Planting, password: string): Promise<string> {
  const right = { account: ACCOUNT_NAME, email: EMAIL, password };
  const wrong = () => canaries.next('password');
  const post = (body: unknown, path = LOGIN) => ask(path, { method: 'POST', body });
  await Promise.all([
    post({ ...right, password: wrong() }),
    post({ ...right, password: wrong() }, REFRESH),
    post({ ...right, account: wrong() }),
    post({ ...right, email: `sam\r\n{"level":30} ${wrong()}` }),
    post({ ...right, password: [wrong()] }),
    post({ ...right, other: wrong() }),
    post(`{"account":"alpha","password":"${wrong()}`),
    post(`{"password":"${wrong()}","password":"x"}`),
    ask(LOGIN, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: wrong() }),
    ask(`${LOGIN}?password=${wrong()}`, { method: 'POST', body: right }),
  ]);
  const bearer = async (path: string) => {
    const { text } = await ask(path, { method: 'POST', body: right, shows: 'the token' });
    return canaries.keep('token', JSON.parse(text).token);
  };
  const [, token] = await Promise.all([bearer(REFRESH), bearer(LOGIN)]);
  return token;
}

/** What somebody may show as a bearer, and where it may have been put by mistake. */
export async function plantBearer({ ask, port, hear }: Planting, bearer: string): Promise<void> {
  const authorization = `Bearer ${bearer}`;
  await ask('/api/me', { headers: { authorization } });
  await ask(`/api/orders?${DAY}&q=${bearer}`, { headers: { authorization } });
  await ask(`/api/orders?from=${bearer}`, { headers: { authorization } });
  await ask(`/api/products/delta?cursor=${bearer}`, { headers: { authorization } });
  await ask(`/api/${bearer}`, { headers: { authorization } });
  await ask(`/api/shops/${bearer}/shops?token=${bearer}`);
  await ask(`/${bearer}%zz?token=${bearer}`);
  await ask('/api/me', { headers: { authorization: `Basic ${btoa(`sam:${bearer}`)}` } });
  await ask('/api/me', {
    headers: { 'x-api-key': bearer, cookie: `token=${bearer}`, origin: `http://${bearer}` },
  });
  for (const lines of [
    `GET /${bearer} HTTP/9.9\r\nAuthorization: ${authorization}\r\n\r\n`,
    `GET /api/me HTTP/1.1\r\nHost: ${bearer}\r\nConnection: close\r\n\r\n`,
    `GET /api/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n broken\0\r\n\r\n`,
    `${bearer} is no request\r\n\r\n`,
  ]) {
    hear('a reply on the bare socket', await exchangeRaw(port, lines), 400);
  }
}

/** Secrets of webhooks: made, shown again for the same key, rotated, and used for a message that nobody takes. */
export async function plantWebhooks({ canaries, ask }: Planting, token: string): Promise<void> {
  const authorization = `Bearer ${token}`;
  const shows = 'the secret';
  const keepSecret = ({ text }: { readonly text: string }) => {
    const { secret } = JSON.parse(text);
    canaries.keep('webhook secret', secret);
    canaries.keep('webhook secret', secret.replace('whsec_', ''));
  };
  const url = 'https://127.0.0.1:1024/hook';
  const subscription = {
    method: 'POST',
    headers: { authorization, 'idempotency-key': 'once' },
    body: { url, events: ['order.updated'] },
    shows,
  };
  const made = await ask('/api/webhooks', subscription);
  await ask('/api/webhooks', subscription);
  keepSecret(made);
  const path = `/api/webhooks/${JSON.parse(made.text).id}`;
  await ask(path, { headers: { authorization } });
  keepSecret(await ask(`${path}/rotate-secret`, { method: 'POST', headers: { authorization }, shows }));
  await ask(`${path}/ping`, { method: 'POST', headers: { authorization } });
  await ask(`${path}/deliveries`, { headers: { authorization } });
  const inAddress = `https://sam:${canaries.next('password')}@127.0.0.1:1024/`;
  const body = { ...subscription.body, url: inAddress };
  await ask('/api/webhooks', { method: 'POST', headers: { authorization }, body });
}
