/** A desk: the records of a queue that wait for a decision, one after the other. For who may decide them. */
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { Inbox, SearchX, TriangleAlert } from 'lucide-react'
import { TAB_COUNT_MAX } from '@contract/constants'
import { describeError, ok } from '@contract/errors'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { cappedCount } from '@design-system/primitives/Badge/Badge'
import { Button } from '@design-system/primitives/Button/Button'
import { Kbd } from '@design-system/primitives/Kbd/Kbd'
import { isSingleKey } from '@design-system/primitives/Kbd/single-keys'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { useConsole } from '@console/console'
import { useFreshRecord, useReading } from '@console/reading'
import { recordActions } from '@resources/record-actions'
import { hrefOfRecord, pageOfRecord, pathOfDesk } from '@resources/record-path'
import type { Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import { formatCount } from '../shared/format'
import { Link } from '../shared/Link'
import { LinkButton } from '../shared/LinkButton'
import { OutdatedBanner } from '../shared/OutdatedBanner'
import { useTabCounts } from '../shared/tab-counts.container'
import DecisionContainer from './Decision.container'
import type { DecisionPlan } from '../shared/decision-plan'
import {
  Decided,
  Deciding,
  Facts,
  Head,
  Known,
  Looked,
  Middle,
  Name,
  Parts,
  Room,
  Side,
  Title,
  Waiting,
} from './Desk.styles'
import { useQueue } from './queue.container'

/** Passes by the record that is open. */
const SKIP_KEY = 'S'

export interface DeskOptions {
  plan: DecisionPlan
  /** Beside the record's name. */
  pills: (row: Row) => ReactNode
  facts: (row: Row) => ReactNode
  /** What is looked at. */
  stage: (row: Row) => ReactNode
  /** What is known, above the decision. */
  known: (row: Row) => ReactNode
  /** Actions with which whoever has claimed the record corrects it before the decision. */
  edits: (row: Row) => ReactNode
}

interface DeskProps extends DeskOptions {
  /** One whose records are in a queue. */
  resource: Resource<Row>
  /** Of the record that is open; null: the first one that waits. */
  id: string | null
}

export function Desk({ resource, id, ...options }: DeskProps) {
  const { noun } = resource
  const { tab: waiting } = resource.record.queue!
  const running = useConsole()
  const navigate = useNavigate()
  // Before a decision looks for the call that an earlier page has sent.
  useState(() => running.activity().define(recordActions(resource)))
  const { view, commands } = useQueue(
    resource,
    waiting,
    id,
    // The entry in the browser's history that only looks for a record leads nowhere.
    (found) => void navigate(pathOfDesk(resource, found), { replace: id === null }),
  )
  const { counts, refresh } = useTabCounts(resource)
  const { state, current, skipped, position, problem, requestId } = view
  // The address changed by a link or the browser's Back. A record that the queue has found is `current` before its address is.
  const tellOpened = useEffectEvent((opened: string | null) => {
    if (opened !== null && opened !== current) commands.opened(opened)
  })
  useEffect(() => tellOpened(id), [id])
  const next = () => {
    refresh()
    commands.next()
  }
  const isOpen = id !== null && (state === 'open' || state === 'seeking')
  const skip = isOpen ? commands.skip : null
  const takeKey = useEffectEvent((event: KeyboardEvent) => {
    if (!skip || !(isSingleKey(event, SKIP_KEY) || isSingleKey(event, SKIP_KEY.toLowerCase()))) return
    if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]')) return
    event.preventDefault()
    skip()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => takeKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const count = counts?.[waiting]
  const side = (
    <Side>
      {count !== undefined && count > 0 && (
        <Waiting>
          {count === 1 ? `1 ${noun.one} waits` : `${cappedCount(count, TAB_COUNT_MAX)} ${noun.many} wait`}
          {skipped > 0 && `, ${formatCount(skipped)} skipped`}
        </Waiting>
      )}
      {skip && (
        <Button size="small" onClick={skip} aria-keyshortcuts={SKIP_KEY}>
          Skip
          <Kbd aria-hidden data-single>
            {SKIP_KEY}
          </Kbd>
        </Button>
      )}
      <TextLink as={Link} to={resource.route}>
        {`All ${noun.many}`}
      </TextLink>
    </Side>
  )
  if (isOpen)
    return (
      <DeskItem
        key={id}
        {...options}
        resource={resource}
        id={id}
        side={side}
        next={{ label: `Next ${noun.one}`, onNext: next }}
        begins={position !== null}
        onMade={next}
        // Nothing was done with it: where the queue led here it leads on.
        onMissed={() => position !== null && next()}
      />
    )
  return (
    <Room>
      <Head>
        <Title />
        {side}
      </Head>
      <Middle>
        {state === 'unreachable' ? (
          <EmptyState
            role="alert"
            icon={TriangleAlert}
            tone="danger"
            title={`The ${noun.many} that wait could not be read`}
            text={problem}
            requestId={requestId}
            actions={
              <Button variant="primary" onClick={commands.retry}>
                Try again
              </Button>
            }
          />
        ) : state === 'empty' || state === 'looking' ? (
          <EmptyState
            icon={Inbox}
            title={skipped > 0 ? `No other ${noun.one} waits` : `No ${noun.one} waits`}
            text={`The next one that arrives opens here by itself.${skipped > 0 ? ` You have skipped ${skipped}.` : ''}`}
            actions={
              <>
                {skipped > 0 && (
                  <Button variant="primary" onClick={commands.revisit}>
                    Show skipped
                  </Button>
                )}
                {skipped === 0 && <LinkButton to={resource.route}>{`All ${noun.many}`}</LinkButton>}
              </>
            }
          />
        ) : (
          <LoadingIndicator label={`Looking for the next ${noun.one}`} />
        )}
      </Middle>
    </Room>
  )
}

interface DeskItemProps extends DeskOptions {
  resource: Resource<Row>
  id: string
  side: ReactNode
  next: { label: string; onNext: () => void }
  /** The queue led here: it is claimed at once. */
  begins: boolean
  onMade: () => void
  onMissed: () => void
}

/** The record that is open. */
function DeskItem({
  resource,
  id,
  plan,
  pills,
  facts,
  stage,
  known,
  edits,
  side,
  next,
  begins,
  onMade,
  onMissed,
}: DeskItemProps) {
  const running = useConsole()
  const { api, settled } = running
  const { onRow } = running.activity()
  const { noun } = resource
  const record = useReading<Row>(async (signal) => {
    const answer = await api.call(resource.operations.get, { params: { id } }, { signal })
    settled.mark()
    return answer.ok ? ok(answer.value.data) : answer
  })
  const { refresh, retry, error, value: row } = record
  useFreshRecord(id, refresh)
  useEffect(() => onRow((_list, changed) => changed.id === id && refresh()), [onRow, id, refresh])
  const name = row && nameOfRow(resource, row)
  const onward = (
    <Button variant="primary" onClick={next.onNext}>
      {next.label}
    </Button>
  )
  return (
    <Room>
      <Head>
        <Title>
          {row && (
            <>
              <Name>
                <TextLink as={Link} to={pageOfRecord(resource, id)!}>
                  <bdi>{name}</bdi>
                </TextLink>
              </Name>
              {pills(row)}
              <Facts>{facts(row)}</Facts>
            </>
          )}
        </Title>
        {side}
      </Head>
      <VisuallyHidden as="output">{row ? `${noun.one} ${name} is open` : ''}</VisuallyHidden>
      {row && error?.kind !== 'notFound' ? (
        <Parts>
          <Looked>{stage(row)}</Looked>
          <Decided>
            <Known>
              {record.state === 'outdated' && <OutdatedBanner error={error!} onRetry={retry} />}
              {known(row)}
            </Known>
            <Deciding>
              <DecisionContainer
                resource={resource}
                row={row}
                record={{ name: nameOfRow(resource, row), href: hrefOfRecord(resource, id) }}
                plan={plan}
                edits={edits(row)}
                begins={begins}
                onOutdated={refresh}
                onMade={onMade}
                onMissed={onMissed}
                next={next}
              />
            </Deciding>
          </Decided>
        </Parts>
      ) : (
        <Middle>
          {error?.kind === 'notFound' ? (
            <EmptyState
              icon={SearchX}
              title={`No such ${noun.one}`}
              text="This record does not exist, or is not in your store."
              actions={onward}
            />
          ) : record.state === 'unreachable' ? (
            <EmptyState
              role="alert"
              icon={TriangleAlert}
              tone="danger"
              title={`The ${noun.one} could not be loaded`}
              text={error ? describeError(error) : undefined}
              requestId={error?.requestId}
              actions={
                <Button variant="primary" onClick={retry}>
                  Try again
                </Button>
              }
            />
          ) : (
            <LoadingIndicator label={`Loading ${noun.one}`} />
          )}
        </Middle>
      )}
    </Room>
  )
}
