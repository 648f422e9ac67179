import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CheckName, ReportCheck } from '../../../../shared/contract/financial-report.ts';
import { FigureText } from '../statement/statement-table.tsx';
import { causesOf } from './check-causes.ts';
import { CheckMark } from './check-mark.tsx';
import styles from './checks-section.module.css';

/** Name, both sides, the difference; when it fails, what may be behind it under a fold. */
export function CheckLine({ check }: { readonly check: ReportCheck }) {
  const { t } = useTranslation();
  return (
    <tbody id={lineId(check.name)} data-fails={!check.holds || undefined} tabIndex={-1}>
      <tr>
        <th scope="row">
          <CheckMark holds={check.holds} />
          <VisuallyHidden>
            {check.holds ? t('report.checks.holds') : t('report.checks.fails')}:{' '}
          </VisuallyHidden>
          {t(`report.checks.name.${check.name}`)}
        </th>
        <td>
          <FigureText figure={check.left} />
        </td>
        <td>
          <FigureText figure={check.right} />
        </td>
        <td className={styles.difference}>
          <FigureText figure={check.difference} />
        </td>
      </tr>
      {!check.holds && (
        <tr>
          <td colSpan={4} className={styles.causes}>
            <details>
              <summary>{t('report.checks.causes')}</summary>
              <ol>
                {causesOf(check.name).map((cause) => (
                  <li key={cause}>{t(cause)}</li>
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
export function showCheck(name: CheckName): void {
  const line = document.getElementById(lineId(name));
  line?.querySelector('details')?.setAttribute('open', '');
  line?.scrollIntoView({ block: 'center' });
  line?.focus({ preventScroll: true });
}

function lineId(name: CheckName): string {
  return `check-${name}`;
}
