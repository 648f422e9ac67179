import { systemClock } from '../../../../electron/base/clock.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import { type Certificate, makeCertificate } from '../../../support/certificates.ts';
import { startHttpsReceiver } from '../../../support/https-receiver.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import type { AttackReport } from './attack-report.ts';

interface BadReceiver {
  readonly name: string;
  readonly certificate: Certificate;
  readonly isTrusted: boolean;
}

async function badReceivers(): Promise<readonly BadReceiver[]> {
  const validUntil = new Date('2021-01-01T00:00:00Z');
  return [
    { name: 'self-signed', certificate: await makeCertificate({ names: ['localhost'] }), isTrusted: false },
    {
      name: 'another name',
      certificate: await makeCertificate({ names: ['other.example'] }),
      isTrusted: true,
    },
    {
      name: 'expired',
      certificate: await makeCertificate({ names: ['localhost'], validUntil }),
      isTrusted: true,
    },
  ];
}

/** Certificates that are wrong, with and without the switch of the environment that lets Node take them. */
export async function attackWithCertificates(): Promise<AttackReport> {
  const before = process.env[SWITCH];
  const wrong: string[] = [];
  const receivers = await badReceivers();
  for (const { name, certificate, isTrusted } of receivers) {
    const receiver = await startHttpsReceiver({ certificate });
    const { sender } = createReceivers({
      allowed: [
        {
          host: 'localhost',
          range: { first: '127.0.0.1', prefixBits: 32, family: 'ipv4' },
          ca: isTrusted ? certificate.cert : null,
        },
      ],
      ownPorts: () => [],
      clock: systemClock,
      version: '0',
      log: createLogRecorder().log,
      resolve: async () => ['127.0.0.1'],
    });
    for (const value of [undefined, '0']) {
      setSwitch(value);
      const { failure } = await sender.send({ url: receiver.url, headers: {}, body: '{}' });
      if (failure !== 'certificate') wrong.push(`${name} with ${value}: ${failure}`);
    }
    if (receiver.requests.length > 0) wrong.push(`${name}: a message arrived`);
    sender.close();
    await receiver.close();
  }
  setSwitch(before);
  return { tried: receivers.length * 2, wrong, refusedGood: [] };
}

const SWITCH = 'NODE_TLS_REJECT_UNAUTHORIZED';

function setSwitch(value: string | undefined): void {
  if (value === undefined) delete process.env[SWITCH];
  else process.env[SWITCH] = value;
}
