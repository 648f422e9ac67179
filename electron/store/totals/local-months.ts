import type { LocalDay } from '../../../shared/local-days.ts';

/** A month as YYYYMM. */
export type LocalMonth = number;

export function monthOf(day: LocalDay): LocalMonth {
  return Math.floor(day / 100);
}

export function daysIn(month: LocalMonth): number {
  const end = new Date(0);
  end.setUTCFullYear(Math.floor(month / 100), month % 100, 0);
  return end.getUTCDate();
}

/** `day` counts from 1. */
export function dayOfMonth(month: LocalMonth, day: number): LocalDay {
  return month * 100 + day;
}

export function monthAfter(month: LocalMonth): LocalMonth {
  return month % 100 === 12 ? month + 89 : month + 1;
}

export function monthBefore(month: LocalMonth): LocalMonth {
  return month % 100 === 1 ? month - 89 : month - 1;
}
