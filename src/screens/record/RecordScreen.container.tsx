/** The page of one record of any list: reads the record, keeps it up to date, and runs its actions. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSelector } from '@xstate/react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { SearchX, TriangleAlert } from 'lucide-react'
import type { PrivateFile } from '@contract/files'
import type { Reference } from '@contract/records/field'
import { describeError, ok } from '@contract/errors'
import { accountLabel } from '@contract/labels'
import { ID } from '@contract/patterns'
import type { HistoryKind } from '@contract/records/timeline'
import { canRead, rightsOn } from '@contract/permissions'
import { Tabs } from '@design-system/components/Tabs/Tabs'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Avatar } from '@design-system/primitives/Avatar/Avatar'
import { Button } from '@design-system/primitives/Button/Button'
import { Thumbnail } from '@design-system/primitives/Thumbnail/Thumbnail'
import { CLAIM_FIELDS, hasDesk } from '@contract/records/queue'
import { useConsole } from '@console/console'
import { imageUrl } from '@console/image-url'
import { useFreshRecord, useReading } from '@console/reading'
import type { PrivateFilesProps } from '@features/private-files/PrivateFiles.container'
import type { ClaimProps } from '@features/shared/claim/claimed.container'
import { LabelPill } from '@features/shared/label/LabelPill'
import { addsRecord, permittedForm, writeForm, type OpenForm } from '@resources/list-address'
import { loadDeskSlots } from '@resources/load'
import { recordActions } from '@resources/record-actions'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { DESK, hrefOfRecord, pageOfRecord, pathOfDesk } from '@resources/record-path'
import { nameOfRow, valuesOfRow } from '@resources/row-values'
import { OutdatedBanner } from '@features/shared/OutdatedBanner'
import { LinkButton } from '@features/shared/LinkButton'
import { cellText, labelOf } from '@features/shared/cell-text'
import { ApprovalNotice } from '../approval/ApprovalNotice.container'
import { visibleColumns } from '../list/columns'
import { compose } from '../list/composition'
import { factsOf, partsOf, type RicherValues } from '../list/record-parts'
import { RecordActions } from '../list/RecordActions'
import { standingIn } from '../desk/queue-plan'
import { useRowActions } from '../list/row-actions.container'
import Forbidden from '../not-found/Forbidden'
import { Middle } from '../page.styles'
import { RecordFormContainer } from '../record-dialogs'
import type { DeskProps } from '../desk/RecordDesk.container'
import type { ResourceScreenProps } from '../screen-props'
import type { EmbeddedListProps } from './EmbeddedList.container'
import type { RelationsProps } from './Relations.container'
import { useHistory } from './history.container'
import { kindIn, RecordTimeline, TIMELINE_KIND } from './RecordTimeline'
import { lockedTab, tabsFor } from './record-tabs'
import { warningsOf } from './warnings'
import type { VersionsProps } from './Versions.container'
import { RecordPage } from './RecordPage'

export default function RecordScreen({ parts, resource }: ResourceScreenProps) {
  const [id = '', tab] = parts
  const isRecord = ID.pattern.test(id)
  // The desk stays mounted from one record to the next, because it stores the skipped ones.
  if (hasDesk(resource.record) && (isRecord ? tab : id) === DESK)
    return <DeskOf key={resource.slug} resource={resource} id={isRecord ? id : null} />
  return isRecord ? <RecordOf key={id} id={id} tab={tab} resource={resource} /> : <NoSuchRecord resource={resource} />
}

/** The desk of a list, for people who may change its records. */
function DeskOf({ resource, id }: DeskProps) {
  const access = useSelector(useConsole().actors.access, (snapshot) => snapshot.context.access)
  const [Desk] = useState(() =>
    lazyComponent<DeskProps>(
      async () => {
        const [{ default: RecordDesk }, slots] = await Promise.all([
          import('../desk/RecordDesk.container'),
          loadDeskSlots(resource),
        ])
        return { default: (props: DeskProps) => <RecordDesk {...props} slots={slots} /> }
      },
      { name: 'The desk', preload: 'onDemand' },
    ),
  )
  return rightsOn(access, resource.subject).update ? (
    <Desk resource={resource} id={id} />
  ) : (
    <Forbidden subjects={[resource.subject]} to="change" />
  )
}

const NoSuchRecord = ({ resource: { noun, route } }: { resource: Resource<Row> }) => (
  <Middle>
    <EmptyState
      icon={SearchX}
      title={`No such ${noun.one}`}
      text="This record does not exist, or is not in your store."
      actions={<LinkButton to={route}>{`Go to all ${noun.many}`}</LinkButton>}
    />
  </Middle>
)

/** @param tab path segment after the id, one that the page has; without one, or if the person may not see it, the record itself is displayed */
function RecordOf({ id, tab, resource }: { id: string; tab: string | undefined; resource: Resource<Row> }) {
  const running = useConsole()
  const { api, actors, settled } = running
  const { define, onRow, onGone } = running.activity()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const [query, setQuery] = useSearchParams()
  const openForm = useCallback((next: OpenForm | null) => setQuery((now) => writeForm(now, next)), [setQuery])
  const record = useReading<Row>(async (signal) => {
    const answer = await api.call(resource.operations.get, { params: { id } }, { signal })
    settled.mark()
    return answer.ok ? ok(answer.value.data) : answer
  })
  const history = useHistory(resource, id, kindIn(query.get(TIMELINE_KIND)))
  const { refresh } = record
  const { refresh: refreshHistory } = history
  const refreshAll = useCallback(() => {
    refresh()
    refreshHistory()
  }, [refresh, refreshHistory])
  useFreshRecord(id, refreshAll)
  useEffect(() => define(recordActions(resource)), [define, resource])
  // An action in this console has returned the record.
  useEffect(() => onRow((_list, row) => row.id === id && refreshAll()), [onRow, id, refreshAll])
  useEffect(() => onGone((_list, gone) => gone === id && refreshAll()), [onGone, id, refreshAll])
  const { recordActionsOf, switchOf, ask, copyId, question } = useRowActions({
    resource,
    access,
    openForm,
    peek: nothing,
  })
  const columns = useMemo(() => visibleColumns(resource, access), [resource, access])
  const navigate = useNavigate()
  const tabs = useMemo(() => tabsFor(resource, access), [resource, access])
  const shownTab = tabs.find(({ key }) => key === tab)
  const locked = lockedTab(resource, access, tab)

  if (locked) return <Forbidden subjects={locked} />

  const row = record.value
  // The last values of a deleted record are not shown: it may have been erased.
  if (!row || record.error?.kind === 'notFound') {
    if (record.error?.kind === 'notFound') return <NoSuchRecord resource={resource} />
    // Trying again would not help.
    if (record.error?.kind === 'forbidden') return <Forbidden subjects={[resource.subject]} />
    return record.state === 'unreachable' ? (
      <Middle>
        <EmptyState
          role="alert"
          icon={TriangleAlert}
          tone="danger"
          title={`The ${resource.noun.one} could not be loaded`}
          text={record.error ? describeError(record.error) : undefined}
          requestId={record.error?.requestId}
          actions={
            <Button variant="primary" onClick={record.retry}>
              Try again
            </Button>
          }
        />
      </Middle>
    ) : (
      <LoadingIndicator label={`Loading ${resource.noun.one}`} />
    )
  }

  const form = permittedForm(query, rightsOn(access, resource.subject), resource.forms)
  const mayClaim = resource.operations.claim !== undefined && rightsOn(access, resource.subject).update
  const actions = recordActionsOf(row)
  // Where nothing can be done any more, nobody needs to claim it; whoever has claimed it sees that until it ends.
  const showsClaim = mayClaim && (actions.length > 0 || Boolean(valuesOfRow(row).claimed_by))
  const richer = { ...filesIn(resource, columns), ...relationsIn(columns) }
  const composed = compose(resource, columns, row, mayClaim ? SHOWN_WITH_CLAIM : SHOWN_ON_PAGE)
  // What is decided has nothing to review; what can still be done with it is among its actions.
  const mayReview =
    hasDesk(resource.record) &&
    rightsOn(access, resource.subject).update &&
    standingIn(resource, row, undefined).is !== 'decided'
  const hasSwitch = resource.switch !== undefined && canRead(access, resource.subject, 'is_deleted')
  return (
    <>
      <RecordPage
        name={nameOfRow(resource, row)}
        picture={<RecordPicture resource={resource} row={row} />}
        reference={composed.reference.map((column) => cellText(column, valuesOfRow(row)[column.field]))}
        pills={
          <>
            {row.is_deleted && <LabelPill label={accountLabel(true)} />}
            {composed.pills.map((column) => (
              <LabelPill key={column.field} label={labelOf(column, valuesOfRow(row)[column.field])} />
            ))}
          </>
        }
        warnings={warningsOf(resource, columns, row, rightsOn(access, resource.subject))}
        figures={factsOf(composed.figures, row)}
        toggle={hasSwitch && switchOf(row)}
        tabs={
          tabs.length > 0 && (
            <Tabs
              label={`Parts of the ${resource.noun.one}`}
              selected={shownTab?.key ?? OVERVIEW}
              items={[{ key: OVERVIEW, title: 'Overview' }, ...tabs].map(({ key, title }) => ({
                key,
                label: title,
                href: pathOfTab(resource, id, key),
              }))}
              onSelect={(key, event) => {
                event?.preventDefault()
                void navigate(pathOfTab(resource, id, key))
              }}
            />
          )
        }
        content={
          shownTab &&
          (shownTab.kind === 'records' ? (
            <EmbeddedList key={shownTab.key} tab={shownTab.tab} id={id} />
          ) : (
            <Versions resource={resource} row={row} access={access} onAsk={ask} />
          ))
        }
        notice={
          record.state === 'outdated' ? (
            <OutdatedBanner error={record.error!} onRetry={record.retry} />
          ) : (
            <>
              {showsClaim && <Claim resource={resource} row={row} onOutdated={refreshAll} />}
              <ApprovalNotice record={resource.record} id={row.id} />
            </>
          )
        }
        actions={
          <>
            {mayReview && <LinkButton to={pathOfDesk(resource, id)}>Review</LinkButton>}
            <RecordActions
              name={nameOfRow(resource, row)}
              actions={actions}
              besidePrimary={mayReview}
              onCopyId={() => void copyId(id)}
            />
          </>
        }
        parts={partsOf(composed.sections, row, richer)}
        empty={partsOf(composed.empty, row)}
        about={factsOf(composed.record, row)}
        timeline={
          <RecordTimeline
            resource={resource}
            row={row}
            name={nameOfRow(resource, row)}
            access={access}
            history={history}
            onKind={(kind) => setQuery((now) => withKind(now, kind), { replace: true })}
          />
        }
      />
      {form && 'id' in form && (
        <RecordFormContainer
          resource={resource}
          target={{ ...form, id }}
          onSaved={(row) => {
            if (row && addsRecord(form)) return void navigate(hrefOfRecord(resource, row.id))
            refreshAll()
            openForm(null)
          }}
          onClose={() => openForm(null)}
        />
      )}
      {question}
    </>
  )
}

/** The page shows these beside the name, and in the notice of the claim. */
const SHOWN_ON_PAGE: ReadonlySet<string> = new Set(['is_deleted'])
const SHOWN_WITH_CLAIM: ReadonlySet<string> = new Set([...SHOWN_ON_PAGE, ...CLAIM_FIELDS])

/** The image or the initials of a record. */
function RecordPicture({ resource: { page, ...resource }, row }: { resource: Resource<Row>; row: Row }) {
  if (page.picture === undefined) return null
  if (page.picture === 'initials') return <Avatar name={nameOfRow(resource, row)} size={48} />
  const image = valuesOfRow(row)[page.picture]
  return <Thumbnail src={typeof image === 'string' ? imageUrl(image, 'thumb') : null} alt="" size={48} />
}

/** Key of the tab with the record itself, which has no path segment. */
const OVERVIEW = ''
const pathOfTab = (resource: Resource<Row>, id: string, key: string) =>
  [pageOfRecord(resource, id)!, ...(key === OVERVIEW ? [] : [key])].join('/')

const EmbeddedList = lazyComponent<EmbeddedListProps>(() => import('./EmbeddedList.container'), { name: 'The list' })

const Versions = lazyComponent<VersionsProps>(() => import('./Versions.container'), { name: 'The versions' })

const PrivateFiles = lazyComponent<PrivateFilesProps>(() => import('@features/private-files/PrivateFiles.container'), {
  name: 'The files',
})
/** @returns renderers for the columns with private files, which can be viewed on this page */
const filesIn = ({ operations }: Resource<Row>, columns: readonly ColumnDefinition<Row>[]): RicherValues =>
  Object.fromEntries(
    columns.flatMap(({ field, kind, title }) => {
      if (kind !== 'files') return []
      const show = (row: Row) => {
        const files = valuesOfRow(row)[field] as readonly PrivateFile[]
        return files.length > 0 ? (
          <PrivateFiles label={title} files={files} operation={operations.file!} recordId={row.id} />
        ) : null
      }
      return [[field, show] as const]
    }),
  )

const Relations = lazyComponent<RelationsProps>(() => import('./Relations.container'), {
  name: 'The related records',
  fallback: ({ records }) =>
    records.map(({ id, name }) => (
      <div key={id}>
        <bdi>{name}</bdi>
      </div>
    )),
})
/** @returns renderers for the columns that refer to other records */
const relationsIn = (columns: readonly ColumnDefinition<Row>[]): RicherValues =>
  Object.fromEntries(
    columns.flatMap(({ field, leadsTo }) => {
      if (leadsTo === undefined) return []
      const show = (row: Row) => {
        const records = [valuesOfRow(row)[field] ?? []].flat() as Reference[]
        return records.length > 0 ? <Relations subject={leadsTo} records={records} /> : null
      }
      return [[field, show] as const]
    }),
  )

const Claim = lazyComponent<ClaimProps>(() => import('./Claim.container'), { name: 'The claim' })

/** The query of the page with the kind of events that its timeline shows. */
function withKind(query: URLSearchParams, kind: HistoryKind | null): URLSearchParams {
  const next = new URLSearchParams(query)
  if (kind) next.set(TIMELINE_KIND, kind)
  else next.delete(TIMELINE_KIND)
  return next
}

const nothing = () => undefined
