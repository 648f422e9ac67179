import { ErrorBody } from '../../../shared/contract/errors.ts';
import { departuresFrom } from '../../support/contract-check.ts';
import type { Answer } from '../../support/http-exchange.ts';
import { CREDENTIALS, USER } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import type { Attempt, Operation } from './operation.ts';
import type { ShopUnderFault } from './shop-under-fault.ts';

/** What a reply may never tell of a fault. */
const LEAKS = /sqlite|disk|i\/o|errno|database|locked|readonly|constraint|\.ts\b|\bat \S+ \(/i;
/** What the contract has for a service or a platform that failed. */
const FAILED = [500, 502];
const REFUSED_SIGN_IN = 401;

type Secrets = Pick<SuiteRun, 'keepSecret' | 'hear'>;

const RECEIVER = { url: 'https://hooks.receiver.example/faults', events: ['order.updated'] };
const ROW_OF_WEBHOOK = { description: 'of the suite' };

/** What is asked of the API and written by it. */
export async function httpOperations(shop: ShopUnderFault, secrets: Secrets): Promise<readonly Operation[]> {
  const { store, send } = shop;
  const { db } = store;
  let number = 0;
  let webhook = 0;

  const judge = (answer: Answer, done: number): Attempt => judged(answer, done, secrets);
  const signIn = (password: string) =>
    send('POST', '/api/auth/login', { body: { ...CREDENTIALS.accountant, password } });
  const subscribe = () => {
    number += 1;
    const headers = { 'idempotency-key': `faults-${number}` };
    return send('POST', '/api/webhooks', { headers, body: { ...RECEIVER, ...ROW_OF_WEBHOOK } });
  };
  const removeAll = async () => {
    await db.deleteFrom('webhooks').where('description', '=', ROW_OF_WEBHOOK.description).execute();
  };
  const subscribeOne = async () => {
    await removeAll();
    const answer = await subscribe();
    if (answer.status !== 201) throw new Error(`no webhook to work with: ${answer.text}`);
    webhook = JSON.parse(answer.text).id;
  };
  const account_id = 1;

  return [
    {
      // An attempt counts as failed until it has not.
      ...{ name: 'sign in', db, leaves: ['sign_in_failures'] },
      async prepare() {
        await db.deleteFrom('tokens').where('user_id', '=', USER.accountant).execute();
        const expired = { account_id, user_id: USER.accountant, token_hash: 'expired' };
        await db
          .insertInto('tokens')
          .values({ ...expired, issued_at: 0, expires_at: 1 })
          .execute();
      },
      attempt: async () => judge(await signIn(CREDENTIALS.accountant.password), 200),
    },
    {
      ...{ name: 'a sign-in that is refused', db },
      prepare: () => db.deleteFrom('sign_in_failures').execute(),
      attempt: async () => judge(await signIn('not the password'), REFUSED_SIGN_IN),
    },
    {
      ...{ name: 'subscribe a webhook', db },
      prepare: removeAll,
      attempt: async () => judge(await subscribe(), 201),
    },
    {
      ...{ name: 'rotate a secret', db },
      prepare: subscribeOne,
      attempt: async () => judge(await send('POST', `/api/webhooks/${webhook}/rotate-secret`), 200),
    },
    {
      ...{ name: 'enable a webhook', db },
      async prepare() {
        await subscribeOne();
        await db
          .updateTable('webhooks')
          .set({ disabled_reason: 'gone', disabled_at: 1 })
          .where('id', '=', webhook)
          .execute();
        await db
          .insertInto('webhook_deliveries')
          .values(['a', 'b', 'c'].map((name) => failedDelivery(webhook, name)))
          .execute();
      },
      attempt: async () => judge(await send('POST', `/api/webhooks/${webhook}/enable`), 200),
    },
    {
      ...{ name: 'remove a webhook', db, leaves: ['removed_webhooks'] },
      prepare: subscribeOne,
      attempt: async () => judge(await send('DELETE', `/api/webhooks/${webhook}`), 204),
    },
  ];
}

function failedDelivery(webhook_id: number, message_id: string) {
  return {
    ...({ webhook_id, message_id, kind: 'batch', status: 'failed', body: '{}', event_count: 1 } as const),
    ...{ created_at: 1, next_attempt_at: null, replay_of: null, ended_at: 2 },
  };
}

function judged({ status, text }: Answer, done: number, { keepSecret, hear }: Secrets): Attempt {
  const body: unknown = text === '' ? null : JSON.parse(text);
  if (status === done && status !== REFUSED_SIGN_IN) {
    if (hasText(body, 'token')) keepSecret('token', body.token);
    if (hasText(body, 'secret')) keepSecret('webhook secret', body.secret);
    return { isDone: true, wrong: null };
  }
  hear('a reply under a fault', text);
  const wrong = wrongIn(body);
  if (status === done) return { isDone: true, wrong };
  return { isDone: false, wrong: FAILED.includes(status) ? wrong : `was answered with ${status}: ${text}` };
}

function wrongIn(body: unknown): string | null {
  const departures = departuresFrom(ErrorBody, body);
  if (departures.length > 0) return `has another form than errors: ${departures.join('; ')}`;
  const text = JSON.stringify(body);
  return LEAKS.test(text) ? `tells of the inside: ${text}` : null;
}

function hasText<Name extends string>(body: unknown, name: Name): body is Record<Name, string> {
  return (
    typeof body === 'object' && body !== null && name in body && typeof Reflect.get(body, name) === 'string'
  );
}
