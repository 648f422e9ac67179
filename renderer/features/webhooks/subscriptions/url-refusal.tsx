import { useTranslation } from 'react-i18next';

/** Why the API does not take an address, in its own sentence, which is English in every language. */
export function UrlRefusal({ reason }: { readonly reason: string }) {
  const { t } = useTranslation();
  return (
    <>
      {t('webhooks.subscribe.urlRefused')}
      <span lang="en">{reason}</span>
    </>
  );
}
