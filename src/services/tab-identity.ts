/** The identity of this tab, which survives reloads, and the identities of the other open tabs. */

const KEY = 'pitboss.tab'
const LOCK = 'pitboss.tab.'

export interface TabIdentity {
  /** This tab's random name. */
  readonly id: string
  /** Names of the other tabs that are open. */
  others(): Promise<ReadonlySet<string>>
  /** Releases the name, as closing the tab does. */
  release(): void
}

export interface TabIdentityDependencies {
  /** Storage that lasts as long as the tab; the getter may throw. */
  storage?: () => Pick<Storage, 'getItem' | 'setItem'>
  /** Web Locks: a tab holds one for as long as it is open. Without them the other tabs are unknown. */
  locks?: LockManager
}

/**
 * Claims this tab's name. A duplicated tab gets a copy of session storage: it finds the name in use and claims a new
 * one.
 * @returns the name once only this tab has it
 */
export async function claimTab({
  storage = () => sessionStorage,
  locks = globalThis.navigator?.locks,
}: TabIdentityDependencies = {}): Promise<TabIdentity> {
  let release = () => {}
  const hold = (id: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      if (!locks) return resolve(true)
      locks
        .request(LOCK + id, { ifAvailable: true }, (lock) => {
          resolve(lock !== null)
          return lock ? new Promise<void>((done) => (release = done)) : undefined
        })
        .catch(reject)
    })

  const remembered = read(storage)
  let id = remembered ?? crypto.randomUUID()
  if (!(await hold(id))) {
    id = crypto.randomUUID()
    await hold(id)
  }
  try {
    storage().setItem(KEY, id)
  } catch {
    // After a reload the tab has another name; its drafts are then found as those of a closed tab.
  }
  return {
    id,
    async others() {
      const held = (await locks?.query())?.held ?? []
      return new Set(
        held.flatMap(({ name }) => (name?.startsWith(LOCK) && name !== LOCK + id ? [name.slice(LOCK.length)] : [])),
      )
    },
    release: () => release(),
  }
}

function read(storage: () => Pick<Storage, 'getItem'>): string | null {
  try {
    return storage().getItem(KEY)
  } catch {
    return null
  }
}
