import { watchStandstill } from '../harness/stood-still.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { crowd } from './crowd.ts';
import { BREACHES, COUNTS } from './figures.ts';
import { callOn, type GoodCalls } from './good-caller.ts';
import { PACES } from './paces.ts';
import { SABOTAGES } from './sabotages.ts';
import { isEndedInTime, type SlowWay } from './slow-client.ts';
import { goodCalls, slowPorts } from './slow-ports.ts';
import { otherWays, silence } from './slow-ways.ts';
import { startPorts } from './start-ports.ts';

export const slowClientsSuite: AbuseSuite = {
  name: 'slow-clients',
  title: 'clients drip headers and bodies, say nothing, or read nothing, on both ports at once',
  counts: [
    { name: COUNTS.closed, least: 2_000 },
    { name: COUNTS.good, least: 500 },
  ],
  breaches: Object.values(BREACHES),
  sabotages: SABOTAGES,

  async run(run) {
    const { limits, uiLimits, lastsMs, silent, others, baselineCalls } = PACES[run.size];
    const ports = await startPorts({ folder: run.folder, limits, uiLimits });
    const calls = goodCalls(ports);
    const still = watchStandstill();
    try {
      const before = await callOn(calls, (made) => made >= baselineCalls);
      const endsAt = performance.now() + lastsMs;
      let isOver = false;
      /** Whoever is closed opens the next connection, until the time is over. */
      const stay = async (port: number, way: SlowWay) => {
        do {
          if (await isEndedInTime(port, way, still)) run.count(COUNTS.closed);
          else run.breach(BREACHES.late, `${way.what}: more than ${way.limitMs} ms and a second`);
        } while (performance.now() < endsAt);
      };
      const slow = slowPorts(ports, { limits, uiLimits }).flatMap((port) => [
        ...times(silent, () => stay(port.port, silence(port))),
        ...otherWays(port).flatMap((way) => times(others, () => stay(port.port, way))),
      ]);
      const during = callOn(calls, () => isOver);
      await Promise.all(slow);
      isOver = true;
      judgeGood(run, before, await during);
      run.tell('clients stood still', `${Math.round(still.ms)} ms`);
      await crowd(run, 'api', ports.api.port, limits.maxConnections);
      await crowd(run, 'ui', ports.ui.port, uiLimits.maxConnections);
    } finally {
      still.end();
      await ports.close();
    }
  },
};

function times<Result>(count: number, make: () => Result): readonly Result[] {
  return Array.from({ length: count }, make);
}

function judgeGood(run: SuiteRun, before: GoodCalls, during: GoodCalls): void {
  for (const { made, refusals } of [before, during]) {
    run.count(COUNTS.good, made);
    for (const refusal of refusals) run.breach(BREACHES.refused, refusal);
  }
  const ratio = during.p95Ms / before.p95Ms;
  run.tell('p95 of good calls', `${during.p95Ms.toFixed(1)} ms, ${ratio.toFixed(2)} times that without`);
}
