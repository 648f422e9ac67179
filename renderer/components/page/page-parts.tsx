import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTINGS_PAGES } from '../../../shared/commands.ts';
import { createAddress } from '../../lib/address/address.ts';
import { toLinkProps } from '../../lib/address/navigation.ts';
import styles from './page.module.css';
import { Page } from './page.tsx';
import { PageHeader } from './page-header.tsx';

interface PagePartsProps {
  /** Names the whole that the parts belong to. */
  readonly label: string;
  readonly parts: readonly { readonly path: string; readonly label: string }[];
}

/** Links to the pages of a subject, below the title. The router sets `aria-current` on the current one. */
export function PageParts({ label, parts }: PagePartsProps) {
  return (
    <nav className={styles.parts} aria-label={label}>
      {parts.map((part) => (
        <Link
          key={part.path}
          {...toLinkProps(createAddress(part.path))}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {part.label}
        </Link>
      ))}
    </nav>
  );
}

interface SettingsFrameProps {
  readonly part: (typeof SETTINGS_PAGES)[number]['id'];
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every part of the settings. */
export function SettingsFrame({ part, aside, actions, children }: SettingsFrameProps) {
  const { t } = useTranslation();
  const parts = SETTINGS_PAGES.map(({ id, path }) => ({ path, label: t(`settings.parts.${id}`) }));
  const title = t('settings.title', { part: t(`settings.parts.${part}`) });
  return (
    <Page
      scrolls
      header={<PageHeader title={title} aside={aside} actions={actions} />}
      filters={<PageParts label={t('shell.settings')} parts={parts} />}
    >
      {children}
    </Page>
  );
}
