import type { Access } from '../../../shared/contract/endpoint.ts';
import { mayManage } from '../../platform/may-manage.ts';
import type { Caller } from '../../platform/platform.ts';
import { ApiError } from '../api-error.ts';

/** Refuses somebody whose roles do not reach for what an endpoint asks. */
export function checkRights(access: Access | undefined, caller: Caller): void {
  if (access === 'user' || (access === 'manager' && mayManage(caller))) return;
  throw new ApiError('forbidden', 'Only owners and accountants may do this.');
}
