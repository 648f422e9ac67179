import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/host/api-client.ts';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import styles from './technical-details.module.css';

interface Facts {
  readonly status: number | null;
  readonly requestId: string | null;
  readonly message: string;
}

/** Status, request number and the raw message, behind a fold, for whoever has to look into it. */
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

function factsOf(error: unknown): Facts {
  if (error instanceof ApiFailure) return error;
  if (error instanceof BridgeError) return error.failure;
  return { status: null, requestId: null, message: error instanceof Error ? error.message : String(error) };
}
