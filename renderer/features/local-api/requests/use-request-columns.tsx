import type { TFunction } from 'i18next';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestEntry } from '../../../../shared/contract/bridge.ts';
import type { TableColumn } from '../../../components/data-table/table-column.ts';
import { useFormat } from '../../../lib/language.ts';
import { RequestIdCell } from './request-id-cell.tsx';
import { StatusMark } from './status-mark.tsx';

const WIDTHS_PX = {
  at: 94,
  method: 80,
  path: 204,
  status: 162,
  durationMs: 110,
  who: 182,
  requestId: 136,
} as const;

/** The columns of the list of requests. */
export function useRequestColumns(
  onCopyId: (entry: RequestEntry) => void,
): readonly TableColumn<RequestEntry>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const copyId = useRef(onCopyId);
  copyId.current = onCopyId;
  return useMemo(() => {
    const header = (id: keyof typeof WIDTHS_PX) => ({
      id,
      header: t(`localApi.requests.column.${id}`),
      widthPx: WIDTHS_PX[id],
    });
    return [
      { ...header('at'), kind: 'moment', cell: ({ at }) => format.time(Date.parse(at)) },
      { ...header('method'), kind: 'text', cell: ({ method }) => method },
      { ...header('path'), kind: 'text', cell: ({ path }) => <span title={path}>{path}</span> },
      { ...header('status'), kind: 'moment', cell: ({ status }) => <StatusMark status={status} /> },
      {
        ...header('durationMs'),
        kind: 'quantity',
        cell: ({ durationMs }) => format.quantity(Math.round(durationMs)),
      },
      { ...header('who'), kind: 'text', grows: true, cell: (entry) => whoText(entry, t) },
      {
        ...header('requestId'),
        kind: 'text',
        cell: (entry) => <RequestIdCell entry={entry} onCopy={(copied) => copyId.current(copied)} />,
      },
    ];
  }, [t, format]);
}

function whoText({ user, apiKey }: RequestEntry, t: TFunction): string {
  if (user === null) return t('localApi.requests.nobody');
  return apiKey === null ? user : t('localApi.requests.byKey', { user, key: apiKey });
}
