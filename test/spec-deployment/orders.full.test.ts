import { describe, expect, it } from 'vitest';
import { ORDERS } from '../support/spec-deployment/data.ts';
import { BAD_TIME_AT, type Switches } from '../support/spec-deployment/switches.ts';
import { type Answer, openFaces, type Query, SAVES } from './faces.ts';

type SpecOrder = (typeof ORDERS)[number];

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

const isOfOctober = ({ date_purchased: at }: SpecOrder) => at >= '2026-10-01' && at < '2026-11-01';
const all = ORDERS.filter(isOfOctober);
const byValue = (one: SpecOrder, other: SpecOrder) => other.value_wt - one.value_wt || one.id - other.id;
const isOpen = ({ is_paid, payment_term }: SpecOrder) => !is_paid && payment_term === 'invoice';

interface Row {
  readonly name: string;
  readonly switches: Partial<Switches>;
  readonly query?: Query;
  /** The orders in their order, the parameter that the refusal names, or a status. */
  readonly expected: readonly SpecOrder[] | string | 502;
}

const declared = (name: string) => ({ declares: [`/api/orders ${name}`] });
const ignored = (name: string) => ({ ...declared(name), ignores: [`/api/orders ${name}`] });

const TABLE: readonly Row[] = [
  { name: 'shows what the specification shows', switches: {}, expected: all },
  {
    name: 'does not mention is_paid and payment_term',
    switches: {},
    query: { is_paid: false, payment_term: 'invoice' },
    expected: all.filter(isOpen),
  },
  {
    name: 'does not mention status',
    switches: {},
    query: { status: 'cancelled' },
    expected: all.filter(({ status }) => status === 'cancelled'),
  },
  {
    name: 'declares status',
    switches: declared('status'),
    query: { status: 'cancelled' },
    expected: all.filter(({ status }) => status === 'cancelled'),
  },
  {
    name: 'declares status and ignores it',
    switches: ignored('status'),
    query: { status: 'cancelled' },
    expected: all.filter(({ status }) => status === 'cancelled'),
  },
  {
    name: 'declares shop_id and ignores it',
    switches: ignored('shop_id'),
    query: { shop_id: 42 },
    expected: all.filter(({ shop_id }) => shop_id === 42),
  },
  {
    name: 'does not mention q',
    switches: {},
    query: { q: 'klant 11' },
    expected: all.filter(({ customer_name }) => customer_name === 'Klant 11'),
  },
  { name: 'does not mention sort', switches: {}, query: { sort: '-value_wt' }, expected: all.toSorted(byValue) },
  { name: 'declares sort', switches: declared('sort'), query: { sort: '-value_wt' }, expected: all.toSorted(byValue) },
  {
    name: 'declares sort and ignores it',
    switches: ignored('sort'),
    query: { sort: '-value_wt' },
    expected: all.toSorted(byValue),
  },
  {
    name: 'ignores from',
    switches: { ignores: ['/api/orders from'] },
    expected: all,
  },
  { name: 'ignores to', switches: { ignores: ['/api/orders to'] }, expected: all },
  { name: 'lists the newest first', switches: { order: 'descending' }, expected: all },
  { name: 'lists in no particular order', switches: { order: 'shuffled' }, expected: all },
  { name: 'returns smaller pages', switches: { pageCap: 30 }, expected: all },
  {
    name: 'returns more rows than requested',
    switches: { ignores: ['/api/orders limit'] },
    expected: all,
  },
  { name: 'does not mention include', switches: {}, query: { include: 'items' }, expected: 'include' },
  { name: 'ignores include', switches: ignored('include'), query: { include: 'items' }, expected: 'include' },
  {
    name: 'has rows without status, term and payment',
    switches: lacking('status', 'payment_term', 'is_paid'),
    expected: all,
  },
  { name: 'has rows without is_paid', switches: lacking('is_paid'), query: { is_paid: false }, expected: 'is_paid' },
  { name: 'has rows without status', switches: lacking('status'), query: { status: 'complete' }, expected: 'status' },
  { name: 'returns times with Z', switches: { times: 'utc' }, expected: all },
  { name: 'returns times with another offset', switches: { times: 'other_offset' }, expected: all },
  { name: 'returns times without an offset', switches: { times: 'no_offset' }, expected: all },
  {
    name: 'returns an invalid time',
    switches: { times: 'one_bad' },
    expected: all.filter((order) => order !== ORDERS[BAD_TIME_AT]),
  },
  { name: 'returns numbers with rounding noise', switches: { hasResidue: true }, expected: all },
  { name: 'has unknown statuses', switches: { hasUnknownWords: true }, expected: all },
  { name: 'has unknown members', switches: { hasUnknownMembers: true }, expected: all },
  { name: 'has orders in another currency', switches: { hasOtherCurrency: true }, expected: all },
  { name: 'returns a wrong total', switches: { hasWrongTotal: true }, expected: all },
  {
    name: 'declares status, ignores it and does not show it',
    switches: { ...ignored('status'), ...lacking('status') },
    query: { status: 'cancelled' },
    expected: 'status',
  },
  { name: 'fails', switches: { fails: ['/api/orders'] }, expected: 502 },
];

function lacking(...omits: readonly string[]): Partial<Switches> {
  return { omits };
}

const numbersOf = (orders: readonly Pick<SpecOrder, 'order_number'>[]) =>
  orders.map(({ order_number }) => order_number);

/** The answer in the form of `expected`. */
function seen({ status, body }: Answer, expected: Row['expected']) {
  if (status === 200) {
    const { data, total, count } = body as { data: SpecOrder[]; total: number; count: number };
    return { total, count, numbers: numbersOf(data), values: data.map(({ value_wt }) => value_wt) };
  }
  return typeof expected === 'string' ? [status, body.message?.includes(expected)] : [status, true];
}

function wanted(expected: Row['expected'], refusal: number) {
  if (typeof expected === 'string') return [refusal, true];
  if (typeof expected === 'number') return [refusal, true];
  const values = expected.map(({ value_wt }) => value_wt);
  return { total: expected.length, count: expected.length, numbers: numbersOf(expected), values };
}

describe.each(TABLE)('orders of a deployment that $name', ({ switches, query = {}, expected }) => {
  const asked = { ...OCTOBER, ...query };

  it('are correct in the API', async () => {
    const { readApi } = await openFaces(switches);
    const answer = await readApi('/api/orders', { ...asked, limit: 250 });
    expect(seen(answer, expected)).toEqual(wanted(expected, expected === 502 ? 502 : 400));
  });

  it('are correct in the tool', async () => {
    const { callTool } = await openFaces(switches);
    const answer = await callTool('list_orders', { ...asked, limit: 250 });
    expect(seen(answer, expected)).toEqual(wanted(expected, 400));
  });

  // Files have no items of orders.
  if ('include' in query) return;
  it.each(SAVES)('are correct in the file of %s', async (save) => {
    const saved = (await openFaces(switches))[save]('orders', asked);
    if (typeof expected === 'string') await expect(saved).rejects.toThrow(expected);
    else if (typeof expected === 'number') await expect(saved).rejects.toThrow();
    else {
      const rows = await saved;
      expect(rows.map(({ order_number }) => order_number)).toEqual(numbersOf(expected));
      expect(rows.map(({ value_wt }) => Number(value_wt))).toEqual(expected.map(({ value_wt }) => value_wt));
    }
  });
});
