import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { signedHeaders } from '../../../electron/webhooks/webhook-message.ts';
import type { MadeDelivery } from '../ground/made-deliveries.ts';

interface Addresses {
  readonly secrets: ReadonlyMap<number, string>;
  readonly urls: ReadonlyMap<number, string>;
}

/** What a program would do that only had to post messages that are there: sign and send, one connection a receiver. */
export function createPlainPoster(ca: string) {
  const agent = new Agent({ keepAlive: true, ca });

  async function send({ messageId, body }: MadeDelivery, url: string, secret: string): Promise<void> {
    const timestampS = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...signedHeaders({ id: messageId, timestampS, body }, [secret]),
    };
    const sending = request(url, { method: 'POST', agent, headers });
    sending.end(body);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    if (response.statusCode !== 204) throw new Error(`${url} answered ${response.statusCode}`);
  }

  return {
    /** Receivers side by side, the messages of each one after the other. */
    async post(messages: readonly MadeDelivery[], { secrets, urls }: Addresses): Promise<void> {
      const byWebhook = [...Map.groupBy(messages, ({ webhookId }) => webhookId)];
      await Promise.all(
        byWebhook.map(async ([id, own]) => {
          for (const message of own) await send(message, urls.get(id) ?? '', secrets.get(id) ?? '');
        }),
      );
    },
    close: async () => agent.destroy(),
  };
}
