import { expect, it } from 'vitest';
import { describeOpenWork } from '../../../electron/compose/window.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';

const NOON = Date.parse('2026-11-25T12:00:00Z');
const MINUTE_MS = 60_000;
const clock = createFixedClock(NOON);

it.each([
  ['never', null, false],
  ['just now', NOON, true],
  ['just under five minutes ago', NOON - 5 * MINUTE_MS + 1, true],
  ['five minutes ago', NOON - 5 * MINUTE_MS, false],
])('closing aborts the work of another program that called %s: %s -> %s', (_, otherProgramAt, isApiInUse) => {
  expect(describeOpenWork({ isIdle: true }, { otherProgramAt }, clock)).toEqual({ isExporting: false, isApiInUse });
});

it('closing aborts an export in progress', () => {
  const work = describeOpenWork({ isIdle: false }, { otherProgramAt: null }, clock);
  expect(work).toEqual({ isExporting: true, isApiInUse: false });
});
