import { Button, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIONS, PAGES } from '../../../shared/commands.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { closeShellDialog } from '../shell/shell-store.ts';
import { useActionParts } from './action-parts.ts';
import { formatKeyLabels, getModLabel } from './keys.tsx';
import styles from './shortcuts.module.css';

/** All keys: those of the commands and those of a list. */
export function HelpSheet() {
  const { t } = useTranslation();
  const tableKeys = useTableKeys();
  const { tour } = useActionParts();
  const toLines = (commands: typeof ACTIONS | typeof PAGES) =>
    commands
      .filter(({ shortcuts }) => shortcuts.length > 0)
      .map(({ id, text, shortcuts }) => ({ id, label: t(text), keys: shortcuts.map(formatKeyLabels) }));
  return (
    <Dialog isOpen title={t('shell.shortcuts')} onClose={closeShellDialog}>
      <KeyTable title={t('habits.help.actions')} lines={toLines(ACTIONS)} />
      <KeyTable title={t('habits.palette.pages')} lines={toLines(PAGES)} />
      <KeyTable title={t('habits.help.table')} lines={tableKeys} />
      <Button variant="default" mt="md" onClick={tour.run}>
        {t('habits.command.tour')}
      </Button>
    </Dialog>
  );
}

interface KeyLine {
  readonly id: string;
  readonly label: string;
  /** Alternative combinations. The keys of one combination are pressed together. */
  readonly keys: readonly (readonly string[])[];
}

function KeyTable({ title, lines }: { readonly title: string; readonly lines: readonly KeyLine[] }) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <caption className={styles.title}>{title}</caption>
      <VisuallyHidden component="thead">
        <tr>
          <th scope="col">{t('habits.help.does')}</th>
          <th scope="col">{t('habits.help.key')}</th>
        </tr>
      </VisuallyHidden>
      <tbody>
        {lines.map(({ id, label, keys }) => (
          <tr key={id}>
            <th scope="row" className={styles.label}>
              {label}
            </th>
            <td className={styles.keys}>
              {keys.map((combination, index) => (
                <Fragment key={combination.join(' ')}>
                  {index > 0 && <span className={styles.or}> {t('states.or')} </span>}
                  {combination.map((key) => (
                    <kbd key={key} className={styles.key}>
                      {key}
                    </kbd>
                  ))}
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The keys of a list, as labelled on the keyboard. */
function useTableKeys(): readonly KeyLine[] {
  const { t } = useTranslation();
  const formatKey = (key: string) => {
    if (key === 'mod') return getModLabel();
    if (key === 'click') return t('habits.click');
    return key === 'space' ? t('habits.space') : key;
  };
  return TABLE_KEYS.map(({ id, keys }) => ({
    id,
    label: t(`habits.tableKeys.${id}`),
    keys: keys.map((combination) => combination.map(formatKey)),
  }));
}

/** Only the texts of the help sheet. The keys are handled in `components/data-table` and its neighbours. */
const TABLE_KEYS = [
  { id: 'move', keys: [['↑'], ['↓'], ['K'], ['J']] },
  { id: 'cell', keys: [['←'], ['→']] },
  { id: 'page', keys: [['PgUp'], ['PgDn']] },
  { id: 'ends', keys: [['Home'], ['End']] },
  { id: 'open', keys: [['Enter']] },
  { id: 'details', keys: [['F6']] },
  { id: 'close', keys: [['Esc']] },
  { id: 'column', keys: [['Alt', '↓']] },
  { id: 'select', keys: [['space']] },
  {
    id: 'extend',
    keys: [
      ['Shift', '↑'],
      ['Shift', '↓'],
    ],
  },
  { id: 'pick', keys: [['mod', 'click']] },
  { id: 'range', keys: [['Shift', 'click']] },
  { id: 'all', keys: [['mod', 'A']] },
  { id: 'copy', keys: [['mod', 'C']] },
  { id: 'undo', keys: [['mod', 'Z']] },
] as const;
