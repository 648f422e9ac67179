import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useOpenDocumentation } from '../api/open-documentation.ts';

export function DocumentationButton() {
  const { t } = useTranslation();
  const open = useOpenDocumentation();
  return (
    <Button variant="default" leftSection={<IconExternalLink size={15} aria-hidden />} onClick={() => open()}>
      {t('localApi.documentation')}
    </Button>
  );
}
