import { type Static, Type } from 'typebox';
import { ROLES, readMe } from '../../../shared/contract/auth.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { MAX_ID } from '../../../shared/contract/query.ts';
import { Known } from '../../../shared/contract/values.ts';
import { createUnexpectedError } from '../../api-client/endpoint-reader.ts';
import { sanitizeLine } from '../../api-client/upstream-answer.ts';
import type { Caller } from '../../base/caller.ts';

/**
 * The part of `GET /api/me` that the specification promises: account, roles and locked location. Roles can be any text.
 */
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

/** The signed-in user as the other deployment describes them. */
export interface RemoteIdentity extends Pick<Caller, 'account' | 'roles' | 'lockedLocation' | 'isDemo'> {
  /** `null` if the deployment does not return it. */
  readonly userId: number | null;
  /** `null` if the deployment does not return it. */
  readonly email: string | null;
  /** `null` if the deployment does not return it. */
  readonly name: string | null;
}

const MAX_NAME_LENGTH = 320;

const MAX_SHOWN_LENGTH = 200;

/** Throws `PlatformError` `invalid_answer` if the identity is not valid. Unknown roles give no rights. */
export function parseIdentity({ account, user, roles, locked_location: locked, is_demo }: AnyMe): RemoteIdentity {
  const { id = null, email = null, name = null } = user ?? {};
  // User 0 is the operator of this computer (`createOperator` in exports), so ids start at 1.
  const hasValidIds = [id ?? 1, locked?.id ?? 1].every((one) => one >= 1 && one <= MAX_ID);
  if (!hasValidIds) throw createUnexpectedError(readMe, 'an id is out of range');
  if (![account, email ?? account].every(isName))
    throw createUnexpectedError(readMe, 'the account or the e-mail address is not valid');
  return {
    ...{ account, userId: id, email, name: name === null ? null : cleanName(name) },
    roles: ROLES.filter((role) => roles.includes(role)),
    lockedLocation: locked && { id: locked.id, title: cleanName(locked.title ?? `#${locked.id}`) },
    ...(is_demo && { isDemo: true }),
  };
}

/** Returns the caller without ids. An unknown name is replaced by the e-mail address or the account. */
export function toCaller({ email, name, userId: _, ...known }: RemoteIdentity) {
  return { ...known, name: name ?? email ?? known.account, email: email ?? '' };
}

function isName(text: string): boolean {
  return text.length > 0 && text.length <= MAX_NAME_LENGTH && sanitizeLine(text) === text;
}

/** Makes a name from another deployment safe to show. */
function cleanName(text: string): string {
  return [...sanitizeLine(text)].slice(0, MAX_SHOWN_LENGTH).join('');
}
