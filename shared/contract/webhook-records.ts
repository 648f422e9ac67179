import { type Static, Type } from 'typebox';
import { NamedRecord, nullable, RecordId, Timestamp } from './values.ts';

export const WEBHOOK_EVENTS = ['order.updated', 'product.updated'] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;

/**
 * Why a webhook was disabled: the receiver answered 410 or failed until the last attempt, the subscriber no longer has
 * the same rights, the secret cannot be read with the key of this data folder, the subscriber ended their sessions and
 * keys, or a manager paused it.
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

export const MAX_WEBHOOKS_PER_ACCOUNT = 50;

export const MAX_WEBHOOK_URL_LENGTH = 2048;

export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 200;

/** Excludes control characters and characters that change the writing direction. */
const PRINTABLE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]*$';

export const MAX_EVENTS_PER_DELIVERY = 100;

export const MAX_DELIVERIES = 100;

export const MAX_PINGS_PER_MINUTE = 6;

export const MAX_REPLAYS_PER_MINUTE = 30;

/** The time for which both secrets sign after a rotation. */
export const ROTATION_HOURS = 24;

export const IDEMPOTENCY_HOURS = 24;

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

const createEvents = () =>
  Type.Array(Type.Enum(WEBHOOK_EVENTS), {
    minItems: 1,
    uniqueItems: true,
    description: 'Events to receive: changed orders, changed products, or both',
  });

const createSecret = () =>
  Type.String({ description: 'Secret that signs the deliveries. Store it; it is shown only once' });

const webhookFields = {
  id: RecordId(),
  url: Type.String({ description: 'Address that receives deliveries, in canonical form' }),
  events: createEvents(),
  description: Type.String({ description: 'Description; empty if there is none' }),
  created_at: Timestamp('When it was created'),
  status: Type.Enum(WEBHOOK_STATUSES, {
    description: 'A disabled webhook receives only pings until it is enabled',
  }),
};

const healthFields = {
  disabled_reason: nullable(
    Type.Enum(DISABLED_REASONS, {
      description:
        '`gone`: the receiver answered 410. `failing`: the last attempt of a delivery failed, without any success since its ' +
        'first failure. `rights_changed`: the subscriber no longer has the same rights. `secret_unreadable`: the key of the ' +
        'data folder changed; rotate the secret. `subscriber_ended`: the subscriber, or the operator for them, ended their ' +
        'sessions and keys. `paused`: an owner or accountant paused it',
    }),
  ),
  disabled_at: nullable(Timestamp('When it was disabled; `null` if it is active')),
  failing_since: nullable(Timestamp('The first failure since the last success; `null` if there is none')),
  last_success_at: nullable(Timestamp('The last delivery with a 2xx answer; `null` if there was none')),
  pending: Type.Integer({ description: 'Number of deliveries that wait for an attempt' }),
  old_secret_until: nullable(Timestamp('When the previous secret stops signing; `null` if there is none')),
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
  'A webhook with its health',
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

/** A signed message for testing receivers. Its parts match. */
export const SIGNED_EXAMPLE = {
  secret: 'whsec_PGZvciBkb2N1bWVudGF0aW9uLCBubyByZWFsIG9uZT4=',
  id: 'msg_5dj2YlkHFL30ggeQAWs9lg',
  timestamp: '1790842504',
  signature: 'v1,/soyFnauR9+Bmb0l9rkXrqOkMj83FNE/QKxDtJAtQOU=',
  body: JSON.stringify(batchExample),
};

export const NewWebhook = NamedRecord(
  'NewWebhook',
  { ...webhookFields, secret: createSecret() },
  { ...webhookExample, secret: SIGNED_EXAMPLE.secret },
  'A new webhook with its secret',
);

export type NewWebhook = Static<typeof NewWebhook>;

export const Subscription = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: MAX_WEBHOOK_URL_LENGTH,
      description:
        'HTTPS address on port 443 or 1024 and above, without credentials or a fragment, at most 2048 characters after ' +
        'percent-encoding. It must be public: addresses of this computer, its network and other non-public ones are refused, ' +
        'in any spelling. Names are resolved at each connection. The operator of the program can allow hosts of the local ' +
        'network',
    }),
    events: createEvents(),
    description: Type.Optional(
      Type.String({
        maxLength: MAX_WEBHOOK_DESCRIPTION_LENGTH,
        pattern: PRINTABLE,
        description: 'Description for people, at most 200 printable characters (code points)',
      }),
    ),
  },
  {
    title: 'Subscription',
    description: 'Address and events of a webhook',
    additionalProperties: false,
    examples: [{ url: webhookExample.url, events: ['order.updated'], description: 'Accountant' }],
  },
);

export type Subscription = Static<typeof Subscription>;

export const RotatedSecret = NamedRecord(
  'RotatedSecret',
  {
    id: RecordId('Id of the webhook'),
    secret: createSecret(),
    old_secret_until: nullable(Timestamp('When the old secret stops signing; `null` if it could no longer be read')),
  },
  { id: 3, secret: SIGNED_EXAMPLE.secret, old_secret_until: '2026-10-02T10:15:00+02:00' },
  'The new secret of a webhook',
);

export type RotatedSecret = Static<typeof RotatedSecret>;

/** Reasons why an attempt got no answer. */
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
    number: Type.Integer({ description: 'Number of the attempt, starting at 1' }),
    at: Timestamp('When it started'),
    status: nullable(Type.Integer({ description: 'HTTP status of the answer; `null` if there was none' })),
    failure: nullable(
      Type.Enum(DELIVERY_FAILURES, {
        description:
          'Why there was no answer: `timeout` after 15 s, a name without a public address (or any address), a certificate that ' +
          'is not trusted, a failed connection, or a secret that cannot be read; `null` if there was one',
      }),
    ),
    duration_ms: Type.Integer({ description: 'Duration in milliseconds; 0 if nothing was sent' }),
    answer: Type.String({ description: 'First 1024 bytes of the answer, as text' }),
  },
  attemptExample,
  'An attempt to deliver',
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
    webhook_id: RecordId('Id of the webhook'),
    message_id: Type.String({ description: 'The header `webhook-id`, the same for every attempt and replay' }),
    kind: Type.Enum(DELIVERY_KINDS, { description: 'Whether it has events or is a ping' }),
    status: Type.Enum(DELIVERY_STATUSES, {
      description:
        '`pending`: waits for an attempt, or for its paused webhook to be enabled. `delivered`: answered with 2xx. `failed`: no attempts left',
    }),
    created_at: Timestamp('When it was created'),
    next_attempt_at: nullable(Timestamp('The next attempt; `null` if there is none or the webhook is paused')),
    event_count: Type.Integer({ description: 'Number of events in the body; 0 for a ping' }),
    replay_of: nullable(RecordId('Id of the delivery that it repeats; `null` if it is not a replay')),
    body: Type.String({ description: 'The body that is sent and signed' }),
    attempts: Type.Array(Attempt, { description: 'Attempts, oldest first' }),
  },
  deliveryExample,
  'A message to a receiver, with its attempts',
);

export type Delivery = Static<typeof Delivery>;
