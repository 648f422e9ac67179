import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import type { RequestEntry, RequestError } from '../../../shared/contract/window.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { OpenRow } from '../../components/data-table/open-row.ts';
import type { RowSource } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import textStyles from '../../components/text.module.css';
import { useFormat } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import styles from './local-api-page.module.css';

interface RequestsTableProps {
  readonly rows: RowSource<RequestEntry>;
  readonly opened: OpenRow<RequestEntry>;
  readonly listKey: string;
  readonly isLoading: boolean;
  readonly placeholder: ReactNode;
}

export function RequestsTable({ rows, opened, listKey, isLoading, placeholder }: RequestsTableProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.requestsFrame}>
      <DataTable
        tableId="requests"
        label={t('localApi.requests.table')}
        columns={useRequestColumns()}
        rows={rows}
        listKey={listKey}
        isLoading={isLoading}
        placeholder={placeholder}
        openIndex={opened.index}
        onOpen={opened.open}
      />
    </div>
  );
}

interface RequestDrawerProps {
  readonly entry: RequestEntry;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
}

/** The details of a request: its query and, if it was refused or failed, the answer. */
export function RequestDrawer({ entry, onClose, onStep }: RequestDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { method, path, query, status, error, durationMs, requestId, at } = entry;
  const parameters = query.split('&').filter((pair) => pair !== '');
  const facts: Fact[] = [
    [t('localApi.requests.column.status'), <StatusText key="status" status={status} />],
    [t('localApi.requests.column.durationMs'), format.quantity(Math.round(durationMs))],
    [t('localApi.requests.column.who'), formatCaller(entry, t)],
    [t('localApi.requests.column.at'), format.time(Date.parse(at))],
    [
      t('localApi.requests.error'),
      error === null ? '' : <ErrorText key="error" status={status} error={error} />,
      'wide',
    ],
    [
      t('localApi.requests.query'),
      parameters.length === 0 ? (
        t('localApi.requests.noQuery')
      ) : (
        <code key="query" className={styles.parameters}>
          {parameters.join('\n')}
        </code>
      ),
      'wide',
    ],
  ];
  return (
    <Drawer title={`${method} ${path}`} onClose={onClose} onStep={onStep}>
      <FactList facts={facts} layout="pairs" />
      <CopyField
        label={t('states.requestId')}
        text={requestId}
        copyLabel={t('localApi.requests.copyId')}
        layout="block"
      />
      {query.includes(HIDDEN) && <p className={textStyles.small}>{t('localApi.requests.hiddenQuery')}</p>}
    </Drawer>
  );
}

/** Replaces parts of a query that are not stored. */
const HIDDEN = '…';

function ErrorText({ status, error }: { readonly status: number; readonly error: RequestError }) {
  return (
    <>
      {status} {error.error}
      <br />
      {error.message}
    </>
  );
}

type ColumnId = 'at' | 'method' | 'path' | 'status' | 'durationMs' | 'who';

function useRequestColumns(): readonly TableColumn<RequestEntry>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const isPrinting = useIsPrinting();
  return useMemo(() => {
    const header = (id: ColumnId, widthPx: number) => ({ id, header: t(`localApi.requests.column.${id}`), widthPx });
    return [
      {
        ...header('at', 94),
        kind: 'moment',
        cell: ({ at }) => {
          const day = isPrinting ? `${format.day(formatTimestamp(Date.parse(at)).slice(0, 10))} ` : '';
          return day + format.time(Date.parse(at));
        },
      },
      { ...header('who', 182), kind: 'text', grows: true, cell: (entry) => formatCaller(entry, t) },
      { ...header('method', 80), kind: 'text', cell: ({ method }) => method },
      { ...header('path', 204), kind: 'text', stays: true, cell: ({ path }) => <span title={path}>{path}</span> },
      { ...header('status', 162), kind: 'moment', stays: true, cell: ({ status }) => <StatusText status={status} /> },
      {
        ...header('durationMs', 110),
        kind: 'quantity',
        cell: ({ durationMs }) => format.quantity(Math.round(durationMs)),
      },
    ];
  }, [t, format, isPrinting]);
}

function formatCaller({ user, apiKey }: RequestEntry, t: TFunction): string {
  if (user === null) return t('localApi.requests.nobody');
  return apiKey === null ? user : t('localApi.requests.byKey', { user, key: apiKey });
}

/** The status of an answer. A failure has an icon and a text, not only a colour. */
function StatusText({ status }: { readonly status: number }) {
  const { t } = useTranslation();
  const outcome = getOutcome(status);
  if (outcome === 'done') return status;
  const Icon = outcome === 'failed' ? IconAlertCircle : IconAlertTriangle;
  return (
    <span className={textStyles.status} data-level={outcome === 'failed' ? 'danger' : 'attention'}>
      {status}
      <Icon size={13} aria-hidden />
      {t(`localApi.requests.${outcome}`)}
    </span>
  );
}

export type Outcome = 'done' | 'refused' | 'notFound' | 'invalid' | 'failed';

/** Not signed in, no permission, too many requests. */
const REFUSALS: readonly number[] = [401, 403, 429];

/** The outcome of a request, from the status of its answer. */
export function getOutcome(status: number): Outcome {
  if (status < 400) return 'done';
  if (status >= 500) return 'failed';
  if (REFUSALS.includes(status)) return 'refused';
  return status === 404 ? 'notFound' : 'invalid';
}
