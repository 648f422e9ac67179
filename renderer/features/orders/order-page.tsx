import { useParams } from '@tanstack/react-router';
import { OrderLoader } from './order-loader.tsx';

/** One order, named by its id in the address. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/orders/$orderId' });
  return <OrderLoader key={orderId} orderId={orderId} />;
}
