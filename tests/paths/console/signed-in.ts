/** Shared by the consoles of the live machines: somebody is signed in, and the path controls the connection. */
import { expect } from '@playwright/test'
import { SOCKET } from '@contract/constants'
import { avatarButton } from '@tests/kit/console-page'
import type { Executor } from './describe-console'
import { PEOPLE, type Tab } from './stage'

/** The foot of the sidebar, which shows the connection; for screen readers it is announced once. */
export const foot = ({ page }: Tab, words: RegExp) => page.locator('[aria-hidden]').getByText(words).first()
export const CONNECTING = /^Connecting$/
export const LIVE = /^Live$/
export const RECONNECTING = /^Reconnecting/

/** A handshake may take a while on a busy machine. */
const SOON = { timeout: 20_000 }

/** Ada is signed in; her socket waits for the response to its handshake. */
export const startSignedIn = async ({ tab }: { tab: Tab }): Promise<void> => {
  await tab.passSignIn()
  // The columns that an earlier path chose are stored with the account.
  await sql(tab, 'delete from staff_preferences')
  const { access_token } = await tab.signInByCookie('ada')
  await tab.inAnotherTab((other) => other.evaluate((token) => localStorage.setItem('token', token), access_token))
  await tab.page.goto('/')
  await expect(avatarButton(tab.page)).toBeVisible(SOON)
  await expect(foot(tab, CONNECTING)).toBeVisible(SOON)
}
/** The connection is established, for the first time or again. */
export const lineStands = async (tab: Tab): Promise<void> => {
  tab.line.open()
  // The pause before the next attempt.
  if (await foot(tab, RECONNECTING).isVisible()) await tab.page.clock.runFor(SOCKET.reconnectionDelayMax)
  await expect(foot(tab, LIVE)).toBeVisible(SOON)
}
export const lineBreaks = async (tab: Tab): Promise<void> => {
  const isFirst = await foot(tab, CONNECTING).isVisible()
  if (isFirst) await expect.poll(() => tab.line.isAwaited, SOON).toBe(true)
  await tab.line.cut()
  // A handshake without a response times out.
  if (isFirst) await tab.page.clock.runFor(SOCKET.timeout)
  await expect(foot(tab, RECONNECTING)).toBeVisible(SOON)
}
/**
 * Somebody returns to the window, which renews the session. Within a second of the last time it counts as the same
 * return.
 */
export const comesBack = async ({ page }: Tab): Promise<void> => {
  await page.clock.runFor(1_100)
  await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
}
/** Time passes. */
export const passes =
  (ms: number): Executor =>
  ({ tab }) =>
    tab.page.clock.runFor(ms)
/** From now on time passes only when the path lets it. */
export const stopTime = async ({ page }: Tab): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)

/** Id of Ada in the database. */
export const ADA = `(select id from staff where email = '${PEOPLE.ada}')`
export const sql = ({ stage }: Tab, text: string): Promise<unknown> => stage.db.query(text)
/** Inserts rows that were copied from a table into another one. @param from the copy, with an order and a limit if needed */
export async function putBack(tab: Tab, table: string, from: string): Promise<void> {
  // Generated columns accept no values.
  const [row] = (await sql(
    tab,
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = '${table}' and is_generated = 'NEVER'`,
  )) as { names: string }[]
  await sql(tab, `insert into ${table} (${row!.names}) select ${row!.names} from ${from}`)
}
/** Hides the tab or shows it. */
export const look = ({ page }: Tab, state: 'hidden' | 'visible') =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
