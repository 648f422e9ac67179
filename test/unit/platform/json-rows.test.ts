import { describe, expect, it } from 'vitest';
import { jsonRowsOf, withJsonRows } from '../../../electron/platform/json-rows.ts';

describe('withJsonRows', () => {
  const page = withJsonRows<{ id: number }, { total: number }>({ total: 7 }, jsonRowsOf([{ id: 1 }, { id: 2 }]));

  it('reads its rows from the bytes', () => {
    expect(page.rows).toEqual([{ id: 1 }, { id: 2 }]);
    expect(page).toMatchObject({ total: 7, json: { count: 2 } });
  });

  it('loses the bytes when it is copied, so that changed rows are never sent unchanged', () => {
    const copy = { ...page, rows: page.rows.slice(1) };
    expect(copy).toEqual({ total: 7, rows: [{ id: 2 }] });
    expect('json' in copy).toBe(false);
  });
});
