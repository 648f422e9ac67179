import { fileURLToPath } from 'node:url';
import { PLANS } from './plans.ts';
import { runSteps } from './run-steps.ts';
import { createToolRunner } from './tool.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());

const [name = 'all'] = process.argv.slice(2);
// What the tests read of it stands in test/support/test-size.ts.
if (name === 'full') process.env.TILLDESK_TEST_SIZE = 'full';
const plan = new Map(Object.entries(PLANS)).get(name);
if (plan === undefined) {
  process.stderr.write(`There is no "${name}" to test: take ${Object.keys(PLANS).join(', ')}.\n`);
  process.exit(2);
}

const isGood = await runSteps(plan(root), createToolRunner(root, stop.signal), (text) =>
  process.stdout.write(text),
);
process.exitCode = isGood ? 0 : 1;
