import { describe, expect, it } from 'vitest';
import { throttleProgress } from '../../../electron/workers/export-workers.ts';
import type { ExportProgress } from '../../../shared/contract/exports.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';

const at = (rows: number, phase: ExportProgress['phase'] = 'reading'): ExportProgress => ({
  ...{ phase, rows, total: null },
});

describe('throttleProgress', () => {
  it('reports at most four times a second', () => {
    const reported: number[] = [];
    const clock = createFixedClock('2026-11-21T12:00:00Z');
    const onProgress = throttleProgress(({ rows }) => reported.push(rows), clock);

    for (let rows = 0; rows < 100; rows += 1) {
      onProgress(at(rows));
      clock.advance(10);
    }
    expect(reported).toEqual([0, 25, 50, 75]);
  });

  it('reports a new phase at once', () => {
    const reported: string[] = [];
    const clock = createFixedClock('2026-11-21T12:00:00Z');
    const onProgress = throttleProgress(({ phase, rows }) => reported.push(`${phase} ${rows}`), clock);

    onProgress(at(0));
    onProgress(at(5));
    onProgress(at(0, 'again'));

    expect(reported).toEqual(['reading 0', 'again 0']);
  });
});
