import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe objects to on a page, by WCAG 2.2 A and AA and good practice; none: []. */
export async function problemsOf(page: Page): Promise<object[]> {
  // Evaluated, not added as a script: that a page's policy would not let run.
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
