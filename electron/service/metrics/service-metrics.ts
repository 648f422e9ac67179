import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Clock, withTimeout } from '../../base/clock.ts';
import type { PoolFigures, StoreWatch } from '../../store/open-store.ts';
import type { OutboxBacklog } from '../../store/webhooks/delivery-log-queries.ts';
import type { RequestObserver } from '../server/request-log.ts';

export type SignInOutcome = 'succeeded' | 'refused' | 'throttled' | 'failed';

export type DeliveryOutcome = 'delivered' | 'again' | 'given-up';

/** Metrics of this process for Prometheus. No label has a value that a client can choose or that names a person. */
export interface ServiceMetrics extends Required<RequestObserver> {
  readonly mediaType: string;
  countSignIn(outcome: SignInOutcome): void;
  countAttempt(outcome: DeliveryOutcome): void;
  readonly store: StoreWatch;
  watchOutbox(read: () => Promise<OutboxBacklog>): void;
  /** `read` returns when the last good backup was made, in milliseconds since the epoch; `null` if there is none. */
  watchBackups(read: () => number | null): void;
  /** The same for the end of the certificate in use. */
  watchCertificate(read: () => number | null): void;
  read(): Promise<string>;
}

/** Prometheus waits a few seconds at most. */
const OUTBOX_TIMEOUT_MS = 2_000;
/** While the store is unavailable, all other metrics are still needed. */
const UNKNOWN: OutboxBacklog = { pending: Number.NaN, oldestAt: Number.NaN };
const REQUEST_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Methods that have a label; anything else that a client sends counts as `other`. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'];
const OTHER = 'other';
const MISNAMED_METRICS = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
];
const QUERY_BUCKETS_S = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

export function createServiceMetrics(clock: Clock): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of a counter, which `promtool check metrics` refuses.
  for (const name of MISNAMED_METRICS) registry.removeSingleMetric(name);

  const labelNames = ['route', 'method', 'status'] as const;
  const requests = new Counter({
    ...{ registers, labelNames, name: 'tilldesk_http_requests_total' },
    help: 'Requests that were answered, or abandoned by the client (status 4xx)',
  });
  const durations = new Histogram({
    ...{ registers, labelNames, name: 'tilldesk_http_request_duration_seconds' },
    ...{ help: 'Time from the headers of a request to the end of its answer', buckets: REQUEST_BUCKETS_S },
  });
  const inFlight = new Gauge({
    ...{ registers, name: 'tilldesk_http_requests_in_flight', help: 'Requests that are being answered' },
  });
  const signIns = new Counter({
    ...{ registers, name: 'tilldesk_sign_ins_total', help: 'Attempts to sign in', labelNames: ['outcome'] },
  });
  const attempts = new Counter({
    ...{ registers, name: 'tilldesk_webhook_attempts_total', labelNames: ['outcome'] },
    help: 'Attempts to deliver to a webhook',
  });
  const queries = new Histogram({
    ...{ registers, name: 'tilldesk_store_query_duration_seconds', labelNames: ['outcome'] },
    ...{ help: 'Duration of the queries of this process, without its worker threads', buckets: QUERY_BUCKETS_S },
  });

  return {
    mediaType: registry.contentType,
    began: () => inFlight.inc(),
    ended({ method, routeOptions }, { elapsedTime }, status) {
      inFlight.dec();
      const labels = {
        // The route instead of the path: the number of routes is limited.
        route: routeOptions.url ?? OTHER,
        method: METHODS.includes(method) ? method : OTHER,
        status: `${Math.floor(status / 100)}xx`,
      };
      requests.inc(labels);
      durations.observe(labels, elapsedTime / 1000);
    },
    countSignIn: (outcome) => signIns.inc({ outcome }),
    countAttempt: (outcome) => attempts.inc({ outcome }),
    store: {
      onQuery: (durationMs, hasFailed) =>
        queries.observe({ outcome: hasFailed ? 'failed' : 'answered' }, durationMs / 1000),
      onPool: (figures) => addPoolGauge(registry, figures),
    },
    watchOutbox: (read) => addOutboxGauges(registry, read, clock),
    watchBackups: (read) =>
      addTimestampGauge(registry, read, {
        name: 'tilldesk_backup_last_success_timestamp_seconds',
        help: 'When the last good backup of the data folder was made; NaN before the first one',
      }),
    watchCertificate: (read) =>
      addTimestampGauge(registry, read, {
        name: 'tilldesk_certificate_expiry_timestamp_seconds',
        help: 'When the certificate in use expires',
      }),
    read: () => registry.metrics(),
  };
}

function addPoolGauge(registry: Registry, figures: () => PoolFigures): void {
  new Gauge({
    ...{ registers: [registry], name: 'tilldesk_store_connections', labelNames: ['state'] },
    help: 'Connections to the database, and queries that wait for one',
    collect() {
      for (const [state, count] of Object.entries(figures())) this.set({ state }, count);
    },
  });
}

function addOutboxGauges(registry: Registry, read: () => Promise<OutboxBacklog>, clock: Clock): void {
  const registers = [registry];
  const ask = shareAnswer(() => withTimeout(clock, OUTBOX_TIMEOUT_MS, read(), () => UNKNOWN).catch(() => UNKNOWN));
  new Gauge({
    ...{ registers, name: 'tilldesk_outbox_oldest_age_seconds' },
    help: 'Age of the oldest pending delivery; 0 if there is none',
    async collect() {
      const { oldestAt } = await ask();
      this.set(oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt) / 1000);
    },
  });
  new Gauge({
    ...{ registers, name: 'tilldesk_outbox_pending', help: 'Pending deliveries of all servers' },
    async collect() {
      this.set((await ask()).pending);
    },
  });
}

function addTimestampGauge(
  registry: Registry,
  readMs: () => number | null,
  description: { readonly name: string; readonly help: string },
): void {
  new Gauge({
    ...{ registers: [registry], ...description },
    collect() {
      const ms = readMs();
      this.set(ms === null ? Number.NaN : ms / 1000);
    },
  });
}

/** Concurrent readers share one query. */
function shareAnswer<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let pending: Promise<Answer> | null = null;
  return () => {
    pending ??= ask().finally(() => {
      pending = null;
    });
    return pending;
  };
}
