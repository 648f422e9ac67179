import { arch, cpus, platform, release, totalmem } from 'node:os';
import type { ShopFacts } from '../ground/shop-facts.ts';

const GIB = 2 ** 30;

/** When, on which machine and on how much data. */
export function describeRun(at: Date, { products, orders, items, twoYears }: ShopFacts): string {
  const [first] = cpus();
  const machine = [
    `${cpus().length} × ${first?.model.trim() ?? 'an unknown processor'}`,
    `${Math.round(totalmem() / GIB)} GiB`,
    `${platform()} ${release()} ${arch()}`,
    `Node ${process.versions.node}`,
  ];
  const counts = [products, orders, items].map((count) => count.toLocaleString('en'));
  const data = `${counts[0]} products, ${counts[1]} orders, ${counts[2]} items, up to ${twoYears.to}`;
  return `${at.toISOString().slice(0, 10)}, ${machine.join(', ')}; ${data}.`;
}
