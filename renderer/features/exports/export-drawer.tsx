import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../shared/calendar.ts';
import type { PastExport } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { ExportFileActions } from '../../components/exports/export-file-actions.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import { useExportWords } from '../../lib/exports/export-messages.ts';
import { runExport } from '../../lib/exports/run-export.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { ComparisonSection } from './comparison-section.tsx';
import styles from './details.module.css';
import { ExportFacts } from './export-facts.tsx';
import { ExportSums } from './export-sums.tsx';

interface ExportDrawerProps {
  readonly entry: PastExport;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
}

/** An export with its file, what was in it, and whether that has changed since. */
export function ExportDrawer({ entry, onClose, onStep }: ExportDrawerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const { manifest } = entry;
  const shortfall = useExportWords().shortfall(manifest);
  return (
    <Drawer
      title={DECLARATIONS[manifest.request.dataset].title[language]}
      overline={format.moment(localTimestamp(Date.parse(manifest.asOf)))}
      onClose={onClose}
      onStep={onStep}
    >
      {shortfall !== null && <p className={styles.shortfall}>{shortfall}</p>}
      <p className={styles.file}>{manifest.fileName}</p>
      <div className={styles.actions}>
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
      </div>
      <ComparisonSection entry={entry} />
      <ExportSums manifest={manifest} />
      <div className={styles.about}>
        <ExportFacts entry={entry} />
      </div>
    </Drawer>
  );
}
