import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../components/copy-field.tsx';
import { aboutQuery } from '../../../lib/host/about.ts';
import styles from './keys.module.css';

interface CreatedKeyProps {
  /** In clear; it is held nowhere else. */
  readonly apiKey: string;
  readonly onDone: () => void;
}

/** The only sight of a key, with a command that tries it. */
export function CreatedKey({ apiKey, onDone }: CreatedKeyProps) {
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
        <Button onClick={onDone}>{t('localApi.createdKey.done')}</Button>
      </div>
    </div>
  );
}

/** The address stands in quotes because shells give a question mark a meaning of their own. */
function curlCommand(apiAddress: string, apiKey: string): string {
  return `curl -H "Authorization: Bearer ${apiKey}" "${apiAddress}/api/products?limit=5"`;
}
