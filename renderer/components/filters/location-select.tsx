import { Anchor, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../lib/host/session.ts';
import { locationsQuery } from '../../lib/queries/shops.ts';

interface LocationSelectProps {
  /** `null` for all. */
  readonly value: number | null;
  readonly onChange: (locationId: number | null) => void;
  readonly disabled?: boolean;
}

/** Chooses one location or all, in a form. Renders nothing for a user locked to a location. */
export function LocationSelect({ value, onChange, disabled = false }: LocationSelectProps) {
  const { t } = useTranslation();
  const { locked_location: locked } = useMe();
  const { data, isError, refetch } = useQuery({ ...locationsQuery, enabled: locked === null });
  if (locked !== null) return null;
  const failed = (
    <Anchor component="button" type="button" fz="inherit" onClick={() => void refetch()}>
      {t('report.locationsFailed')}
    </Anchor>
  );
  return (
    <NativeSelect
      label={t('terms.location')}
      disabled={disabled}
      error={isError && failed}
      data={[
        { value: '', label: t('report.allLocations') },
        ...(data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}
