import { parseArgs } from 'node:util';
import { differenceLine } from './asked-reports.ts';
import { proveExactness } from './exactness-proof.ts';

const SHOWN = 50;

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    rounds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '4870' },
  },
});
if (values['data-dir'] === undefined) {
  throw new Error('--data-dir DIR names the store, as npm run demo:generate made it');
}
const log = (line: string) => void process.stdout.write(`${line}\n`);
const { comparisons, differences } = await proveExactness({
  dataDir: values['data-dir'],
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  log,
});
for (const difference of differences.slice(0, SHOWN)) log(differenceLine(difference));
log(`${comparisons} figures compared, ${differences.length} differences.`);
process.exitCode = differences.length === 0 ? 0 : 1;
