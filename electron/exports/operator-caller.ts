import type { Caller } from '../base/caller.ts';

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
