import { describe, expect, it } from 'vitest';
import { formatFigures, isClean, type KillFigures } from './kill-loop/kill-figures.ts';
import { runKillLoop } from './kill-loop/run-kill-loop.ts';

/** The rest of the suites run at the same time. */
const WORKERS = 2;
const KILLS = 24;

function kill(sabotage: string | null): Promise<KillFigures> {
  return runKillLoop({ kills: KILLS, seed: 1, workers: WORKERS, sabotage });
}

describe('the kill loop', () => {
  it('finds nothing lost and nothing undelivered', async () => {
    const figures = await kill(null);
    expect(isClean(figures), formatFigures(figures)).toBe(true);
    expect(figures.kills).toBe(KILLS);
  });

  it('finds deliveries that are kept in memory alone', async () => {
    const figures = await kill('in-memory-queue');
    expect(figures.breaches.undelivered, formatFigures(figures)).toBeGreaterThan(0);
    expect(isClean(figures)).toBe(false);
  });
});
