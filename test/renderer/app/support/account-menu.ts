import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export async function chooseInAccountMenu(user: UserEvent, name: RegExp | string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^Account van/ }));
  // Includes hidden ones: jsdom has no layout, so Mantine may treat the button of the menu as scrolled out of view.
  await user.click(await screen.findByRole('menuitem', { name, hidden: true }));
}
