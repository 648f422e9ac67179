export function ProductLogo({ size }: { readonly size: number }) {
  return <img src="/icon.svg" width={size} height={size} alt="Tilldesk" />;
}
