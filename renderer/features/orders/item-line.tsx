import { useTranslation } from 'react-i18next';
import type { OrderItem } from '../../../shared/contract/orders.ts';
import { QuantityText } from '../../components/quantity-text.tsx';
import { UnitPrice } from '../../components/unit-price.tsx';
import { useFormat } from '../../lib/language.ts';
import type { TaxRates } from '../../lib/queries/use-tax-rates.ts';
import type { TurnoverGroups } from '../../lib/queries/use-turnover-groups.ts';
import { ItemTitle } from './item-title.tsx';

interface ItemLineProps {
  readonly item: OrderItem;
  readonly rates: TaxRates;
  readonly groups: TurnoverGroups;
}

export function ItemLine({ item, rates, groups }: ItemLineProps) {
  const { t } = useTranslation();
  const { amount, percentage } = useFormat();
  return (
    <tr>
      <td data-kind="text">{item.sku}</td>
      <td data-kind="text">
        <ItemTitle item={item} />
      </td>
      <td data-kind="text">{groupText(item.product_group_id)}</td>
      <td>
        <QuantityText value={item.quantity} />
      </td>
      <td>
        <UnitPrice value={item.ppu_wt} />
      </td>
      <td>{amount(item.discount_value_wt)}</td>
      <td>{amount(item.value_ex_wt)}</td>
      <td>{amount(item.value_wt)}</td>
      <td>{rateText(item.tax_rate_id)}</td>
    </tr>
  );

  /** As a rate; only what is of a product was sold under a group. */
  function groupText(id: number | null): string {
    return id === null ? '' : groups.titleOf(id);
  }

  /** Blank while the rates are read; its number where nobody knows it. */
  function rateText(id: number | null): string {
    if (id === null) return t('orders.items.noRate');
    const rate = rates.rateOf(id);
    if (rate) return percentage(rate.value);
    return rates.isPending ? '' : `#${id}`;
  }
}
