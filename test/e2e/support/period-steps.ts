import type { Locator, Page } from '@playwright/test';
import type { Period, PeriodPreset } from '../../../shared/periods.ts';
import { DUTCH, type Words } from './words.ts';

/** The control that shows the period and opens the choice of another one. */
export function periodButton(page: Page, words: Words = DUTCH): Locator {
  return page.getByRole('group', { name: words.periods.label }).getByRole('button').nth(1);
}

export async function choosePreset(page: Page, preset: PeriodPreset, words: Words = DUTCH): Promise<void> {
  await periodButton(page, words).click();
  const presets = page.getByRole('list', { name: words.periods.presetList });
  await presets.getByRole('button', { name: words.periods.preset[preset] }).click();
  await presets.waitFor({ state: 'hidden' });
}

/** Types two dates of one's own, the way a Dutch keyboard does. */
export async function typePeriod(page: Page, { from, to }: Period): Promise<void> {
  await periodButton(page).click();
  await typeDay(page, DUTCH.periods.from, from);
  await typeDay(page, DUTCH.periods.to, to);
  await page.keyboard.press('Escape');
}

async function typeDay(page: Page, label: string, date: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label, exact: true });
  await field.fill(date.split('-').reverse().join('-'));
  await field.press('Enter');
}
