import type { ExportManifest, MonthManifest } from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';

export interface RecordedExport {
  readonly id: number;
  /** Describes a file, or a package of files. */
  readonly manifest: ExportManifest | MonthManifest;
  /** Absolute path of the file. */
  readonly path: string;
}

export interface MadeExport extends Omit<RecordedExport, 'id'> {
  readonly accountId: number;
  readonly userId: number | null;
}

/** Callers find their own exports; owners and accountants of all locations also find those of the operator. */
export interface ExportHistoryRecords {
  /**
   * `userId` is `null` for the operator of the computer. Returns the id; `null` if there is no history. The oldest
   * exports of an account may be dropped.
   */
  add(made: MadeExport): Promise<number | null>;
  /** Newest first, older than `before`. */
  list(caller: Caller, query: { before: number | null; limit: number }): Promise<readonly RecordedExport[]>;
  find(caller: Caller, id: number): Promise<RecordedExport | null>;
  /** Whether an export that the caller can find is at exactly this path. */
  hasPath(caller: Caller, path: string): Promise<boolean>;
}

/** For exports that this program does not show, such as those from a remote service. */
export const NO_HISTORY: ExportHistoryRecords = {
  add: async () => null,
  list: async () => [],
  find: async () => null,
  hasPath: async () => false,
};

/** No user has this id: user ids begin at 1. */
const OPERATOR_ID = 0;

/** The operator of the computer, who may read everything of an account without being one of its users. */
export function createOperator(account: { readonly id: number; readonly name: string }): Caller {
  return {
    accountId: account.id,
    userId: OPERATOR_ID,
    account: account.name,
    name: '',
    email: '',
    roles: ['owner'],
    lockedLocation: null,
  };
}

/** The user that an export is recorded under; `null` for the operator. */
export function getRecordedUser({ userId }: Pick<Caller, 'userId'>): number | null {
  return userId === OPERATOR_ID ? null : userId;
}
