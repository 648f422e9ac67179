import type { Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The figures of periods, and the days of the month as a chart. */
export function overviewPage(page: Page, words: Words = DUTCH) {
  return {
    /** Scrolls sideways in a narrow window. */
    periods: page.getByRole('group', { name: words.overview.periods.scroller }),
    chart: page.locator('.recharts-surface').first(),
    /** The tooltip of the day under the pointer. */
    dayDetails: page.locator('.recharts-tooltip-wrapper > *'),
    bars: page.locator('.recharts-bar-rectangle'),
    /** The weekday letters under the bars. */
    weekdays: page.locator('.recharts-xAxis-tick-labels tspan:last-child'),
  };
}
