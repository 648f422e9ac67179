import { expect, type Locator, type Page } from '@playwright/test';
import type { ConnectTool } from '../../../renderer/features/local-api/connect-texts.ts';
import { expectHeading } from './page-steps.ts';
import { callBridge, type UiEntrance } from './ui-entrance.ts';
import { DUTCH, sentence } from './window-texts.ts';

/** A new key as its dialog shows it. */
interface ShownKey {
  readonly key: string;
  readonly command: string;
}

export async function openLocalApi(page: Page): Promise<void> {
  await page.goto('/#/local-api');
  await expectHeading(page, DUTCH.shell.localApi);
}

/** Makes a key and leaves the dialog open that shows it. `lastDay` is typed as a Dutch keyboard does. */
export async function makeKey(page: Page, name: string, lastDay?: string): Promise<ShownKey> {
  const { keys, newKey, createdKey } = DUTCH.localApi;
  await page.getByRole('button', { name: keys.new }).click();
  const form = page.getByRole('dialog', { name: newKey.title });
  await form.getByRole('textbox', { name: DUTCH.terms.name }).fill(name);
  if (lastDay !== undefined) {
    await form.getByRole('radio', { name: newKey.untilDay }).check();
    await form.getByRole('textbox', { name: newKey.lastDay }).fill(lastDay);
  }
  await form.getByRole('button', { name: newKey.create }).click();
  const shown = page.getByRole('dialog', { name: sentence(createdKey.title, { name }) }).locator('code');
  await expect(shown).toHaveCount(2);
  const [key = '', command = ''] = await shown.allInnerTexts();
  return { key, command };
}

export async function closeKey(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: DUTCH.states.done }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await leaveRows(page);
}

export async function askToRevoke(page: Page, name: string): Promise<Locator> {
  const { keys, revokeKey } = DUTCH.localApi;
  await page.getByRole('button', { name: sentence(keys.revokeNamed, { name }) }).click();
  const question = page.getByRole('dialog', { name: sentence(revokeKey.title, { name }) });
  await expect(question).toBeVisible();
  return question;
}

export async function revokeKey(page: Page, name: string): Promise<void> {
  const question = await askToRevoke(page, name);
  await question.getByRole('button', { name: DUTCH.localApi.keys.column.revoke }).click();
  await question.waitFor({ state: 'detached' });
  await leaveRows(page);
}

/** Makes a key for a tool as its section offers it, and answers the text to paste as the window shows it. */
export async function connectTool(page: Page, tool: ConnectTool): Promise<string> {
  const { connect, newKey } = DUTCH.localApi;
  // The radio itself lies unseen under its words.
  const tools = page.getByRole('radiogroup', { name: connect.tool });
  const show = page.getByRole('button', { name: connect.show });
  // Before the keys are read it is not known whether the steps are shown.
  await expect(show.or(page.getByRole('button', { name: connect.hide }))).toBeEnabled();
  // The steps are hidden where there is a key already.
  if (await show.isVisible()) await show.click();
  await tools.getByText(connect.tools[tool], { exact: true }).click();
  await page.getByRole('button', { name: sentence(connect.makeKeyFor, { tool: connect.names[tool] }) }).click();
  await page.getByRole('dialog', { name: newKey.title }).getByRole('button', { name: newKey.create }).click();
  await expect(page.getByText(connect.once)).toBeVisible();
  await expect(firstCall(page)).toHaveAttribute('data-state', 'waiting');
  const label = sentence(connect.named, { task: connect.tasks.prices, tool: connect.names[tool] });
  const settings = sentence(connect.settingsOf, { tool: connect.names[tool] });
  const region = page.getByRole('region', { name: label }).or(page.getByRole('region', { name: settings }));
  return (await region.locator('code').textContent()) ?? '';
}

/** The line that waits for the first call with a key that was made for a tool. */
export function firstCall(page: Page): Locator {
  const section = page.getByRole('region', { name: DUTCH.localApi.connect.title, exact: true });
  return section.locator('p[data-state]');
}

export function keyCells(page: Page, name: string): Locator {
  const button = page.getByRole('button', { name: sentence(DUTCH.localApi.keys.revokeNamed, { name }) });
  return page.getByRole('row').filter({ has: button }).getByRole('cell');
}

/** The cells of a request: time, method, path, status, duration, who, request id. */
export function requestCells(page: Page, requestId: string): Locator {
  const list = page.getByRole('grid', { name: DUTCH.localApi.requests.table });
  return list.getByRole('row').filter({ hasText: requestId }).getByRole('gridcell');
}

/** Takes away every key of the user who is signed in. */
export async function revokeAllKeys(product: Pick<UiEntrance, 'window'>): Promise<void> {
  for (const { id } of await callBridge(product, 'listApiKeys', {})) {
    await callBridge(product, 'revokeApiKey', { id });
  }
}

/** The list does not change while the pointer is at a row, where a closed dialog leaves it. */
async function leaveRows(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
}
