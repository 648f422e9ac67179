import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ROLES } from '../../../shared/contract/auth.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import { parseJson } from '../../base/json.ts';
import { readTextIfExists, replacePrivateFile } from '../../base/private-file.ts';
import type { PlatformCapabilities } from '../platform.ts';
import { CopyFailure } from './copy-failure.ts';

/** Raise this to have all copies read again: copies with another number are removed. */
const FORMAT_VERSION = 1;

const Timestamp = Type.Integer({ minimum: 0 });

/** Metadata of a copy. Contains neither passwords nor credentials. */
const CopyRecord = Type.Object({
  form: Type.Literal(FORMAT_VERSION),
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
  /** The time when the platform last confirmed these rights. */
  confirmedAt: Timestamp,
  /** The time when the platform last accepted each credential. Keys are from `nameCredential`. */
  credentials: Type.Record(Type.String(), Timestamp),
  /** The last known capabilities of the platform; `null` until it was asked. */
  capabilities: Type.Union([Type.Unsafe<PlatformCapabilities>(Type.Object({})), Type.Null()]),
  /** Whether the user stopped reading. Stored records still answer. */
  isStopped: Type.Boolean(),
  /** The failure for which reading waits, after at least two with the same reason. */
  failure: Type.Union([CopyFailure, Type.Null()]),
});
export type CopyRecord = Static<typeof CopyRecord>;

const HASH_DIGITS = 32;

export function hash(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, HASH_DIGITS);
}

/** Returns the name of a user's copy. A hash reveals nothing and cannot be a path out of the folder. */
export function nameCopy(baseUrl: string, { accountId, userId }: UserReference): string {
  return hash([baseUrl, accountId, userId]);
}

/** Returns a hash of the user's identity and rights, so that records read with other rights are never found. */
export function rightsVersion({ identity, account, roles, lockedLocation }: Caller): string {
  const identityPart = identity === undefined ? [] : [identity];
  return hash([account, roles.toSorted(), lockedLocation?.id ?? null, ...identityPart]);
}

export function nameCredential({ upstreamCredential }: UserReference): string {
  return hash(['upstreamCredential', upstreamCredential ?? null]);
}

export function withoutCredential(caller: Caller): CopyRecord['caller'] {
  const { accountId, userId, identity, account, name, email, roles, lockedLocation, isDemo } = caller;
  const known = { ...(identity !== undefined && { identity }), ...(isDemo && { isDemo }) };
  return { accountId, userId, ...known, account, name, email, roles: [...roles], lockedLocation };
}

export function createCopyRecord(baseUrl: string, caller: Caller, now: number): CopyRecord {
  return {
    ...{ form: FORMAT_VERSION, baseUrl, caller: withoutCredential(caller), confirmedAt: now },
    ...{ credentials: { [nameCredential(caller)]: now }, capabilities: null, isStopped: false, failure: null },
  };
}

/** Returns the paths of a copy. All of them begin with its name, and nothing is served without the record. */
export function getCopyPaths(folder: string, name: string) {
  return {
    record: join(folder, `${name}.json`),
    answers: join(folder, `${name}.answers`),
    database: (rights: string) => join(folder, `${name}-${rights}.sqlite`),
  };
}

/** Returns `null` if the record is missing or damaged, has another format or belongs to another user. */
export async function readCopyRecord(folder: string, name: string): Promise<CopyRecord | null> {
  const text = await readTextIfExists(getCopyPaths(folder, name).record);
  const record = text === null ? null : parseJson(text);
  if (!Value.Check(CopyRecord, record)) return null;
  return nameCopy(record.baseUrl, record.caller) === name ? record : null;
}

/**
 * Must not run twice at a time for one copy. It does not flush: the platform can confirm again what a power cut loses.
 */
export async function writeCopyRecord(folder: string, name: string, record: CopyRecord): Promise<void> {
  await replacePrivateFile(getCopyPaths(folder, name).record, `${JSON.stringify(record)}\n`, { flush: false });
}
