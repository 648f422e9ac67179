/** Why a file is not written, where the user can be told what to do about it. */
export type DiskReason = 'in-use' | 'disk-full' | 'no-permission' | 'no-folder' | 'bad-name';
type ReasonByErrno = Readonly<Record<string, DiskReason>>;

export const FAILURE_REASONS: ReasonByErrno = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  ENOENT: 'no-folder',
  ENOTDIR: 'no-folder',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'no-permission',
  EBUSY: 'in-use',
};

/** Windows tells of a file that is open in another program as of one that may not be replaced. */
export const REPLACING_REASONS: ReasonByErrno = { ...FAILURE_REASONS, EACCES: 'in-use', EPERM: 'in-use' };

export const REASON_WORDS: Readonly<Record<DiskReason, string>> = {
  'in-use': 'it is open in another program',
  'disk-full': 'the disk is full',
  'no-permission': 'writing there is not allowed',
  'no-folder': 'the folder does not exist',
  'bad-name': 'Windows does not take this name',
};
