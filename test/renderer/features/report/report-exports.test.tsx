import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ReportPage } from '../../../../renderer/features/report/report-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderPage } from '../support/render-page.tsx';
import { installReportHost } from './support/report-host.ts';

const host = openPerTest(installReportHost);

describe('the exports of the report', () => {
  it.each([
    ['2026-11-01', '2026-11-30', false],
    ['2026-11-20', '2026-11-20', true],
  ])('offer what the figures are made of, from %s to %s with a day closing: %s', async (from, to, hasClosing) => {
    const { user } = await renderPage(<ReportPage />, { address: `/report?period=${from}..${to}&location_id=3` });
    await user.click(screen.getByRole('button', { name: 'PDF en meer' }));
    const items = (await screen.findAllByRole('menuitem')).slice(3).map(({ textContent }) => textContent);
    const closing = hasClosing ? ['Dagstaat'] : [];
    expect(items).toEqual(['Omzet per omzetgroep', 'Betalingen', 'Verkopen per artikel', ...closing]);
  });

  it('include the closing of the shown day and location', async () => {
    const { user } = await renderPage(<ReportPage />, {
      address: '/report?period=2026-11-20..2026-11-20&location_id=3',
    });
    await user.click(screen.getByRole('button', { name: 'PDF en meer' }));
    (await screen.findByRole('menuitem', { name: 'Dagstaat' })).focus();
    await user.keyboard('{ArrowRight}');
    const forms = await screen.findByRole('menu', { name: 'Dagstaat' });
    await waitFor(() => expect(forms.contains(document.activeElement)).toBe(true));
    within(forms).getByRole('menuitem', { name: /^PDF/ }).focus();
    await user.keyboard('{Enter}');
    const exported = host.bridgeCalls.find(({ name }) => name === 'exportDataset');
    expect(exported?.argument).toMatchObject({
      request: { dataset: 'day-closing', filters: { date: '2026-11-20', location_id: '3' }, format: 'pdf' },
    });
  });
});
