/**
 * The adapters of the built console: this browser and the platform's API. Code that the login does not need is loaded
 * on first use.
 */
import { lazyModule, onModuleFailure, preloadWhenIdle } from '@design-system/components/Lazy/lazy-module'
import type { Settled } from '@console/console'
import { takeBegunLogin } from '@services/begun-login'
import { createBuild, ownBuild } from '@services/build'
import { createClock } from '@services/clock'
import { createConnection } from '@services/connection'
import { createFetchTransport } from '@services/fetch-transport'
import { createHeadStart } from '@services/head-start'
import { createLog } from '@services/log'
import { createSaveLast } from '@services/save-last'
import { createSessionReader } from '@services/session-reader'
import { createSessionStore } from '@services/session-store'
import { createTabs } from '@services/tabs'
import { createToasts } from '@services/toasts'
import { tokenLife } from '@services/token'
import { createUnload } from '@services/unload'
import { createVisibility } from '@services/visibility'
import { listenToWake } from '@services/wake'
import type { Adapters } from './adapters'
import { createDeferredDrafts } from './deferred-drafts'
import { createDeferredRemote } from './deferred-remote'
import { createDeferredWrites } from './deferred-writes'
import { endPicture } from './first-picture/end-picture'
import { readLink } from './link'
import { createListeners } from './listeners'
import { whenQuiet } from './when-quiet'

/** Time after which the first screen no longer delays the remaining work, in milliseconds. */
const REST_MS = 3000
/**
 * Time between the first screen and the preloading of code that a click may need, in milliseconds: until then the
 * connection is reserved for the first screen.
 */
const PRELOAD_AFTER_MS = 2000

const socketCode = lazyModule(() => import('@services/socket'))
/** The live actors, and the components of the frame that show them. */
const liveCode = lazyModule(async () => (await Promise.all([import('./create-live'), import('./LiveActions')]))[0])

/**
 * Defers work until the page is idle after the first screen has rendered, or after REST_MS if no screen has reported
 * that.
 */
const atRest = (settled: Settled) => (work: () => void) => {
  const whenIdle = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: REST_MS }) : setTimeout(work, 1000)
  if (settled.get()) return void whenIdle()
  const begin = () => {
    stop()
    clearTimeout(patience)
    whenIdle()
  }
  const stop = settled.subscribe(begin)
  const patience = setTimeout(begin, REST_MS)
}

/** Whether the browser is set to save data: then nothing is preloaded. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Preloads code that a click may need, one part in each quiet period, so that it also works when the connection is lost.
 */
const preloadParts = () =>
  preloadWhenIdle({
    whenIdle: whenQuiet,
    onDone: () => performance.mark('pitboss:preloaded'),
    wait: (work, ms) => void setTimeout(work, ms),
    network: window,
    isOnline: () => navigator.onLine,
  })

/** @returns a function that starts the preloading once: the code outlives the session */
function createPreload(): () => void {
  let started = false
  return () => {
    if (started || savesData()) return
    started = true
    setTimeout(preloadParts, PRELOAD_AFTER_MS)
  }
}

function createSettled(): Settled {
  const { notify, listen } = createListeners<[]>()
  let isMarked = false
  let settled = false
  return {
    mark() {
      if (isMarked) return
      isMarked = true
      endPicture()
      // After the frame that shows the settled screen, so that the waiting work does not delay it.
      requestAnimationFrame(() =>
        setTimeout(() => {
          settled = true
          notify()
        }),
      )
    },
    get: () => settled,
    subscribe: listen,
  }
}

/** Even reading the property throws if storage is forbidden. */
function storageOrNull(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

/**
 * @param baseUrl host of the API without a trailing slash; empty if it is the console's own host
 * @param sessionPollMs interval of polling the session, in milliseconds; null: the session is only read on focus and
 * before the token expires
 */
export function createBrowserAdapters(baseUrl: string, sessionPollMs: number | null = null): Adapters {
  const clock = createClock()
  const store = createSessionStore()
  const headStart = createHeadStart(window.pitbossBegun)
  const reads = createFetchTransport({ baseUrl, fetch: headStart.fetch })
  const writes = createDeferredWrites(
    lazyModule(async () => (await import('@services/axios-transport')).createAxiosTransport(baseUrl), {
      preload: 'idle',
    }),
    reads,
  )
  const settled = createSettled()
  const whenAtRest = atRest(settled)
  return {
    clock,
    store,
    toasts: createToasts({ clock }),
    drafts: createDeferredDrafts(
      lazyModule(async () => (await import('@services/drafts')).createDrafts()),
      // A form hastens it.
      (work) => whenAtRest(() => setTimeout(work, PRELOAD_AFTER_MS)),
    ),
    log: createLog({ baseUrl, clock }),
    tabs: createTabs(),
    connection: createConnection({ clock, network: window }),
    unload: createUnload(window),
    visibility: createVisibility(document),
    build: createBuild({ own: ownBuild(document), reload: () => location.reload() }),
    createRemote: (tokens) =>
      createDeferredRemote(
        lazyModule(async () => (await import('@services/remote')).createRemote({ reads, writes, ...tokens })),
      ),
    createSocket: async (of) => (await socketCode.load()).createSocket({ url: baseUrl, ...of }),
    reader: createSessionReader(reads),
    begunLogin: () => takeBegunLogin(window),
    listenToWake: (listeners) => listenToWake(listeners, { pollMs: sessionPollMs }),
    tokenLife,
    savePreferencesLast: createSaveLast({ baseUrl, token: () => store.token() }),
    tabStorage: () => sessionStorage,
    onOnline: (listener) => {
      window.addEventListener('online', listener)
      return () => window.removeEventListener('online', listener)
    },
    deviceStorage: storageOrNull(),
    onPageHide: (listener) => window.addEventListener('pagehide', listener),
    link: readLink(location, history.state),
    settled,
    whenAtRest,
    preload: createPreload(),
    loadLive: () => liveCode.load(),
    onPartFailed: onModuleFailure,
    onEnded: () => headStart.drop(),
  }
}
