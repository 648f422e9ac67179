import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The texts of a row's cells from left to right, including the row heading. */
export function cellTexts(row: Element | null): string[] {
  return Array.from(row?.querySelectorAll('th[scope="row"], td') ?? [], (cell) => cell.textContent);
}

/** Waits for the row with this heading, such as the number of an order, and returns the heading. */
export function findRowHeading(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: 'th[scope="row"]' });
}

/** Opens the menu of a column by its heading. */
async function openColumnMenu(user: UserEvent, column: string): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: `Kolom ${column}` }));
  return screen.findByRole('menu', { name: `Kolom ${column}` });
}

/** Chooses an item of the column menu, such as `Oplopend sorteren`. */
export async function chooseForColumn(user: UserEvent, column: string, item: string): Promise<void> {
  const menu = await openColumnMenu(user, column);
  await user.click(within(menu).getByRole('menuitem', { name: item }));
}

const SORT_ITEM = /lopend sorteren$/;

/** The sort items of the column menu, in order. */
export async function sortItems(user: UserEvent, column: string): Promise<string[]> {
  const menu = await openColumnMenu(user, column);
  const items = within(menu).queryAllByRole('menuitem', { name: SORT_ITEM });
  const texts = items.map((item) => item.textContent);
  await user.keyboard('{Escape}');
  return texts;
}

/** The headings of all columns, without their units. */
export function columnNames(): string[] {
  const names = within(screen.getByRole('grid')).getAllByRole('button', { name: /^Kolom / });
  return names.map((button) => button.getAttribute('aria-label')?.replace('Kolom ', '') ?? '');
}

/** The headings of the columns that can be sorted by. */
export async function sortableColumns(user: UserEvent): Promise<string[]> {
  const sortable: string[] = [];
  for (const column of columnNames()) {
    if ((await sortItems(user, column)).length > 0) sortable.push(column);
  }
  return sortable;
}
