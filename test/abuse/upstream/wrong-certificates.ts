import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import { createShopsReader, SHOPS_ANSWER, whatIsTold } from './asked-shops.ts';
import { startStub } from './stub-deployment.ts';
import { API_KEY, type UpstreamGround } from './upstream-ground.ts';

const CALLS_EACH = 20;
const SWITCH = 'NODE_TLS_REJECT_UNAUTHORIZED';
const REFUSAL = /^The service could not prove who it is/;

interface Shown {
  readonly name: string;
  readonly certificate: Certificate;
  readonly isTrusted: boolean;
  readonly isGood: boolean;
}

async function shownCertificates(): Promise<readonly Shown[]> {
  const validUntil = new Date('2021-01-01T00:00:00Z');
  const names = ['127.0.0.1'];
  const [good, unknown, other, expired] = await Promise.all([
    makeCertificate({ names }),
    makeCertificate({ names }),
    makeCertificate({ names: ['other.example'] }),
    makeCertificate({ names, validUntil }),
  ]);
  return [
    { name: 'good', certificate: good, isTrusted: true, isGood: true },
    { name: 'self-signed', certificate: unknown, isTrusted: false, isGood: false },
    { name: 'of another name', certificate: other, isTrusted: true, isGood: false },
    { name: 'expired', certificate: expired, isTrusted: true, isGood: false },
  ];
}

/** Certificates that prove nothing, with and without the switch of the environment that lets Node take them. */
export async function showCertificates(ground: UpstreamGround): Promise<void> {
  const before = process.env[SWITCH];
  const shown = await shownCertificates();
  try {
    for (const value of [null, '0']) {
      if (value === null) delete process.env[SWITCH];
      else process.env[SWITCH] = value;
      for (const one of shown) await showOne(ground, one, `${one.name} with ${value}`);
    }
  } finally {
    if (before === undefined) delete process.env[SWITCH];
    else process.env[SWITCH] = before;
  }
}

async function showOne({ run, open }: UpstreamGround, shown: Shown, where: string): Promise<void> {
  const { certificate, isTrusted, isGood } = shown;
  const stub = await startStub((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(SHOPS_ANSWER));
  }, certificate);
  const authorities = isTrusted ? [certificate.cert] : [];
  for (let left = run.scaled(CALLS_EACH); left > 0; left -= 1) {
    const upstream = open({ baseAddress: `https://127.0.0.1:${stub.port}`, authorities });
    const told = await whatIsTold(createShopsReader(upstream, API_KEY)());
    upstream.close();
    run.count('certificates shown');
    if (isGood !== (told === null)) run.breach('certificates misjudged', `${where}: ${told ?? 'taken'}`);
    if (told !== null && !REFUSAL.test(told)) run.breach('outcomes other than due', `${where}: ${told}`);
  }
  if (!isGood) {
    run.breach('keys sent to whom nobody vouches for', where, stub.arrivals());
  }
  await stub.close();
}
