import type { ExportRequest } from '../../shared/contract/exports.ts';
import type { PeriodPackage } from './package-job.ts';

/** A file of a package. */
export interface PackageMember {
  /** Inside the package. */
  readonly fileName: string;
  readonly request: ExportRequest;
}

type Asked = Pick<ExportRequest, 'dataset' | 'filters' | 'format'>;

/**
 * The files of a package, the journal first: one that cannot be booked ends the package before much is read.
 * Discounted orders have no location, so those of one are taken shop by shop.
 */
export function packageMembers({
  request: { format, profile, language, locationId },
  period,
  place,
}: Pick<PeriodPackage, 'request' | 'period' | 'place'>): readonly PackageMember[] {
  const days = { from: period.from, to: period.to };
  const filters = { ...days, ...(locationId !== null && { location_id: String(locationId) }) };
  const member = (name: string, request: Asked): PackageMember => ({
    fileName: `${name}.${request.format}`,
    request: { ...request, ...(request.format === 'csv' && profile && { profile }), language },
  });
  const discountOrders = (name: string, shop: Record<string, string>) =>
    member(name, { dataset: 'discount-orders', filters: { ...days, ...shop }, format });

  return [
    member('journal', { dataset: 'journal', filters, format }),
    // What imports it reads CSV alone.
    member('journal-snelstart', { dataset: 'journal-snelstart', filters, format: 'csv' }),
    member('financial-report', { dataset: 'financial-report', filters, format: 'pdf' }),
    ...(format === 'pdf'
      ? []
      : [member('financial-report', { dataset: 'financial-report', filters, format })]),
    member('payments', { dataset: 'payments', filters, format }),
    ...(place === null
      ? [discountOrders('discount-orders', {})]
      : place.shopIds.map((id) => discountOrders(`discount-orders-shop-${id}`, { shop_id: String(id) }))),
  ];
}
