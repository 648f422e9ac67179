/** The mark of the product, as in the icon of the program; its name stands beside it or is said by the caller. */
export function ProductLogo({ size }: { readonly size: number }) {
  return <img src="/icon.svg" width={size} height={size} alt="Tilldesk" />;
}
