import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../shared/contract/language.ts';
import {
  MAX_SCHEDULE_NAME_LENGTH,
  SCHEDULE_FREQUENCIES,
  SCHEDULE_PERIODS,
  type Schedule,
  type ScheduledWork,
  type ScheduleField,
  type ScheduleForm,
  type ScheduleRefusal,
} from '../../../shared/contract/schedules.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { callBridge } from '../../lib/host/bridge-client.ts';
import { aboutQuery } from '../../lib/host/program.ts';
import { sessionQuery } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useSaveSchedule } from '../../lib/queries/schedules.ts';
import box from '../box.module.css';
import { Dialog } from '../overlays/dialog.tsx';
import formStyles from '../overlays/dialog-form.module.css';
import { createClose, DialogButtons, DialogFailure } from '../overlays/dialog-form.tsx';
import textStyles from '../text.module.css';
import { useFormatWork, useWeekdays } from './schedule-texts.ts';

interface ScheduleDialogProps {
  /** The work to schedule; `null` while the dialog is closed. */
  readonly work: ScheduledWork | null;
  /** The schedule to change; absent for a new one. */
  readonly schedule?: Schedule;
  readonly onClose: () => void;
}

/** Asks when and where Tilldesk should save a scheduled export. */
export function ScheduleDialog({ work, schedule, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation();
  const saving = useSaveSchedule();
  const isStored = useIsPasswordStored();
  const close = createClose(saving, onClose);
  const save = (form: ScheduleForm) =>
    saving.mutate(
      { id: schedule?.id ?? null, form },
      {
        onSuccess({ refusal }) {
          if (refusal !== null) return;
          close();
          if (!schedule)
            notify(t(isStored === false ? 'schedules.savedForNow' : 'schedules.saved', { name: form.name }));
        },
      },
    );
  return (
    <Dialog isOpen={work !== null} title={t(schedule ? 'schedules.change' : 'schedules.add')} onClose={close}>
      <div className={formStyles.form}>
        {saving.error && <DialogFailure error={saving.error} />}
        {work && (
          <ScheduleFields
            work={work}
            schedule={schedule}
            refusal={saving.data?.refusal ?? null}
            isBusy={saving.isPending}
            onSubmit={save}
            onCancel={close}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ScheduleFieldsProps {
  readonly work: ScheduledWork;
  readonly schedule: Schedule | undefined;
  /** Why the service refused this form last; `null` if it did not. */
  readonly refusal: ScheduleRefusal | null;
  readonly isBusy: boolean;
  readonly onSubmit: (form: ScheduleForm) => void;
  readonly onCancel: () => void;
}

/** The length of a time such as `06:30`. */
const TIME_LENGTH = 5;

const DAYS_OF_MONTH = Array.from({ length: 28 }, (_, at) => String(at + 1));

function ScheduleFields({ work: asked, schedule, refusal, isBusy, onSubmit, onCancel }: ScheduleFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const weekdays = useWeekdays();
  const formatWork = useFormatWork();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(schedule?.name ?? getDefaultName(asked, t('exports.month.title'), language));
  const [work, setWork] = useState(asked);
  const [folder, setFolder] = useState(schedule?.folder ?? '');
  const [timing, setTiming] = useState(schedule?.timing ?? getDefaultTiming(asked));
  useEffect(() => {
    if (refusal !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);
  const getError = (field: ScheduleField) =>
    refusal?.field === field ? t(`schedules.problem.${refusal.problem}`) : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit({ name, work, folder, timing, isPaused: schedule?.isPaused ?? false });
  }

  return (
    <form ref={form} className={formStyles.form} noValidate onSubmit={submit}>
      <TextInput
        label={t('terms.name')}
        required
        autoComplete="off"
        data-autofocus
        maxLength={MAX_SCHEDULE_NAME_LENGTH}
        value={name}
        error={getError('name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <p className={textStyles.muted}>{formatWork(work)}</p>
      {work.kind === 'dataset' && work.period !== null && (
        <NativeSelect
          label={t('schedules.periodLabel')}
          data={listPeriods(work).map((value) => ({ value, label: t(`schedules.period.${value}`) }))}
          value={work.period}
          error={getError('work')}
          onChange={({ currentTarget }) =>
            setWork({ ...work, period: findOffered(SCHEDULE_PERIODS, currentTarget.value) })
          }
        />
      )}
      <Group gap="sm" align="start" grow>
        {work.kind === 'dataset' && (
          <NativeSelect
            label={t('schedules.how')}
            data={SCHEDULE_FREQUENCIES.map((value) => ({ value, label: t(`schedules.every.${value}`) }))}
            value={timing.every}
            onChange={({ currentTarget }) => {
              const every = findOffered(SCHEDULE_FREQUENCIES, currentTarget.value);
              setTiming({ ...timing, every, on: every === 'day' ? null : 1 });
              if (work.period !== null) setWork({ ...work, period: getDefaultPeriod(work, every) });
            }}
          />
        )}
        {timing.every !== 'day' && (
          <NativeSelect
            label={t(timing.every === 'week' ? 'terms.day' : 'schedules.dayOfMonth')}
            data={
              timing.every === 'week' ? weekdays.map((label, at) => ({ value: String(at + 1), label })) : DAYS_OF_MONTH
            }
            value={String(timing.on)}
            error={getError('on')}
            onChange={({ currentTarget }) => setTiming({ ...timing, on: Number(currentTarget.value) })}
          />
        )}
        <TextInput
          label={t('schedules.at')}
          required
          autoComplete="off"
          maxLength={TIME_LENGTH}
          value={timing.at}
          error={getError('at')}
          onChange={({ currentTarget }) => setTiming({ ...timing, at: currentTarget.value })}
        />
      </Group>
      <FolderField value={folder} error={getError('folder')} onChange={setFolder} />
      {getError('work') && !(work.kind === 'dataset' && work.period !== null) && (
        <p className={box.danger} role="alert">
          {getError('work')}
        </p>
      )}
      <PasswordNote />
      <DialogButtons cancel={t('states.cancel')} submit={t('schedules.save')} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}

interface FolderFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (folder: string) => void;
}

/** A typed path, with the system's folder dialog if the host has one. */
function FolderField({ value, error, onChange }: FolderFieldProps) {
  const { t } = useTranslation();
  const about = useQuery(aboutQuery).data;
  const notifyFailure = useNotifyFailure();

  async function choose() {
    try {
      const { path } = await callBridge('chooseFolder', {});
      if (path !== null) onChange(path);
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <Group gap="sm" align="end" wrap="nowrap">
      <TextInput
        flex={1}
        label={t('schedules.folder')}
        description={t('schedules.folderHint')}
        required
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {about?.canShowDataFolder && (
        <Button variant="default" onClick={() => void choose()}>
          {t('schedules.chooseFolder')}
        </Button>
      )}
    </Group>
  );
}

/** Whether the password is stored. Without it Tilldesk cannot sign in after a restart. `null` until it is known. */
function useIsPasswordStored(): boolean | null {
  const { data: session } = useQuery(sessionQuery);
  if (session?.kind !== 'signed-in') return null;
  const own = session.remembered.find(({ id }) => id === session.signInId);
  return session.keepsPassword && own !== undefined && !own.needsPassword;
}

function PasswordNote() {
  const { t } = useTranslation();
  const isStored = useIsPasswordStored();
  if (isStored === null) return null;
  return <p className={textStyles.muted}>{t(isStored ? 'schedules.whileOn' : 'schedules.noPassword')}</p>;
}

function getDefaultName(work: ScheduledWork, month: string, language: Language): string {
  return work.kind === 'month' ? month : DECLARATIONS[work.request.dataset].title[language];
}

function getDefaultTiming(work: ScheduledWork): ScheduleForm['timing'] {
  const isDaily = work.kind === 'dataset' && work.period === 'yesterday';
  return isDaily ? { every: 'day', on: null, at: '06:00' } : { every: 'month', on: 1, at: '06:00' };
}

/** The period that has ended since the last run; for a day statement always yesterday. */
function getDefaultPeriod(
  { request }: Extract<ScheduledWork, { kind: 'dataset' }>,
  every: ScheduleForm['timing']['every'],
) {
  if (request.dataset === 'day-closing') return 'yesterday';
  return ({ day: 'yesterday', week: 'last-week', month: 'last-month' } as const)[every];
}

/** A day statement always covers one day. */
function listPeriods({ request }: Extract<ScheduledWork, { kind: 'dataset' }>) {
  return request.dataset === 'day-closing' ? (['yesterday'] as const) : SCHEDULE_PERIODS;
}

function findOffered<Value extends string>(offered: readonly Value[], chosen: string): Value {
  const value = offered.find((candidate) => candidate === chosen);
  if (value === undefined) throw new RangeError(`not offered: ${chosen}`);
  return value;
}
