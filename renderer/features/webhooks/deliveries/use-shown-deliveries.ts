import { useState } from 'react';
import type { Delivery, DeliveryStatus } from '../../../../shared/contract/webhook-records.ts';
import { useRowHold } from '../../../components/data-table/use-row-hold.ts';
import type { DeliveryChoice } from '../api/list-deliveries.ts';
import { useDeliveryPages } from './use-delivery-pages.ts';
import { useHeldDeliveries } from './use-held-deliveries.ts';

export type ShownDeliveries = ReturnType<typeof useShownDeliveries>;

interface Opened {
  /** As it was last seen: it may leave the list that it was opened from. */
  readonly delivery: Delivery;
  readonly status: DeliveryStatus | null;
}

/** The deliveries of a choice, still while somebody is at one, and the one that is open in the drawer. */
export function useShownDeliveries(choice: DeliveryChoice) {
  const { status } = choice;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [timesCaughtUp, setTimesCaughtUp] = useState(0);
  const hold = useRowHold();
  const pages = useDeliveryPages(choice);
  const list = pages.shown.status ?? 'all';
  const isOpen = opened !== null && opened.status === status;
  const held = useHeldDeliveries(pages.source, hold.isHeld || isOpen, list);
  const { source, newCount } = held;

  const place = isOpen ? pages.placeOf(opened.delivery.id) : null;
  const openIndex = place === null || place < newCount ? null : place - newCount;
  const fresh = place === null ? undefined : pages.source.rowAt(place);
  if (isOpen && fresh && fresh !== opened.delivery) setOpened({ delivery: fresh, status });

  function open(index: number) {
    const delivery = source.rowAt(index);
    if (delivery) setOpened({ delivery, status });
  }

  return {
    pages,
    source,
    listKey: `${list} ${timesCaughtUp}`,
    newCount,
    holdProps: hold.props,
    opened: isOpen ? opened.delivery : null,
    openIndex,
    open,
    /** Opens a delivery that the list of a status has, or will have. */
    openDelivery: (delivery: Delivery, inStatus: DeliveryStatus | null) =>
      setOpened({ delivery, status: inStatus }),
    close: () => setOpened(null),
    step: (delta: 1 | -1) => {
      if (openIndex !== null) open(openIndex + delta);
    },
    /** Shows what is new, from its first row. */
    catchUp: (deliveryId?: number) => {
      held.catchUp(deliveryId);
      setTimesCaughtUp(timesCaughtUp + 1);
    },
  };
}
