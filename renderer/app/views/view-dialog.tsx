import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_VIEW_NAME_LENGTH, MAX_VIEW_SEARCH_LENGTH, MAX_VIEWS } from '../../../shared/contract/preference-limits.ts';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useGoTo } from '../../lib/address/navigation.ts';
import { showProblems } from '../../lib/first-problem.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { closeShellDialog } from '../shell/shell-store.ts';
import { findNamesake, putView, removeView, useChangeViews, useOfferUndo } from './change-views.ts';
import { getViewAddress, useCurrentChoices } from './current-view.ts';

/** Asks for the name of a new view, or a new name for an existing one. */
export function ViewDialog({ viewId }: { readonly viewId: string | null }) {
  const { t } = useTranslation();
  const { views } = usePreferences();
  const choices = useCurrentChoices();
  const change = useChangeViews();
  const offerBack = useOfferUndo();
  const goTo = useGoTo();
  const [newId] = useState(() => crypto.randomUUID());
  const renamed = views.find(({ id }) => id === viewId);
  const draft = renamed ?? { id: newId, name: '', ...choices };

  async function save(name: string) {
    const view = { ...draft, name };
    const replaced = findNamesake(views, view);
    if (!(await change((now) => putView(now, view)))) return;
    closeShellDialog();
    if (replaced) {
      offerBack({
        message: t('views.replaced', { name: replaced.name }),
        view: replaced,
        index: views.indexOf(replaced),
        others: (now) =>
          renamed ? now.map((other) => (other.id === renamed.id ? renamed : other)) : removeView(now, view.id),
      });
    }
    if (!renamed) goTo(getViewAddress(view), { replaces: true });
  }

  return (
    <Dialog isOpen title={renamed ? t('views.save.renameTitle') : t('views.save.title')} onClose={closeShellDialog}>
      <ViewForm draft={draft} views={views} isNew={!renamed} onSave={save} onCancel={closeShellDialog} />
    </Dialog>
  );
}

interface ViewFormProps {
  readonly draft: SavedView;
  readonly views: readonly SavedView[];
  readonly isNew: boolean;
  readonly onSave: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** The form for the name of a view. Asks before it replaces a view with the same name. */
function ViewForm({ draft, views, isNew, onSave, onCancel }: ViewFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(draft.name);
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const named = { ...draft, name: name.trim() };
  const replaced = findNamesake(views, named);
  const problem = useNameProblem({ named, replaced, views, isNew });
  const mustConfirm = isChecked && !problem && replaced !== undefined;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    showProblems(event.currentTarget, () => setChecked(true));
    if (problem || (replaced && !mustConfirm)) return;
    setSaving(true);
    await onSave(named.name);
    setSaving(false);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {isNew && (
          <Text fz={13} c="dimmed">
            {t('views.save.hint')}
          </Text>
        )}
        <TextInput
          data-autofocus
          label={t('terms.name')}
          aria-required
          maxLength={MAX_VIEW_NAME_LENGTH}
          value={name}
          error={isChecked && problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setChecked(false);
          }}
        />
        <div role="status">
          {mustConfirm && <Text fz={13}>{t('views.save.replaceQuestion', { name: replaced.name })}</Text>}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('states.cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {mustConfirm ? t('views.save.replace') : t('views.save.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface NamedView {
  readonly named: SavedView;
  /** The view that would be replaced. */
  readonly replaced: SavedView | undefined;
  readonly views: readonly SavedView[];
  readonly isNew: boolean;
}

/** Why a view cannot be saved under its name; `null` if it can. */
function useNameProblem({ named, replaced, views, isNew }: NamedView): string | null {
  const { t } = useTranslation();
  if (named.name === '') return t('views.save.nameRequired');
  if (named.search.length > MAX_VIEW_SEARCH_LENGTH) return t('views.save.tooLong');
  if (isNew && !replaced && views.length >= MAX_VIEWS) {
    return t('views.save.tooMany', { count: MAX_VIEWS });
  }
  return null;
}
