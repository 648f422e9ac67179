import { type Certificate, makeCertificate } from '../../support/certificates.ts';

export interface ShownCertificate {
  readonly name: string;
  readonly certificate: Certificate;
  /** Whether the client trusts the authority of the certificate. */
  readonly isTrusted: boolean;
}

/** Certificates that do not prove that a server is `host`. */
export async function wrongCertificates(host: string): Promise<readonly ShownCertificate[]> {
  const names = [host];
  const validUntil = new Date('2021-01-01T00:00:00Z');
  return [
    { name: 'self-signed', certificate: await makeCertificate({ names }), isTrusted: false },
    { name: 'of another name', certificate: await makeCertificate({ names: ['other.example'] }), isTrusted: true },
    { name: 'expired', certificate: await makeCertificate({ names, validUntil }), isTrusted: true },
  ];
}

const SWITCH = 'NODE_TLS_REJECT_UNAUTHORIZED';

/**
 * Works without and with the variable of the environment that lets Node take every certificate. It is that of the whole
 * process: nothing else may connect meanwhile.
 */
export async function withAndWithoutTlsSwitch(work: (value: string | undefined) => Promise<void>): Promise<void> {
  const before = process.env[SWITCH];
  const set = (value: string | undefined) => {
    if (value === undefined) delete process.env[SWITCH];
    else process.env[SWITCH] = value;
  };
  try {
    for (const value of [undefined, '0']) {
      set(value);
      await work(value);
    }
  } finally {
    set(before);
  }
}
