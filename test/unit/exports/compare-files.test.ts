import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareFiles, isComparable, startComparison } from '../../../electron/exports/compare-files.ts';
import { readFileRows } from '../../../electron/exports/file-rows.ts';
import { DATASETS, type DatasetName, type ExportRequest } from '../../../shared/contract/exports.ts';
import type { CellValue } from '../../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { createPlainExporter } from '../../support/plain-exporter.ts';
import { CALLER } from '../../support/shop-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { perFile } from '../../support/test-scope.ts';

const NOTHING = { changed: [], changedCount: 0, added: [], addedCount: 0, removed: [], removedCount: 0 };

type Row = readonly [sku: string, title: string | null, price: CellValue];

function compareRows(before: readonly Row[], after: readonly Row[]) {
  const comparison = startComparison('price-list', ['sku', 'title', 'ppu_wt']);
  for (const row of after) comparison.addAfter(row);
  for (const row of before) comparison.addBefore(row);
  return comparison.result();
}

describe('the rows of two files', () => {
  it('are equal in any order', () => {
    const [apple, pear]: Row[] = [
      ['a', 'Appel', 1.1],
      ['b', 'Peer', null],
    ] as const satisfies Row[];
    expect(compareRows([apple, pear] as Row[], [pear, apple] as Row[])).toEqual({ isUnchanged: true, ...NOTHING });
  });

  it('are matched by their key, and the changed field is named as it was in the old file', () => {
    expect(compareRows([['a', 'Appel', 1.1]], [['a', 'Peer', 1.1]])).toEqual({
      ...NOTHING,
      isUnchanged: false,
      changed: [{ row: 'a · Appel', column: 'title', before: 'Appel', after: 'Peer' }],
      changedCount: 1,
    });
  });

  it('with the same key are matched in order', () => {
    const rows: Row[] = [
      ['a', 'Appel', 1],
      ['a', 'Appel', 2],
    ];
    expect(compareRows(rows, rows)).toMatchObject({ isUnchanged: true });
    expect(compareRows(rows, rows.slice(1))).toMatchObject({ changedCount: 1, removedCount: 1 });
  });

  it.each([
    ['a text and a number', '1', 1],
    ['nothing and zero', null, 0],
    ['a flag', true, false],
  ])('differ by %s', (_name, before, after) => {
    expect(compareRows([['a', 'x', before]], [['a', 'x', after]]).changedCount).toBe(1);
  });

  it('that were added or removed are named', () => {
    const before: Row[] = [
      ['a', 'Appel', 1],
      ['b', null, 2],
    ];
    expect(compareRows(before, [...before.slice(0, 1), ['c', 'Kers', 3]])).toEqual({
      ...NOTHING,
      isUnchanged: false,
      added: ['c · Kers'],
      addedCount: 1,
      removed: ['b'],
      removedCount: 1,
    });
  });

  it('are all counted, and the first 200 of each kind are named', () => {
    const rows = (from: number, price: number): Row[] =>
      Array.from({ length: 300 }, (_, index) => [`${from + index}`, 'x', price]);
    const { changed, changedCount, added, addedCount, removed, removedCount } = compareRows(
      [...rows(0, 1), ...rows(1000, 1)],
      [...rows(0, 2), ...rows(2000, 1)],
    );
    expect([changedCount, addedCount, removedCount]).toEqual([300, 300, 300]);
    expect([changed.length, added.length, removed.length]).toEqual([200, 200, 200]);
  });
});

const { platform, clock } = await perFile(openFixturePlatform);

const FORMS = [
  { format: 'csv', profile: 'excel' },
  { format: 'csv', profile: 'data' },
  { format: 'jsonl' },
  { format: 'xlsx' },
] as const;

const FILTERS: Readonly<Partial<Record<DatasetName, ExportRequest['filters']>>> = {
  ...{ 'price-list': {}, 'price-tiers': {}, catalog: {}, customers: {}, debtors: {} },
  ...{ 'day-closing': { date: '2026-10-01' }, journal: { from: '2026-10-01', to: '2026-10-31' } },
};

async function writeFile(request: ExportRequest, name: string) {
  const ledgers = async () => new Proxy({}, { get: () => '8000', has: () => true });
  const exporter = createPlainExporter({ platform, clock, ledgers });
  return exporter.run({
    ...{ request, caller: CALLER.owner, targetPath: join(temporaryFolder(), name) },
    ...{ onProgress: () => undefined, signal: new AbortController().signal },
  });
}

describe('a file that is exported again', () => {
  const cases = DATASETS.filter((dataset) => !dataset.startsWith('journal')).flatMap((dataset) =>
    FORMS.map((form) => ({ dataset, ...form })),
  );

  it.each(cases.filter(({ dataset, format }) => isComparable({ dataset, format } as ExportRequest)))(
    'is unchanged for $dataset as $format $profile, and every row is read',
    async ({ dataset, ...form }) => {
      const columns = DECLARATIONS[dataset].columns.map(({ id }) => id);
      const filters = FILTERS[dataset] ?? { from: '2026-01-01', to: '2026-12-31' };
      const request: ExportRequest = { dataset, filters, columns, language: 'nl', ...form };
      const { manifest, path: before } = await writeFile(request, `before.${form.format}`);
      clock.advance(1_000);
      const { path: after } = await writeFile(request, `after.${form.format}`);

      let rows = 0;
      for await (const row of readFileRows(before, manifest)) {
        expect(row).toHaveLength(columns.length);
        rows += 1;
      }
      expect(rows).toBe(manifest.rows);
      expect(manifest.sha256).toBe(createHash('sha256').update(readFileSync(before)).digest('hex'));
      const { signal } = new AbortController();
      expect(await compareFiles({ manifest, before, after }, signal)).toEqual({ ...NOTHING, isUnchanged: true });
    },
  );
});
