import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product, ProductWithPrices } from '../../../../shared/contract/products.ts';
import type { StockRow } from '../../../../shared/contract/stock.ts';
import { catalog } from '../../../../shared/datasets/declarations.ts';
import { QUANTITY_SCALE, sumOf } from '../../../../shared/money.ts';
import { CopyField } from '../../../components/copy-field.tsx';
import { PlainTable } from '../../../components/data-table/plain-table.tsx';
import { type Fact, FactList } from '../../../components/fact-list.tsx';
import { QuantityText } from '../../../components/figures.tsx';
import { QueryContent } from '../../../components/states/query-states.tsx';
import { useMe } from '../../../lib/host/session.ts';
import { useFormat, useHeadings } from '../../../lib/language.ts';
import { useLocationTitle } from '../../../lib/queries/shops.ts';
import styles from '../catalog.module.css';
import { useCatalogLookups } from '../catalog-lookups.ts';
import { PriceTable } from '../price-table.tsx';
import { ProductCodes } from '../product-codes.tsx';
import { productStockQuery } from '../queries.ts';

export function ProductDetails({ product }: { readonly product: ProductWithPrices }) {
  const { t } = useTranslation();
  const { prices } = product;
  const lookups = useCatalogLookups(prices.map(({ tax_rate_id }) => tax_rate_id));
  return (
    <>
      <ProductSection title={t('catalog.prices')}>
        <PriceTable prices={prices} lookups={lookups} />
      </ProductSection>
      <ProductSection title={t('catalog.product.stock')}>
        <StockTable product={product} />
      </ProductSection>
      <ProductFacts product={product} groupTitle={lookups.getGroupTitle(product.product_group_id)} />
    </>
  );
}

function ProductFacts({ product, groupTitle }: { readonly product: Product; readonly groupTitle: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const headings = useHeadings(catalog);
  const { locked_location: locked } = useMe();
  const facts: readonly Fact[] = [
    [headings.group, groupTitle],
    [locked ? `${headings.stock} ${locked.title}` : t('catalog.product.totalStock'), format.quantity(product.stock)],
    [headings.barcode, product.barcode ?? ''],
  ];
  return (
    <div className={styles.facts}>
      <CopyField
        label={t('catalog.product.sku')}
        text={product.sku}
        copyLabel={t('catalog.product.copySku')}
        layout="line"
      />
      <FactList facts={facts} layout="pairs" />
      <ProductCodes product={product} />
    </div>
  );
}

const SKELETON_WIDTHS = [40, 20];

/** The stock at each location. */
export function StockTable({ product }: { readonly product: Product }) {
  const { t } = useTranslation();
  const getLocationTitle = useLocationTitle();
  const stock = useQuery(productStockQuery(product));
  return (
    <QueryContent query={stock} rows={3} widths={SKELETON_WIDTHS}>
      {(rows) =>
        rows.length === 0 ? (
          <p className={styles.none}>{t('catalog.product.noStock')}</p>
        ) : (
          <PlainTable
            label={t('catalog.product.stock')}
            className={styles.table}
            columns={[
              { id: 'location', header: t('terms.location'), cell: (row) => getLocationTitle(row.location_id) },
              {
                id: 'quantity',
                header: t('catalog.product.quantity'),
                cell: ({ quantity }) => <QuantityText value={quantity} />,
              },
            ]}
            rows={rows}
            getRowKey={({ location_id }) => location_id}
            totals={
              rows.length > 1
                ? { location: t('terms.total'), quantity: <QuantityText value={sumStock(rows)} /> }
                : undefined
            }
          />
        )
      }
    </QueryContent>
  );
}

/** Adds in whole thousandths of a piece, so that the sum is exact. */
function sumStock(rows: readonly StockRow[]): number {
  return sumOf(rows, ({ quantity }) => Math.round(quantity * QUANTITY_SCALE)) / QUANTITY_SCALE;
}

interface ProductSectionProps {
  readonly title: string;
  /** What the figures cover, such as a period. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function ProductSection({ title, aside, children }: ProductSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.sectionHead}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
