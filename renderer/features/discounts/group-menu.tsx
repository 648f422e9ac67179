import { useTranslation } from 'react-i18next';
import { FilterMenu } from '../../components/filters/filter-menu.tsx';
import { GROUPINGS, type Grouping } from './discount-fields.ts';

interface GroupMenuProps {
  readonly grouping: Grouping | null;
  readonly onChoose: (grouping: Grouping | undefined) => void;
}

/** What the orders are grouped by, if by anything. */
export function GroupMenu({ grouping, onChoose }: GroupMenuProps) {
  const { t } = useTranslation();
  return (
    <FilterMenu
      label={t('discounts.groupBy')}
      options={GROUPINGS.map((value) => ({ value, label: t(`discounts.grouping.${value}`) }))}
      value={grouping}
      onChange={(chosen) => onChoose(GROUPINGS.find((known) => known === chosen))}
    />
  );
}
