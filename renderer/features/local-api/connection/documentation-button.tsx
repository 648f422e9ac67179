import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useOpenPlace } from '../../../lib/host/use-open-place.ts';

export function DocumentationButton() {
  const { t } = useTranslation();
  const open = useOpenPlace();
  return (
    <Button
      variant="default"
      leftSection={<IconExternalLink size={15} aria-hidden />}
      onClick={() => open({ kind: 'documentation' })}
    >
      {t('localApi.documentation')}
    </Button>
  );
}
