import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schedule, ScheduleRun } from '../../../shared/contract/schedules.ts';
import { type PlainColumn, PlainTable } from '../../components/data-table/plain-table.tsx';
import { ExportFileActions } from '../../components/exports/export-file-actions.tsx';
import { AddressLink } from '../../components/links.tsx';
import { ConfirmDialog } from '../../components/overlays/dialog-form.tsx';
import { focusPageTitle } from '../../components/page/page-header.tsx';
import { ScheduleDialog } from '../../components/schedules/schedule-dialog.tsx';
import { useFormatTiming, useFormatWork } from '../../components/schedules/schedule-texts.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import textStyles from '../../components/text.module.css';
import { createAddress } from '../../lib/address/address.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { useFormat } from '../../lib/language.ts';
import {
  isBeingMade,
  schedulesQuery,
  useRemoveSchedule,
  useRunSchedule,
  useSaveSchedule,
} from '../../lib/queries/schedules.ts';
import styles from './exports-page.module.css';
import { exportHistoryQuery } from './queries.ts';

/** The scheduled exports of the user: when the next one is due, and how the last one went. */
export function AutomaticExports() {
  const { t } = useTranslation();
  const query = useQuery(schedulesQuery);
  const titleId = useId();
  const [changing, setChanging] = useState<Schedule | null>(null);
  const [removing, setRemoving] = useState<Schedule | null>(null);
  const removal = useRemoveSchedule();
  useReadHistoryAgain(query.data);
  return (
    <section className={styles.automatic} aria-labelledby={titleId}>
      <h2 id={titleId} className={textStyles.sectionTitle}>
        {t('schedules.title')}
      </h2>
      {query.data === undefined && !query.isError && <SkeletonRows rows={1} widths={[40]} />}
      {query.data === undefined && query.isError && (
        <QueryFailure query={query} stillUsable={t('schedules.stillUsable')} />
      )}
      {query.data?.length === 0 && <p className={textStyles.muted}>{t('schedules.none')}</p>}
      {query.data && query.data.length > 0 && (
        <SchedulesTable labelledBy={titleId} schedules={query.data} onChange={setChanging} onRemove={setRemoving} />
      )}
      <ScheduleDialog
        work={changing?.work ?? null}
        {...(changing && { schedule: changing })}
        onClose={() => setChanging(null)}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        title={t('schedules.remove.title', { name: removing?.name })}
        action={removal}
        submit={t('schedules.action.remove')}
        onClose={() => setRemoving(null)}
        onSubmit={() =>
          removing &&
          removal.mutate(removing.id, {
            onSuccess() {
              setRemoving(null);
              // The button that opened the dialog disappeared with its row.
              focusPageTitle();
            },
          })
        }
      >
        <p>{t('schedules.remove.consequence')}</p>
      </ConfirmDialog>
    </section>
  );
}

/** Reads the history again when a scheduled export has made a file. */
function useReadHistoryAgain(schedules: readonly Schedule[] = []): void {
  const client = useQueryClient();
  const made = schedules.map(({ lastRun }) => lastRun?.exportId ?? '').join();
  const known = useRef(made);
  useEffect(() => {
    if (known.current === made) return;
    known.current = made;
    void client.invalidateQueries({ queryKey: exportHistoryQuery.queryKey });
  }, [client, made]);
}

interface SchedulesTableProps {
  readonly labelledBy: string;
  readonly schedules: readonly Schedule[];
  readonly onChange: (schedule: Schedule) => void;
  readonly onRemove: (schedule: Schedule) => void;
}

function SchedulesTable({ labelledBy, schedules, onChange, onRemove }: SchedulesTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const formatTiming = useFormatTiming();
  const formatWork = useFormatWork();
  const columns: readonly PlainColumn<Schedule>[] = [
    {
      id: 'name',
      header: t('schedules.column.name'),
      isRowHeading: true,
      cell: ({ name, work }) => (
        <>
          {name}
          <span className={styles.folder}>{formatWork(work)}</span>
        </>
      ),
    },
    {
      id: 'when',
      header: t('schedules.column.when'),
      cell: ({ timing, folder }) => (
        <>
          {formatTiming(timing)}
          <span className={styles.folder}>{t('schedules.inFolder', { folder })}</span>
        </>
      ),
    },
    {
      id: 'next',
      header: t('schedules.column.next'),
      cell: ({ nextAt }) => (nextAt === null ? t('schedules.paused') : format.dateTime(nextAt)),
    },
    {
      id: 'last',
      header: t('schedules.column.last'),
      cell: ({ lastRun, folder }) => <LastRun run={lastRun} folder={folder} />,
    },
    {
      id: 'actions',
      header: t('schedules.column.actions'),
      cell: (schedule) => (
        <ScheduleActions schedule={schedule} onChange={() => onChange(schedule)} onRemove={() => onRemove(schedule)} />
      ),
    },
  ];
  return (
    <PlainTable
      className={styles.schedules}
      labelledBy={labelledBy}
      columns={columns}
      rows={schedules}
      getRowKey={({ id }) => id}
    />
  );
}

interface LastRunProps {
  readonly run: ScheduleRun | null;
  readonly folder: string;
}

/** The result of the latest run, with its file. */
function LastRun({ run, folder }: LastRunProps) {
  const { t } = useTranslation();
  const text = useRunText(run);
  if (run === null) return t('schedules.never');
  const { exportId, fileName, problem } = run;
  return (
    <div role="status" className={styles.lastRun} data-failed={problem !== null || undefined}>
      {problem !== null && <IconAlertTriangle size={15} aria-hidden />}
      <span>
        {text}
        {fileName !== null && <span className={styles.folder}>{fileName}</span>}
      </span>
      {fileName !== null && (
        <ExportFileActions file={{ id: exportId, path: folder, manifest: { fileName } }} variant="subtle" />
      )}
      {problem === 'not-bookable' && (
        <AddressLink address={createAddress('/settings/company')}>{t('journal.setUp')}</AddressLink>
      )}
    </div>
  );
}

function useRunText(run: ScheduleRun | null): string {
  const { t } = useTranslation();
  const format = useFormat();
  if (run === null) return '';
  const { state, isRunning, isLate, endedAt, nextAt, problem } = run;
  const moment = endedAt === null ? '' : format.dateTime(endedAt);
  if (isRunning) return t('schedules.making');
  if (problem !== null) {
    const why = t(`schedules.runProblem.${problem}`);
    if (state === 'failed' && problem === 'refused') return why;
    return nextAt === null
      ? t('schedules.givenUp', { problem: why })
      : t('schedules.again', { problem: why, moment: format.dateTime(nextAt) });
  }
  if (state === 'waiting') return t('schedules.waiting');
  if (state === 'unchanged') return t('schedules.unchanged', { moment });
  return t(isLate ? 'schedules.late' : 'schedules.made', { moment });
}

interface ScheduleActionsProps {
  readonly schedule: Schedule;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function ScheduleActions({ schedule, onChange, onRemove }: ScheduleActionsProps) {
  const { t } = useTranslation();
  const notifyFailure = useNotifyFailure();
  const running = useRunSchedule();
  const saving = useSaveSchedule();
  const { id, name, nextAt, lastRun, work, folder, timing } = schedule;
  const isPaused = nextAt === null;

  function pauseOrResume() {
    const form = { name, work, folder, timing, isPaused: !isPaused };
    // The dialog shows what is wrong with the stored form.
    saving.mutate({ id, form }, { onSuccess: ({ refusal }) => refusal && onChange(), onError: notifyFailure });
  }

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        aria-label={t('exports.actionOf', { action: t('schedules.action.run'), name })}
        loading={running.isPending || (lastRun !== null && isBeingMade(schedule))}
        disabled={isPaused}
        onClick={() => running.mutate(id, { onError: notifyFailure })}
      >
        {t('schedules.action.run')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('schedules.menu', { name })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onChange}>{t('schedules.action.change')}</Menu.Item>
          <Menu.Item onClick={pauseOrResume}>{t(`schedules.action.${isPaused ? 'resume' : 'pause'}`)}</Menu.Item>
          <Menu.Item onClick={onRemove}>{t('schedules.action.remove')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
