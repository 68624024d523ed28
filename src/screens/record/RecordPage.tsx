/** The page of one record: name, state and actions, its values in parts, and what happened to it. */
import type { ReactNode } from 'react'
import { CopyButton } from '@design-system/components/CopyButton/CopyButton'
import { KeyValueList } from '@design-system/components/KeyValueList/KeyValueList'
import { Timeline, type TimelineEvent } from '@design-system/components/Timeline/Timeline'
import { Card, CardBody, Cards, CardTitle, Actions, Facts, Head, Name, Notice, Who } from '../record.styles'
import type { RecordPart } from '../list/record-parts'

export interface RecordPageProps {
  id: string
  name: string
  /** States beside the name. */
  pills?: ReactNode
  /** Above the page: that it may be old. */
  notice?: ReactNode
  /** Buttons and the switch, of what the person may do. */
  actions: ReactNode
  parts: readonly RecordPart[]
  /** Newest first; null while they load. */
  events: readonly TimelineEvent[] | null
  /** Below the events: that they could not be loaded. */
  eventsFoot?: ReactNode
}

export function RecordPage({ id, name, pills, notice, actions, parts, events, eventsFoot }: RecordPageProps) {
  return (
    <>
      <Head>
        <Who>
          <Name>
            <bdi>{name}</bdi>
            {pills}
          </Name>
          <Facts>
            <code>{id}</code>
            <CopyButton text={id} label="Copy the id" />
          </Facts>
        </Who>
        <Actions>{actions}</Actions>
      </Head>
      {notice && <Notice>{notice}</Notice>}
      <Cards>
        {parts.map(({ title, items, align }) => (
          <Card key={title} aria-label={title}>
            <CardTitle>{title}</CardTitle>
            <CardBody>
              <KeyValueList items={items} align={align} />
            </CardBody>
          </Card>
        ))}
        <Card aria-label="History">
          <CardTitle>History</CardTitle>
          <CardBody>
            <Timeline label={`History of ${name}`} events={events} level={4} foot={eventsFoot} />
          </CardBody>
        </Card>
      </Cards>
    </>
  )
}
