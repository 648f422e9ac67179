import { vi } from 'vitest';
import type { Delivery, Webhook } from '../../../../shared/contract/webhook-records.ts';
import { type FakeBridge, installFakeBridge, signedIn } from '../../app/support/fake-bridge.ts';

export interface ApiAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
interface Asked {
  /** Such as `POST /api/webhooks`, without the query. */
  readonly call: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}
type Route = (asked: Asked) => ApiAnswer | Promise<ApiAnswer>;

export interface WebhooksWorld {
  readonly bridge: FakeBridge;
  readonly asked: readonly Asked[];
  webhooks: readonly Webhook[];
  /** Newest first. */
  deliveries: readonly Delivery[];
  /** Sets the answer of a call such as `POST /api/webhooks/3/ping` from now on. */
  answer(call: string, route: Route): void;
}

/** A window of an owner of the demo shop, with a webhook API that holds what the test adds. */
export function installWebhooksWorld(roles: readonly ('owner' | 'accountant' | 'staff')[] = ['owner']) {
  const asked: Asked[] = [];
  const routes = new Map<string, Route>();
  const bridge = installFakeBridge({
    session: signedIn('eva@demo.example', { roles: [...roles], locked_location: null }),
  });
  const world: WebhooksWorld = {
    bridge,
    asked,
    webhooks: [],
    deliveries: [],
    answer: (call, route) => void routes.set(call, route),
  };
  routes.set('GET /api/webhooks', () => listed(world.webhooks));
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const ofWindow = bridge.answer(address, init);
    if (ofWindow !== null) return ofWindow;
    const url = new URL(address, 'http://127.0.0.1');
    const one: Asked = {
      call: `${init.method ?? 'GET'} ${url.pathname}`,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' && init.body !== '' ? JSON.parse(init.body) : undefined,
    };
    asked.push(one);
    const route = routes.get(one.call) ?? (isLog(one.call) ? () => pageOf(world.deliveries, one.query) : null);
    if (!route) throw new TypeError(`nothing answers ${one.call}`);
    const { status = 200, headers = {}, body } = await route(one);
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
  });
  return world;
}

export function webhookOf(webhook: Partial<Webhook> = {}): Webhook {
  return {
    id: 3,
    url: 'https://hooks.boekhouder.example/tilldesk',
    events: ['order.updated'],
    description: 'Boekhouder',
    created_at: '2026-10-01T10:15:00+02:00',
    status: 'active',
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
    last_success_at: '2026-11-20T14:05:09+01:00',
    pending: 0,
    old_secret_until: null,
    ...webhook,
  };
}

export const DISABLED: Partial<Webhook> = {
  status: 'disabled',
  disabled_reason: 'gone',
  disabled_at: '2026-11-20T09:30:00+01:00',
};

export function deliveryOf(delivery: Partial<Delivery> = {}): Delivery {
  const { id = 912 } = delivery;
  return {
    id,
    webhook_id: 3,
    message_id: `msg_${id}`,
    kind: 'batch',
    status: 'delivered',
    created_at: '2026-11-20T14:05:04+01:00',
    next_attempt_at: null,
    event_count: 2,
    replay_of: null,
    body: '{"type":"batch","data":{"events":[]}}',
    attempts: [attemptOf()],
    ...delivery,
  };
}

export function attemptOf(attempt: Partial<Delivery['attempts'][number]> = {}): Delivery['attempts'][number] {
  return {
    number: 1,
    at: '2026-11-20T14:05:04+01:00',
    status: 204,
    failure: null,
    duration_ms: 84,
    answer: '',
    ...attempt,
  };
}

/** Deliveries 1 to `count`, newest first. */
export function deliveriesUpTo(count: number): Delivery[] {
  return Array.from({ length: count }, (_, index) => deliveryOf({ id: count - index }));
}

export function refusal(status: number, message: string, headers = {}): ApiAnswer {
  return { status, headers, body: { error: 'Refused', message, status, request_id: 'request-7' } };
}

function listed(data: readonly unknown[]): ApiAnswer {
  return { body: { count: data.length, total: data.length, data } };
}

function isLog(call: string): boolean {
  return /^GET \/api\/webhooks\/\d+\/deliveries$/.test(call);
}

function pageOf(deliveries: readonly Delivery[], query: URLSearchParams): ApiAnswer {
  const status = query.get('status');
  const chosen = deliveries.filter((delivery) => status === null || delivery.status === status);
  const start = Number(query.get('start') ?? 0);
  const data = chosen.slice(start, start + Number(query.get('limit') ?? 100));
  return { body: { count: data.length, total: chosen.length, data } };
}
