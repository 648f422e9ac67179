import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, makeCertificate } from '../support/certificates.ts';

export interface OwnCertificate extends Certificate {
  /** What Tilldesk has to trust. */
  readonly file: string;
}

/** The certificate for `host` in a folder, made and signed by itself where there is none yet. */
export async function ownCertificate(folder: string, host: string): Promise<OwnCertificate> {
  const named = (kind: string) => join(folder, `receiver-${host.replaceAll(':', '_')}-${kind}.pem`);
  const [file, keyFile] = [named('certificate'), named('key')];
  if (!existsSync(file) || !existsSync(keyFile)) {
    const { key, cert } = await makeCertificate({ names: [host] });
    writeFileSync(keyFile, key, { mode: 0o600 });
    writeFileSync(file, cert);
  }
  return { file, cert: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}
