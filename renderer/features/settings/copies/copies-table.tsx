import { useTranslation } from 'react-i18next';
import type { ShownCopy } from '../../../../shared/contract/shown-copy.ts';
import { useFormat } from '../../../lib/language.ts';
import { usePlatformName } from '../../../lib/platform-name.ts';
import styles from './copies.module.css';
import { useSizeText } from './use-size-text.ts';

const COLUMNS = ['platform', 'account', 'updatedAt', 'size'] as const;

/** A row for each account of each platform. */
export function CopiesTable({ copies }: { readonly copies: readonly ShownCopy[] }) {
  const { t } = useTranslation();
  const { moment, quantity } = useFormat();
  const platformName = usePlatformName();
  const sizeText = useSizeText();

  function accountText({ account, users }: ShownCopy): string {
    return users === 1 ? account : t('settings.copies.ofUsers', { account, users: quantity(users) });
  }

  return (
    <table className={styles.table} aria-label={t('settings.copies.title')}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`settings.copies.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {copies.map((copy) => (
          <tr key={JSON.stringify([copy.platform, copy.account])}>
            <td title={copy.platform}>{platformName(copy.platform)}</td>
            <td title={accountText(copy)}>{accountText(copy)}</td>
            <td>{moment(copy.updatedAt)}</td>
            <td data-column="size">{sizeText(copy.bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
