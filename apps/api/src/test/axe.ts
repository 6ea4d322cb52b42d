import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules whose result depends on colours, or on how wide the page is. */
export const looks = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']

/**
 * Checks a page with axe, by WCAG 2.2 A and AA and good practice, and answers the problems that axe found. `rules` is for a
 * page that was checked by all rules before, and now has other colours or another width.
 */
export async function findProblems(page: Page, rules?: string[]): Promise<object[]> {
  // Evaluated: the page's policy would not let an added script run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    // @ts-expect-error: the source above has just defined it.
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      // Only rules about sounds and about turned screens need the files that axe would load. No page plays a sound.
      preload: false,
      ...(only && { runOnly: only }),
    })
    return violations.map(({ id, help, nodes }: { id: string; help: string; nodes: { html: string }[] }) => ({
      id,
      help,
      nodes: nodes.map(({ html }) => html),
    }))
  }, rules)
}
