import { isIP } from 'node:net';
import { generate } from 'selfsigned';

export interface CertificateRequest {
  readonly names: readonly string[];
  readonly validUntil?: Date;
}

/** In PEM. The certificate signs itself and is therefore its own authority. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export async function makeCertificate({ names, validUntil }: CertificateRequest): Promise<Certificate> {
  const subject = [{ name: 'commonName', value: 'Tilldesk test' }];
  const { private: key, cert } = await generate(subject, {
    keyType: 'ec',
    algorithm: 'sha256',
    // notBefore must precede an end in the past.
    notBeforeDate: new Date('2020-01-01T00:00:00Z'),
    notAfterDate: validUntil ?? new Date('2120-01-01T00:00:00Z'),
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
  return { key, cert };
}
