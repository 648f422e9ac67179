import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { usePlatformName } from '../../../lib/platform-name.ts';
import { sessionQuery } from '../../../lib/session.ts';
import { useCreateApiKey } from '../api/create-api-key.ts';
import { keyNeedsQuery } from '../api/key-needs.ts';
import { CreatedKey } from './created-key.tsx';
import { KeyFailure } from './key-failure.tsx';
import { NewKeyForm } from './new-key-form.tsx';

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
      title={
        created ? t('localApi.createdKey.title', { name: created.record.name }) : t('localApi.newKey.title')
      }
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
        <NewKeyForm
          keyPlatform={keyPlatform}
          isBusy={creation.isPending}
          onSubmit={creation.mutate}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}
