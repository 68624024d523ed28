/** The upload at the console depth: Ada chooses an icon for a new coin. */
import { expect } from '@playwright/test'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { lineStands, startSignedIn } from './signed-in'
import type { Tab } from './stage'

const NO_IMAGE = 'checkFile answers: it is no image'
const REFUSAL = 'This image is damaged.'
const REFUSED = {
  status: 422,
  json: { success: false, code: 'VALIDATION_FAILED', message: REFUSAL, errors: { file: [REFUSAL] } },
}
const UNAVAILABLE = {
  status: 503,
  headers: { 'Retry-After': '5' },
  json: { success: false, code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached at the moment.' },
}
/**
 * Holds the console's check of a file until the path lets it continue. A text, because helpers that the compiler adds
 * to a function do not exist in the page.
 */
const HOLD_READING = `
  const waiting = []
  const read = Blob.prototype.arrayBuffer
  File.prototype.arrayBuffer = function () {
    return new Promise((resolve) => waiting.push(() => resolve(read.call(this))))
  }
  window.readFiles = () => waiting.splice(0).forEach((go) => go())`

const dialog = ({ page }: Tab) => page.getByRole('dialog', { name: 'Add coin' })
const field = (tab: Tab) => dialog(tab).getByRole('group', { name: /^Icon/ })
const button = (tab: Tab, name: string | RegExp) => field(tab).getByRole('button', { name })
const image = (tab: Tab) => field(tab).getByRole('img', { name: 'Icon' })
/** A black square. */
async function picture({ page }: Tab): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    canvas.getContext('2d')!.fillRect(0, 0, 64, 64)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1]!, 'base64')
}
const contentFor = async ({ tab, upcoming }: StepContext) =>
  upcoming.find((name) => name.startsWith('checkFile')) === NO_IMAGE ? Buffer.from('no image') : picture(tab)
const look: Executor = ({ tab }) =>
  tab.page.evaluate(() => (window as unknown as { readFiles: () => void }).readFiles())

export const description = describeConsole({
  async start({ tab }) {
    await tab.page.addInitScript(HOLD_READING)
    await tab.holdCalls('upload', { url: '**/admin-crypto-coin/files**', method: 'POST' })
    await startSignedIn({ tab })
    await tab.page.goto('/crypto-coin')
    await lineStands(tab)
    await tab.page.getByRole('button', { name: 'Add coin' }).click()
    await expect(field(tab)).toBeVisible()
  },
  executors: {
    async 'file.chosen'(step) {
      const { tab } = step
      tab.forget('upload')
      await field(tab)
        .locator('input[type=file]')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await contentFor(step) })
    },
    'checkFile answers: it can be used': look,
    [NO_IMAGE]: look,
    'write answers: it is stored': async ({ tab }) => (await tab.take('upload')).continue(),
    'write answers: it is refused': async ({ tab }) => (await tab.take('upload')).fulfill(REFUSED),
    'write.unresolved': async ({ tab }) => (await tab.take('upload')).abort('connectionreset'),
    'write answers: the database is not available': async ({ tab }) => (await tab.take('upload')).fulfill(UNAVAILABLE),
    'upload.cancel': ({ tab }) => button(tab, /^Cancel/).click(),
    'upload.retry': async ({ tab, expected }) => {
      // While the outcome is unknown, the press has its effect with the next step.
      if (expected.matches({ sending: 'uploading' })) await button(tab, /^Try again/).click()
    },
    'upload.dismiss': ({ tab }) => button(tab, /^Cancel/).click(),
    'write.checking': async ({ tab, path, upcoming }) => {
      const isPressed = path.steps[path.steps.length - upcoming.length - 2]?.name === 'upload.retry'
      if (isPressed) await button(tab, /^Try again/).click()
      else await tab.page.evaluate(() => void window.dispatchEvent(new Event('online')))
    },
  },
  impossible: {
    'upload.progressed to a half': 'A call that the path holds makes no progress; the story Uploading shows a share.',
  },
  impossibleIn({ name, states }) {
    if (name === 'upload.dismiss' && states.includes('refused'))
      return 'A refused file leaves the field unchanged: it can only be replaced by another file.'
    if (name.startsWith('write answers: ') && states.includes('sending.uncertain')) return 'No call is in flight.'
    return null
  },
  screens: {
    idle: async ({ tab }) => {
      await expect(button(tab, /Choose image$/)).toBeVisible()
      await expect(button(tab, /^Cancel/)).toHaveCount(0)
    },
    checking: async ({ tab }) => {
      await expect(button(tab, /^Cancel/)).toBeVisible()
      expect(tab.isHeldNow('upload')).toBe(false)
    },
    'sending.uploading': async ({ tab }) => {
      expect(await tab.isHeld('upload')).toBe(true)
      await expect(field(tab).getByRole('status')).toHaveText('Uploading logo.png')
      await expect(button(tab, /^Cancel/)).toBeVisible()
    },
    uploaded: async ({ tab }) => {
      await expect(field(tab).getByRole('status')).toHaveText('Image uploaded')
      await expect(image(tab)).not.toHaveJSProperty('naturalWidth', 0)
      await expect(button(tab, /^Remove/)).toBeVisible()
    },
    refused: async ({ tab }) => {
      await expect(field(tab).getByRole('status')).not.toHaveText('')
      await expect(button(tab, /^Try again/)).toHaveCount(0)
      await expect(button(tab, /Choose image$|Replace$/)).toBeVisible()
    },
    failed: async ({ tab }) => {
      await expect(field(tab).getByRole('status')).toHaveText(UNAVAILABLE.json.message)
      await expect(button(tab, /^Try again/)).toBeVisible()
    },
    'sending.uncertain': async ({ tab }) => {
      await expect(field(tab).getByRole('status')).toHaveText(/^The server did not answer\./)
      await expect(button(tab, /^Try again/)).toBeVisible()
    },
  },
  unseen: {},
})
