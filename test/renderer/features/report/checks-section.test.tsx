import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ExplainedCheck } from '../../../../renderer/features/report/check-causes.ts';
import { ChecksSection, ChecksSummary } from '../../../../renderer/features/report/checks.tsx';
import * as nl from '../../../../renderer/locales/nl/index.ts';
import { CHECK_NAMES, type CheckName } from '../../../../shared/contract/financial-report.ts';
import { renderPage } from '../support/render-page.tsx';

const CAUSES: ExplainedCheck['causes'] = [
  { kind: 'row', row: 'method', fault: 'missing', name: 'Pin' },
  { kind: 'general', rank: 'first' },
  { kind: 'general', rank: 'second' },
  { kind: 'general', rank: 'third' },
];

describe('the checks of a report', () => {
  it('are one line each with both sides and the difference', async () => {
    const { user } = await renderPage(<ChecksSection checks={checksFailing()} />);
    await user.click(screen.getByText('Het rapport sluit aan'));
    const lines = screen.getAllByRole('row').slice(1);
    expect(lines).toHaveLength(CHECK_NAMES.length);
    expect(lines.map((line) => line.textContent)).toContain(
      'Klopt: Betaalwijzen samen = totaal direct betaald1.234,561.234,560,00',
    );
  });

  it('show the difference with a real minus sign and the ranked causes if they fail', async () => {
    await renderPage(<ChecksSection checks={checksFailing('payments')} />);
    const line = lineOf('Klopt niet: Betaalwijzen samen = totaal direct betaald');
    expect(within(line).getByText('−12,35')).toBeDefined();
    const causes = within(line).getAllByRole('listitem', { hidden: true });
    expect(causes.map((cause) => cause.textContent)).toEqual([
      'Het verschil van €\u00a012,35 is precies de betaalwijze Pin: die regel ontbreekt of telt dubbel in het totaal.',
      ...Object.values(nl.report.causes.payments),
    ]);
  });

  it('show the result of the platform if it differs', async () => {
    const [first, ...others] = checksFailing();
    if (!first) throw new Error('there are no checks');
    const platform = { ...first.check, right: 1234.55, difference: 0.01, holds: false };
    await renderPage(<ChecksSection checks={[{ ...first, platform }, ...others]} />);
    const line = lineOf('Klopt: Verkopen + retouren + afrondingsverschillen = omzet, excl. btw');
    expect(line.textContent).toContain('Het kassaplatform zelf zegt: klopt niet1.234,561.234,550,01');
  });

  it('say in one cell if the platform does not give a check', async () => {
    const [first, ...others] = checksFailing();
    if (!first) throw new Error('there are no checks');
    await renderPage(<ChecksSection checks={[{ ...first, platform: 'missing' }, ...others]} />);
    const headings = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    const own = lineOf('Klopt: Verkopen + retouren + afrondingsverschillen = omzet, excl. btw');
    const [missing] = within(own).getAllByRole('row').slice(-1);
    expect(headings).toContain(nl.report.checks.platformMissing);
    expect(missing?.textContent).toBe(nl.report.checks.platformMissing);
  });
});

describe('the collapsed checks', () => {
  it('are closed while all pass, and opened by the summary', async () => {
    const checks = checksFailing();
    const { user } = await renderPage(
      <>
        <ChecksSummary checks={checks} />
        <ChecksSection checks={checks} />
      </>,
    );
    const fold = () => document.querySelector('details');
    expect(fold()?.open).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Het rapport sluit aan' }));
    expect(fold()?.open).toBe(true);
  });

  it('are open if one fails', async () => {
    await renderPage(<ChecksSection checks={checksFailing('payments')} />);
    expect(document.querySelector('details')?.open).toBe(true);
  });
});

describe('the summary of the checks', () => {
  it('counts a check that cannot be made as neither passed nor failed', async () => {
    await renderPage(<ChecksSummary checks={checksFailing().slice(3)} />);
    expect(screen.getByRole('button').textContent).toBe(
      '9 controles kloppen. 3 controles kunnen niet: het platform geeft niet alle cijfers.',
    );
    expect(screen.queryByText(/sluit aan/)).toBeNull();
  });

  it('says that the platform contradicts checks that pass', async () => {
    const [first, ...others] = checksFailing();
    if (!first) throw new Error('there are no checks');
    await renderPage(<ChecksSummary checks={[{ ...first, platform: 'missing' }, ...others]} />);
    expect(screen.getByText('Het rapport sluit aan')).toBeDefined();
    expect(screen.getByText('Bij 1 controle zegt het kassaplatform iets anders.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Omzet excl. btw' })).toBeDefined();
  });

  it('counts those that fail and links to each, with its causes open', async () => {
    const checks = checksFailing('payments', 'groups_ex');
    const { user } = await renderPage(
      <>
        <ChecksSummary checks={checks} />
        <ChecksSection checks={checks} />
      </>,
      { language: 'en' },
    );
    expect(screen.getAllByText('2 of 12 checks do not hold')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Turnover groups excl. VAT' }));
    const line = lineOf('Does not hold: Turnover groups together = turnover, excl. VAT');
    expect(document.activeElement).toBe(line);
    expect(line.querySelector('details')?.open).toBe(true);
    expect(lineOf('Does not hold: Payment methods together = total paid directly').querySelector('details')?.open).toBe(
      false,
    );
  });
});

function lineOf(name: string): HTMLElement {
  const header = screen.getAllByRole('rowheader').find(({ textContent }) => textContent === name);
  const line = header?.closest('tbody');
  if (!line) throw new Error(`no line ${name}`);
  return line;
}

function checksFailing(...failing: CheckName[]): ExplainedCheck[] {
  return CHECK_NAMES.map((name) => {
    const difference = failing.includes(name) ? -12.35 : 0;
    const check = { name, left: 1234.56, right: 1234.56 - difference, difference, holds: difference === 0 };
    return { check, platform: null, causes: difference === 0 ? [] : CAUSES, without: [] };
  });
}
