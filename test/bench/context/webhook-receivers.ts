import { makeCertificate } from '../../support/certificates.ts';
import { startHttpsReceiver } from '../../support/https-receiver.ts';

// So many receivers, in their own process.
const [count = 0] = process.argv.slice(2).map(Number);
const certificate = await makeCertificate({ names: ['127.0.0.1'] });
const receivers = await Promise.all(
  Array.from({ length: count }, () => startHttpsReceiver({ certificate, answer: () => ({ status: 204 }) })),
);
const urls = receivers.map(({ port }) => `https://127.0.0.1:${port}/`);
process.stdout.write(`Receivers ${JSON.stringify({ urls, ca: certificate.cert })}\n`);
process.once('SIGTERM', () => process.exit(0));
