import { useTranslation } from 'react-i18next';
import { FilterToggle } from '../../components/filters/filter-toggle.tsx';
import { useFormat } from '../../lib/language.ts';
import { DISCOUNT_SWITCHES, type DiscountSwitch, type DiscountSwitches } from './discount-switches.ts';
import type { DiscountSelection } from './select-discounts.ts';

interface DiscountSwitchChipsProps {
  readonly switches: DiscountSwitches;
  /** Undefined while the orders are not known. */
  readonly counts: DiscountSelection['counts'] | undefined;
  readonly onTurn: (name: DiscountSwitch, isOn: boolean) => void;
}

/** Each switch with the number of orders that it is about. */
export function DiscountSwitchChips({ switches, counts, onTurn }: DiscountSwitchChipsProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  return DISCOUNT_SWITCHES.map((name) => (
    <FilterToggle
      key={name}
      label={counts ? `${t(`discounts.${name}`)} · ${quantity(counts[name])}` : t(`discounts.${name}`)}
      isOn={switches[name]}
      onChange={(isOn) => onTurn(name, isOn)}
    />
  ));
}
