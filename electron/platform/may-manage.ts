import type { Role } from '../../shared/contract/auth.ts';
import type { Caller } from './platform.ts';

const MANAGING_ROLES: ReadonlySet<Role> = new Set(['owner', 'accountant']);

/** Whether somebody may call what asks for more than reading: the endpoints whose access is `manager`. */
export function mayManage({ roles }: Pick<Caller, 'roles'>): boolean {
  return roles.some((role) => MANAGING_ROLES.has(role));
}
