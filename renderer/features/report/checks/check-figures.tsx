import type { ReportCheck } from '../../../../shared/contract/financial-report.ts';
import { FigureText } from '../statement/figure-text.tsx';
import styles from './checks-section.module.css';

/** Both sides of a check and their difference, a cell each. */
export function CheckFigures({ check }: { readonly check: ReportCheck }) {
  return (
    <>
      <td>
        <FigureText figure={check.left} />
      </td>
      <td>
        <FigureText figure={check.right} />
      </td>
      <td className={styles.difference}>
        <FigureText figure={check.difference} />
      </td>
    </>
  );
}
