import { useTranslation } from 'react-i18next';
import type { NamedPage } from '../pages.ts';
import { NavigationLink } from './navigation-link.tsx';
import { WebhooksLink } from './webhooks-link.tsx';

interface PageLinkProps {
  readonly page: NamedPage;
  readonly isFolded: boolean;
}

/** The link of the menu to a page. */
export function PageLink({ page: { path, name, icon }, isFolded }: PageLinkProps) {
  const { t } = useTranslation();
  if (name === 'webhooks') return <WebhooksLink isFolded={isFolded} />;
  return <NavigationLink to={path} icon={icon} label={t(`shell.${name}`)} isFolded={isFolded} />;
}
