import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/language.ts';
import { DISCOUNT_SWITCHES, type DiscountSwitch, type DiscountSwitches } from './discount-switches.ts';
import styles from './hidden-discounts.module.css';
import type { DiscountSelection } from './select-discounts.ts';

interface HiddenDiscountsProps {
  readonly switches: DiscountSwitches;
  /** Undefined while the orders are not known. */
  readonly hidden: DiscountSelection['hidden'] | undefined;
  readonly onTurn: (name: DiscountSwitch, isOn: boolean) => void;
}

/** What the list leaves out, each with the way to see it. It stands empty before, so that it is heard to change. */
export function HiddenDiscounts({ switches, hidden, onTurn }: HiddenDiscountsProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const named = DISCOUNT_SWITCHES.filter((name) => hidden && hidden[name] > 0);
  const count = (name: DiscountSwitch) => hidden?.[name] ?? 0;
  return (
    <div role="status" className={styles.parts}>
      {named.map((name) => (
        <span key={name} className={styles.part}>
          {t(`discounts.hidden.${name}`, { count: count(name), text: quantity(count(name)) })}
          <Button
            variant="subtle"
            size="compact-xs"
            h={24}
            fz={12}
            aria-label={t(`discounts.reveal.${name}`)}
            onClick={() => onTurn(name, !switches[name])}
          >
            {t('discounts.show')}
          </Button>
        </span>
      ))}
    </div>
  );
}
