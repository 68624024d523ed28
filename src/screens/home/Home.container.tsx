/** Home, connected to access, the queues, and one read of the counts. */
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSelector } from '@xstate/react'
import { describeError, ok } from '@contract/errors'
import { profileOperations } from '@contract/http/profile'
import { can, canOpen } from '@contract/permissions'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { FailedPage } from '@design-system/components/Lazy/FailedPage'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { isPlanned, menuFor, type MenuSection } from '@resources/menu'
import type { MenuItem } from '@resources/page'
import type { ApprovalContainerProps } from '../approval/Approval.container'
import { APPROVAL_QUERY } from '../approval/approval-path'
import { shownCounts, type Counts } from './counted-records'
import { Home } from './Home'
import type { Queue } from './Queue'
import { useQueues } from './queues.container'
import { WORK } from './work'
import WorkContainer, { mayDo } from './Work.container'

const NO_COUNTS: Counts = { groups: [], counted_at: '' }
/** The records whose accounts the server counts. */
const COUNTED = ['Admins', 'Users'] as const

/** @returns the menu without the pages that are not built */
const built = (sections: readonly MenuSection[]): MenuSection[] =>
  sections.flatMap(({ title, items }) => {
    const kept = items.flatMap((item): MenuItem[] => {
      if (item.subItem.length === 0) return isPlanned(item) ? [] : [item]
      const subItem = item.subItem.filter((below) => !isPlanned(below))
      return subItem.length > 0 ? [{ ...item, subItem }] : []
    })
    return kept.length > 0 ? [{ title, items: kept }] : []
  })

/** Loaded with the page: whoever follows a notification wants to see the approval at once. */
const Approval = lazyComponent<ApprovalContainerProps>(() => import('../approval/Approval.container'), {
  name: 'The approval',
  failed: (_props, failure) => <FailedPage failure={failure} />,
})

/** The home page, or the approval that its address names. */
export default function HomeContainer() {
  const id = useSearchParams()[0].get(APPROVAL_QUERY)
  return id === null ? <OwnHome /> : <Approval key={id} id={id} />
}

function OwnHome() {
  const { actors, api, settled } = useConsole()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const role = useSelector(actors.session, (snapshot) => snapshot.context.session?.user.role ?? '')
  const enables = canOpen(access, ['Dashboard']) && COUNTED.some((subject) => can(access, 'delete', subject))
  const { state, value, error, retry } = useReading<Counts>(async (signal) => {
    if (!enables) return ok(NO_COUNTS)
    const answer = await api.call(profileOperations.counts, {}, { signal })
    return answer.ok ? ok(shownCounts(answer.value.data, access)) : answer
  })
  const stands = state !== 'loading'
  useEffect(() => {
    if (stands) settled.mark()
  }, [stands, settled])

  const own = useQueues()
  const work = useMemo(() => WORK.filter((each) => mayDo(access, each)), [access])
  const [read, setRead] = useState<ReadonlyMap<string, Queue>>(new Map())
  const [onRead] = useState(() => (key: string, queue: Queue) => setRead((known) => new Map(known).set(key, queue)))
  // Until its list has answered, a card says what is counted.
  const inLists = work.map(({ key, word }): Queue => read.get(key) ?? { key, word, to: null, count: null, lines: [] })
  const pages = useMemo(() => built(menuFor(access, role)), [access, role])
  return (
    <>
      {work.map((each) => (
        <WorkContainer key={each.key} work={each} access={access} onRead={onRead} />
      ))}
      <Home
        queues={[...own, ...inLists]}
        pages={pages}
        counts={
          enables
            ? {
                state,
                counts: value,
                problem: error && describeError(error),
                requestId: error?.requestId ?? null,
                onRetry: retry,
                onRefresh: retry,
              }
            : null
        }
      />
    </>
  )
}
