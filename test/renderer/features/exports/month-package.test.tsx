import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ExportsPage } from '../../../../renderer/features/exports/exports-page.tsx';
import type { BridgeArgument } from '../../../../shared/contract/bridge.ts';
import type { ExportComparison, FinishedMonth } from '../../../../shared/contract/exports.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { Refusal } from '../../app/support/fake-bridge.ts';
import { pastMonth } from '../../app/support/sample-exports.ts';
import { renderPage } from '../support/render-page.tsx';

const bridge = openPerTest(installExportBridge);

const MADE: FinishedMonth = {
  ...{ id: 5, fileName: 'maandpakket_2026-10.zip', path: '/downloads/maandpakket_2026-10.zip', download: null },
  ...{ isComplete: true, isOver: true, unknown: [] },
};

const COMPARED: ExportComparison = {
  ...{ isUnchanged: true, asOf: '2026-11-21T12:00:00+01:00' },
  ...{ changed: [], changedCount: 0, added: [], addedCount: 0, removed: [], removedCount: 0 },
};

const MADE_BEFORE = pastMonth(5, { figuresSha256: 'cd34'.repeat(16) });

describe('the month package', () => {
  it('is for last month, all locations and CSV unless something else is chosen', async () => {
    bridge.on({ exportMonth: () => MADE });
    const { user, section } = await openPage();
    expect(await within(section).findByText('Het pakket van oktober 2026 is nog niet gemaakt.')).toBeDefined();
    await user.click(within(section).getByRole('button', { name: 'Maandpakket maken' }));
    await waitFor(() =>
      expect(requests()).toEqual([
        { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' },
      ]),
    );
  });

  it('continues if the page is left, and is shown again later, even if it failed', async () => {
    let fail: (refusal: Refusal) => void = () => {};
    bridge.on({
      exportMonth: () =>
        new Promise<FinishedMonth>((_resolve, reject) => {
          fail = reject;
        }),
    });
    const { user } = await renderPage(<LeftAndOpened />);
    await user.click(await screen.findByRole('button', { name: 'Maandpakket maken' }));
    await screen.findByRole('button', { name: 'Annuleren' });
    await user.click(screen.getByRole('button', { name: 'leave' }));
    expect(screen.queryByRole('button', { name: 'Annuleren' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'open' }));
    await screen.findByRole('button', { name: 'Annuleren' });
    await user.click(screen.getByRole('button', { name: 'leave' }));
    fail(new Refusal({ code: 'unreachable' }));
    await user.click(screen.getByRole('button', { name: 'open' }));
    expect(await screen.findByRole('button', { name: 'Maandpakket maken' })).toBeDefined();
    expect(screen.getByRole('alert')).toBeDefined();
  });

  it.each([
    ['niet gewijzigd', true, 'Gemaakt op 21-11-2026 12:58. De cijfers van het rapport zijn sindsdien niet gewijzigd.'],
    [
      'gewijzigd',
      false,
      'Gemaakt op 21-11-2026 12:58. De cijfers van het rapport zijn sindsdien gewijzigd: maak het opnieuw.',
    ],
  ])('says when it was made and that its figures have since %s', async (_name, isUnchanged, text) => {
    bridge.history = [MADE_BEFORE];
    bridge.on({ compareExport: () => ({ ...COMPARED, isUnchanged }) });
    const { section } = await openPage();
    expect(await within(section).findByText(text)).toBeDefined();
    expect(within(section).getByRole('button', { name: 'Opnieuw maken' })).toBeDefined();
    expect(bridge.calls).toContainEqual({ name: 'compareExport', argument: { id: 5 } });
  });

  it('claims nothing about changes if they cannot be read, or an older version made it', async () => {
    bridge.history = [MADE_BEFORE];
    bridge.on({
      compareExport: () => {
        throw new Refusal({ code: 'unreachable' });
      },
    });
    const { section } = await openPage();
    expect(await within(section).findByText(/Of er iets is gewijzigd, is nu niet te zien/, {}, WAIT)).toBeDefined();
  });

  it('says what is wrong with it: not complete, failed checks, a month that went on', async () => {
    bridge.history = [pastMonth(5, { isComplete: false, isOver: false, failedChecks: 1 })];
    const { section } = await openPage();
    const state = await within(section).findByText(/^Gemaakt op 21-11-2026 12:58\./);
    expect(state.textContent).toContain('daarom staat INCOMPLETE in de naam');
    expect(state.textContent).toContain('Eén controle van het rapport klopt niet.');
    expect(state.textContent).toContain('De maand was nog niet voorbij');
    expect(bridge.calls.filter(({ name }) => name === 'compareExport')).toEqual([]);
  });

  it('is a different one for another month', async () => {
    bridge.history = [MADE_BEFORE];
    bridge.on({ compareExport: () => COMPARED });
    const { user, section } = await openPage();
    await user.selectOptions(within(section).getByLabelText('Maand'), 'november 2026');
    expect(await within(section).findByText('Het pakket van november 2026 is nog niet gemaakt.')).toBeDefined();
  });

  it('shows its progress, and can be cancelled', async () => {
    bridge.on({ exportMonth: () => new Promise<never>(() => {}), cancelExport: () => null });
    const { user, section } = await openPage();
    await user.click(within(section).getByRole('button', { name: 'Maandpakket maken' }));
    expect(await within(section).findByText(/Het pakket van oktober 2026 wordt gemaakt/)).toBeTruthy();
    await user.click(within(section).getByRole('button', { name: 'Annuleren' }));
    expect(await within(section).findByRole('button', { name: 'Maandpakket maken' })).toBeDefined();
    const [asked] = orders();
    expect(bridge.calls).toContainEqual({ name: 'cancelExport', argument: { key: asked?.key } });
  });
});

/** A failed call is retried before the page says so. */
const WAIT = { timeout: 10_000 };

function orders(): BridgeArgument<'exportMonth'>[] {
  const asked = bridge.calls.filter(({ name }) => name === 'exportMonth');
  return asked.map(({ argument }) => argument as BridgeArgument<'exportMonth'>);
}

const requests = () => orders().map(({ request }) => request);

async function openPage() {
  const { user } = await renderPage(<ExportsPage />);
  return { user, section: await screen.findByRole('region', { name: 'Maandpakket voor de boekhouder' }) };
}

function LeftAndOpened() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'leave' : 'open'}
      </button>
      {isOpen && <ExportsPage />}
    </>
  );
}
