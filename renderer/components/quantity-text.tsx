import { useFormat } from '../lib/language.ts';
import styles from './quantity-text.module.css';

const MOST_DECIMALS = 3;

/** A quantity in a column. What it lacks in decimals is room, so that the marks of the column stay in line. */
export function QuantityText({ value }: { readonly value: number }) {
  const text = useFormat().quantity(value);
  const decimals = Number.isInteger(value) ? 0 : text.length - 1 - text.search(/[.,]\d+$/);
  const room = `${decimals === 0 ? ',' : ''}${'0'.repeat(MOST_DECIMALS - decimals)}`;
  return (
    <span className={styles.quantity} data-room={room} data-whole={decimals === 0 || undefined}>
      {text}
    </span>
  );
}
