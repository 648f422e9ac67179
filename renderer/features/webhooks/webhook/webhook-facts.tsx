import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { useFormat } from '../../../lib/language.ts';
import { eventWords } from '../event-words.ts';
import { HealthMark } from '../health-mark.tsx';
import { healthOf } from '../webhook-health.ts';
import styles from './webhook-facts.module.css';

/** What a webhook is and how it fares, in one row; below it a sentence where something needs attention. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const format = useFormat();
  const health = healthOf(webhook);
  const { last_success_at: lastSuccess, old_secret_until: oldSecretUntil } = webhook;
  const facts = [
    ['events', eventWords(webhook, t)],
    ['description', webhook.description],
    ['pending', format.quantity(webhook.pending)],
    ['last_success_at', lastSuccess === null ? t('webhooks.health.never') : format.moment(lastSuccess)],
  ] as const;
  return (
    <div className={styles.block}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('webhooks.column.health')}</dt>
          <dd>{health.kind === 'disabled' ? t('webhooks.health.off') : <HealthMark webhook={webhook} />}</dd>
        </div>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`webhooks.column.${name}`)}</dt>
              <dd title={value}>{value}</dd>
            </div>
          ))}
      </dl>
      {health.kind === 'disabled' && (
        <p className={styles.disabled}>
          {t('webhooks.health.disabledSince', {
            moment: format.moment(health.since),
            reason: t(`webhooks.reason.${health.reason}`),
          })}{' '}
          {t(
            webhook.disabled_reason === 'secret_unreadable'
              ? 'webhooks.enable.unreadableHint'
              : 'webhooks.enable.hint',
          )}
        </p>
      )}
      {oldSecretUntil !== null && (
        <p className={styles.note}>
          {t('webhooks.health.oldSecret', { moment: format.moment(oldSecretUntil) })}
        </p>
      )}
    </div>
  );
}
