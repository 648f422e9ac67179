import type { ExportManifest, MonthManifest } from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';

export interface RecordedExport {
  readonly id: number;
  /** Of a file, or of a package of files. */
  readonly manifest: ExportManifest | MonthManifest;
  /** Absolute path of the file. */
  readonly path: string;
}

export interface MadeExport extends Omit<RecordedExport, 'id'> {
  readonly accountId: number;
  readonly userId: number | null;
}

/** A caller finds their own exports; owners and accountants of all locations those of the operator too. */
export interface ExportHistoryRecords {
  /** `userId` null: made by the operator of the computer. Answers the id, null for no history. The oldest ones of an account may go. */
  add(made: MadeExport): Promise<number | null>;
  /** Newest first, older than `before`. */
  list(caller: Caller, query: { before: number | null; limit: number }): Promise<readonly RecordedExport[]>;
  find(caller: Caller, id: number): Promise<RecordedExport | null>;
  /** Whether an export that the caller finds lies at exactly this path. */
  hasPath(caller: Caller, path: string): Promise<boolean>;
}

/** For exports that this computer's program does not show, such as those from a remote service. */
export const NO_HISTORY: ExportHistoryRecords = {
  add: async () => null,
  list: async () => [],
  find: async () => null,
  hasPath: async () => false,
};

/** No user has this id: ids of users begin at 1. */
const OPERATOR_ID = 0;

/** The operator of the computer, who may read all of an account and is none of its users. */
export function operatorOf(account: { readonly id: number; readonly name: string }): Caller {
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

/** Whom an export is recorded under; null for the operator. */
export function recordedUser({ userId }: Pick<Caller, 'userId'>): number | null {
  return userId === OPERATOR_ID ? null : userId;
}
