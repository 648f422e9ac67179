import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const MAY_STAY = new Set([
  'tilldesk.sqlite',
  'tilldesk.log',
  'secret.key',
  'receiver.pem',
  'webhook-receivers.json',
]);
const FOLDERS = new Set(['exports', 'snapshots', 'backups', 'copies', 'electron', 'browser']);

/** Files that an ended program has left. `isCut`: a step of stopping was given up, and the store may be left open. */
export function leftIn(folder: string, isCut: boolean): readonly string[] {
  return readdirSync(folder).filter((name) => {
    if (MAY_STAY.has(name) || FOLDERS.has(name)) return false;
    return !(isCut && /^tilldesk\.sqlite-(wal|shm)$/.test(name));
  });
}

/** Null for a store that opens, and in which everything fits. */
export function damageOf(folder: string): string | null {
  const connection = new DatabaseSync(join(folder, 'tilldesk.sqlite'));
  try {
    const [found] = Object.values(connection.prepare('pragma integrity_check').get() ?? {});
    const broken = connection.prepare('pragma foreign_key_check').all().length;
    return found === 'ok' && broken === 0 ? null : `${String(found)}, ${broken} references`;
  } finally {
    connection.close();
  }
}

/** Steps of stopping that failed, or took longer than they may. */
export function givenUpIn(folder: string): readonly string[] {
  const lines = logOf(folder).split('\n');
  return lines
    .filter((line) => line.includes('a step of stopping failed'))
    .map((line) => JSON.parse(line).step);
}

export function logOf(folder: string): string {
  return readFileSync(join(folder, 'tilldesk.log'), 'utf8');
}
