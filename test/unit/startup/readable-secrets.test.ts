import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../../../electron/config/server-config.ts';
import { listReadableSecrets } from '../../../electron/startup/secret-files.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

type Files = Pick<ServerConfig, 'tls' | 'database' | 'secretKeyFile'>;

function serverWithFiles(mode: number): Files & { readonly secrets: readonly string[] } {
  const folder = createTemporaryFolder();
  const names = ['cert', 'key', 'url', 'secret'];
  const [certFile = '', keyFile = '', url = '', secretKeyFile = ''] = names.map((name) => join(folder, name));
  for (const file of [certFile, keyFile, url, secretKeyFile]) {
    writeFileSync(file, 'x');
    chmodSync(file, file === certFile ? 0o644 : mode);
  }
  return {
    tls: { certFile, keyFile },
    database: { kind: 'file', file: url },
    secretKeyFile,
    secrets: [keyFile, url, secretKeyFile],
  };
}

describe.skipIf(process.platform === 'win32')('the files with the secrets of a server', () => {
  it.each([0o600, 0o400, 0o640, 0o660])('are not reported if only their reader can read them, with mode %o', (mode) => {
    expect(listReadableSecrets(serverWithFiles(mode))).toEqual([]);
  });

  it.each([0o644, 0o604, 0o602])('are each reported if others may read or change them: mode %o', (mode) => {
    const { secrets, ...server } = serverWithFiles(mode);
    const told = listReadableSecrets(server);
    expect(told).toHaveLength(3);
    for (const file of secrets) expect(told.join('\n')).toContain(`chmod o= ${file}.`);
  });

  it('are not reported on a server without secrets, or on Windows, which has no modes', () => {
    expect(listReadableSecrets({ tls: null, database: null, secretKeyFile: null })).toEqual([]);
    expect(listReadableSecrets(serverWithFiles(0o644), 'win32')).toEqual([]);
  });
});
