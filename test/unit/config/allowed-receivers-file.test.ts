import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartError } from '../../../electron/base/errors.ts';
import { readAllowedReceivers } from '../../../electron/config/allowed-receivers.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const NAS = { host: 'nas.winkel.lan', cidr: '192.168.1.0/24' };

function fileWith(content: unknown, folder = createTemporaryFolder()): string {
  const file = join(folder, 'webhook-receivers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const allowing = (...allowed: readonly unknown[]) => fileWith({ allowed });

const NO_HOST = 'must have "host" set to one name, or one address in its usual form';
const NO_CIDR = 'must have "cidr" set to a range such as "192.168.1.0/24" or "fd00:1::/64"';
const BAD_HOSTS = ['', '*', '*.lan', 'nas.', 'a..b', 'nas:443', 'https://nas', '[::1]', '127.1', '0x7f000001', 7];
const BAD_CIDRS = [
  ...[undefined, '', '*', '192.168.1.0', '192.168.1.0/33', '192.168.1/24', '10.0.0.0/08'],
  ...['fd00::/129', 'fd00::/064', '::1%lo/64'],
];

const BAD_ENTRIES: ReadonlyArray<readonly [entry: unknown, reason: string]> = [
  [null, 'is not an object'],
  [{ ...NAS, port: 1 }, 'has the unknown member "port"'],
  [{ cidr: NAS.cidr }, NO_HOST],
  ...BAD_HOSTS.map((host) => [{ ...NAS, host }, NO_HOST] as const),
  [{ ...NAS, host: '192.168.2.1' }, 'has a "host" outside of its "cidr"'],
  ...BAD_CIDRS.map((cidr) => [{ ...NAS, cidr }, NO_CIDR] as const),
  [{ ...NAS, ca: 1 }, 'must have "ca" set to the name of a file'],
  [{ ...NAS, ca: 'absent.pem' }, 'which cannot be used (ENOENT)'],
  [{ ...NAS, ca: 'webhook-receivers.json' }, 'which contains no certificate'],
];

describe('readAllowedReceivers', () => {
  it('allows nothing without the file', () => {
    expect(readAllowedReceivers(join(createTemporaryFolder(), 'webhook-receivers.json'))).toEqual([]);
  });

  it('reads names and addresses with their ranges', () => {
    const v6 = { host: 'FD00:1::5', cidr: 'fd00:1::/64' };
    expect(readAllowedReceivers(allowing(NAS, { ...NAS, host: 'KASSA' }, v6))).toEqual([
      { host: 'nas.winkel.lan', cidr: '192.168.1.0/24', ca: null },
      { host: 'kassa', cidr: '192.168.1.0/24', ca: null },
      { host: 'fd00:1::5', cidr: 'fd00:1::/64', ca: null },
    ]);
  });

  it('reads certificates from files beside it', async () => {
    const folder = createTemporaryFolder();
    const { cert } = await makeCertificate({ names: ['nas.winkel.lan'] });
    writeFileSync(join(folder, 'winkel-ca.pem'), `Of the shop\n${cert}`);
    const file = fileWith({ allowed: [{ ...NAS, ca: 'winkel-ca.pem' }] }, folder);
    expect(readAllowedReceivers(file)[0]?.ca).toBe(cert.trim());
  });

  it.each([
    ['not JSON', /it is not JSON\.$/],
    ['[]', /must be an object with the list "allowed" and nothing else\.$/],
    [{ allowed: {} }, /must be an object/],
    [{ allowed: [], further: 1 }, /must be an object/],
  ])('refuses the file %j', (content, sentence) => {
    const file = fileWith(content);
    expect(() => readAllowedReceivers(file)).toThrow(StartError);
    expect(() => readAllowedReceivers(file)).toThrow(sentence);
  });

  it.each(BAD_ENTRIES)('refuses the entry %j', (entry, reason) => {
    const file = allowing(NAS, entry);
    expect(() => readAllowedReceivers(file)).toThrow(StartError);
    expect(() => readAllowedReceivers(file)).toThrow(`The file ${file} cannot be used: entry 2 of "allowed" `);
    expect(() => readAllowedReceivers(file)).toThrow(reason);
  });

  it('refuses a certificate file that holds no certificate', () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'bad.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const file = fileWith({ allowed: [{ ...NAS, ca: 'bad.pem' }] }, folder);
    expect(() => readAllowedReceivers(file)).toThrow(StartError);
  });
});
