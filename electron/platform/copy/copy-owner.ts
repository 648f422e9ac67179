import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ROLES } from '../../../shared/contract/auth.ts';
import { platformKindOf } from '../../../shared/platforms/registry.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import { parseJson } from '../../base/json.ts';
import { CopyFailure } from './copy-failure.ts';
import { readDated, removeOlder, writePrivately } from './copy-files.ts';

const Moment = Type.Integer({ minimum: 0 });

const OwnerCapabilities = Type.Object(
  {
    backofficeHosts: Type.Array(Type.String()),
    webhooks: Type.Enum(['here', 'there', 'none']),
    apiKeys: Type.Enum(['own', 'carried']),
    feeds: Type.Array(Type.Enum(['products', 'orders'])),
    reports: Type.Array(Type.Enum(['financial', 'turnoverByDay', 'payments', 'dayClosing', 'productSales'])),
    // A copy of an older program has none.
    missingParameters: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), parameter: Type.String() }, { additionalProperties: false })),
    ),
    roundsRows: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** Whose copy it is. Nothing in it signs in anywhere: no password, and no grant. */
const CopyOwner = Type.Object(
  {
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
        lockedLocation: Type.Union([
          Type.Null(),
          Type.Object({ id: Type.Integer(), title: Type.String() }, { additionalProperties: false }),
        ]),
      },
      { additionalProperties: false },
    ),
    /** When it said, last, that the user has these rights. */
    confirmedAt: Moment,
    usedAt: Moment,
    /** What the deployment offered, last; null while it was not asked. */
    capabilities: Type.Union([OwnerCapabilities, Type.Null()]),
    /** Nothing more is read until the user asks for it; what is there still answers. */
    isStopped: Type.Optional(Type.Boolean()),
    /** Why it waits, after at least two failures for the same reason. */
    failure: Type.Optional(Type.Union([CopyFailure, Type.Null()])),
  },
  { additionalProperties: false },
);
export type CopyOwner = Static<typeof CopyOwner>;

/** Goes first when a copy is emptied: without it nothing of the folder is served. */
export const USER_FILE = 'user.json';
const HASH_DIGITS = 32;

/** Name of the folder of a user of a deployment: tells nothing, and no name of an account can lead out of its place. */
export function folderNameOf(baseUrl: string, { accountId, userId }: UserReference): string {
  return hashOf([baseUrl, accountId, userId]);
}

/** Names who somebody is and what they may see. What was read under other rights is never found under these. */
export function rightsVersion({ identity, account, roles, lockedLocation }: Caller): string {
  const whose = identity === undefined ? [] : [identity];
  return hashOf([account, roles.toSorted(), lockedLocation?.id ?? null, ...whose]);
}

/** The user without what acts for them. */
export function withoutCredential(caller: Caller): CopyOwner['caller'] {
  const { accountId, userId, identity, account, name, email, roles, lockedLocation } = caller;
  const whose = identity === undefined ? {} : { identity };
  return { accountId, userId, ...whose, account, name, email, roles: [...roles], lockedLocation };
}

/** Null where there is none, or one that is damaged or belongs into another folder. */
export async function readCopyOwner(directory: string, folderName: string): Promise<CopyOwner | null> {
  const owner = withoutPasswordHash(await readOwnerFile(join(directory, folderName)));
  if (!Value.Check(CopyOwner, owner) || !isProven(owner)) return null;
  return folderNameOf(owner.baseUrl, owner.caller) === folderName ? owner : null;
}

/** Earlier versions numbered users of some platforms by 31 bits of a hash: their copies may be anybody's, and are nobody's. */
function isProven({ baseUrl, caller }: CopyOwner): boolean {
  return caller.identity !== undefined || !platformKindOf(baseUrl).hadHashedUsers;
}

/** A draft that a crash has left is older than that. */
const DRAFT_MS = 60_000;

/** Earlier versions stored a hash of the password, and when it was accepted: both go from the disk. */
export async function removePasswordHash(folder: string, now: number): Promise<void> {
  await removeOlder(folder, now, DRAFT_MS, (name) => name.startsWith(`${USER_FILE}.`));
  const stored = await readOwnerFile(folder);
  const owner = withoutPasswordHash(stored);
  if (owner === stored || !Value.Check(CopyOwner, owner)) return;
  // A program that has confirmed the user meanwhile has written them without it.
  const isUnchanged = JSON.stringify(await readOwnerFile(folder)) === JSON.stringify(stored);
  if (isUnchanged) await writeCopyOwner(folder, owner);
}

async function readOwnerFile(folder: string): Promise<unknown> {
  const text = await readDated(folder, USER_FILE);
  return text === undefined ? null : parseJson(text);
}

function withoutPasswordHash(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('verifier' in stored && 'signedInAt' in stored)) return stored;
  const { verifier: _, signedInAt: __, ...owner } = stored;
  return owner;
}

export async function writeCopyOwner(folder: string, user: CopyOwner): Promise<void> {
  await writePrivately(join(folder, USER_FILE), `${JSON.stringify(user)}\n`);
}

export function hashOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, HASH_DIGITS);
}
