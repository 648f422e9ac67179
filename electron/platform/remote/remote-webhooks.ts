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
import { type CheckAnswer, queryText } from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import { PlatformError } from '../platform-error.ts';
import type { PlatformWebhooks } from '../platform-webhooks.ts';
import { errorOfAnswer, readAnswerJson } from './remote-errors.ts';
import type { RemoteOffer } from './remote-offer.ts';
import type { RemoteSessions } from './remote-sessions.ts';

interface WebhooksDeps {
  readonly sessions: Pick<RemoteSessions, 'send'>;
  readonly offer: Pick<RemoteOffer, 'expectOffered'>;
  readonly check: CheckAnswer;
}

interface WebhookCall<E extends Endpoint> {
  readonly id?: number;
  readonly deliveryId?: number;
  readonly query?: object;
  readonly body?: BodyOf<E>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The webhooks of another deployment: every method is one call of its API, and none is repeated. */
export function createRemoteWebhooks(deps: WebhooksDeps): PlatformWebhooks {
  /** Null for a webhook or delivery that does not exist there. */
  async function ask<E extends Endpoint>(
    caller: Caller,
    endpoint: E,
    call: WebhookCall<E> = {},
  ): Promise<ResponseOf<E> | null> {
    await deps.offer.expectOffered(caller, endpoint);
    const answer = await deps.sessions.send(caller, requestOf(endpoint, call));
    return answer.status === 404 ? null : deps.check(endpoint, readAnswerJson(answer, endpoint.status));
  }

  return {
    async subscribe(caller, body, idempotencyKey) {
      const headers = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
      return there(await ask(caller, subscribeWebhook, { body, headers }));
    },
    list: async (caller) => there(await ask(caller, listWebhooks)).data,
    find: (caller, id) => ask(caller, readWebhook, { id }),
    update: (caller, id, body) => ask(caller, updateWebhook, { id, body }),

    async remove(caller, id) {
      await deps.offer.expectOffered(caller, removeWebhook);
      const answer = await deps.sessions.send(caller, requestOf(removeWebhook, { id }));
      if (answer.status === 404) return false;
      if (answer.status === removeWebhook.status) return true;
      throw errorOfAnswer(answer);
    },

    pause: (caller, id) => ask(caller, pauseWebhook, { id }),
    enable: (caller, id) => ask(caller, enableWebhook, { id }),
    ping: (caller, id) => ask(caller, pingWebhook, { id }),
    rotateSecret: (caller, id) => ask(caller, rotateWebhookSecret, { id }),

    async listDeliveries(caller, id, query) {
      const page = await ask(caller, listDeliveries, { id, query });
      return page && { rows: page.data, total: page.total };
    },

    replay: (caller, id, deliveryId) => ask(caller, replayDelivery, { id, deliveryId }),
    retry: (caller, id, deliveryId) => ask(caller, retryDelivery, { id, deliveryId }),
  };
}

function requestOf<E extends Endpoint>(
  { method, path }: E,
  { id, deliveryId, query = {}, body, headers = {} }: WebhookCall<E>,
): ApiRequest {
  const filled = path.replace('{id}', String(id)).replace('{delivery_id}', String(deliveryId)) + queryText(query);
  if (body === undefined) return { method, path: filled, headers };
  const typed = { ...headers, 'content-type': 'application/json' };
  return { method, path: filled, headers: typed, body: JSON.stringify(body) };
}

/** Only the endpoint itself can be missing. */
function there<Answer>(answer: Answer | null): Answer {
  if (answer !== null) return answer;
  throw new PlatformError('not_offered', 'The platform does not offer webhooks.');
}
