/**
 * The drafts of a browser answer when the path says so. Two calls of the browser wait: the search of the database for a draft,
 * and the encryption of one that is to be kept. The rest, and what they return, is the browser's own.
 */
import type { Tab } from './stage'

/** What waits: the look-up of a draft, or the writing of one. */
export type Held = 'load' | 'save'
type Mode = 'open' | 'held' | 'refusing'

/** In the page. Methods, not functions with names: what runs in a page can use nothing that a compiler adds. */
interface Gate {
  mode: Mode
  waiting: ((isRefused: boolean) => void)[]
}
declare global {
  interface Window {
    draftGates?: Record<Held, Gate> & {
      /** @returns whether it is refused, once the path lets it pass */
      passes: (gate: Gate) => Promise<boolean>
    }
  }
}

export class HeldDrafts {
  private readonly tab: Tab
  private readonly held = new Set<Held>()

  private constructor(tab: Tab) {
    this.tab = tab
  }

  /** @param tab whose page is loaded; a page that it loads later holds nothing */
  static async of(tab: Tab): Promise<HeldDrafts> {
    await tab.page.evaluate(() => {
      const gates: Record<Held, Gate> = {
        load: { mode: 'open', waiting: [] },
        save: { mode: 'open', waiting: [] },
      }
      window.draftGates = {
        ...gates,
        passes({ mode, waiting }) {
          return mode === 'held'
            ? new Promise((passed) => void waiting.push(passed))
            : Promise.resolve(mode === 'refusing')
        },
      }
      const encrypt = Object.getOwnPropertyDescriptor(SubtleCrypto.prototype, 'encrypt')!
        .value as SubtleCrypto['encrypt']
      Object.assign(SubtleCrypto.prototype, {
        async encrypt(this: SubtleCrypto, ...given: Parameters<SubtleCrypto['encrypt']>) {
          if (await window.draftGates!.passes(gates.save)) throw new DOMException('The path refuses', 'OperationError')
          return encrypt.apply(this, given)
        },
      })
      const getAll = Object.getOwnPropertyDescriptor(IDBIndex.prototype, 'getAll')!.value as IDBIndex['getAll']
      Object.assign(IDBIndex.prototype, {
        getAll(this: IDBIndex, ...given: [IDBValidKey]) {
          const request = getAll.apply(this, given)
          // The console sets its listener right after this: what it set is called when the path lets it pass.
          queueMicrotask(() => {
            const { onsuccess } = request
            request.onsuccess = (event) =>
              void window.draftGates!.passes(gates.load).then(() => onsuccess?.call(request, event))
          })
          return request
        },
      })
    })
    return new HeldDrafts(tab)
  }
  isHeld(what: Held): boolean {
    return this.held.has(what)
  }
  /** From now on it waits. */
  async hold(what: Held): Promise<void> {
    this.held.add(what)
    await this.set(what, 'held')
  }
  /** What waits is done now; or refused, as is all that comes later. */
  async release(what: Held, how: 'kept' | 'refused' = 'kept'): Promise<void> {
    this.held.delete(what)
    await this.set(what, how === 'kept' ? 'open' : 'refusing')
  }
  private async set(what: Held, mode: Mode): Promise<void> {
    await this.tab.page.evaluate(
      ([name, next]) => {
        const gate = window.draftGates![name]
        gate.mode = next
        if (next !== 'held') for (const pass of gate.waiting.splice(0)) pass(next === 'refusing')
      },
      [what, mode] as const,
    )
  }
}
