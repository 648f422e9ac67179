import { expect, onTestFinished } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { getDateAt } from '../../../../shared/calendar.ts';
import {
  type CopiedAccount,
  listAllOrders,
  monthPeriod,
  openCopiedAccount,
} from '../../../support/storekeeper/copied-account.ts';
import { countedOrders, orderFigures, toCents } from '../../../support/storekeeper/copied-figures.ts';
import type { MadeOrder } from '../../../support/storekeeper/made-orders.ts';
import { isCounting } from '../../../support/storekeeper/own-reports.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The clock of a world advances in steps of a second, which is slow on a busy computer. */
export const LONG = 120_000;

/** Opens a small account with an order of each kind and a program that copies it. Both are closed after the test. */
export async function openWorld(options?: Parameters<typeof openCopiedAccount>[0]): Promise<CopiedAccount> {
  const world = await openCopiedAccount({ products: 40, orders: 120, ...options });
  onTestFinished(world.close);
  return world;
}

/** Returns the month of the purchase, such as `2026-09`. */
export function monthOf({ purchasedAt }: MadeOrder): string {
  return getDateAt(purchasedAt).slice(0, 7);
}

/** Returns paid orders that count, without returns and with one VAT rate, oldest first. */
export function plainOrders({ server }: CopiedAccount): MadeOrder[] {
  return countedOrders(server.account).filter(
    (order) =>
      isCounting(order) &&
      order.isPaid &&
      order.status === 'complete' &&
      order.paidBack.length === 0 &&
      order.lines.length > 0 &&
      order.lines.every(({ productId, quantity, isTurnover, rate }) => {
        return productId !== null && quantity > 0 && isTurnover !== false && rate.id === order.lines[0]?.rate.id;
      }),
  );
}

export function lastOf<Value>(values: readonly Value[], back = 1): Value {
  const value = values.at(-back);
  if (value === undefined) throw new RangeError(`there are not ${back} of them`);
  return value;
}

/** Advances the clock in steps while a user keeps looking. */
export async function live(world: CopiedAccount, caller: Caller, ms: number, stepMs = MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    world.clock.advance(stepMs);
    await world.look(caller);
    await world.idle();
  }
}

/** Returns the turnover of the listed orders and returns of a month in the copy, in cents including VAT. */
export async function listedTurnover(world: CopiedAccount, caller: Caller, month: string): Promise<number> {
  const orders = await listAllOrders(world.platform, caller, monthPeriod(month));
  return orders.reduce((sum, { value_wt }) => sum + toCents(value_wt), 0);
}

/** Asserts that every order that was not skipped is listed with its own amounts. */
export async function expectOwnOrders(world: CopiedAccount, caller: Caller, but: readonly number[] = []) {
  const { own, copied } = await orderFigures(world.platform, caller, world.server.account);
  const wanted = <Order extends { readonly id: number }>(orders: readonly Order[]) =>
    orders.filter(({ id }) => !but.includes(id));
  expect(wanted(copied)).toEqual(wanted(own));
}
