import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DayClosingPage } from '../../../../renderer/features/day-closing/day-closing-page.tsx';
import { resetUserStores } from '../../../../renderer/lib/host/user-stores.ts';
import { orderExample } from '../../../../shared/contract/orders.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { exampleReport } from '../../../unit/shared/report-of-figures.ts';
import { emptied } from '../report/support/reports.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';

const CLOSING = '/api/reports/day-closing';

const host = openPerTest(installFakeHost);

beforeEach(() => {
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer('/api/shops', () =>
    listOf([14, 15].map((id) => ({ id, title: `Linde Utrecht, kassa ${id - 13}`, location_id: 3 }))),
  );
  host.answer(CLOSING, (query) => ({ body: closingOf(query.get('date') ?? '') }));
});

function closingOf(date: string) {
  return {
    date,
    location_id: null,
    orders: 41,
    returns: 2,
    discounted_orders: 5,
    discount_value_wt: 38.5,
    uncounted_orders: 1,
    uncounted_value_wt: 154.95,
    first_order_number: '2026-100',
    last_order_number: '2026-141',
    report: { ...exampleReport(), from: date, to: date, location_id: null },
  };
}

type Closing = ReturnType<typeof closingOf>;

function answerWith(changed: (closing: Closing) => object): void {
  host.answer(CLOSING, (query) => ({ body: changed(closingOf(query.get('date') ?? '')) }));
}

function emptyClosing(closing: Closing): object {
  const { direct_paid, ...others } = emptied(closing.report);
  const report = { ...others, direct_paid: { ...direct_paid, payment_methods: [] } };
  return { ...closing, orders: 0, returns: 0, uncounted_orders: 0, uncounted_value_wt: 0, report };
}

describe('the page of the day closing', () => {
  it('shows the counts and the money of today', async () => {
    await renderPage(<DayClosingPage />);
    const methods = await screen.findByRole('table', { name: 'Betaalwijzen' });
    expect(host.asked).toContain(`${CLOSING}?date=2026-11-21`);
    expect(screen.getByRole('link', { name: '41' }).getAttribute('href')).toContain('period=2026-11-21..2026-11-21');
    expect(screen.getByText('2026-141')).toBeDefined();
    const { payments_total: total } = exampleReport().direct_paid.balance_check;
    const sum = within(methods).getByRole('row', { name: /^Totaal betaalwijzen/ });
    expect(sum.textContent).toContain(total.toFixed(2).replace('.', ','));
    expect(screen.getByText(/^De dag sluit aan\./)).toBeDefined();
  });

  it('adds up from the turnover to the payments, to the cent', async () => {
    await renderPage(<DayClosingPage />);
    const table = await screen.findByRole('table', { name: 'Van omzet naar betaalwijzen' });
    expect(cellsOf(table)).toEqual([
      ['Omzet', '163,38'],
      ['Verkochte cadeaubonnen', '25,00'],
      ['Fooien', '2,00'],
      ['Op rekening, nog niet betaald', '−32,70'],
      ['Op rekening, inmiddels betaald', '−21,80'],
      ['Te ontvangen', '135,88'],
      ['Totaal betaalwijzen', '135,88'],
    ]);
  });

  it('adds up from the VAT by rate to the turnover, to the cent', async () => {
    await renderPage(<DayClosingPage />);
    expect(cellsOf(await vatTable()).slice(-3)).toEqual([
      ['Totaal van alle tarieven', '140,00', '23,40', '163,40'],
      ['Afrondingsverschillen', '−0,02', '0,00', '−0,02'],
      ['Omzet', '139,98', '23,40', '163,38'],
    ]);
  });

  it('shows what no rate explains on a separate line, and rounding that is not known as such', async () => {
    host.answer(CLOSING, (query) => {
      const closing = closingOf(query.get('date') ?? '');
      closing.report.revenue.total_turnover_wt += 1;
      return { body: { ...closing, report: { ...closing.report, unknown: ['differences'] } } };
    });
    await renderPage(<DayClosingPage />);
    const [differences, rest] = cellsOf(await vatTable()).slice(-3);
    expect(differences?.[1]).toBe('niet bekend');
    expect(rest).toEqual(['Niet bij een tarief', '0,00', '1,00', '1,00']);
  });

  it('says so if it does not add up', async () => {
    host.answer(CLOSING, (query) => {
      const closing = closingOf(query.get('date') ?? '');
      closing.report.revenue.non_revenue.gift_cards = 20;
      return { body: closing };
    });
    await renderPage(<DayClosingPage />);
    const row = await screen.findByRole('row', { name: /^Verschil/ });
    expect(row.textContent).toContain('5,00');
    expect(screen.getByText(/^De dag sluit niet aan: omzet en ontvangsten verschillen\./)).toBeDefined();
  });

  it('marks the figures of today as provisional, but not those of a past day', async () => {
    const text = 'De dag is nog niet voorbij: voorlopige cijfers.';
    const { user } = await renderPage(<DayClosingPage />);
    expect(await screen.findByText(text)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Dag terug' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    await waitFor(() => expect(screen.getByText(/^De dag sluit aan/)).toBeDefined());
    expect(screen.queryByText(text)).toBeNull();
  });

  it('links sales, returns and the amounts of each rate to their rows, but no total', async () => {
    await renderPage(<DayClosingPage />);
    const day = 'from=2026-11-21&to=2026-11-21';
    const turnover = await screen.findByRole('table', { name: 'Omzet' });
    expect(linksOf(turnover).slice(0, 6)).toEqual([
      `150,00 /rows/items?${day}&type=product&sign=positive&figure=sales&side=ex&amount=150`,
      `25,50 /rows/items?${day}&type=product&sign=positive&figure=sales&side=vat&amount=25.5`,
      `175,50 /rows/items?${day}&type=product&sign=positive&figure=sales&side=wt&amount=175.5`,
      `−10,00 /rows/items?${day}&type=product&sign=negative&figure=returns&side=ex&amount=-10`,
      `−2,10 /rows/items?${day}&type=product&sign=negative&figure=returns&side=vat&amount=-2.1`,
      `−12,10 /rows/items?${day}&type=product&sign=negative&figure=returns&side=wt&amount=-12.1`,
    ]);
    const vat = await vatTable();
    expect(linksOf(vat).slice(0, 3)).toEqual([
      `90,00 /rows/items?${day}&type=product&tax_rate_id=1&figure=vat&side=ex&amount=90`,
      `18,90 /rows/items?${day}&type=product&tax_rate_id=1&figure=vat&side=vat&amount=18.9`,
      `108,90 /rows/items?${day}&type=product&tax_rate_id=1&figure=vat&side=wt&amount=108.9`,
    ]);
    for (const total of within(vat).getAllByRole('row', { name: /^(Totaal|Omzet)/ })) {
      expect(within(total).queryByRole('link')).toBeNull();
    }
  });

  it('links to its first and last order and its discounts, and to orders without turnover only if there are any', async () => {
    host.answer('/api/orders', () => listOf([{ ...orderExample, id: 70, order_number: '2026-100' }]));
    host.answer(CLOSING, (query) => ({
      body: { ...closingOf(query.get('date') ?? ''), uncounted_orders: 0, uncounted_value_wt: 0 },
    }));
    await renderPage(<DayClosingPage />);
    const hrefOf = (name: RegExp | string) =>
      decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '');
    await screen.findByRole('link', { name: '2026-100' });
    await waitFor(() => expect(hrefOf('2026-100')).toBe('/orders/70'));
    expect(hrefOf('2026-141')).toBe('/orders?q=2026-141&period=2026-11-21..2026-11-21');
    expect(hrefOf(/^€\s38,50$/)).toContain('only_counting=true&include_negative=true');
    expect(screen.queryByText(/orders, /)).toBeNull();
  });

  it('says that a check of the day needs attention', async () => {
    host.answer(CLOSING, (query) => {
      const closing = closingOf(query.get('date') ?? '');
      return { body: { ...closing, report: { ...closing.report, checks: closing.report.checks.slice(1) } } };
    });
    await renderPage(<DayClosingPage />);
    expect(await screen.findByText('1 controle van deze dag vraagt aandacht.')).toBeDefined();
  });

  it('covers only the chosen till, and so do the pages behind it', async () => {
    host.answer(CLOSING, (query) => {
      const closing = closingOf(query.get('date') ?? '');
      const shop_id = query.has('shop_id') ? Number(query.get('shop_id')) : null;
      return { body: { ...closing, shop_id, report: { ...closing.report, shop_id } } };
    });
    const { user, router } = await renderPage(<DayClosingPage />);
    await user.click(await screen.findByRole('button', { name: 'Vestiging of winkel' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'kassa 2' }));
    await screen.findByText('Linde Utrecht, kassa 2');
    expect(host.asked).toContain(`${CLOSING}?date=2026-11-21&shop_id=15`);
    expect(router.state.location.search).toEqual({ shop_id: '15' });
    const links = [...document.querySelectorAll('main a, a')].map((link) => link.getAttribute('href') ?? '');
    // A link to one order needs no shop.
    const behind = links.filter((href) => /^\/(orders(?!\?q=)|discounts|report|rows)/.test(href));
    expect(behind.length).toBeGreaterThan(5);
    expect(behind.filter((href) => !href.includes('shop_id=15'))).toEqual([]);
  });

  it('says that nothing was sold on a day without orders, and does not praise its checks', async () => {
    answerWith(emptyClosing);
    await renderPage(<DayClosingPage />);
    expect(await screen.findByText(/^Niets verkocht op deze dag\./)).toBeDefined();
    expect(screen.queryByText(/sluit aan/)).toBeNull();
    expect(screen.queryByLabelText('Geteld')).toBeNull();
    expect(screen.getByRole('link', { name: 'Financieel rapport van deze dag' })).toBeDefined();
  });
});

const [CASH] = exampleReport().direct_paid.payment_methods.filter(({ type_alias }) => type_alias === 'cash') as [
  ReturnType<typeof exampleReport>['direct_paid']['payment_methods'][number],
];

describe('the cash count', () => {
  beforeEach(resetUserStores);

  it('shows the difference immediately: counted less the float and the cash received', async () => {
    const { user } = await renderPage(<DayClosingPage />);
    await user.type(await screen.findByLabelText('Beginkas'), '150');
    await user.type(screen.getByLabelText('Geteld'), '1.250,50');
    const cash = CASH.amount;
    const difference = (1250.5 - 150 - cash).toFixed(2).replace('.', ',');
    expect(countedDifference()).toBe(`Verschil+${difference.replace(/(\d)(?=(\d{3})+,)/g, '$1.')}`);
    expect(screen.getByText('Opnames en afstortingen zijn hier niet bekend.')).toBeDefined();
  });

  it('shows no difference if the amount is invalid or empty', async () => {
    const { user } = await renderPage(<DayClosingPage />);
    await user.type(await screen.findByLabelText('Beginkas'), 'veel');
    await user.type(screen.getByLabelText('Geteld'), '10');
    expect(countedDifference()).toBe('Verschil–');
    expect(screen.getByText('Typ een bedrag, zoals 150,00.')).toBeDefined();
  });

  it('shows what should be in the drawer: the float and the cash received', async () => {
    const { user } = await renderPage(<DayClosingPage />);
    await user.type(await screen.findByLabelText('Beginkas'), '150');
    const expected = (150 + CASH.amount).toFixed(2).replace('.', ',');
    expect(screen.getByText('Verwacht in de la').closest('dl')?.textContent).toBe(`Verwacht in de la${expected}`);
  });

  it('belongs to its day, is still there when the page is opened again, and is sent nowhere', async () => {
    const { user, unmount } = await renderPage(<DayClosingPage />);
    const counted = () => screen.getByLabelText<HTMLInputElement>('Geteld').value;
    await screen.findByLabelText('Geteld');
    await user.clear(screen.getByLabelText('Geteld'));
    await user.type(screen.getByLabelText('Geteld'), '10');
    const asked = host.asked.length;
    await user.click(screen.getByRole('button', { name: 'Dag terug' }));
    await waitFor(() => expect(counted()).toBe(''));
    unmount();
    await renderPage(<DayClosingPage />);
    await screen.findByLabelText('Geteld');
    expect(counted()).toBe('10');
    expect(host.asked.slice(asked).every((address) => !address.includes('10,'))).toBe(true);
  });

  it('is for one location: if there are several, it asks to choose one', async () => {
    host.answer('/api/locations', () => listOf([3, 4].map((id) => ({ id, title: `Vestiging ${id}` }))));
    await renderPage(<DayClosingPage />);
    expect(await screen.findByText('Kies één vestiging om de kas te tellen.')).toBeDefined();
    expect(screen.queryByLabelText('Geteld')).toBeNull();
  });

  it.each([
    ['several cash methods', [CASH, { ...CASH, provider_method_type_id: 99 }], /één contante betaalwijze/],
    ['nothing received in cash', [], /niets contant ontvangen/],
  ])('is not shown with %s, and says why', async (_, cash, why) => {
    answerWith((closing) => {
      const { direct_paid: direct } = closing.report;
      const others = direct.payment_methods.filter(({ type_alias }) => type_alias !== 'cash');
      const payment_methods = [...others, ...cash];
      return { ...closing, report: { ...closing.report, direct_paid: { ...direct, payment_methods } } };
    });
    await renderPage(<DayClosingPage />);
    expect(await screen.findByText(why)).toBeDefined();
    expect(screen.queryByLabelText('Geteld')).toBeNull();
  });
});

function countedDifference(): string | null {
  return screen.getByText('Verschil', { selector: 'dt' }).closest('dl')?.textContent ?? null;
}

async function vatTable(): Promise<HTMLElement> {
  return screen.findByRole('table', { name: 'Btw per tarief' });
}

function cellsOf(table: HTMLElement): string[][] {
  const rows = within(table).getAllByRole('row').slice(1);
  return rows.map((row) => Array.from(row.children, ({ textContent }) => textContent.trim()));
}

function linksOf(table: HTMLElement): string[] {
  const links = within(table).getAllByRole('link');
  return links.map((link) => `${link.textContent} ${decodeURIComponent(link.getAttribute('href') ?? '')}`);
}
