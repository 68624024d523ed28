/** The preview at the console depth: Ada tests a deposit, and the platform answers which bonus it would get. */
import { expect } from '@playwright/test'
import { TYPING_PAUSE_MS } from '@machines/preview/preview.machine'
import { describeConsole, type Executor } from './describe-console'
import { lineStands, passes, startSignedIn, stopTime } from './signed-in'
import type { Tab } from './stage'

const REFUSAL = 'This store takes no deposit above 50.00'
const REFUSED = {
  status: 422,
  json: {
    success: false,
    code: 'VALIDATION_FAILED',
    message: 'Check the marked fields.',
    errors: { amount: [REFUSAL] },
  },
}
const dialog = ({ page }: Tab) => page.getByRole('dialog', { name: 'Test a deposit' })
const answer = (tab: Tab) => dialog(tab).getByRole('region', { name: 'Answer' })
const types = (tab: Tab) => answer(tab).getByRole('list', { name: 'Types in their order' })
const amount = (tab: Tab) => dialog(tab).getByRole('textbox', { name: /^Amount/ })
const retryButton = (tab: Tab) => answer(tab).getByRole('button', { name: 'Try again' })
const isBusy = (tab: Tab, busy = true) =>
  busy
    ? expect(answer(tab)).toHaveAttribute('aria-busy', 'true')
    : expect(answer(tab)).not.toHaveAttribute('aria-busy', 'true')

/** Writes the same amount in another way, so that the form changes. */
const fills =
  (value: string): Executor =>
  async ({ tab }) => {
    tab.forget('preview')
    const before = await amount(tab).inputValue()
    await amount(tab).fill(before === value ? `${value}.00` : value)
  }

export const description = describeConsole({
  async start({ tab }) {
    await tab.holdCalls('preview', { url: '**/preview', method: 'POST' })
    await startSignedIn({ tab })
    await tab.page.goto('/deposit-bonus-type')
    await lineStands(tab)
    await tab.page.getByRole('button', { name: 'Test a deposit' }).click()
    await dialog(tab)
      .getByRole('textbox', { name: /^Which deposit/ })
      .fill('1')
    await dialog(tab)
      .getByRole('combobox', { name: /^Method/ })
      .selectOption('Manual')
    await stopTime(tab)
  },
  executors: {
    'preview.completed, 10': fills('10'),
    'preview.completed, 20': fills('20'),
    async 'preview.incomplete'({ tab }) {
      await amount(tab).fill((await amount(tab).inputValue()) === '' ? 'ten' : '')
    },
    'preview.retry': ({ tab }) => retryButton(tab).click(),
    'line.back': ({ tab }) => tab.page.evaluate(() => void window.dispatchEvent(new Event('online'))),
    'typingPause is over': passes(TYPING_PAUSE_MS),
    'ask answers: an answer': async ({ tab }) => (await tab.take('preview')).continue(),
    'ask answers: a refusal': async ({ tab }) => (await tab.take('preview')).fulfill(REFUSED),
    'ask answers: no answer': async ({ tab }) => (await tab.take('preview')).abort('connectionrefused'),
  },
  impossible: {},
  impossibleIn: () => null,
  screens: {
    incomplete: async ({ tab }) => {
      await expect(answer(tab).getByText(/The answer appears here, and nothing is changed\.$/)).toBeVisible()
      await isBusy(tab, false)
    },
    waiting: async ({ tab }) => {
      await isBusy(tab)
      await expect(types(tab)).toHaveCount(0)
      expect(tab.isHeldNow('preview')).toBe(false)
    },
    'asking.first': async ({ tab }) => {
      expect(await tab.isHeld('preview')).toBe(true)
      await isBusy(tab)
      await expect(types(tab)).toHaveCount(0)
    },
    'asking.again': async ({ tab }) => {
      expect(await tab.isHeld('preview')).toBe(true)
      await isBusy(tab)
      await expect(types(tab)).toBeVisible()
    },
    shown: async ({ tab }) => {
      await expect(types(tab)).toBeVisible()
      await isBusy(tab, false)
    },
    outdated: async ({ tab }) => {
      await expect(types(tab)).toBeVisible()
      await isBusy(tab)
      expect(tab.isHeldNow('preview')).toBe(false)
    },
    refused: async ({ tab }) => {
      await expect(answer(tab).getByText(REFUSAL)).toBeVisible()
      await expect(retryButton(tab)).toHaveCount(0)
    },
    failed: async ({ tab }) => {
      await expect(retryButton(tab)).toBeVisible()
      await expect(types(tab)).toHaveCount(0)
    },
  },
  unseen: {},
})
