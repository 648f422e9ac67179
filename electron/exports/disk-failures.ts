import { ExportError } from './export-error.ts';

/** Why a file is not written, where the user can be told what to do about it. */
type DiskReason = 'in-use' | 'disk-full' | 'no-permission' | 'no-folder' | 'bad-name';
type ReasonByErrno = Readonly<Record<string, DiskReason>>;

const FAILURE_REASONS: ReasonByErrno = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  ENOENT: 'no-folder',
  ENOTDIR: 'no-folder',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'no-permission',
  EBUSY: 'in-use',
  ENAMETOOLONG: 'bad-name',
  ELOOP: 'bad-name',
  EISDIR: 'bad-name',
};

/** Windows tells of a file that is open in another program as of one that may not be replaced. */
export const REPLACING_REASONS: ReasonByErrno = { ...FAILURE_REASONS, EACCES: 'in-use', EPERM: 'in-use' };

const REASON_WORDS: Readonly<Record<DiskReason, string>> = {
  'in-use': 'it is open in another program',
  'disk-full': 'the disk is full',
  'no-permission': 'writing there is not allowed',
  'no-folder': 'the folder does not exist',
  'bad-name': 'Windows does not take this name',
};

/** Said of these more closely than their reason does. */
const ERRNO_WORDS: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it is a link that leads round in a circle',
  EISDIR: 'it is a folder',
  EFBIG: 'it is larger than files may be there',
};

/** `words` go on after "The file was not saved: ". */
function notWritten(words: string, options: ErrorOptions & { reason: DiskReason | null }): ExportError {
  return new ExportError('not_written', `The file was not saved: ${words}.`, options);
}

export function badName(words = REASON_WORDS['bad-name']): ExportError {
  return notWritten(words, { reason: 'bad-name' });
}

/** What the disk refuses becomes an `ExportError` `not_written`. */
export async function onDisk<T>(work: Promise<T>, reasons = FAILURE_REASONS): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason = reasons[code] ?? null;
    const words = ERRNO_WORDS[code] ?? (reason === null ? code : REASON_WORDS[reason]);
    throw notWritten(words, { cause, reason });
  }
}
