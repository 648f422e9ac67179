import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { checkVerdicts, needsAttention } from '../../../../shared/check-verdicts.ts';
import { type Address, catalogAddress } from '../../../lib/address/address.ts';
import { useFormat } from '../../../lib/language.ts';
import type { OverviewQueries, Question } from '../overview-queries.ts';
import { useDaysText } from '../use-days-text.ts';
import type { PlaceAddresses } from '../use-place-addresses.ts';
import type { Concern, ConcernName } from './concern.ts';

interface Found {
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  readonly text: (count: number, text: string) => string;
  readonly scope?: string | null;
  readonly address: Address | null;
}

/** What may need attention, in the order of its weight. */
export function useConcerns(
  { report, invoices, unpriced, negativeStock }: OverviewQueries,
  addresses: PlaceAddresses,
  isOneLocation: boolean,
): readonly Concern[] {
  const { t } = useTranslation();
  const { quantity, money } = useFormat();
  const daysText = useDaysText();
  const unpaid = invoices.data;
  const { data: figures } = report;
  const doubtful = useMemo(() => figures && checkVerdicts(figures).filter(needsAttention), [figures]);
  const firstDoubtful = doubtful?.[0];
  // The catalog is the same for all locations.
  const everywhere = isOneLocation ? t('overview.attention.allLocations') : null;

  return [
    concern('checks', report, {
      count: doubtful?.length,
      text: (count) => t('overview.attention.checks', { count }),
      address: firstDoubtful ? withCheck(addresses.report('this-month'), firstDoubtful.check.name) : null,
    }),
    concern('invoices', invoices, {
      count: unpaid?.count,
      text: (count, text) => t('overview.attention.invoices', { count, text, sum: money(unpaid?.sum ?? 0) }),
      scope: unpaid?.period ? t('overview.attention.invoicesSince', { days: daysText(unpaid.period) }) : null,
      address: unpaid?.period ? addresses.unpaidInvoices(unpaid.period, unpaid.sum) : null,
    }),
    concern('unpriced', unpriced, {
      count: unpriced.data,
      text: (count, text) => t('overview.attention.unpriced', { count, text }),
      scope: everywhere,
      address: catalogAddress({ priced: false }),
    }),
    concern('negativeStock', negativeStock, {
      count: negativeStock.data,
      text: (count, text) => t('overview.attention.negativeStock', { count, text }),
      scope: everywhere,
      address: catalogAddress({ stock: 'negative' }),
    }),
  ];

  function concern(name: ConcernName, question: Question, found: Found): Concern {
    const { count = 0, text, scope = null, address } = found;
    const state = stateOf(question, found.count);
    return { name, state, question, text: text(count, quantity(count)), scope, address };
  }
}

function stateOf({ isError }: Question, count: number | undefined): Concern['state'] {
  if (count === undefined) return isError ? 'failed' : 'reading';
  return count === 0 ? 'fine' : 'attention';
}

/** The report shows this check. */
function withCheck({ path, search }: Address, check: string): Address {
  return { path, search: { ...search, check } };
}
