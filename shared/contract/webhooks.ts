import { Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Choice, optional, pageQuery, Sort } from './query.ts';
import { ListOf, PageOf } from './values.ts';
import {
  DELIVERIES_CAP,
  DELIVERY_STATUSES,
  Delivery,
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY_MAX,
  NewWebhook,
  PINGS_PER_MINUTE,
  REPLAYS_PER_MINUTE,
  ROTATION_HOURS,
  RotatedSecret,
  Subscription,
  WEBHOOKS_PER_ACCOUNT,
  Webhook,
} from './webhook-records.ts';

const OF_THE_ACCOUNT =
  'Only owners and accountants; with a locked location those webhooks exist that were subscribed with the same lock.';
const ofAll = { tag: 'Webhooks', implements: 'Events' } as const;
const ofOne = { ...ofAll, id: 'A webhook of the account' };

export const subscribeWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks',
  access: 'manager',
  operation: 'subscribeWebhook',
  tag: 'Webhooks',
  summary: 'Subscribe a receiver',
  description:
    'Tells the receiver from now on of each changed record that the subscriber may see, at its latest version and at ' +
    'least once. A version that was overtaken before it was told is not told by itself. The secret is shown this ' +
    'once; the chapter Webhooks says how to go on. ' +
    `An account has at most ${WEBHOOKS_PER_ACCOUNT} webhooks.\n\n` +
    `With an \`Idempotency-Key\` the same key and body answer the same for ${IDEMPOTENCY_HOURS} hours, secret ` +
    'included, without a second subscription; the same key with another body is 400.',
  headers: Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: IDEMPOTENCY_KEY_MAX,
        pattern: '^[\\x21-\\x7e]+$',
        description: 'Any text of 1 to 255 visible ASCII characters that names this subscription',
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
  summary: 'All webhooks',
  description: `By id, without their secrets. ${OF_THE_ACCOUNT}`,
  ...ofAll,
  response: ListOf(Webhook),
});

export const readWebhook = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/{id}',
  access: 'manager',
  operation: 'readWebhook',
  summary: 'One webhook',
  description: `As in the list. ${OF_THE_ACCOUNT}`,
  ...ofOne,
  response: Webhook,
});

export const updateWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}',
  access: 'manager',
  operation: 'updateWebhook',
  summary: 'Change a webhook',
  description:
    'Replaces its address, events and description by those of the body; without a description it has none. The secret ' +
    'stays. What waits goes to the new address. Of an event that is added it tells from now on; of one that is left ' +
    'out it tells no more, but what already waits for an attempt is still delivered.',
  ...ofOne,
  body: Subscription,
  response: Webhook,
});

export const removeWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  access: 'manager',
  operation: 'removeWebhook',
  summary: 'End a webhook',
  description: 'Ends it at once, with what was not delivered yet and with its log.',
  ...ofOne,
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
    'Disables it with the reason `paused`: nothing but pings is sent until it is enabled again, and it then goes on ' +
    'where it stopped. Deliveries that wait stay `pending` and have no `next_attempt_at` meanwhile. Does nothing to one that is disabled already.',
  ...ofOne,
  response: Webhook,
});

export const enableWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/enable',
  access: 'manager',
  operation: 'enableWebhook',
  summary: 'Enable a disabled webhook again',
  description:
    'Goes on where it stopped: what changed meanwhile is delivered at its latest version, and deliveries that are ' +
    'pending, or were given up when it was disabled or later, are attempted from the first attempt on. Those that were given up ' +
    'before are not: replay them. Where who subscribed it has not the rights of then, it stays disabled, and this is ' +
    '400. Does nothing to an active one.',
  ...ofOne,
  response: Webhook,
});

export const pingWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/ping',
  access: 'manager',
  operation: 'pingWebhook',
  summary: 'Send a test message',
  description:
    'Sends a signed message of type `ping` once, at once, and answers how it went; a disabled webhook is pinged ' +
    'too, and whatever is answered, a ping neither disables nor enables. ' +
    `At most ${PINGS_PER_MINUTE} a minute for each webhook, more are 429.`,
  ...ofOne,
  response: Delivery,
});

export const rotateWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/rotate-secret',
  access: 'manager',
  operation: 'rotateWebhookSecret',
  summary: 'Get a new secret',
  description:
    `Answers a new secret, shown this once. For ${ROTATION_HOURS} hours messages carry two signatures, one of each ` +
    'secret. Another rotation within that time is 400.',
  ...ofOne,
  response: RotatedSecret,
});

export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  access: 'manager',
  operation: 'listDeliveries',
  summary: 'The delivery log of a webhook',
  description:
    'Deliveries by id with every attempt: status, duration and the first 1024 bytes of the answer. Kept for 30 days, ' +
    'and at most the last 10000 that are finished. No secret and no signature is in it.',
  ...ofOne,
  query: Type.Object({
    status: optional(Choice(DELIVERY_STATUSES, 'Only deliveries that stand so')),
    sort: optional(Sort(['id', '-id'])),
    ...pageQuery(DELIVERIES_CAP),
  }),
  response: PageOf(Delivery),
});

export const replayDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery_id}/replay',
  access: 'manager',
  operation: 'replayDelivery',
  summary: 'Deliver once more',
  description:
    'Makes a further delivery of the same body with the same `webhook-id`, marked by the header `webhook-replay`, ' +
    'so that a receiver can tell. It is attempted at once and repeated as others are. A disabled webhook, a ' +
    'delivery that is still pending, itself or by a replay, and a ping are 400. ' +
    `At most ${REPLAYS_PER_MINUTE} a minute for each webhook, more are 429.`,
  ...ofOne,
  deliveryId: 'A delivery of the webhook',
  status: 202,
  response: Delivery,
});

export const retryDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery_id}/retry',
  access: 'manager',
  operation: 'retryDelivery',
  summary: 'Attempt a pending delivery now',
  description:
    'Makes the next attempt due at once, however long it would wait; a receiver that just answered 429, 502, 503 or ' +
    '504 is left alone for up to a minute first. It is an attempt more: those of the schedule stay. A disabled ' +
    'webhook, a delivery that has ended (replay it) and a ping are 400. Where the pending deliveries of the webhook ' +
    `had ${REPLAYS_PER_MINUTE} attempts within a minute, this is 429.`,
  ...ofOne,
  deliveryId: 'A delivery of the webhook',
  status: 202,
  response: Delivery,
});
