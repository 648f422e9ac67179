import { describe, expect, it } from 'vitest';
import { postgresStep } from '../../../scripts/testing/postgres-step.ts';
import { runSteps } from '../../../scripts/testing/run-steps.ts';
import type { Tool } from '../../../scripts/testing/tool.ts';

async function summaryOf(programs: string | null) {
  const ran: Tool[] = [];
  let written = '';
  const tools = {
    run: async (tool: Tool) => {
      ran.push(tool);
      return true;
    },
  };
  const isGood = await runSteps([postgresStep(process.cwd(), () => programs)], tools, (text) => {
    written += text;
  });
  return { isGood, ran, lines: written.trimEnd().split('\n') };
}

describe('the tests on PostgreSQL', () => {
  it('are counted as not run where PostgreSQL is not installed, with the reason', async () => {
    const { isGood, ran, lines } = await summaryOf(null);
    expect([isGood, ran]).toEqual([true, []]);
    expect(lines.at(-2)).toBe(
      'not run, for PostgreSQL 15 or later is not installed: 0 passed, 0 failed, 1 skipped',
    );
    expect(lines.at(-1)).toBe('0 passed, 0 failed, 1 skipped');
  });

  it('have failed where it is installed and none of them ran', async () => {
    const { isGood, ran, lines } = await summaryOf('/usr/bin');
    expect(ran.map(({ args }) => args.slice(0, 3))).toEqual([
      ['run', '--config', 'test/postgres/vitest.config.ts'],
    ]);
    expect([isGood, lines.at(-1)]).toEqual([false, '0 passed, 1 failed']);
  });
});
