import type { Page } from '@playwright/test';
import type { Connection } from '../../shared/contract/connection.ts';
import { readConnection } from '../../shared/contract/window.ts';
import { answerInstead } from '../e2e/support/ui-entrance.ts';
import { EVERYTHING } from '../support/sample-connections.ts';

/** One picture of the window. */
export interface Shot {
  /** Of its file, without ending: page, state, and what is not the usual. */
  readonly name: string;
  /** Address of the page, such as `/orders?period=last-month`; `{product}` and `{order}` stand for one of the shop. */
  readonly address: string;
  /** Default: light. */
  readonly theme?: 'light' | 'dark';
  /** True for what is visible without a signed-in user. */
  readonly isSignedOut?: boolean;
  /** Before the page is opened, such as saying that the platform can be reached. */
  readonly before?: (page: Page) => Promise<void>;
  /** What is done on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const openFirstRow = async (page: Page) => {
  await page.getByRole('grid').first().focus();
  await page.keyboard.press('Enter');
};

const press = (keys: string) => async (page: Page) => page.keyboard.press(keys);

/** What the host says of the platform. */
const connectedTo = (value: Connection) => async (page: Page) => {
  await page.route(`**${readConnection.path}`, (route) => answerInstead(route, value));
};

const PAGES = [
  { name: 'overview', address: '/overview' },
  { name: 'catalog', address: '/catalog' },
  { name: 'catalog-drawer', address: '/catalog?q=lavendel', act: openFirstRow },
  { name: 'product', address: '/catalog/{product}' },
  { name: 'orders', address: '/orders' },
  { name: 'order', address: '/orders/{order}' },
  { name: 'discounts', address: '/discounts' },
  { name: 'report', address: '/report' },
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
  { name: 'local-api-keys', address: '/local-api/keys' },
  { name: 'webhooks', address: '/webhooks' },
  { name: 'connection', address: '/connection', before: connectedTo(EVERYTHING) },
  { name: 'settings', address: '/settings' },
  { name: 'settings-company', address: '/settings/company' },
  { name: 'settings-advanced', address: '/settings/advanced' },
  { name: 'about', address: '/about' },
  { name: 'palette', address: '/overview', act: press('Control+k') },
  { name: 'help', address: '/overview', act: press('F1') },
  { name: 'sign-in', address: '/', isSignedOut: true },
] as const satisfies readonly Shot[];

const DARK: readonly (typeof PAGES)[number]['name'][] = ['overview', 'orders', 'settings'];

/** Every page in Dutch, light and 1440 × 900, then three of them in the dark. */
export const SHOTS: readonly Shot[] = [
  ...PAGES,
  ...PAGES.filter(({ name }) => DARK.includes(name)).map((shot) => ({
    ...shot,
    name: `${shot.name}-dark`,
    theme: 'dark' as const,
  })),
];
