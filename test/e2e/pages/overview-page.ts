import type { Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The overview: the figures of periods, and the days of the month as a chart. */
export function overviewPage(page: Page, words: Words = DUTCH) {
  return {
    /** Scrolls sideways where the window has no room for it. */
    periods: page.getByRole('group', { name: words.overview.periods.scroller }),
    chart: page.locator('.recharts-surface').first(),
    /** Of the day under the pointer. */
    dayDetails: page.locator('.recharts-tooltip-wrapper > *'),
    bars: page.locator('.recharts-bar-rectangle'),
    /** The letters of the weekdays under the bars. */
    weekdays: page.locator('.recharts-xAxis-tick-labels tspan:last-child'),
  };
}
