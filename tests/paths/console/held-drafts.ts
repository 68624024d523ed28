/**
 * Lets a path control when drafts are read and written in the browser. Two browser calls are held: the database search
 * for a draft, and the encryption of a draft to be stored. Everything else, including their results, is unchanged.
 */
import type { Tab } from './stage'

/** The held operation: the look-up of a draft, or the writing of one. */
export type Held = 'load' | 'save'
type Mode = 'open' | 'held' | 'refusing'

/**
 * Runs in the page. Methods instead of named functions, because code that runs in a page cannot use helpers that a
 * compiler adds.
 */
interface Gate {
  mode: Mode
  waiting: ((isRefused: boolean) => void)[]
}
declare global {
  interface Window {
    draftGates?: Record<Held, Gate> & {
      /** @returns whether the operation is refused, once the path lets it pass */
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
          // The console sets its listener right after this: that listener is called when the path lets the operation
          // pass.
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
  /** Holds the operation from now on. */
  async hold(what: Held): Promise<void> {
    this.held.add(what)
    await this.set(what, 'held')
  }
  /** Completes the held operation, or refuses it and all later ones. */
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
