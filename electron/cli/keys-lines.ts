import { localTimestamp } from '../../shared/calendar.ts';
import type { ApiKeyRecord, OwnedApiKeyRecord } from '../../shared/contract/api-key.ts';
import { shownPlatform } from '../../shared/platform-address.ts';
import { printable, textTable } from './text-table.ts';

const HEADER = ['ID', 'NAME', 'ACCOUNT', 'USER', 'MADE', 'EXPIRES', 'LAST USED'];

export function createdKeyLines(
  { id, name, expiresAt }: ApiKeyRecord,
  key: string,
  { apiAddress, isRunning }: { readonly apiAddress: string; readonly isRunning: boolean },
): string[] {
  return [
    `Key ${id} (${printable(name)}) is made${expiresAt === null ? '' : `; it works until ${moment(expiresAt)}`}.`,
    '',
    `  ${key}`,
    '',
    `It cannot be shown again: keep it now. To try it${isRunning ? '' : ', once Tilldesk runs'}:`,
    '',
    `  curl -H "Authorization: Bearer ${key}" "${apiAddress}/api/products?limit=5"`,
  ];
}

export function keyTableLines(keys: readonly OwnedApiKeyRecord[], now: number): string[] {
  return textTable([HEADER, ...keys.map((key) => cellsOf(key, now))]);
}

function cellsOf(key: OwnedApiKeyRecord, now: number): string[] {
  const { id, name, account, createdAt, expiresAt, lastUsedAt } = key;
  const isOver = expiresAt !== null && expiresAt <= now;
  return [
    String(id),
    name,
    account ?? '(gone)',
    userOf(key),
    moment(createdAt),
    expiresAt === null ? 'never' : `${moment(expiresAt)}${isOver ? ' (over)' : ''}`,
    lastUsedAt === null ? 'never' : moment(lastUsedAt),
  ];
}

/** The e-mail address of a user elsewhere is known there alone. */
function userOf({ email, platform }: OwnedApiKeyRecord): string {
  return email ?? (platform === null ? '(gone)' : `a user of ${shownPlatform(platform)}`);
}

/** `2026-11-21 13:00`, in the Amsterdam zone. */
function moment(instant: number): string {
  return localTimestamp(instant).slice(0, 16).replace('T', ' ');
}
