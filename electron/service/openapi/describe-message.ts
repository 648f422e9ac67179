import type { WebhookMessage } from '../../../shared/contract/webhook-message.ts';
import { describeMembers } from './describe-parameters.ts';
import { exampleOf } from './example-of.ts';
import type { ReceivedMessage } from './openapi-document.ts';
import type { SchemaCollector } from './schema-collector.ts';

const RETRY_AFTER = {
  description: 'Seconds, or a date: the next attempt is not before that, for a day at most.',
  schema: { type: 'string' },
  example: '120',
};

/** The same whatever the message: a receiver answers with a status, and its body is only logged. */
const ANSWERS: ReceivedMessage['responses'] = {
  '2XX': { description: 'Success: it was taken, or was handled before. Has to be there within 15 s.' },
  '410': { description: 'A failure without a further attempt; to a batch it disables the webhook.' },
  default: {
    description:
      'A failure, redirects and having no answer after 15 s included. It is attempted again, but for a ping.',
    headers: { 'Retry-After': RETRY_AFTER },
  },
};

/** Says what arrives at a receiver. What authorizes it is the signature, not a token. */
export function describeMessage(message: WebhookMessage, schemas: SchemaCollector): ReceivedMessage {
  const { operation, summary, description, headers, body } = message;
  return {
    operationId: operation,
    tags: ['Webhooks'],
    summary,
    description: `${description}\n\nImplements: specification, Events.`,
    security: [],
    parameters: describeMembers('header', headers, schemas),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.describe(body), example: exampleOf(body) } },
    },
    responses: ANSWERS,
  };
}
