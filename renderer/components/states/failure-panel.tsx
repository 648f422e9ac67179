import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { findErrorRefusal, useFailureMessage } from '../../lib/failures.ts';
import { ApiFailure, CallFailure } from '../../lib/host/api-client.ts';
import { fetchPart } from '../../lib/host/presence.ts';
import styles from './states.module.css';

/** Fetched when it is needed, which is never before the sign-in. */
const CopyRefusalPanel = lazy(async () => ({
  default: (await fetchPart(() => import('./copy-refusal.tsx'))).CopyRefusalPanel,
}));

interface FailurePanelProps {
  /** An `ApiFailure`, a `BridgeError` or any other thrown value. */
  readonly error: unknown;
  /** What still works, in one sentence. */
  readonly stillUsable?: string | undefined;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
  /** Set if filters are set, because the API may refuse one, such as a shop that is gone. */
  readonly onClearFilters?: (() => void) | undefined;
}

/**
 * Replaces data that could not be read: what failed, what still works, and a retry button. Not shown as a failure while
 * a copy is still being read.
 */
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

/** Status, request number and raw message for support, collapsed at first. */
export function TechnicalDetails({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const facts = getFacts(error);
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

function getFacts(error: unknown): Pick<CallFailure, 'status' | 'requestId' | 'message'> {
  if (error instanceof CallFailure) return error;
  return { status: null, requestId: null, message: error instanceof Error ? error.message : String(error) };
}
