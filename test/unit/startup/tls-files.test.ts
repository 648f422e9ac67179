import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartError } from '../../../electron/base/errors.ts';
import { readTlsFiles } from '../../../electron/startup/secret-files.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const SERVER = { publicHosts: ['till.example', '192.0.2.1:8443'], now: NOW };
const NAMES = ['till.example', '192.0.2.1'];

function laid({ cert, key }: { readonly cert: string; readonly key: string }) {
  const folder = createTemporaryFolder();
  const files = { certFile: join(folder, 'tls.pem'), keyFile: join(folder, 'tls.key') };
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
  return files;
}

function sentenceOf(files: ReturnType<typeof laid>, server = SERVER): string {
  try {
    readTlsFiles(files, server);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error('the files were taken');
}

describe('readTlsFiles', () => {
  it('reads a certificate and its key, without a warning if it is valid for long and for the server name', async () => {
    const certificate = await makeCertificate({ names: NAMES, validUntil: new Date('2027-11-21T00:00:00Z') });
    const { cert, key, expiresAt, warnings } = readTlsFiles(laid(certificate), SERVER);
    expect({ cert, key }).toEqual(certificate);
    expect([new Date(expiresAt).toISOString(), warnings]).toEqual(['2027-11-21T00:00:00.000Z', []]);
  });

  it('warns that a certificate expires soon, or lacks a name that clients use', async () => {
    const certificate = await makeCertificate({
      names: ['other.example'],
      validUntil: new Date('2026-12-01T00:00:00Z'),
    });
    expect(readTlsFiles(laid(certificate), SERVER).warnings).toEqual([
      'The certificate expires on 2026-12-01.',
      'The certificate does not name till.example: clients will refuse it.',
      'The certificate does not name 192.0.2.1: clients will refuse it.',
    ]);
  });

  it('refuses a certificate that has expired, or is not valid yet', async () => {
    const files = laid(await makeCertificate({ names: NAMES, validUntil: new Date('2026-11-20T00:00:00Z') }));
    expect(sentenceOf(files)).toContain('expired on 2026-11-20.');
    expect(sentenceOf(files, { ...SERVER, now: Date.parse('2019-01-01') })).toContain(
      'is not valid before 2020-01-01.',
    );
  });

  it('refuses a key of another certificate', async () => {
    const [one, other] = await Promise.all([makeCertificate({ names: NAMES }), makeCertificate({ names: NAMES })]);
    expect(sentenceOf(laid({ cert: one.cert, key: other.key }))).toContain('does not belong to the certificate in');
  });

  it('refuses missing and invalid files, in one sentence that quotes nothing of them', async () => {
    const { cert, key } = await makeCertificate({ names: NAMES });
    expect(sentenceOf(laid({ cert: 'geheim', key }))).toMatch(/tls\.pem contains no certificate in PEM\.$/);
    expect(sentenceOf(laid({ cert, key: 'geheim' }))).toMatch(/tls\.key contains no private key in PEM/);
    const files = { ...laid({ cert, key }), keyFile: '/nowhere/tls.key' };
    expect(sentenceOf(files)).toBe('The file /nowhere/tls.key cannot be read (ENOENT).');
  });
});
