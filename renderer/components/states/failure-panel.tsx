import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { findErrorRefusal, useFailureMessage } from '../../lib/failures.ts';
import { ApiFailure, CallFailure } from '../../lib/host/api-client.ts';
import { fetchPart } from '../../lib/host/presence.ts';
import styles from './states.module.css';

/** Fetched once it is needed: before the sign-in no copy refuses anything. */
const CopyRefusalPanel = lazy(async () => ({
  default: (await fetchPart(() => import('./copy-refusal.tsx'))).CopyRefusalPanel,
}));

interface FailurePanelProps {
  /** An `ApiFailure`, a `BridgeError`, or whatever else was thrown. */
  readonly error: unknown;
  /** What can still be done while this fails, in one sentence. */
  readonly stillUsable?: string | undefined;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
  /** Given while filters are set: they may be what the API refuses, such as a shop that is gone. */
  readonly onClearFilters?: (() => void) | undefined;
}

/** Replaces what could not be read: what failed, what still works, and a retry button. Calm where a copy is still being read. */
export function FailurePanel(props: FailurePanelProps) {
  const refusal = findErrorRefusal(props.error);
  if (refusal === null) return <Failure {...props} />;
  return (
    <Suspense fallback={null}>
      <CopyRefusalPanel refusal={refusal} />
    </Suspense>
  );
}

function Failure(props: FailurePanelProps) {
  const { error, stillUsable, onRetry, isRetrying = false, onClearFilters } = props;
  const { t } = useTranslation();
  const formatFailure = useFailureMessage();
  const isRefused = error instanceof ApiFailure && error.status === 400;
  return (
    <section className={styles.panel} role="alert">
      <IconAlertCircle size={20} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p className={styles.what}>{formatFailure(error)}</p>
        {stillUsable && <p className={styles.usable}>{stillUsable}</p>}
        <div className={styles.actions}>
          {isRefused && onClearFilters && <Button onClick={onClearFilters}>{t('states.clearFilters')}</Button>}
          {onRetry && (
            <Button variant="default" loading={isRetrying} onClick={onRetry}>
              {t('states.retry')}
            </Button>
          )}
        </div>
        <TechnicalDetails error={error} />
      </div>
    </section>
  );
}

/** Status, request number and raw message, collapsed at first, for support. */
export function TechnicalDetails({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const facts = factsOf(error);
  return (
    <details className={styles.fold}>
      <summary>{t('states.technical')}</summary>
      <dl className={styles.facts}>
        {facts.status !== null && (
          <>
            <dt>{t('states.status')}</dt>
            <dd>{facts.status}</dd>
          </>
        )}
        {facts.requestId && (
          <>
            <dt>{t('states.requestId')}</dt>
            <dd>{facts.requestId}</dd>
          </>
        )}
        <dt>{t('states.message')}</dt>
        <dd>{facts.message}</dd>
      </dl>
    </details>
  );
}

function factsOf(error: unknown): Pick<CallFailure, 'status' | 'requestId' | 'message'> {
  if (error instanceof CallFailure) return error;
  return { status: null, requestId: null, message: error instanceof Error ? error.message : String(error) };
}
