import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { periodText } from '../../lib/period-text.ts';
import { useLocationTitle } from '../../lib/queries/use-location-title.ts';
import { useShopTitle } from '../../lib/queries/use-shop-title.ts';
import type { FilterFact } from './filter-facts.tsx';

interface PlaceFilters {
  readonly from: string;
  readonly to: string;
  readonly location_id?: number | undefined;
  readonly shop_id?: number | undefined;
}

/** Days, location and shop of the rows, in words. */
export function usePlaceFacts({ location_id, shop_id, ...period }: PlaceFilters): readonly FilterFact[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const locationTitle = useLocationTitle();
  const shopTitle = useShopTitle();
  const facts: FilterFact[] = [[t('rows.filter.period'), periodText(period, language)]];
  if (location_id !== undefined) facts.push([t('rows.filter.location'), locationTitle(location_id)]);
  if (shop_id !== undefined) facts.push([t('rows.filter.shop'), shopTitle(shop_id)]);
  return facts;
}
