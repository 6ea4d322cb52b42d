import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Checks a page with axe, by WCAG 2.2 A and AA and good practice, and answers the problems that axe found. */
export async function findProblems(page: Page): Promise<object[]> {
  // Evaluated: the page's policy would not let an added script run.
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // @ts-expect-error: the source above has just defined it.
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }: { id: string; help: string; nodes: { html: string }[] }) => ({
      id,
      help,
      nodes: nodes.map(({ html }) => html),
    }))
  })
}
