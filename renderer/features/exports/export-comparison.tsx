import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import type { ChangedField, DatasetName, ExportComparison, PastExport } from '../../../shared/contract/exports.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { useFormat } from '../../lib/language.ts';
import { formatDifference, useCellLabels, useDatasetColumns, useFormatCell } from './cell-text.ts';
import styles from './exports-page.module.css';
import { useCompareExport } from './queries.ts';

/** Compares the data with the file when the user asks. */
export function ComparisonSection({ entry }: { readonly entry: PastExport }) {
  const { t } = useTranslation();
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('exports.compare.title')}</h3>
      {entry.canBeCompared ? (
        <Comparison entry={entry} />
      ) : (
        <p className={styles.comparisonNote}>{t('exports.compare.notReadable')}</p>
      )}
    </section>
  );
}

function Comparison({ entry }: { readonly entry: PastExport }) {
  const { t } = useTranslation();
  const { mutate, data, error, isPending, isError } = useCompareExport(entry);
  const compare = () => mutate();
  return (
    <>
      {/* Rendered empty before, so that a change is announced. */}
      <div role="status">{data && <ComparisonVerdict comparison={data} />}</div>
      {data && <ComparisonDetails comparison={data} dataset={entry.manifest.request.dataset} />}
      {isError && <FailurePanel error={error} />}
      <Button size="compact-sm" variant="default" loading={isPending} onClick={compare}>
        {t(data ? 'exports.compare.again' : 'exports.compare.action')}
      </Button>
    </>
  );
}

function ComparisonVerdict({ comparison }: { readonly comparison: ExportComparison }) {
  const { t } = useTranslation();
  const { isUnchanged, asOf } = comparison;
  const moment = useFormat().dateTime(formatTimestamp(Date.parse(asOf)));
  const Icon = isUnchanged ? IconCircleCheck : IconAlertTriangle;
  return (
    <p className={styles.verdict} data-changed={!isUnchanged || undefined}>
      <Icon size={16} aria-hidden />
      {t(isUnchanged ? 'exports.compare.unchanged' : 'exports.compare.changed', { moment })}
    </p>
  );
}

function ComparisonDetails({
  comparison,
  dataset,
}: Pick<ChangedFieldsProps, 'dataset'> & { readonly comparison: ExportComparison }) {
  const { t } = useTranslation();
  const { changed, changedCount, added, addedCount, removed, removedCount } = comparison;
  return (
    <>
      <ChangedFields
        title={t('exports.compare.fields', { count: changedCount })}
        fields={changed}
        count={changedCount}
        dataset={dataset}
      />
      <RowNames title={t('exports.compare.added', { count: addedCount })} names={added} count={addedCount} />
      <RowNames title={t('exports.compare.removed', { count: removedCount })} names={removed} count={removedCount} />
    </>
  );
}

interface ChangedFieldsProps {
  readonly title: string;
  readonly fields: readonly ChangedField[];
  /** The number of all changed fields. Only the first ones are shown. */
  readonly count: number;
  readonly dataset: DatasetName;
}

/** The changed cells. Row and column are in a separate line, because the drawer is narrow. */
function ChangedFields({ title, fields, count, dataset }: ChangedFieldsProps) {
  const { t } = useTranslation();
  const formatCell = useFormatCell();
  const texts = useCellLabels();
  const { findColumn, getHeading } = useDatasetColumns(dataset);
  if (count === 0) return null;
  const renderValue = ({ column }: ChangedField, value: ChangedField['before']) => (
    <span data-number={typeof value === 'number' || undefined}>{formatCell(findColumn(column), value)}</span>
  );
  return (
    <PlainTable
      caption={
        <>
          {title} <FirstListed listed={fields.length} count={count} />
        </>
      }
      className={styles.table}
      columns={[
        { id: 'before', header: t('exports.compare.before'), cell: (field) => renderValue(field, field.before) },
        { id: 'after', header: t('exports.compare.after'), cell: (field) => renderValue(field, field.after) },
        {
          id: 'difference',
          header: t('terms.difference'),
          cell: ({ column, before, after }) => (
            <span data-number>{formatDifference(findColumn(column), before, after, texts)}</span>
          ),
        },
      ]}
      groups={fields.map((field) => ({
        key: getKey(field),
        heading: `${field.row} · ${getHeading(field.column)}`,
        rows: [field],
      }))}
      getRowKey={getKey}
    />
  );
}

function getKey({ row, column }: ChangedField): string {
  return `${row} ${column}`;
}

interface RowNamesProps {
  readonly title: string;
  readonly names: readonly string[];
  /** The number of all rows. Only the first ones are named. */
  readonly count: number;
}

function RowNames({ title, names, count }: RowNamesProps) {
  if (count === 0) return null;
  return (
    <div className={styles.names}>
      <p className={styles.caption}>
        {title} <FirstListed listed={names.length} count={count} />
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

/** Says that only the first ones are listed, unless all are. */
function FirstListed({ listed, count }: { readonly listed: number; readonly count: number }) {
  const { t } = useTranslation();
  if (listed >= count) return null;
  return <span>{t('exports.compare.first', { count: listed })}</span>;
}
