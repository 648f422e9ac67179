import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckName, ReportCheck } from '../../../shared/contract/financial-report.ts';
import { needsAttention } from '../../../shared/report-checks.ts';
import { WideTable } from '../../components/page/page.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { useFormat } from '../../lib/language.ts';
import { type Cause, type ExplainedCheck, subjectOf } from './check-causes.ts';
import { OwnOnly } from './comparison.tsx';
import { FigureText } from './report-figures.tsx';
import styles from './report-page.module.css';
import ruled from './statement.module.css';
import { MissingParts, StatementSection } from './statement-table.tsx';

export function ChecksSection({ checks }: { readonly checks: readonly ExplainedCheck[] }) {
  const { t } = useTranslation();
  return (
    <StatementSection title={t('report.checks.title')} aside={<OwnOnly />}>
      <WideTable label={t('report.checks.title')}>
        <table className={`${ruled.table} ${styles.table}`} aria-label={t('report.checks.title')}>
          <TableHead
            columns={[
              t('report.checks.check'),
              t('report.checks.left'),
              t('report.checks.right'),
              t('terms.difference'),
            ]}
          />
          {checks.map((explained) => (
            <CheckLine key={explained.check.name} explained={explained} />
          ))}
        </table>
      </WideTable>
    </StatementSection>
  );
}

/** Name, both sides and difference of a check, the verdict of the platform where it differs, and possible causes. */
function CheckLine({ explained }: { readonly explained: ExplainedCheck }) {
  const { t } = useTranslation();
  const { check, platform, causes, without } = explained;
  return (
    <tbody id={lineId(check.name)} data-fails={needsAttention(explained) || undefined} tabIndex={-1}>
      <tr>
        <th scope="row">
          <CheckIcon holds={check.holds} />
          <VisuallyHidden>{check.holds ? t('report.checks.holds') : t('report.checks.fails')}: </VisuallyHidden>
          {t(`report.checks.name.${check.name}`)}
          <MissingParts names={without} />
        </th>
        <CheckFigures check={check} />
      </tr>
      {platform !== null && <PlatformVerdict platform={platform} />}
      {causes.length > 0 && (
        <tr>
          <td colSpan={4} className={styles.causes}>
            <details>
              <summary>{t('report.checks.causes')}</summary>
              <ol>
                {causes.map((cause) => (
                  <li key={causeKey(cause)}>
                    <CauseText cause={cause} check={check} />
                  </li>
                ))}
              </ol>
            </details>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Brings the line of a check into view, with its causes open. */
function showCheck(name: CheckName): void {
  const line = document.getElementById(lineId(name));
  line?.querySelector('details')?.setAttribute('open', '');
  line?.scrollIntoView({ block: 'center' });
  line?.focus({ preventScroll: true });
}

function lineId(name: CheckName): string {
  return `check-${name}`;
}

/** The verdict of the platform on a check, below the verdict that its figures give. */
function PlatformVerdict({ platform }: { readonly platform: NonNullable<ExplainedCheck['platform']> }) {
  const { t } = useTranslation();
  if (platform === 'missing') {
    return (
      <tr>
        <th scope="row" colSpan={4} className={styles.platform}>
          {t('report.checks.platformMissing')}
        </th>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row" className={styles.platform}>
        {platform.holds ? t('report.checks.platformHolds') : t('report.checks.platformFails')}
      </th>
      <CheckFigures check={platform} />
    </tr>
  );
}

/** Both sides of a check and their difference, a cell each. */
function CheckFigures({ check }: { readonly check: ReportCheck }) {
  return (
    <>
      {(['left', 'right', 'difference'] as const).map((name) => (
        <td key={name} className={name === 'difference' ? styles.difference : undefined}>
          <FigureText figure={check[name]} />
        </td>
      ))}
    </>
  );
}

/** A green tick or an amber icon; the text beside it has the same meaning. */
export function CheckIcon({ holds }: { readonly holds: boolean }) {
  return holds ? (
    <IconCheck size={15} stroke={2.2} className={styles.holds} aria-hidden />
  ) : (
    <IconAlertTriangleFilled size={15} className={styles.fails} aria-hidden />
  );
}

/** A cause as a sentence, with the amount if the cause was found by it. */
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
      return t(`report.causes.${subjectOf(check.name)}.${cause.rank}`);
  }
}

/** The same cause twice is one: a key of its own for each. */
function causeKey(cause: Cause): string {
  return Object.values(cause).join('-');
}

/** One line on all checks, with a link to each check that does not hold or that the platform contradicts. */
export function ChecksSummary({ checks }: { readonly checks: readonly ExplainedCheck[] }) {
  const { t } = useTranslation();
  const failing = checks.filter(({ check }) => !check.holds);
  const contradicted = checks.filter(({ platform }) => platform !== null);
  const named = checks.filter(needsAttention);
  const [first] = checks;
  if (!first) return null;
  if (named.length === 0) {
    return (
      <p className={styles.summary}>
        <CheckIcon holds />
        <button type="button" className={styles.link} onClick={() => showCheck(first.check.name)}>
          {t('report.checks.allHold', { count: checks.length })}
        </button>
      </p>
    );
  }
  return (
    <p className={styles.summary} data-fails>
      <CheckIcon holds={false} />
      <strong>
        {failing.length > 0
          ? t('report.checks.someFail', { count: failing.length, total: checks.length })
          : t('report.checks.allHold', { count: checks.length })}
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

/** Shows the check that the address names, once its report is there: a link from elsewhere leads to it. */
export function useAskedCheck(name: CheckName | undefined, isRead: boolean): void {
  useEffect(() => {
    if (isRead && name !== undefined) showCheck(name);
  }, [isRead, name]);
}
