/** The storage of encrypted drafts: one IndexedDB store. Nothing in it can be read without a session's key. */

/** A stored draft. Its times and tab do not reveal who typed what. */
export interface SealedDraft {
  id: string
  /** Name for person, form and record (DraftCipher.slotOf). */
  slot: string
  /** Random name of the tab in which it was typed. */
  tab: string
  /** In milliseconds since 1970. */
  savedAt: number
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

/** Every function rejects if the database refuses. */
export interface DraftStore {
  /** All drafts of a slot, newest first. */
  ofSlot(slot: string): Promise<SealedDraft[]>
  put(draft: SealedDraft): Promise<void>
  remove(id: string): Promise<void>
  /** Removes drafts of all people that were saved before this time. */
  removeBefore(time: number): Promise<void>
  /**
   * Assigns a draft to a tab, unless another tab was first.
   * @returns false if the draft has changed since it was read
   */
  adopt(draft: SealedDraft, tab: string): Promise<boolean>
  close(): void
}

const DATABASE = 'pitboss.drafts'
const STORE = 'drafts'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The request failed'))
  })

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    // Also when storage is full: that is an abort, not an error of a request.
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'))
  })

/** @returns the store; the first call opens the database, and so does the next call after the browser closed it */
export function createDraftStore(indexedDB: IDBFactory): DraftStore {
  let opening: Promise<IDBDatabase> | null = null

  const open = () =>
    (opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1)
      request.onupgradeneeded = () => {
        const store = request.result.createObjectStore(STORE, { keyPath: 'id' })
        store.createIndex('slot', 'slot')
        store.createIndex('savedAt', 'savedAt')
      }
      request.onsuccess = () => {
        const database = request.result
        // A later version of the console, or the browser, needs the database: the next call opens it again.
        database.onversionchange = () => {
          database.close()
          opening = null
        }
        database.onclose = () => void (opening = null)
        resolve(database)
      }
      request.onerror = () => reject(request.error ?? new Error('The database cannot be opened'))
    }).catch((error: unknown) => {
      opening = null
      throw error
    }))

  async function write(work: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = (await open()).transaction(STORE, 'readwrite')
    work(transaction.objectStore(STORE))
    await completed(transaction)
  }

  return {
    async ofSlot(slot) {
      const index = (await open()).transaction(STORE).objectStore(STORE).index('slot')
      const found = (await settled(index.getAll(slot))) as SealedDraft[]
      return found.sort((a, b) => b.savedAt - a.savedAt)
    },
    put: (draft) => write((store) => store.put(draft)),
    remove: (id) => write((store) => store.delete(id)),
    removeBefore: (time) =>
      write((store) => {
        const old = store.index('savedAt').openCursor(IDBKeyRange.upperBound(time, true))
        old.onsuccess = () => {
          old.result?.delete()
          old.result?.continue()
        }
      }),
    async adopt(draft, tab) {
      let adopted = false
      await write((store) => {
        const request = store.get(draft.id) as IDBRequest<SealedDraft | undefined>
        request.onsuccess = () => {
          const now = request.result
          if (!now || now.tab !== draft.tab || now.savedAt !== draft.savedAt) return
          store.put({ ...now, tab })
          adopted = true
        }
      })
      return adopted
    },
    close() {
      opening?.then(
        (database) => database.close(),
        () => undefined,
      )
      opening = null
    },
  }
}
