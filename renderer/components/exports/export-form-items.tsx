import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './export-button.module.css';
import { EXPORT_FORMS, type ExportForm } from './export-forms.ts';

interface ExportFormItemsProps {
  /** Marked: the form that the button itself writes; absent where it writes something else. */
  readonly usual?: ExportForm;
  readonly onChoose: (form: ExportForm) => void;
}

/** The forms of a file in a menu, each with a word of what it is for. */
export function ExportFormItems({ usual, onChoose }: ExportFormItemsProps) {
  const { t } = useTranslation();
  return EXPORT_FORMS.map((form) => (
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
