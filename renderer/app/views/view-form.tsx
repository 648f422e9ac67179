import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VIEW_NAME_MAX } from '../../../shared/contract/preference-limits.ts';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { useNameTrouble } from './use-name-trouble.ts';
import { namesake } from './view-list.ts';

interface ViewFormProps {
  readonly draft: SavedView;
  readonly views: readonly SavedView[];
  readonly isNew: boolean;
  readonly onSave: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** The name of a view; one that another view has is asked about before it replaces that. */
export function ViewForm({ draft, views, isNew, onSave, onCancel }: ViewFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(draft.name);
  const [isTold, setTold] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const named = { ...draft, name: name.trim() };
  const replaced = namesake(views, named);
  const trouble = useNameTrouble({ named, replaced, views, isNew });
  const isAsked = isTold && !trouble && replaced !== undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTold(true);
    if (trouble || (replaced && !isAsked)) return;
    setSaving(true);
    await onSave(named.name);
    setSaving(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {isNew && (
          <Text fz={13} c="dimmed">
            {t('views.save.hint')}
          </Text>
        )}
        <TextInput
          data-autofocus
          label={t('views.save.name')}
          maxLength={VIEW_NAME_MAX}
          value={name}
          error={isTold && trouble}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setTold(false);
          }}
        />
        <div role="status">
          {isAsked && <Text fz={13}>{t('views.save.replaceQuestion', { name: replaced.name })}</Text>}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('views.save.cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {isAsked ? t('views.save.replace') : t('views.save.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
