import { describe, expect, it } from 'vitest';
import { useColumnsStore } from '../../../../renderer/components/data-table/columns-store.ts';

const KEY = 'tilldesk.columns';

describe('the columns that are kept', () => {
  it('of the version without an order are taken over', async () => {
    const state = { shown: { catalog: { sku: false } }, widths: { catalog: { title: 300 } } };
    localStorage.setItem(KEY, JSON.stringify({ state, version: 1 }));
    await useColumnsStore.persist.rehydrate();
    const { shown, order, widths } = useColumnsStore.getState();
    expect({ shown, order, widths }).toEqual({ ...state, order: {} });
    useColumnsStore.getState().reorder('catalog', ['title', 'sku']);
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({
      version: 2,
      state: { ...state, order: { catalog: ['title', 'sku'] } },
    });
  });
});
