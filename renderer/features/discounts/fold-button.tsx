import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DiscountGroup } from './group-discounts.ts';
import type { FoldedGroups } from './use-folded-groups.ts';

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
