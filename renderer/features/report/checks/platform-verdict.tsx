import { useTranslation } from 'react-i18next';
import { CheckFigures } from './check-figures.tsx';
import styles from './checks-section.module.css';
import type { ExplainedCheck } from './explain-checks.ts';

/** What the platform says of a check, under what its figures say. */
export function PlatformVerdict({
  platform,
}: {
  readonly platform: NonNullable<ExplainedCheck['platform']>;
}) {
  const { t } = useTranslation();
  if (platform === 'missing') {
    return (
      <tr>
        <th scope="row" colSpan={4} className={styles.platform}>
          {t('report.checks.platformMissing')}
        </th>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row" className={styles.platform}>
        {platform.holds ? t('report.checks.platformHolds') : t('report.checks.platformFails')}
      </th>
      <CheckFigures check={platform} />
    </tr>
  );
}
