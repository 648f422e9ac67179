import { describe, expect, it } from 'vitest';
import { createDeltaCursors, type DeltaCursors } from '../../electron/service/security/delta-cursors.ts';
import { cursorHoles, SOUND } from './support/cursor-holes.ts';
import { CURSOR_MUTANTS } from './support/cursor-mutants.ts';

describe('the cursors of a feed', () => {
  it('work for no other account, feed, lock, folder or time, and cannot be forged', () => {
    expect(cursorHoles(createDeltaCursors)).toEqual([]);
  });

  it('are given by the attacks the chance to work where they should', () => {
    const refusing = (): DeltaCursors => ({ write: () => 'AAAA', read: () => null });
    expect(cursorHoles(refusing)).toEqual([SOUND]);
  });

  it.each(CURSOR_MUTANTS)('are found to be unsafe where $flaw', ({ create, hole }) => {
    expect(cursorHoles(create)).toContain(hole);
  });
});
