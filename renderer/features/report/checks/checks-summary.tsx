import { useTranslation } from 'react-i18next';
import type { ReportCheck } from '../../../../shared/contract/financial-report.ts';
import { showCheck } from './check-line.tsx';
import { CheckMark } from './check-mark.tsx';
import styles from './checks-summary.module.css';

/** In one line whether the report can be trusted; leads to each check that does not hold. */
export function ChecksSummary({ checks }: { readonly checks: readonly ReportCheck[] }) {
  const { t } = useTranslation();
  const failing = checks.filter((check) => !check.holds);
  const [firstCheck] = checks;
  if (!firstCheck) return null;
  if (failing.length === 0) {
    return (
      <p className={styles.summary}>
        <CheckMark holds />
        <button type="button" className={styles.link} onClick={() => showCheck(firstCheck.name)}>
          {t('report.checks.allHold', { count: checks.length })}
        </button>
      </p>
    );
  }
  return (
    <p className={styles.summary} data-fails>
      <CheckMark holds={false} />
      <strong>{t('report.checks.someFail', { count: failing.length, total: checks.length })}</strong>
      {failing.map(({ name }) => (
        <button key={name} type="button" className={styles.link} onClick={() => showCheck(name)}>
          {t(`report.checks.short.${name}`)}
        </button>
      ))}
    </p>
  );
}
