import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterMenu } from '../../components/filters/filter-bar.tsx';
import { GROUPINGS, type Grouping } from './discount-choices.ts';
import type { DiscountGroup, FoldedGroups } from './discount-groups.ts';

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

interface FoldButtonProps {
  readonly groups: readonly DiscountGroup[];
  readonly folding: FoldedGroups;
}

/** Folds all groups, or unfolds them once all are. */
export function FoldButton({ groups, folding }: FoldButtonProps) {
  const { t } = useTranslation();
  const areFolded = groups.length > 0 && groups.every(({ key }) => folding.folded.has(key));
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      fz={13}
      disabled={groups.length === 0}
      onClick={() => (areFolded ? folding.unfoldAll() : folding.foldAll(groups))}
    >
      {t(areFolded ? 'discounts.unfoldAll' : 'discounts.foldAll')}
    </Button>
  );
}
