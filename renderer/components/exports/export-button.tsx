import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { runExport } from '../../lib/exports/run-export.ts';
import { queryParameters } from '../../lib/host/api-client.ts';
import { useLanguage } from '../../lib/language.ts';
import { useChangeSettings, useSettings } from '../../lib/settings.ts';
import { useTellFailure } from '../../lib/tell-failure.ts';
import { ExportButtonMenu } from './export-button-menu.tsx';
import { type ExportChoice, PAGE_EXPORT_ID } from './export-choice.ts';
import { csvForm, type ExportForm, formatOf, profileOf } from './export-forms.ts';

interface ExportButtonProps extends ExportChoice {
  /** What else the page offers, in the menu. */
  readonly others?: readonly ExportChoice[];
  readonly disabled?: boolean;
}

/** A second press of the same double click is not a second export. */
const DOUBLE_CLICK_MS = 500;

/**
 * Writes everything that the filters select, not only what has been read: as CSV in the profile used last, or in
 * the form chosen in the menu beside it. Several exports may be under way.
 */
export function ExportButton({ others = [], disabled = false, ...main }: ExportButtonProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { csvProfile } = useSettings();
  const { mutate: changeSettings } = useChangeSettings();
  const tellFailure = useTellFailure();
  const clickedAt = useRef(Number.NEGATIVE_INFINITY);
  const usual = csvForm(csvProfile);

  function run({ dataset, filters, columns }: ExportChoice, form: ExportForm) {
    void runExport({
      dataset,
      filters: queryParameters(filters),
      language,
      ...formatOf(form),
      ...(columns && { columns: [...columns] }),
    });
  }

  function runUsual({ timeStamp }: MouseEvent) {
    const isSecondPress = timeStamp - clickedAt.current < DOUBLE_CLICK_MS;
    clickedAt.current = timeStamp;
    if (!isSecondPress) run(main, usual);
  }

  function choose(choice: ExportChoice, form: ExportForm) {
    const profile = profileOf(form);
    if (profile !== null && profile !== csvProfile) {
      changeSettings({ csvProfile: profile }, { onError: tellFailure });
    }
    run(choice, form);
  }

  return (
    <Button.Group>
      <Button
        id={PAGE_EXPORT_ID}
        size="xs"
        leftSection={<IconDownload size={15} aria-hidden />}
        title={[main.label, t(`exports.form.${usual}`)].filter(Boolean).join(': ')}
        disabled={disabled}
        onClick={runUsual}
      >
        {t('exports.action')}
      </Button>
      <ExportButtonMenu main={main} others={others} usual={usual} disabled={disabled} onChoose={choose} />
    </Button.Group>
  );
}
