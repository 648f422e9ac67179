import { describe, expect, it } from 'vitest';
import type { ExportRow, RowBatch, Selection } from '../../../electron/exports/dataset.ts';
import { ExportError } from '../../../electron/exports/export-error.ts';
import { startReading } from '../../../electron/exports/write-export.ts';
import { csvWriter } from '../../../electron/exports/writers/csv-writer.ts';
import type { AnswerAge } from '../../../electron/platform/answer-age.ts';
import { createColumn, type DatasetColumn, markKnownSum, markSummed } from '../../../shared/datasets/dataset.ts';

const COLUMNS = [
  createColumn('id', 'integer', 'Id', 'Id'),
  markSummed(createColumn('value', 'euros', 'Bedrag', 'Value')),
  markSummed(createColumn('pieces', 'number', 'Aantal', 'Pieces')),
];
const START_TIME = '2026-11-21T12:00:00+01:00';

function row(id: number, value: number | null = 0.1, pieces = 0.001): ExportRow {
  return { key: String(id), id, value, pieces };
}

function readingOf(
  batches: readonly RowBatch[],
  failure: Error | null = null,
  {
    columns = COLUMNS,
    maxRows = null,
    age = null,
  }: {
    columns?: readonly DatasetColumn[];
    maxRows?: number | null;
    age?: AnswerAge | null;
  } = {},
) {
  const selection: Selection = {
    nameParts: ['list'],
    place: null,
    period: null,
    filters: [],
    async *read() {
      yield* batches;
      if (failure) throw failure;
    },
  };
  const reading = startReading({
    selection,
    columns,
    writer: { ...csvWriter, maxRows },
    phase: 'reading',
    startedAt: START_TIME,
    age: () => age,
    onProgress: () => undefined,
  });
  return { reading };
}

async function taken({ reading }: ReturnType<typeof readingOf>) {
  const rows: ExportRow[] = [];
  for await (const batch of reading.batches()) rows.push(...batch);
  return { rows, end: reading.end() };
}

const two: RowBatch = { rows: [row(1), row(2)], total: 3 };
const third: RowBatch = { rows: [row(3)], total: 3 };

describe('startReading', () => {
  it('names once each value that the batches and the columns do not know, and returns no sum of it', async () => {
    const columns = [...COLUMNS, markKnownSum(createColumn('cost', 'euros', 'Inkoopwaarde', 'Cost'), 'cost')];
    const rows = [
      { ...row(1), cost: 2 },
      { ...row(2), cost: null },
    ];
    const unknown = ['tips', 'cost'];
    const { end } = await taken(readingOf([{ rows, total: 2, unknown }], null, { columns }));
    expect(end.unknown).toEqual(['tips', 'cost']);
    expect(end.sums).toEqual({ value: 0.2, pieces: 0.002, cost: null });
    const known = await taken(readingOf([{ rows: rows.slice(0, 1), total: 1 }], null, { columns }));
    expect(known.end).toMatchObject({ unknown: [], sums: { cost: 2 } });
  });

  it('sums a hundred thousand cents and fractions exactly', async () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => row(id, id % 2 ? 0.07 : -0.0001, 0.333));

    const { end } = await taken(readingOf([{ rows, total: null }]));

    expect(end.sums).toEqual({ value: 3_495, pieces: 33_300 });
  });

  it.each([
    ['a value that is no amount', row(1, 0.000_01)],
    ['a quantity that is none', row(1, 1, 0.000_01)],
    ['an amount out of range', row(1, 1e12)],
  ])('fails instead of reporting a shortfall for %s', async (_what, wrong) => {
    await expect(taken(readingOf([two, { rows: [wrong], total: 3 }]))).rejects.toThrow(RangeError);
  });

  it('fails if a sum can no longer be exact, even if later rows would bring it back into range', async () => {
    const most = 900_000_000_000;
    const rows = [row(1, most), row(2, most), row(3, -most)];

    await expect(taken(readingOf([{ rows, total: null }]))).rejects.toThrow('too large to be exact');
  });

  it('returns the age of the oldest rows if not all were read now', async () => {
    const ageOf = (moment: string) => ({ fetchedAt: Date.parse(moment), unreachable: null });
    const read = (age: AnswerAge) => taken(readingOf([two, third], null, { age }));

    expect((await read(ageOf('2026-11-20T23:30:00+01:00'))).end.asOf).toBe('2026-11-20T23:30:00+01:00');
    expect((await read(ageOf('2026-11-21T12:00:01+01:00'))).end.asOf).toBe(START_TIME);
  });

  it('compares the number of rows with the last total', async () => {
    const { rows, end } = await taken(readingOf([two]));

    expect(rows).toHaveLength(2);
    expect(end.shortfall).toMatchObject({ kind: 'moved', message: expect.stringContaining('2 rows') });
  });

  it.each([
    ['a mistake of ours', new TypeError('ours')],
    ['a cancellation', new ExportError('cancelled', 'Enough.')],
    ['a request that cannot be taken', new ExportError('invalid_request', 'No.')],
    ['a journal that does not balance', new ExportError('not_bookable', 'No.')],
  ])('does not report as a shortfall %s', async (_what, error) => {
    await expect(taken(readingOf([two], error))).rejects.toBe(error);
  });

  it('stops at the batch that exceeds the maximum rows of the format', async () => {
    await expect(taken(readingOf([two, third], null, { maxRows: 2 }))).rejects.toMatchObject({
      code: 'too_many_rows',
      message: expect.stringContaining('at most 2 rows, and there are 3'),
    });
  });
});
