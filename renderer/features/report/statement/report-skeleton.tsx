import { useTranslation } from 'react-i18next';
import { Delayed } from '../../../components/states/delayed.tsx';
import { REPORT_OUTLINE } from './report-outline.ts';
import styles from './statement.module.css';
import { Statement } from './statement.tsx';
import headingStyles from './statement-heading.module.css';

const OUTLINE_CHECKS = REPORT_OUTLINE.checks.map((check) => ({ check, platform: null, causes: [] }));

/** The statement itself with grey bars where figures and names will stand. */
export function ReportSkeleton() {
  const { t } = useTranslation();
  return (
    <Delayed>
      <div role="status" aria-label={t('states.loading')}>
        <div className={styles.skeleton} aria-hidden inert>
          <div className={headingStyles.heading}>
            <span data-read>{'x'.repeat(64)}</span>
          </div>
          <Statement report={REPORT_OUTLINE} checks={OUTLINE_CHECKS} />
        </div>
      </div>
    </Delayed>
  );
}
