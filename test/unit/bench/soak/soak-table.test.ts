import { describe, expect, it } from 'vitest';
import { type Minute, missedBars, slopeAnHour, soakTable } from '../../../bench/soak/soak-table.ts';

const calm = (at: number): Minute => ({
  ...{ at, calls: 3_000, p50: 3, p99: 40, longest: 90, errors: [], underWay: 0 },
  ...{ residentMb: 300, liveMb: 60, files: 70, threads: 20, handles: 30 },
});

const run = (change: (minute: Minute) => Partial<Minute> = () => ({})): readonly Minute[] =>
  Array.from({ length: 120 }, (_, at) => calm(at + 1)).map((minute) => ({ ...minute, ...change(minute) }));

describe('the bars of the soak', () => {
  it('are met by a run in which nothing grows', () => {
    expect(missedBars(run())).toEqual([]);
    expect(soakTable(run())).not.toContain('MISSED');
  });

  it.each<[string, (minute: Minute) => Partial<Minute>]>([
    ['resident memory', ({ at }) => ({ residentMb: 300 + at * 0.1 })],
    ['open files', ({ at }) => ({ files: 70 + Math.floor(at / 20) })],
    ['threads', ({ at }) => ({ threads: 20 + Math.floor(at / 20) })],
    ['handles', ({ at }) => ({ handles: 30 + Math.floor(at / 20) })],
    ['p99', ({ at }) => ({ p99: at === 1 ? 40 : 81 })],
    ['calls that failed', ({ at }) => ({ errors: at === 60 ? ['orders: 500'] : [] })],
    ['calls a second', () => ({ calls: 2_800 })],
  ])('are missed where %s get worse', (name, change) => {
    expect(missedBars(run(change))[0]).toContain(name);
  });

  it('leave out what happens while the program warms up', () => {
    expect(missedBars(run(({ at }) => ({ residentMb: at <= 40 ? 100 + at * 5 : 300 })))).toEqual([]);
  });
});

it('is a slope by least squares, in units an hour', () => {
  expect(
    slopeAnHour(
      run(({ at }) => ({ residentMb: 200 + at * 0.25 })),
      'residentMb',
    ),
  ).toBeCloseTo(15, 6);
});
