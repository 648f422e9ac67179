import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { idsField } from '../../lib/address/fields.ts';
import { usePageState } from '../../lib/address/navigation.ts';
import { useMe } from '../../lib/host/session.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { shopsQuery } from '../../lib/queries/shops.ts';
import { Page } from '../page/page.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { QueryContent } from '../states/query-states.tsx';
import textStyles from '../text.module.css';
import { usePreferredPlace } from './chosen-shop.ts';

const FIELDS = { shop_id: idsField, location_id: idsField };

interface DefaultShopGateProps {
  /** The title of the page. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Waits until the location of the preferred shop is known. Otherwise the page would show all locations. */
export function DefaultShopGate({ title, children }: DefaultShopGateProps) {
  const [{ shop_id, location_id }] = usePageState(FIELDS);
  const { locked_location: locked } = useMe();
  const { defaultShopId } = usePreferences();
  const isChosen = shop_id !== undefined || location_id !== undefined;
  const needsShops = !isChosen && locked === null && defaultShopId !== null;
  const shops = useQuery({ ...shopsQuery, enabled: needsShops });
  if (!needsShops || shops.data) return children;
  return (
    <Page scrolls header={<PageHeader title={title} />}>
      <QueryContent query={shops} rows={12}>
        {() => null}
      </QueryContent>
    </Page>
  );
}

/** Says that the page shows everything because the preferred shop or location is gone. */
export function DefaultShopGone() {
  const { t } = useTranslation();
  const { isGone } = usePreferredPlace();
  return isGone && <span className={textStyles.small}>{t('states.defaultShopGone')}</span>;
}
