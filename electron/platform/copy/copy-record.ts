import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ROLES } from '../../../shared/contract/auth.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import { parseJson } from '../../base/json.ts';
import { readTextIfThere, replacePrivateFile } from '../../base/private-file.ts';
import type { PlatformCapabilities } from '../platform.ts';
import { CopyFailure } from './copy-failure.ts';

/** Raise it when a copy has to be read again: copies of another form are removed. */
const FORM = 1;

const Timestamp = Type.Integer({ minimum: 0 });

/** What is known of a copy besides its records. Nothing in it signs in anywhere: no password and no credential. */
const CopyRecord = Type.Object({
  form: Type.Literal(FORM),
  baseUrl: Type.String(),
  caller: Type.Object(
    {
      accountId: Type.Integer(),
      userId: Type.Integer(),
      identity: Type.Optional(Type.String()),
      account: Type.String(),
      name: Type.String(),
      email: Type.String(),
      roles: Type.Array(Type.Enum(ROLES)),
      lockedLocation: Type.Union([Type.Null(), Type.Object({ id: Type.Integer(), title: Type.String() })]),
      isDemo: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  /** When the platform last said that the user has these rights. */
  confirmedAt: Timestamp,
  /** When the platform last took each credential, by the name that `nameCredential` gives it. */
  credentials: Type.Record(Type.String(), Timestamp),
  /** What the platform offered last; `null` until it is asked. */
  capabilities: Type.Union([Type.Unsafe<PlatformCapabilities>(Type.Object({})), Type.Null()]),
  /** Nothing more is read until the user asks for it; what is there still answers. */
  isStopped: Type.Boolean(),
  /** Why it waits, after at least two failures for the same reason. */
  failure: Type.Union([CopyFailure, Type.Null()]),
});
export type CopyRecord = Static<typeof CopyRecord>;

const HASH_DIGITS = 32;

export function hashOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, HASH_DIGITS);
}

/** The name of a user's copy: reveals nothing, and no name of an account leads out of the folder. */
export function nameCopy(baseUrl: string, { accountId, userId }: UserReference): string {
  return hashOf([baseUrl, accountId, userId]);
}

/** Identifies who somebody is and what they may see. What was read under other rights is never found under these. */
export function rightsVersion({ identity, account, roles, lockedLocation }: Caller): string {
  const whose = identity === undefined ? [] : [identity];
  return hashOf([account, roles.toSorted(), lockedLocation?.id ?? null, ...whose]);
}

export function nameCredential({ upstreamCredential }: UserReference): string {
  return hashOf(['upstreamCredential', upstreamCredential ?? null]);
}

export function withoutCredential(caller: Caller): CopyRecord['caller'] {
  const { accountId, userId, identity, account, name, email, roles, lockedLocation, isDemo } = caller;
  const known = { ...(identity !== undefined && { identity }), ...(isDemo && { isDemo }) };
  return { accountId, userId, ...known, account, name, email, roles: [...roles], lockedLocation };
}

export function createCopyRecord(baseUrl: string, caller: Caller, now: number): CopyRecord {
  return {
    ...{ form: FORM, baseUrl, caller: withoutCredential(caller), confirmedAt: now },
    ...{ credentials: { [nameCredential(caller)]: now }, capabilities: null, isStopped: false, failure: null },
  };
}

/** Where a copy is. All of its files begin with its name, and without its record none of them is served. */
export function copyPaths(folder: string, name: string) {
  return {
    record: join(folder, `${name}.json`),
    answers: join(folder, `${name}.answers`),
    database: (rights: string) => join(folder, `${name}-${rights}.sqlite`),
  };
}

/** Null where there is none, or one that is damaged, of another form or of another user. */
export async function readCopyRecord(folder: string, name: string): Promise<CopyRecord | null> {
  const text = await readTextIfThere(copyPaths(folder, name).record);
  const record = text === null ? null : parseJson(text);
  if (!Value.Check(CopyRecord, record)) return null;
  return nameCopy(record.baseUrl, record.caller) === name ? record : null;
}

/** One at a time for each copy. What a power cut takes away is asked for again. */
export async function writeCopyRecord(folder: string, name: string, record: CopyRecord): Promise<void> {
  await replacePrivateFile(copyPaths(folder, name).record, `${JSON.stringify(record)}\n`, { flush: false });
}
