import { type Credentials, type Me, readMe } from '../../../shared/contract/auth.ts';
import { MAX_ID } from '../../../shared/contract/query.ts';
import { unexpected } from '../../api-client/answer-check.ts';
import { harmlessLine } from '../../api-client/harmless-line.ts';
import type { Caller } from '../../base/caller.ts';

const MOST_CHARACTERS = 320;
/** Of what is only shown. */
const SHOWN_CHARACTERS = 200;

/** Whom the other deployment takes somebody for. Throws `PlatformError` `invalid_answer` for what is nobody. */
export function toCaller(me: Me, accountId: number, grant: string): Caller {
  const { account, user, roles, locked_location: locked } = me;
  const ids = [user.id, locked?.id ?? 0];
  const isSomebody = ids.every((id) => id >= 0 && id <= MAX_ID) && isName(account) && isName(user.email);
  if (!isSomebody) throw unexpected(readMe);
  const lockedLocation = locked && { id: locked.id, title: shownName(locked.title) };
  return {
    ...{ accountId, userId: user.id, grant, account },
    ...{ name: shownName(user.name), email: user.email, roles: [...roles], lockedLocation },
  };
}

/** Whether it is who signed in: another user's rights must never become theirs. */
export function isSignedIn({ account, user }: Me, credentials: Credentials): boolean {
  return account === credentials.account && user.email.toLowerCase() === credentials.email.toLowerCase();
}

function isName(text: string): boolean {
  return text.length > 0 && text.length <= MOST_CHARACTERS && harmlessLine(text) === text;
}

/** What another deployment calls somebody, fit to stand among names of others. */
function shownName(text: string): string {
  return [...harmlessLine(text)].slice(0, SHOWN_CHARACTERS).join('');
}
