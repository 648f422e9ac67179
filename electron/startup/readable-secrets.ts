import { statSync } from 'node:fs';
import type { ServerConfig } from '../config/server-config.ts';

/** Reading and writing by whoever is neither the owner nor of the group. Modes on Windows say nothing of it. */
const OF_OTHERS = 0o006;

/** A sentence for each file with a secret of a server whose mode keeps it from nobody. */
export function readableSecrets(
  { tls, database, secretKeyFile }: Pick<ServerConfig, 'tls' | 'database' | 'secretKeyFile'>,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  if (platform === 'win32') return [];
  const databaseFile = database?.kind === 'file' ? database.file : null;
  return [tls?.keyFile ?? null, databaseFile, secretKeyFile]
    .filter((file) => file !== null)
    .filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OF_OTHERS) !== 0)
    .map((file) => `The mode of ${file} keeps its secret from no user of this computer: chmod o= ${file}.`);
}
