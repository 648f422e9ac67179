import { judgeRow, type Outcome, type Rounds, type RowFacts } from '../../bench/harness/measure-row.ts';

const SAMPLE: RowFacts = {
  name: 'sample',
  measured: 'GET /api/sample',
  comparedWith: 'pre-built',
  unit: 'requests/s',
  comparison: 'ratio',
  bar: { atLeast: 0.7 },
  rounds: 3,
};

/** The outcome of a row with these rounds. */
export function sampleOutcome(rounds: Rounds, facts: Partial<RowFacts> = {}): Outcome {
  const row = { ...SAMPLE, ...facts };
  return { row, detail: null, failure: null, verdict: judgeRow(row, rounds) };
}
