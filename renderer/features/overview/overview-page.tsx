import { useTranslation } from 'react-i18next';
import { DefaultShopGate } from '../../components/filters/default-shop-gate.tsx';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { LocationFilter } from '../../components/filters/location-filter.tsx';
import { useChosenLocation } from '../../components/filters/use-chosen-place.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { LookupNotice } from '../../components/states/lookup-notice.tsx';
import { useOfferChoices } from '../../lib/address/saveable-choices.ts';
import { usePageState, writeState } from '../../lib/address/use-page-state.ts';
import { useMe } from '../../lib/me.ts';
import { AttentionSection } from './attention/attention-section.tsx';
import { useConcerns } from './attention/use-concerns.ts';
import { DaysSection } from './days/days-section.tsx';
import { GroupsSection } from './month/groups-section.tsx';
import { MethodsSection } from './month/methods-section.tsx';
import { ShopsSection } from './month/shops-section.tsx';
import { OverviewAsOf } from './overview-as-of.tsx';
import { OVERVIEW_FIELDS } from './overview-fields.ts';
import styles from './overview-page.module.css';
import { useOverviewQueries } from './overview-queries.ts';
import { PeriodsSection } from './periods/periods-section.tsx';
import { usePlaceAddresses } from './use-place-addresses.ts';

/** How the shop is doing, and what needs attention: the first page of the day. */
export function OverviewPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('overview.title')}>
      <Overview />
    </DefaultShopGate>
  );
}

function Overview() {
  const { t } = useTranslation();
  const { roles, locked_location: locked } = useMe();
  const [state, change] = usePageState(OVERVIEW_FIELDS);
  const location = useChosenLocation(state.location_id);
  const { id: locationId, choiceOf } = location;
  useOfferChoices(writeState(OVERVIEW_FIELDS, { location_id: locationId }));
  const queries = useOverviewQueries(locationId);
  const addresses = usePlaceAddresses(location);
  const concerns = useConcerns(queries, addresses, locationId !== null && locked === null);
  // Staff think in what the customer pays, an accountant in what the shop keeps.
  const { side = roles.includes('accountant') ? 'ex' : 'wt', against = 'before', days = 'chart' } = state;

  return (
    <Page
      scrolls
      header={<PageHeader title={t('overview.title')} />}
      filters={
        <FilterBar
          onClear={locationId === null ? undefined : () => change({ location_id: choiceOf(null) })}
          trailing={<OverviewAsOf queries={queries} />}
        >
          <LocationFilter
            locationId={locationId}
            onChoose={(chosen) => change({ location_id: choiceOf(chosen) })}
          />
        </FilterBar>
      }
    >
      <LookupNotice />
      <div className={styles.overview}>
        <PeriodsSection
          queries={queries}
          side={side}
          onChooseSide={(chosen) => change({ side: chosen })}
          addresses={addresses}
        />
        <div className={styles.days}>
          <DaysSection
            queries={queries}
            side={side}
            form={days}
            against={against}
            onChooseForm={(form) => change({ days: form })}
            onChooseAgainst={(chosen) => change({ against: chosen })}
            addresses={addresses}
          />
          <AttentionSection concerns={concerns} />
        </div>
        <div className={styles.month}>
          <GroupsSection query={queries.report} side={side} addresses={addresses} />
          <ShopsSection query={queries.report} side={side} />
          <MethodsSection query={queries.report} />
        </div>
      </div>
    </Page>
  );
}
