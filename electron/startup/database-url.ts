import { readFileSync } from 'node:fs';
import { codeOf } from '../base/code-of.ts';
import { StartError } from '../base/start-error.ts';
import type { DatabaseSource } from '../config/server-config.ts';

/** The URL of the database, secret for the password that it may hold. Throws `StartError`. */
export function readDatabaseUrl(source: DatabaseSource): string {
  if (source.kind === 'url') return source.url;
  const url = readSource(source.file).trim();
  if (url !== '' && !url.includes('\n')) return url;
  throw new StartError(`The file ${source.file} does not hold one line with the URL of a database.`);
}

function readSource(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(`The file ${file} cannot be read (${codeOf(cause)}).`, { cause });
  }
}

/** What was typed stands in the list of processes, where every user of the computer reads it. */
export function passwordWarnings(source: DatabaseSource | null): readonly string[] {
  const isShown = source?.kind === 'url' && source.isTyped && new URL(source.url).password !== '';
  return isShown
    ? ['Every user of this computer can read the password of the database: use --database-url-file.']
    : [];
}
