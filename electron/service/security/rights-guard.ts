import type { Access } from '../../../shared/contract/endpoint.ts';
import { type Caller, mayManage } from '../../base/caller.ts';
import { ApiError } from '../server/api-error.ts';

/** Refuses somebody whose roles do not reach for what an endpoint asks. */
export function checkRights(access: Access | undefined, caller: Caller): void {
  if (access === 'user' || (access === 'manager' && mayManage(caller))) return;
  throw new ApiError('forbidden', 'Only owners and accountants may do this.');
}
