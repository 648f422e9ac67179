import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReportPage } from '../../../../renderer/features/report/report-page.tsx';
import { useReportStore } from '../../../../renderer/features/report/report-store.ts';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { numberedReport } from '../../../unit/exports/numbered-report.ts';
import { installBrowserParts } from '../support/browser-parts.ts';
import { type FakeHost, installFakeHost, listOf, platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';

const REPORT = '/api/financial-report';
const LOCATIONS = [
  { id: 3, title: 'Utrecht' },
  { id: 5, title: 'Zwolle' },
];

let host: FakeHost;

beforeEach(() => {
  installBrowserParts();
  useReportStore.setState(useReportStore.getInitialState(), true);
  host = installFakeHost();
  host.answer('/api/locations', () => listOf(LOCATIONS));
  host.answer(REPORT, (query) => ({ body: reportOf(query) }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the financial report page', () => {
  it('asks for the month under way', async () => {
    await renderPage(<ReportPage />);
    await statement();
    expect(host.asked).toContain(`${REPORT}?from=2026-11-01&to=2026-11-30`);
  });

  it.each([
    ['the month before on the first of a month', '2026-12-01T22:30:00Z', 'from=2026-11-01&to=2026-11-30'],
    ['the day in Amsterdam, not in UTC', '2026-12-01T23:30:00Z', 'from=2026-12-01&to=2026-12-31'],
  ])('goes by %s', async (_rule, now, query) => {
    await renderPage(<ReportPage />, { now });
    await statement();
    expect(host.asked).toContain(`${REPORT}?${query}`);
  });

  it('shows every amount of the report', async () => {
    const { user } = await renderPage(<ReportPage />);
    await statement();
    const shown = shownFigures();
    await user.click(screen.getByRole('radio', { name: 'Incl. btw' }));
    for (const figure of shownFigures()) shown.add(figure);
    const missing = amountsOf(numberedReport()).filter((amount) => !shown.has(inDutch(amount)));
    expect(missing).toEqual([]);
  });

  it('asks for the location that was chosen and names it over its figures', async () => {
    const { user } = await renderPage(<ReportPage />);
    await statement();
    await user.click(screen.getByRole('button', { name: 'Vestiging' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Zwolle' }));
    await waitFor(() => expect(heading()).toHaveProperty('textContent', expect.stringContaining('Zwolle')));
    expect(host.asked).toContain(`${REPORT}?from=2026-11-01&to=2026-11-30&location_id=5`);
  });

  it('shows a locked user the one location as a fact', async () => {
    await renderPage(<ReportPage />, { lockedLocation: { id: 3, title: 'Utrecht' } });
    await statement();
    expect(screen.getByText(/^Vestiging: Utrecht$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Vestiging' })).toBeNull();
  });

  it('keeps the figures of the period before under the name of that period until the new ones are here', async () => {
    const { user } = await renderPage(<ReportPage />);
    await statement();
    const release = host.hold(REPORT, (query) => ({ body: reportOf(query) }));
    await user.click(screen.getByRole('button', { name: 'Periode terug' }));
    expect(screen.getByRole('button', { name: /Vorige maand/ }).textContent).toContain('za 31 okt 2026');
    expect(heading().textContent).toContain('zo 1 nov – ma 30 nov 2026');
    expect(heading().textContent).toContain('Nieuwe cijfers worden opgehaald');
    expect(figures().getAttribute('aria-busy')).toBe('true');
    release();
    await waitFor(() => expect(figures().getAttribute('aria-busy')).toBe('false'));
    expect(heading().textContent).toContain('do 1 okt – za 31 okt 2026');
  });

  it('says what failed and reads again when asked', async () => {
    host.answer(REPORT, () => platformFailure);
    const { user } = await renderPage(<ReportPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Het kassaplatform gaf geen bruikbaar antwoord');
    expect(alert.textContent).toContain('request-7');
    host.answer(REPORT, (query) => ({ body: reportOf(query) }));
    await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }));
    await statement();
  });

  it('keeps its figures and says that they are stale when they cannot be refreshed', async () => {
    const { user } = await renderPage(<ReportPage />);
    await statement();
    host.answer(REPORT, () => platformFailure);
    await user.click(screen.getByRole('button', { name: 'Vernieuwen' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Niet bijgewerkt');
    expect(screen.getByRole('heading', { name: 'Omzet' })).toBeDefined();
  });

  it('says that a period without orders is one', async () => {
    host.answer(REPORT, (query) => ({ body: emptied(reportOf(query)) }));
    await renderPage(<ReportPage />);
    expect(await screen.findByText('Geen orders in deze periode: alle cijfers zijn nul.')).toBeDefined();
  });

  it('shows its layout with bars while it reads for the first time', async () => {
    host.hold(REPORT, () => platformFailure);
    await renderPage(<ReportPage />);
    expect(await screen.findByRole('status', { name: 'Bezig met laden' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Omzet' })).toBeNull();
  });

  it('exports what the filters select', async () => {
    const { user } = await renderPage(<ReportPage />);
    await user.click(screen.getByRole('button', { name: 'Exporteren' }));
    expect(host.bridgeCalls).toContainEqual({
      name: 'exportDataset',
      argument: {
        key: expect.any(String),
        request: {
          dataset: 'financial-report',
          filters: { from: '2026-11-01', to: '2026-11-30' },
          format: 'csv',
          profile: 'excel',
          language: 'nl',
        },
      },
    });
  });
});

describe('the menu of the report', () => {
  it.each([
    ['2026-11-01', '2026-11-30', false],
    ['2026-11-20', '2026-11-20', true],
  ])(
    'offers what the figures are made of, from %s to %s with a day closing: %s',
    async (from, to, hasClosing) => {
      useReportStore.setState({ period: { from, to }, locationId: 3 });
      const { user } = await renderPage(<ReportPage />);
      await user.click(screen.getByRole('button', { name: 'Andere bestandsvorm of inhoud' }));
      const items = (await screen.findAllByRole('menuitem')).slice(5).map(({ textContent }) => textContent);
      const closing = hasClosing ? ['Dagafsluiting'] : [];
      expect(items).toEqual(['Omzet per omzetgroep', 'Betalingen', 'Verkopen per artikel', ...closing]);
    },
  );

  it('exports the closing of the day and place that are shown', async () => {
    useReportStore.setState({ period: { from: '2026-11-20', to: '2026-11-20' }, locationId: 3 });
    const { user } = await renderPage(<ReportPage />);
    await user.click(screen.getByRole('button', { name: 'Andere bestandsvorm of inhoud' }));
    (await screen.findByRole('menuitem', { name: 'Dagafsluiting' })).focus();
    await user.keyboard('{ArrowRight}');
    const forms = await screen.findByRole('menu', { name: 'Dagafsluiting' });
    within(forms).getByRole('menuitem', { name: /^PDF/ }).focus();
    await user.keyboard('{Enter}');
    expect(host.bridgeCalls.at(-1)?.argument).toMatchObject({
      request: { dataset: 'day-closing', filters: { date: '2026-11-20', location_id: '3' }, format: 'pdf' },
    });
  });
});

async function statement(): Promise<HTMLElement> {
  await screen.findByRole('heading', { name: 'Omzet' });
  return figures();
}

function figures(): HTMLElement {
  const element = document.querySelector<HTMLElement>('[aria-busy]');
  if (!element) throw new Error('there is no statement');
  return element;
}

function heading(): HTMLElement {
  const element = figures().previousElementSibling;
  if (!(element instanceof HTMLElement)) throw new Error('the statement has no heading');
  return element;
}

function reportOf(query: URLSearchParams): FinancialReport {
  const from = query.get('from') ?? '';
  const location = query.get('location_id');
  return {
    ...numberedReport(),
    from,
    to: query.get('to') ?? from,
    location_id: location === null ? null : Number(location),
  };
}

function emptied(report: FinancialReport): FinancialReport {
  const text = JSON.stringify(report, (key, value) =>
    typeof value === 'number' && !key.endsWith('_id') ? 0 : value,
  );
  return JSON.parse(text) as FinancialReport;
}

/** The amounts end in 25 cents, ids do not; 38.25 is the percentage. */
function amountsOf(report: FinancialReport): number[] {
  const amounts: number[] = [];
  JSON.stringify(report, (_key, value) => {
    if (typeof value === 'number' && Math.abs(value % 1) === 0.25 && value !== 38.25) amounts.push(value);
    return value;
  });
  return amounts;
}

/** Without their signs: what is taken off is shown with a minus. */
function shownFigures(): Set<string> {
  const figures = document.querySelectorAll('[data-read]');
  return new Set([...figures].map((figure) => (figure.textContent ?? '').replace('−', '')));
}

function inDutch(amount: number): string {
  return `${Math.trunc(Math.abs(amount))},25`;
}
