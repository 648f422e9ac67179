import { Button, Group } from '@mantine/core';
import { IconAlertCircle, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { VatSide } from '../../../shared/report-comparison.ts';
import { TechnicalDetails } from '../../components/states/failure-panel.tsx';
import { Delayed } from '../../components/states/loading.tsx';
import textStyles from '../../components/text.module.css';
import { findErrorRefusal, useFailureMessage } from '../../lib/failures.ts';
import styles from './overview-page.module.css';
import type { Question } from './queries.ts';

interface SectionProps {
  readonly title: string;
  /** Shown after the title, such as the days. */
  readonly subject?: ReactNode;
  /** Shown at the end of the line, such as a switch. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, subject, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className={textStyles.sectionTitle}>
          {title}
        </h2>
        {subject !== undefined && <p className={styles.subject}>{subject}</p>}
        {aside !== undefined && (
          <Group gap="4px 8px" align="stretch" ms="auto">
            {aside}
          </Group>
        )}
      </header>
      {children}
    </section>
  );
}

/** Says whether figures include VAT. Only printed, because the switch shows it on the screen. */
export function VatSideLabel({ side }: { readonly side: VatSide }) {
  const { t } = useTranslation();
  return <span> · {t(`terms.side.${side}`)}</span>;
}

interface SectionFailureProps {
  readonly question: Question;
  /** A sentence that says what is missing. */
  readonly unknown?: string;
}

/** Replaces a section that could not be read. The rest of the page stays. */
export function SectionFailure({ question, unknown }: SectionFailureProps) {
  const { t } = useTranslation();
  const formatFailure = useFailureMessage();
  const refusal = findErrorRefusal(question.error);
  if (refusal !== null) {
    // The notice of the page has the reason and the remedy.
    return (
      <p className={styles.notYet}>
        {refusal === 'being-read' ? <IconClock size={16} aria-hidden /> : <IconInfoCircle size={16} aria-hidden />}
        {unknown ?? t(refusal === 'being-read' ? 'overview.notYet' : 'overview.cannotBeRead')}
      </p>
    );
  }
  return (
    <Group wrap="nowrap" align="normal" gap={8} py={8} role="alert">
      <IconAlertCircle size={16} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p>
          <strong>{unknown ?? t('overview.unreadable')}</strong> {formatFailure(question.error)}
        </p>
        <Button
          size="compact-xs"
          variant="default"
          loading={question.isFetching}
          onClick={() => void question.refetch()}
        >
          {t('states.retry')}
        </Button>
        <TechnicalDetails error={question.error} />
      </div>
    </Group>
  );
}

/** A placeholder for a figure: first nothing, then a grey bar, never a zero. */
export function PendingFigure() {
  return (
    <Delayed>
      <span className={styles.bar} data-pending />
    </Delayed>
  );
}
