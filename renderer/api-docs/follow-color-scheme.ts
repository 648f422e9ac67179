/** Swagger UI draws its dark theme below a class, and leaves it to the page when to set it. */
export function followColorScheme(root: Element): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => root.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}
