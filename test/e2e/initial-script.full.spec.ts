import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from './support/product-test.ts';

const MOST_BYTES = 255_000;

test('the initial script stays small and contains no charts', async ({ page }) => {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const bodies = await Promise.all(scripts);
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  process.stdout.write(`initial script: ${(bytes / 1_000).toFixed(1)} kB gzipped in ${bodies.length} files\n`);
  expect(bodies.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  expect(bodies.some((body) => body.includes('recharts'))).toBe(false);
});
