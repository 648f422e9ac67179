import type { DateFormat } from '../../../lib/date-format.ts';

/** `20-11-2026 14:05:09` from a timestamp of the API: attempts lie seconds apart. */
export function timeText(timestamp: string, format: DateFormat): string {
  return `${format.day(timestamp.slice(0, 10))} ${timestamp.slice(11, 19)}`;
}

/** `20-11 14:05:09`: the log goes back 30 days, so the year says nothing. */
export function shortTimeText(timestamp: string, format: DateFormat): string {
  return `${format.day(timestamp.slice(0, 10)).slice(0, 5)} ${timestamp.slice(11, 19)}`;
}
