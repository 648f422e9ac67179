import { type Static, Type } from 'typebox';
import { NamedRecord, nullable, RecordId, Timestamp } from './values.ts';

export const WEBHOOK_EVENTS = ['order.updated', 'product.updated'] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;

/**
 * Why a subscription was disabled: the receiver answered 410, or it failed until the last attempt, the user who
 * subscribed has no longer the rights of then, the secret cannot be read with the key of this data folder, who
 * subscribed ended what acts as them, or a manager paused it.
 */
export const DISABLED_REASONS = [
  'gone',
  'failing',
  'rights_changed',
  'secret_unreadable',
  'subscriber_ended',
  'paused',
] as const;

export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const WEBHOOKS_PER_ACCOUNT = 50;

export const WEBHOOK_URL_MAX = 2048;

export const WEBHOOK_DESCRIPTION_MAX = 200;

/** No control characters, and none that turns the direction of a line. */
const PRINTABLE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]*$';

export const EVENTS_PER_DELIVERY = 100;

export const DELIVERIES_CAP = 100;

export const PINGS_PER_MINUTE = 6;

export const REPLAYS_PER_MINUTE = 30;

/** Both secrets sign for so long after a rotation. */
export const ROTATION_HOURS = 24;

export const IDEMPOTENCY_HOURS = 24;

export const IDEMPOTENCY_KEY_MAX = 255;

const events = () =>
  Type.Array(Type.Enum(WEBHOOK_EVENTS), {
    minItems: 1,
    uniqueItems: true,
    description: 'What it is told of: changed orders, changed products, or both',
  });

const secret = () => Type.String({ description: 'Signs the deliveries; shown this once, keep it' });

const webhookFields = {
  id: RecordId(),
  url: Type.String({ description: 'Where deliveries go, in its canonical form' }),
  events: events(),
  description: Type.String({ description: 'As given; empty without one' }),
  created_at: Timestamp('When it was subscribed'),
  status: Type.Enum(WEBHOOK_STATUSES, {
    description: 'A disabled one gets nothing but pings until it is enabled again',
  }),
};

const healthFields = {
  disabled_reason: nullable(
    Type.Enum(DISABLED_REASONS, {
      description:
        '`gone`: the receiver answered 410. `failing`: the last attempt of a delivery failed, and nothing had ' +
        'succeeded since its first failure. `rights_changed`: who subscribed has no longer the rights of then. ' +
        '`secret_unreadable`: the key of the data folder is another; rotate the secret. `subscriber_ended`: who ' +
        'subscribed, or the operator for them, ended what acts as them. `paused`: an owner or accountant paused it.',
    }),
  ),
  disabled_at: nullable(Timestamp('When it was disabled')),
  failing_since: nullable(Timestamp('The first failure since the last success; null while all is well')),
  last_success_at: nullable(Timestamp('The last delivery that was answered with 2xx')),
  pending: Type.Integer({ description: 'Deliveries that wait for an attempt' }),
  old_secret_until: nullable(Timestamp('Until then the previous secret signs as well; null when none does')),
};

const webhookExample = {
  id: 3,
  url: 'https://hooks.boekhouder.example/tilldesk',
  events: ['order.updated' as const],
  description: 'Accountant',
  created_at: '2026-10-01T10:15:00+02:00',
  status: 'active' as const,
};

const healthExample = {
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  last_success_at: '2026-10-25T02:30:00+01:00',
  pending: 0,
  old_secret_until: null,
};

export const Webhook = NamedRecord(
  'Webhook',
  { ...webhookFields, ...healthFields },
  { ...webhookExample, ...healthExample },
  'A subscription and how it fares',
);

export type Webhook = Static<typeof Webhook>;

export const eventExample = {
  id: 'evt_DMMfhU3JmLUrALNPfiOtqx',
  type: 'order.updated' as const,
  occurred_at: '2026-10-01T10:15:02+02:00',
  record_id: 50_231,
  version: 48_211,
};

export const batchExample = {
  type: 'batch' as const,
  timestamp: '2026-10-01T10:15:04+02:00',
  data: { events: [eventExample] },
};

/** A message as it is sent. Its parts match, so that a receiver can be tested with it. */
export const SIGNED_EXAMPLE = {
  secret: 'whsec_PGZvciBkb2N1bWVudGF0aW9uLCBubyByZWFsIG9uZT4=',
  id: 'msg_5dj2YlkHFL30ggeQAWs9lg',
  timestamp: '1790842504',
  signature: 'v1,/soyFnauR9+Bmb0l9rkXrqOkMj83FNE/QKxDtJAtQOU=',
  body: JSON.stringify(batchExample),
};

export const NewWebhook = NamedRecord(
  'NewWebhook',
  { ...webhookFields, secret: secret() },
  { ...webhookExample, secret: SIGNED_EXAMPLE.secret },
  'A subscription that was just made',
);

export type NewWebhook = Static<typeof NewWebhook>;

export const Subscription = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: WEBHOOK_URL_MAX,
      description:
        'HTTPS, port 443 or 1024 and up, no credentials, no fragment; at most 2048 characters, also once what is not ' +
        'ASCII is written as `%…`. It may not lead to the own computer or network or to any other address that is ' +
        'not public, however it is spelled. A name is resolved at each connection, and at no other time. The person who runs the ' +
        'program can allow hosts of the own network',
    }),
    events: events(),
    description: Type.Optional(
      Type.String({
        maxLength: WEBHOOK_DESCRIPTION_MAX,
        pattern: PRINTABLE,
        description: 'For people; at most 200 characters (code points), printable ones',
      }),
    ),
  },
  {
    title: 'Subscription',
    description: 'What to subscribe to',
    additionalProperties: false,
    examples: [{ url: webhookExample.url, events: ['order.updated'], description: 'Accountant' }],
  },
);

export type Subscription = Static<typeof Subscription>;

export const RotatedSecret = NamedRecord(
  'RotatedSecret',
  {
    id: RecordId('Of the webhook'),
    secret: secret(),
    old_secret_until: nullable(
      Timestamp('Until then the old secret signs as well; null where it could not be read any more'),
    ),
  },
  { id: 3, secret: SIGNED_EXAMPLE.secret, old_secret_until: '2026-10-02T10:15:00+02:00' },
  'The new secret of a webhook',
);

export type RotatedSecret = Static<typeof RotatedSecret>;

/** How an attempt without an answer failed. */
export const DELIVERY_FAILURES = [
  'timeout',
  'address_refused',
  'certificate',
  'connection',
  'secret_unreadable',
] as const;

export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const DELIVERY_KINDS = ['batch', 'ping'] as const;

const attemptExample = {
  number: 1,
  at: '2026-10-01T10:15:04+02:00',
  status: 204,
  failure: null,
  duration_ms: 84,
  answer: '',
};

const Attempt = NamedRecord(
  'DeliveryAttempt',
  {
    number: Type.Integer({ description: '1 for the first' }),
    at: Timestamp('When it began'),
    status: nullable(Type.Integer({ description: 'HTTP status of the answer; null without one' })),
    failure: nullable(
      Type.Enum(DELIVERY_FAILURES, {
        description:
          'Why there was no answer: none within 15 s, a name without a public address (it may not resolve at all), ' +
          'a certificate that is not trusted, a connection that failed, or a secret that cannot be read',
      }),
    ),
    duration_ms: Type.Integer({ description: 'Milliseconds that it took; 0 where nothing was sent' }),
    answer: Type.String({ description: 'The first 1024 bytes of the answer, as text' }),
  },
  attemptExample,
  'One try to deliver',
);

const deliveryExample = {
  id: 912,
  webhook_id: webhookExample.id,
  message_id: SIGNED_EXAMPLE.id,
  kind: 'batch' as const,
  status: 'delivered' as const,
  created_at: '2026-10-01T10:15:04+02:00',
  next_attempt_at: null,
  event_count: 1,
  replay_of: null,
  body: SIGNED_EXAMPLE.body,
  attempts: [attemptExample],
};

export const Delivery = NamedRecord(
  'Delivery',
  {
    id: RecordId(),
    webhook_id: RecordId('The webhook that it is of'),
    message_id: Type.String({ description: 'The header `webhook-id`; the same at each attempt and replay' }),
    kind: Type.Enum(DELIVERY_KINDS, { description: 'Events, or the test of a ping' }),
    status: Type.Enum(DELIVERY_STATUSES, {
      description:
        '`pending` waits for an attempt, or for its paused webhook to be enabled; `delivered` was answered with 2xx, `failed` has no attempt left',
    }),
    created_at: Timestamp('When it was made'),
    next_attempt_at: nullable(Timestamp('The next attempt; null when there is none, and while the webhook is paused')),
    event_count: Type.Integer({ description: 'Events in the body; 0 in a ping' }),
    replay_of: nullable(RecordId('The delivery that it repeats on request; null for one of its own')),
    body: Type.String({ description: 'Exactly what is sent and signed' }),
    attempts: Type.Array(Attempt, { description: 'Oldest first' }),
  },
  deliveryExample,
  'A message to a receiver, with its attempts',
);

export type Delivery = Static<typeof Delivery>;
