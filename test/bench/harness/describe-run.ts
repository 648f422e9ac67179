import { describeMachine } from '../../support/describe-machine.ts';
import type { ShopFacts } from '../ground/shop-facts.ts';

/** When, on which machine and on how much data. */
export function describeRun(at: Date, { products, orders, items, twoYears }: ShopFacts): string {
  const counts = [products, orders, items].map((count) => count.toLocaleString('en'));
  const data = `${counts[0]} products, ${counts[1]} orders, ${counts[2]} items, up to ${twoYears.to}`;
  return `${at.toISOString().slice(0, 10)}, ${describeMachine()}; ${data}.`;
}
