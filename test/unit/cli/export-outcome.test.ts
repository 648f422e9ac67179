import { describe, expect, it } from 'vitest';
import { sentenceOfFailure, statusOfFailure, statusOfOutcome, warningLines } from '../../../electron/cli/export.ts';
import { ExportError, type ExportErrorCode } from '../../../electron/exports/export-error.ts';

describe('statusOfFailure', () => {
  it.each<[ExportErrorCode, number]>([
    ['invalid_request', 2],
    ['not_bookable', 4],
    ['source_failed', 1],
    ['incomplete', 1],
    ['too_many_rows', 1],
    ['not_written', 1],
  ])('maps %s to %i', (code, status) => {
    expect(statusOfFailure(new ExportError(code, 'why'))).toBe(status);
  });
});

describe('sentenceOfFailure', () => {
  it('turns the refusal of a dataset into a sentence, and leaves sentences as they are', () => {
    const refused = new ExportError('invalid_request', 'the filter to must not be before from');
    expect(sentenceOfFailure(refused)).toBe('This cannot be exported: the filter to must not be before from.');
    expect(sentenceOfFailure(new ExportError('source_failed', 'It failed.'))).toBe('It failed.');
  });
});

const WHOLE = { path: '/a.csv', faults: [], notes: [], manifestProblem: null };

describe('statusOfOutcome and warningLines', () => {
  it('report nothing for a complete file', () => {
    expect([statusOfOutcome(WHOLE, true), warningLines(WHOLE)]).toEqual([0, []]);
  });

  it('report what a file lacks', () => {
    const short = { ...WHOLE, path: '/a_INCOMPLETE.csv', faults: ['It moved.'] };
    expect(statusOfOutcome(short, true)).toBe(3);
    expect(warningLines(short).join('\n')).toMatch(/INCOMPLETE[\s\S]*- It moved\.$/);
  });

  it('report the notes of a file that is complete', () => {
    const noted = { ...WHOLE, notes: ['It goes on.'] };
    expect([statusOfOutcome(noted, true), warningLines(noted)]).toEqual([0, ['It goes on.']]);
  });

  it('distinguish a complete file without its manifest or path from one that lacks rows', () => {
    const alone = { ...WHOLE, manifestProblem: 'The disk is full.' };
    expect(statusOfOutcome(alone, true)).toBe(5);
    expect(warningLines(alone)).toEqual(['The file is there; only its manifest is missing. The disk is full.']);
    expect(statusOfOutcome(WHOLE, false)).toBe(5);
    expect(statusOfOutcome({ ...alone, faults: ['It moved.'] }, false)).toBe(3);
  });
});
