import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dateAt, localTimestamp } from '../../../../shared/calendar.ts';
import type { ShownApiKey } from '../../../../shared/contract/bridge.ts';
import { useToday } from '../../../components/period-picker/use-today.ts';
import { useFormat } from '../../../lib/language.ts';
import { isExpired, lastDayOf } from './key-expiry.ts';
import styles from './keys.module.css';

interface KeyRowProps {
  readonly apiKey: ShownApiKey;
  readonly onRevoke: () => void;
}

export function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useToday();
  const lastDay = lastDayOf(apiKey);
  return (
    <tr>
      <td title={apiKey.name}>{apiKey.name}</td>
      <td>{format.day(dateAt(Date.parse(apiKey.createdAt)))}</td>
      <td>
        {lastDay === null ? t('localApi.keys.noEnd') : format.day(lastDay)}
        {isExpired(apiKey, today) && (
          <span className={styles.expired}>
            <IconAlertTriangle size={13} aria-hidden />
            {t('localApi.keys.expired')}
          </span>
        )}
      </td>
      <td>
        {apiKey.lastUsedAt === null
          ? t('localApi.keys.neverUsed')
          : format.moment(localTimestamp(Date.parse(apiKey.lastUsedAt)))}
      </td>
      <td>
        <Button
          variant="subtle"
          size="compact-sm"
          fz={13}
          aria-label={t('localApi.keys.revokeNamed', { name: apiKey.name })}
          onClick={onRevoke}
        >
          {t('localApi.keys.revoke')}
        </Button>
      </td>
    </tr>
  );
}
