import { Fragment, type ReactNode } from 'react'
import styled from 'styled-components'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { media, space, token, type } from '@design-system/tokens/tokens'

const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: ${space[16]};
  height: var(--bar-height);
  padding-inline: ${space[24]} ${space[16]};
  border-bottom: 1px solid ${token.border.base};
  background: ${token.surface.base};
  ${media.phone} {
    gap: ${space[8]};
    padding-inline: ${space[16]} ${space[12]};
  }
`

const Title = styled.div`
  display: flex;
  flex: 1;
  align-items: baseline;
  gap: ${space[8]};
  min-width: 0;
  ${type.pageTitle}
`

/** Parent titles are not shown on a phone: its menu and the page show the location. */
const Parent = styled.span`
  flex: none;
  color: ${token.text.muted};
  ${media.phone} {
    display: none;
  }
`

const Last = styled.h1`
  min-width: 0;
  overflow: hidden;
  color: ${token.text.primary};
  text-overflow: ellipsis;
  white-space: nowrap;
  &:focus {
    outline: none;
  }
  ${media.phone} {
    display: -webkit-box;
    -webkit-line-clamp: 2;
    -webkit-box-orient: vertical;
    font-size: 1rem;
    line-height: 1.25rem;
    white-space: normal;
    overflow-wrap: anywhere;
  }
`

const Right = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space[12]};
  ${media.phone} {
    gap: ${space[6]};
  }
`

/** Separates groups in the bar; hidden if nothing is visible before it. */
export const Divider = styled.span`
  width: 1px;
  height: 20px;
  background: ${token.border.base};
  &:first-child,
  output:first-child + & {
    display: none;
  }
  ${media.belowMedium} {
    display: none;
  }
`

const Bone = styled.span`
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  ${media.phone} {
    width: 44px;
    & + & {
      display: none;
    }
  }
`

/** Reserves the space of the icons that come with the live parts: chat and support (on a phone below), and the bell. */
export const ActionBones = () => (
  <>
    {[0, 1, 2].map((each) => (
      <Bone key={each} aria-hidden>
        <Skeleton width={20} height={20} round />
      </Bone>
    ))}
  </>
)

interface Props {
  /** Outermost first; the last is the page's heading. */
  title: readonly string[]
  /** Shift, chat, support and bell; left of the avatar. */
  actions?: ReactNode
  /** The avatar with its menu. */
  avatar: ReactNode
}

/** 56 high: the location, the actions available everywhere, and the signed-in person (spec 2, Top bar). */
export function TopBar({ title, actions, avatar }: Props) {
  const parents = title.slice(0, -1)
  return (
    <Bar>
      <Title>
        {parents.map((parent) => (
          <Fragment key={parent}>
            <Parent>{parent}</Parent>
            <Parent aria-hidden>/</Parent>
          </Fragment>
        ))}
        <Last tabIndex={-1}>{title.at(-1)}</Last>
      </Title>
      <Right>
        {actions}
        {actions ? <Divider aria-hidden /> : null}
        {avatar}
      </Right>
    </Bar>
  )
}
