import { type TObject, Type } from 'typebox';
import { NamedRecord, Timestamp } from './values.ts';
import {
  batchExample,
  eventExample,
  MAX_EVENTS_PER_DELIVERY,
  ROTATION_HOURS,
  SIGNED_EXAMPLE,
  WEBHOOK_EVENTS,
} from './webhook-records.ts';

/** A message that Tilldesk sends to a webhook by `POST` as JSON. */
export interface WebhookMessage {
  /** The `type` in its body. */
  readonly name: string;
  /** Generated receivers use it as the name of their function. */
  readonly operation: string;
  readonly summary: string;
  readonly description: string;
  readonly headers: TObject;
  readonly body: TObject;
}

const headers = Type.Object({
  'webhook-id': Type.String({
    description: 'Id of the message, the same for every attempt and replay. Ignore messages that you already handled',
    examples: [SIGNED_EXAMPLE.id],
  }),
  'webhook-timestamp': Type.String({
    pattern: '^\\d+$',
    description: 'When this attempt was signed, in Unix seconds. Reject it if it is more than 5 minutes off',
    examples: [SIGNED_EXAMPLE.timestamp],
  }),
  'webhook-signature': Type.String({
    description:
      '`v1,` and base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. The key is the base64-decoded ' +
      `part of the secret after \`whsec_\`. For ${ROTATION_HOURS} hours after a rotation there are two signatures, ` +
      'separated by a space: accept the message if one matches',
    examples: [SIGNED_EXAMPLE.signature],
  }),
  'webhook-replay': Type.Optional(
    Type.String({
      pattern: '^\\d+$',
      description: 'Only for replays: the id of the repeated delivery',
      examples: ['912'],
    }),
  ),
});

const WebhookEvent = NamedRecord(
  'WebhookEvent',
  {
    id: Type.String({ description: 'Id of the event, the same for the same change in every message' }),
    type: Type.Enum(WEBHOOK_EVENTS, { description: 'Type of the changed record' }),
    occurred_at: Timestamp('When it changed'),
    record_id: Type.Integer({
      description: 'Id of the order or product. If it returns 404, it was deleted',
    }),
    version: Type.Integer({
      description:
        'Version as in the delta endpoint. Of two events of a record, the one with the higher version is later',
    }),
  },
  eventExample,
  'A changed record with its version, without its content',
);
const createTimestamp = () => Timestamp('When the message was created; the same for all attempts and replays');

export const BatchMessage = NamedRecord(
  'BatchMessage',
  {
    type: Type.Literal('batch', { description: 'Type of the message' }),
    timestamp: createTimestamp(),
    data: Type.Object(
      {
        events: Type.Array(WebhookEvent, {
          minItems: 1,
          maxItems: MAX_EVENTS_PER_DELIVERY,
          description: 'Events in the order of the changes',
        }),
      },
      { description: 'Content of the message' },
    ),
  },
  batchExample,
  'Changed orders or products',
);

export const PingMessage = NamedRecord(
  'PingMessage',
  {
    type: Type.Literal('ping', { description: 'Type of the message' }),
    timestamp: createTimestamp(),
    data: Type.Object({}, { description: 'Empty' }),
  },
  { type: 'ping', timestamp: '2026-10-01T10:15:04+02:00', data: {} },
  'A test message without content',
);

const batchMessage: WebhookMessage = {
  name: 'batch',
  operation: 'receiveBatch',
  summary: 'Orders or products changed',
  description:
    `Sent to a webhook with at most ${MAX_EVENTS_PER_DELIVERY} events and 20 kB: ids and versions only. Answer first, then read ` +
    'the records. Messages are delivered at least once and in no guaranteed order. The chapter Webhooks explains ' +
    'signatures and retries.',
  headers,
  body: BatchMessage,
};

const pingMessage: WebhookMessage = {
  name: 'ping',
  operation: 'receivePing',
  summary: 'A test message',
  description:
    'Sent once and immediately to a webhook after `POST /api/webhooks/{id}/ping`. Check it like any other message. The ' +
    'answer is shown to the caller and does not affect the webhook.',
  headers,
  body: PingMessage,
};

export const WEBHOOK_MESSAGES: readonly WebhookMessage[] = [batchMessage, pingMessage];
