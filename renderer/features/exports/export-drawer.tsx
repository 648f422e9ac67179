import { Box, Button, Group } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../shared/calendar.ts';
import type { ExportManifest, PastExport } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { ExportFileActions } from '../../components/exports/export-file-actions.tsx';
import { formOf } from '../../components/exports/export-forms.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import { useExportMessages } from '../../lib/exports/export-messages.ts';
import { runExport } from '../../lib/exports/run-export.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useCellText, useDatasetColumns } from './cell-text.ts';
import { ComparisonSection } from './export-comparison.tsx';
import { useSelectionText, useUserText } from './export-history.tsx';
import styles from './exports-page.module.css';

interface ExportDrawerProps {
  readonly entry: PastExport;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
}

export function ExportDrawer({ entry, onClose, onStep }: ExportDrawerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const { manifest } = entry;
  const messages = useExportMessages();
  const shortfall = messages.shortfall(manifest);
  const missingFigures = messages.missingFigures(manifest);
  return (
    <Drawer
      title={DECLARATIONS[manifest.request.dataset].title[language]}
      overline={format.moment(localTimestamp(Date.parse(manifest.asOf)))}
      onClose={onClose}
      onStep={onStep}
    >
      {shortfall !== null && <p className={styles.shortfall}>{shortfall}</p>}
      {missingFigures !== null && <p className={styles.shortfall}>{missingFigures}</p>}
      <p className={styles.file}>{manifest.fileName}</p>
      <Group gap="xs" mb={20}>
        <ExportFileActions file={entry} variant="default" />
        <Button
          size="compact-sm"
          fz={13}
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

function ExportFacts({ entry: { manifest, path } }: { readonly entry: PastExport }) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { headingOf } = useDatasetColumns(manifest.request.dataset);
  const selection = useSelectionText()(manifest);
  const facts: readonly Fact[] = [
    [t('exports.history.column.selection'), selection],
    [t('exports.history.column.form'), t(`exports.form.${formOf(manifest.request)}`)],
    [t('exports.history.column.rows'), quantity(manifest.rows)],
    [t('exports.details.bytes'), t('exports.details.bytesText', { text: quantity(manifest.bytes) })],
    [t('exports.history.column.user'), useUserText()(manifest)],
    [t('signIn.account'), manifest.account],
    [t('states.columns'), manifest.columns.map(headingOf).join(', '), 'wide'],
    [t('exports.details.path'), path ?? '', 'wide'],
  ];
  return (
    <>
      <FactList facts={facts} layout="pairs" />
      <CopyField
        label={t('exports.details.sha256')}
        text={manifest.sha256}
        copyLabel={t('exports.details.copySha256')}
        layout="block"
      />
    </>
  );
}

/** The sum of each column that has one. */
function ExportSums({ manifest }: { readonly manifest: ExportManifest }) {
  const { t } = useTranslation();
  const cellText = useCellText();
  const { headingOf, columnOf } = useDatasetColumns(manifest.request.dataset);
  const sums = Object.entries(manifest.sums);
  if (sums.length === 0) return null;
  return (
    <table className={styles.sums}>
      <caption>{t('exports.details.sums')}</caption>
      <tbody>
        {sums.map(([id, sum]) => (
          <tr key={id}>
            <th scope="row">{headingOf(id)}</th>
            <td>{cellText(columnOf(id), sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
