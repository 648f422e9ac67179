import { describe, expect, it } from 'vitest';
import { projectPaths } from '../../architecture/sources.ts';
import { SHOTS, SHOTS_MAX } from '../../visual/shots.ts';

describe('the pictures of the baseline', () => {
  it('are few enough to be looked at', () => {
    expect(SHOTS.length).toBeLessThanOrEqual(SHOTS_MAX);
    expect(new Set(SHOTS.map(({ name }) => name)).size).toBe(SHOTS.length);
  });

  it('have all been taken', () => {
    const taken = projectPaths().filter((path) => path.startsWith('test/visual/baseline/'));
    expect(taken).toEqual(SHOTS.map(({ name }) => `test/visual/baseline/${name}.png`).sort());
  });
});
