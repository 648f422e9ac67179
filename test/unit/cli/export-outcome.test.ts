import { describe, expect, it } from 'vitest';
import { formatFailure, formatWarnings, getFailureStatus, getOutcomeStatus } from '../../../electron/cli/export.ts';
import { ExportError, type ExportErrorCode } from '../../../electron/exports/export-error.ts';

describe('getFailureStatus', () => {
  it.each<[ExportErrorCode, number]>([
    ['invalid_request', 2],
    ['not_bookable', 4],
    ['source_failed', 1],
    ['incomplete', 1],
    ['too_many_rows', 1],
    ['not_written', 1],
  ])('maps %s to %i', (code, status) => {
    expect(getFailureStatus(new ExportError(code, 'why'))).toBe(status);
  });
});

describe('formatFailure', () => {
  it('turns the refusal of a dataset into a sentence, and leaves sentences as they are', () => {
    const refused = new ExportError('invalid_request', 'the filter to must not be before from');
    expect(formatFailure(refused)).toBe('This cannot be exported: the filter to must not be before from.');
    expect(formatFailure(new ExportError('source_failed', 'It failed.'))).toBe('It failed.');
  });
});

const WHOLE = { path: '/a.csv', faults: [], notes: [], manifestProblem: null };

describe('statusOfOutcome and warningLines', () => {
  it('report nothing for a complete file', () => {
    expect([getOutcomeStatus(WHOLE, true), formatWarnings(WHOLE)]).toEqual([0, []]);
  });

  it('report what a file lacks', () => {
    const short = { ...WHOLE, path: '/a_INCOMPLETE.csv', faults: ['It moved.'] };
    expect(getOutcomeStatus(short, true)).toBe(3);
    expect(formatWarnings(short).join('\n')).toMatch(/INCOMPLETE[\s\S]*- It moved\.$/);
  });

  it('report the notes of a file that is complete', () => {
    const noted = { ...WHOLE, notes: ['It goes on.'] };
    expect([getOutcomeStatus(noted, true), formatWarnings(noted)]).toEqual([0, ['It goes on.']]);
  });

  it('distinguish a complete file without its manifest or path from one that lacks rows', () => {
    const alone = { ...WHOLE, manifestProblem: 'The disk is full.' };
    expect(getOutcomeStatus(alone, true)).toBe(5);
    expect(formatWarnings(alone)).toEqual(['The file was saved, but not its manifest. The disk is full.']);
    expect(getOutcomeStatus(WHOLE, false)).toBe(5);
    expect(getOutcomeStatus({ ...alone, faults: ['It moved.'] }, false)).toBe(3);
  });
});
