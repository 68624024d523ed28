/**
 * A console for one story: the machines of the product over its own adapters, which MSW answers. What a story must watch
 * or set (toasts, drafts, demo accounts) is in memory. Begin the story with `beforeEach: consoleStory(...)`.
 */
import { useEffect, useState, type ReactNode } from 'react'
import type { AnyHandler } from 'msw'
import type { SetupWorker } from 'msw/browser'
import { fn } from '@storybook/test'
import { MemoryRouter } from 'react-router-dom'
import { createLogic } from '@app/create-logic'
import { createPageLogic } from '@app/create-page-logic'
import { createLoadedPageLogic } from '@app/page-logic'
import { createLiveKeeper } from '@app/live'
import { createActors } from '@app/create-actors'
import { createCallTokens } from '@app/token'
import type { Draft, DraftKey, DraftsPort } from '@ports/drafts'
import { onModuleFailure } from '@design-system/components/Lazy/lazy-module'
import { ConsoleContext, type Console } from '@console/console'
import { GuardedNavigation } from '@features/shared/leave-guard'
import { asRole, handlers, resetMocks } from '@mocks/browser'
import { networkHandlers, type Network } from '@mocks/network'
import { createBuild } from '@services/build'
import { createConnection } from '@services/connection'
import { createPersonalPreferences } from '@services/personal-preferences'
import { createPreferences } from '@services/preferences'
import { createRemote } from '@services/remote'
import { createSessionReader } from '@services/session-reader'
import { createSessionStore } from '@services/session-store'
import { createSocket } from '@services/socket'
import { createToasts } from '@services/toasts'
import { tokenLife } from '@services/token'
import { createUnload } from '@services/unload'
import { createVisibility } from '@services/visibility'

/** Called when the first content of a page is shown. */
export const settled = fn()
/** The build that a story's page runs; /build.json says what the server has. */
export const STORY_BUILD = 'story'
/** Writes the drafts that wait to be written. */
export const flushed = fn<() => Promise<void>>(async () => undefined)
/** Called in place of a reload. */
export const reloaded = fn()
/** The toasts of the story that runs now. */
export const toasted = fn()

const memoryStorage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const nameOf = (key: DraftKey) => `${key.userId} ${key.form} ${key.record}`

/** Drafts that are never encrypted: they live as long as the story. @param found one that an earlier session left, whatever its key */
function createStoryDrafts(found?: Draft): DraftsPort {
  const kept = new Map<string, Draft>()
  return {
    canKeep: () => true,
    unlock: async () => undefined,
    lock: () => undefined,
    load: async (key) => kept.get(nameOf(key)) ?? found ?? null,
    save: async (key, draft) => {
      kept.set(nameOf(key), { ...draft, savedAt: Date.now() })
      return true
    },
    discard: async (key) => void kept.delete(nameOf(key)),
    flush: () => flushed(),
  }
}

/** What Storybook's toolbar chose for the story that runs now. */
interface Chosen {
  network: Network
  /** `story`: whoever the story says. */
  role: string
}
let chosen: Chosen = { network: 'recorded', role: 'story' }
/** The mount that the mocks were last put back for. */
let seeded: unknown

export interface StoryConsoleOptions {
  /** Role of who is signed in; left out: nobody. */
  signedInAs?: string
  /** A draft that an earlier session left. */
  draft?: Draft
  /** With the live actors, over the mocks' socket. */
  isLive?: boolean
  /** Address that the console is opened at. */
  path?: string
}

function createStoryConsole({ signedInAs, draft, isLive, path = '/' }: StoryConsoleOptions): {
  running: Console
  stop: () => void
} {
  const clock = { now: () => Date.now() }
  const cookies = { cookie: '' }
  const storage = memoryStorage()
  const store = createSessionStore({ storage: () => storage, cookies: () => cookies })
  const drafts = createStoryDrafts(draft)
  const tokens = createCallTokens(() => running.actors.session, store, clock)
  const silent = () => () => undefined
  const reader = createSessionReader('')
  const { api, identity, session } = createRemote({ baseUrl: '', ...tokens })
  const toasts = createToasts({ clock })
  toasts.onShow(({ kind, message }) => toasted(kind, message))
  const personal = createPersonalPreferences({
    save: (changes) => identity.savePreferences(changes),
    saveLast: () => undefined,
    onFailure: (message) => toasts.show('error', message),
  })
  const log = { log: () => undefined }
  const logic = createLogic({
    identity,
    store,
    drafts,
    clock,
    tokenLife,
    sessionApi: { ...session, read: (signal) => reader.read(signal) },
    tabs: { tell: () => undefined, listen: silent },
    log,
    toasts,
    listenToWake: silent,
  })
  if (signedInAs) store.saveToken(asRole(signedInAs))
  const connection = createConnection({ clock, network: window })
  const resumes = new Set<() => void>()
  const onSocketResumed = (tell: () => void) => {
    resumes.add(tell)
    return () => void resumes.delete(tell)
  }
  const live = createLiveKeeper({
    services: {
      api,
      build: createBuild({ own: STORY_BUILD, reload: reloaded }),
      drafts,
      onPartFailed: onModuleFailure,
      clock,
      toasts,
      log,
      visibility: createVisibility(document),
    },
    createSocket: async () => createSocket({ url: '', token: tokens.token }),
    load: () => import('@app/create-live'),
    listeners: {
      connection,
      onSessionInDoubt: () => actors.session.send({ type: 'session.focused' }),
      onAccessChanged: () => actors.access.send({ type: 'access.changed' }),
      onRecordChanged: () => undefined,
      onResumed: () => resumes.forEach((tell) => tell()),
    },
  })
  // Without live actors the line stands, as far as anybody sees.
  if (!isLive) connection.joined({ state: 'live', nextTryAt: null })
  const { actors, start } = createActors(logic, {
    hadToken: signedInAs !== undefined,
    tokenHolds: true,
    onProfile: ({ preferences }) => personal.received(preferences),
    signOutPending: false,
    link: path === '/' ? null : path,
    ...(isLive ? { onBegan: live.begin, onRenewed: live.renewed } : {}),
    onEnded: () => {
      pageLogic.endSession()
      live.end()
    },
  })
  const pageLogic = createLoadedPageLogic(
    {
      api,
      clock,
      toasts,
      onRecordChanged: silent,
      onSocketResumed,
      unload: createUnload(window),
      signOut: () => actors.session.send({ type: 'signOut.request' }),
    },
    () => ({ createPageLogic }),
  )
  const running: Console = {
    actors,
    api,
    clock,
    toasts,
    drafts,
    store,
    preferences: createPreferences(memoryStorage(), personal),
    connection,
    live,
    settled: { mark: () => settled(), get: () => true, subscribe: silent },
    reading: logic.reading,
    ...pageLogic,
    onRecordChanged: silent,
    onSocketResumed,
    demoAccounts: async () => {
      const answer = await reader.providers()
      return answer.ok ? (answer.value.demo ?? null) : null
    },
  }
  start()
  const stop = () => {
    live.end()
    pageLogic.endSession()
    // A write that waits would be sent in the next story, whose mocks do not know it.
    personal.end()
    Object.values(running.actors).forEach((actor: { stop(): unknown }) => actor.stop())
  }
  return { running, stop }
}

type Props = StoryConsoleOptions & { children: ReactNode }

/**
 * Puts a running console and a router of its own around a story. The toolbar's role takes the place of `signedInAs`, where
 * somebody is signed in; another role or network begins anew.
 */
export function StoryConsole({ signedInAs, ...rest }: Props) {
  const { network, role } = chosen
  return (
    <RunningConsole
      key={`${network} ${role}`}
      {...rest}
      signedInAs={signedInAs === undefined || role === 'story' ? signedInAs : role}
    />
  )
}

function RunningConsole({ children, ...options }: Props) {
  const { path = '/' } = options
  const [{ running, stop }] = useState(() => createStoryConsole(options))
  useEffect(() => stop, [stop])
  return (
    <ConsoleContext value={running}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <GuardedNavigation>{children}</GuardedNavigation>
      </MemoryRouter>
    </ConsoleContext>
  )
}

/**
 * `beforeEach` of a story: mocks back to their seed, this story's other answers before them, and before those the network of
 * the toolbar. Storybook calls it again when anything of the toolbar changes: what the story has done so far then stays,
 * unless role or network begin anew.
 */
export const consoleStory =
  (...others: readonly AnyHandler[][]) =>
  (context: object): void => {
    // The addon puts its worker there, and its types do not reach the context of CSF 3.
    const { msw, globals, abortSignal } = context as {
      msw: Pick<SetupWorker, 'use'>
      globals: Partial<Chosen>
      abortSignal?: AbortSignal
    }
    const { network = 'recorded', role = 'story' } = globals
    if (abortSignal === undefined || abortSignal !== seeded || network !== chosen.network || role !== chosen.role) {
      resetMocks()
      toasted.mockClear()
      settled.mockClear()
    }
    seeded = abortSignal
    chosen = { network, role }
    msw.use(...networkHandlers(network), ...others.flat(), ...handlers)
  }
