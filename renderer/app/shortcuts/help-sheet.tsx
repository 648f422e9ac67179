import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { closeShellDialog, openShellDialog } from '../shell/shell-dialog-store.ts';
import { KeyTable } from './key-table.tsx';
import { keyWords } from './key-words.ts';
import { type Shortcut, useShortcuts } from './use-shortcuts.ts';
import { useTableKeys } from './use-table-keys.ts';

/** Every key that does something: those of every page from the list that their handler has, and those of a list. */
export function HelpSheet() {
  const { t } = useTranslation();
  const { pages, actions } = useShortcuts();
  const tableKeys = useTableKeys();
  const linesOf = (shortcuts: readonly Shortcut[]) =>
    shortcuts.map(({ id, label, combinations }) => ({ id, label, keys: combinations.map(keyWords) }));
  return (
    <Dialog isOpen title={t('habits.help.title')} onClose={closeShellDialog}>
      <KeyTable title={t('habits.help.actions')} lines={linesOf(actions)} />
      <KeyTable title={t('habits.help.pages')} lines={linesOf(pages)} />
      <KeyTable title={t('habits.help.table')} lines={tableKeys} />
      <Button variant="default" mt="md" onClick={() => openShellDialog({ kind: 'tour' })}>
        {t('habits.help.tour')}
      </Button>
    </Dialog>
  );
}
