/**
 * The standard way to load a module lazily: services, machines, a library. Components use `lazyComponent`, which builds on it.
 *
 * Most browsers remember a failed import until the page is reloaded. The built console imports a part only after its files have
 * arrived (import-part.ts), so trying again works in each browser. If it fails twice, the notice also offers a reload (PartNotice).
 */

export interface LazyModule<Module> {
  /** The module, or null until it is loaded. */
  readonly get: () => Module | null
  /** @param listener called once the module has loaded @returns unsubscribes */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Loads the module. Calls during a load share it; a call after a failure tries again.
   * @throws the error of the import
   */
  readonly load: () => Promise<Module>
  /** Loads the module ahead of need. Never throws: a later load tries again. */
  readonly preload: () => Promise<void>
  /** Makes `preloadWhenIdle` load the module, before those with `preload: 'idle'`: something on the screen leads to it. */
  readonly preloadInIdle: () => void
}

export interface LazyModuleOptions {
  /**
   * `idle`: loaded by `preloadWhenIdle`, because a click in loaded code may need it. `onDemand`: loaded only on request, such as the
   * screens, which their links request.
   */
  preload: 'idle' | 'onDemand'
}

/** Declared with `preload: 'idle'`. */
const idleModules = new Set<LazyModule<unknown>>()
/** Requested by `preloadInIdle`. */
const requestedModules = new Set<LazyModule<unknown>>()
const declarationListeners = new Set<() => void>()
const failureListeners = new Set<(error: unknown) => void>()

/** @param load imports the module: `() => import('./drafts')` */
export function lazyModule<Module>(
  load: () => Promise<Module>,
  { preload }: LazyModuleOptions = { preload: 'onDemand' },
): LazyModule<Module> {
  const listeners = new Set<() => void>()
  const addTo = (modules: Set<LazyModule<unknown>>) => {
    modules.add(lazy)
    for (const listener of declarationListeners) listener()
  }
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
          requestedModules.delete(lazy)
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
      if (loaded === null) addTo(requestedModules)
    },
  }
  if (preload === 'idle') addTo(idleModules)
  return lazy
}

/** Calls the listener whenever a module could not be loaded, as after a deployment that removed its file. @returns unsubscribes */
export function onModuleFailure(listener: (error: unknown) => void): () => void {
  failureListeners.add(listener)
  return () => void failureListeners.delete(listener)
}

export interface IdlePreload {
  /** Calls `work` when the browser is idle. */
  whenIdle: (work: () => void) => void
  /** Called each time there is nothing left to load. */
  onDone?: () => void
  /** Calls `work` after this many milliseconds. */
  wait: (work: () => void, ms: number) => void
  /** Sends events when the network is back; usually the window. */
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Whether there is a network. Without one nothing is tried until it is back. */
  isOnline: () => boolean
}

/** Pause after a failure before the next module is loaded, because the server may be down. */
export const PAUSE_AFTER_FAILURE_MS = 5_000
/** Time after which a failed module is tried again. */
export const RETRY_MS = 60_000

/**
 * Loads each module that `preloadInIdle` requests, then each declared with `preload: 'idle'`, one per idle period, including those
 * that a loaded module declares.
 * A module that cannot be loaded is tried again after RETRY_MS, and as soon as the network is back.
 * @returns stops it
 */
export function preloadWhenIdle({ whenIdle, onDone, wait, network, isOnline }: IdlePreload): () => void {
  const failed = new Set<LazyModule<unknown>>()
  let isRunning = false
  let isStopped = false
  /** A run that was replaced by a later one ends at its next step. */
  let run = 0

  const step = (of: number) => {
    if (isStopped || of !== run) return
    if (!isOnline()) {
      isRunning = false
      return
    }
    const module = [...requestedModules, ...idleModules].find((each) => !failed.has(each))
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
