import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/language.ts';
import type { DiscountGroup } from './group-discounts.ts';
import styles from './group-title.module.css';

interface GroupTitleProps {
  readonly group: DiscountGroup;
  readonly isFolded: boolean;
  readonly onToggle: (key: string) => void;
}

/** The name of a group with the number of its orders. From the keyboard the row itself folds it, with Enter. */
export function GroupTitle({ group: { key, title, orders }, isFolded, onToggle }: GroupTitleProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <span className={styles.title}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.fold}
        aria-expanded={!isFolded}
        aria-label={t(isFolded ? 'discounts.unfold' : 'discounts.fold', { title })}
        onClick={() => onToggle(key)}
      >
        <Chevron size={15} aria-hidden />
      </button>
      <span className={styles.name} title={title}>
        {title}
      </span>
      <span className={styles.count}>
        {t('discounts.count', { count: orders.length, text: quantity(orders.length) })}
      </span>
    </span>
  );
}
