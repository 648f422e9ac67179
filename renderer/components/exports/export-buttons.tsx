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
import { workOf } from '../schedules/schedule-texts.ts';
import styles from './export-buttons.module.css';
import { type ExportChoice, FORMS_OF_BUTTONS, formatOf, formsOf, isFormOf, PAGE_EXPORT_ID } from './export-forms.ts';

interface ExportButtonsProps extends ExportChoice {
  /** What else the page offers, in the menu. */
  readonly others?: readonly ExportChoice[];
  readonly disabled?: boolean;
}

/** A second press of the same double click is not a second export. */
const DOUBLE_CLICK_MS = 500;

/**
 * Writes everything that the filters select, not only what has been read: as CSV or Excel by one click, in another
 * form from the menu beside them. Several exports may be in progress.
 */
export function ExportButtons({ others = [], disabled = false, ...main }: ExportButtonsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { lastExportForm } = usePreferences();
  const { mutate: changePreferences } = useChangePreferences();
  const notifyFailure = useNotifyFailure();
  const usualForm = isFormOf(main.dataset, lastExportForm) ? lastExportForm : 'csv-excel';
  const [scheduled, setScheduled] = useState<ScheduledWork | null>(null);
  const clicked = useRef({ form: lastExportForm, timeStamp: Number.NEGATIVE_INFINITY });

  function requestOf({ dataset, filters, columns }: ExportChoice, form: ExportForm): ExportRequest {
    return {
      dataset,
      filters: formatQuery(filters),
      language,
      ...formatOf(form),
      ...(columns && { columns: [...columns] }),
    };
  }

  function run(choice: ExportChoice, form: ExportForm) {
    void runExport(requestOf(choice, form));
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
        {FORMS_OF_BUTTONS.map((form) => (
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
          onSchedule={() => setScheduled(workOf(requestOf(main, usualForm)))}
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

/** The forms of what the page exports that have no button, and below them what else there is, each with all its forms. */
function ExportMenu({ main, others, disabled, onChoose, onSchedule }: ExportMenuProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameOf = ({ dataset, label }: ExportChoice) => label ?? DECLARATIONS[dataset].title[language];
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
        <Menu.Label>{nameOf(main)}</Menu.Label>
        <ExportFormItems choice={main} hasButtons onChoose={(form) => onChoose(main, form)} />
        <Menu.Label className={styles.hint}>{t('exports.excelHint')}</Menu.Label>
        <Menu.Item onClick={onSchedule}>{t('schedules.addOther')}</Menu.Item>
        {others.length > 0 && <Menu.Divider />}
        {others.map((choice) => (
          <ExportSubmenu key={nameOf(choice)} label={nameOf(choice)}>
            <ExportFormItems choice={choice} onChoose={(form) => onChoose(choice, form)} />
          </ExportSubmenu>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ExportFormItemsProps {
  readonly choice: ExportChoice;
  /** CSV and Excel have buttons beside the menu. */
  readonly hasButtons?: boolean;
  readonly onChoose: (form: ExportForm) => void;
}

/** The forms of a file in a menu; those for other programs in a menu below. */
function ExportFormItems({ choice, hasButtons = false, onChoose }: ExportFormItemsProps) {
  const { t } = useTranslation();
  const { usual, forPrograms } = formsOf(choice.dataset);
  const isWithButton = (form: ExportForm) => FORMS_OF_BUTTONS.some((one) => one === form);
  const itemOf = (form: ExportForm) => (
    <Menu.Item key={form} onClick={() => onChoose(form)}>
      {t(`exports.form.${form}`)}
    </Menu.Item>
  );
  return (
    <>
      {usual.filter((form) => !(hasButtons && isWithButton(form))).map(itemOf)}
      <ExportSubmenu label={t('exports.moreForms')}>{forPrograms.map(itemOf)}</ExportSubmenu>
    </>
  );
}

interface ExportSubmenuProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Opened by pointing at it, by a press, or with the arrow key. */
function ExportSubmenu({ label, children }: ExportSubmenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);

  function open({ detail }: MouseEvent) {
    flushSync(() => setIsOpen(true));
    // Pressed with a key: the focus moves into the opened menu.
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
