import type { Page } from '@playwright/test';
import type { Connection } from '../../shared/contract/connection.ts';
import { answerInstead } from '../e2e/support/ui-entrance.ts';
import { EVERYTHING } from '../support/sample-connections.ts';

/** One picture of the window. */
export interface Shot {
  /** Of its file, without ending: page, state, and what is not the usual. */
  readonly name: string;
  /** Address of the page, such as `/orders?period=last-month`; `{product}` and `{order}` stand for one of the shop. */
  readonly address: string;
  /** Default: Dutch, light and 1440 × 900. */
  readonly language?: 'nl' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly size?: Size;
  /** True for what is visible without a signed-in user. */
  readonly isSignedOut?: boolean;
  /** Before the page is opened, such as making an answer of the API fail. */
  readonly before?: (page: Page) => Promise<void>;
  /** What is done on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const SIZES = {
  usual: { width: 1440, height: 900 },
  small: { width: 1024, height: 700 },
  wide: { width: 2560, height: 1440 },
} as const satisfies Record<string, Size>;

/** Pictures that the baseline may have: more are not looked at. */
export const SHOTS_MAX = 40;

const { small, wide } = SIZES;

const openFirstRow = async (page: Page) => {
  await page.getByRole('grid').first().focus();
  await page.keyboard.press('Enter');
};

const press = (keys: string) => async (page: Page) => page.keyboard.press(keys);

/** The platform gives no usable answer to one question. */
const failing = (path: string) => async (page: Page) => {
  const body = { error: 'Bad Gateway', message: 'The platform did not answer.', status: 502, request_id: 'visual' };
  await page.route(`**${path}*`, (route) => answerInstead(route, body, 502));
};

/** What the host says of the platform. */
const connectedTo = (value: Connection) => async (page: Page) => {
  await page.route('**/bridge/readConnection', (route) => answerInstead(route, { ok: true, value }));
};

const PAGES = [
  { name: 'overview', address: '/overview' },
  { name: 'catalog', address: '/catalog' },
  { name: 'catalog-drawer', address: '/catalog?q=lavendel', act: openFirstRow },
  { name: 'product', address: '/catalog/{product}' },
  { name: 'orders', address: '/orders' },
  { name: 'order', address: '/orders/{order}' },
  { name: 'discounts', address: '/discounts' },
  { name: 'discounts-by-shop', address: '/discounts?group_by=shop' },
  { name: 'report', address: '/report' },
  { name: 'report-compared', address: '/report?compare=last-year' },
  {
    name: 'rows',
    address: '/rows/items?from=2026-10-01&to=2026-10-31&type=product&sign=negative&figure=returns&side=wt&negated=true',
  },
  { name: 'journal', address: '/journal' },
  { name: 'product-sales', address: '/product-sales?period=last-month' },
  { name: 'day-closing', address: '/day-closing?date=2026-10-31' },
  { name: 'invoices', address: '/invoices' },
  { name: 'customers', address: '/customers' },
  { name: 'exports', address: '/exports' },
  { name: 'local-api', address: '/local-api' },
  { name: 'webhooks', address: '/webhooks' },
  { name: 'connection', address: '/connection', before: connectedTo(EVERYTHING) },
  { name: 'settings', address: '/settings' },
  { name: 'about', address: '/about' },
  { name: 'palette', address: '/overview', act: press('Control+k') },
  { name: 'help', address: '/overview', act: press('F1') },
  { name: 'sign-in', address: '/', isSignedOut: true },
] as const satisfies readonly Shot[];

const DARK: readonly (typeof PAGES)[number]['name'][] = [
  'overview',
  'orders',
  'report-compared',
  'settings',
  'local-api',
];

const ENGLISH: readonly (typeof PAGES)[number]['name'][] = ['overview', 'report', 'discounts-by-shop', 'local-api'];

/** Every page, then those that another theme, language, size or state changes most. */
export const SHOTS: readonly Shot[] = [
  ...PAGES,
  ...PAGES.filter(({ name }) => DARK.includes(name)).map((shot) => ({
    ...shot,
    name: `${shot.name}-dark`,
    theme: 'dark' as const,
  })),
  ...PAGES.filter(({ name }) => ENGLISH.includes(name)).map((shot) => ({
    ...shot,
    name: `${shot.name}-english`,
    language: 'en' as const,
  })),
  { name: 'overview-small', address: '/overview', size: small },
  { name: 'catalog-drawer-small', address: '/catalog', size: small, act: openFirstRow },
  { name: 'report-small', address: '/report', size: small },
  { name: 'orders-wide', address: '/orders', size: wide },
  { name: 'catalog-empty', address: '/catalog?q=bestaatniet' },
  { name: 'overview-failing', address: '/overview', before: failing('/api/financial-report') },
];
