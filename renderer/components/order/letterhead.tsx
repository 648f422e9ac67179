import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { missingDetails } from '../../../shared/company-details.ts';
import { companyQuery } from '../../lib/queries/company.ts';
import { useShopTitle } from '../../lib/queries/shops.ts';
import linkStyles from '../links.module.css';
import { AddressLink } from '../links.tsx';
import textStyles from '../text.module.css';
import styles from './order.module.css';

interface LetterheadProps {
  readonly form: 'receipt' | 'invoice';
  readonly shopId: number;
}

/** On paper: what the sheet is, the shop, and who the seller is as far as the settings say. */
export function Letterhead({ form, shopId }: LetterheadProps) {
  const { t } = useTranslation();
  const shopTitle = useShopTitle();
  const { data: company } = useQuery(companyQuery);
  const { name, street, postcode, city, kvk, vat, phone, email, website, iban } = company?.details ?? {};
  const numbers = [
    ['kvk', kvk],
    ['vat', vat],
    ['iban', iban],
  ] as const;
  const lines = [
    street,
    [postcode, city].filter(Boolean).join(' '),
    ...numbers.map(([field, value]) => value && t(`orders.letterhead.${field}`, { value })),
    [phone, email, website].filter(Boolean).join(' · '),
  ].filter((line) => line !== undefined && line !== '');
  return (
    <div className={styles.seller}>
      <span>
        <span className={styles.copyOf}>{t(`orders.copyOf.${form}`)}</span>
        <br />
        {shopTitle(shopId)}
      </span>
      <address className={styles.letterhead}>
        {name && <strong>{name}</strong>}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </div>
  );
}

/** On the screen: what the letterhead lacks, for a manager, who can fill it in. */
export function MissingDetails() {
  const { t } = useTranslation();
  const { data: company } = useQuery(companyQuery);
  const missing = company?.mayChange ? missingDetails(company.details) : [];
  if (missing.length === 0) return null;
  const names = missing.map((field) => t(`orders.letterhead.missing.${field}`)).join(', ');
  return (
    <p className={`${textStyles.small} ${styles.missing}`}>
      {t('orders.letterhead.lacks', { names })}{' '}
      <AddressLink address={{ path: '/settings', search: {} }} className={linkStyles.link}>
        {t('orders.letterhead.toSettings')}
      </AddressLink>
    </p>
  );
}
