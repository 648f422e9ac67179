import { useParams } from '@tanstack/react-router';
import { NoProduct } from './no-product.tsx';
import { ProductLoader } from './product-loader.tsx';

/** One product, named by its id in the address: its prices, its stock, and what was sold of it. */
export function ProductPage() {
  const { productId = '' } = useParams({ strict: false });
  const isId = /^[1-9]\d{0,14}$/.test(productId);
  return isId ? <ProductLoader key={productId} productId={Number(productId)} /> : <NoProduct />;
}
