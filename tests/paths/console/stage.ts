/**
 * The whole console in Chromium with the real server: one platform with an embedded database in memory, and a fresh
 * browser context for each path. Calls of the sign-in mechanism are held until the path responds to them, so that every
 * state can be seen; the responses themselves are the server's.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Page, type Route } from 'playwright'
import { createServer, type PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { DEMO_PASSWORD } from '@server/db/demo'
import { openDatabase } from '@server/db/open'
import { signInAt, type Caller } from '@server/simulate/caller'
import { CHROMIUM_ARGS, findChromium, HOW_TO_GET_CHROMIUM } from '@tests/kit/find-chromium'
import { Line } from './line'

/** PATHS_CONSOLE: a console that was built into another folder. */
const consoleDir = process.env.PATHS_CONSOLE ?? fileURLToPath(new URL('../../../dist/console', import.meta.url))
const PATIENCE_MS = 10_000
/**
 * How long the server may use a session, a role or a shift from its cache after the database was changed, in
 * milliseconds.
 */
const REMEMBERED_MS = 1_050

/** The two people of the paths: accounts of the demo. */
export const PEOPLE = { ada: 'super@pitboss.test', grace: 'manager@pitboss.test' } as const
export type PersonName = keyof typeof PEOPLE
/** The sign-in mechanism's calls, which each path responds to. */
const SIGN_IN_CALLS = {
  session: '**/api/auth/session',
  callback: '**/api/auth/callback/**',
  signout: '**/api/auth/signout',
} as const
type SignInCall = keyof typeof SIGN_IN_CALLS

/** The server and the browser, for all paths of a run. */
export class Stage {
  readonly db: Db
  private readonly platform: PitbossServer
  private readonly browser: Browser
  private readonly origin: string
  /** People who work at the same time through the API, by e-mail address. */
  private readonly callers = new Map<string, Promise<Caller>>()

  private constructor(open: { db: Db; platform: PitbossServer; browser: Browser; origin: string }) {
    this.db = open.db
    this.platform = open.platform
    this.browser = open.browser
    this.origin = open.origin
  }

  /** @throws if the console is not built, or no browser is found */
  static async open({ headed, slow }: { headed: boolean; slow: boolean }): Promise<Stage> {
    if (!existsSync(consoleDir)) throw new Error('The console is not built. Run npm run build first.')
    const executablePath = findChromium()
    if (!executablePath) throw new Error(HOW_TO_GET_CHROMIUM)
    const db = await openDatabase({ kind: 'memory' }, { demo: { size: { staff: 12, users: 60 } } })
    const platform = await createServer({
      db,
      secrets: { session: 'a secret of the path replays, long enough' },
      demo: true,
      consoleDir,
    })
    const origin = await platform.start({ host: '127.0.0.1', port: 0 })
    const browser = await chromium.launch({
      executablePath,
      args: CHROMIUM_ARGS,
      headless: !headed,
      slowMo: slow ? 400 : 0,
    })
    return new Stage({ platform, db, browser, origin })
  }
  async newTab(): Promise<Tab> {
    const context = await this.browser.newContext({
      baseURL: this.origin,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.clock.install()
    return Tab.open(this, context, page)
  }
  /** Waits until the server has read permissions from the database again. */
  forgetsWhatItRemembers(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, REMEMBERED_MS))
  }
  /** Another person who works at the same time, through the API. */
  theColleague(): Promise<Caller> {
    return this.elsewhere('admin@pitboss.test')
  }
  /** A person at another device, through the API. @param email of an account of the demo */
  elsewhere(email: string): Promise<Caller> {
    const caller = this.callers.get(email) ?? signInAt(this.origin, email, DEMO_PASSWORD)
    this.callers.set(email, caller)
    return caller
  }
  /** The sessions of the other devices were ended with all others. */
  othersSignInAgain(): void {
    this.callers.clear()
  }
  async close(): Promise<void> {
    await this.browser.close()
    await this.platform.close()
    await this.db.close()
  }
}

/** One tab of a fresh browser, whose calls are held. */
export class Tab {
  /** Held calls, by the name under which they are held. */
  private readonly held = new Map<string, Route[]>()
  private readonly holding = new Set<string>()
  /** Number of session reads that belong to a sign-in and are let through. */
  private sessionsToPass = 0

  readonly context: BrowserContext
  readonly page: Page
  readonly line: Line
  readonly stage: Stage

  private constructor(stage: Stage, context: BrowserContext, page: Page, line: Line) {
    this.stage = stage
    this.line = line
    this.context = context
    this.page = page
  }

  static async open(stage: Stage, context: BrowserContext, page: Page): Promise<Tab> {
    const tab = new Tab(stage, context, page, await Line.of(page))
    for (const [name, url] of Object.entries(SIGN_IN_CALLS)) await tab.holdCalls(name, { url })
    return tab
  }
  /**
   * From now on holds calls to these addresses; `at` can be omitted if the name was used before.
   * @param at all methods if none is given
   */
  async holdCalls(name: string, at?: { url: string | RegExp; method?: string }): Promise<void> {
    this.holding.add(name)
    if (!at) return
    this.held.set(name, [])
    await this.page.route(at.url, (route) =>
      at.method === undefined || route.request().method() === at.method ? this.hold(name, route) : route.fallback(),
    )
  }
  /** Lets calls with this name through at once, including held ones. */
  async letThrough(name: string): Promise<void> {
    this.holding.delete(name)
    for (const route of this.held.get(name)!.splice(0)) await route.continue()
  }
  /** From now on the server responds to the sign-in mechanism's calls at once. */
  async passSignIn(): Promise<void> {
    for (const name of Object.keys(SIGN_IN_CALLS)) await this.letThrough(name)
  }
  private hold(name: string, route: Route): Promise<void> | void {
    if (!this.holding.has(name)) return route.fallback()
    if (name === ('session' satisfies SignInCall) && this.sessionsToPass > 0) {
      this.sessionsToPass -= 1
      return route.fallback()
    }
    this.held.get(name)!.push(route)
  }
  passNextSession(): void {
    this.sessionsToPass += 1
  }
  /** Whether the console waits for a response to a call with this name. */
  async isHeld(name: string): Promise<boolean> {
    return this.waitUntil(() => this.isHeldNow(name))
  }
  /** Whether a call is held at this moment. */
  isHeldNow = (name: string): boolean => this.held.get(name)!.length > 0
  /** Takes the held call; the console has aborted older ones. */
  async take(name: string): Promise<Route> {
    if (!(await this.isHeld(name))) throw new Error(`The console made no ${name} call`)
    return this.held.get(name)!.splice(0).pop()!
  }
  /** Discards held calls of a state that was left, because they do not belong to the next one. */
  forget(name: string): void {
    this.held.set(name, [])
  }
  private async waitUntil(isTrue: () => boolean): Promise<boolean> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      if (isTrue()) return true
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return isTrue()
  }
  /** Signs a person in with this browser's cookie, as another tab would. @returns the session from the server */
  async signInByCookie(person: PersonName): Promise<{ access_token: string; user: { id: string } }> {
    const { request } = this.context
    const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string }
    const answer = await request.post('/api/auth/callback/credentials', {
      data: { csrfToken, email: PEOPLE[person], password: DEMO_PASSWORD, json: true },
    })
    if (!answer.ok()) throw new Error(`${PEOPLE[person]} could not sign in: ${await answer.text()}`)
    return (await (await request.get('/api/auth/session')).json()) as { access_token: string; user: { id: string } }
  }
  /** Ends every session in the database, as an administrator's action would. */
  async revokeSessions(): Promise<void> {
    await this.stage.db.query('update sessions set revoked_at = now() where revoked_at is null')
    this.stage.othersSignInAgain()
    await this.stage.forgetsWhatItRemembers()
  }
  /** Another page of this browser, which uses the tabs' channel; its calls are not held. */
  async inAnotherTab(work: (page: Page) => Promise<unknown>): Promise<void> {
    const other = await this.context.newPage()
    await other.goto('/api/auth/csrf')
    await work(other)
    await other.close()
  }
  async close(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
    await this.context.close()
  }
}
