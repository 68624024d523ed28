/**
 * A console for one story: the machines of the product over its own adapters, over the platform in the page (mocks/scene.ts). State that a
 * story must observe or set (toasts, drafts, demo accounts) is in memory. Begin the story with `beforeEach:
 * consoleStory(...)`.
 */
import { useEffect, useState, type ReactNode } from 'react'
import { http, type AnyHandler } from 'msw'
import type { SetupWorker } from 'msw/browser'
import { fn } from '@storybook/test'
import { MemoryRouter } from 'react-router-dom'
import type { Adapters } from '@app/adapters'
import { createConsole } from '@app/create-console'
import { createPageLogic } from '@app/create-page-logic'
import type { Draft, DraftKey, DraftsPort } from '@ports/drafts'
import { onModuleFailure } from '@design-system/components/Lazy/lazy-module'
import { ConsoleContext } from '@console/console'
import { GuardedNavigation } from '@features/shared/leave-guard'
import { networkHandlers, type Network } from '@mocks/network'
import { beginScene, sceneHandlers, signInAs, warmScene } from '@mocks/scene'
import { beginCalls } from './story-calls'
import { createBuild } from '@services/build'
import { createConnection } from '@services/connection'
import { createAxiosTransport } from '@services/axios-transport'
import { createFetchTransport } from '@services/fetch-transport'
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
/** The build of the story's page; /build.json returns the server's build. */
export const STORY_BUILD = 'story'
/** Writes waiting drafts. */
export const flushed = fn<() => Promise<void>>(async () => undefined)
/** Called instead of a reload. */
export const reloaded = fn()
/** The toasts of the current story. */
export const toasted = fn()

function createTabStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
  }
}

const memoryStorage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** Session storage of the current story: a story may put an action from before a reload into it. */
export const tabStorage = createTabStorage()
/** Reports to the console that the browser is online again. */
export const lineBack = { listeners: new Set<() => void>(), report: () => lineBack.listeners.forEach((each) => each()) }
const onOnline = (listener: () => void) => {
  lineBack.listeners.add(listener)
  return () => void lineBack.listeners.delete(listener)
}

const nameOf = (key: DraftKey) => `${key.userId} ${key.form} ${key.record}`

/**
 * Unencrypted drafts that last as long as the story.
 * @param found a draft that an earlier session left, whatever its key
 * @param after resolves when the database responds to a look-up
 */
function createStoryDrafts(found?: Draft, after = () => Promise.resolve()): DraftsPort {
  const kept = new Map<string, Draft>()
  return {
    canKeep: () => true,
    unlock: async () => undefined,
    lock: () => undefined,
    load: async (key) => {
      const draft = kept.get(nameOf(key)) ?? found ?? null
      await after()
      return draft
    },
    save: async (key, draft) => {
      kept.set(nameOf(key), { ...draft, savedAt: Date.now() })
      return true
    },
    discard: async (key) => void kept.delete(nameOf(key)),
    flush: () => flushed(),
  }
}

/** The choices in Storybook's toolbar for the current story. */
interface Chosen {
  network: Network
  /** `story`: the role that the story sets. */
  role: string
}
let chosen: Chosen = { network: 'recorded', role: 'story' }
/** The mount for which a scene was last begun. */
let seeded: unknown

export interface StoryConsoleOptions {
  /** Role of the signed-in person; if omitted, nobody is signed in. */
  signedInAs?: string
  /** A draft that an earlier session left. */
  draft?: Draft
  /** Resolves when the database of the drafts responds to a look-up; default: at once. */
  draftsAfter?: () => Promise<void>
  /** With the live actors, over the scene's socket. */
  isLive?: boolean
  /** Fetches the code of the live actors, for a story that observes this. */
  loadLive?: Adapters['loadLive']
  /** Address at which the console is opened. */
  path?: string
  /** How long an action without a response is repeated automatically, in milliseconds. */
  checkPatienceMs?: number
}

/** The adapters of one story: MSW leads to the platform, and state that a story observes or sets is in memory. */
function createStoryAdapters({
  signedInAs,
  draft,
  draftsAfter,
  isLive,
  loadLive = () => import('@app/create-live'),
  path = '/',
  checkPatienceMs,
}: StoryConsoleOptions): Adapters {
  const clock = { now: () => Date.now() }
  const cookies = { cookie: '' }
  const storage = memoryStorage()
  const store = createSessionStore({ storage: () => storage, cookies: () => cookies })
  if (signedInAs) store.saveToken(signInAs(signedInAs))
  const toasts = createToasts({ clock })
  toasts.onShow(({ kind, message }) => toasted(kind, message))
  const connection = createConnection({ clock, network: window })
  // Without live actors the connection counts as established.
  if (!isLive) connection.joined({ state: 'live', nextTryAt: null })
  const silent = () => () => undefined
  const reads = createFetchTransport({ baseUrl: '' })
  return {
    clock,
    store,
    toasts,
    drafts: createStoryDrafts(draft, draftsAfter),
    log: { log: () => undefined },
    tabs: { tell: () => undefined, listen: silent },
    connection,
    unload: createUnload(window),
    visibility: createVisibility(document),
    build: createBuild({ own: STORY_BUILD, reload: reloaded }),
    createRemote: (tokens) => createRemote({ reads, writes: createAxiosTransport(''), ...tokens }),
    createSocket: async (of) => createSocket({ url: '', ...of }),
    reader: createSessionReader(reads),
    listenToWake: silent,
    tokenLife,
    savePreferencesLast: () => undefined,
    tabStorage: () => tabStorage,
    checkPatienceMs,
    onOnline: (listener) => onOnline(listener),
    deviceStorage: memoryStorage(),
    link: path === '/' ? null : path,
    settled: { mark: () => settled(), get: () => true, subscribe: silent },
    ...(isLive && { whenAtRest: (work: () => void) => work() }),
    loadLive,
    pageLogic: () => ({ createPageLogic }),
    onPartFailed: onModuleFailure,
  }
}

type Props = StoryConsoleOptions & { children: ReactNode }

/**
 * Wraps a story in a running console with its own router. The toolbar's role overrides `signedInAs` if somebody is
 * signed in; another role or network starts again.
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
  const [{ running, stop }] = useState(() => {
    const made = createConsole(createStoryAdapters(options))
    consoles.add(made.stop)
    return made
  })
  useEffect(() => stop, [stop])
  return (
    <ConsoleContext value={running}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <GuardedNavigation>{children}</GuardedNavigation>
      </MemoryRouter>
    </ConsoleContext>
  )
}

/** What `beforeEach` of a story gets. */
interface StoryContext {
  // The addon puts its worker there, but its types do not extend the context of CSF 3.
  msw: Pick<SetupWorker, 'use'>
  globals: Partial<Chosen>
  abortSignal?: AbortSignal
}

/** The consoles that are shown, as how each is stopped. */
const consoles = new Set<() => void>()
/** MSW answers it after all calls that were sent before it. */
const MARK = '/story-mark'
/** Stops the consoles of the story before. What they have sent has arrived when this resolves, and is no part of the next story. */
async function endConsoles(msw: StoryContext['msw']): Promise<void> {
  if (consoles.size === 0) return
  for (const stop of consoles) stop()
  consoles.clear()
  msw.use(http.get(`*${MARK}`, () => new Response(null, { status: 204 })))
  await fetch(MARK)
  beginCalls()
}

/** Takes the toolbar's choices. @returns whether the story begins anew: Storybook also calls `beforeEach` when the toolbar changes */
function takeChoices({ globals, abortSignal }: StoryContext): boolean {
  const { network = 'recorded', role = 'story' } = globals
  const isNew =
    abortSignal === undefined || abortSignal !== seeded || network !== chosen.network || role !== chosen.role
  seeded = abortSignal
  chosen = { network, role }
  if (isNew) {
    tabStorage.clear()
    toasted.mockClear()
    settled.mockClear()
  }
  return isNew
}

/**
 * `beforeEach` of a story: begins its scene (mocks/scene.ts), and puts this story's own handlers before it and the toolbar's network handlers
 * first. Storybook calls it again when the toolbar changes: the story keeps its state then, unless the role or the network changes.
 * @param others the story's own handlers, and functions that change the data before it begins
 */
export function consoleStory(...others: readonly (AnyHandler[] | (() => Promise<unknown>))[]) {
  void warmScene()
  return async (context: object): Promise<void> => {
    const { msw } = context as StoryContext
    if (takeChoices(context as StoryContext)) {
      await endConsoles(msw)
      await beginScene()
    }
    // Also in the second `beforeEach` of the same story, after that of its file.
    for (const each of others) if (typeof each === 'function') await each()
    const own = others.filter((each) => typeof each !== 'function')
    msw.use(...networkHandlers(chosen.network), ...own.flat(), ...sceneHandlers)
  }
}
