import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../../app/session.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { useCreateApiKey } from '../api/create-api-key.ts';
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
  const { data: session } = useQuery(sessionQuery);
  const platform = session?.kind === 'signed-in' ? session.platform : null;
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
          refusal={t(platform === null ? 'localApi.keys.refused' : 'localApi.keys.refusedThere')}
        />
      )}
      {created ? (
        <CreatedKey apiKey={created.key} onDone={close} />
      ) : (
        <NewKeyForm
          platform={platform}
          isBusy={creation.isPending}
          onSubmit={creation.mutate}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}
