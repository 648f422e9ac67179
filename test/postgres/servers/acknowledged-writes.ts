import { setTimeout } from 'node:timers/promises';
import type { SecureClient } from './secure-client.ts';

/** What servers have said that they did, and so must have done whatever became of them. */
export interface AcknowledgedWrites {
  readonly tokens: string[];
  readonly webhooks: Set<number>;
  readonly removed: Set<number>;
  /** Calls that nobody answered, or that failed: they may be done or not. */
  unanswered: number;
}

export interface WritingClient {
  readonly client: SecureClient;
  /** One of the servers, another one each time. */
  readonly pickAddress: () => string;
  readonly receiverUrl: string;
  readonly goesOn: () => boolean;
}

const CREDENTIALS = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };
/** Fewer than the tokens that a user may have. */
const MOST_TOKENS = 30;
const MOST_WEBHOOKS = 15;

/** Signs in, subscribes and removes, at whatever server, and remembers what was acknowledged. */
export async function keepWriting(
  { client, pickAddress, receiverUrl, goesOn }: WritingClient,
  done: AcknowledgedWrites,
): Promise<void> {
  const attempt = async (act: () => Promise<void>) => {
    await act().catch(() => {
      done.unanswered += 1;
    });
  };
  while (goesOn()) {
    if (done.tokens.length < MOST_TOKENS) await attempt(signIn);
    if (done.webhooks.size < MOST_WEBHOOKS) await attempt(subscribe);
    else await attempt(remove);
    await setTimeout(50);
  }

  async function signIn(): Promise<void> {
    const call = { method: 'POST', path: '/api/auth/login', body: CREDENTIALS };
    const { status, text } = await client.send(pickAddress(), call);
    if (status === 200) done.tokens.push(JSON.parse(text).token);
  }

  async function subscribe(): Promise<void> {
    const [token] = done.tokens;
    if (token === undefined) return;
    const body = { url: receiverUrl, events: ['product.updated'] };
    const call = { method: 'POST', path: '/api/webhooks', token, body };
    const { status, text } = await client.send(pickAddress(), call);
    if (status === 201) done.webhooks.add(JSON.parse(text).id);
  }

  async function remove(): Promise<void> {
    const [token] = done.tokens;
    const [id] = done.webhooks;
    if (token === undefined || id === undefined) return;
    done.webhooks.delete(id);
    const path = `/api/webhooks/${id}`;
    const { status } = await client.send(pickAddress(), { method: 'DELETE', path, token });
    if (status === 204) done.removed.add(id);
  }
}
