import type { LucideIcon } from 'lucide-react'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { radius, space, token, type, type Tone } from '../../tokens/tokens'

/** One check and its result. */
export interface Check {
  /** What was checked. */
  title: string
  /** The result as a word, for people who cannot see its icon. */
  result: string
  tone: Tone
  icon: LucideIcon
  /** A sentence. */
  detail: string
  /** The result that it had when the person began to look, if it was another one. */
  was?: string
}

export interface CheckListProps {
  'aria-label': string
  items: readonly Check[]
}

/** Below this width of their place, in CSS pixels, the checks are below each other. */
const LEAST = 600

const Place = styled.div`
  container-type: inline-size;
  min-width: 0;
`
const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[4]} ${space[16]};
  margin: 0;
  padding: 0;
  list-style: none;
  @container (max-width: ${LEAST - 0.02}px) {
    grid-template-columns: minmax(0, 1fr);
    row-gap: ${space[2]};
  }
`
const Item = styled.li<{ $isFinding: boolean }>`
  display: flex;
  align-items: flex-start;
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[4]} ${space[8]};
  ${type.cell}
  overflow-wrap: anywhere;
  > svg {
    flex: none;
    margin-top: 2px;
  }
  ${({ $isFinding }) => $isFinding && `grid-column: 1 / -1; border-radius: ${radius.control}; padding-block: ${space[6]};`}
  ${(Object.keys(token.tone) as Tone[]).map(
    (tone) => `
  &[data-tone='${tone}'] > svg { color: ${token.tone[tone].fg}; }
  &[data-tone='${tone}'][data-finding='true'] { background: ${token.tone[tone].tint}; color: ${token.tone[tone].fg}; }`,
  )}
`
/** The sentence is beside what was checked where there is room for both, and below it otherwise. */
const Said = styled.span<{ $isFinding: boolean }>`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  gap: 0 ${space[8]};
  min-width: 0;
  ${({ $isFinding }) => !$isFinding && 'justify-content: space-between;'}
`
const Title = styled.span`
  font-weight: 600;
`
const Detail = styled.span<{ $isFinding: boolean }>`
  min-width: 0;
  ${({ $isFinding }) => !$isFinding && `color: ${token.text.muted};`}
`
const Was = styled.span`
  width: 100%;
  ${type.meta}
  font-weight: 600;
  color: ${token.text.primary};
`
/** Danger first, then warnings, then what passed, each in the given order. */
const RANK: Partial<Record<Tone, number>> = { danger: 0, warning: 1 }
const PASSED = 2

/** Checks with their results: what needs attention comes first and is whole, what passed is brief. */
export function CheckList({ 'aria-label': label, items }: CheckListProps) {
  const rank = ({ tone }: Check) => RANK[tone] ?? PASSED
  return (
    <Place>
      <List aria-label={label}>
        {items
          .toSorted((one, other) => rank(one) - rank(other))
          .map((item) => {
            const isFinding = rank(item) < PASSED
            return (
              <Item key={item.title} data-tone={item.tone} data-finding={isFinding} $isFinding={isFinding}>
                <Icon icon={item.icon} />
                <Said $isFinding={isFinding}>
                  <Title>
                    {item.title}
                    <VisuallyHidden>: {item.result}. </VisuallyHidden>
                  </Title>
                  <Detail $isFinding={isFinding}>{item.detail}</Detail>
                  {item.was !== undefined && <Was>Changed; it was: {item.was}</Was>}
                </Said>
              </Item>
            )
          })}
      </List>
    </Place>
  )
}
