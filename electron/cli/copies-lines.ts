import { localTimestamp } from '../../shared/calendar.ts';

/** A copy as it is shown. */
export interface ShownCopy {
  readonly baseUrl: string;
  readonly account: string;
  readonly email: string;
  readonly usedAt: number;
  readonly bytes: number;
}

const BYTES_IN_MB = 1_000_000;

export function copiesLines(copies: readonly ShownCopy[]): string[] {
  if (copies.length === 0) return ['There are no copies.'];
  return copies.map(
    ({ baseUrl, account, email, usedAt, bytes }) =>
      `${printable(account)}  ${printable(email)}  ${baseUrl}  used ${moment(usedAt)}  ${inMegabytes(bytes)}`,
  );
}

export function emptiedLine({ copies, bytes }: { readonly copies: number; readonly bytes: number }): string {
  const what = copies === 1 ? '1 copy is' : `${copies} copies are`;
  return `${what} removed: ${inMegabytes(bytes)} freed.`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / BYTES_IN_MB).toFixed(1)} MB`;
}

/** `2026-11-21 13:00`, in the Amsterdam zone. */
function moment(instant: number): string {
  return localTimestamp(instant).slice(0, 16).replace('T', ' ');
}

/** A name may hold what would move the cursor of a terminal, or turn the direction of a line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}
