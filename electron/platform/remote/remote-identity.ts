import { type Static, Type } from 'typebox';
import { ROLES, readMe } from '../../../shared/contract/auth.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { MAX_ID } from '../../../shared/contract/query.ts';
import { Known } from '../../../shared/contract/values.ts';
import { unexpected } from '../../api-client/endpoint-reader.ts';
import { sanitizedLine } from '../../api-client/upstream-answer.ts';
import type { Caller } from '../../base/caller.ts';

/** What the specification promises of `GET /api/me`: account, roles and locked location. Any word can be a role. */
const AnyMe = Type.Object({
  account: Type.String(),
  user: Known(Type.Object({ id: Known(Type.Integer()), name: Known(Type.String()), email: Known(Type.String()) })),
  roles: Type.Array(Type.String()),
  locked_location: Known(Type.Object({ id: Type.Integer(), title: Known(Type.String()) })),
  is_demo: Known(Type.Boolean()),
  auth: Known(Type.Object({ kind: Type.String(), expires_at: Known(Type.Integer()) })),
});

export type AnyMe = Static<typeof AnyMe>;

export const readAnyMe = { ...readMe, response: AnyMe } as const satisfies Endpoint;

/** Who acts, as the other deployment says it. */
export interface RemoteIdentity extends Pick<Caller, 'account' | 'roles' | 'lockedLocation' | 'isDemo'> {
  /** `null` if the deployment does not say it. */
  readonly userId: number | null;
  /** `null` if the deployment does not say it. */
  readonly email: string | null;
  /** `null` if the deployment does not say it. */
  readonly name: string | null;
}

const MAX_NAME = 320;

const MAX_SHOWN_NAME = 200;

/** Throws `PlatformError` `invalid_answer` for an identity that is not valid. An unknown role gives no right. */
export function identityOf({ account, user, roles, locked_location: locked, is_demo }: AnyMe): RemoteIdentity {
  const { id = null, email = null, name = null } = user ?? {};
  // Ids begin at 1: as user 0 the operator of this computer acts (`operatorOf` of the exports).
  const isSomebody = [id ?? 1, locked?.id ?? 1].every((one) => one >= 1 && one <= MAX_ID);
  if (!isSomebody) throw unexpected(readMe, 'an id is out of range');
  if (![account, email ?? account].every(isName))
    throw unexpected(readMe, 'the account or the e-mail address is no name');
  return {
    ...{ account, userId: id, email, name: name === null ? null : shownName(name) },
    roles: ROLES.filter((role) => roles.includes(role)),
    lockedLocation: locked && { id: locked.id, title: shownName(locked.title ?? `#${locked.id}`) },
    ...(is_demo && { isDemo: true }),
  };
}

/** The caller without numbers. A name that is not known is the e-mail address, or that of the account. */
export function toCaller({ email, name, userId: _, ...known }: RemoteIdentity) {
  return { ...known, name: name ?? email ?? known.account, email: email ?? '' };
}

function isName(text: string): boolean {
  return text.length > 0 && text.length <= MAX_NAME && sanitizedLine(text) === text;
}

/** A name from another deployment, made safe to show. */
function shownName(text: string): string {
  return [...sanitizedLine(text)].slice(0, MAX_SHOWN_NAME).join('');
}
