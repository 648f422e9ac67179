import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChecksSection } from '../../../../renderer/features/report/checks/checks-section.tsx';
import { ChecksSummary } from '../../../../renderer/features/report/checks/checks-summary.tsx';
import { en } from '../../../../renderer/locales/en/index.ts';
import { nl } from '../../../../renderer/locales/nl/index.ts';
import {
  CHECK_NAMES,
  type CheckName,
  type ReportCheck,
} from '../../../../shared/contract/financial-report.ts';
import { installBrowserParts } from '../support/browser-parts.ts';
import { renderPage } from '../support/render-page.tsx';

beforeEach(installBrowserParts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the checks of a report', () => {
  it('are one line each with both sides and the difference', async () => {
    await renderPage(<ChecksSection checks={checksFailing()} />);
    const lines = screen.getAllByRole('row').slice(1);
    expect(lines).toHaveLength(CHECK_NAMES.length);
    expect(lines.map((line) => line.textContent)).toContain(
      'Klopt: Betaalwijzen samen = totaal direct betaald1.234,561.234,560,00',
    );
  });

  it('show the difference with a true minus and the ranked causes where they fail', async () => {
    await renderPage(<ChecksSection checks={checksFailing('payments')} />);
    const line = lineOf('Klopt niet: Betaalwijzen samen = totaal direct betaald');
    expect(within(line).getByText('−12,35')).toBeDefined();
    const causes = within(line).getAllByRole('listitem', { hidden: true });
    expect(causes.map((cause) => cause.textContent)).toEqual(Object.values(nl.report.causes.payments));
  });

  it('offer causes only where they fail', async () => {
    await renderPage(<ChecksSection checks={checksFailing('groups_ex')} />);
    expect(screen.getAllByText('Mogelijke oorzaken, de waarschijnlijkste eerst')).toHaveLength(1);
  });

  it('have a name of their own each, in both languages', () => {
    for (const { name, short } of [nl.report.checks, en.report.checks]) {
      expect(new Set(Object.values(name)).size).toBe(CHECK_NAMES.length);
      expect(new Set(Object.values(short)).size).toBe(CHECK_NAMES.length);
    }
  });
});

describe('the summary of the checks', () => {
  it('says that all hold', async () => {
    await renderPage(<ChecksSummary checks={checksFailing()} />);
    expect(screen.getByRole('button', { name: 'Alle 12 controles kloppen' })).toBeDefined();
  });

  it('counts those that fail and leads to each, with its causes open', async () => {
    const checks = checksFailing('payments', 'groups_ex');
    const { user } = await renderPage(
      <>
        <ChecksSummary checks={checks} />
        <ChecksSection checks={checks} />
      </>,
      { language: 'en' },
    );
    expect(screen.getByText('2 of 12 checks do not hold')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Turnover groups excl. VAT' }));
    const line = lineOf('Does not hold: Turnover groups together = turnover, excl. VAT');
    expect(document.activeElement).toBe(line);
    expect(line.querySelector('details')?.open).toBe(true);
    expect(
      lineOf('Does not hold: Payment methods together = total paid directly').querySelector('details')?.open,
    ).toBe(false);
  });
});

function lineOf(name: string): HTMLElement {
  const header = screen.getAllByRole('rowheader').find(({ textContent }) => textContent === name);
  const line = header?.closest('tbody');
  if (!line) throw new Error(`no line ${name}`);
  return line;
}

function checksFailing(...failing: CheckName[]): ReportCheck[] {
  return CHECK_NAMES.map((name) => {
    const difference = failing.includes(name) ? -12.35 : 0;
    return { name, left: 1234.56, right: 1234.56 - difference, difference, holds: difference === 0 };
  });
}
