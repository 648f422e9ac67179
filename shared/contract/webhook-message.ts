import { type TObject, Type } from 'typebox';
import { NamedRecord, Timestamp } from './values.ts';
import {
  batchExample,
  EVENTS_PER_DELIVERY,
  eventExample,
  ROTATION_HOURS,
  SIGNED_EXAMPLE,
  WEBHOOK_EVENTS,
} from './webhook-records.ts';

/** A message that Tilldesk sends to the address of a webhook by `POST`, as JSON. */
export interface WebhookMessage {
  /** The `type` in its body. */
  readonly name: string;
  /** As that of an endpoint: generated receivers call their functions so. */
  readonly operation: string;
  readonly summary: string;
  readonly description: string;
  readonly headers: TObject;
  readonly body: TObject;
}

const headers = Type.Object({
  'webhook-id': Type.String({
    description:
      'Names the message: the same at each attempt and replay, whatever comes in between. Leave out what was handled',
    examples: [SIGNED_EXAMPLE.id],
  }),
  'webhook-timestamp': Type.String({
    pattern: '^\\d+$',
    description: 'When this attempt was signed, in Unix seconds. Refuse what is more than 5 minutes off',
    examples: [SIGNED_EXAMPLE.timestamp],
  }),
  'webhook-signature': Type.String({
    description:
      '`v1,` and base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`; the key is what stands in ' +
      `base64 after \`whsec_\` in the secret. For ${ROTATION_HOURS} hours after a rotation there are two, separated by ` +
      'a space: take the message if one fits',
    examples: [SIGNED_EXAMPLE.signature],
  }),
  'webhook-replay': Type.Optional(
    Type.String({
      pattern: '^\\d+$',
      description: 'Only on what somebody asked to deliver once more: the id of the delivery that is repeated',
      examples: ['912'],
    }),
  ),
});

const WebhookEvent = NamedRecord(
  'WebhookEvent',
  {
    id: Type.String({ description: 'The same for the same change always, in whichever message it comes' }),
    type: Type.Enum(WEBHOOK_EVENTS, { description: 'What changed: an order or a product' }),
    occurred_at: Timestamp('When it changed'),
    record_id: Type.Integer({
      description: 'The order or product: read it by its id. One that is not found is gone',
    }),
    version: Type.Integer({
      description: 'That of the delta endpoint: of two events of a record the greater is the later',
    }),
  },
  eventExample,
  'A record at a version; nothing of what is in it',
);
const timestamp = () => Timestamp('When the message was made; attempts and replays do not change it');

export const BatchMessage = NamedRecord(
  'BatchMessage',
  {
    type: Type.Literal('batch', { description: 'The kind of the message' }),
    timestamp: timestamp(),
    data: Type.Object(
      {
        events: Type.Array(WebhookEvent, {
          minItems: 1,
          maxItems: EVENTS_PER_DELIVERY,
          description: 'In the order in which the records changed',
        }),
      },
      { description: 'What is told' },
    ),
  },
  batchExample,
  'Changed orders or products',
);

export const PingMessage = NamedRecord(
  'PingMessage',
  {
    type: Type.Literal('ping', { description: 'The kind of the message' }),
    timestamp: timestamp(),
    data: Type.Object({}, { description: 'Empty' }),
  },
  { type: 'ping', timestamp: '2026-10-01T10:15:04+02:00', data: {} },
  'A test that tells nothing',
);

const batchMessage: WebhookMessage = {
  name: 'batch',
  operation: 'receiveBatch',
  summary: 'Orders or products changed',
  description:
    `Sent to the address of a webhook: at most ${EVENTS_PER_DELIVERY} events and 20 kB, ids and versions only. Read the ` +
    'records for the rest, after you answered. It comes at least once, and messages in no promised order. The chapter ' +
    'Webhooks tells how to check the signature, and when a message comes again.',
  headers,
  body: BatchMessage,
};

const pingMessage: WebhookMessage = {
  name: 'ping',
  operation: 'receivePing',
  summary: 'A test message',
  description:
    'Sent to the address of a webhook at once and once, when somebody asked for it by `POST /api/webhooks/{id}/ping`. ' +
    'Check it as any other. What is answered is shown to who asked and does nothing to the webhook, whatever it is.',
  headers,
  body: PingMessage,
};

export const WEBHOOK_MESSAGES: readonly WebhookMessage[] = [batchMessage, pingMessage];
