import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { needsAttention } from '../../../../shared/check-verdicts.ts';
import type { CheckName } from '../../../../shared/contract/financial-report.ts';
import { CauseText, causeKey } from './cause-text.tsx';
import { CheckFigures } from './check-figures.tsx';
import { CheckMark } from './check-mark.tsx';
import styles from './checks-section.module.css';
import type { ExplainedCheck } from './explain-checks.ts';
import { PlatformVerdict } from './platform-verdict.tsx';

/** Name, both sides, the difference; what the platform says where that is another thing; why it may fail. */
export function CheckLine({ explained }: { readonly explained: ExplainedCheck }) {
  const { t } = useTranslation();
  const { check, platform, causes } = explained;
  return (
    <tbody id={lineId(check.name)} data-fails={needsAttention(explained) || undefined} tabIndex={-1}>
      <tr>
        <th scope="row">
          <CheckMark holds={check.holds} />
          <VisuallyHidden>
            {check.holds ? t('report.checks.holds') : t('report.checks.fails')}:{' '}
          </VisuallyHidden>
          {t(`report.checks.name.${check.name}`)}
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
export function showCheck(name: CheckName): void {
  const line = document.getElementById(lineId(name));
  line?.querySelector('details')?.setAttribute('open', '');
  line?.scrollIntoView({ block: 'center' });
  line?.focus({ preventScroll: true });
}

function lineId(name: CheckName): string {
  return `check-${name}`;
}
