import { randomStream } from '../../../electron/platform/demo/prng.ts';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
import { units } from '../../support/exact-euros.ts';
import type { AskedReport } from '../questions/ask-report.ts';
import { queryOf } from '../questions/question.ts';
import type { Reader } from '../service/sign-in-reader.ts';
import type { Tally } from '../tally.ts';
import * as answers from './feed-answers.ts';
import type { Feed } from './read-feed.ts';
import { type Selected, selectSums } from './select-sums.ts';

/** Whose answers, and what his own feed said. */
export interface FeedProof {
  readonly reader: Reader;
  readonly feed: Feed;
  readonly seed: number;
  readonly tally: Tally;
}

/** Compares the report, and what else can be asked of the same days, with the feed. */
export async function proveByFeed(proof: FeedProof, asked: AskedReport): Promise<void> {
  const { question, lists, what } = asked;
  const selected = selectSums(proof.feed, question, lists.shops);
  proof.tally.compare(`${what} by the feed`, asked.figures, answers.reportOf(selected, lists));
  await proveDays(proof, asked);
  await provePayments(proof, asked, selected);
  await proveClosing(proof, asked);
  await proveRows(proof, asked, selected);
}

async function proveDays({ reader, feed, tally }: FeedProof, { question, lists, what }: AskedReport) {
  const { data } = await reader.read(readTurnoverByDay, queryOf(question));
  const right = data.map(({ date }) => {
    const ofDay = selectSums(feed, { from: date, to: date }, lists.shops);
    return answers.turnoverDayOf(date, ofDay);
  });
  tally.compare(`${what}, turnover by day`, data, right);
}

async function provePayments({ reader, tally }: FeedProof, { question, what }: AskedReport, selected: Selected) {
  const { data, totals } = await reader.read(readPaymentsReport, queryOf(question));
  const known = totals
    .map(({ title: _title, type_alias: _alias, ...method }) => method)
    .toSorted((left, right) => left.provider_method_type_id - right.provider_method_type_id);
  tally.compare(`${what}, payments`, known, answers.methodsOf(selected));
  const ofDays = data.reduce((sum, { amount }) => sum + units(amount), 0n);
  const ofMethods = totals.reduce((sum, { amount }) => sum + units(amount), 0n);
  tally.compare(`${what}, payments of all days`, ofDays, ofMethods);
}

async function proveClosing({ reader, feed, tally }: FeedProof, { question, lists, what }: AskedReport) {
  const { from: date, locationId } = question;
  const place = locationId !== null && { location_id: locationId };
  const {
    report: _report,
    date: _date,
    location_id: _location,
    ...closing
  } = await reader.read(readDayClosing, { date, ...place });
  const right = answers.closingOf(selectSums(feed, { from: date, to: date }, lists.shops));
  tally.compare(`${what}, closing of ${date}`, closing, right);
}

/** The sums of what lies behind the figures, of one drawn filter. */
async function proveRows(
  { reader, seed, tally }: FeedProof,
  { question, what }: AskedReport,
  { items, payments }: Selected,
) {
  const random = randomStream(seed, what);
  const one = { ...queryOf(question), limit: 1 };
  const sales = await reader.read(readProductSales, one);
  tally.compare(`${what}, product sales`, sales.sums, answers.productSumsOf({ items, payments, orders: [] }));
  const [item, payment] = [items.length > 0 && random.pick(items), payments.length > 0 && random.pick(payments)];
  if (item) {
    const sign: 'negative' | 'positive' = item.is_return ? 'negative' : 'positive';
    const { type, payment_term } = item;
    const filter = { type, sign, payment_term, is_paid: String(item.is_paid) };
    const { sums } = await reader.read(listOrderItems, { ...one, ...filter });
    const chosen = items.filter(
      (row) =>
        row.type === type &&
        row.is_return === item.is_return &&
        row.payment_term === payment_term &&
        row.is_paid === item.is_paid,
    );
    tally.compare(`${what}, items ${JSON.stringify(filter)}`, sums, answers.itemSumsOf(chosen));
  }
  if (payment) {
    const { provider_method_type_id, shop_id } = payment;
    const { sums } = await reader.read(listOrderPayments, { ...one, provider_method_type_id, shop_id });
    const amount = payments
      .filter((row) => row.provider_method_type_id === provider_method_type_id && row.shop_id === shop_id)
      .reduce((sum, row) => sum + row.amount, 0);
    tally.compare(`${what}, payments by ${provider_method_type_id} at ${shop_id}`, units(sums.amount), BigInt(amount));
  }
}
