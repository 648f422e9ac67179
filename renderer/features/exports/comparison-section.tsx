import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PastExport } from '../../../shared/contract/exports.ts';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { useCompareExport } from './compare-export.ts';
import styles from './comparison.module.css';
import { ComparisonDetails } from './comparison-details.tsx';
import { ComparisonVerdict } from './comparison-verdict.tsx';

/** Whether the figures are still those of the file, told when asked. */
export function ComparisonSection({ entry }: { readonly entry: PastExport }) {
  const { t } = useTranslation();
  const { mutate, data, error, isPending, isError } = useCompareExport(entry);
  const compare = () => mutate();
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('exports.compare.title')}</h3>
      {!entry.canBeCompared && <p className={styles.note}>{t('exports.compare.onlyWhether')}</p>}
      {/* Stands empty before, so that a change is heard. */}
      <div role="status">{data && <ComparisonVerdict comparison={data} />}</div>
      {data && <ComparisonDetails comparison={data} dataset={entry.manifest.request.dataset} />}
      {isError && <FailurePanel error={error} />}
      <Button size="compact-sm" fz={13} variant="default" loading={isPending} onClick={compare}>
        {t(data ? 'exports.compare.again' : 'exports.compare.action')}
      </Button>
    </section>
  );
}
