import { Box, Checkbox, Group, PasswordInput, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type CalendarDate } from '../../../shared/calendar.ts';
import {
  type CreatedApiKey,
  MAX_API_KEY_NAME_LENGTH,
  MAX_PLATFORM_KEY_LENGTH,
} from '../../../shared/contract/api-keys.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import formStyles from '../../components/overlays/dialog-form.module.css';
import { createClose, DialogButtons, DialogFailure, OneTimeSecret } from '../../components/overlays/dialog-form.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { DayField } from '../../components/period-picker/day-field.tsx';
import { QueryContent } from '../../components/states/query-states.tsx';
import { showProblems } from '../../lib/first-problem.ts';
import { aboutQuery } from '../../lib/host/program.ts';
import { sessionQuery, usePlatformName } from '../../lib/host/session.ts';
import { isRefusal, keyNeedsQuery, type NewApiKey, useCreateApiKey } from './queries.ts';

interface NewKeyDialogProps {
  readonly isOpen: boolean;
  /** The initial name. */
  readonly name?: string;
  readonly onClose: () => void;
  /**
   * Called with the new key before the dialog closes. If absent, the dialog shows the key once and forgets it when
   * closed.
   */
  readonly onCreated?: (created: CreatedApiKey) => void;
}

/** Asks for a name and an expiry date, and creates a key. */
export function NewKeyDialog({ isOpen, name = '', onClose, onCreated }: NewKeyDialogProps) {
  const { t } = useTranslation();
  const creation = useCreateApiKey();
  const formatPlatformName = usePlatformName();
  const { data: session } = useQuery(sessionQuery);
  // Read before the dialog opens, so that the form does not change while the user fills it in.
  const needs = useQuery(keyNeedsQuery);
  const platform = session?.kind === 'signed-in' ? session.platform : null;
  const keyPlatform = needs.data?.platformKey ? formatPlatformName(platform) : null;
  const created = creation.data;
  const close = createClose(creation, onClose);
  const create = (key: NewApiKey) =>
    creation.mutate(key, {
      onSuccess: (madeKey) => {
        if (!onCreated) return;
        onCreated(madeKey);
        creation.reset();
        onClose();
      },
    });
  const refusal = t(keyPlatform === null ? 'localApi.keys.refused' : 'localApi.keys.refusedThere');
  return (
    <Dialog
      isOpen={isOpen}
      title={created ? t('localApi.createdKey.title', { name: created.record.name }) : t('localApi.newKey.title')}
      isPersistent={created !== undefined || creation.isPending}
      onClose={close}
    >
      <div className={formStyles.form}>
        {creation.isError && (
          <DialogFailure error={creation.error} message={isRefusal(creation.error) ? refusal : undefined} />
        )}
        {created ? (
          <CreatedKey apiKey={created.key} onDone={close} />
        ) : (
          <QueryContent query={needs} rows={3} stillUsable={t('localApi.newKey.stillUsable')}>
            {() => (
              <NewKeyForm
                initialName={name}
                keyPlatform={keyPlatform}
                isBusy={creation.isPending}
                onSubmit={create}
                onCancel={close}
              />
            )}
          </QueryContent>
        )}
      </div>
    </Dialog>
  );
}

interface NewKeyFormProps {
  readonly initialName: string;
  /** The platform whose own key the new key must contain; `null` if none is needed. */
  readonly keyPlatform: string | null;
  readonly isBusy: boolean;
  readonly onSubmit: (key: NewApiKey) => void;
  readonly onCancel: () => void;
}

function NewKeyForm({ initialName, keyPlatform, isBusy, onSubmit, onCancel }: NewKeyFormProps) {
  const { t } = useTranslation();
  const today = useToday();
  const [name, setName] = useState(initialName);
  const [expiry, setExpiry] = useState<ChosenExpiry>(() => ({
    lastDay: addDays(today, DEFAULT_EXPIRY_DAYS),
    isInvalid: false,
  }));
  const [personalData, setPersonalData] = useState(false);
  const [platformKey, setPlatformKey] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const trimmedName = name.trim();
  const trimmedKey = platformKey.trim();
  const isKeyMissing = keyPlatform !== null && trimmedKey === '';
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    showProblems(event.currentTarget, () => setIsChecked(true));
    if (trimmedName === '' || expiry.isInvalid || isKeyMissing) return;
    const carried = keyPlatform === null ? {} : { platformKey: trimmedKey };
    onSubmit({ name: trimmedName, expiresOn: expiry.lastDay, personalData, ...carried });
  }

  return (
    <form className={formStyles.form} noValidate onSubmit={submit}>
      <TextInput
        autoComplete="off"
        label={t('terms.name')}
        aria-required
        description={t('localApi.newKey.nameHint')}
        maxLength={MAX_API_KEY_NAME_LENGTH}
        data-autofocus
        value={name}
        error={isChecked && trimmedName === '' ? t('localApi.newKey.nameRequired') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ExpiryField value={expiry} today={today} onChange={setExpiry} />
      <Checkbox
        label={t('localApi.newKey.personalData')}
        description={t('localApi.newKey.personalDataHint')}
        checked={personalData}
        onChange={(event) => setPersonalData(event.currentTarget.checked)}
      />
      {keyPlatform !== null && (
        <PasswordInput
          autoComplete="off"
          label={t('localApi.newKey.platformKey', { platform: keyPlatform })}
          aria-required
          description={t('localApi.newKey.platformKeyHint')}
          maxLength={MAX_PLATFORM_KEY_LENGTH}
          visibilityToggleButtonProps={{ 'aria-label': t('localApi.newKey.showPlatformKey'), tabIndex: 0 }}
          value={platformKey}
          error={isChecked && isKeyMissing ? t('localApi.newKey.platformKeyRequired') : undefined}
          onChange={(event) => setPlatformKey(event.currentTarget.value)}
        />
      )}
      <DialogButtons
        cancel={t('states.cancel')}
        submit={t('localApi.newKey.create')}
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </form>
  );
}

interface ExpiryFieldProps {
  readonly value: ChosenExpiry;
  readonly today: CalendarDate;
  readonly onChange: (expiry: ChosenExpiry) => void;
}

/** The last day on which the key works, or none. A past day is only a hint, because the host decides. */
function ExpiryField({ value: { lastDay }, today, onChange }: ExpiryFieldProps) {
  const { t } = useTranslation();
  const offered: ChosenExpiry = { lastDay: addDays(today, DEFAULT_EXPIRY_DAYS), isInvalid: false };
  return (
    <div>
      <Radio.Group
        size="xs"
        label={t('localApi.newKey.expiry')}
        value={lastDay === null ? 'none' : 'day'}
        onChange={(choice) => onChange(choice === 'none' ? NO_EXPIRY : offered)}
      >
        <Group gap="8px 20px" wrap="nowrap" pt={4}>
          <Radio value="none" label={t('localApi.keys.noEnd')} />
          <Radio value="day" label={t('localApi.newKey.untilDay')} />
        </Group>
      </Radio.Group>
      {lastDay !== null && (
        <Box w={180} mt="sm">
          <DayField
            label={t('localApi.newKey.lastDay')}
            value={lastDay}
            today={today}
            error={lastDay < today ? t('localApi.newKey.dayIsPast') : undefined}
            onRefusal={(isInvalid) => onChange({ lastDay, isInvalid })}
            onChange={(day) => onChange({ lastDay: day, isInvalid: false })}
          />
        </Box>
      )}
    </div>
  );
}

interface ChosenExpiry {
  /** `null` if the key does not expire. */
  readonly lastDay: CalendarDate | null;
  /** The text in the field is not a date. */
  readonly isInvalid: boolean;
}

const NO_EXPIRY: ChosenExpiry = { lastDay: null, isInvalid: false };

/** The default expiry, so that forgotten keys expire. */
export const DEFAULT_EXPIRY_DAYS = 90;

interface CreatedKeyProps {
  /** The key in clear text. It is stored nowhere else. */
  readonly apiKey: string;
  readonly onDone: () => void;
}

function CreatedKey({ apiKey, onDone }: CreatedKeyProps) {
  const { t } = useTranslation();
  const { data: about } = useQuery(aboutQuery);
  return (
    <OneTimeSecret
      notice={t('localApi.createdKey.once')}
      label={t('localApi.createdKey.key')}
      secret={apiKey}
      copyLabel={t('localApi.createdKey.copyKey')}
      done={t('states.done')}
      onDone={onDone}
    >
      {about && (
        <CopyField
          layout="block"
          label={t('localApi.createdKey.curl')}
          text={formatCurl(about.apiAddress, apiKey)}
          copyLabel={t('localApi.createdKey.copyCurl')}
        />
      )}
    </OneTimeSecret>
  );
}

/** The address is quoted, as question marks have a meaning in shells. */
function formatCurl(apiAddress: string, apiKey: string): string {
  return `curl -H "Authorization: Bearer ${apiKey}" "${apiAddress}/api/products?limit=5"`;
}
