import { Button } from '@mantine/core';
import { IconExternalLink, IconFolder } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { About } from '../../../shared/contract/bridge.ts';
import { CopyField } from '../../components/copy-field.tsx';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import { SettingsFrame } from '../../components/page/page-parts.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { createAddress } from '../../lib/address/address.ts';
import { aboutQuery, useOpenPlace } from '../../lib/host/program.ts';
import { usePlatformName } from '../../lib/host/session.ts';
import styles from './about-page.module.css';

/** The purpose of the program, its versions, and its addresses and folders. */
export function AboutPage() {
  const { t } = useTranslation();
  const about = useQuery(aboutQuery);
  const openPlace = useOpenPlace();
  const documentation = (
    <Button
      variant="default"
      leftSection={<IconExternalLink size={15} aria-hidden />}
      onClick={() => openPlace({ kind: 'documentation' })}
    >
      {t('about.documentation')}
    </Button>
  );
  return (
    <SettingsFrame part="about" actions={documentation}>
      <div className={styles.content}>
        <p>{t('about.purpose')}</p>
        {about.isPending && <SkeletonRows rows={5} widths={[30, 60]} />}
        {about.isError && <QueryFailure query={about} stillUsable={t('about.stillUsable')} />}
        {about.data && <ProgramFacts about={about.data} />}
        <h2>{t('about.licences.title')}</h2>
        <p>{t('about.licences.text')}</p>
      </div>
    </SettingsFrame>
  );
}

/** The facts that support asks for first. The others are folded. */
function ProgramFacts({ about }: { readonly about: About }) {
  const { t } = useTranslation();
  const openPlace = useOpenPlace();
  const formatPlatformName = usePlatformName();
  return (
    <>
      <div className={styles.facts}>
        <dl>
          <Fact name={t('about.version')}>{about.version}</Fact>
          <Fact name={t('shell.connection')}>
            <AddressLink address={createAddress('/connection')} className={linkStyles.link}>
              {about.platform === null ? t('connection.builtInName') : formatPlatformName(about.platform)}
            </AddressLink>
          </Fact>
        </dl>
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
              leftSection={<IconFolder size={15} aria-hidden />}
              onClick={() => openPlace({ kind: 'data-folder' })}
            >
              {t('about.showDataFolder')}
            </Button>
          )}
        </div>
      </div>
      <p>{t('about.backUp')}</p>
      <details className={styles.technical}>
        <summary>{t('states.technical')}</summary>
        <div className={styles.facts}>
          <dl>
            <Fact name={t('about.host')}>{t(`about.hostName.${about.host}`)}</Fact>
            <Fact name={t('about.builtOn')}>
              {about.runtimes.map((runtime) => t('about.runtime', { ...runtime })).join(', ')}
            </Fact>
          </dl>
          <div className={styles.place}>
            <CopyField
              layout="line"
              label={t('about.apiAddress')}
              text={about.apiAddress}
              copyLabel={t('about.copyApiAddress')}
            />
          </div>
        </div>
      </details>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
