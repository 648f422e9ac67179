import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';

/** Written beside a backup: what it is, and by which bytes it is known again. */
const BackupManifest = Type.Object(
  {
    /** Each sort is kept for itself. */
    reason: Type.Enum(['daily', 'migration']),
    madeAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    /** Version of the program that made it. */
    program: Type.String(),
    /** The last migration that had run in it. */
    schema: Type.String(),
    bytes: Type.Integer({ minimum: 1 }),
    /** SHA-256 of these bytes. */
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  { additionalProperties: false },
);
export type BackupManifest = Static<typeof BackupManifest>;

export type BackupReason = BackupManifest['reason'];

/** A backup and what is known of it. */
export interface Backup extends BackupManifest {
  /** Path of the file. */
  readonly file: string;
}

/** The name of a backup's files without their endings, which says its time as well: a renamed one is known by that. */
export function backupName({ reason, madeAt }: Pick<BackupManifest, 'reason' | 'madeAt'>): string {
  return `${reason}-${madeAt.replaceAll(':', '-')}`;
}

/** The manifest that `text` is, of the backup of this name; null where it is none. */
export function parseManifest(text: string, name: string): BackupManifest | null {
  const parsed = parseJson(text);
  if (!Check(BackupManifest, parsed)) return null;
  return backupName(parsed) === name ? parsed : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
