import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ComparisonSection } from '../../../../renderer/features/exports/export-comparison.tsx';
import type { ExportComparison, PastExport } from '../../../../shared/contract/exports.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeBridge } from '../../app/support/fake-bridge.ts';
import { pastExport, requestOf } from '../../app/support/sample-exports.ts';
import { renderPage } from '../support/render-page.tsx';

const UNCHANGED: ExportComparison = {
  isUnchanged: true,
  asOf: '2026-11-22T08:05:00Z',
  changed: [],
  changedCount: 0,
  added: [],
  addedCount: 0,
  removed: [],
  removedCount: 0,
};
const ENTRY = pastExport(8, { request: requestOf({ dataset: 'discount-orders' }) });

const bridge = openPerTest(installFakeBridge);

describe('the check whether a file has changed', () => {
  it('says when it was made if nothing has changed', async () => {
    await compare(UNCHANGED);
    expect(screen.getByRole('status').textContent).toBe('Ongewijzigd. Opnieuw gelezen op 22-11-2026 09:05.');
    expect(screen.queryByRole('table')).toBeNull();
    expect(bridge.calls.at(-1)).toEqual({ name: 'compareExport', argument: { id: 8 } });
  });

  it('names each field by the heading of the file, with the difference of amounts', async () => {
    await compare({
      ...UNCHANGED,
      isUnchanged: false,
      changed: [
        { row: 'T-1', column: 'value_wt', before: 10.1, after: 8.9 },
        { row: 'T-1', column: 'status', before: 'complete', after: 'refunded' },
        { row: 'T-2', column: 'discount_percentage', before: null, after: 12.5 },
      ],
      changedCount: 3,
    });
    expect(screen.getByRole('status').textContent).toContain('Gewijzigd.');
    expect(rowsOf(screen.getByRole('table', { name: /^3 gewijzigde gegevens\./ }))).toEqual([
      ['Was', 'Is nu', 'Verschil'],
      ['T-1 · Bedrag incl. btw'],
      ['€ 10,10', '€ 8,90', '−€ 1,20'],
      ['T-1 · Status'],
      ['Afgerond', 'Terugbetaald', ''],
      ['T-2 · Korting %'],
      ['–', '12,5%', ''],
    ]);
  });

  it('names added and removed rows, and says how many more there are', async () => {
    await compare({
      ...UNCHANGED,
      isUnchanged: false,
      added: ['T-8', 'T-9'],
      addedCount: 2,
      removed: ['T-1'],
      removedCount: 1500,
    });
    expect(screen.getByText('2 rijen erbij.').textContent).toBe('2 rijen erbij. ');
    expect(screen.getByText(/1\.500 rijen weg/).textContent).toBe('1.500 rijen weg. De eerste 1 staan hier.');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['T-8', 'T-9', 'T-1']);
  });
});

it('a file that cannot be read back cannot be compared', async () => {
  await renderPage(<ComparisonSection entry={{ ...ENTRY, canBeCompared: false }} />);
  expect(screen.getByText(/^Dit bestand is niet te vergelijken\./)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

async function compare(comparison: ExportComparison, entry: PastExport = ENTRY): Promise<void> {
  bridge.on({ compareExport: () => comparison });
  const { user } = await renderPage(<ComparisonSection entry={entry} />);
  await user.click(screen.getByRole('button', { name: 'Opnieuw lezen en vergelijken' }));
  await screen.findByRole('button', { name: 'Nog eens vergelijken' });
}

function rowsOf(table: HTMLElement): (string | undefined)[][] {
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')));
}
