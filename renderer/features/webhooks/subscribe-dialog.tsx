import { Checkbox, Group, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  type Subscription,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
} from '../../../shared/contract/webhook-records.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import styles from '../../components/overlays/dialog-form.module.css';
import { createClose, DialogButtons, DialogFailure } from '../../components/overlays/dialog-form.tsx';
import { showProblems } from '../../lib/first-problem.ts';
import { notify } from '../../lib/notify.ts';
import { isRefused, useSubscribeWebhook, useUpdateWebhook } from './queries.ts';
import { WebhookSecret } from './webhook-dialogs.tsx';

/** Asks for the subscription, then shows the secret once. Closing the dialog forgets the secret. */
export function SubscribeDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const subscribing = useSubscribeWebhook();
  const made = subscribing.data;
  const close = createClose(subscribing, onClose);

  return (
    <Dialog
      isOpen={isOpen}
      title={made ? t('webhooks.secret.created') : t('webhooks.add')}
      isPersistent={made !== undefined || subscribing.isPending}
      onClose={close}
    >
      {made ? (
        <WebhookSecret secret={made.secret} oldSecretUntil={null} onDone={close} />
      ) : (
        <SubscriptionForm
          initial={NEW}
          submit={t('webhooks.subscribe.submit')}
          error={subscribing.error}
          isBusy={subscribing.isPending}
          onSubmit={subscribing.mutate}
          onEdit={subscribing.reset}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

interface EditDialogProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Changes the address, events and description of a webhook. */
export function EditDialog({ webhook, isOpen, onClose }: EditDialogProps) {
  const { t } = useTranslation();
  const updating = useUpdateWebhook(webhook);
  const close = createClose(updating, onClose);

  function save(subscription: Subscription) {
    updating.mutate(subscription, {
      onSuccess: () => {
        notify(t('webhooks.edit.done'));
        close();
      },
    });
  }

  return (
    <Dialog isOpen={isOpen} title={t('webhooks.edit.title')} isPersistent={updating.isPending} onClose={close}>
      <SubscriptionForm
        initial={webhook}
        submit={t('webhooks.edit.submit')}
        error={updating.error}
        isBusy={updating.isPending}
        onSubmit={save}
        onEdit={updating.reset}
        onCancel={close}
      />
    </Dialog>
  );
}

/** The reason behind each message of the API about an address. */
const URL_REASONS = [
  ['tooLong', /^url must be at most \d+ characters/],
  ['noUrl', /^url is not a URL/],
  ['notHttps', /^url must begin with https/],
  ['credentials', /^url must not contain a user name/],
  ['fragment', /^url must not contain a fragment/],
  ['port', /^url must have port/],
  ['hostName', /^url has a host that is not a name/],
  ['ownProgram', /^url must not lead to Tilldesk itself/],
  ['notPublic', /^url must not (?:lead to an address|name a host)/],
] as const;

function findUrlReason(message: string) {
  return URL_REASONS.find(([, sentence]) => sentence.test(message))?.[0] ?? null;
}

type SubscriptionFields = Pick<Webhook, 'url' | 'events' | 'description'>;

const NEW: SubscriptionFields = { url: '', events: [...WEBHOOK_EVENTS], description: '' };

interface SubscriptionFormProps {
  readonly initial: SubscriptionFields;
  /** The label of the button. */
  readonly submit: string;
  /** Why the last attempt failed; `null` if it did not. */
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onSubmit: (subscription: Subscription) => void;
  /** Called when the user changes a refused form. */
  readonly onEdit: () => void;
  readonly onCancel: () => void;
}

function SubscriptionForm({ initial, submit: submitLabel, ...given }: SubscriptionFormProps) {
  const { error, isBusy, onSubmit, onEdit, onCancel } = given;
  const { t } = useTranslation();
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState<readonly string[]>(initial.events);
  const [description, setDescription] = useState(initial.description);
  const [isChecked, setIsChecked] = useState(false);
  const chosen = WEBHOOK_EVENTS.filter((event) => events.includes(event));
  const hasNoEvent = isChecked && chosen.length === 0;
  const urlField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isRefused(error)) urlField.current?.focus();
  }, [error]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    showProblems(event.currentTarget, () => setIsChecked(true));
    if (url.trim() === '' || chosen.length === 0) return;
    onSubmit({ url: url.trim(), events: chosen as WebhookEvent[], description: description.trim() });
  }

  function renderUrlError() {
    if (isChecked && url.trim() === '') return t('webhooks.subscribe.urlRequired');
    if (!isRefused(error)) return undefined;
    const reason = findUrlReason(error.message);
    if (reason !== null) return t(`webhooks.subscribe.urlReason.${reason}`);
    // A message of another platform, which is in English.
    return (
      <>
        {t('webhooks.subscribe.urlRefused')}
        <span lang="en">{error.message}</span>
      </>
    );
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {error && !isRefused(error) && <DialogFailure error={error} />}
      <TextInput
        ref={urlField}
        type="url"
        label={t('terms.address')}
        aria-required
        description={t('webhooks.subscribe.urlHint')}
        errorProps={{ role: 'alert' }}
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={url}
        error={renderUrlError()}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          if (error) onEdit();
        }}
      />
      <Checkbox.Group
        label={t('webhooks.subscribe.events')}
        labelProps={{ fz: 'xs' }}
        errorProps={{ role: 'alert' }}
        error={hasNoEvent && t('webhooks.subscribe.eventsRequired')}
        value={[...events]}
        onChange={setEvents}
      >
        <Group gap="8px 20px" wrap="nowrap" pt={4}>
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={t(`webhooks.event.${event}`)}
              aria-invalid={hasNoEvent || undefined}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        label={t('terms.description')}
        description={t('webhooks.subscribe.descriptionHint')}
        maxLength={MAX_WEBHOOK_DESCRIPTION_LENGTH}
        autoComplete="off"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <DialogButtons cancel={t('states.cancel')} submit={submitLabel} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}
