import {
  type Icon,
  IconAlertCircle,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleDashed,
  IconPlayerPause,
  IconProgress,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ItemType, Order, OrderItem, OrderRow, OrderStatus } from '../../../shared/contract/orders.ts';
import { isReturn, type ReturnableOrder } from '../../../shared/discounts.ts';
import { getOrderStatusLabel } from '../../../shared/order-labels.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import styles from './order.module.css';

const ICONS: Readonly<Record<string, Icon>> = {
  new: IconCircleDashed,
  processing: IconProgress,
  on_hold: IconPlayerPause,
  complete: IconCheck,
  refunded: IconArrowBackUp,
  cancelled: IconBan,
} satisfies Record<OrderStatus, Icon>;

/** The width of a column for the longest status with its icon. */
export const STATUS_WIDTH_PX = 124;

/** The status of an order with its icon. An unknown status has no icon. */
export function StatusText({ status }: { readonly status: string | null }) {
  const language = useLanguage();
  const StatusIcon = status !== null && Object.hasOwn(ICONS, status) ? ICONS[status] : undefined;
  return (
    <span className={styles.status} data-cancelled={status === 'cancelled' || undefined}>
      {StatusIcon && <StatusIcon size={14} aria-hidden data-accent={status === 'complete' || undefined} />}
      <span>{getOrderStatusLabel(status, language)}</span>
    </span>
  );
}

type MarkableOrder = ReturnableOrder & {
  /** Absent if they were not read, `null` if the platform does not return them. */
  readonly items?: readonly Pick<OrderItem, 'type'>[] | null;
};

/** The number of an order in a list, with its mark. */
export function OrderNumberText({ order }: { readonly order: MarkableOrder & Pick<OrderRow, 'order_number'> }) {
  if (!isReturn(order) && findMarkedType(order) === undefined) return order.order_number;
  return (
    <span className={styles.number}>
      <span>{order.order_number}</span>
      <OrderMark order={order} />
    </span>
  );
}

/** Marks an order that is not a sale: a return, or the payment of an invoice, a gift card or a prepayment alone. */
export function OrderMark({ order }: { readonly order: MarkableOrder }) {
  const { t } = useTranslation();
  const type = findMarkedType(order);
  if (isReturn(order)) return <span className={styles.mark}>{t('orders.return')}</span>;
  return type && <span className={styles.mark}>{t(`orders.mark.${type}`)}</span>;
}

const MARKED_TYPES = ['invoice_payment', 'gift_card', 'prepayment'] as const;

/** The type of all items, except rounding, if it is marked; otherwise `undefined`. */
function findMarkedType({ items }: MarkableOrder) {
  const types = new Set<ItemType>(items?.map(({ type }) => type).filter((type) => type !== 'rounding'));
  return types.size === 1 ? MARKED_TYPES.find((type) => types.has(type)) : undefined;
}

/** Says whether an order is paid. Unpaid orders are highlighted, except cancelled ones. */
export function PaidText({ order: { is_paid, status } }: { readonly order: Pick<Order, 'is_paid' | 'status'> }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (is_paid === null) return format.text(null);
  if (is_paid || status === 'cancelled') return t(is_paid ? 'states.yes' : 'states.no');
  return (
    <span className={`${styles.status} ${styles.unpaid}`}>
      <IconAlertCircle size={14} aria-hidden />
      <span>{t('states.no')}</span>
    </span>
  );
}
