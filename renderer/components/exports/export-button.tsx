import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconDownload } from '@tabler/icons-react';
import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { runExport } from '../../lib/exports/run-export.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { queryParameters } from '../../lib/host/api-client.ts';
import { useLanguage } from '../../lib/language.ts';
import { useChangeSettings, useSettings } from '../../lib/settings.ts';
import styles from './export-button.module.css';
import {
  type ExportChoice,
  type ExportForm,
  formatOf,
  formsOf,
  PAGE_EXPORT_ID,
  profileOf,
  useUsualForm,
} from './export-forms.ts';

interface ExportButtonProps extends ExportChoice {
  /** What else the page offers, in the menu. */
  readonly others?: readonly ExportChoice[];
  readonly disabled?: boolean;
}

/** A second press of the same double click is not a second export. */
const DOUBLE_CLICK_MS = 500;

/**
 * Writes everything that the filters select, not only what has been read: in the usual form of the
 * user, or in the one chosen in the menu beside it. Several exports may be under way.
 */
export function ExportButton({ others = [], disabled = false, ...main }: ExportButtonProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { csvProfile } = useSettings();
  const { mutate: changeSettings } = useChangeSettings();
  const notifyFailure = useNotifyFailure();
  const clickedAt = useRef(Number.NEGATIVE_INFINITY);
  const usual = useUsualForm();

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
      changeSettings({ csvProfile: profile }, { onError: notifyFailure });
    }
    run(choice, form);
  }

  return (
    <Button.Group>
      <Button
        id={PAGE_EXPORT_ID}
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

interface ExportButtonMenuProps {
  readonly main: ExportChoice;
  readonly others: readonly ExportChoice[];
  /** The form that the button itself writes. */
  readonly usual: ExportForm;
  readonly disabled: boolean;
  readonly onChoose: (choice: ExportChoice, form: ExportForm) => void;
}

/** Every form of what the page exports, and below it what else there is, each with its forms. */
function ExportButtonMenu({ main, others, usual, disabled, onChoose }: ExportButtonMenuProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameOf = ({ dataset, label }: ExportChoice) => label ?? DECLARATIONS[dataset].title[language];
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          className={styles.more ?? ''}
          disabled={disabled}
          aria-label={t('exports.choose')}
          title={t('exports.choose')}
        >
          <IconChevronDown size={15} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{nameOf(main)}</Menu.Label>
        <ExportFormItems forms={formsOf(main.dataset)} usual={usual} onChoose={(form) => onChoose(main, form)} />
        {others.length > 0 && <Menu.Divider />}
        {others.map((choice) => (
          <ExportButtonSubmenu
            key={nameOf(choice)}
            label={nameOf(choice)}
            forms={formsOf(choice.dataset)}
            onChoose={(form) => onChoose(choice, form)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ExportButtonSubmenuProps {
  readonly label: string;
  readonly forms: readonly ExportForm[];
  readonly onChoose: (form: ExportForm) => void;
}

/** The forms of something else that the page exports; opened by pointing at it, by a press, or with the arrow key. */
function ExportButtonSubmenu({ label, forms, onChoose }: ExportButtonSubmenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);

  function open({ detail }: MouseEvent) {
    flushSync(() => setIsOpen(true));
    // Pressed with a key: the focus moves into the opened menu.
    if (detail === 0) menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }

  return (
    <Menu.Sub opened={isOpen} onChange={setIsOpen} position="left-start" width={300}>
      <Menu.Sub.Target>
        <Menu.Sub.Item onClick={open}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown ref={menu} aria-label={label}>
        <ExportFormItems forms={forms} onChoose={onChoose} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

interface ExportFormItemsProps {
  readonly forms: readonly ExportForm[];
  /** The form that the button itself writes, which has an icon; absent where the button writes something else. */
  readonly usual?: ExportForm;
  readonly onChoose: (form: ExportForm) => void;
}

/** The forms of a file in a menu, each with its use. */
function ExportFormItems({ forms, usual, onChoose }: ExportFormItemsProps) {
  const { t } = useTranslation();
  return forms.map((form) => (
    <Menu.Item
      key={form}
      onClick={() => onChoose(form)}
      rightSection={form === usual ? <IconCheck size={14} aria-hidden /> : null}
    >
      {t(`exports.form.${form}`)}
      <span className={styles.use}>{t(`exports.formUse.${form}`)}</span>
      {form === usual && <span className={styles.use}>{t('exports.usual')}</span>}
    </Menu.Item>
  ));
}
