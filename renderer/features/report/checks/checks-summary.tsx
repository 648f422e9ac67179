import { useTranslation } from 'react-i18next';
import { needsAttention } from '../../../../shared/check-verdicts.ts';
import { showCheck } from './check-line.tsx';
import { CheckMark } from './check-mark.tsx';
import styles from './checks-summary.module.css';
import type { ExplainedCheck } from './explain-checks.ts';

/** In one line whether the report can be trusted; leads to each check that does not hold or is contradicted. */
export function ChecksSummary({ checks }: { readonly checks: readonly ExplainedCheck[] }) {
  const { t } = useTranslation();
  const failing = checks.filter(({ check }) => !check.holds);
  const contradicted = checks.filter(({ platform }) => platform !== null);
  const named = checks.filter(needsAttention);
  const [first] = checks;
  if (!first) return null;
  if (named.length === 0) {
    return (
      <p className={styles.summary}>
        <CheckMark holds />
        <button type="button" className={styles.link} onClick={() => showCheck(first.check.name)}>
          {t('report.checks.allHold', { count: checks.length })}
        </button>
      </p>
    );
  }
  return (
    <p className={styles.summary} data-fails>
      <CheckMark holds={false} />
      <strong>
        {failing.length > 0
          ? t('report.checks.someFail', { count: failing.length, total: checks.length })
          : t('report.checks.allHold', { count: checks.length })}
      </strong>
      {contradicted.length > 0 && (
        <span>{t('report.checks.contradicted', { count: contradicted.length })}</span>
      )}
      {named.map(({ check: { name } }) => (
        <button key={name} type="button" className={styles.link} onClick={() => showCheck(name)}>
          {t(`report.checks.short.${name}`)}
        </button>
      ))}
    </p>
  );
}
