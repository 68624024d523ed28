/** The page of one record: name, state and actions, its values in parts, and what happened to it. */
import type { ReactNode } from 'react'
import { CopyButton } from '@design-system/components/CopyButton/CopyButton'
import { Banner } from '@design-system/components/Banner/Banner'
import { KeyValueList, type KeyValue } from '@design-system/components/KeyValueList/KeyValueList'
import { Timeline, type TimelineEvent } from '@design-system/components/Timeline/Timeline'
import { Avatar } from '@design-system/primitives/Avatar/Avatar'
import type { Tone } from '@design-system/tokens/tokens'
import {
  Card,
  CardBody,
  Cards,
  CardTitle,
  Actions,
  Body,
  Facts,
  Head,
  Main,
  Name,
  Notice,
  Page,
  Side,
  TabContent,
  TabStrip,
  Warnings,
  Who,
} from './record.styles'
import type { RecordPart } from '../list/record-parts'

export interface PageWarning {
  tone: Tone
  text: string
}

export interface RecordPageProps {
  id: string
  name: string
  /** A picture of the initials. */
  hasAvatar?: boolean
  /** Texts before the id. */
  facts?: readonly string[]
  /** States beside the name. */
  pills?: ReactNode
  /** Above the page: that it may be old. */
  notice?: ReactNode
  /** Pinned above the tabs: what must be known before anything is done with the record. */
  warnings?: readonly PageWarning[]
  /** Facts beside every tab. */
  side?: readonly KeyValue[]
  /** Buttons and the switch, of what the person may do. */
  actions: ReactNode
  /** Below the head: links to the record's other parts. */
  tabs?: ReactNode
  /** In the place of values and history: what the chosen tab shows. */
  content?: ReactNode
  parts: readonly RecordPart[]
  /** Newest first; null while they load. */
  events: readonly TimelineEvent[] | null
  /** Below the events: that they could not be loaded. */
  eventsFoot?: ReactNode
}

export function RecordPage({
  id,
  name,
  hasAvatar,
  facts = [],
  pills,
  notice,
  warnings = [],
  side = [],
  actions,
  tabs,
  content,
  parts,
  events,
  eventsFoot,
}: RecordPageProps) {
  const hasWarnings = warnings.length > 0
  return (
    <Page>
      <Head $isLast={!tabs && !hasWarnings}>
        {hasAvatar && <Avatar name={name} size={48} />}
        <Who>
          <Name>
            <bdi>{name}</bdi>
            {pills}
          </Name>
          <Facts>
            {facts.map((fact) => (
              <bdi key={fact}>{fact}</bdi>
            ))}
            <code>{id}</code>
            <CopyButton text={id} label="Copy the id" />
          </Facts>
        </Who>
        <Actions>{actions}</Actions>
      </Head>
      {hasWarnings && (
        <Warnings $isLast={!tabs}>
          {warnings.map(({ tone, text }) => (
            <Banner key={text} tone={tone} role="note">
              {text}
            </Banner>
          ))}
        </Warnings>
      )}
      {tabs && <TabStrip>{tabs}</TabStrip>}
      <Body data-has-side={side.length > 0 || undefined}>
        {side.length > 0 && (
          <Side aria-label="Summary">
            <KeyValueList items={side} />
          </Side>
        )}
        <Main>
          {notice && <Notice>{notice}</Notice>}
          {content ? (
            <TabContent>{content}</TabContent>
          ) : (
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
          )}
        </Main>
      </Body>
    </Page>
  )
}
