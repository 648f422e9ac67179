import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { listProducts } from '../../../shared/contract/products.ts';
import { needsAttention, verifyChecks } from '../../../shared/report-checks.ts';
import { AddressLink } from '../../components/links.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { type Address, createAddress, getCatalogAddress } from '../../lib/address/address.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import { useIsMissing } from '../../lib/queries/missing-parameters.ts';
import { useFormatDays } from './days-text.ts';
import type { LocationAddresses } from './location-addresses.ts';
import styles from './overview-page.module.css';
import { Section, SectionFailure } from './overview-section.tsx';
import type { OverviewQueries, Question } from './queries.ts';

/** One line per concern, or a single line if there are none. */
export function AttentionSection({ concerns }: { readonly concerns: readonly Concern[] }) {
  const { t } = useTranslation();
  const isFine = concerns.every(({ state }) => state === 'fine');
  return (
    <Section title={t('overview.attention.title')}>
      {isFine ? (
        <p className={styles.fine}>
          <IconCheck size={16} stroke={2.2} aria-hidden />
          {t('overview.attention.none')}
        </p>
      ) : (
        <ul className={styles.list}>
          {concerns.map((concern) => (
            <ConcernLine key={concern.name} concern={concern} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const ONE_BAR = [80];

function ConcernLine({ concern }: { readonly concern: Concern }) {
  const { t } = useTranslation();
  const { name, state, question, text, scope, address } = concern;
  if (state === 'fine') return null;
  if (state === 'reading') {
    return (
      <li>
        <SkeletonRows rows={1} widths={ONE_BAR} />
      </li>
    );
  }
  if (state === 'failed') {
    return (
      <li>
        <SectionFailure question={question} unknown={t(`overview.attention.unknown.${name}`)} />
      </li>
    );
  }
  return (
    <li className={styles.line}>
      <IconAlertTriangle size={16} className={styles.sign} aria-hidden />
      <span>
        {address ? <AddressLink address={address}>{text}</AddressLink> : text}
        {scope && <span className={styles.scope}>{scope}</span>}
      </span>
    </li>
  );
}

type ConcernName = 'schedules' | 'checks' | 'invoices' | 'unpriced' | 'negativeStock';

/** Something that may need attention. It is only `fine` once its query has said so. */
interface Concern {
  readonly name: ConcernName;
  readonly state: 'reading' | 'failed' | 'fine' | 'attention';
  readonly question: Question;
  readonly text: string;
  /** The days or the location of the text. */
  readonly scope: string | null;
  readonly address: Address | null;
}

interface ConcernFacts {
  /** `undefined` until it is known. */
  readonly count: number | undefined;
  readonly text: (count: number) => string;
  readonly scope?: string | null;
  readonly address: Address | null;
}

/** The concerns by importance, without those that the platform cannot check. */
export function useConcerns(
  { report, invoices, unpriced, negativeStock, schedules }: OverviewQueries,
  addresses: LocationAddresses,
  isOneLocation: boolean,
): readonly Concern[] {
  const { t } = useTranslation();
  const { money } = useFormat();
  const formatDays = useFormatDays();
  const unpaid = invoices.data;
  const { data: figures } = report;
  const rounding = useRounding();
  const doubtful = figures && verifyChecks(figures, rounding).filter(needsAttention);
  const firstDoubtful = doubtful?.[0];
  // The catalog is the same for all locations.
  const everywhere = isOneLocation ? t('overview.attention.allLocations') : null;

  const isMissing = useIsMissing(listProducts);
  const late = schedules.data?.filter(({ lastRun }) => lastRun?.needsAttention);
  const firstLate = late?.[0];
  const whyLate = firstLate?.lastRun?.problem;
  const concerns = [
    createConcern('schedules', schedules, {
      count: late?.length,
      text: (count) =>
        t('overview.attention.schedules', {
          count,
          name: firstLate?.name,
          problem: whyLate == null ? t('schedules.waiting') : t(`schedules.runProblem.${whyLate}`),
        }),
      address: createAddress('/exports'),
    }),
    createConcern('checks', report, {
      count: doubtful?.length,
      text: (count) => t('overview.attention.checks', { count }),
      address: firstDoubtful ? addCheck(addresses.report('this-month'), firstDoubtful.check.name) : null,
    }),
    createConcern('invoices', invoices, {
      count: unpaid?.count,
      text: (count) => t('overview.attention.invoices', { count, sum: money(unpaid?.sum ?? 0) }),
      scope: unpaid?.period ? t('overview.attention.invoicesSince', { days: formatDays(unpaid.period) }) : null,
      address: addresses.unpaidInvoices,
    }),
    createConcern('unpriced', unpriced, {
      count: unpriced.data,
      text: (count) => t('overview.attention.unpriced', { count }),
      scope: everywhere,
      address: getCatalogAddress({ priced: false }),
    }),
    createConcern('negativeStock', negativeStock, {
      count: negativeStock.data,
      text: (count) => t('overview.attention.negativeStock', { count }),
      scope: everywhere,
      address: getCatalogAddress({ stock: 'negative' }),
    }),
  ];
  return concerns.filter(
    ({ name }) => !(name === 'unpriced' && isMissing('priced')) && !(name === 'negativeStock' && isMissing('stock')),
  );

  function createConcern(name: ConcernName, question: Question, found: ConcernFacts): Concern {
    const { count = 0, text, scope = null, address } = found;
    const state = getState(question, found.count);
    return { name, state, question, text: text(count), scope, address };
  }
}

function getState({ isError }: Question, count: number | undefined): Concern['state'] {
  if (count === undefined) return isError ? 'failed' : 'reading';
  return count === 0 ? 'fine' : 'attention';
}

function addCheck({ path, search }: Address, check: string): Address {
  return { path, search: { ...search, check } };
}
