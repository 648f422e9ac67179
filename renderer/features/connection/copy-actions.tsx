import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CopyStatus } from '../../../shared/contract/connection.ts';
import { getPlatformKind } from '../../../shared/platforms/registry.ts';
import { ConfirmDialog } from '../../components/overlays/dialog-form.tsx';
import { useNotifyFailure } from '../../lib/failures.ts';
import { usePlatformName } from '../../lib/host/session.ts';
import { useControlCopy } from './queries.ts';

interface CopyActionsProps {
  readonly platform: string;
  readonly copy: CopyStatus;
  readonly onEmptied: (isEmptied: boolean) => void;
}

/** The actions on a copy. "Read again" is missing during the first reading. */
export function CopyActions({ platform, copy, onEmptied }: CopyActionsProps) {
  const { t } = useTranslation();
  const notifyFailure = useNotifyFailure();
  const control = useControlCopy();
  const [isAsking, setIsAsking] = useState(false);
  const isStopped = copy.state === 'stopped';
  const act = (action: 'readAgain' | 'stop') => {
    onEmptied(false);
    control.mutate(action, { onError: notifyFailure });
  };
  const isBusyWith = (action: string) => control.isPending && control.variables === action;
  return (
    <>
      {(isStopped || !isFirstReading(copy)) && (
        <Button
          variant={isStopped ? 'filled' : 'default'}
          leftSection={isStopped ? <IconPlayerPlay size={15} aria-hidden /> : <IconRefresh size={15} aria-hidden />}
          loading={isBusyWith('readAgain')}
          disabled={control.isPending}
          onClick={() => act('readAgain')}
        >
          {t(isStopped ? 'connection.readOn' : 'connection.readAgain')}
        </Button>
      )}
      {!isStopped && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={15} aria-hidden />}
          loading={isBusyWith('stop')}
          disabled={control.isPending}
          onClick={() => act('stop')}
        >
          {t('connection.stop')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconTrash size={15} aria-hidden />} onClick={() => setIsAsking(true)}>
        {t('connection.empty')}
      </Button>
      <EmptyCopyDialog
        platform={platform}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onEmptied={() => {
          setIsAsking(false);
          onEmptied(true);
        }}
      />
    </>
  );
}

function isFirstReading({ state, streams, coverage, triesAgainAt }: CopyStatus): boolean {
  if (triesAgainAt !== null) return false;
  if (streams.length === 0) return true;
  if (state !== 'reading') return false;
  return streams.some(
    ({ name, readBy, readAt }) =>
      readBy !== null && (readAt === null || (name === 'orders' && coverage?.isWhole === false)),
  );
}

interface EmptyCopyDialogProps {
  readonly platform: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onEmptied: () => void;
}

function EmptyCopyDialog({ platform, isOpen, onClose, onEmptied }: EmptyCopyDialogProps) {
  const { t } = useTranslation();
  const formatPlatformName = usePlatformName();
  const emptying = useControlCopy();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('connection.emptying.question', { platform: formatPlatformName(platform) })}
      action={emptying}
      submit={t('settings.copies.empty')}
      onClose={onClose}
      onSubmit={() => emptying.mutate('empty', { onSuccess: onEmptied })}
    >
      <p>{t('connection.emptying.consequence')}</p>
      {getPlatformKind(platform).isWholeCopy && (
        <>
          <p>{t('connection.emptying.unanswered')}</p>
          <p>{t('connection.emptying.dates')}</p>
        </>
      )}
      <p role="status">{emptying.isPending && t('connection.emptying.busy')}</p>
    </ConfirmDialog>
  );
}
