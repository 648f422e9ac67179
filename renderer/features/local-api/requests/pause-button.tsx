import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface PauseButtonProps {
  readonly isPaused: boolean;
  readonly onChange: (isPaused: boolean) => void;
}

export function PauseButton({ isPaused, onChange }: PauseButtonProps) {
  const { t } = useTranslation();
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      variant="default"
      size="compact-sm"
      fz={13}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => onChange(!isPaused)}
    >
      {t(isPaused ? 'localApi.requests.resume' : 'localApi.requests.pause')}
    </Button>
  );
}
