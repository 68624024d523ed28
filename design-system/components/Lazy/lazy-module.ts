/**
 * The one way to load a module late: services, machines, a library. Components use `lazyComponent`, which builds on it.
 *
 * Browsers used to keep a failed import for the life of the page. Chromium 156 asks the server again, for the module and for
 * what it imports; where a browser does not, trying again fails once more and the notice offers a reload (PartNotice).
 */

export interface LazyModule<Module> {
  /** The module, or null until it is loaded. */
  readonly get: () => Module | null
  /** @param listener called once the module is loaded @returns how to stop */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Loads the module. Calls during a load share it; a call after a failure tries again.
   * @throws what the import threw
   */
  readonly load: () => Promise<Module>
  /** Loads the module ahead of need. Never throws: whoever needs it then tries again. */
  readonly preload: () => Promise<void>
  /** Has `preloadWhenIdle` load the module, as if it had been declared with `preload: 'idle'`. */
  readonly preloadInIdle: () => void
}

export interface LazyModuleOptions {
  /**
   * `idle`: loaded by `preloadWhenIdle`, because a click on what is already loaded may need it. `onDemand`: loaded only when
   * somebody asks, as the screens, which follow their links.
   */
  preload: 'idle' | 'onDemand'
}

const idleModules = new Set<LazyModule<unknown>>()
const declarationListeners = new Set<() => void>()
const failureListeners = new Set<(error: unknown) => void>()

/** @param load imports the module: `() => import('./drafts')` */
export function lazyModule<Module>(
  load: () => Promise<Module>,
  { preload }: LazyModuleOptions = { preload: 'onDemand' },
): LazyModule<Module> {
  const listeners = new Set<() => void>()
  let loaded: Module | null = null
  let loading: Promise<Module> | null = null

  const lazy: LazyModule<Module> = {
    get: () => loaded,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load() {
      loading ??= load().then(
        (module) => {
          loaded = module
          idleModules.delete(lazy)
          for (const listener of listeners) listener()
          return module
        },
        (error: unknown) => {
          loading = null
          for (const listener of failureListeners) listener(error)
          throw error
        },
      )
      return loading
    },
    preload: () =>
      lazy.load().then(
        () => undefined,
        () => undefined,
      ),
    preloadInIdle() {
      if (loaded !== null) return
      idleModules.add(lazy)
      for (const listener of declarationListeners) listener()
    },
  }
  if (preload === 'idle') lazy.preloadInIdle()
  return lazy
}

/** Calls the listener whenever a module could not be loaded, as after a deploy that removed its file. @returns how to stop */
export function onModuleFailure(listener: (error: unknown) => void): () => void {
  failureListeners.add(listener)
  return () => void failureListeners.delete(listener)
}

export interface IdlePreload {
  /** Calls `work` when the browser has nothing better to do. */
  whenIdle: (work: () => void) => void
  /** Called each time nothing is left to load. */
  onDone?: () => void
  /** Calls `work` after so many milliseconds. */
  wait: (work: () => void, ms: number) => void
  /** Tells when the network is back; the window. */
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

/** After a failure the server may be down: the next module waits for so long. */
export const PAUSE_AFTER_FAILURE_MS = 5_000
/** What could not be loaded is tried again after so long. */
export const RETRY_MS = 60_000

/**
 * Loads each module declared with `preload: 'idle'`, one in each idle moment, including those that a loaded module declares.
 * A module that cannot be loaded is tried again after RETRY_MS, and as soon as the network is back.
 * @returns how to stop
 */
export function preloadWhenIdle({ whenIdle, onDone, wait, network }: IdlePreload): () => void {
  const failed = new Set<LazyModule<unknown>>()
  let isRunning = false
  let isStopped = false
  /** A run that was overtaken by a later one ends at its next step. */
  let run = 0

  const step = (of: number) => {
    if (isStopped || of !== run) return
    const module = [...idleModules].find((each) => !failed.has(each))
    if (module) {
      void module.preload().then(() => {
        const isLoaded = module.get() !== null
        if (!isLoaded) failed.add(module)
        if (isLoaded) whenIdle(() => step(of))
        else wait(() => step(of), PAUSE_AFTER_FAILURE_MS)
      })
      return
    }
    isRunning = false
    if (failed.size > 0) wait(() => of === run && again(), RETRY_MS)
    onDone?.()
  }
  const start = () => {
    if (isRunning || isStopped) return
    isRunning = true
    run += 1
    const of = run
    whenIdle(() => step(of))
  }
  const again = () => {
    failed.clear()
    isRunning = false
    start()
  }
  declarationListeners.add(start)
  network.addEventListener('online', again)
  start()
  return () => {
    isStopped = true
    declarationListeners.delete(start)
    network.removeEventListener('online', again)
  }
}
