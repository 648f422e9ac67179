import { expect, type Locator, type Page } from '@playwright/test';
import { DUTCH, sentence, type Words } from '../support/window-texts.ts';

export type PageName = 'overview' | 'catalog' | 'orders' | 'discounts' | 'report' | 'exports' | 'journal';

/** The parts around every page: the side bar with its menu, the title, and the exports at the bottom. */
export function windowFrame(page: Page, words: Words = DUTCH) {
  const menu = page.getByRole('navigation', { name: words.shell.navigation });
  const accountButton = page.getByRole('button', { name: sentence(words.shell.accountOf, { name: '' }) });
  return {
    /** The side bar with only icons. */
    foldedBar: page.locator('header[data-folded]'),
    menuLinks: menu.getByRole('link'),
    expandButton: page.getByRole('button', { name: words.shell.expand }),
    searchButton: page.getByRole('button', { name: words.shell.search }),
    /** Opens the menu with the settings, the other accounts and signing out. */
    accountButton,
    palette: page.getByRole('dialog', { name: words.habits.palette.title }),
    /** Shows the progress of exports. */
    exportStrip: page.getByRole('region', { name: words.exports.strip }),
    /** The details of the open row, beside the list. */
    drawer: page.getByRole('complementary'),
    link,
    expectHeading,

    /** Chooses an item of the account menu. */
    async chooseInAccountMenu(name: string): Promise<void> {
      await accountButton.click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    },

    /** The signed-in user, as the side bar shows an owner. */
    ownerOf: (account: string): Locator => page.getByText(`${account} · ${words.shell.role.owner}`),

    /** Opens a page by its address. */
    async open(name: PageName): Promise<void> {
      await page.goto(`/#/${name}`);
      await expectHeading(headingOf(name));
    },

    /** Opens a page from the menu. */
    async choose(name: PageName): Promise<void> {
      await menu.getByRole('link', { name: words.shell[name], exact: true }).click();
      await expectHeading(headingOf(name));
    },

    /** Opens the menu of export formats. */
    async openExportMenu(): Promise<Locator> {
      await page.getByRole('button', { name: words.exports.choose }).click();
      const forms = page.getByRole('menu');
      await forms.waitFor();
      return forms;
    },
  };

  /** Some headings say more than the menu. */
  function headingOf(name: PageName): string {
    return name === 'discounts' ? words.discounts.title : words.shell[name];
  }

  function link(name: PageName): Locator {
    return page.getByRole('link', { name: words.shell[name], exact: true });
  }

  /**
   * Waits for a page: the previous one stays until the next one has been fetched, and would receive the next action.
   */
  async function expectHeading(name: string): Promise<void> {
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
}
