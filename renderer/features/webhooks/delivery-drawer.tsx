import { Button, SegmentedControl, Stack } from '@mantine/core';
import { IconCopy, IconPlayerTrackNext, IconRepeat } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '../../../shared/contract/webhook-records.ts';
import { CopyNotice, useCopy } from '../../components/copy-field.tsx';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { DialogFailure } from '../../components/overlays/dialog-form.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import { useFormat } from '../../lib/language.ts';
import {
  type Attempt,
  DeliveryStatusText,
  formatAnswer,
  formatKind,
  formatTime,
  isAccepted,
} from './delivery-labels.tsx';
import { useReplayDelivery, useRetryDelivery } from './queries.ts';
import styles from './webhook-page.module.css';

interface DeliveryDrawerProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  /** Called with the new delivery. */
  readonly onReplayed: (replay: Delivery) => void;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
}

export function DeliveryDrawer({ delivery, webhook, onReplayed, onClose, onStep }: DeliveryDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Drawer
      title={t('webhooks.delivery.title', { id: delivery.id })}
      overline={formatTime(delivery.created_at, format)}
      onClose={onClose}
      onStep={onStep}
    >
      <DeliveryFacts delivery={delivery} />
      {delivery.status === 'pending' && delivery.kind !== 'ping' && webhook.status === 'active' ? (
        <RetryButton delivery={delivery} />
      ) : (
        <ReplayButton delivery={delivery} webhook={webhook} onReplayed={onReplayed} />
      )}
      <h3 className={styles.heading}>{t('webhooks.deliveries.column.attempts')}</h3>
      <DeliveryAttempts attempts={delivery.attempts} />
      <details className={styles.fold}>
        <summary>{t('webhooks.delivery.curl')}</summary>
        <p className={styles.note}>{t('webhooks.delivery.curlHint')}</p>
        <CodeBlock text={formatCurl(webhook.url, delivery)} copyLabel={t('localApi.createdKey.copyCurl')} />
      </details>
      <h3 className={styles.heading}>{t('webhooks.delivery.body')}</h3>
      <DeliveryBody body={delivery.body} />
    </Drawer>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { next_attempt_at: next, replay_of: replayOf } = delivery;
  const facts: Fact[] = [
    [t('states.status'), <DeliveryStatusText key="status" delivery={delivery} />],
    [t('webhooks.deliveries.column.kind'), formatKind(delivery, t)],
    [t('webhooks.deliveries.column.event_count'), format.quantity(delivery.event_count)],
    [t('webhooks.deliveries.column.next_attempt_at'), next === null ? '–' : formatTime(next, format)],
  ];
  if (replayOf !== null) facts.push([t('webhooks.delivery.replayOf'), String(replayOf)]);
  facts.push([t('webhooks.delivery.messageId'), delivery.message_id]);
  return <FactList facts={facts} layout="pairs" />;
}

/** Attempts a pending delivery now. */
function RetryButton({ delivery }: Pick<DeliveryDrawerProps, 'delivery'>) {
  const { t } = useTranslation();
  const retrying = useRetryDelivery();
  return (
    <Stack gap={4} align="flex-start">
      <Button
        variant="default"
        leftSection={<IconPlayerTrackNext size={15} aria-hidden />}
        loading={retrying.isPending}
        onClick={() => retrying.mutate(delivery)}
      >
        {t('webhooks.delivery.retry')}
      </Button>
      {retrying.isSuccess && (
        <p className={styles.note} role="status">
          {t('webhooks.delivery.retried')}
        </p>
      )}
      {retrying.isError && <DialogFailure error={retrying.error} />}
    </Stack>
  );
}

/** Delivers the same message again, or says why that is not possible. */
function ReplayButton({ delivery, webhook, onReplayed }: Omit<DeliveryDrawerProps, 'onClose' | 'onStep'>) {
  const { t } = useTranslation();
  const reasonId = useId();
  const replaying = useReplayDelivery();
  const reason = findReason();
  return (
    <Stack gap={4} align="flex-start">
      <Button
        variant="default"
        leftSection={<IconRepeat size={15} aria-hidden />}
        loading={replaying.isPending}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => replaying.mutate(delivery, { onSuccess: onReplayed })}
      >
        {t('webhooks.delivery.replay')}
      </Button>
      {reason !== null && (
        <p id={reasonId} className={styles.note}>
          {reason}
        </p>
      )}
      {replaying.isError && <DialogFailure error={replaying.error} />}
    </Stack>
  );

  function findReason(): string | null {
    if (delivery.kind === 'ping') return t('webhooks.delivery.replayPing');
    return webhook.status === 'disabled' ? t('webhooks.delivery.replayDisabled') : null;
  }
}

/** Every attempt with the receiver's answer, newest first. */
function DeliveryAttempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (attempts.length === 0) return <p className={styles.note}>{t('webhooks.delivery.noAttempts')}</p>;
  return (
    <ul className={styles.attempts}>
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.number}>
          <div className={styles.attempt}>
            <span>{t('webhooks.delivery.attempt', { number: attempt.number })}</span>
            <time dateTime={attempt.at}>{formatTime(attempt.at, format)}</time>
          </div>
          <div className={styles.attempt} data-failed={!isAccepted(attempt) || undefined}>
            <span className={styles.answerStatus}>{formatAnswer(attempt, t)}</span>
            <output>{format.quantity(attempt.duration_ms)} ms</output>
          </div>
          {attempt.answer !== '' && <pre className={styles.code}>{attempt.answer}</pre>}
          {attempt.answer === '' && attempt.status !== null && (
            <p className={styles.note}>{t('webhooks.delivery.noAnswerText')}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

const VIEWS = ['formatted', 'raw'] as const;

/** The body, formatted or exactly as it is sent. The button copies the visible form. */
function DeliveryBody({ body }: { readonly body: string }) {
  const { t } = useTranslation();
  const [view, setView] = useState<(typeof VIEWS)[number]>('formatted');
  return (
    <CodeBlock text={view === 'raw' ? body : formatBody(body)} copyLabel={t('webhooks.delivery.copyBody')}>
      <SegmentedControl
        aria-label={t('webhooks.delivery.bodyView')}
        data={VIEWS.map((value) => ({ value, label: t(`webhooks.delivery.${value}`) }))}
        value={view}
        onChange={setView}
      />
    </CodeBlock>
  );
}

/** Formats a JSON body with a line for each value; leaves other bodies unchanged. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return body;
    throw error;
  }
}

/**
 * A command for a POSIX shell that signs a message with openssl at the current time and posts it. The secret comes from
 * `WEBHOOK_SECRET`, so that it is not in the shell history. The subshell ends if that is not set. The body goes through
 * pipes, as it may be too long for an argument.
 */
export function formatCurl(url: string, { message_id: id, body }: Pick<Delivery, 'message_id' | 'body'>): string {
  return `( : "\${WEBHOOK_SECRET:?is not set}"
body=${quote(body)}
id=${quote(id)}
at=$(date +%s)
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
signature=$(printf %s "$id.$at.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
printf %s "$body" | curl --globoff --silent --show-error --include --data-binary @- \\
  -H 'content-type: application/json' -H "webhook-id: $id" -H "webhook-timestamp: $at" \\
  -H "webhook-signature: v1,$signature" ${quote(url)} )`;
}

/** Within single quotes, a shell takes every character literally except the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

interface CodeBlockProps {
  readonly text: string;
  /** Names the button, such as `Copy body`. */
  readonly copyLabel: string;
  /** Shown before the button, such as a choice of views. */
  readonly children?: ReactNode;
}

/** A long text below a button that copies it exactly. */
function CodeBlock({ text, copyLabel, children }: CodeBlockProps) {
  const { t } = useTranslation();
  const code = useRef<HTMLPreElement>(null);
  const { outcome, copy } = useCopy();
  return (
    <>
      <div className={styles.bar}>
        {children}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCopy size={14} aria-hidden />}
          aria-label={copyLabel}
          onClick={() => void copy(code.current)}
        >
          {t('states.copy')}
        </Button>
        <CopyNotice outcome={outcome} />
      </div>
      <pre ref={code} className={styles.code}>
        {text}
      </pre>
    </>
  );
}
