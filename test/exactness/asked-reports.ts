import type { CalendarDate } from '../../shared/calendar.ts';
import { type Credentials, login } from '../../shared/contract/auth.ts';
import type { Endpoint, ResponseOf } from '../../shared/contract/endpoint.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../shared/contract/turnover-groups.ts';
import { recomputeChecks } from '../support/checks-oracle.ts';
import { type Answer, exchange } from '../support/http-exchange.ts';
import { type ReportFigures, type ReportLines, sortReport } from '../support/report-oracle.ts';
import { assertWholeReport } from '../support/whole-report.ts';

/** One user of each kind with different figures in a demo or generated store. */
const password = 'tilldesk-demo';

export const PEOPLE = [
  { accountId: 1, isLocked: false, credentials: { account: 'demo', email: 'owner@demo.example', password } },
  { accountId: 1, isLocked: false, credentials: { account: 'demo', email: 'accounts@demo.example', password } },
  { accountId: 1, isLocked: true, credentials: { account: 'demo', email: 'utrecht@demo.example', password } },
  { accountId: 2, isLocked: false, credentials: { account: 'demo-two', email: 'owner@demo-two.example', password } },
] as const;

export type Person = (typeof PEOPLE)[number];

/** Reads the API as one user, over HTTP. */
export interface Reader {
  /** Throws on anything but 200. */
  read<E extends Endpoint>(endpoint: E, query?: Readonly<Record<string, string | number>>): Promise<ResponseOf<E>>;
}

/** The service would close an idle connection while this process computes figures. */
const headers = { connection: 'close' };

export async function signInReader(port: number, credentials: Credentials): Promise<Reader> {
  const answer = await exchange(port, 'POST', login.path, { body: credentials, headers });
  const { token } = bodyOf<typeof login>(login.path, answer);
  return {
    async read(endpoint, query = {}) {
      const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const target = `${endpoint.path}?${new URLSearchParams(parameters)}`;
      return bodyOf(target, await exchange(port, 'GET', target, { token, headers }));
    },
  };
}

function bodyOf<E extends Endpoint>(target: string, { status, text }: Answer): ResponseOf<E> {
  if (status !== 200) throw new Error(`${target} answered ${status}: ${text}`);
  return JSON.parse(text);
}

/** Days, both included. */
export interface Range {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The days of a report and, if given, its location or shop. */
export interface Question extends Range {
  readonly locationId: number | null;
  readonly shopId?: number;
}

export function queryOf({ from, to, ...place }: Question) {
  return { from, to, ...placeOf(place) };
}

export function placeOf({ locationId, shopId }: Pick<Question, 'locationId' | 'shopId'>) {
  return { ...(locationId !== null && { location_id: locationId }), ...(shopId !== undefined && { shop_id: shopId }) };
}

type Lists = Pick<ReportLines, 'shops' | 'rates' | 'groups'>;

/** A report as the service returned it, by id, with what is needed to compute it in another way. */
export interface AskedReport {
  /** The user, the days and the location. */
  readonly what: string;
  readonly question: Question;
  readonly figures: ReportFigures;
  readonly lists: Lists;
}

export async function readLists(reader: Reader): Promise<Lists> {
  return {
    shops: (await reader.read(listShops)).data,
    rates: (await reader.read(listTaxRates)).data,
    groups: (await reader.read(listTurnoverGroups)).data,
  };
}

/** Reads a report and compares its checks with its figures: all checks must pass. */
export async function askReport(
  who: string,
  reader: Reader,
  lists: Lists,
  question: Question,
  tally: Tally,
): Promise<AskedReport> {
  const { from, to, locationId, shopId } = question;
  const ofShop = shopId === undefined ? '' : `, shop ${shopId}`;
  const what = `${who}, ${from} to ${to}, location ${locationId ?? 'none'}${ofShop}`;
  const report = assertWholeReport(await reader.read(readFinancialReport, queryOf(question)));
  tally.compare(`${what}, checks`, report.checks, recomputeChecks(report));
  const failed = report.checks.filter(({ holds }) => !holds);
  tally.compare(`${what}, checks that fail`, failed, []);
  const shops = lists.shops.filter(
    ({ id, location_id }) => (locationId === null || location_id === locationId) && (shopId ?? id) === id,
  );
  return { what, question, figures: sortReport(report), lists: { ...lists, shops } };
}

/** A figure for which two ways give different values. */
interface Difference {
  readonly what: string;
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

export interface Tally {
  /** Counts every figure of two answers, and collects those that differ. `what` names the user and the days. */
  compare(what: string, left: unknown, right: unknown): void;
  readonly comparisons: number;
  readonly differences: readonly Difference[];
}

export function createTally(): Tally {
  let comparisons = 0;
  const differences: Difference[] = [];

  function walk(what: string, path: string, left: unknown, right: unknown): void {
    if (!isBranch(left) || !isBranch(right)) {
      comparisons += 1;
      if (left !== right) differences.push({ what, path, left, right });
      return;
    }
    const [ofLeft, ofRight] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
    for (const key of new Set([...ofLeft.keys(), ...ofRight.keys()])) {
      walk(what, path === '' ? key : `${path}.${key}`, ofLeft.get(key), ofRight.get(key));
    }
  }

  return {
    compare: (what, left, right) => walk(what, '', left, right),
    get comparisons() {
      return comparisons;
    },
    differences,
  };
}

export function differenceLine({ what, path, left, right }: Difference): string {
  return `${what}: ${path} is ${JSON.stringify(left)}, ought to be ${JSON.stringify(right)}`;
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
