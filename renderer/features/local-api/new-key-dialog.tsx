import { Button, PasswordInput, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type CalendarDate } from '../../../shared/calendar.ts';
import { API_KEY_NAME_MAX, PLATFORM_KEY_MAX } from '../../../shared/contract/api-keys.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { DayField } from '../../components/period-picker/day-field.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { aboutQuery } from '../../lib/host/program.ts';
import { sessionQuery, usePlatformName } from '../../lib/session.ts';
import { KeyFailure } from './key-failure.tsx';
import styles from './local-api-page.module.css';
import { keyNeedsQuery, type NewApiKey, useCreateApiKey } from './queries.ts';

interface NewKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for a name and an end, then shows the key once. Closing it forgets the key. */
export function NewKeyDialog({ isOpen, onClose }: NewKeyDialogProps) {
  const { t } = useTranslation();
  const creation = useCreateApiKey();
  const platformName = usePlatformName();
  const { data: session } = useQuery(sessionQuery);
  // Read before it is opened, so that what is asked does not change under somebody's hands.
  const needs = useQuery(keyNeedsQuery);
  const platform = session?.kind === 'signed-in' ? session.platform : null;
  const keyPlatform = needs.data?.platformKey ? platformName(platform) : null;
  const created = creation.data;

  function close() {
    // A key that is being made would be shown to nobody.
    if (creation.isPending) return;
    creation.reset();
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={created ? t('localApi.createdKey.title', { name: created.record.name }) : t('localApi.newKey.title')}
      holdsFast={created !== undefined || creation.isPending}
      onClose={close}
    >
      {creation.isError && (
        <KeyFailure
          error={creation.error}
          refusal={t(keyPlatform === null ? 'localApi.keys.refused' : 'localApi.keys.refusedThere')}
        />
      )}
      {created && <CreatedKey apiKey={created.key} onDone={close} />}
      {!created && needs.isPending && <SkeletonRows rows={3} />}
      {!created && needs.isError && !needs.data && (
        <FailurePanel
          error={needs.error}
          stillUsable={t('localApi.newKey.stillUsable')}
          isRetrying={needs.isFetching}
          onRetry={() => void needs.refetch()}
        />
      )}
      {!created && needs.data && (
        <NewKeyForm keyPlatform={keyPlatform} isBusy={creation.isPending} onSubmit={creation.mutate} onCancel={close} />
      )}
    </Dialog>
  );
}

interface NewKeyFormProps {
  /** What a platform whose key the new one carries is known by; null where it carries none. */
  readonly keyPlatform: string | null;
  readonly isBusy: boolean;
  readonly onSubmit: (key: NewApiKey) => void;
  readonly onCancel: () => void;
}

function NewKeyForm({ keyPlatform, isBusy, onSubmit, onCancel }: NewKeyFormProps) {
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
        label={t('terms.name')}
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
          {t('states.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('localApi.newKey.create')}
        </Button>
      </div>
    </form>
  );
}

interface ExpiryFieldProps {
  readonly value: ChosenExpiry;
  readonly today: CalendarDate;
  readonly onChange: (expiry: ChosenExpiry) => void;
}

/** A key without end, or the last day on which it works. */
function ExpiryField({ value, today, onChange }: ExpiryFieldProps) {
  const { t } = useTranslation();
  const { lastDay } = value;
  return (
    <div>
      <Radio.Group
        size="xs"
        label={t('localApi.newKey.expiry')}
        value={lastDay === null ? 'none' : 'day'}
        onChange={(choice) => onChange(choice === 'none' ? NO_EXPIRY : offeredExpiry(today))}
      >
        <div className={styles.choices}>
          <Radio size="xs" value="none" label={t('localApi.keys.noEnd')} />
          <Radio size="xs" value="day" label={t('localApi.newKey.untilDay')} />
        </div>
      </Radio.Group>
      {lastDay !== null && (
        <div className={styles.day}>
          <DayField
            label={t('localApi.newKey.lastDay')}
            value={lastDay}
            today={today}
            error={isPast(value, today) ? t('localApi.newKey.dayIsPast') : undefined}
            onRefusal={(isUnread) => onChange({ lastDay, isUnread })}
            onChange={(day) => onChange({ lastDay: day, isUnread: false })}
          />
        </div>
      )}
    </div>
  );
}

/** How long a new key works, as it stands in the form. */
interface ChosenExpiry {
  /** Null for a key without end. */
  readonly lastDay: CalendarDate | null;
  /** What stands in the field of the day is no day. */
  readonly isUnread: boolean;
}

const NO_EXPIRY: ChosenExpiry = { lastDay: null, isUnread: false };

const OFFERED_DAYS = 365;

/** What is offered first to who wants an end. */
function offeredExpiry(today: CalendarDate): ChosenExpiry {
  return { lastDay: addDays(today, OFFERED_DAYS), isUnread: false };
}

/** A guide in the form; whether a key may end on this day is decided by the host. */
function isPast({ lastDay }: ChosenExpiry, today: CalendarDate): boolean {
  return lastDay !== null && lastDay < today;
}

interface PlatformKeyFieldProps {
  /** As staff know it. */
  readonly platform: string;
  readonly value: string;
  readonly isMissing: boolean;
  readonly onChange: (key: string) => void;
}

/** Asks for the key of another platform with which a new key acts there. */
function PlatformKeyField({ platform, value, isMissing, onChange }: PlatformKeyFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={t('localApi.newKey.platformKey', { platform })}
      description={t('localApi.newKey.platformKeyHint')}
      descriptionProps={{ className: styles.hint ?? '' }}
      errorProps={{ size: 'sm' }}
      maxLength={PLATFORM_KEY_MAX}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('localApi.newKey.showPlatformKey') }}
      value={value}
      error={isMissing ? t('localApi.newKey.platformKeyRequired') : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface CreatedKeyProps {
  /** In clear; it is held nowhere else. */
  readonly apiKey: string;
  readonly onDone: () => void;
}

/** The only sight of a key, with a command that tries it. */
function CreatedKey({ apiKey, onDone }: CreatedKeyProps) {
  const { t } = useTranslation();
  const { data: about } = useQuery(aboutQuery);
  return (
    <div className={styles.form}>
      <p className={styles.once} role="status">
        {t('localApi.createdKey.once')}
      </p>
      <CopyField
        layout="block"
        label={t('localApi.createdKey.key')}
        text={apiKey}
        copyLabel={t('localApi.createdKey.copyKey')}
        takesFocus
      />
      {about && (
        <CopyField
          layout="block"
          label={t('localApi.createdKey.curl')}
          text={curlCommand(about.apiAddress, apiKey)}
          copyLabel={t('localApi.createdKey.copyCurl')}
        />
      )}
      <div className={styles.dialogActions}>
        <Button onClick={onDone}>{t('states.done')}</Button>
      </div>
    </div>
  );
}

/** The address stands in quotes because shells give a question mark a meaning of their own. */
function curlCommand(apiAddress: string, apiKey: string): string {
  return `curl -H "Authorization: Bearer ${apiKey}" "${apiAddress}/api/products?limit=5"`;
}
