import type { Me } from '../../../shared/contract/auth.ts';

/** Whether the API answers somebody's calls about webhooks: those of owners and accountants. */
export function mayManageWebhooks({ roles }: Pick<Me, 'roles'>): boolean {
  return roles.includes('owner') || roles.includes('accountant');
}
