/** The page of one record: name, state and actions, its values in cards, and its history. */
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
  /** Shows an avatar with the initials. */
  hasAvatar?: boolean
  /** Displayed before the id. */
  facts?: readonly string[]
  /** Pills next to the name, for example its state. */
  pills?: ReactNode
  /** Displayed above the values: that they may be out of date. */
  notice?: ReactNode
  /** Displayed above the tabs: facts to know before any action. */
  warnings?: readonly PageWarning[]
  /** Summary next to every tab. */
  side?: readonly KeyValue[]
  /** Buttons and the switch that the person may use. */
  actions: ReactNode
  /** Links to the tabs of the record, below the head. */
  tabs?: ReactNode
  /** Content of the selected tab, instead of values and history. */
  content?: ReactNode
  parts: readonly RecordPart[]
  /** Newest first; null while they are loading. */
  events: readonly TimelineEvent[] | null
  /** Displayed below the events: that they could not be loaded. */
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
            <KeyValueList items={side} short />
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
