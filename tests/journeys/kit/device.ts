/** Data that a browser stores on the device, and the columns that a list showed over time. */
import type { Page } from '@playwright/test'

export interface LeftOnDevice {
  cookies: unknown[]
  local: Record<string, string>
  session: Record<string, string>
  /** Every record of every IndexedDB database, with bytes as text. */
  databases: { name: string; records: string[] }[]
  caches: string[]
}

/** Lists everything that this origin stores in the browser: cookies (also those that scripts cannot read), storage, databases, caches. */
export async function leftOnDevice(page: Page): Promise<LeftOnDevice> {
  const rest = await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'))
      })
    const asText = (_key: string, value: unknown) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value) : value
    const databases = await Promise.all(
      (await indexedDB.databases()).map(async ({ name = '' }) => {
        const database = await settled(indexedDB.open(name))
        const records = await Promise.all(
          [...database.objectStoreNames].map((store) =>
            settled(database.transaction(store).objectStore(store).getAll() as IDBRequest<unknown[]>),
          ),
        )
        database.close()
        return { name, records: records.flat().map((record) => JSON.stringify(record, asText)) }
      }),
    )
    const entriesOf = (storage: Storage) => Object.fromEntries(Object.entries(storage))
    return {
      local: entriesOf(localStorage),
      session: entriesOf(sessionStorage),
      databases,
      caches: await caches.keys(),
    }
  })
  return { cookies: await page.context().cookies(), ...rest } as LeftOnDevice
}

/** A column of the list, by its heading. */
export const header = (page: Page, name: string) => page.getByRole('columnheader', { name })

/** Starts to record the headings of the list in every document of this page, on each change. */
export const watchColumns = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: string[][] = []
    Object.assign(window, { columnsSeen: seen })
    new MutationObserver(() => {
      const columns = [...document.querySelectorAll('[role=columnheader]')]
        .filter((cell) => cell.checkVisibility({ visibilityProperty: true }))
        .map((cell) => cell.textContent ?? '')
      if (columns.length > 0 && columns.join() !== seen.at(-1)?.join()) seen.push(columns)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })

/** The recorded headings, one entry for each change. */
export const columnsSeen = (page: Page): Promise<string[][]> =>
  page.evaluate(() => (window as unknown as { columnsSeen: string[][] }).columnsSeen)
