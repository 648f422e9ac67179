import { IconReceipt, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { orderAddress, productAddress } from '../../lib/address/address.ts';
import { useGoTo } from '../../lib/address/use-go-to.ts';
import { useFormat } from '../../lib/language.ts';
import { foundOrdersQuery } from './found-orders.ts';
import { foundProductsQuery } from './found-products.ts';
import type { PaletteEntry } from './palette-entry.ts';

interface Found {
  readonly products: readonly PaletteEntry[];
  readonly orders: readonly PaletteEntry[];
  readonly isSearching: boolean;
  /** Some of it could not be searched: that nothing was found then says nothing. */
  readonly hasFailed: boolean;
}

/** Products and orders by a term; none for no term. */
export function useFound(term: string): Found {
  const format = useFormat();
  const goTo = useGoTo();
  const products = useQuery(foundProductsQuery(term));
  const orders = useQuery(foundOrdersQuery(term));
  const isAsked = term !== '';
  return {
    products:
      (isAsked ? products.data?.data : undefined)?.map(({ id, title, sku }) => ({
        id: `product ${id}`,
        label: title,
        description: sku,
        code: sku,
        icon: IconTag,
        run: () => goTo(productAddress(id)),
      })) ?? [],
    orders:
      (isAsked ? orders.data?.data : undefined)?.map((order) => ({
        id: `order ${order.id}`,
        label: order.order_number,
        code: order.order_number,
        description: [format.moment(order.date_purchased), format.money(order.value_wt), order.customer_name]
          .filter(Boolean)
          .join(' · '),
        icon: IconReceipt,
        run: () => goTo(orderAddress(order.id)),
      })) ?? [],
    isSearching: isAsked && (products.isPending || orders.isPending),
    hasFailed: isAsked && (products.isError || orders.isError),
  };
}
