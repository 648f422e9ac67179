import { describe, expect, it } from 'vitest';
import { decodeFilters } from '../../../../electron/exports/datasets/filters.ts';
import { listDiscountOrders } from '../../../../shared/contract/discount-orders.ts';

const decode = (filters: Record<string, string>) => decodeFilters(listDiscountOrders.query, filters);

describe('decodeFilters', () => {
  it('reads text as the query of the endpoint does', () => {
    expect(
      decode({ from: '2026-10-01', to: '2026-10-31', shop_id: '014', only_full: '1', include_negative: 'false' }),
    ).toEqual({ from: '2026-10-01', to: '2026-10-31', shop_id: [14], only_full: true, include_negative: false });
  });

  it('omits filters that are not given', () => {
    expect(decode({ from: '2026-10-01' })).toEqual({ from: '2026-10-01' });
  });

  it.each([
    [{ from: '2026-10-01', limit: '5' }, 'limit'],
    [{ from: '2026-10-01', __proto__x: '5' }, '__proto__x'],
    [{ from: '2026-10-01', constructor: '5' }, 'constructor'],
    [{ from: '2026-02-29' }, 'from'],
    [{ from: '1-10-2026' }, 'from'],
    [{ from: '' }, 'from'],
    [{ to: '2026-10-01' }, 'from'],
    [{ from: '2026-10-01', shop_id: '1e2' }, 'shop_id'],
    [{ from: '2026-10-01', shop_id: '-1' }, 'shop_id'],
    [{ from: '2026-10-01', shop_id: '+1' }, 'shop_id'],
    [{ from: '2026-10-01', shop_id: '1234567890123456' }, 'shop_id'],
    [{ from: '2026-10-01', only_full: 'yes' }, 'only_full'],
    [{ from: '2026-10-01', only_full: 'toString' }, 'only_full'],
  ])('refuses %j and names %s', (filters, name) => {
    expect(() => decode(filters)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(name) }),
    );
  });
});
