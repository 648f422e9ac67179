import { Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Choice, createPageQuery, optional, Sort } from './query.ts';
import { ListOf, PageOf } from './values.ts';
import {
  DELIVERY_STATUSES,
  Delivery,
  IDEMPOTENCY_HOURS,
  MAX_DELIVERIES,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_PINGS_PER_MINUTE,
  MAX_REPLAYS_PER_MINUTE,
  MAX_WEBHOOKS_PER_ACCOUNT,
  NewWebhook,
  ROTATION_HOURS,
  RotatedSecret,
  Subscription,
  Webhook,
} from './webhook-records.ts';

const ACCESS_NOTE =
  'Only for owners and accountants. Callers with a locked location see only webhooks that were created with the same lock.';
const listDefaults = { tag: 'Webhooks', implements: 'Events' } as const;
const itemDefaults = { ...listDefaults, id: 'Id of a webhook of the account' };

export const subscribeWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks',
  access: 'manager',
  operation: 'subscribeWebhook',
  tag: 'Webhooks',
  summary: 'Create a webhook',
  description:
    'From now on, the receiver is notified of each changed record that the subscriber can see, at least once and at its ' +
    'latest version. Versions that were replaced before their notification are skipped. The secret is shown only in this ' +
    'answer. The chapter Webhooks has the next steps. ' +
    `An account can have at most ${MAX_WEBHOOKS_PER_ACCOUNT} webhooks.\n\n` +
    `With an \`Idempotency-Key\`, the same key and body return the same answer for ${IDEMPOTENCY_HOURS} hours, including ` +
    'the secret, without creating a second webhook. The same key with another body returns 400.',
  headers: Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
        pattern: '^[\\x21-\\x7e]+$',
        description: 'A unique text for this request, 1 to 255 visible ASCII characters',
        examples: ['1f4e2c8a-subscribe-accountant'],
      }),
    ),
  }),
  body: Subscription,
  status: 201,
  response: NewWebhook,
});

export const listWebhooks = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks',
  access: 'manager',
  operation: 'listWebhooks',
  summary: 'List webhooks',
  description: `Lists webhooks without their secrets, sorted by id. ${ACCESS_NOTE}`,
  ...listDefaults,
  response: ListOf(Webhook),
});

export const readWebhook = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/{id}',
  access: 'manager',
  operation: 'readWebhook',
  summary: 'Retrieve a webhook',
  description: `Returns a webhook as in the list. ${ACCESS_NOTE}`,
  ...itemDefaults,
  response: Webhook,
});

export const updateWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}',
  access: 'manager',
  operation: 'updateWebhook',
  summary: 'Update a webhook',
  description:
    'Replaces address, events and description; without `description` it is removed. The secret does not change. Pending ' +
    'deliveries go to the new address. Added events are sent from now on. Removed events are no longer sent, but pending ' +
    'deliveries are.',
  ...itemDefaults,
  body: Subscription,
  response: Webhook,
});

export const removeWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  access: 'manager',
  operation: 'removeWebhook',
  summary: 'Delete a webhook',
  description: 'Deletes the webhook immediately, with its pending deliveries and its log.',
  ...itemDefaults,
  status: 204,
  response: Type.Null(),
});

export const pauseWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/pause',
  access: 'manager',
  operation: 'pauseWebhook',
  summary: 'Pause a webhook',
  description:
    'Disables the webhook with the reason `paused`: it receives only pings until it is enabled, and then continues where ' +
    'it stopped. Deliveries stay `pending` without `next_attempt_at`. Does nothing if it is already disabled.',
  ...itemDefaults,
  response: Webhook,
});

export const enableWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/enable',
  access: 'manager',
  operation: 'enableWebhook',
  summary: 'Enable a webhook',
  description:
    'Continues where the webhook stopped: changes since then are delivered at their latest version. Pending deliveries, ' +
    'and those given up at or after the time it was disabled, are attempted from the start. Replay those that were given ' +
    'up earlier. Returns 400 and stays disabled if the subscriber no longer has the same rights. Does nothing if it is ' +
    'active.',
  ...itemDefaults,
  response: Webhook,
});

export const pingWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/ping',
  access: 'manager',
  operation: 'pingWebhook',
  summary: 'Send a ping',
  description:
    'Sends a signed message of type `ping` once and immediately, and returns its result. Also works for a disabled ' +
    'webhook. The answer to a ping neither disables nor enables a webhook. ' +
    `More than ${MAX_PINGS_PER_MINUTE} pings per minute and webhook return 429.`,
  ...itemDefaults,
  response: Delivery,
});

export const rotateWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/rotate-secret',
  access: 'manager',
  operation: 'rotateWebhookSecret',
  summary: 'Rotate the secret',
  description:
    `Returns a new secret, which is shown only once. For ${ROTATION_HOURS} hours, messages have two signatures, one per ` +
    'secret. Another rotation within that time returns 400.',
  ...itemDefaults,
  response: RotatedSecret,
});

export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  access: 'manager',
  operation: 'listDeliveries',
  summary: 'List deliveries',
  description:
    'Lists deliveries with every attempt, sorted by id: status, duration and the first 1024 bytes of the answer. Stored for ' +
    '30 days; of finished deliveries, at most the last 10000. Contains no secrets or signatures.',
  ...itemDefaults,
  query: Type.Object({
    status: optional(Choice(DELIVERY_STATUSES, 'Only deliveries with this status')),
    sort: optional(Sort(['id', '-id'])),
    ...createPageQuery(MAX_DELIVERIES),
  }),
  response: PageOf(Delivery),
});

export const replayDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery_id}/replay',
  access: 'manager',
  operation: 'replayDelivery',
  summary: 'Replay a delivery',
  description:
    'Creates another delivery with the same body and `webhook-id`, marked by the header `webhook-replay`. It is attempted ' +
    'immediately and retried like others. Returns 400 for a disabled webhook, for a delivery that is still pending itself ' +
    'or as a replay, and for a ping. ' +
    `More than ${MAX_REPLAYS_PER_MINUTE} replays per minute and webhook return 429.`,
  ...itemDefaults,
  deliveryId: 'Id of a delivery of the webhook',
  status: 202,
  response: Delivery,
});

export const retryDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery_id}/retry',
  access: 'manager',
  operation: 'retryDelivery',
  summary: 'Retry a delivery now',
  description:
    'Makes the next attempt due immediately. If the receiver just answered 429, 502, 503 or 504, it waits up to a minute ' +
    'first. The attempt is additional: scheduled attempts stay. Returns 400 for a disabled webhook, for a finished ' +
    'delivery (replay it) and for a ping. ' +
    `More than ${MAX_REPLAYS_PER_MINUTE} attempts of pending deliveries per minute and webhook return 429.`,
  ...itemDefaults,
  deliveryId: 'Id of a delivery of the webhook',
  status: 202,
  response: Delivery,
});
