import { describe, expect, it } from 'vitest';
import type { PlannedItem, PlannedOrder } from '../../../../../electron/platform/demo/orders/planned-order.ts';
import { lineValue, sumOf } from '../../../../../shared/money.ts';
import { discountWt, items, linesOf, model, orders, plans, valueWt } from './planned-year.ts';

const products = linesOf('product');

describe('fillBasket', () => {
  it('puts one to six product lines into an order, and shipping besides', () => {
    const counts = plans
      .filter((plan) => plan.followUps.every((followUp) => followUp.term === 'direct'))
      .map((plan) => plan.items.filter(({ type, quantity }) => type === 'product' && quantity > 0).length);
    expect(Math.max(...counts)).toBe(7);
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(counts.length * 0.2);
  });

  it('sells mostly whole pieces, and kilograms and metres by the gram and the centimetre', () => {
    const broken = products.filter(({ quantity }) => quantity % 1_000 !== 0);
    expect(broken.length).toBeGreaterThan(products.length * 0.005);
    expect(broken.length).toBeLessThan(products.length * 0.1);
  });

  it('gives every line the value of quantity and price less discount, on each side', () => {
    const isLineValue = (item: PlannedItem) =>
      item.value_wt === lineValue(item.quantity, item.ppu_wt) - item.discount_wt &&
      item.value_ex === lineValue(item.quantity, item.ppu) - item.discount_ex;
    expect(items.filter((item) => !isLineValue(item))).toEqual([]);
  });

  it('sells only what has a sale price', () => {
    const priced = new Set([...model.catalog.sellable, ...model.catalog.shipping].map(({ row }) => row.id));
    expect(products.every(({ product_id }) => product_id !== null && priced.has(product_id))).toBe(true);
  });

  it('uses the price of a tier for a large quantity', () => {
    const tiers = new Map(
      model.catalog.sellable.map(({ row, saleRows }) => [
        row.id,
        saleRows.find((price) => price.from_qty === 10_000)?.ppu_wt,
      ]),
    );
    const large = products.filter(({ product_id, quantity }) => quantity === 10_000 && tiers.get(product_id ?? 0));
    expect(large.length).toBeGreaterThan(3);
    for (const line of large) expect(line.ppu_wt).toBe(tiers.get(line.product_id ?? 0));
  });

  it('sells to Belgium, Germany and France at their VAT', () => {
    const countries = new Set(
      products.map(({ tax_rate_id }) => model.rates.find(({ id }) => id === tax_rate_id)?.country_iso2),
    );
    expect(countries).toEqual(new Set(['NL', 'BE', 'DE', 'FR']));
    const customers = new Map(model.customers.rows.map((customer) => [customer.id, customer.country_iso2]));
    const rates = new Map(model.rates.map((rate) => [rate.id, rate.country_iso2]));
    const isAtHome = (plan: PlannedOrder) => {
      const country = customers.get(plan.customerId ?? 0) ?? 'NL';
      return plan.items.every(({ tax_rate_id }) => tax_rate_id === null || rates.get(tax_rate_id) === country);
    };
    // What is bought instead at a till, in an exchange, has Dutch VAT.
    expect(plans.filter((plan) => plan.shop.type === 'webshop' && !isAtHome(plan))).toEqual([]);
  });

  it('ships at a price, as a product line with a group and a rate', () => {
    const shipped = products.filter(({ title }) => title.startsWith('Verzendkosten'));
    expect(shipped.length).toBeGreaterThan(1_000);
    expect(shipped.every((line) => line.product_group_id !== null && line.tax_rate_id !== null)).toBe(true);
  });
});

describe('withDiscounts', () => {
  const discounted = orders.filter((order) => discountWt(order) !== 0);

  it('gives 8 to 12 % of the orders a discount', () => {
    expect(discounted.length / orders.length).toBeGreaterThan(0.08);
    expect(discounted.length / orders.length).toBeLessThan(0.12);
  });

  it('has partial, full, one-cent and negative discounts', () => {
    const counts = {
      full: discounted.filter((order) => discountWt(order) > 0 && valueWt(order) === 0).length,
      oneCent: discounted.filter((order) => discountWt(order) === 100).length,
      negative: discounted.filter((order) => discountWt(order) < 0 && !order.follows).length,
      partial: discounted.filter((order) => discountWt(order) > 100 && valueWt(order) > 0).length,
    };
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
    expect(counts.partial).toBeGreaterThan(discounted.length / 2);
  });

  it('leaves nothing to pay on either side of a fully discounted order', () => {
    const full = orders.filter((order) => discountWt(order) > 0 && valueWt(order) === 0);
    for (const { plan } of full) {
      expect(sumOf(plan.items, (item) => item.value_ex)).toBe(0);
      expect(plan.payments).toEqual([]);
    }
  });

  it('gives whole cents, and never a discount on one side against the other', () => {
    const isCents = ({ discount_wt, discount_ex }: PlannedItem) =>
      Math.abs(discount_wt % 100) + Math.abs(discount_ex % 100) === 0;
    expect(items.filter((item) => !isCents(item))).toEqual([]);
    expect(items.filter(({ discount_wt, discount_ex }) => discount_wt * discount_ex < 0)).toEqual([]);
  });
});
