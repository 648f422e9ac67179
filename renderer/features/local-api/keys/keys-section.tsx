import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownApiKey } from '../../../../shared/contract/bridge.ts';
import { AsOf } from '../../../components/states/as-of.tsx';
import { useFormat } from '../../../lib/language.ts';
import { useMe } from '../../../lib/me.ts';
import { apiKeysQuery } from '../api/list-api-keys.ts';
import { SectionBar } from '../section-bar.tsx';
import { KeyList } from './key-list.tsx';
import styles from './keys.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

/** The API keys of the signed-in user: made, seen and revoked. */
export function KeysSection() {
  const { t } = useTranslation();
  const format = useFormat();
  const { name: user } = useMe().user;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const keys = useQuery(apiKeysQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<ShownApiKey | null>(null);
  const [revokedName, setRevokedName] = useState<string | null>(null);

  const count = keys.data?.length ?? 0;
  // When it was last used may have changed since the row was drawn, and the key may be gone.
  const asked = keys.data?.find(({ id }) => id === revoking?.id);

  function askToRevoke(key: ShownApiKey) {
    setRevoking(key);
    void keys.refetch();
  }

  function leaveGone() {
    setRevoking(null);
    // The button that opened the dialog is gone with its row.
    title.current?.focus();
  }

  function leaveRevoked({ name }: ShownApiKey) {
    setRevokedName(name);
    leaveGone();
  }

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <SectionBar
        id={titleId}
        titleRef={title}
        title={t('localApi.keys.title')}
        count={count > 0 ? t('localApi.keys.count', { count, text: format.quantity(count) }) : undefined}
        hint={t('localApi.keys.hint', { user })}
      >
        {keys.data && keys.isError && (
          <AsOf
            updatedAt={keys.dataUpdatedAt}
            isRefreshing={keys.isFetching}
            isStale
            onRefresh={() => void keys.refetch()}
          />
        )}
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsMaking(true)}>
          {t('localApi.keys.new')}
        </Button>
      </SectionBar>
      <KeyList query={keys} onRevoke={askToRevoke} />
      <p className={styles.announcement} role="status">
        {revokedName !== null && t('localApi.keys.revoked', { name: revokedName })}
      </p>
      <NewKeyDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      <RevokeKeyDialog
        apiKey={asked ?? revoking}
        isListed={asked !== undefined}
        onClose={() => setRevoking(null)}
        onRevoked={leaveRevoked}
        onLeaveGone={leaveGone}
      />
    </section>
  );
}
