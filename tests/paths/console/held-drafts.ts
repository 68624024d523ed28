/**
 * The drafts of a browser, held: in another tab a later version of the console wants their database and waits for its own
 * older connection, so that what this console reads and writes waits behind it. Where the later version gives up, it is done;
 * where it comes to its turn, it is refused.
 */
import type { Page } from 'playwright'
import type { Tab } from './stage'

const DATABASE = 'pitboss.drafts'
const STORE = 'drafts'

/** In the other tab. Members, not names of their own: what runs in a page can use nothing that a compiler adds. */
interface Later {
  older: IDBDatabase
  givesUp: boolean
  over: Promise<unknown>
}
declare global {
  interface Window {
    laterVersion?: Later
  }
}

export class HeldDrafts {
  private readonly other: Page
  isHeld = false

  private constructor(other: Page) {
    this.other = other
  }

  /** @param tab whose console has opened its drafts, or is about to */
  static async of(tab: Tab): Promise<HeldDrafts> {
    const other = await tab.context.newPage()
    await other.goto('/api/auth/csrf')
    await other.waitForFunction(
      async (name) => (await indexedDB.databases()).some((database) => database.name === name),
      DATABASE,
    )
    // A page that lies behind another draws slowly.
    await tab.page.bringToFront()
    return new HeldDrafts(other)
  }
  /** From now on what the console reads and writes waits. */
  async hold(): Promise<void> {
    if (this.isHeld) return
    this.isHeld = true
    await this.other.evaluate(
      async ({ name, store }) => {
        const known = (await indexedDB.databases()).find((database) => database.name === name)
        // Where a later version was here before: as the console would make it anew.
        if (known?.version !== 1) await new Promise((gone) => (indexedDB.deleteDatabase(name).onsuccess = gone))
        const older = await new Promise<IDBDatabase>((opened) => {
          const request = indexedDB.open(name, 1)
          request.onupgradeneeded = () => {
            const drafts = request.result.createObjectStore(store, { keyPath: 'id' })
            for (const field of ['slot', 'savedAt']) drafts.createIndex(field, field)
          }
          request.onsuccess = () => opened(request.result)
        })
        const request = indexedDB.open(name, 2)
        request.onupgradeneeded = () => {
          if (window.laterVersion!.givesUp) request.transaction!.abort()
        }
        const over = new Promise((ended) => {
          request.onerror = ended
          request.onsuccess = () => ended(request.result.close())
        })
        window.laterVersion = { older, givesUp: false, over }
        await new Promise((blocked) => (request.onblocked = blocked))
      },
      { name: DATABASE, store: STORE },
    )
  }
  /** What waits is done now; or refused, as is all that comes later. */
  async release(how: 'kept' | 'refused'): Promise<void> {
    if (!this.isHeld) return
    await this.other.evaluate((givesUp) => {
      const later = window.laterVersion!
      later.givesUp = givesUp
      later.older.close()
      return later.over.then(() => undefined)
    }, how === 'kept')
    this.isHeld = false
  }
}
