/** Runs the machine of a record's claim while a component shows the record. */
import { useEffect, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { newKey } from '@contract/http/idempotency'
import { LEAVE_GRACE_SECONDS } from '@contract/records/claims'
import { useConsole } from '@console/console'
import { createClaimImplementations } from '@machines/claim/claim.implementations'
import type { ReadClaim } from '@machines/claim/claim.machine'
import { claimCommands, selectClaimView } from '@machines/claim/claim.view'
import type { Resource, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'

export interface ClaimProps {
  /** A list whose records are claimed. */
  resource: Resource<Row>
  row: Row
  /** Somebody else has the claim: the record has changed, and must be read again. */
  onOutdated: () => void
}

/** What a claim needs of its list. */
type Claimed = Pick<Resource<Row>, 'slug'> & { operations: Pick<Resource<Row>['operations'], 'claim' | 'release'> }

/** Calls the listener when the person types or clicks anywhere in the page. */
function onActivity(listener: () => void): () => void {
  const events = ['keydown', 'pointerdown'] as const
  for (const event of events) document.addEventListener(event, listener, { passive: true })
  return () => events.forEach((event) => document.removeEventListener(event, listener))
}

/** @param ownId id of the signed-in person @returns the claim of a row; null if nobody has claimed it */
export function claimOf(row: Row, ownId: string | undefined): ReadClaim | null {
  const { claimed_by: by, claim_until: until } = valuesOfRow(row) as {
    claimed_by?: { id: string; username: string } | null
    claim_until?: string | null
  }
  return by && until ? { holder: by.username, until, isOwn: by.id === ownId } : null
}

/**
 * @returns the claim's actor, its view and its commands. Call `releaseOnLeaving` when the person claims the record
 * here: the claim is then released when the component is unmounted, and ends soon after the page is closed. A reloaded
 * page renews it before that. `isResumed`: the person had claimed the record here before a reload
 */
export function useClaim({ resource, row, onOutdated }: Omit<ClaimProps, 'resource'> & { resource: Claimed }) {
  const { api, clock, onLineBack, actors, pending } = useConsole()
  const ownId = useSelector(actors.session, (snapshot) => snapshot.context.session?.user.id)
  const { id } = row
  const { claim, release } = resource.operations
  const [machine] = useState(() =>
    createClaimImplementations({
      clock,
      onActivity,
      onLineBack,
      newKey,
      async change(change, idempotencyKey, signal) {
        const options = { signal, idempotencyKey }
        const answer =
          change.kind === 'claim'
            ? await api.call(claim!, { params: { id }, body: change.note ? { note: change.note } : {} }, options)
            : await api.call(release!, { params: { id }, body: {} }, options)
        if (answer.ok) return ok(claimOf(answer.value.data, ownId))
        if (answer.error.kind === 'conflict') onOutdated()
        return answer
      },
    }),
  )
  const [input] = useState(() => ({ claim: claimOf(row, ownId) }))
  const actor = useActorRef(machine, { input })
  const view = useSelector(actor, selectClaimView, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  const [commands] = useState(() => claimCommands((event) => actor.send(event)))
  const known = JSON.stringify(claimOf(row, ownId))
  useEffect(() => commands.read(JSON.parse(known) as ReadClaim | null), [commands, known])

  // A claim made here is released when the person opens another page of the console, or closes it. This tab remembers it,
  // because a page cannot know whether it is closed or reloaded.
  const slot = `claim.${resource.slug}.${id}`
  const [isResumed] = useState(() => pending.list(slot).length > 0)
  const [claimedHere, setClaimedHere] = useState(isResumed)
  const [releaseOnLeaving] = useState(() => () => setClaimedHere(true))
  useEffect(() => {
    if (!claimedHere) return
    pending.keep(slot, {})
    const leave = (body: { after_seconds?: number }) => {
      const { state } = selectClaimView(actor.getSnapshot())
      if (state === 'held' || state === 'renewing' || state === 'atRisk')
        void api.call(release!, { params: { id }, body }, { keepalive: true })
    }
    const hide = () => leave({ after_seconds: LEAVE_GRACE_SECONDS })
    window.addEventListener('pagehide', hide)
    return () => {
      window.removeEventListener('pagehide', hide)
      pending.forget(slot)
      leave({})
    }
  }, [claimedHere, actor, api, pending, release, slot, id])
  return { actor, view, commands, releaseOnLeaving, isResumed }
}
