import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

let source: string | undefined

/**
 * Runs axe in one part of a page, frames left out; also where the page's policy lets no foreign script in.
 * @returns what is wrong, a line each
 */
export async function axeFaults(page: Page, selector: string): Promise<string[]> {
  source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(source)
  const results = await page.evaluate(
    (part) =>
      (window as unknown as { axe: { run(part: string, options: object): Promise<AxeResults> } }).axe.run(part, {
        iframes: false,
        resultTypes: ['violations'],
      }),
    selector,
  )
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
