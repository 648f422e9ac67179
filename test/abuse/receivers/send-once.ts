import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { createReceiverSender } from '../../support/receiver-sender.ts';

/**
 * A process of its own, for an environment of its own: sends a message and prints the outcome, or `plain` the status
 * of what Node does by itself. `ca` is a file; empty for a receiver that is not trusted.
 */
const [way, url = '', ca = ''] = process.argv.slice(2);

if (way === 'plain') {
  request(url, { method: 'POST' }, (response) => {
    process.stdout.write(JSON.stringify({ status: response.statusCode }));
    response.resume();
  })
    .on('error', () => process.stdout.write(JSON.stringify({ status: null })))
    .end('{}');
} else {
  const sender = createReceiverSender({ ca: readFileSync(ca, 'utf8') });
  const outcome = await sender.send({ url, headers: {}, body: '{}' });
  process.stdout.write(JSON.stringify(outcome));
  sender.close();
}
