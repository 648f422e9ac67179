import { createContext, useContext } from 'react';
import type { Me } from '../../shared/contract/auth.ts';

const MeContext = createContext<Me | null>(null);

/** Says who is signed in to everything below the session gate. */
export const MeProvider = MeContext.Provider;

/** Who is signed in; only below the session gate, which shows nothing else while nobody is. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('useMe is used outside the session gate');
  return me;
}

/** Whether somebody may call what asks for more than reading: owners and accountants. */
export function mayManage({ roles }: Pick<Me, 'roles'>): boolean {
  return roles.includes('owner') || roles.includes('accountant');
}

/** Whether somebody may change what holds for the whole company, or for everybody on this computer. */
export function isManager(me: Pick<Me, 'roles' | 'locked_location'>): boolean {
  return mayManage(me) && me.locked_location === null;
}

/** Names a user; what has been read for one belongs to nobody of another name. */
export function nameOfUser({ account, user }: Me): string {
  return `${account}/${user.id}`;
}
