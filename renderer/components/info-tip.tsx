import { ActionIcon, Popover } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface InfoTipProps {
  /** What it explains. */
  readonly subject: string;
  readonly children: ReactNode;
}

/** An explanation behind an icon, beside what it explains. */
export function InfoTip({ subject, children }: InfoTipProps) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={24} aria-label={t('states.explain', { subject })} data-screen>
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}
