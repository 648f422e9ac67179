import { useFormat } from '../lib/language.ts';
import styles from './unit-price.module.css';

const DECIMALS_IN_LINE = 2;

/** A unit price in euros. What it has beyond cents hangs out to the right, so that the cents stay in line. */
export function UnitPrice({ value }: { readonly value: number }) {
  const text = useFormat().unitPrice(value);
  const end = text.search(/[.,]\d+$/) + 1 + DECIMALS_IN_LINE;
  const beyondCents = text.slice(end);
  return (
    <>
      {text.slice(0, end)}
      {beyondCents && <span className={styles.beyondCents}>{beyondCents}</span>}
    </>
  );
}
