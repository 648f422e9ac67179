import type { BodyOf, Endpoint, ResponseOf } from '../../../shared/contract/endpoint.ts';
import {
  enableWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  pingWebhook,
  readWebhook,
  removeWebhook,
  replayDelivery,
  retryDelivery,
  rotateWebhookSecret,
  subscribeWebhook,
  updateWebhook,
} from '../../../shared/contract/webhooks.ts';
import type { ApiRequest } from '../../api-client/api-client.ts';
import { type CheckAnswer, formatQuery } from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import { PlatformError } from '../platform-error.ts';
import type { PlatformWebhooks } from '../platform-webhooks.ts';
import { readAnswerJson, toPlatformError } from './remote-errors.ts';
import type { RemoteOffer } from './remote-offer.ts';
import type { RemoteSessions } from './remote-sessions.ts';

interface WebhooksDeps {
  readonly sessions: Pick<RemoteSessions, 'send'>;
  readonly offer: Pick<RemoteOffer, 'assertOffered'>;
  readonly check: CheckAnswer;
}

interface WebhookCall<E extends Endpoint> {
  readonly id?: number;
  readonly deliveryId?: number;
  readonly query?: object;
  readonly body?: BodyOf<E>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates the webhooks of another deployment. Every method is one API call without retry. */
export function createRemoteWebhooks(deps: WebhooksDeps): PlatformWebhooks {
  /** `null` if the webhook or delivery does not exist. */
  async function callEndpoint<E extends Endpoint>(
    caller: Caller,
    endpoint: E,
    call: WebhookCall<E> = {},
  ): Promise<ResponseOf<E> | null> {
    await deps.offer.assertOffered(caller, endpoint);
    const answer = await deps.sessions.send(caller, createRequest(endpoint, call));
    return answer.status === 404 ? null : deps.check(endpoint, readAnswerJson(answer, endpoint.status));
  }

  return {
    async subscribe(caller, body, idempotencyKey) {
      const headers = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
      return requireAnswer(await callEndpoint(caller, subscribeWebhook, { body, headers }));
    },
    list: async (caller) => requireAnswer(await callEndpoint(caller, listWebhooks)).data,
    find: (caller, id) => callEndpoint(caller, readWebhook, { id }),
    update: (caller, id, body) => callEndpoint(caller, updateWebhook, { id, body }),

    async remove(caller, id) {
      await deps.offer.assertOffered(caller, removeWebhook);
      const answer = await deps.sessions.send(caller, createRequest(removeWebhook, { id }));
      if (answer.status === 404) return false;
      if (answer.status === removeWebhook.status) return true;
      throw toPlatformError(answer);
    },

    pause: (caller, id) => callEndpoint(caller, pauseWebhook, { id }),
    enable: (caller, id) => callEndpoint(caller, enableWebhook, { id }),
    ping: (caller, id) => callEndpoint(caller, pingWebhook, { id }),
    rotateSecret: (caller, id) => callEndpoint(caller, rotateWebhookSecret, { id }),

    async listDeliveries(caller, id, query) {
      const page = await callEndpoint(caller, listDeliveries, { id, query });
      return page && { rows: page.data, total: page.total };
    },

    replay: (caller, id, deliveryId) => callEndpoint(caller, replayDelivery, { id, deliveryId }),
    retry: (caller, id, deliveryId) => callEndpoint(caller, retryDelivery, { id, deliveryId }),
  };
}

function createRequest<E extends Endpoint>(
  { method, path }: E,
  { id, deliveryId, query = {}, body, headers = {} }: WebhookCall<E>,
): ApiRequest {
  const filled = path.replace('{id}', String(id)).replace('{delivery_id}', String(deliveryId)) + formatQuery(query);
  if (body === undefined) return { method, path: filled, headers };
  const typed = { ...headers, 'content-type': 'application/json' };
  return { method, path: filled, headers: typed, body: JSON.stringify(body) };
}

/** Throws if the endpoint is missing, which is what 404 means for calls without an id. */
function requireAnswer<Answer>(answer: Answer | null): Answer {
  if (answer !== null) return answer;
  throw new PlatformError('not_offered', 'The platform does not offer webhooks.');
}
