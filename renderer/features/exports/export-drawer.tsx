import { Box, Button, Group } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import {
  type ExportManifest,
  isMonth,
  type PastExport,
  type PastFile,
  type PastMonth,
} from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import type { NumberFormat } from '../../../shared/number-format.ts';
import { formatUnknownNote } from '../../../shared/unknown-figures.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { ExportFileActions } from '../../components/exports/export-file-actions.tsx';
import { toForm } from '../../components/exports/export-forms.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import { useExportMessages } from '../../lib/exports/export-messages.ts';
import { runExport } from '../../lib/exports/run-export.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useDatasetColumns, useFormatCell } from './cell-text.ts';
import { ComparisonSection } from './export-comparison.tsx';
import { hasPersonalData, useFormatSelection, useFormatUser } from './export-history.tsx';
import styles from './exports-page.module.css';

interface DrawerProps<Entry extends PastFile> {
  readonly entry: Entry;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
}

/** The details of a file in the history. */
export function PastFileDrawer({ entry, ...drawer }: DrawerProps<PastFile>) {
  return isMonth(entry) ? <MonthDrawer entry={entry} {...drawer} /> : <ExportDrawer entry={entry} {...drawer} />;
}

function ExportDrawer({ entry, onClose, onStep }: DrawerProps<PastExport>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const { manifest } = entry;
  const messages = useExportMessages();
  const shortfall = messages.formatShortfall(manifest);
  const missingFigures = messages.formatMissingFigures(manifest);
  return (
    <Drawer
      title={DECLARATIONS[manifest.request.dataset].title[language]}
      overline={format.dateTime(formatTimestamp(Date.parse(manifest.asOf)))}
      onClose={onClose}
      onStep={onStep}
    >
      {hasPersonalData(manifest) && (
        <p className={styles.personal}>
          <strong>[{t('exports.history.personal')}]</strong>
        </p>
      )}
      {shortfall !== null && <p className={styles.shortfall}>{shortfall}</p>}
      {missingFigures !== null && <p className={styles.shortfall}>{missingFigures}</p>}
      <p className={styles.file}>{manifest.fileName}</p>
      <Group gap="xs" mb={20}>
        <ExportFileActions file={entry} variant="default" />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRepeat size={14} aria-hidden />}
          onClick={() => void runExport(manifest.request)}
        >
          {t('exports.details.repeat')}
        </Button>
      </Group>
      <ComparisonSection entry={entry} />
      <ExportSums manifest={manifest} />
      <Box mt={20}>
        <ExportFacts entry={entry} />
      </Box>
    </Drawer>
  );
}

/** The details of a month package: its files with their rows, and whether the checks of its report hold. */
function MonthDrawer({ entry, onClose, onStep }: DrawerProps<PastMonth>) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { manifest } = entry;
  return (
    <Drawer
      title={t('exports.month.title')}
      overline={dateTime(formatTimestamp(Date.parse(manifest.asOf)))}
      onClose={onClose}
      onStep={onStep}
    >
      {useMonthNotes(manifest).map((note) => (
        <p key={note} className={styles.shortfall}>
          {note}
        </p>
      ))}
      <p className={styles.file}>{manifest.fileName}</p>
      <Group gap="xs" mb={20}>
        <ExportFileActions file={entry} variant="default" />
      </Group>
      <MonthFiles members={manifest.members} />
      <Box mt={20}>
        <PastFileFacts entry={entry} />
      </Box>
    </Drawer>
  );
}

/** What a reader of a package must know; empty if all is well. */
export function useMonthNotes({ isComplete, isOver, unknown, failedChecks }: PastMonth['manifest']): readonly string[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    ...(isComplete ? [] : [t('exports.month.lacks')]),
    ...(failedChecks === 0 ? [] : [t('exports.month.failedChecks', { count: failedChecks })]),
    ...(isOver ? [] : [t('exports.month.wasGoingOn')]),
    ...[formatUnknownNote(unknown, language)].filter((note) => note !== null),
  ];
}

function MonthFiles({ members }: Pick<PastMonth['manifest'], 'members'>) {
  const { t } = useTranslation();
  return (
    <PlainTable
      caption={t('exports.month.files')}
      className={styles.sums}
      columns={[
        { id: 'file', header: '', isRowHeading: true, cell: ({ fileName }) => fileName },
        {
          id: 'rows',
          header: '',
          cell: ({ rows, isComplete }) => (
            <>
              {t('exports.rows', { count: rows })}
              {!isComplete && <span className={styles.incomplete}> {t('exports.month.rowsMissing')}</span>}
            </>
          ),
        },
      ]}
      rows={members}
      getRowKey={({ fileName }) => fileName}
    />
  );
}

function ExportFacts({ entry }: { readonly entry: PastExport }) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { rows, columns, request } = entry.manifest;
  const { getHeading } = useDatasetColumns(request.dataset);
  return (
    <PastFileFacts
      entry={entry}
      rows={[[t('exports.history.column.rows'), quantity(rows)]]}
      columns={[[t('states.columns'), columns.map(getHeading).join(', '), 'wide']]}
    />
  );
}

function FileSize({ bytes }: Pick<PastFile['manifest'], 'bytes'>) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const exact = t('exports.details.bytesText', { count: bytes });
  return <span title={exact}>{bytes < BYTES_PER_KB ? exact : formatSize(bytes, quantity)}</span>;
}

const BYTES_PER_KB = 1000;

/** Formats a size: `47,8 kB`, `1,2 MB`. */
function formatSize(bytes: number, quantity: NumberFormat['quantity']): string {
  const [size, unit] = bytes < BYTES_PER_KB ** 2 ? [bytes / BYTES_PER_KB, 'kB'] : [bytes / BYTES_PER_KB ** 2, 'MB'];
  return `${quantity(Math.round(size * 10) / 10)}\u00a0${unit}`;
}

interface PastFileFactsProps {
  readonly entry: PastFile;
  /** Additional facts about a file of one dataset, at their positions in the list. */
  readonly rows?: readonly Fact[];
  readonly columns?: readonly Fact[];
}

function PastFileFacts({ entry: { manifest, path }, rows = [], columns = [] }: PastFileFactsProps) {
  const { t } = useTranslation();
  const selection = useFormatSelection()(manifest);
  const facts: readonly Fact[] = [
    [t('exports.history.column.selection'), selection, 'wide'],
    [t('exports.fileType'), t(`exports.form.${toForm(manifest.request)}`)],
    ...rows,
    [t('exports.details.bytes'), <FileSize key="bytes" bytes={manifest.bytes} />],
    [t('exports.history.column.user'), useFormatUser()(manifest)],
    ...useScheduledFacts(manifest),
    ...columns,
    [t('exports.details.path'), path ?? '', 'wide'],
  ];
  return (
    <>
      <FactList facts={facts} layout="pairs" />
      <details className={styles.technical}>
        <summary>{t('states.technical')}</summary>
        <FactList facts={[[t('signIn.account'), manifest.account]]} layout="pairs" />
        <CopyField
          label={t('exports.details.sha256')}
          text={manifest.sha256}
          copyLabel={t('exports.details.copySha256')}
          layout="block"
        />
      </details>
    </>
  );
}

/** The schedule of a file and how the file differs from an earlier one; empty if the user started the export. */
function useScheduledFacts({ scheduled }: PastFile['manifest']): readonly Fact[] {
  const { t } = useTranslation();
  if (!scheduled) return [];
  const { name, isLate, changes } = scheduled;
  const made: Fact = [t('schedules.madeBy'), isLate ? t('schedules.lateIn', { name }) : name];
  if (changes === null) return [made];
  const { fileName: file, counts } = changes;
  const text = counts === null ? t('schedules.changedFrom', { file }) : t('schedules.changes', { file, ...counts });
  return [made, [t('schedules.changed'), text, 'wide']];
}

/** The sums of the columns that have one. */
function ExportSums({ manifest }: { readonly manifest: ExportManifest }) {
  const { t } = useTranslation();
  const formatCell = useFormatCell();
  const { getHeading, findColumn } = useDatasetColumns(manifest.request.dataset);
  const sums = Object.entries(manifest.sums);
  if (sums.length === 0) return null;
  return (
    <PlainTable
      caption={t('exports.details.sums')}
      className={styles.sums}
      columns={[
        { id: 'column', header: '', isRowHeading: true, cell: ([id]) => getHeading(id) },
        { id: 'sum', header: '', cell: ([id, sum]) => formatCell(findColumn(id), sum) },
      ]}
      rows={sums}
      getRowKey={([id]) => id}
    />
  );
}
