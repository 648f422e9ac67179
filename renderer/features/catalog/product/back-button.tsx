import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** To the page that led here, as it was left; to the catalog where the product was opened by its address. */
export function BackButton() {
  const { t } = useTranslation();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: '/catalog' });
  };
  return (
    <Button variant="default" leftSection={<IconArrowLeft size={14} aria-hidden />} onClick={goBack}>
      {t('catalog.product.back')}
    </Button>
  );
}
