/** The page of one record: name, state, actions and key figures, its values in cards, and its history. */
import type { ReactNode } from 'react'
import { Banner } from '@design-system/components/Banner/Banner'
import { Figures, type Figure } from '@design-system/components/Figures/Figures'
import { KeyValueList, type KeyValue } from '@design-system/components/KeyValueList/KeyValueList'
import type { Tone } from '@design-system/tokens/tokens'
import {
  About,
  ActionBar,
  Body,
  Card,
  CardBody,
  CardPlace,
  Cards,
  CardTitle,
  Head,
  Main,
  Name,
  Notice,
  Page,
  Reference,
  StripOfFigures,
  TabContent,
  TabStrip,
  Warnings,
  Who,
} from './record.styles'
import type { RecordPart } from '../list/record-parts'
import { EmptyFields } from '../list/EmptyFields'

export interface PageWarning {
  tone: Tone
  text: string
}

export interface RecordPageProps {
  name: string
  /** Before the name: an avatar or an image. */
  picture?: ReactNode
  /** Under the name: what else people know the record by. */
  reference?: readonly string[]
  /** Pills next to the name, for example its state. */
  pills?: ReactNode
  /** Displayed above the values: that they may be out of date. */
  notice?: ReactNode
  /** Displayed above the tabs: facts to know before any action. */
  warnings?: readonly PageWarning[]
  /** Key figures, visible on every tab. */
  figures: readonly Figure[]
  /** At most two buttons and a menu; on phones at the lower edge. */
  actions: ReactNode
  /** The switch of the record. */
  toggle?: ReactNode
  /** Links to the tabs of the record, below the head. */
  tabs?: ReactNode
  /** Content of the selected tab, instead of values and history. */
  content?: ReactNode
  parts: readonly RecordPart[]
  /** Fields without a value. */
  empty: readonly RecordPart[]
  /** About the record itself, below its values. */
  about: readonly KeyValue[]
  /** What happened to the record, with its heading. */
  timeline: ReactNode
}

const PartCard = ({ part: { title, items, whole, none } }: { part: RecordPart }) => (
  <CardPlace>
    <Card aria-label={title}>
      <CardTitle>{title}</CardTitle>
      <CardBody>{none ?? whole ?? <KeyValueList items={items} />}</CardBody>
    </Card>
  </CardPlace>
)

/** The wide parts that come first. */
function leading(parts: readonly RecordPart[]): readonly RecordPart[] {
  const narrow = parts.findIndex(({ isWide }) => !isWide)
  return narrow === -1 ? parts : parts.slice(0, narrow)
}

/** The values of a record in cards: narrow ones beside each other, wide ones above or below them. */
export const RecordCards = ({ parts }: { parts: readonly RecordPart[] }) => (
  <>
    {leading(parts).map((part) => (
      <PartCard key={part.title} part={part} />
    ))}
    <Cards>
      {parts
        .filter(({ isWide }) => !isWide)
        .map((part) => (
          <PartCard key={part.title} part={part} />
        ))}
    </Cards>
    {parts
      .slice(leading(parts).length)
      .filter(({ isWide }) => isWide)
      .map((part) => (
        <PartCard key={part.title} part={part} />
      ))}
  </>
)

export function RecordPage({
  name,
  picture,
  reference = [],
  pills,
  notice,
  warnings = [],
  figures,
  actions,
  toggle,
  tabs,
  content,
  parts,
  empty,
  about,
  timeline,
}: RecordPageProps) {
  const hasWarnings = warnings.length > 0
  const hasFigures = figures.length > 0
  return (
    <Page>
      <Head $isLast={!tabs && !hasWarnings && !hasFigures}>
        {picture}
        <Who>
          <Name>
            <bdi>{name}</bdi>
            {pills}
          </Name>
          {reference.length > 0 && (
            <Reference>
              {reference.map((text) => (
                <bdi key={text}>{text}</bdi>
              ))}
            </Reference>
          )}
        </Who>
        {toggle}
        <ActionBar>{actions}</ActionBar>
      </Head>
      {hasFigures && (
        <StripOfFigures $isLast={!tabs && !hasWarnings}>
          <Figures aria-label="Key figures" items={figures} />
        </StripOfFigures>
      )}
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
      <Main>
        {notice && <Notice>{notice}</Notice>}
        {content ? (
          <TabContent>{content}</TabContent>
        ) : (
          <Body>
            <div>
              <RecordCards parts={parts} />
              <About>
                <EmptyFields parts={empty} />
                {about.map(({ label, value }) => (
                  <span key={label}>
                    {label} {value}
                  </span>
                ))}
              </About>
            </div>
            <Card aria-label="Timeline">{timeline}</Card>
          </Body>
        )}
      </Main>
    </Page>
  )
}
