import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OverviewPage } from '../../../../renderer/features/overview/overview-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { withFigures } from '../../../unit/shared/report-of-figures.ts';
import { reportOf } from '../report/support/reports.ts';
import { platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { answerAttention, installOverviewHost, REPORT } from './overview-host.ts';

const host = openPerTest(installOverviewHost);

describe('what needs attention', () => {
  it('is one line for each item, with a link', async () => {
    answerAttention(host, { invoices: 12, unpriced: 1234, negativeStock: 1 });
    host.answer(REPORT, (query) => ({ body: { ...reportOf(query), checks: [] } }));
    await renderPage(<OverviewPage />);
    const attention = screen.getByRole('region', { name: 'Vraagt aandacht' });
    await waitFor(() => expect(within(attention).getAllByRole('link')).toHaveLength(4));
    expect(attention.textContent).toContain('alle tot nu toe: 3 mrt t/m 21 nov');
    expect(
      within(attention)
        .getAllByRole('link')
        .map((link) => [link.textContent, addressOf(link)]),
    ).toEqual([
      ['12 controles van het rapport van deze maand vragen aandacht', '/report?period=this-month&check=turnover_ex'],
      ['12 openstaande facturen, samen €\u00a01.234,50', '/invoices'],
      ['1.234 artikelen zonder prijs', '/catalog?priced=false'],
      ['1 artikel met negatieve voorraad', '/catalog?stock=negative'],
    ]);
  });

  it('uses the figures of the report, whatever the platform says', async () => {
    host.answer(REPORT, (query) => ({
      body: withFigures(reportOf(query), new Map([['direct_paid.payment_methods.0.amount', 26]])),
    }));
    await renderPage(<OverviewPage />);
    const check = await screen.findByRole('link', {
      name: '1 controle van het rapport van deze maand vraagt aandacht',
    });
    expect(addressOf(check)).toBe('/report?period=this-month&check=payments');
  });

  it('includes an automatic export that has failed for a day, with the reason', async () => {
    installOverviewHost({
      listSchedules: [
        { name: 'Orders', lastRun: { needsAttention: false, problem: 'no-folder' } },
        { name: 'Maandpakket', lastRun: { needsAttention: true, problem: 'no-folder' } },
        { name: 'Prijslijst', lastRun: null },
      ],
    });
    await renderPage(<OverviewPage />);
    const link = await screen.findByRole('link', {
      name: 'Maandpakket is niet automatisch gemaakt. De map bestaat niet.',
    });
    expect(addressOf(link)).toBe('/exports');
  });

  it('never says that there is none of what could not be read', async () => {
    host.answer('/api/products', () => platformFailure);
    const { user } = await renderPage(<OverviewPage />);
    const attention = screen.getByRole('region', { name: 'Vraagt aandacht' });
    const alerts = await within(attention).findAllByRole('alert');
    expect(alerts.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Of er artikelen zonder prijs zijn, is niet bekend.'),
      expect.stringContaining('Of er artikelen met negatieve voorraad zijn, is niet bekend.'),
    ]);
    expect(attention.textContent).not.toContain('Niets vraagt');
    answerAttention(host, { invoices: 0, unpriced: 0, negativeStock: 0 });
    await user.click(screen.getByRole('button', { name: 'Vernieuwen' }));
    expect(await screen.findByText('Niets vraagt nu aandacht.')).toBeDefined();
  });
});

function addressOf(link: HTMLElement): string {
  return decodeURIComponent(link.getAttribute('href') ?? '');
}
