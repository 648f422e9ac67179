import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SecureClient } from './running-servers.ts';

interface OrderEvent {
  readonly type: string;
  readonly record_id: number;
  readonly version: number;
}

export async function signIn(client: SecureClient, address: string): Promise<string> {
  const body = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };
  const { text } = await client.send(address, { method: 'POST', path: '/api/auth/login', body });
  return JSON.parse(text).token;
}

export async function subscribe(client: SecureClient, address: string, token: string, place: string): Promise<void> {
  const body = { url: `https://${place}`, events: ['order.updated'] };
  const answer = await client.send(address, { method: 'POST', path: '/api/webhooks', token, body });
  expect(answer).toMatchObject({ status: 201 });
}

export async function statusOf(client: SecureClient, address: string, path: string, token: string): Promise<number> {
  return (await client.send(address, { method: 'GET', path, token })).status;
}

async function readFeed(client: SecureClient, address: string, token: string, query: string) {
  const path = `/api/orders/delta?limit=500&${query}`;
  return JSON.parse((await client.send(address, { method: 'GET', path, token })).text);
}

export async function feedEnd(client: SecureClient, address: string, token: string): Promise<string> {
  const since = Math.floor(Date.now() / 1000);
  let page = await readFeed(client, address, token, `since=${since}`);
  while (page.has_more) page = await readFeed(client, address, token, `cursor=${page.next_cursor}`);
  return page.next_cursor;
}

/** The orders that changed, each at its latest version. */
export async function changesSince(
  client: SecureClient,
  address: string,
  { token, cursor }: { readonly token: string; readonly cursor: string },
): Promise<readonly { readonly id: number; readonly version: number }[]> {
  const page = await readFeed(client, address, token, `cursor=${cursor}`);
  if (!page.has_more) return page.data;
  return [...page.data, ...(await changesSince(client, address, { token, cursor: page.next_cursor }))];
}

/** Those whose latest version was in no message. */
export function untold(
  changed: readonly { readonly id: number; readonly version: number }[],
  requests: readonly { readonly path: string; readonly body: string }[],
): string[] {
  const told = new Set(
    requests
      .filter(({ path }) => path === '/orders')
      .flatMap(({ body }) => JSON.parse(body).data.events as OrderEvent[])
      .map(({ record_id: id, version }) => `${id} at ${version}`),
  );
  return changed.map(({ id, version }) => `${id} at ${version}`).filter((key) => !told.has(key));
}

/** What servers have acknowledged, and so must have done even if they were killed. */
export interface AcknowledgedWrites {
  readonly tokens: string[];
  readonly webhooks: Set<number>;
  readonly removed: Set<number>;
  /** Calls without an answer, or that failed: they may be done or not. */
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

/** Signs in, subscribes and removes, at any server, and records what was acknowledged. */
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
    if (done.tokens.length < MOST_TOKENS) await attempt(addToken);
    if (done.webhooks.size < MOST_WEBHOOKS) await attempt(addWebhook);
    else await attempt(removeWebhook);
    await setTimeout(50);
  }

  async function addToken(): Promise<void> {
    const call = { method: 'POST', path: '/api/auth/login', body: CREDENTIALS };
    const { status, text } = await client.send(pickAddress(), call);
    expectDone(status, 200);
    done.tokens.push(JSON.parse(text).token);
  }

  async function addWebhook(): Promise<void> {
    const [token] = done.tokens;
    if (token === undefined) return;
    const body = { url: receiverUrl, events: ['product.updated'] };
    const call = { method: 'POST', path: '/api/webhooks', token, body };
    const { status, text } = await client.send(pickAddress(), call);
    expectDone(status, 201);
    done.webhooks.add(JSON.parse(text).id);
  }

  async function removeWebhook(): Promise<void> {
    const [token] = done.tokens;
    const [id] = done.webhooks;
    if (token === undefined || id === undefined) return;
    done.webhooks.delete(id);
    const path = `/api/webhooks/${id}`;
    const { status } = await client.send(pickAddress(), { method: 'DELETE', path, token });
    expectDone(status, 204);
    done.removed.add(id);
  }
}

/** Throws for a call that the server refused, or in which it failed. */
function expectDone(status: number, wanted: number): void {
  if (status !== wanted) throw new Error(`the answer was ${status}`);
}

/** All that was acknowledged is there, and some calls failed: else nothing was lost that could be noticed. */
export async function expectKept(
  { client, address, token }: { readonly client: SecureClient; readonly address: string; readonly token: string },
  done: AcknowledgedWrites,
): Promise<void> {
  expect(done.unanswered).toBeGreaterThan(0);
  for (const known of done.tokens) expect(await statusOf(client, address, '/api/me', known)).toBe(200);
  for (const id of done.webhooks) expect(await statusOf(client, address, `/api/webhooks/${id}`, token)).toBe(200);
  for (const id of done.removed) expect(await statusOf(client, address, `/api/webhooks/${id}`, token)).toBe(404);
}
