/** The file of a paged list at the console depth: Ada exports the subscribers of the newsletter. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Download } from 'playwright'
import { describeConsole } from './describe-console'
import { lineStands, startSignedIn } from './signed-in'
import type { Tab } from './stage'

/** The call that streams the whole list; calls for pages have a small number of rows. */
const STREAM = /\/api\/v1\/news-letter-subscribe\?(?=.*itemNo=\d{10})/
const saved = new WeakMap<Tab, Download[]>()
const exportButton = ({ page }: Tab) => page.getByRole('button', { name: 'Export', exact: true })
const cancelButton = ({ page }: Tab) => page.getByRole('button', { name: /^Cancel the export, \d+ read$/ })

export const description = describeConsole({
  async start({ tab }) {
    const files: Download[] = []
    saved.set(tab, files)
    tab.page.on('download', (file) => files.push(file))
    await tab.holdCalls('stream', { url: STREAM })
    await startSignedIn({ tab })
    await tab.page.goto('/newsletter-subscriber')
    await lineStands(tab)
    await expect(tab.page.getByRole('gridcell').first()).toBeVisible()
  },
  executors: {
    async 'export.start'({ tab }) {
      tab.forget('stream')
      await exportButton(tab).click()
    },
    'export.cancel': ({ tab }) => cancelButton(tab).click(),
    async 'export.completed'({ tab }) {
      const before = saved.get(tab)!.length
      await (await tab.take('stream')).continue()
      await expect.poll(() => saved.get(tab)!.length).toBe(before + 1)
      const [{ count }] = (await tab.stage.db.query('select count(*)::int as count from newsletter_subscribers')) as [
        { count: number },
      ]
      // A header line, and a line for each row.
      const lines = readFileSync(await saved.get(tab)!.at(-1)!.path(), 'utf8')
        .trimEnd()
        .split('\n')
      expect(lines).toHaveLength(count + 1)
    },
    async 'export.failed'({ tab }) {
      const before = saved.get(tab)!.length
      await (await tab.take('stream')).abort('connectionrefused')
      await expect(tab.page.getByText('The server cannot be reached.', { exact: false }).first()).toBeVisible()
      expect(saved.get(tab)!.length).toBe(before)
    },
  },
  impossible: {
    'rows.arrived': 'The rows and the end arrive at the same time; the story Exporting shows the count in between.',
  },
  impossibleIn: () => null,
  screens: {
    idle: async ({ tab }) => {
      await expect(exportButton(tab)).not.toHaveAttribute('aria-disabled', 'true')
      await expect(cancelButton(tab)).toHaveCount(0)
    },
    exporting: async ({ tab }) => {
      await expect(cancelButton(tab)).toBeVisible()
      await expect(exportButton(tab)).toHaveAttribute('aria-disabled', 'true')
      expect(await tab.isHeld('stream')).toBe(true)
      // The list can still be used.
      await expect(tab.page.getByRole('gridcell').first()).toBeVisible()
    },
  },
  unseen: {},
})
