import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { API_KEY_NAME_MAX } from '../../../../shared/contract/shown-api-keys.ts';
import { useToday } from '../../../components/period-picker/use-today.ts';
import type { NewApiKey } from '../api/create-api-key.ts';
import { NO_EXPIRY } from './chosen-expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import styles from './keys.module.css';
import { PlatformKeyField } from './platform-key-field.tsx';

interface NewKeyFormProps {
  /** What a platform whose key the new one carries is known by; null where it carries none. */
  readonly keyPlatform: string | null;
  readonly isBusy: boolean;
  readonly onSubmit: (key: NewApiKey) => void;
  readonly onCancel: () => void;
}

export function NewKeyForm({ keyPlatform, isBusy, onSubmit, onCancel }: NewKeyFormProps) {
  const { t } = useTranslation();
  const today = useToday();
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState(NO_EXPIRY);
  const [platformKey, setPlatformKey] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const trimmedName = name.trim();
  const trimmedKey = platformKey.trim();
  const isKeyMissing = keyPlatform !== null && trimmedKey === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (trimmedName === '' || expiry.isUnread || isKeyMissing) return;
    const carried = keyPlatform === null ? {} : { platformKey: trimmedKey };
    onSubmit({ name: trimmedName, expiresOn: expiry.lastDay, ...carried });
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        label={t('localApi.newKey.name')}
        description={t('localApi.newKey.nameHint')}
        descriptionProps={{ className: styles.hint ?? '' }}
        errorProps={{ size: 'sm' }}
        maxLength={API_KEY_NAME_MAX}
        autoComplete="off"
        data-autofocus
        value={name}
        error={isChecked && trimmedName === '' ? t('localApi.newKey.nameRequired') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ExpiryField value={expiry} today={today} onChange={setExpiry} />
      {keyPlatform !== null && (
        <PlatformKeyField
          platform={keyPlatform}
          value={platformKey}
          isMissing={isChecked && isKeyMissing}
          onChange={setPlatformKey}
        />
      )}
      <div className={styles.dialogActions}>
        <Button variant="default" disabled={isBusy} onClick={onCancel}>
          {t('localApi.newKey.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('localApi.newKey.create')}
        </Button>
      </div>
    </form>
  );
}
