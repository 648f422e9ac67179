import type { Period } from '../../../shared/periods.ts';
import { useChosenLocation } from '../../components/filters/use-chosen-place.ts';
import { periodChoice, useChosenPeriod } from '../../components/period-picker/use-chosen-period.ts';
import { useToday } from '../../components/period-picker/use-today.ts';
import { useOfferChoices } from '../../lib/address/saveable-choices.ts';
import { usePageState, writeState } from '../../lib/address/use-page-state.ts';
import { JOURNAL_FIELDS } from './journal-fields.ts';

/** What is chosen on the page, and the ways to choose otherwise; all of it stands in the address. */
export function useJournalChoices() {
  const today = useToday();
  const [state, change] = usePageState(JOURNAL_FIELDS);
  const period = useChosenPeriod(state.period);
  const location = useChosenLocation(state.location_id);
  const shown = { period: periodChoice(period, today), location_id: location.id };
  useOfferChoices(writeState(JOURNAL_FIELDS, shown));
  return {
    today,
    period,
    locationId: location.id,
    choosePeriod: (chosen: Period) => change({ period: periodChoice(chosen, today) }),
    chooseLocation: (locationId: number | null) => change({ location_id: location.choiceOf(locationId) }),
  };
}
