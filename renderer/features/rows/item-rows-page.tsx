import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listOrderItems, type OrderItemRow, type OrderItemSums } from '../../../shared/contract/order-rows.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { ITEM_TYPE_CHOICES, TERM_CHOICES } from '../../../shared/order-labels.ts';
import { formatRateTitle, getBox } from '../../../shared/vat-return.ts';
import { usePagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { QuantityText, UnitPrice } from '../../components/figures.tsx';
import type { FigureSide } from '../../lib/address/figure-rows.ts';
import { usePageState, useReadFields } from '../../lib/address/navigation.ts';
import { pickTexts } from '../../lib/address/search.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { turnoverGroupsQuery, useTaxRates } from '../../lib/queries/lookups.ts';
import { useShopName } from '../../lib/queries/shops.ts';
import { FigureRows, type FilterFact, SumLine, UnknownRows } from './figure-rows.tsx';
import { useLocationFacts, useOrderColumns } from './order-columns.ts';
import { orderItemsList } from './queries.ts';
import { ITEM_ROWS_FIELDS, type ItemRowsAddress, isSingleShop, readItemRows } from './rows-address.ts';

export function ItemRowsPage() {
  useReadFields(ITEM_ROWS_FIELDS);
  const rows = readItemRows(pickTexts(useSearch({ strict: false })));
  return rows === null ? <UnknownRows /> : <ItemRows address={rows} />;
}

function ItemRows({ address }: { readonly address: ItemRowsAddress }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = usePagedRows(orderItemsList, address.filters);
  const [, change] = usePageState(ITEM_ROWS_FIELDS);
  const columns = useItemColumns(address.side, isSingleShop(address.filters), rows.loaded);
  const labels = useItemLabels(address, rows.source.getRow(0));
  // Sums for another address are not shown.
  const sums = rows.isReplaced ? undefined : rows.sums;
  return (
    <FigureRows
      tableId="item-rows"
      {...labels}
      file={{ dataset: 'order-items', filters: address.filters }}
      endpoint={listOrderItems}
      columns={columns}
      rows={rows}
      sort={address.filters.sort}
      onSort={(sort) => change({ sort: ITEM_ROWS_FIELDS.sort.read(sort) }, { replaces: true })}
      totals={sums && createTotals(sums)}
      getItemId={({ id }) => id}
      sumLine={
        sums && (
          <SumLine
            amount={address.amount}
            sum={getSum(sums)}
            count={rows.source.rowCount}
            besides={address.rounding}
            notes={[...listSignNotes(), ...listRoundingNotes(), ...(address.side === 'vat' ? [t('rows.vat')] : [])]}
          />
        )
      }
    />
  );

  /** `null` if the platform does not know the cost. */
  function getSum(all: OrderItemSums): number | null {
    const sum = { ex: all.value, wt: all.value_wt, vat: calculateVat(all.value, all.value_wt), cost: all.cost }[
      address.side
    ];
    if (sum === null) return null;
    // Subtracts from 0, so that 0 does not become -0.
    return address.isNegated ? toEuros(0 - fromEuros(sum)) : sum;
  }

  function listSignNotes(): string[] {
    if (!address.isNegated) return [];
    const { figure } = address;
    return [t(`rows.negated.${figure === 'returns' || figure === 'differences' ? figure : 'other'}`)];
  }

  function listRoundingNotes(): string[] {
    const { rounding } = address;
    return rounding === 0 ? [] : [t('rows.rounding', { rounding: format.money(rounding) })];
  }

  function createTotals(all: OrderItemSums) {
    return {
      order_number: t('terms.total'),
      // Quantities only have a total for a single product, as metres, kilos and pieces cannot be added.
      ...(address.filters.product_id !== undefined && { quantity: <QuantityText value={all.quantity} /> }),
      value_ex_wt: format.amount(all.value),
      vat: format.amount(calculateVat(all.value, all.value_wt)),
      value_wt: format.amount(all.value_wt),
      cost_value_ex: format.amount(all.cost),
    };
  }
}

/** Never calculated from a percentage. */
function calculateVat(ex: number, wt: number): number {
  return toEuros(fromEuros(wt) - fromEuros(ex));
}

type AmountId = 'value_ex_wt' | 'value_wt' | 'cost_value_ex';

type ColumnId = AmountId | 'vat' | 'tax_rate' | 'sku' | 'title' | 'quantity' | 'ppu_wt' | 'discount_value_wt';

/** The column with the amounts that add up to the opened figure. */
const SUMMED_COLUMNS: Readonly<Record<FigureSide, ColumnId>> = {
  ex: 'value_ex_wt',
  wt: 'value_wt',
  vat: 'vat',
  cost: 'cost_value_ex',
};

/**
 * The columns of an item and its order. The ids are field names of the API, except that of the VAT, which is
 * calculated.
 */
function useItemColumns(
  side: FigureSide,
  isOneShop: boolean,
  loaded: readonly OrderItemRow[],
): readonly TableColumn<OrderItemRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const { getRate } = useTaxRates(loaded.flatMap(({ tax_rate_id: id }) => id ?? []));
  const { order_number, date_purchased, shop } = useOrderColumns<OrderItemRow>(isOneShop);
  return useMemo(() => {
    const header = (id: ColumnId, widthPx: number) => ({ id, header: t(`rows.column.${id}`), widthPx });
    const createAmountColumn = (id: AmountId, widthPx: number): TableColumn<OrderItemRow> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      stays: id === SUMMED_COLUMNS[side],
      sortId: id,
      cell: (row) => format.amount(row[id]),
      figure: (row) => row[id],
    });
    const vat: TableColumn<OrderItemRow> = {
      ...header('vat', 108),
      unit: '€',
      kind: 'amount',
      stays: true,
      cell: (row) => format.amount(calculateVat(row.value_ex_wt, row.value_wt)),
      figure: (row) => calculateVat(row.value_ex_wt, row.value_wt),
    };
    const formatRate = (id: number | null) => {
      const rate = id === null ? undefined : getRate(id);
      return rate ? formatRateTitle(rate, language) : '';
    };
    return [
      order_number,
      date_purchased,
      { ...header('sku', 132), kind: 'text', hiddenAtFirst: true, cell: (row) => row.sku },
      {
        ...header('title', 226),
        minWidthPx: 180,
        kind: 'text',
        grows: true,
        hideable: false,
        cell: (row) => row.title,
      },
      {
        ...header('quantity', 104),
        minWidthPx: 92,
        kind: 'quantity',
        yields: 4,
        sortId: 'quantity',
        cell: (row) => <QuantityText value={row.quantity} />,
        copied: (row) => row.quantity,
        figure: (row) => row.quantity,
      },
      {
        ...header('ppu_wt', 108),
        minWidthPx: 92,
        unit: '€',
        kind: 'amount',
        yields: 3,
        sortId: 'ppu_wt',
        cell: (row) => <UnitPrice value={row.ppu_wt} />,
        copied: (row) => row.ppu_wt,
      },
      {
        ...header('discount_value_wt', 108),
        minWidthPx: 92,
        unit: '€',
        kind: 'amount',
        yields: 2,
        cell: (row) => format.amount(row.discount_value_wt),
        figure: (row) => row.discount_value_wt,
      },
      {
        ...header('tax_rate', 72),
        kind: 'text',
        yields: 1,
        cell: ({ tax_rate_id: id }) => formatRate(id),
        copied: ({ tax_rate_id: id }) => formatRate(id),
      },
      createAmountColumn('value_ex_wt', 118),
      ...(side === 'vat' ? [vat] : []),
      createAmountColumn('value_wt', 118),
      // Hidden at first to leave room for quantity, price and discount, which readers check.
      { ...createAmountColumn('cost_value_ex', 128), minWidthPx: 120, hiddenAtFirst: side !== 'cost' },
      shop,
    ];
  }, [t, format, language, getRate, side, order_number, date_purchased, shop]);
}

/** The title and the filters of a figure, with names instead of ids. */
function useItemLabels({ figure, side, filters }: ItemRowsAddress, firstRow: OrderItemRow | undefined) {
  const { t } = useTranslation();
  const language = useLanguage();
  const groups = useQuery(turnoverGroupsQuery).data?.data;
  const { tax_rate_id: rateId, product_group_id: groupId, product_id: productId, shop_id: shopIds } = filters;
  const rate = useTaxRates(rateId === undefined ? [] : [rateId]);
  const getShopName = useShopName();
  const locationFacts = useLocationFacts(filters);

  const formatName = (id: number | undefined, title: (id: number) => string | undefined) =>
    id === undefined ? undefined : (title(id) ?? `#${id}`);
  const names = {
    rate: formatName(rateId, (id) => {
      const known = rate.getRate(id);
      return known && formatRateTitle(known, language);
    }),
    group: formatName(groupId, (id) => groups?.find((group) => group.id === id)?.title),
    // Every row is for this product.
    product: formatName(productId, () => firstRow?.title),
    shop: shopIds?.map(getShopName).join(', '),
  };

  /** The box of the VAT return and the rate; only the rate if it has no separate box. */
  function formatVatTitle(): string | undefined {
    const known = rateId === undefined ? undefined : rate.getRate(rateId);
    const box = known && getBox(known);
    return box === undefined || box === 'exempt' || box === 'foreign' ? names.rate : `${box}, ${names.rate}`;
  }

  const facts: (readonly [name: ItemFilterName, value: string | undefined])[] = [
    ['type', filters.type && (ITEM_TYPE_CHOICES[filters.type]?.[language] ?? filters.type)],
    ['sign', filters.sign && t(`rows.sign.${filters.sign}`)],
    ['rate', names.rate],
    ['group', names.group],
    ['product', names.product],
    ['term', filters.payment_term && (TERM_CHOICES[filters.payment_term]?.[language] ?? filters.payment_term)],
    ['paid', filters.is_paid === undefined ? undefined : t(`rows.paid.${filters.is_paid}`)],
  ];
  const titles: Readonly<Record<string, string | undefined>> = { ...names, vat: formatVatTitle() };
  const title = t(`rows.figure.${figure}`, { name: titles[figure] ?? t('rows.all') });
  return {
    title: figure === 'cost' ? title : `${title}, ${t(`rows.side.${side}`)}`,
    facts: [
      ...locationFacts,
      ...facts.flatMap(([name, value]): FilterFact[] =>
        value === undefined ? [] : [[t(`rows.filter.${name}`), value]],
      ),
    ],
  };
}

type ItemFilterName = 'type' | 'sign' | 'rate' | 'group' | 'product' | 'term' | 'paid';
