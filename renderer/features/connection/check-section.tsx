import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CopyCheck } from '../../../shared/contract/connection.ts';
import { useFormatTimestamp } from '../../components/moment-text.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './connection-page.module.css';
import { ConnectionSection } from './connection-section.tsx';

const DIFFERENCES = ['missing', 'removed', 'differing'] as const;

/** The result of the last comparison of the copy with its platform. */
export function CheckSection({ check }: { readonly check: CopyCheck | null }) {
  const { t } = useTranslation();
  return (
    <ConnectionSection title={t('connection.check.title')}>
      {check === null ? (
        <p className={styles.sentence}>{t('connection.check.none')}</p>
      ) : (
        <CheckOutcome check={check} />
      )}
    </ConnectionSection>
  );
}

function CheckOutcome({ check }: { readonly check: CopyCheck }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const moment = useFormatTimestamp()(check.checkedAt);
  const found = DIFFERENCES.filter((difference) => check[difference] > 0);
  if (found.length === 0) {
    return (
      <p className={styles.holds}>
        <IconCircleCheck size={16} aria-hidden />
        {t('connection.check.holds', { moment })}
      </p>
    );
  }
  return (
    <>
      <p className={styles.differs}>
        <IconAlertTriangle size={16} aria-hidden />
        {t('connection.check.differs', { moment })}
      </p>
      <ul className={styles.plainList}>
        {found.map((difference) => (
          <li key={difference}>
            {t(`connection.check.${difference}`, {
              count: check[difference],
              of: check.compared,
              amount: money(check.amount),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}
