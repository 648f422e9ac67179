import type { FastifyInstance } from 'fastify';
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
import { addEndpoint, type RouteDeps } from './add-endpoint.ts';
import { toList, toPage } from './envelopes.ts';
import { requireRecord } from './known-ids.ts';

export function addWebhooksRoutes(app: FastifyInstance, { webhooks }: RouteDeps): void {
  addEndpoint(app, subscribeWebhook, ({ caller, body, headers }) =>
    webhooks.subscribe(caller, body, headers['idempotency-key'] ?? null),
  );

  addEndpoint(app, listWebhooks, async ({ caller }) => toList(await webhooks.list(caller)));

  addEndpoint(app, readWebhook, async ({ caller, id }) =>
    requireRecord('webhook', id, await webhooks.find(caller, id)),
  );

  addEndpoint(app, updateWebhook, async ({ caller, id, body }) =>
    requireRecord('webhook', id, await webhooks.update(caller, id, body)),
  );

  addEndpoint(app, removeWebhook, async ({ caller, id }) => {
    requireRecord('webhook', id, (await webhooks.remove(caller, id)) || null);
    return null;
  });

  addEndpoint(app, pauseWebhook, async ({ caller, id }) =>
    requireRecord('webhook', id, await webhooks.pause(caller, id)),
  );

  addEndpoint(app, enableWebhook, async ({ caller, id }) =>
    requireRecord('webhook', id, await webhooks.enable(caller, id)),
  );

  addEndpoint(app, pingWebhook, async ({ caller, id }) =>
    requireRecord('webhook', id, await webhooks.ping(caller, id)),
  );

  addEndpoint(app, rotateWebhookSecret, async ({ caller, id }) =>
    requireRecord('webhook', id, await webhooks.rotateSecret(caller, id)),
  );

  addEndpoint(app, listDeliveries, async ({ caller, id, query }) =>
    toPage({}, query, requireRecord('webhook', id, await webhooks.listDeliveries(caller, id, query))),
  );

  addEndpoint(app, replayDelivery, async ({ caller, id, deliveryId }) => {
    const webhook = requireRecord('webhook', id, await webhooks.find(caller, id));
    return requireRecord('delivery', deliveryId, await webhooks.replay(caller, webhook.id, deliveryId));
  });

  addEndpoint(app, retryDelivery, async ({ caller, id, deliveryId }) => {
    const webhook = requireRecord('webhook', id, await webhooks.find(caller, id));
    return requireRecord('delivery', deliveryId, await webhooks.retry(caller, webhook.id, deliveryId));
  });
}
