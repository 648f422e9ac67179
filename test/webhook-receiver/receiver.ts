import { isIP } from 'node:net';
import type { Received } from './receive-message.ts';
import { RECEIVER_HELP, readReceiverOptions } from './receiver-options.ts';
import { ownCertificate, startWebhookReceiver } from './webhook-receiver.ts';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function sayReceived({ status, reason, events }: Received): void {
  say(`${status} ${reason}`);
  for (const { type, record_id, version, occurred_at } of events) {
    say(`    ${type} ${record_id}, version ${version}, ${occurred_at}`);
  }
}

async function receive(): Promise<void> {
  const { showsHelp, folder, ...options } = readReceiverOptions(process.argv.slice(2), import.meta.dirname);
  if (showsHelp) return say(RECEIVER_HELP);
  const certificate = await ownCertificate(folder, options.host);
  const { port } = await startWebhookReceiver({ ...options, certificate, onMessage: sayReceived });
  const isIpv6 = isIP(options.host) === 6;
  const entry = { host: options.host, cidr: `${options.host}/${isIpv6 ? 128 : 32}`, ca: certificate.file };
  say(`Listening. Subscribe https://${isIpv6 ? `[${options.host}]` : options.host}:${port}/ once this stands in`);
  say('webhook-receivers.json in the data folder of Tilldesk, and Tilldesk was started again:\n');
  say(`${JSON.stringify({ allowed: [entry] }, null, 2)}\n`);
  if (options.secrets.length === 0) say('Without --secret no message can be believed: all are answered 401.\n');
}

try {
  await receive();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
