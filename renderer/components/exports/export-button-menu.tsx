import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { useLanguage } from '../../lib/language.ts';
import styles from './export-button.module.css';
import { ExportButtonSubmenu } from './export-button-submenu.tsx';
import type { ExportChoice } from './export-choice.ts';
import { ExportFormItems } from './export-form-items.tsx';
import type { ExportForm } from './export-forms.ts';

interface ExportButtonMenuProps {
  readonly main: ExportChoice;
  readonly others: readonly ExportChoice[];
  /** The form that the button itself writes. */
  readonly usual: ExportForm;
  readonly disabled: boolean;
  readonly onChoose: (choice: ExportChoice, form: ExportForm) => void;
}

/** Every form of what the page exports, and below it what else there is, each with its forms. */
export function ExportButtonMenu({ main, others, usual, disabled, onChoose }: ExportButtonMenuProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nameOf = ({ dataset, label }: ExportChoice) => label ?? DECLARATIONS[dataset].title[language];
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          size="xs"
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
        <ExportFormItems usual={usual} onChoose={(form) => onChoose(main, form)} />
        {others.length > 0 && <Menu.Divider />}
        {others.map((choice) => (
          <ExportButtonSubmenu
            key={nameOf(choice)}
            label={nameOf(choice)}
            onChoose={(form) => onChoose(choice, form)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
