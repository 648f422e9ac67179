import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Subscription,
  WEBHOOK_DESCRIPTION_MAX,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_MAX,
  type WebhookEvent,
} from '../../../../shared/contract/webhook-records.ts';
import { DialogFailure } from '../dialog-failure.tsx';
import styles from '../dialogs.module.css';
import { isRefused } from '../refused.ts';
import { UrlRefusal } from './url-refusal.tsx';

interface SubscribeFormProps {
  /** Why subscribing failed; null while it did not. */
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onSubmit: (subscription: Subscription) => void;
  /** What was refused is being changed. */
  readonly onEdit: () => void;
  readonly onCancel: () => void;
}

export function SubscribeForm({ error, isBusy, onSubmit, onEdit, onCancel }: SubscribeFormProps) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly string[]>(WEBHOOK_EVENTS);
  const [description, setDescription] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const chosen = WEBHOOK_EVENTS.filter((event) => events.includes(event));

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (url.trim() === '' || chosen.length === 0) return;
    onSubmit({ url: url.trim(), events: chosen as WebhookEvent[], description: description.trim() });
  }

  function urlError() {
    if (isChecked && url.trim() === '') return t('webhooks.subscribe.urlRequired');
    return isRefused(error) ? <UrlRefusal reason={error.message} /> : undefined;
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {error && !isRefused(error) && <DialogFailure error={error} />}
      <TextInput
        type="url"
        label={t('webhooks.subscribe.url')}
        description={t('webhooks.subscribe.urlHint')}
        descriptionProps={{ className: styles.hint ?? '' }}
        errorProps={{ size: 'sm', role: 'alert' }}
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={url}
        error={urlError()}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          if (error) onEdit();
        }}
      />
      <Checkbox.Group
        label={t('webhooks.subscribe.events')}
        labelProps={{ fz: 'xs' }}
        errorProps={{ size: 'sm', role: 'alert' }}
        error={isChecked && chosen.length === 0 ? t('webhooks.subscribe.eventsRequired') : undefined}
        value={[...events]}
        onChange={setEvents}
      >
        <div className={styles.choices}>
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox key={event} value={event} size="xs" label={t(`webhooks.event.${event}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label={t('webhooks.subscribe.description')}
        description={t('webhooks.subscribe.descriptionHint')}
        descriptionProps={{ className: styles.hint ?? '' }}
        maxLength={WEBHOOK_DESCRIPTION_MAX}
        autoComplete="off"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button variant="default" disabled={isBusy} onClick={onCancel}>
          {t('webhooks.subscribe.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('webhooks.subscribe.submit')}
        </Button>
      </div>
    </form>
  );
}
