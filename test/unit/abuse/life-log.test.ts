import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemsIn, takeLogProblems } from '../../abuse/kill-loop/inspect-store.ts';

const line = (level: number, msg: string) => `${JSON.stringify({ level, msg })}\n`;
const PAUSE = 'the deliveries of a webhook pause: the store failed';

describe('problemsIn', () => {
  it.each([
    ['an error', 50, PAUSE],
    ['a warning', 40, 'a delivery of a webhook was given up'],
    ['a failure of the store at any level', 30, PAUSE],
  ])('finds %s', (_, level, msg) => {
    expect(problemsIn(line(30, 'request completed') + line(level, msg))).toEqual([line(level, msg).trim()]);
  });

  it('allows a delivery that is repeated, and a last line that the kill cut off', () => {
    const repeated = line(30, 'a delivery of a webhook failed and is repeated');
    expect(problemsIn(repeated + line(50, PAUSE).slice(0, 20))).toEqual([]);
  });
});

describe('takeLogProblems', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'life-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('reads each life once', () => {
    const file = join(folder, 'tilldesk.log');
    expect(takeLogProblems(file)).toEqual([]);
    writeFileSync(file, line(50, PAUSE));
    expect(takeLogProblems(file)).toHaveLength(1);
    expect(takeLogProblems(file)).toEqual([]);
  });
});
