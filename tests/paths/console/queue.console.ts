/** The queue at the console depth: Ada takes one waiting document after the other at the reviewer's desk. */
import { expect } from '@playwright/test'
import type { QueueContext } from '@machines/queue/queue.machine'
import { describeConsole, type Executor } from './describe-console'
import {
  claimElsewhere,
  COLLEAGUE,
  decideAll,
  decideElsewhere,
  holdDocumentCalls,
  makeWait,
  readTogether,
  waitingDocuments,
} from './documents'
import { lineStands, startSignedIn } from './signed-in'
import type { Tab } from './stage'

const QUEUE = '/user-doc-verification/review'
const addressOf = (id: string) => `/user-doc-verification/${id}/review`
const AN_ITEM = 'the person opens an item'
/** Documents of a path; it opens each at most once. */
const DOCUMENTS = 6

/** The documents of the path that it has not opened, by tab. */
const remaining = new WeakMap<Tab, string[]>()
/** @returns the next document that the path has not opened */
const unopened = (tab: Tab): string => remaining.get(tab)!.shift()!
const openId = ({ page }: Tab) => /user-doc-verification\/([\da-f-]{36})\/review/.exec(page.url())?.[1] ?? null

const button = ({ page }: Tab, name: string) => page.getByRole('button', { name, exact: true })
const heading = ({ page }: Tab, name: string) => page.getByRole('heading', { name, exact: true })
const nothingWaits = (tab: Tab, skipped: readonly string[]) =>
  expect(heading(tab, skipped.length > 0 ? 'No other document waits' : 'No document waits')).toBeVisible()
const skippedIn = ({ expected }: { expected: { context: unknown } }) => (expected.context as QueueContext).skipped

const finds: Executor = async ({ tab }) => {
  const id = unopened(tab)
  await makeWait(tab, id)
  await (await tab.take('next')).continue()
  await tab.page.waitForURL(`**${addressOf(id)}`)
}
const findsNothing: Executor = async ({ tab }) => {
  await decideAll(tab)
  await (await tab.take('next')).continue()
}
const isLost: Executor = async ({ tab }) => (await tab.take('next')).abort('connectionrefused')

export const description = describeConsole({
  async start({ tab, path }) {
    remaining.set(tab, await waitingDocuments(tab, DOCUMENTS))
    await holdDocumentCalls(tab, ['next'])
    await startSignedIn({ tab })
    await tab.page.goto(path.start === AN_ITEM ? addressOf(unopened(tab)) : QUEUE)
    await lineStands(tab)
  },
  executors: {
    async 'queue.next'({ tab }) {
      // A colleague decides the document; nothing is left to do with it.
      await expect(button(tab, 'Claim').or(tab.page.getByText(/renewed while you work/))).toBeVisible()
      await readTogether(tab, () => decideElsewhere(tab, COLLEAGUE, openId(tab)!))
      await button(tab, 'Next document').click()
    },
    'queue.skip': ({ tab }) => button(tab, 'Skip').click(),
    'queue.revisit': ({ tab }) => button(tab, 'Show skipped').click(),
    'queue.retry': ({ tab }) => button(tab, 'Try again').click(),
    async 'item.opened'({ tab }) {
      // A search in flight is left.
      tab.forget('next')
      // The address changes without a reload, as by the Back button of the browser.
      await tab.page.evaluate(
        (address) => {
          history.pushState(null, '', address)
          window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
        },
        addressOf(unopened(tab)),
      )
    },
    'queue.changed': ({ tab }) => claimElsewhere(tab, COLLEAGUE, unopened(tab)),
    'line.back': ({ tab }) => tab.page.evaluate(() => void window.dispatchEvent(new Event('online'))),
    'findNext answers: an item': finds,
    'findNext answers: nothing waits': findsNothing,
    'findNext answers: no response': isLost,
    'lookAgain answers: an item': finds,
    'lookAgain answers: nothing waits': findsNothing,
    'lookAgain answers: no response': isLost,
  },
  impossible: {},
  impossibleIn: ({ name, context }) =>
    name === 'queue.revisit' && (context as unknown as QueueContext).skipped.length === 0
      ? 'The button is there once an item was skipped.'
      : null,
  screens: {
    open: async ({ tab }) => {
      await expect(button(tab, 'Skip')).toBeVisible()
      await expect(tab.page.getByRole('form', { name: 'Decision' })).toBeVisible()
      expect(openId(tab)).not.toBeNull()
      expect(tab.isHeldNow('next')).toBe(false)
    },
    seeking: async ({ tab, expected }) => {
      expect(await tab.isHeld('next')).toBe(true)
      const isOpen = openId(tab) !== null && (expected.context as QueueContext).current !== null
      // The item that was open stays until the next one is found.
      if (isOpen) await expect(tab.page.getByRole('form', { name: 'Decision' })).toBeVisible()
      else
        await expect(tab.page.getByRole('status').filter({ hasText: 'Looking for the next document' })).toBeAttached()
    },
    empty: (step) => nothingWaits(step.tab, skippedIn(step)),
    looking: async (step) => {
      await nothingWaits(step.tab, skippedIn(step))
      expect(await step.tab.isHeld('next')).toBe(true)
    },
    unreachable: async ({ tab }) => {
      await expect(heading(tab, 'The documents that wait could not be read')).toBeVisible()
      await expect(button(tab, 'Try again')).toBeVisible()
    },
  },
  unseen: { starting: 'The machine leaves it at once.' },
})
