import type { ChosenPlace } from '../../components/filters/use-chosen-place.ts';
import { usePageState } from '../../lib/address/use-page-state.ts';
import { REPORT_FIELDS } from './report-fields.ts';

/** Shows the report of all places again, compared with nothing; undefined where it does. */
export function useClearFilters({ id, choiceOf }: ChosenPlace): (() => void) | undefined {
  const [{ compare = 'none' }, change] = usePageState(REPORT_FIELDS);
  if (id === null && compare === 'none') return undefined;
  return () => change({ location_id: choiceOf(null), compare: undefined });
}
