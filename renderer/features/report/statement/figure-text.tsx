import { useTranslation } from 'react-i18next';
import { FigureLink } from '../../../components/figure-link.tsx';
import { useFormat } from '../../../lib/language.ts';
import type { ReportFigure } from '../lines/report-line.ts';

/** A figure of the report: what stays a grey bar until it has been read. */
export function FigureText({ figure }: { readonly figure: number | string }) {
  const format = useFormat();
  return <span data-read>{typeof figure === 'number' ? format.amount(figure) : figure}</span>;
}

/** A figure that opens its rows, or says how it is made where it has none. Behind 0 may be a sale and its return. */
export function OpenFigure({ figure }: { readonly figure: ReportFigure }) {
  const { t } = useTranslation();
  const { euros, rows, making } = figure;
  if (rows === null) {
    return (
      <span title={making && t(`report.making.${making}`)}>
        <FigureText figure={euros} />
      </span>
    );
  }
  return (
    <FigureLink rows={rows} title={t('report.openRows')}>
      <FigureText figure={euros} />
    </FigureLink>
  );
}
