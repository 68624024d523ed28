/** The timeline of a record: what happened to it in sentences, and a choice among the kinds that occur. */
import { useMemo, type ReactNode } from 'react'
import styled from 'styled-components'
import { canOpen, type Access } from '@contract/permissions'
import { HISTORY_KINDS, type HistoryKind } from '@contract/records/timeline'
import { SelectField } from '@design-system/components/SelectField/SelectField'
import { Timeline, type TimelineEvent } from '@design-system/components/Timeline/Timeline'
import { Button } from '@design-system/primitives/Button/Button'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { space, token, type } from '@design-system/tokens/tokens'
import { Link } from '@features/shared/Link'
import { PAGES } from '@resources/pages'
import type { Resource, Row } from '@resources/resource'
import { currencyOf } from '@resources/row-values'
import { Changes } from './Changes'
import { linesOf, type HistoryLine } from './events'
import type { HistoryView } from './history.container'
import { ChangeText, SentenceText, TextsOf } from './Sentence'
import { plainText, type ChangeLine } from './sentences'

/** With the noun of what is missing where there are none of the kind. */
const KINDS: Readonly<Record<HistoryKind, string>> = {
  changes: 'Changes',
  approvals: 'Approvals',
  claims: 'Claims',
  money: 'Money',
  files: 'Files',
}
const ALL = ''

/** The name of the kind in the query of a page's address. */
export const TIMELINE_KIND = 'timeline'
/** A kind from the address of a page; null for any other text. */
export const kindIn = (text: string | null): HistoryKind | null => HISTORY_KINDS.find((kind) => kind === text) ?? null

const Title = styled.h3`
  flex: 1;
  ${type.cardTitle}
`
const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
  min-height: 44px;
  padding: ${space[6]} ${space[16]};
  border-bottom: 1px solid ${token.border.subtle};
`
const Content = styled.div`
  padding: ${space[16]};
`

const transactions = PAGES.find(({ slug }) => slug === 'transaction-record')!

interface EventsOptions {
  access: Access
  /** Currency of the record's amounts; '' if it is not known. */
  currency: string
}

/** Facts, separated by dots. @param reference of the transaction, which leads to its page */
function factsOf({ facts, money }: HistoryLine, access: Access): ReactNode {
  const parts: ReactNode[] = facts.map((fact) => <bdi key={fact}>{fact}</bdi>)
  if (money?.reference) {
    const to = `${transactions.route}/${money.transaction}`
    parts.push(
      canOpen(access, transactions.subjects) ? (
        <TextLink key="reference" as={Link} to={to}>
          {money.reference}
        </TextLink>
      ) : (
        money.reference
      ),
    )
  }
  return parts.length > 0 ? parts.flatMap((part, index) => (index === 0 ? [part] : [' · ', part])) : null
}

/** Whole texts and the input of an action are shown after a press. */
function detailOf({ change, changes, asked, what }: HistoryLine, currency: string): ReactNode {
  const all: { change: ChangeLine; shows: string | undefined }[] = [
    ...(change ? [{ change, shows: what.shows }] : []),
    ...changes.map(({ change: each, sentence }) => ({ change: each, shows: sentence.shows })),
  ]
  const texts = all.filter(({ shows }) => shows === 'texts')
  if (texts.length === 0 && asked.length === 0) return null
  return (
    <>
      {asked.length > 0 && <Changes changes={[]} asked={asked} currency={currency} />}
      {texts.map((each) => (
        <TextsOf key={each.change.column.field} change={each.change} />
      ))}
    </>
  )
}

const eventOf = (line: HistoryLine, { access, currency }: EventsOptions): TimelineEvent => {
  const facts = factsOf(line, access)
  const detail = detailOf(line, currency)
  return {
    id: line.id,
    at: line.at,
    icon: line.icon,
    tone: line.tone,
    actor: line.actor,
    what: line.change ? (
      <ChangeText sentence={line.what} change={line.change} />
    ) : (
      <SentenceText sentence={line.what} />
    ),
    whatText: plainText(line.what),
    sentences: line.changes.map(({ sentence, change }) => (
      <ChangeText key={change.column.field} sentence={sentence} change={change} />
    )),
    ...(facts !== null && { facts }),
    quotes: line.quotes,
    ...(detail !== null && { detail }),
  }
}

interface RecordTimelineProps {
  resource: Resource<Row>
  /** The record, which determines the currency. */
  row: Row
  name: string
  access: Access
  history: HistoryView
}

/** The entries, and a button for older ones. */
export function RecordEvents({ resource, row, name, access, history }: RecordTimelineProps) {
  const { entries, kind, older, isUnreachable } = history
  const currency = currencyOf(resource, row)
  const events = useMemo(
    () => entries && linesOf(resource, entries, { currency }).map((line) => eventOf(line, { access, currency })),
    [resource, entries, access, currency],
  )
  return (
    <Timeline
      label={`Timeline of ${name}`}
      events={isUnreachable && !events ? [] : events}
      empty={kind ? `There are no entries of this kind: ${KINDS[kind]}.` : undefined}
      isUnread={isUnreachable}
      level={4}
      foot={
        isUnreachable ? (
          <Button size="small" onClick={history.retry}>
            The timeline could not be loaded. Try again
          </Button>
        ) : older === 'failed' ? (
          <Button size="small" onClick={history.loadOlder}>
            Older entries could not be loaded. Try again
          </Button>
        ) : (
          older !== 'end' && (
            <Button size="small" busy={older === 'loading'} onClick={history.loadOlder}>
              Show older
            </Button>
          )
        )
      }
    />
  )
}

/** @param onKind shows the entries of one kind; null: all */
export function RecordTimeline({
  onKind,
  ...props
}: RecordTimelineProps & { onKind: (kind: HistoryKind | null) => void }) {
  const { kinds, kind } = props.history
  const offered = HISTORY_KINDS.filter((each) => kinds.includes(each) || each === kind)
  return (
    <>
      <Head>
        <Title>Timeline</Title>
        {offered.length > 1 && (
          <SelectField
            label="Show"
            labelHidden
            controlSize="bar"
            options={[
              { value: ALL, label: 'All events' },
              ...offered.map((each) => ({ value: each, label: KINDS[each] })),
            ]}
            value={kind ?? ALL}
            onChange={({ target }) => onKind(kindIn(target.value))}
          />
        )}
      </Head>
      <Content>
        <RecordEvents {...props} />
      </Content>
    </>
  )
}
