/** Behind a reverse proxy, whose own pages stand in for the server's responses while the server restarts. */
import { samplePng } from '../kit/sample-files'
import { ADMIN, dialog, grid, openPage, rowOf } from './kit/people'
import { expect, test as base } from './kit/platform'
import { PROXY_BODY_BYTES, startReverseProxy, type ReverseProxy } from './kit/reverse-proxy'
import { DEMO_PASSWORD } from '@server/db/demo'
import { avatarButton, signIn } from '../kit/console-page'
import { lineIs, LIVE, RECONNECTING } from './kit/work'

const test = base.extend<{ front: ReverseProxy }>({
  async front({ platform }, provide) {
    const proxy = await startReverseProxy(platform.origin)
    await provide(proxy)
    await proxy.close()
  },
  baseURL: ({ front }, provide) => provide(front.origin),
})

test('a restart behind a proxy looks like a server without a response, and a file that the proxy refuses is named too large', async ({
  page,
  platform,
}) => {
  test.setTimeout(180_000)
  await page.goto('/')
  await signIn(page, ADMIN, DEMO_PASSWORD)
  await expect(avatarButton(page)).toBeVisible()
  await openPage(page, 'Users')
  await expect(grid(page, 'users').getByRole('row').nth(2)).toBeVisible()
  await lineIs(page, LIVE)

  await test.step('a file above the limit of the proxy', async () => {
    await page.goto('/seo/games')
    await page.getByRole('button', { name: 'Add game' }).click()
    const large = Buffer.concat([samplePng(512, 512), Buffer.alloc(PROXY_BODY_BYTES)])
    await dialog(page)
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
    await expect(dialog(page)).toContainText('larger than a proxy in front of the server accepts. Nothing was changed.')
  })

  await test.step('a write and a read while the server is down', async () => {
    await page.goto('/seo/brand-categories')
    await rowOf(page, 'Slots')
      .getByRole('button', { name: /^Edit / })
      .click()
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Slots and reels')
    await platform.end('SIGKILL')
    await lineIs(page, RECONNECTING)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toContainText('No answer yet')
    await platform.start()
    // The same request is sent again, under the same key.
    await expect(dialog(page)).toBeHidden({ timeout: 60_000 })
    await expect(rowOf(page, 'Slots and reels')).toBeVisible()

    await platform.end('SIGTERM')
    await openPage(page, 'Admins')
    await expect(page.getByRole('main')).toContainText('The server cannot be reached.')
    await platform.start()
    await expect(grid(page, 'admins').getByRole('row').nth(2)).toBeVisible({ timeout: 60_000 })
    await lineIs(page, LIVE)
  })
})
