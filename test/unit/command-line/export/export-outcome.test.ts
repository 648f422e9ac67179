import { describe, expect, it } from 'vitest';
import {
  sentenceOfFailure,
  statusOfFailure,
  statusOfOutcome,
  warningLines,
} from '../../../../electron/command-line/export/export-outcome.ts';
import { ExportError, type ExportErrorCode } from '../../../../electron/exports/export-error.ts';

describe('statusOfFailure', () => {
  it.each<[ExportErrorCode, number]>([
    ['invalid_request', 2],
    ['not_bookable', 4],
    ['source_failed', 1],
    ['incomplete', 1],
    ['too_many_rows', 1],
    ['not_written', 1],
  ])('is for %s %i', (code, status) => {
    expect(statusOfFailure(new ExportError(code, 'why'))).toBe(status);
  });
});

describe('sentenceOfFailure', () => {
  it('makes a sentence of what a dataset cannot take, and leaves sentences as they are', () => {
    const refused = new ExportError('invalid_request', 'the filter to is before from');
    expect(sentenceOfFailure(refused)).toBe('This cannot be exported: the filter to is before from.');
    expect(sentenceOfFailure(new ExportError('source_failed', 'It failed.'))).toBe('It failed.');
  });
});

describe('statusOfOutcome and warningLines', () => {
  it('are silent for a whole file', () => {
    const whole = { path: '/a.csv', faults: [] };
    expect([statusOfOutcome(whole), warningLines(whole)]).toEqual([0, []]);
  });

  it('say what a file lacks', () => {
    const short = { path: '/a_INCOMPLETE.csv', faults: ['It moved.'] };
    expect(statusOfOutcome(short)).toBe(3);
    expect(warningLines(short).join('\n')).toMatch(/INCOMPLETE[\s\S]*- It moved\.$/);
  });
});
