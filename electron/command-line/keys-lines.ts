import type { ApiKeyRecord, OwnedApiKeyRecord } from '../../shared/api-key.ts';
import { localTimestamp } from '../../shared/calendar.ts';

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
  const rows = [HEADER, ...keys.map((key) => cellsOf(key, now))];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function cellsOf(key: OwnedApiKeyRecord, now: number): string[] {
  const { id, name, account, email, createdAt, expiresAt, lastUsedAt } = key;
  const isOver = expiresAt !== null && expiresAt <= now;
  return [
    String(id),
    printable(name),
    printable(account ?? '(gone)'),
    printable(email ?? '(gone)'),
    moment(createdAt),
    expiresAt === null ? 'never' : `${moment(expiresAt)}${isOver ? ' (over)' : ''}`,
    lastUsedAt === null ? 'never' : moment(lastUsedAt),
  ];
}

/** `2026-11-21 13:00`, in the Amsterdam zone. */
function moment(instant: number): string {
  return localTimestamp(instant).slice(0, 16).replace('T', ' ');
}

/** A name may hold what would move the cursor of a terminal, or turn the direction of a line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}
