import type { Page } from '@playwright/test';
import type { PeriodPreset } from '../../../shared/periods.ts';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The period picker in the header of a page. */
export function periodPicker(page: Page, words: Words = DUTCH) {
  /** Shows the period and opens the picker. */
  const button = page.getByRole('group', { name: words.periods.label }).getByRole('button').nth(1);
  const presets = page.getByRole('list', { name: words.periods.presetList });
  return {
    button,
    presets,

    async choose(preset: PeriodPreset): Promise<void> {
      await button.click();
      await presets.getByRole('button', { name: words.periods.preset[preset] }).click();
      await presets.waitFor({ state: 'hidden' });
    },
  };
}
