import { Button, Group, Stack } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CopyView, emptyCopies, readCopies } from '../../../shared/contract/window.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import formStyles from '../../components/overlays/dialog-form.module.css';
import { createClose } from '../../components/overlays/dialog-form.tsx';
import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { useFailureMessage } from '../../lib/failures.ts';
import { callApi, readApi } from '../../lib/host/api-client.ts';
import { usePlatformName } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './settings.module.css';

/** The copies of other platforms on this PC, and a button that deletes them. */
export function CopiesSetting() {
  const { t } = useTranslation();
  const formatSize = useFormatSize();
  const labelId = useId();
  const copies = useQuery(copiesQuery);
  const [isAsking, setIsAsking] = useState(false);
  const [freed, setFreed] = useState<number | null>(null);
  const isNone = copies.data?.length === 0;

  function onEmptied(bytes: number) {
    setFreed(bytes);
    setIsAsking(false);
  }

  return (
    <section className={styles.row} aria-labelledby={labelId}>
      <span id={labelId}>{t('settings.copies.title')}</span>
      <Stack gap="xs" align="flex-start" miw={0}>
        {copies.isPending && <SkeletonRows rows={2} />}
        {copies.data === undefined && copies.isError && (
          <QueryFailure query={copies} stillUsable={t('settings.copies.stillUsable')} />
        )}
        {isNone && <p className={styles.none}>{t('settings.copies.none')}</p>}
        {copies.data !== undefined && !isNone && (
          <>
            <CopiesTable copies={copies.data} />
            <Button variant="default" onClick={() => setIsAsking(true)}>
              {t('settings.copies.empty')}
            </Button>
          </>
        )}
        <span role="status" className={styles.saved}>
          {freed !== null && t('settings.copies.emptied', { size: formatSize(freed) })}
        </span>
      </Stack>
      {!isNone && <div className={styles.about}>{t('settings.copies.hint')}</div>}
      <EmptyCopiesDialog isOpen={isAsking} onClose={() => setIsAsking(false)} onEmptied={onEmptied} />
    </section>
  );
}

function CopiesTable({ copies }: { readonly copies: readonly CopyView[] }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const formatPlatformName = usePlatformName();
  const formatSize = useFormatSize();

  function formatAccount({ account, users }: CopyView): string {
    return users === 1 ? account : t('settings.copies.ofUsers', { account, users });
  }

  return (
    <PlainTable
      label={t('settings.copies.title')}
      className={styles.table}
      columns={[
        {
          id: 'platform',
          header: t('settings.copies.column.platform'),
          cell: (copy) => formatPlatformName(copy.platform),
          getTitle: ({ platform }) => platform,
        },
        { id: 'account', header: t('settings.copies.column.account'), cell: formatAccount, getTitle: formatAccount },
        { id: 'updatedAt', header: t('settings.copies.column.updatedAt'), cell: (copy) => dateTime(copy.updatedAt) },
        { id: 'size', header: t('settings.copies.column.size'), cell: (copy) => formatSize(copy.bytes) },
      ]}
      rows={copies}
      getRowKey={({ platform, account }) => JSON.stringify([platform, account])}
    />
  );
}

interface EmptyCopiesDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onEmptied: (bytes: number) => void;
}

function EmptyCopiesDialog({ isOpen, onClose, onEmptied }: EmptyCopiesDialogProps) {
  const { t } = useTranslation();
  const formatFailure = useFailureMessage();
  const emptying = useEmptyCopies();
  const { error, isPending: isBusy } = emptying;
  const close = createClose(emptying, onClose);
  return (
    <Dialog isOpen={isOpen} title={t('settings.copies.question')} onClose={close}>
      <div className={formStyles.form}>
        {error && (
          <div className={styles.failure} role="alert">
            {t('settings.copies.notEmptied', { reason: formatFailure(error) })}
            <TechnicalDetails error={error} />
          </div>
        )}
        <p>{t('settings.copies.consequence')}</p>
        <p>{t('settings.copies.whenAway')}</p>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button variant="default" data-autofocus disabled={isBusy} onClick={close}>
            {t('states.cancel')}
          </Button>
          <Button
            variant="default"
            className={styles.failure ?? ''}
            loading={isBusy}
            onClick={() => emptying.mutate(undefined, { onSuccess: ({ bytes }) => onEmptied(bytes) })}
          >
            {t('settings.copies.empty')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

const MEGABYTE = 1_000_000;

/** Formats a size in megabytes, rounded up to a tenth. */
function useFormatSize(): (bytes: number) => string {
  const { t } = useTranslation();
  return (bytes) => t('settings.copies.megabytes', { count: Math.ceil((bytes / MEGABYTE) * 10) / 10 });
}

const COPIES_KEY = ['copies'] as const;

const copiesQuery = queryOptions({
  queryKey: COPIES_KEY,
  queryFn: () => readApi(readCopies),
  staleTime: 0,
});

/** Settles after the remaining copies are read again, even on failure. */
function useEmptyCopies() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(emptyCopies, {}),
    onSettled: () => client.invalidateQueries({ queryKey: COPIES_KEY }),
  });
}
