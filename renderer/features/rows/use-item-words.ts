import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderItemRow } from '../../../shared/contract/order-items.ts';
import { TERM_CHOICES } from '../../../shared/order-choices.ts';
import { useLanguage } from '../../lib/language.ts';
import { turnoverGroupsQuery } from '../../lib/queries/list-turnover-groups.ts';
import { useShopTitle } from '../../lib/queries/use-shop-title.ts';
import { useTaxRates } from '../../lib/queries/use-tax-rates.ts';
import type { FilterFact } from './filter-facts.tsx';
import type { ItemRowsAddress } from './read-rows-address.ts';
import { usePlaceFacts } from './use-place-facts.ts';

interface ItemWords {
  readonly title: string;
  readonly facts: readonly FilterFact[];
}

/** The figure and its filters in words, with the names of what the ids stand for. */
export function useItemWords(
  { figure, side, filters }: ItemRowsAddress,
  firstRow: OrderItemRow | undefined,
): ItemWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const groups = useQuery(turnoverGroupsQuery).data?.data;
  const { tax_rate_id: rateId, product_group_id: groupId, product_id: productId, shop_id: shopId } = filters;
  const rate = useTaxRates(rateId === undefined ? [] : [rateId]);
  const shopTitle = useShopTitle();
  const placeFacts = usePlaceFacts(filters);

  const nameOf = (id: number | undefined, title: (id: number) => string | undefined) =>
    id === undefined ? undefined : (title(id) ?? `#${id}`);
  const names = {
    rate: nameOf(rateId, (id) => {
      const known = rate.rateOf(id);
      return known && `${known.name} (${known.country_iso2})`;
    }),
    group: nameOf(groupId, (id) => groups?.find((group) => group.id === id)?.title),
    // Every row is one of the product.
    product: nameOf(productId, () => firstRow?.title),
    shop: nameOf(shopId, shopTitle),
  };

  const facts: (readonly [name: ItemFilterName, value: string | undefined])[] = [
    ['type', filters.type && t(`rows.type.${filters.type}`)],
    ['sign', filters.sign && t(`rows.sign.${filters.sign}`)],
    ['rate', names.rate],
    ['group', names.group],
    ['product', names.product],
    [
      'term',
      filters.payment_term && (TERM_CHOICES[filters.payment_term]?.[language] ?? filters.payment_term),
    ],
    ['paid', filters.is_paid === undefined ? undefined : t(`rows.paid.${filters.is_paid}`)],
  ];
  const named = figure === 'rate' || figure === 'group' || figure === 'product' || figure === 'shop';
  const words = t(`rows.figure.${figure}`, { name: (named ? names[figure] : undefined) ?? t('rows.all') });
  return {
    title: figure === 'cost' ? words : `${words}, ${t(`rows.side.${side}`)}`,
    facts: [
      ...placeFacts,
      ...facts.flatMap(([name, value]) =>
        value === undefined ? [] : [[t(`rows.filter.${name}`), value] as const],
      ),
    ],
  };
}

type ItemFilterName = 'type' | 'sign' | 'rate' | 'group' | 'product' | 'term' | 'paid';
