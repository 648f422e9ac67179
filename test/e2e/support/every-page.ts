import { expect, type Page } from '@playwright/test';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import { FIRST_DAY, LAST_DAY } from '../../../shared/periods.ts';
import type { ApiReader } from './api-reader.ts';

/** A product and an order of the shop, whose pages can be opened. */
export async function sampleIds(api: ApiReader): Promise<{ product: number; order: number }> {
  return {
    product: firstId(await api.read(listProducts, { limit: 1 })),
    order: firstId(await api.read(listDiscountOrders, { from: FIRST_DAY, to: LAST_DAY })),
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
    '/exports',
    '/local-api',
    '/webhooks',
    '/settings',
    '/about',
  ];
}

/** Opens an address and waits until nothing of it is being read. */
export async function openAddress(page: Page, address: string): Promise<void> {
  // A new document: the page before stays until the next one has been fetched.
  await page.goto('about:blank');
  await page.goto(`/#${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

function firstId({ data: [first] }: { readonly data: readonly { readonly id: number }[] }): number {
  if (!first) throw new Error('The shop has none.');
  return first.id;
}
