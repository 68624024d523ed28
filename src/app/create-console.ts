/**
 * The composition root: creates the machines over the adapters, starts the actors and connects them. It builds the app
 * and every story.
 */
import type { RecordChanged } from '@contract/socket'
import type { Console } from '@console/console'
import { createPending } from '@services/pending'
import { createPersonalPreferences, type PersonalPreferencesDependencies } from '@services/personal-preferences'
import { createPreferences } from '@services/preferences'
import { holdsAt } from '@services/token'
import type { Adapters } from './adapters'
import { createActors } from './create-actors'
import { createLogic } from './create-logic'
import { createListeners } from './listeners'
import { createLiveKeeper, type LiveKeeper } from './live'
import { createLoadedPageLogic } from './page-logic'
import { createCallTokens } from './token'

/** A console and a function that stops it. */
export interface RunningConsole {
  running: Console
  /** Stops every actor, and sends changes that wait to be stored. */
  stop: () => void
}

/** The person's own preferences, which are stored on the server as soon as it can be reached. */
function createPersonal(adapters: Adapters, save: PersonalPreferencesDependencies['save']) {
  const { store, toasts, connection, savePreferencesLast, onPageHide } = adapters
  const personal = createPersonalPreferences({
    save,
    saveLast: savePreferencesLast,
    onFailure: (message) => toasts.show('error', message),
  })
  store.onClear(() => personal.end())
  onPageHide?.(() => personal.flush())
  connection.subscribe(() => {
    if (connection.get().state === 'live') personal.retry()
  })
  return personal
}

/**
 * @param adapters see Adapters
 * @returns the console with running actors; the socket connects once somebody is signed in and the first screen is
 * shown
 */
export function createConsole(adapters: Adapters): RunningConsole {
  const { clock, store, toasts, drafts, connection, reader, settled } = adapters
  // Messages may contain names of people, so they end with the session.
  store.onClear(() => toasts.clear())
  const recordChanges = createListeners<[RecordChanged]>()
  const resumes = createListeners<[]>()
  const tokens = createCallTokens(() => actors.session, store, clock)
  const remote = adapters.createRemote(tokens)
  const { api, identity } = remote
  const personal = createPersonal(adapters, (changes) => identity.savePreferences(changes))
  const preferences = createPreferences(adapters.deviceStorage, personal)
  store.onClear(() => preferences.end())
  const logic = createLogic({
    ...adapters,
    identity,
    sessionApi: { ...remote.session, read: (signal) => reader.read(signal) },
  })
  const onLineBack = (listener: () => void) => {
    const stops = [resumes.listen(listener), adapters.onOnline(listener)]
    return () => stops.forEach((stop) => stop())
  }
  const ownId = (): string | null => actors.session.getSnapshot().context.session?.user.id ?? null
  const pending = createPending({ storage: adapters.tabStorage, owner: ownId })
  store.onClear(() => pending.clear())
  const { endSession, ...pageLogic } = createLoadedPageLogic(
    {
      ...adapters,
      api,
      onRecordChanged: recordChanges.listen,
      onSocketResumed: resumes.listen,
      pending,
      onLineBack,
      signOut: () => actors.session.send({ type: 'signOut.request' }),
    },
    adapters.pageLogic,
  )
  const found = store.token()
  const isFoundValid = found !== null && holdsAt(found, clock.now())
  /** When this tab began to read records, in milliseconds since 1970; null while nobody is signed in. */
  let readsSince: number | null = isFoundValid ? clock.now() : null
  const live: LiveKeeper = createLiveKeeper({
    services: { ...adapters, api },
    createSocket: () =>
      adapters.createSocket({
        token: tokens.token,
        unheardMs: () => (readsSince === null ? 0 : Math.max(0, clock.now() - readsSince)),
      }),
    load: adapters.loadLive,
    listeners: {
      connection,
      onSessionInDoubt: () => actors.session.send({ type: 'session.focused' }),
      onAccessChanged() {
        actors.access.send({ type: 'access.changed' })
        // The profile may have another role. People without permission to read staff are not informed of such a change
        // otherwise.
        actors.profile.send({ type: 'profile.changed' })
      },
      onRecordChanged(change) {
        recordChanges.notify(change)
        // A derived value of the own record is presence or the shift, which the profile does not contain.
        if (change.id !== null && !change.derived && change.id === ownId())
          actors.profile.send({ type: 'profile.changed' })
      },
      onMissed: resumes.notify,
    },
  })

  const { actors, start } = createActors(logic, {
    hadToken: found !== null,
    tokenHolds: isFoundValid,
    signOutPending: store.isMarkedSignedOut(),
    link: adapters.link,
    onProfile: ({ preferences }) => personal.received(preferences),
    onBegan: () => {
      readsSince ??= clock.now()
      adapters.whenAtRest?.(() => {
        if (!actors.session.getSnapshot().matches('authenticated')) return
        live.begin()
        adapters.preload?.()
      })
    },
    onRenewed: live.renewed,
    onEnded: () => {
      readsSince = null
      adapters.onEnded?.()
      endSession()
      live.end()
    },
  })
  start()

  const running: Console = {
    actors,
    api,
    clock,
    toasts,
    drafts,
    pending,
    store,
    preferences,
    connection,
    live,
    settled,
    onRecordChanged: recordChanges.listen,
    onSocketResumed: resumes.listen,
    onLineBack,
    reading: logic.reading,
    ...pageLogic,
    begunLogin: adapters.begunLogin ?? (() => null),
    demoAccounts: async () => {
      const answer = await reader.providers()
      return answer.ok ? (answer.value.demo ?? null) : null
    },
  }
  const stop = () => {
    live.end()
    endSession()
    personal.end()
    for (const actor of [actors.session, actors.access, actors.profile]) actor.stop()
  }
  return { running, stop }
}
