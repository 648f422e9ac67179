import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ExportForm } from '../../../shared/contract/export-forms.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import type { ScheduledWork } from '../../../shared/contract/schedules.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { runExport } from '../../lib/exports/run-export.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { formatQuery } from '../../lib/host/api-client.ts';
import { useLanguage } from '../../lib/language.ts';
import { useChangePreferences, usePreferences } from '../../lib/preferences.ts';
import { ScheduleDialog } from '../schedules/schedule-dialog.tsx';
import { toScheduledWork } from '../schedules/schedule-texts.ts';
import styles from './export-buttons.module.css';
import { BUTTON_FORMS, type ExportChoice, isOffered, listForms, PAGE_EXPORT_ID, toFormat } from './export-forms.ts';

interface ExportButtonsProps extends ExportChoice {
  /** Other exports of the page, in the menu. */
  readonly others?: readonly ExportChoice[];
  readonly disabled?: boolean;
}

/** The second click of a double click does not start a second export. */
const DOUBLE_CLICK_MS = 500;

/**
 * Exports everything that matches the filters, not only the loaded rows: as CSV or Excel with one click, in other
 * formats from the menu. Several exports may run at the same time.
 */
export function ExportButtons({ others = [], disabled = false, ...main }: ExportButtonsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { lastExportForm } = usePreferences();
  const { mutate: changePreferences } = useChangePreferences();
  const notifyFailure = useNotifyFailure();
  const usualForm = isOffered(main.dataset, lastExportForm) ? lastExportForm : 'csv-excel';
  const [scheduled, setScheduled] = useState<ScheduledWork | null>(null);
  const clicked = useRef({ form: lastExportForm, timeStamp: Number.NEGATIVE_INFINITY });

  function createRequest({ dataset, filters, columns }: ExportChoice, form: ExportForm): ExportRequest {
    return {
      dataset,
      filters: formatQuery(filters),
      language,
      ...toFormat(form),
      ...(columns && { columns: [...columns] }),
    };
  }

  function run(choice: ExportChoice, form: ExportForm) {
    void runExport(createRequest(choice, form));
    if (form !== lastExportForm) changePreferences({ lastExportForm: form }, { onError: notifyFailure });
  }

  function click(form: ExportForm, { timeStamp }: MouseEvent) {
    const isSecondPress = form === clicked.current.form && timeStamp - clicked.current.timeStamp < DOUBLE_CLICK_MS;
    clicked.current = { form, timeStamp };
    if (!isSecondPress) run(main, form);
  }

  return (
    <>
      <Button.Group>
        {BUTTON_FORMS.map((form) => (
          <Button
            key={form}
            className={styles.part ?? ''}
            leftSection={<IconDownload size={15} aria-hidden />}
            aria-label={t(`exports.as.${form}`)}
            title={[main.label, t(`exports.as.${form}`)].filter(Boolean).join(': ')}
            disabled={disabled}
            onClick={(event) => click(form, event)}
          >
            {t(`exports.form.${form}`)}
          </Button>
        ))}
        <ExportMenu
          main={main}
          others={others}
          disabled={disabled}
          onChoose={run}
          onSchedule={() => setScheduled(toScheduledWork(createRequest(main, usualForm)))}
        />
      </Button.Group>
      <button
        type="button"
        id={PAGE_EXPORT_ID}
        hidden
        disabled={disabled}
        onClick={(event) => click(usualForm, event)}
      />
      <ScheduleDialog work={scheduled} onClose={() => setScheduled(null)} />
    </>
  );
}

interface ExportMenuProps {
  readonly main: ExportChoice;
  readonly others: readonly ExportChoice[];
  readonly disabled: boolean;
  readonly onChoose: (choice: ExportChoice, form: ExportForm) => void;
  readonly onSchedule: () => void;
}

/**
 * The formats of the page's main export that have no button, and below them the other exports with all their formats.
 */
function ExportMenu({ main, others, disabled, onChoose, onSchedule }: ExportMenuProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const getName = ({ dataset, label }: ExportChoice) => label ?? DECLARATIONS[dataset].title[language];
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          className={`${styles.part} ${styles.more}`}
          disabled={disabled}
          aria-label={t('exports.choose')}
          title={t('exports.choose')}
        >
          <IconChevronDown size={15} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{getName(main)}</Menu.Label>
        <ExportFormItems choice={main} hasButtons onChoose={(form) => onChoose(main, form)} />
        <Menu.Label className={styles.hint}>{t('exports.excelHint')}</Menu.Label>
        <Menu.Item onClick={onSchedule}>{t('schedules.addOther')}</Menu.Item>
        {others.length > 0 && <Menu.Divider />}
        {others.map((choice) => (
          <ExportSubmenu key={getName(choice)} label={getName(choice)}>
            <ExportFormItems choice={choice} onChoose={(form) => onChoose(choice, form)} />
          </ExportSubmenu>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ExportFormItemsProps {
  readonly choice: ExportChoice;
  /** CSV and Excel have buttons beside the menu, so they are left out. */
  readonly hasButtons?: boolean;
  readonly onChoose: (form: ExportForm) => void;
}

/** The formats of an export. Those for other programs are in a submenu. */
function ExportFormItems({ choice, hasButtons = false, onChoose }: ExportFormItemsProps) {
  const { t } = useTranslation();
  const { usual, forPrograms } = listForms(choice.dataset);
  const isWithButton = (form: ExportForm) => BUTTON_FORMS.some((one) => one === form);
  const renderItem = (form: ExportForm) => (
    <Menu.Item key={form} onClick={() => onChoose(form)}>
      {t(`exports.form.${form}`)}
    </Menu.Item>
  );
  return (
    <>
      {usual.filter((form) => !(hasButtons && isWithButton(form))).map(renderItem)}
      <ExportSubmenu label={t('exports.moreForms')}>{forPrograms.map(renderItem)}</ExportSubmenu>
    </>
  );
}

interface ExportSubmenuProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Opens on hover, on click, or with the arrow key. */
function ExportSubmenu({ label, children }: ExportSubmenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);

  function open({ detail }: MouseEvent) {
    flushSync(() => setIsOpen(true));
    // Pressed with a key, so the focus moves into the opened menu.
    if (detail === 0) menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }

  return (
    <Menu.Sub opened={isOpen} onChange={setIsOpen} position="left-start" width={260}>
      <Menu.Sub.Target>
        <Menu.Sub.Item onClick={open}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown ref={menu} aria-label={label}>
        {children}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
