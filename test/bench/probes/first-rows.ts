import type { BrowserContext, Page } from 'playwright';

/** Milliseconds from the start of the navigation to the first row of the table with text in it. */
export async function timeToFirstRows(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(address, { waitUntil: 'commit' });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            const text = document.querySelector('tr[data-index="0"] td')?.textContent;
            if (text) resolve(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
  } finally {
    await page.close();
  }
}

/** The same for a file that the host only hands out: until it is drawn. */
export async function timeToDrawnFile(context: BrowserContext, address: string): Promise<number> {
  const page: Page = await context.newPage();
  try {
    await page.goto(address);
    return await page.evaluate(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))),
    );
  } finally {
    await page.close();
  }
}
