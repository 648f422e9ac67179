import { VisuallyHidden } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CHECK_NAMES, type CheckName, type ReportCheck } from '../../../shared/contract/financial-report.ts';
import { needsAttention } from '../../../shared/report-checks.ts';
import { PlainTable, type RowGroup } from '../../components/data-table/plain-table.tsx';
import { WideTable } from '../../components/page/page.tsx';
import { useFormat } from '../../lib/language.ts';
import { type Cause, type ExplainedCheck, getSubject } from './check-causes.ts';
import { OwnOnly } from './comparison.tsx';
import { CheckIcon, FigureText } from './report-figures.tsx';
import styles from './report-page.module.css';
import { MissingParts, StatementSection } from './statement-table.tsx';

export function ChecksSection({ checks }: { readonly checks: readonly ExplainedCheck[] }) {
  const { t } = useTranslation();
  return (
    <StatementSection title={t('report.checks.title')} aside={<OwnOnly />}>
      <details className={styles.checks} open={checks.some(needsAttention)}>
        <summary>
          <ChecksVerdict checks={checks} />
        </summary>
        <WideTable label={t('report.checks.title')}>
          <PlainTable
            label={t('report.checks.title')}
            className={`${styles.table} ${styles.checksTable}`}
            columns={[
              {
                id: 'check',
                header: t('report.checks.check'),
                isRowHeading: true,
                span: ({ figures }) => (figures === null ? 1 + SIDES.length : 1),
                cell: ({ label }) => label,
              },
              ...SIDES.map((side) => ({
                id: side,
                header: t(side === 'difference' ? 'terms.difference' : `report.checks.${side}`),
                className: side === 'difference' ? styles.difference : undefined,
                cell: ({ figures }: CheckRow) => figures && <FigureText figure={figures[side]} />,
              })),
            ]}
            groups={checks.map(createCheckGroup)}
            getRowKey={({ source }) => source}
            rowProps={({ source }) => ({ 'data-platform': source === 'platform' || undefined })}
          />
        </WideTable>
      </details>
    </StatementSection>
  );
}

const SIDES = ['left', 'right', 'difference'] as const;

interface CheckRow {
  readonly source: 'window' | 'platform';
  readonly label: ReactNode;
  /** `null` if the platform does not have this check. */
  readonly figures: ReportCheck | null;
}

/**
 * The rows of a check: its name, both sides and difference, the platform's verdict if that differs, and possible
 * causes.
 */
function createCheckGroup(explained: ExplainedCheck): RowGroup<CheckRow> {
  const { check, platform, causes } = explained;
  const own: CheckRow = { source: 'window', label: <CheckLabel explained={explained} />, figures: check };
  const other: CheckRow = {
    source: 'platform',
    label: <PlatformVerdict platform={platform} />,
    figures: platform === 'missing' ? null : platform,
  };
  return {
    key: check.name,
    props: { id: getLineId(check.name), tabIndex: -1, 'data-fails': needsAttention(explained) || undefined },
    rows: platform === null ? [own] : [own, other],
    note: causes.length > 0 ? <CheckCauses explained={explained} /> : undefined,
  };
}

function CheckLabel({ explained: { check, without } }: { readonly explained: ExplainedCheck }) {
  const { t } = useTranslation();
  return (
    <>
      <CheckIcon holds={check.holds} />
      <VisuallyHidden>{check.holds ? t('report.checks.holds') : t('report.checks.fails')}: </VisuallyHidden>
      {t(`report.checks.name.${check.name}`)}
      <MissingParts names={without} />
    </>
  );
}

/** The platform's verdict, shown below the verdict from its figures. */
function PlatformVerdict({ platform }: Pick<ExplainedCheck, 'platform'>) {
  const { t } = useTranslation();
  if (platform === 'missing') return t('report.checks.platformMissing');
  return platform?.holds ? t('report.checks.platformHolds') : t('report.checks.platformFails');
}

function CheckCauses({ explained: { check, causes } }: { readonly explained: ExplainedCheck }) {
  const { t } = useTranslation();
  return (
    <details className={styles.causes}>
      <summary>{t('report.checks.causes')}</summary>
      <ol>
        {causes.map((cause) => (
          <li key={getCauseKey(cause)}>
            <CauseText cause={cause} check={check} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Scrolls to the line of a check and unfolds the section and its causes. */
function showCheck(name: CheckName): void {
  const line = document.getElementById(getLineId(name));
  line?.closest('details')?.setAttribute('open', '');
  line?.querySelector('details')?.setAttribute('open', '');
  line?.scrollIntoView({ block: 'center' });
  line?.focus({ preventScroll: true });
}

function getLineId(name: CheckName): string {
  return `check-${name}`;
}

/** A cause as a sentence, with the amount if that led to the cause. */
function CauseText({ cause, check }: { readonly cause: Cause; readonly check: ReportCheck }) {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = format.money(Math.abs(check.difference));
  switch (cause.kind) {
    case 'figure':
      return t(`report.cause.figure.${cause.figure}`, { amount });
    case 'smallRounding':
      return t('report.cause.smallRounding', { amount });
    case 'row': {
      const { row, fault, name } = cause;
      return t(`report.cause.row.${fault}`, { amount, row: t(`report.cause.kind.${row}`, { name }) });
    }
    case 'general':
      return t(`report.causes.${getSubject(check.name)}.${cause.rank}`);
  }
}

/** Equal causes have equal keys. */
function getCauseKey(cause: Cause): string {
  return Object.values(cause).join('-');
}

/** One line about all checks. Checks that need unknown figures count as neither passed nor failed. */
function ChecksVerdict({ checks }: { readonly checks: readonly ExplainedCheck[] }) {
  const { t } = useTranslation();
  const failing = checks.filter(({ check }) => !check.holds).length;
  const total = CHECK_NAMES.length;
  const unknown = total - checks.length;
  const hasAttention = checks.some(needsAttention);
  return (
    <>
      {unknown > 0 && !hasAttention ? (
        <IconInfoCircle size={15} className={styles.unknownChecks} aria-hidden />
      ) : (
        <CheckIcon holds={!hasAttention} />
      )}
      <span>
        {failing > 0
          ? t('report.checks.someFail', { count: failing, total: checks.length })
          : t(unknown > 0 ? 'report.checks.knownHold' : 'report.checks.allHold', { count: checks.length })}
        {unknown > 0 && ` ${t('report.checks.unknown', { count: unknown })}`}
      </span>
    </>
  );
}

/** The verdict, with a link to each check that fails or that the platform contradicts. */
export function ChecksSummary({ checks }: { readonly checks: readonly ExplainedCheck[] }) {
  const { t } = useTranslation();
  const contradicted = checks.filter(({ platform }) => platform !== null);
  const named = checks.filter(needsAttention);
  const [first] = checks;
  if (!first) return null;
  if (named.length === 0) {
    return (
      <p className={styles.summary}>
        <button type="button" className={styles.link} onClick={() => showCheck(first.check.name)}>
          <ChecksVerdict checks={checks} />
        </button>
      </p>
    );
  }
  return (
    <p className={styles.summary} data-fails>
      <strong>
        <ChecksVerdict checks={checks} />
      </strong>
      {contradicted.length > 0 && <span>{t('report.checks.contradicted', { count: contradicted.length })}</span>}
      {named.map(({ check: { name } }) => (
        <button key={name} type="button" className={styles.link} onClick={() => showCheck(name)}>
          {t(`report.checks.short.${name}`)}
        </button>
      ))}
    </p>
  );
}

/** Scrolls to the check named in the address once the report is read. */
export function useRequestedCheck(name: CheckName | undefined, isRead: boolean): void {
  useEffect(() => {
    if (isRead && name !== undefined) showCheck(name);
  }, [isRead, name]);
}
