/**
 * The running console of this tab: adapters behind the ports, machines over them, actors started and joined (architecture,
 * composition root). What the login page does not need is loaded when it is first used.
 */
import type { RecordChanged } from '@contract/socket'
import { lazyModule, onModuleFailure, preloadWhenIdle } from '@design-system/components/Lazy/lazy-module'
import type { Console, Settled } from '@console/console'
import { createBuild, ownBuild } from '@services/build'
import { createClock } from '@services/clock'
import { createConnection } from '@services/connection'
import { createHeadStart } from '@services/head-start'
import { createLog } from '@services/log'
import { createPersonalPreferences } from '@services/personal-preferences'
import { createPreferences } from '@services/preferences'
import { createSaveLast } from '@services/save-last'
import { createSessionReader } from '@services/session-reader'
import { createSessionStore } from '@services/session-store'
import { createTabs } from '@services/tabs'
import { createToasts } from '@services/toasts'
import { holdsAt, tokenLife } from '@services/token'
import { createUnload } from '@services/unload'
import { createVisibility } from '@services/visibility'
import { listenToWake } from '@services/wake'
import { createLogic } from './create-logic'
import { createActors } from './create-actors'
import { createDeferredDrafts } from './deferred-drafts'
import { createDeferredRemote } from './deferred-remote'
import { readLink } from './link'
import { createLiveKeeper } from './live'
import { createLoadedPageLogic } from './page-logic'
import { createCallTokens } from './token'

const REST_MS = 3000
/** From the first screen to the loading of what a click on it may need: the first seconds belong to what the person came for. */
const PRELOAD_AFTER_MS = 2000

const socketCode = lazyModule(() => import('@services/socket'))
/** The live actors, with what the frame shows of them. */
const liveCode = lazyModule(async () => (await Promise.all([import('./create-live'), import('./LiveActions')]))[0])

/** Runs work once the first screen stands (or none has said so for long) and the page is at rest: what is first seen goes before what may come later. */
function atRest(settled: Settled, work: () => void): void {
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

/** Someone who pays by the byte: nothing is loaded that nobody has asked for. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Loads what a click may need, a part in each idle moment, so that it works when the connection is lost. */
const preloadParts = () =>
  preloadWhenIdle({
    whenIdle: (work) => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work, 200)),
    onDone: () => performance.mark('pitboss:preloaded'),
    wait: (work, ms) => void setTimeout(work, ms),
    network: window,
  })

/** A set of listeners. */
function createListeners<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    tell: (...args: Args) => listeners.forEach((listener) => listener(...args)),
    listen: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * @param baseUrl host of the API without a trailing slash; empty for the console's own
 * @param sessionPollMs how often the session is polled, milliseconds; null: only on focus and before the token expires
 * @returns the console, its actors running; the socket connects by itself only once somebody is signed in
 */
export function createConsole(baseUrl: string, sessionPollMs: number | null = null): Console {
  const clock = createClock()
  const store = createSessionStore()
  const headStart = createHeadStart(window.pitbossBegun)
  const toasts = createToasts({ clock })
  // Messages may name people: they do not outlive the session.
  store.onClear(() => toasts.clear())
  const drafts = createDeferredDrafts(lazyModule(async () => (await import('@services/drafts')).createDrafts()))
  const recordChanges = createListeners<[RecordChanged]>()
  const resumes = createListeners<[]>()
  const tokens = createCallTokens(() => actors.session, store, clock)
  const { token } = tokens
  const remote = createDeferredRemote(
    lazyModule(async () =>
      (await import('@services/remote')).createRemote({ baseUrl, ...tokens, fetch: headStart.fetch }),
    ),
  )
  const { api } = remote
  const reader = createSessionReader(baseUrl, headStart.fetch)
  const connection = createConnection({ clock, network: window })
  const personal = createPersonalPreferences({
    save: (changes) => remote.identity.savePreferences(changes),
    saveLast: createSaveLast({ baseUrl, token: () => store.token() }),
    onFailure: (message) => toasts.show('error', message),
  })
  store.onClear(() => personal.end())
  window.addEventListener('pagehide', () => personal.flush())
  connection.subscribe(() => {
    if (connection.get().state === 'live') personal.retry()
  })

  const log = createLog({ baseUrl, clock })
  const logic = createLogic({
    store,
    drafts,
    clock,
    tokenLife,
    listenToWake: (listeners) => listenToWake(listeners, { pollMs: sessionPollMs }),
    sessionApi: { ...remote.session, read: (signal) => reader.read(signal) },
    identity: remote.identity,
    tabs: createTabs(),
    log,
    toasts,
  })
  const { endSession, ...pageLogic } = createLoadedPageLogic({
    api,
    clock,
    toasts,
    onRecordChanged: recordChanges.listen,
    onSocketResumed: resumes.listen,
    unload: createUnload(window),
    signOut: () => actors.session.send({ type: 'signOut.request' }),
  })

  const ownId = (): string | null => actors.session.getSnapshot().context.session?.user.id ?? null
  const settled = createSettled()
  const live = createLiveKeeper({
    services: {
      api,
      build: createBuild({ own: ownBuild(document), reload: () => location.reload() }),
      clock,
      drafts,
      toasts,
      log,
      onPartFailed: onModuleFailure,
      visibility: createVisibility(document),
    },
    createSocket: async () => (await socketCode.load()).createSocket({ url: baseUrl, token }),
    load: () => liveCode.load(),
    listeners: {
      connection,
      onSessionInDoubt: () => actors.session.send({ type: 'session.focused' }),
      onAccessChanged() {
        actors.access.send({ type: 'access.changed' })
        // It comes with another role, which those are not told of otherwise who may not read staff.
        actors.profile.send({ type: 'profile.changed' })
      },
      onRecordChanged(change) {
        recordChanges.tell(change)
        if (change.subject === 'Admins' && change.id === ownId()) actors.profile.send({ type: 'profile.changed' })
      },
      onResumed: resumes.tell,
    },
  })

  /** The code outlives the session: it is preloaded once. */
  let preloading: ReturnType<typeof setTimeout> | null = null
  const found = store.token()
  const { actors, start } = createActors(logic, {
    hadToken: found !== null,
    tokenHolds: found !== null && holdsAt(found, clock.now()),
    signOutPending: store.isMarkedSignedOut(),
    link: readLink(location, history.state),
    onProfile: ({ preferences }) => personal.received(preferences),
    onBegan: () =>
      atRest(settled, () => {
        if (!actors.session.getSnapshot().matches('authenticated')) return
        live.begin()
        if (!preloading && !savesData()) preloading = setTimeout(preloadParts, PRELOAD_AFTER_MS)
      }),
    onRenewed: live.renewed,
    onEnded: () => {
      headStart.drop()
      endSession()
      live.end()
    },
  })

  start()

  return {
    actors,
    api,
    clock,
    toasts,
    drafts,
    store,
    preferences: createPreferences(storageOrNull(), personal),
    connection,
    live,
    settled,
    onRecordChanged: recordChanges.listen,
    onSocketResumed: resumes.listen,
    reading: logic.reading,
    ...pageLogic,
    demoAccounts: async () => {
      const answer = await reader.providers()
      return answer.ok ? (answer.value.demo ?? null) : null
    },
  }
}

function createSettled(): Settled {
  const { tell, listen } = createListeners<[]>()
  let settled = false
  return {
    mark() {
      if (settled) return
      settled = true
      tell()
    },
    get: () => settled,
    subscribe: listen,
  }
}

/** Reading the property alone throws where storage is forbidden. */
function storageOrNull(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
