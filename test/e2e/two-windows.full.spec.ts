import { expect, type Page } from '@playwright/test';
import { SESSION_ID_HEADER } from '../../shared/contract/window-headers.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OTHER_OWNER, OWNER } from './support/api-reader.ts';
import { test } from './support/product-test.ts';

interface Answered {
  readonly session: string | null;
  readonly status: number;
}

/** The session that each API call of a window named, with the status of the answer. */
function watchAnswers(page: Page): Answered[] {
  const seen: Answered[] = [];
  page.on('response', async (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/')) return;
    const session = await response.request().headerValue(SESSION_ID_HEADER);
    seen.push({ session, status: response.status() });
  });
  return seen;
}

test('a window that shows one shop gets nothing of the other one that a second window signs in to', async ({
  page,
  context,
  signIn,
}) => {
  await signIn(OWNER);
  const answered = watchAnswers(page);
  await page.goto('/');
  await windowFrame(page).open('catalog');
  await expect(windowFrame(page).ownerOf('demo')).toBeVisible();
  await expect.poll(() => answered.length).toBeGreaterThan(0);
  const [first] = answered;

  await signIn(OTHER_OWNER);
  answered.length = 0;
  await page.goto('/#/discounts');
  await expect(windowFrame(page).ownerOf('demo-two')).toBeVisible();
  await expect(windowFrame(page).ownerOf('demo')).toHaveCount(0);
  await expect.poll(() => answered.some(({ session }) => session !== first?.session)).toBe(true);
  const ofBefore = answered.filter(({ session }) => session === first?.session);
  expect(ofBefore.map(({ status }) => status).filter((status) => status !== 409)).toEqual([]);
  expect(answered.every(({ session }) => session !== null)).toBe(true);

  const second = await context.newPage();
  await second.goto('/');
  await expect(windowFrame(second).ownerOf('demo-two')).toBeVisible();
});
