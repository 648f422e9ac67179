import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { type ApiClient, createApiClient } from '../../electron/api-client/api-client.ts';
import { systemClock } from '../../electron/base/clock.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import type { AskWebhooks } from '../../electron/platform/platform-webhooks.ts';
import { buildService, buildWindowService, type ServiceDeps } from '../../electron/service/build-service.ts';
import { listenOn, type ServiceLimits } from '../../electron/service/server/create-server.ts';
import { createRequestJournal, type RequestJournal } from '../../electron/service/server/request-log.ts';
import { createInProcessTransport } from '../../electron/session/in-process-transport.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { routeWebhooks } from '../../electron/webhooks/open-webhooks.ts';
import type { ReceiverRules } from '../../electron/webhooks/receiver-address-rules.ts';
import { type Credentials, login } from '../../shared/contract/auth.ts';
import type { Endpoint, ResponseOf } from '../../shared/contract/endpoint.ts';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { listMismatches } from './contract-check.ts';
import { createFixedClock, type FixedClock, NOW } from './fixed-clock.ts';
import { type Answer, exchange, type Sending } from './http-exchange.ts';
import { createLogRecorder, type LogRecord } from './log-recorder.ts';
import { createServiceRepositories, createWindowRepositories } from './service-repositories.ts';
import { createWebhooksUnderTest, SECRET_KEY, type WebhooksUnderTest } from './webhooks-under-test.ts';

export { NOW };
export const NONCE = '00112233445566778899aabbccddeeff'.repeat(2);

export interface ReadCall {
  readonly token?: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly id?: number;
  readonly deliveryId?: number;
}

/** A call that may change something. */
export interface ChangeCall extends ReadCall {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_SIGN_IN_RETRIES = 20;

/**
 * The real service on a free port. It throws errors that show the response; benchmarks run it without a test runner.
 */
export interface RunningService {
  readonly port: number;
  /** The app, for calls that cannot be made over HTTP. */
  readonly app: FastifyInstance;
  /** Sends calls like the window, to the service that never listens. */
  readonly window: ApiClient;
  readonly clock: FixedClock;
  readonly records: readonly LogRecord[];
  readonly journal: RequestJournal;
  readonly webhooks: WebhooksUnderTest;
  send(method: string, target: string, sending?: Sending): Promise<Answer>;
  /** Reads a 200 whose body matches the contract exactly. */
  read<E extends Endpoint>(endpoint: E, call?: ReadCall): Promise<ResponseOf<E>>;
  /** Makes any documented successful call, whose body matches the contract exactly. */
  call<E extends Endpoint>(endpoint: E, call?: ChangeCall): Promise<ResponseOf<E>>;
  /** Returns an error whose body matches the contract exactly. */
  refusal(method: string, target: string, sending?: Sending): Promise<ErrorBody>;
  signIn(credentials: Credentials): Promise<string>;
  stop(): Promise<void>;
}

export interface ServiceUnderTest
  extends Pick<ServiceDeps, 'exposure' | 'tls' | 'peerThrottle' | 'operations' | 'defaultPlatform'> {
  readonly platform: Platform;
  /** Stores tokens, API keys and failed sign-ins. The test closes it. */
  readonly store: Pick<Store, 'db'>;
  readonly clock?: FixedClock;
  readonly limits?: ServiceLimits;
  readonly docsFolder?: string;
  readonly receiverRules?: ReceiverRules;
  /** The store for webhooks of other deployments. */
  readonly askWebhooks?: AskWebhooks;
}

export async function startService(options: ServiceUnderTest): Promise<RunningService> {
  const { clock = createFixedClock(NOW), store, receiverRules: rules, askWebhooks, ...deps } = options;
  const { log, records } = createLogRecorder();
  const webhooks = createWebhooksUnderTest({ db: store.db, platform: deps.platform, clock, log }, rules);
  const journal = createRequestJournal();
  const built = {
    ...deps,
    clock,
    log,
    journal,
    nonce: NONCE,
    secretKey: SECRET_KEY,
    webhooks: askWebhooks
      ? routeWebhooks({ platform: deps.platform, here: webhooks.service, askThere: askWebhooks })
      : webhooks.service,
    ...createServiceRepositories(store.db),
  };
  const app = buildService(built);
  const port = await listenOn(app, '127.0.0.1', 0);
  let windowService: FastifyInstance | null = null;
  const window = createApiClient({
    baseAddress: `http://127.0.0.1:${port}`,
    clock: systemClock,
    transport(call) {
      windowService ??= buildWindowService({
        ...built,
        ...createWindowRepositories(store.db),
        describeApi: app.describeApi,
      });
      return createInProcessTransport(windowService)(call);
    },
  });
  const send: RunningService['send'] = (method, target, sending) => exchange(port, method, target, sending);

  return {
    port,
    app,
    window,
    clock,
    records,
    journal,
    webhooks,
    send,

    async read(endpoint, call = {}) {
      const answer = await send('GET', buildTarget(endpoint, call), { token: call.token });
      expectStatus(answer, 200);
      return parseBody(endpoint, answer);
    },

    async call(endpoint, { token, body, headers = {}, ...call } = {}) {
      const answer = await send(endpoint.method, buildTarget(endpoint, call), { token, body, headers });
      expectStatus(answer, endpoint.status ?? 200);
      return parseBody(endpoint, answer);
    },

    async refusal(method, target, sending) {
      const answer = await send(method, target, sending);
      const body: ErrorBody = JSON.parse(answer.text);
      expectFit(ErrorBody, body);
      const isConsistent = body.status === answer.status && body.request_id === answer.headers['x-request-id'];
      if (!isConsistent || answer.status < 400) throw new Error(`${answer.status}: ${answer.text}`);
      return body;
    },

    async signIn(credentials) {
      let answer = await send('POST', login.path, { body: credentials });
      // On a busy computer, a shortened limit can expire before the body has arrived.
      for (let retries = 0; answer.status === 408 && retries < MAX_SIGN_IN_RETRIES; retries += 1) {
        answer = await send('POST', login.path, { body: credentials });
      }
      expectStatus(answer, 200);
      return parseBody(login, answer).token;
    },

    async stop() {
      await webhooks.dispatcher.stop();
      await windowService?.close();
      await app.close();
    },
  };
}

function buildTarget({ path }: Endpoint, { query = {}, id, deliveryId }: ReadCall): string {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const filled = path.replace('{id}', String(id)).replace('{delivery_id}', String(deliveryId));
  return `${filled}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

function parseBody<E extends Endpoint>(endpoint: E, { text }: Answer): ResponseOf<E> {
  const body: ResponseOf<E> = endpoint.status === 204 && text === '' ? null : JSON.parse(text);
  expectFit(endpoint.response, body);
  return body;
}

function expectStatus({ status, text }: Answer, expected: number): void {
  if (status !== expected) throw new Error(`${status} and not ${expected}: ${text}`);
}

function expectFit(schema: TSchema, body: unknown): void {
  const departures = listMismatches(schema, body);
  if (departures.length > 0) throw new Error(`${departures.join('\n')}\n${JSON.stringify(body)}`);
}
