import { describe, expect, it } from 'vitest';
import { formatFigures, isClean, type KillFigures } from './kill-loop/kill-figures.ts';
import { runKillLoop } from './kill-loop/run-kill-loop.ts';

/** The rest of the suites run at the same time. */
const WORKERS = 2;
const KILLS = 16;
const KILLS_OF_SABOTAGED = 10;

function kill(sabotage: string | null, kills: number): Promise<KillFigures> {
  return runKillLoop({ kills, seed: 1, workers: WORKERS, sabotage });
}

describe('the kill loop', () => {
  it('finds nothing lost and nothing undelivered', async () => {
    const figures = await kill(null, KILLS);
    expect(isClean(figures), formatFigures(figures)).toBe(true);
    expect(figures.kills).toBe(KILLS);
  });

  it.each([
    ['deliveries that are kept in memory alone', 'in-memory-queue', 'undelivered'],
    ['writes without a change in the feed', 'skip-a-change', 'unfed'],
  ] as const)('finds %s', async (_, sabotage, breach) => {
    const figures = await kill(sabotage, KILLS_OF_SABOTAGED);
    expect(figures.breaches[breach], formatFigures(figures)).toBeGreaterThan(0);
    expect(isClean(figures)).toBe(false);
  });
});
