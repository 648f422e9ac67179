import { useTranslation } from 'react-i18next';
import { FilterMenu } from '../../components/filters/filter-menu.tsx';
import type { CatalogLookups } from './catalog-lookups.ts';
import { SearchableFilter } from './searchable-filter.tsx';

interface GroupFilterProps {
  /** Undefined for all groups. */
  readonly groupId: number | undefined;
  readonly lookups: CatalogLookups;
  readonly onChoose: (groupId: number | undefined) => void;
}

/** More than these cannot be taken in at a glance, and are searched instead. */
const LONG = 12;

export function GroupFilter({ groupId, lookups, onChoose }: GroupFilterProps) {
  const { t } = useTranslation();
  const { groups, groupTitle } = lookups;
  const options = groups.map(({ id, code, title }) => ({ value: String(id), label: title, aside: code }));
  const isUnknown = groupId !== undefined && !groups.some(({ id }) => id === groupId);
  const filter = {
    label: t('catalog.group'),
    options: isUnknown ? [...options, { value: String(groupId), label: groupTitle(groupId) }] : options,
    value: groupId === undefined ? null : String(groupId),
    onChange: (chosen: string | null) => onChoose(chosen === null ? undefined : Number(chosen)),
  };
  if (options.length <= LONG) return <FilterMenu {...filter} />;
  return (
    <SearchableFilter {...filter} searchLabel={t('catalog.searchGroup')} nothing={t('catalog.noGroup')} />
  );
}
