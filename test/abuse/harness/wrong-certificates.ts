import { type Certificate, makeCertificate } from '../../support/certificates.ts';

interface ShownCertificate {
  readonly name: string;
  readonly certificate: Certificate;
  /** Whether the client trusts the authority of the certificate. */
  readonly isTrusted: boolean;
  /** The environment variable that makes Node accept every certificate. */
  readonly tlsSwitch: '' | '0';
}

/** Certificates that do not prove that a server is `host`, each without and with that variable. */
export async function wrongCertificates(host: string): Promise<readonly ShownCertificate[]> {
  const names = [host];
  const validUntil = new Date('2021-01-01T00:00:00Z');
  const wrong = [
    { name: 'self-signed', certificate: await makeCertificate({ names }), isTrusted: false },
    { name: 'of another name', certificate: await makeCertificate({ names: ['other.example'] }), isTrusted: true },
    { name: 'expired', certificate: await makeCertificate({ names, validUntil }), isTrusted: true },
  ];
  return wrong.flatMap((one) => (['', '0'] as const).map((tlsSwitch) => ({ ...one, tlsSwitch })));
}
