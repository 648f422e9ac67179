import { expect, type Page, type Request } from '@playwright/test';
import { getDateAt } from '../../../shared/calendar.ts';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import { getPeriod, MAX_DATE, MIN_DATE, type Period, type PeriodPreset, stepPeriod } from '../../../shared/periods.ts';
import type { ApiReader } from './api-reader.ts';
import { answerInstead } from './ui-entrance.ts';

/** The days of a preset as of now in Amsterdam. */
export function presetDays(preset: PeriodPreset): Period {
  return getPeriod(preset, getDateAt(Date.now()));
}

/** The last two full months: their figures do not depend on the current day. */
export function fullMonths(): { readonly last: Period; readonly before: Period } {
  const last = presetDays('last-month');
  return { last, before: stepPeriod(last, -1) };
}

const REQUEST_ID = '0b7d7a52-0c0e-4d8e-9f0e-3f5d1f0e2a11';

const BODY: ErrorBody = {
  error: 'Bad Gateway',
  message: 'The platform refused the call.',
  status: 502,
  request_id: REQUEST_ID,
};

/** Makes calls of the API below `path` fail as if the platform had failed. Returns how to end it. */
export async function failApi(page: Page, path: string): Promise<() => Promise<void>> {
  const isMeant = ({ pathname }: URL) => pathname === `/api/${path}`;
  await page.route(isMeant, (route) => answerInstead(route, BODY, BODY.status));
  return () => page.unroute(isMeant);
}

/** What the browser reports from now on: errors, warnings, and violations of the content security policy. */
export function collectWarnings(page: Page): readonly string[] {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) warnings.push(message.text());
  });
  page.on('pageerror', (error) => warnings.push(error.message));
  return warnings;
}

/** A product and an order of the shop whose pages can be opened. */
export async function sampleIds(api: ApiReader): Promise<{ product: number; order: number }> {
  return {
    product: firstId(await api.read(listProducts, { limit: 1 })),
    order: firstId(await api.read(listDiscountOrders, { from: MIN_DATE, to: MAX_DATE })),
  };
}

/** Addresses of every page of the window. */
export async function everyAddress(api: ApiReader): Promise<readonly string[]> {
  const { product, order } = await sampleIds(api);
  const period = 'from=2026-10-01&to=2026-10-31';
  return [
    '/overview',
    '/catalog',
    `/catalog/${product}`,
    '/orders',
    `/orders/${order}`,
    '/discounts?group_by=shop',
    '/report?period=last-month&compare=last-year',
    `/rows/items?${period}&type=product&sign=negative&figure=returns&side=wt&negated=true`,
    `/rows/payments?${period}`,
    '/journal',
    '/product-sales?period=last-month',
    '/day-closing',
    '/invoices',
    '/customers',
    '/exports',
    '/local-api',
    '/local-api/keys',
    '/local-api/requests',
    '/webhooks',
    '/connection',
    '/settings',
    '/settings/company',
    '/settings/advanced',
    '/about',
  ];
}

/** Calls of a page that are not answered yet. */
const callsUnderWay = new WeakMap<Page, Set<Request>>();

function callsOf(page: Page): ReadonlySet<Request> {
  const known = callsUnderWay.get(page);
  if (known) return known;
  const calls = new Set<Request>();
  callsUnderWay.set(page, calls);
  page.on('request', (request) => {
    if (/^\/(api|bridge)\//.test(new URL(request.url()).pathname)) calls.add(request);
  });
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
  return calls;
}

/** Opens an address in the current window, and waits until it reads nothing more. */
export async function openAddress(page: Page, address: string): Promise<void> {
  const calls = callsOf(page);
  // The previous page stays until the next one has been fetched.
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-left', ''));
  await page.goto(`/#${address}`);
  await expect(page.locator('h1:not([data-left])')).toBeVisible();
  await expect.poll(() => calls.size).toBe(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

function firstId({ data: [first] }: { readonly data: readonly { readonly id: number }[] }): number {
  if (!first) throw new Error('The shop has none.');
  return first.id;
}
