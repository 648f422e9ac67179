import { Button } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { About } from '../../../shared/contract/bridge.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { useOpenPlace } from '../../lib/host/use-open-place.ts';
import styles from './about-page.module.css';

/** Versions to tell to whoever helps, and the places to copy. */
export function ProgramFacts({ about }: { readonly about: About }) {
  const { t } = useTranslation();
  const openPlace = useOpenPlace();
  const facts = [
    [t('about.version'), about.version],
    [t('about.host'), t(`about.hostName.${about.host}`)],
    [t('about.builtOn'), about.runtimes.map((runtime) => t('about.runtime', { ...runtime })).join(', ')],
  ];
  return (
    <div className={styles.facts}>
      <dl>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.place}>
        <CopyField
          layout="line"
          label={t('about.apiAddress')}
          text={about.apiAddress}
          copyLabel={t('about.copyApiAddress')}
        />
      </div>
      <div className={styles.place}>
        <CopyField
          layout="line"
          label={t('about.dataFolder')}
          text={about.dataFolder}
          copyLabel={t('about.copyDataFolder')}
        />
        {about.canShowDataFolder && (
          <Button
            variant="default"
            size="compact-sm"
            fz={13}
            leftSection={<IconFolder size={15} aria-hidden />}
            onClick={() => openPlace({ kind: 'data-folder' })}
          >
            {t('about.showDataFolder')}
          </Button>
        )}
      </div>
    </div>
  );
}
