import { useTranslation } from 'react-i18next';
import { type Pair, pairByKey } from '../comparison/pair-by-key.ts';
import { isRoundingRate } from '../lines/is-rounding-rate.ts';
import type { RateLine } from '../lines/rate-lines.ts';
import { lineOf, madeFigure } from '../lines/report-line.ts';
import styles from './rate-lines.module.css';
import { StatementLine } from './statement-line.tsx';

interface RateLinesProps {
  readonly rates: readonly RateLine[];
  /** Undefined where nothing is compared. */
  readonly before: readonly RateLine[] | undefined;
}

const ZERO = madeFigure(0, 'sumOfLines');
const NO_RATES = lineOf('none', { exVat: ZERO, vat: ZERO, inclVat: ZERO });

/** One line a VAT rate: base, VAT, amount with VAT. */
export function RateLines({ rates, before }: RateLinesProps) {
  const { t } = useTranslation();
  const pairs = pairByKey(rates, before);
  if (pairs.length === 0) return <StatementLine label={t('report.noRates')} line={NO_RATES} />;
  return pairs.map((pair) => (
    <StatementLine key={pair.key} label={<RateName pair={pair} />} line={pair.now} before={pair.before} />
  ));
}

export function RateName({ pair: { named, now } }: { readonly pair: Pick<Pair<RateLine>, 'named' | 'now'> }) {
  const { t } = useTranslation();
  const { name, country_iso2: country } = named.rate;
  return (
    <span data-read>
      {name} <span className={styles.country}>{country}</span>
      {now && isRoundingRate(now.rate) && (
        <span className={styles.rounding} title={t('report.roundingRate')}>
          {t('report.rounding')}
        </span>
      )}
    </span>
  );
}
